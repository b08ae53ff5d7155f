package markdown

const (
	maxDepth = 100     // how deep quotes and lists are read in one another
	maxNames = 8 << 20 // bytes of the names of headings, with nameCost for each
	nameCost = 64
)
