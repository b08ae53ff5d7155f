package linkcheck

// Depth is how far a check goes. The zero Depth is that of Exists.
type Depth uint8

// The depths; each does what the one before does, and more.
const (
	// Parse reads each text as a URL, or as a relative reference, and knows its scheme.
	Parse Depth = iota + 1
	// Resolve makes references absolute, and asks the guards: nothing is looked up,
	// nothing is sent. Source: draft1996 10.
	Resolve
	// Connect looks up each host and connects to it once, and says nothing there.
	// What has no host of its own (mailto, news, file) is not asked.
	Connect
	// Exists asks for the object without retrieving it where its protocol can, and
	// retrieves it where a fragment is to be found in it.
	Exists
	// Content retrieves the object to its end, and compares it with what a Memory has.
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
