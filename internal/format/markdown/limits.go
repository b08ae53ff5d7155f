package markdown

const (
	maxDepth = 100     // the number of nested quotes and lists that are read
	maxNames = 8 << 20 // bytes of the anchors of headings, plus nameCost for each
	nameCost = 64
)
