package linkcheck

// Depth is how much a check does for each URL. The zero Depth means Exists.
type Depth uint8

// The depths. Each does more than the one before.
const (
	// Parse reads each text as a URL or a relative reference, and checks that its scheme
	// is known.
	Parse Depth = iota + 1
	// Resolve makes references absolute and checks the guards. It does no lookup and
	// sends nothing. Source: draft1996 10.
	Resolve
	// Connect looks up each host and connects to it once, without sending anything.
	// URLs without a host (mailto, news, file) are not opened. The host of a scheme over
	// UDP is only looked up, because a server receives nothing until something is sent.
	Connect
	// Exists probes for the object if its protocol can, and retrieves it if a fragment
	// must be found in it.
	Exists
	// Content retrieves the object to its end, looks at what a page says (Soft404,
	// Parked), and compares the object with the earlier one in a Store.
	Content
)

var depthWords = [...]string{"exists", "parse", "resolve", "connect", "exists", "content"}

// String returns the word for d, such as "exists".
func (d Depth) String() string { return depthWords[d] }

// ParseDepth returns the Depth for a word such as "exists".
func ParseDepth(word string) (Depth, bool) {
	for d := Parse; d <= Content; d++ {
		if depthWords[d] == word {
			return d, true
		}
	}
	return 0, false
}
