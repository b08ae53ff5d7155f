package linkcheck

// Depth is how far a check goes. The zero Depth is that of Exists.
type Depth uint8

// The depths. Each does what the one before does, and more.
const (
	// Parse reads each text as a URL, or as a relative reference, and knows its scheme.
	Parse Depth = iota + 1
	// Resolve makes references absolute and checks the guards. It does no lookup and
	// sends nothing. Source: draft1996 10.
	Resolve
	// Connect looks up each host and connects to it once, without sending anything.
	// URLs without a host (mailto, news, file) are not opened.
	Connect
	// Exists probes for the object if its protocol can, and retrieves it if a fragment
	// must be found in it.
	Exists
	// Content retrieves the object to its end, judges what a page says (Soft404,
	// Parked), and compares the object with what a Memory has.
	Content
)

var depthWords = [...]string{"exists", "parse", "resolve", "connect", "exists", "content"}

// String returns the word for d, such as "exists".
func (d Depth) String() string { return depthWords[d] }

// ParseDepth returns the Depth that a word names.
func ParseDepth(word string) (Depth, bool) {
	for d := Parse; d <= Content; d++ {
		if depthWords[d] == word {
			return d, true
		}
	}
	return 0, false
}
