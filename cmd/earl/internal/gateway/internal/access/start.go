package access

import (
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	// maxLinks is how many links may be outstanding; the oldest are dropped first.
	maxLinks = 64
	// labelLen is the number of hexadecimal digits in a name under localhost: 80 bits.
	labelLen = 20
)

// Links are links that work once: each has a token and opens a path of the gateway.
// The zero value has none, and its links do not expire. Several goroutines may use it.
type Links struct {
	Life time.Duration // how long a link works; 0 means until it is used

	mu   sync.Mutex
	list []link // the oldest first
}

// link is a link that was not used yet.
type link struct {
	token, path string
	made        time.Time
	used        func()
}

// New returns the token of a new link to path. used is called once, when the link is
// used or dropped; it may be nil.
func (l *Links) New(path string, used func()) (token string) {
	if used == nil {
		used = func() {}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.list) == maxLinks {
		l.list[0].used()
		l.list = slices.Delete(l.list, 0, 1)
	}
	token = Random()
	l.list = append(l.list, link{token, path, time.Now(), used})
	return token
}

// Use returns the path of the link with a token. The link no longer works afterwards. Use
// returns false if no link has the token.
func (l *Links) Use(token string) (path string, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, k := range l.list {
		if Equal(k.token, token) {
			l.list = slices.Delete(l.list, i, i+1)
			k.used()
			return k.path, l.Life == 0 || time.Since(k.made) < l.Life
		}
	}
	return "", false
}

// LocalName returns a random name under localhost for a gateway at hosts, with its
// port, or "" if none of the hosts is 127.0.0.1 or localhost. Browsers resolve such
// names to 127.0.0.1 without a lookup. They send a cookie to all ports of a host, so a
// cookie for 127.0.0.1 reaches servers of other users on this machine. No other server
// receives requests for a random name.
// Source: rfc6265 8.5; rfc6761 6.3.
func LocalName(hosts []string) string {
	for _, host := range hosts {
		if IsLocal(host) {
			return net.JoinHostPort(Random()[:labelLen]+".localhost", portOf(host))
		}
	}
	return ""
}

// IsLocal reports whether a "host:port" is 127.0.0.1 or localhost.
func IsLocal(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = host
	}
	return strings.EqualFold(name, "localhost") || name == "127.0.0.1"
}

// ResolvesLocalhost reports whether the client of a request resolves names under
// localhost. Browsers that send Sec-Fetch-Mode do, except Safari. Some other programs do not.
func ResolvesLocalhost(r *http.Request) bool {
	agent := r.UserAgent()
	return r.Header.Get("Sec-Fetch-Mode") != "" && (!strings.Contains(agent, "Safari/") || strings.Contains(agent, "Chrome/"))
}

// IsPrefetch reports whether a browser retrieves a page that its user may never see.
func IsPrefetch(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Sec-Purpose")+r.Header.Get("Purpose"), "prefetch")
}

// WantsPage reports whether the client of a request shows pages.
func WantsPage(r *http.Request) bool {
	return r.Method != http.MethodHead && strings.Contains(r.Header.Get("Accept"), "text/html")
}

// isNavigation reports whether a request retrieves a page for a tab of a browser.
func isNavigation(r *http.Request) bool {
	return r.Method == http.MethodGet && r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.Header.Get("Sec-Fetch-Dest") == "document"
}
