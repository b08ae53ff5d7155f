// Package archive finds copies of broken links in web archives, by the Memento
// protocol.
//
//	finder, err := archive.New(archive.Options{Transport: http.NewRoundTripper(client, opener)})
//	if err != nil {
//		return err
//	}
//	copy, err := finder.Find(ctx, "http://h.example/gone", time.Date(2015, 3, 1, 0, 0, 0, 0, time.UTC))
//
// The Finder sends a URL and a time to a TimeGate, which redirects to the nearest copy (a
// memento). The Finder requests that copy too, to make sure that it exists. Copies are found
// for http and https URLs only. A URL with a login is never sent to an archive, and
// one of a private host only to a TimeGate that is private itself.
//
// It follows rfc7089.
package archive

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	nethttp "net/http"
	"strings"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/hostlimit"
	"github.com/earl-url/earl/linkcheck"
	"github.com/earl-url/earl/open/http"
)

const (
	// DefaultTimeGate is the TimeGate of the largest public web archive.
	DefaultTimeGate = "https://web.archive.org/web/"
	// DefaultInterval is the time between two lookups: public archives limit each
	// client to a few requests in a second.
	DefaultInterval = time.Second
	// DefaultTimeout bounds one lookup with its redirects. Archives respond slower
	// than other servers.
	DefaultTimeout = 30 * time.Second
	// DefaultLookups is more broken links than a check should have. It limits the
	// requests to an archive.
	DefaultLookups = 1000
	// parallel is how many lookups run at a time.
	parallel = 2
	// maxHops is how many redirects a lookup follows: from the TimeGate to another
	// archive, to the memento, and to the archived target of an archived redirect.
	maxHops = 10
)

// Errors of Find.
var (
	// ErrNone means that the archive has no copy.
	ErrNone = errors.New("the archive has no copy")
	// ErrPrivate means that a URL is not sent to an archive: it has a login or a private
	// host, or is not an http or https URL.
	ErrPrivate = errors.New("this URL is not sent to an archive")
)

// Options are the settings of a [Finder]. In a limit 0 means the default and a
// negative value no limit.
type Options struct {
	// Transport sends the requests. It checks and dials addresses. It must be set.
	Transport nethttp.RoundTripper
	// TimeGate is the URL to which a URL is appended. "" means DefaultTimeGate.
	TimeGate string
	// UserAgent is the field of that name. "" means http.DefaultUserAgent.
	UserAgent string
	Interval  time.Duration // between the starts of two lookups; DefaultInterval
	Timeout   time.Duration // of one lookup; DefaultTimeout
	Lookups   int           // how many URLs Fill asks for; DefaultLookups
	// Date returns the date of the document that contains a place; the zero time
	// where it is not known. Fill calls it for broken links only, one call at a time.
	// nil: no date is known.
	Date func(linkcheck.Place) time.Time
}

// A Finder finds copies in one archive. Several goroutines may use it.
type Finder struct {
	o       Options
	private bool // the TimeGate has a private host
	client  *nethttp.Client
	limits  *hostlimit.Limiter
}

// New returns a Finder. It fails if the TimeGate's URL is not valid.
func New(o Options) (*Finder, error) {
	o.TimeGate = cmp.Or(o.TimeGate, DefaultTimeGate)
	gate, err := earl.RFC3986.Parse(o.TimeGate)
	switch {
	case err != nil:
		return nil, err
	case !isWeb(gate):
		return nil, fmt.Errorf("%q: the URL of a TimeGate must be http or https", o.TimeGate)
	case strings.Contains(o.TimeGate, "#"):
		return nil, fmt.Errorf("%q: the URL of a TimeGate cannot have a fragment", o.TimeGate)
	}
	o.Interval = effective(o.Interval, DefaultInterval, 0)
	o.Timeout = effective(o.Timeout, DefaultTimeout, math.MaxInt64)
	o.Lookups = effective(o.Lookups, DefaultLookups, math.MaxInt)
	f := &Finder{o: o, private: isPrivate(gate)}
	f.client = &nethttp.Client{Transport: o.Transport, CheckRedirect: checkRedirect}
	rule := hostlimit.Rule{Slots: parallel, Interval: o.Interval}
	f.limits = hostlimit.New(hostlimit.Options{Rule: func(string) hostlimit.Rule { return rule }})
	return f, nil
}

// effective returns the value of a limit.
func effective[T ~int | ~int64](n, byDefault, none T) T {
	switch {
	case n == 0:
		return byDefault
	case n < 0:
		return none
	}
	return n
}

// checkRedirect limits the redirects of a lookup to the web and to maxHops.
func checkRedirect(r *nethttp.Request, via []*nethttp.Request) error {
	switch {
	case r.URL.Scheme != "http" && r.URL.Scheme != "https":
		return fmt.Errorf("the archive redirects to the scheme %q", r.URL.Scheme)
	case len(via) > maxHops:
		return fmt.Errorf("the archive redirects more than %d times", maxHops)
	}
	return nil
}

// isWeb reports whether a URL is one of http or https.
func isWeb(u earl.URL) bool { return u.Scheme() == "http" || u.Scheme() == "https" }

// isPrivate reports whether a URL has a host that is known only on this machine or its
// network.
func isPrivate(u earl.URL) bool {
	host, _ := u.Host()
	name := strings.ToLower(strings.Trim(host, "[]."))
	if ip := net.ParseIP(name); ip != nil {
		return !ip.IsGlobalUnicast() || ip.IsPrivate()
	}
	for _, suffix := range [...]string{".localhost", ".local", ".internal", ".home.arpa", ".test"} {
		if strings.HasSuffix(name, suffix) {
			return true
		}
	}
	return !strings.Contains(name, ".")
}

// Find returns the copy of a URL that is nearest to a time; the zero time means the
// newest copy. It waits for its turn. Errors: [ErrNone]; [ErrPrivate]; the error of
// the Transport, of ctx, or of an archive that does not follow rfc7089.
func (f *Finder) Find(ctx context.Context, url string, when time.Time) (linkcheck.Copy, error) {
	u, err := earl.RFC3986.Parse(url)
	if err != nil || !isWeb(u) || strings.Contains(u.Redacted(), earl.Hidden) || hasLogin(u) || isPrivate(u) && !f.private {
		return linkcheck.Copy{}, ErrPrivate
	}
	release, err := f.limits.Acquire(ctx, f.o.TimeGate)
	if err != nil {
		return linkcheck.Copy{}, err
	}
	defer release()
	ctx, cancel := context.WithTimeout(ctx, f.o.Timeout)
	defer cancel()
	gate := f.o.TimeGate + u.WithoutFragment().String()
	resp, err := f.ask(ctx, nethttp.MethodHead, gate, when)
	if err == nil && (resp.StatusCode == nethttp.StatusMethodNotAllowed || resp.StatusCode == nethttp.StatusNotImplemented) {
		resp, err = f.ask(ctx, nethttp.MethodGet, gate, when)
	}
	if err != nil {
		return linkcheck.Copy{}, err
	}
	return memento(resp, gate)
}

// hasLogin reports whether a URL has a user or a password.
func hasLogin(u earl.URL) bool {
	_, ok := u.User()
	return ok
}

// ask sends one request and follows its redirects. The body of the response is
// closed, not read. Source: rfc7089 2.1.1, 4.5.
func (f *Finder) ask(ctx context.Context, method, gate string, when time.Time) (*nethttp.Response, error) {
	r, err := nethttp.NewRequestWithContext(ctx, method, gate, nil)
	if err != nil {
		return nil, err
	}
	r.Header.Set("User-Agent", cmp.Or(f.o.UserAgent, http.DefaultUserAgent))
	if !when.IsZero() {
		r.Header.Set("Accept-Datetime", when.UTC().Format(nethttp.TimeFormat))
	}
	resp, err := f.client.Do(r)
	if err != nil {
		return nil, err
	}
	resp.Body.Close()
	return resp, nil
}

// memento returns the copy in a response. Source: rfc7089 2.1.1, 4.2.
func memento(resp *nethttp.Response, gate string) (c linkcheck.Copy, err error) {
	when, err := nethttp.ParseTime(resp.Header.Get("Memento-Datetime"))
	switch {
	case resp.StatusCode == nethttp.StatusNotFound, resp.StatusCode == nethttp.StatusGone:
		return c, ErrNone
	case err != nil && resp.StatusCode != nethttp.StatusOK:
		return c, fmt.Errorf("the archive responds with %d %s", resp.StatusCode, nethttp.StatusText(resp.StatusCode))
	case err != nil:
		return c, errors.New("the archive's response is not a memento: Memento-Datetime is missing")
	case resp.StatusCode != nethttp.StatusOK:
		return c, ErrNone // a copy of an error page
	}
	at := resp.Request.URL
	if location := resp.Header.Get("Content-Location"); location != "" && at.String() == gate {
		if at, err = at.Parse(location); err != nil || at.Scheme != "http" && at.Scheme != "https" {
			return c, fmt.Errorf("the archive's Content-Location %q is not an http or https URL", location)
		}
	}
	u, err := earl.RFC3986.Parse(at.String())
	if err != nil || hasLogin(u) {
		return c, errors.New("the URL of the archive's copy is not valid")
	}
	return linkcheck.Copy{URL: u.WithoutFragment().String(), Time: when.UTC()}, nil
}
