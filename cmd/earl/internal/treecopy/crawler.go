package treecopy

import (
	"fmt"
	"path"
	"sync"
	"sync/atomic"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/robots"
	"github.com/earl-url/earl/internal/spool"
	"github.com/earl-url/earl/open"
)

const (
	// maxPage limits how much of a page or style sheet is searched for links, in bytes.
	maxPage = 16 << 20
	// maxLink limits the length of a link in bytes: more than servers accept.
	maxLink = 8 << 10
	// maxLinks limits the length of all URLs of a site together in bytes: 200,000 of
	// 300 bytes.
	maxLinks = 64 << 20
	// maxNested limits the nesting of the files that a page needs, such as style sheets
	// that import others, and frames in frames.
	maxNested = 8
	// capsuleAgent is the name in the robots.txt of a capsule of each program that makes
	// copies. Source: robots.txt for Gemini, "Virtual user-agents".
	capsuleAgent = "archiver"
	// maxDelay limits the pause between requests that a robots.txt requests.
	maxDelay = 10 * time.Second
)

// A crawler copies a web site or a Gemini capsule: a page, the files that the page needs, and the pages that
// it links to, as far as the limits and robots.txt allow. The queue is in a spool. For
// each URL that it found, the crawler keeps a digest and the path of the file.
type crawler struct {
	copy  *Copy
	typed earl.URL
	rules robots.Sites
	next  time.Time // of the next request, for Crawl-delay

	mu      sync.Mutex
	change  *sync.Cond // signals a change of pending or of the queue
	start   earl.URL   // the URL of the first page, after redirects
	queue   spool.Spool
	read    int64 // the offset of the next item in the queue
	pending int   // downloads that are not finished
	seen    map[key]string
	names   namer
	pages   []page
	files   int
	bytes   int  // of the URLs in seen
	limited bool // files were skipped because of --max-files or --max-dirs
	deep    int  // links deeper than --depth
	denied  int  // links that robots.txt forbids
	away    int  // links that redirect to another site
	// nofollow is how many pages ask robots not to follow their links.
	nofollow int

	unread atomic.Int64 // how many robots.txt could not be read
}

// An item is a URL to get.
type item struct {
	url    earl.URL
	depth  int  // links from the first page
	nested int  // above 0 if a page needs it, directly (1) or through other files
	first  bool // the URL of the user
}

// errAway is the error of a URL that redirects to another site. It wraps errLeftOut.
var errAway = fmt.Errorf("%w", errLeftOut)

// wanted reports whether --accept and --reject allow a file with this name.
func (c *crawler) wanted(name string) bool {
	return c.copy.o.wanted(path.Base(name), open.KindDocument)
}

// leave ends an item that is not downloaded.
func (c *crawler) leave(count *int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	*count++
	c.pending--
	c.change.Broadcast()
}
