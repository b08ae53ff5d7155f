package linkcheck

import (
	"math"
	"regexp"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract/markdown"
	"github.com/earl-url/earl/open"
)

const (
	// DefaultParallel keeps a line busy while most servers are slow to answer.
	DefaultParallel = 16
	// DefaultPerHost is what one server is asked at a time: as polite as HTTP once
	// had it. Source: rfc2616 8.1.4.
	DefaultPerHost = 2
	// DefaultPages is a large site, and an end to one that makes up pages.
	DefaultPages = 100_000
	// DefaultLevels is more than links of a site are deep, and an end to a page that
	// links to a longer name of itself.
	DefaultLevels = 50
	// DefaultRetries is how often what may pass is asked again.
	DefaultRetries = 2
	// DefaultBackoff is the wait before the first retry; it doubles.
	DefaultBackoff = time.Second
	// DefaultPatience is how long a check waits because a server said so.
	DefaultPatience = time.Minute
	// DefaultMaxCrawlDelay is longer than sites ask for that want to be crawled, and
	// lets a check of a hundred pages end within two hours.
	DefaultMaxCrawlDelay = time.Minute
	// DefaultProbe is longer than a live server takes for a HEAD, and short beside
	// DefaultTimeout, of which the GET that follows needs the rest.
	DefaultProbe = 5 * time.Second
	// DefaultTimeout bounds one try of one URL, its redirects among it.
	DefaultTimeout = time.Minute
	// DefaultBody is more than pages have that people wrote.
	DefaultBody = 16 << 20
	// DefaultAgent is whom robots.txt calls us.
	DefaultAgent = "earl"
)

// Options are the settings of a check. The zero Options, with a Client, are the
// documented behaviour. In a limit 0 means the default and a negative value none.
type Options struct {
	// Client opens the URLs. It is required.
	Client *open.Client
	// Policy has the guards and limits of every open, instead of the Client's.
	// Special applies only to the hosts and ports that the user typed: any other
	// private address is refused unless AllowNet has it. Source: rfc1738 6.
	Policy open.Policy
	// Edition reads the URLs. nil means [earl.Auto].
	Edition *earl.Edition
	// Depth is how far the check goes. 0 means Exists.
	Depth Depth
	// Memory keeps results, and has earlier ones. nil: no results are kept.
	Memory Memory
	// Since skips URLs that were OK at that time or later, as the Memory knows: the
	// earlier result is reported, unless the content is needed. Zero: all are opened.
	Since time.Time

	// Recursive reads the pages, menus and directories below the URLs that the user
	// typed, and checks the links on them too, as far as robots.txt allows.
	Recursive bool
	// Site reads all pages with the scheme, host and port of these URLs, not only
	// those below them.
	Site   bool
	Levels int // of pages that are read; 1 is only those that were typed; DefaultLevels
	Pages  int // objects below them that are opened to be read; DefaultPages

	// Include opens only URLs that one of these matches, Exclude none that one of
	// these matches, both without passwords and fragments. What is left out is
	// Skipped. A typed URL is always opened.
	Include, Exclude []*regexp.Regexp

	// Accept lists the statuses of http that are no faults, and replaces the usual
	// ones: 200 to 299. nil: the usual ones. A redirect is always followed.
	Accept []StatusRange
	// Retrieve opens each object by retrieving it. Otherwise a probe such as a HEAD
	// comes first, where that can be enough.
	Retrieve bool
	// Offline opens only local files. Everything else is Skipped.
	Offline bool
	// Local reports whether a URL is served by this program itself, and is opened with
	// Offline too. nil: none is.
	Local func(earl.URL) bool
	// RequireHTTPS makes a fault of an http URL whose https URL works too.
	RequireHTTPS bool
	// NoFragments does not look for the places that fragments name. TextFragments
	// is not affected.
	NoFragments bool
	// AcceptTimeouts makes a time limit no fault.
	AcceptTimeouts bool
	// NotKept lists statuses of http whose results a Memory does not keep.
	NotKept []StatusRange
	// TextFragments looks for the text of a fragment such as #:~:text=word in the page.
	// Otherwise only the part before ":~:" is looked for.
	TextFragments bool
	// Strict makes a fault of each warning.
	Strict bool

	// Skip returns why a URL of a document is not opened, or "". Such a URL is Skipped
	// with that message. nil: no URL is.
	Skip func(earl.URL) string
	// SkipFragments leave out fragments that one of these matches; their URLs are
	// checked.
	SkipFragments []*regexp.Regexp
	// Rewrite returns the URL that is opened for a URL of a document, for example a
	// test server's. nil: the URL itself.
	Rewrite func(earl.URL) earl.URL
	// Root is the directory that references which begin with "/" are relative to in
	// local files. The zero URL means the root of the file system.
	Root earl.URL

	// Dialects returns the dialects of Markdown that name the headings of the document
	// at a URL. Several goroutines may call it. nil: all dialects do.
	Dialects func(earl.URL) markdown.Dialects

	Parallel int     // URLs that are opened at a time; DefaultParallel
	PerHost  int     // of them of one host and port; DefaultPerHost
	Rate     float64 // opens of one host and port in a second, first tries and others; 0: no limit
	// Host returns the options for the server at "host:port"; 0 and nil in them mean
	// PerHost, Rate and Accept. Several goroutines may call it. nil: no server has any.
	Host func(address string) HostOptions

	Retries  int           // after 429, a status of 500 and more, a time limit, a broken connection; DefaultRetries
	Backoff  time.Duration // before the first of them; it doubles; DefaultBackoff
	Patience time.Duration // the longest Retry-After that is waited for; DefaultPatience
	Timeout  time.Duration // of one try of one URL; DefaultTimeout
	Probe    time.Duration // of a HEAD, or a probe of another protocol, before the object is retrieved instead; DefaultProbe
	Body     int64         // bytes of an object that are read; DefaultBody

	// MaxCrawlDelay is the longest Crawl-delay of a robots.txt that a recursion
	// keeps to; a longer one is capped, and the Summary says so. DefaultMaxCrawlDelay.
	MaxCrawlDelay time.Duration
	// Delayed is called for each server whose Crawl-delay was capped, when its
	// robots.txt was read. nil: no call.
	Delayed func(CrawlDelay)

	// Message returns the message for an error of opening, for a program whose users
	// know its settings by other names than the packages; "" keeps the message of
	// this package. Several goroutines may call it. nil: no call.
	Message func(error) string

	// Agent is the name of the program in robots.txt. "" means DefaultAgent.
	Agent string
	// Sorted reports at the end, by place, each result with all its places. Otherwise
	// results are reported as they come; a URL that is found again after that is
	// reported again, with only its new places.
	Sorted bool
	// Progress receives how far the check is, after each result. nil: no call.
	Progress func(Progress)
}

// HostOptions are the options for one server.
type HostOptions struct {
	PerHost int
	Rate    float64
	Accept  []StatusRange // for links to it, wherever they redirect to
}

// Progress is how far a check is.
type Progress struct {
	Done, Known int // URLs that are judged, that were met
	Pages       int // that were read for links
	Faults      int
}

// effective returns o with a value for each limit.
func (o Options) effective() Options {
	if o.Edition == nil {
		o.Edition = earl.Auto
	}
	if o.Depth == 0 {
		o.Depth = Exists
	}
	if o.Agent == "" {
		o.Agent = DefaultAgent
	}
	limit(&o.Levels, DefaultLevels)
	limit(&o.Pages, DefaultPages)
	limit(&o.Parallel, DefaultParallel)
	limit(&o.PerHost, DefaultPerHost)
	limit64(&o.Backoff, DefaultBackoff)
	limit64(&o.Patience, DefaultPatience)
	limit64(&o.MaxCrawlDelay, DefaultMaxCrawlDelay)
	limit64(&o.Timeout, DefaultTimeout)
	limit64(&o.Probe, DefaultProbe)
	limit64(&o.Body, DefaultBody)
	switch {
	case o.Retries == 0:
		o.Retries = DefaultRetries
	case o.Retries < 0:
		o.Retries = 0
	}
	return o
}

// limit gives n the default for 0, and the largest value for a negative one.
func limit(n *int, byDefault int) {
	switch {
	case *n == 0:
		*n = byDefault
	case *n < 0:
		*n = math.MaxInt
	}
}

// limit64 is limit for times and bytes.
func limit64[T ~int64](n *T, byDefault T) {
	switch {
	case *n == 0:
		*n = byDefault
	case *n < 0:
		*n = math.MaxInt64
	}
}
