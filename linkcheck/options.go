package linkcheck

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/format/markdown"
	"github.com/earl-url/earl/internal/hostlimit"
	"github.com/earl-url/earl/open"
)

const (
	// defaultParallel keeps a network connection busy although most servers are slow.
	defaultParallel = 16
	// defaultPerHost is the number of URLs that one server serves at a time: HTTP's own limit
	// once. Source: rfc2616 8.1.4.
	defaultPerHost = 2
	// defaultPages covers a large site and stops a check of endless generated pages.
	defaultPages = 100_000
	// defaultLevels is deeper than the links of a site. It stops a check of a page that
	// links to itself under ever longer URLs.
	defaultLevels = 50
	// defaultRetries is how often a temporary failure is retried.
	defaultRetries = 2
	// defaultBackoff is the wait before the first retry; it doubles.
	defaultBackoff = time.Second
	// defaultPatience is how long a check waits if a server requests it.
	defaultPatience = time.Minute
	// defaultMaxCrawlDelay is longer than the delays of sites that welcome crawlers. With
	// it, a check of a hundred pages ends within two hours.
	defaultMaxCrawlDelay = time.Minute
	// defaultProbe is longer than a live server needs for a HEAD. It is short compared
	// with defaultTimeout, because a GET may follow.
	defaultProbe = 5 * time.Second
	// defaultTimeout limits one try of one URL, including its redirects.
	defaultTimeout = time.Minute
	// defaultBody is more bytes than pages have that people wrote.
	defaultBody = 16 << 20
	// defaultAgent is the name of this program in robots.txt.
	defaultAgent = "earl"
)

// Options are the settings of a check. The zero Options, with a Client, are the
// documented behaviour. For limits, 0 means the default and a negative value no limit.
type Options struct {
	// Client opens the URLs. It is required.
	Client *open.Client
	// Policy has the guards and limits of every open, instead of the Client's. Special
	// applies only to the hosts and ports that the user typed: any other private address
	// is refused unless AllowNet contains it. Source: rfc1738 6.
	Policy open.Policy
	// Edition reads the URLs. nil means [earl.Auto].
	Edition *earl.Edition
	// Depth is how far the check goes. 0 means Exists.
	Depth Depth
	// Store keeps results and returns earlier ones. nil: no results are kept.
	Store Store
	// Since skips URLs that were OK at that time or later, according to the Store. The
	// earlier result is reported, unless the content is needed. Zero: all URLs are
	// opened.
	Since time.Time

	// Recursive reads the pages, menus and directories below the URLs that the user
	// typed, and checks the links on them too, as far as robots.txt allows.
	Recursive bool
	// Site reads all pages with the scheme, host and port of these URLs, not only
	// those below them.
	Site   bool
	Levels int // of pages to read; 1 means only the typed ones; 0 means 50
	Pages  int // objects below them to open and read; 0 means 100,000

	// Include opens only URLs that match one of these patterns, and Exclude skips URLs
	// that match one. They match the URL without password and fragment. An excluded URL
	// is Skipped. A typed URL is always opened.
	Include, Exclude []*regexp.Regexp

	// Accept lists the statuses of http that are accepted, instead of the usual 200 to
	// 299. nil: the usual ones. A redirect is always followed.
	Accept []StatusRange
	// Retrieve opens each object by retrieving it. Otherwise a probe such as a HEAD comes
	// first, if that can be enough.
	Retrieve bool
	// Offline opens only local files. Everything else is Skipped.
	Offline bool
	// Local reports whether this program itself serves a URL, which is then opened even
	// with Offline. nil: it serves none.
	Local func(earl.URL) bool
	// RequireHTTPS reports an http URL as a fault if its https URL works too.
	RequireHTTPS bool
	// Robots opens a URL only if the robots.txt of its site allows it, also outside a
	// recursion, and keeps its Crawl-delay. A robots.txt counts as a request for Rate.
	Robots bool
	// SameServer does not follow a redirect to another server, so that a check sends
	// requests only to the servers of its URLs. Such a URL is Redirected, and the last
	// of its Hops is the target.
	SameServer bool
	// NoFragments does not check fragments. TextFragments is not affected.
	NoFragments bool
	// AcceptTimeouts accepts links that exceed a time limit.
	AcceptTimeouts bool
	// NotKept lists the statuses of http whose results are not kept in the Store.
	NotKept []StatusRange
	// TextFragments searches the page for the text of a fragment such as #:~:text=word.
	// Otherwise only the part before ":~:" is checked.
	TextFragments bool
	// Strict reports each warning as a fault.
	Strict bool

	// Skip returns the reason why a URL of a document is not opened, or "" to open it.
	// Such a URL is Skipped with the reason as its message. nil: no URL is skipped.
	Skip func(earl.URL) string
	// SkipOwnMachine skips the links of documents to this machine that the policy refuses:
	// to localhost or a loopback address. People write them to show a URL. A redirect to
	// one is refused. Source: rfc6761 6.3.
	SkipOwnMachine bool
	// SkipFragments are patterns of fragments that are not checked; their URLs are.
	SkipFragments []*regexp.Regexp
	// Rewrite returns the URL that is opened instead of a URL of a document, for example
	// that of a test server. nil: the URL itself.
	Rewrite func(earl.URL) earl.URL
	// Root is the directory for references in local files that begin with "/", also for
	// the HREF of a BASE. The zero
	// URL means the root of the file system.
	Root earl.URL

	// Dialects returns the dialects of Markdown whose ids are accepted for the headings
	// of the document at a URL. Several goroutines may call it. nil: all dialects.
	Dialects func(earl.URL) markdown.Dialects

	Parallel int     // URLs opened at a time; 0 means 16
	PerHost  int     // URLs opened at a time of one host and port; 0 means 2
	Rate     float64 // requests to one host and port per second, with retries; 0: no limit
	// Host returns the options for the server at "host:port"; 0 and nil in them mean
	// PerHost, Rate and Accept. Several goroutines may call it. nil: no server has its
	// own options.
	Host func(address string) HostOptions

	Retries  int           // after 429, a status of 500 and more, a time limit, a broken connection; 0 means 2
	Backoff  time.Duration // before the first retry; it doubles; 0 means a second
	Patience time.Duration // the longest Retry-After to wait for; 0 means a minute
	Timeout  time.Duration // of one try of one URL; 0 means a minute
	Probe    time.Duration // of a HEAD, or a probe of another protocol, before the object is retrieved instead; 0 means 5 seconds
	Body     int64         // bytes to read of an object; 0 means 16 MiB

	// MaxCrawlDelay is the longest Crawl-delay of a robots.txt that a recursion follows.
	// A longer one is reduced, and the Summary reports that. 0 means
	// a minute.
	MaxCrawlDelay time.Duration
	// Delayed is called for each server whose Crawl-delay was reduced, when its
	// robots.txt was read. nil: no call.
	Delayed func(CrawlDelay)
	// RobotsProblem is called once for each robots.txt that was not understood in full, or
	// that could not be read, so that URLs were not opened. nil: no call.
	RobotsProblem func(RobotsProblem)

	// Message returns the message for an error of opening, for a program whose users know
	// its settings by other names than those in the packages. "" keeps the message of
	// this package. Several goroutines may call it. nil: no call.
	Message func(error) string

	// Agent is the name of the program in robots.txt. "" means "earl".
	Agent string
	// Sorted reports all results at the end, in the order of their places, each with all
	// its places. Otherwise each result is reported as soon as it is known; a URL that is
	// found again later is reported again, with only its new places.
	Sorted bool
	// Progress is called after each result with the state of the check. nil: no call.
	Progress func(Progress)
}

// HostOptions are the options for one server.
type HostOptions struct {
	PerHost int
	Rate    float64
	Accept  []StatusRange // for links to this server, even if they redirect to another
}

// Progress is the state of a check.
type Progress struct {
	Done, Known int // URLs with a result, and all URLs found so far
	Pages       int // read for links
	Faults      int
}

// Defaults returns Options in which each limit has its default.
func Defaults() Options { return Options{}.effective() }

// effective returns o with a value for each setting.
func (o Options) effective() Options {
	if o.Edition == nil {
		o.Edition = earl.Auto
	}
	if o.Depth == 0 {
		o.Depth = Exists
	}
	if o.Agent == "" {
		o.Agent = defaultAgent
	}
	limit(&o.Levels, defaultLevels)
	limit(&o.Pages, defaultPages)
	limit(&o.Parallel, defaultParallel)
	limit(&o.PerHost, defaultPerHost)
	limit64(&o.Backoff, defaultBackoff)
	limit64(&o.Patience, defaultPatience)
	limit64(&o.MaxCrawlDelay, defaultMaxCrawlDelay)
	limit64(&o.Timeout, defaultTimeout)
	limit64(&o.Probe, defaultProbe)
	limit64(&o.Body, defaultBody)
	switch {
	case o.Retries == 0:
		o.Retries = defaultRetries
	case o.Retries < 0:
		o.Retries = 0
	}
	return o
}

// verdictOf returns the verdict for an error of opening, with the message of
// Options.Message.
func (o *Options) verdictOf(err error) verdict {
	v := verdictOf(err)
	if err != nil && o.Message != nil {
		v.message = cmp.Or(o.Message(err), v.message)
	}
	return v
}

// accepted returns the statuses that the options accept for a link to a server: those of
// the server, or those for all servers. nil: the usual ones.
func (o *Options) accepted(address string) []StatusRange {
	if o.Host != nil && address != "" {
		if own := o.Host(address).Accept; own != nil {
			return own
		}
	}
	return o.Accept
}

// accepts reports whether the options accept a code for a link to a server.
func (o *Options) accepts(address string, code int) bool { return contains(o.accepted(address), code) }

// verdictOfStatus returns the verdict for the status of a response, with the statuses that
// the options accept for a link to a server.
func (o *Options) verdictOfStatus(address string, code int) verdict {
	usual := verdictOfStatus(code)
	switch {
	case code == 0 || len(o.accepted(address)) == 0:
	case o.accepts(address, code):
		return verdict{}
	case usual.status == OK:
		return verdict{status: Failed, message: fmt.Sprintf("%d is not among the accepted statuses", code)}
	}
	return usual
}

// severity returns the severity of a result. mild is that of its target.
func (o *Options) severity(x *Result, mild bool) Severity {
	s := x.Status.Severity()
	switch {
	case mild:
		s = SeverityWarning
	case x.Status == Redirected && !x.isMoved(), x.Status == TimedOut && o.AcceptTimeouts:
		s = SeverityOK
	}
	return o.strict(s)
}

// strict returns s, or a fault for a warning with Options.Strict.
func (o *Options) strict(s Severity) Severity {
	if o.Strict && s == SeverityWarning {
		return SeverityFault
	}
	return s
}

// rule returns the limits of a server.
func (o *Options) rule(address string) hostlimit.Rule {
	var own HostOptions
	if o.Host != nil {
		own = o.Host(address)
	}
	rule := hostlimit.Rule{Slots: cmp.Or(own.PerHost, o.PerHost)}
	if rate := cmp.Or(own.Rate, o.Rate); rate > 0 {
		rule.Interval = time.Duration(float64(time.Second) / rate)
	}
	return rule
}

// limit replaces 0 with the default, and a negative value with the largest.
func limit(n *int, byDefault int) {
	switch {
	case *n == 0:
		*n = byDefault
	case *n < 0:
		*n = math.MaxInt
	}
}

// limit64 is like limit, for times and bytes.
func limit64[T ~int64](n *T, byDefault T) {
	switch {
	case *n == 0:
		*n = byDefault
	case *n < 0:
		*n = math.MaxInt64
	}
}
