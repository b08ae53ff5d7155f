package archive

import (
	nethttp "net/http"
	"net/url"
	"strings"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/http"
)

// NewTransport returns the transport of a Finder for a TimeGate ("" means
// DefaultTimeGate): by the policy of o and the connections of opener. Only the
// scheme, host and port of the TimeGate, which the user typed, may have a private
// address. Every other one is what an archive redirects to.
func NewTransport(o open.Options, opener *http.Opener, timeGate string) nethttp.RoundTripper {
	if timeGate == "" {
		timeGate = DefaultTimeGate
	}
	t := &transport{origin: origin(timeGate)}
	if o.Policy.Special == open.SpecialTyped {
		o.Policy.Special = open.SpecialBound // lookups follow one another for a long time
	}
	t.typed = http.NewRoundTripper(open.New(o, opener), opener)
	o.Policy.Special = open.SpecialDeny
	t.linked = http.NewRoundTripper(open.New(o, opener), opener)
	return t
}

// A transport sends what goes to the TimeGate by one policy, all else by another.
type transport struct {
	origin        string
	typed, linked nethttp.RoundTripper
}

// RoundTrip implements the interface of net/http.
func (t *transport) RoundTrip(r *nethttp.Request) (*nethttp.Response, error) {
	if t.origin != "" && origin(r.URL.String()) == t.origin {
		return t.typed.RoundTrip(r)
	}
	return t.linked.RoundTrip(r)
}

// origin returns the scheme, host and port of a URL, or "".
func origin(text string) string {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" {
		return ""
	}
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	return u.Scheme + "://" + strings.ToLower(u.Hostname()) + ":" + port
}
