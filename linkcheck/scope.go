package linkcheck

import (
	"strings"
	"sync"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/views"
)

// sites are the URLs that the user typed. Only their hosts may have private addresses,
// and a recursion stays below them. Several goroutines may use it.
type sites struct {
	own, linked open.Policy // for typed URLs, for links of documents

	mu     sync.RWMutex
	typed  map[string]bool // "host:port"
	starts []start
}

// A start is a URL at which a recursion begins.
type start struct {
	server string // scheme, host and port
	below  string // the path up to its directory, with its last slash
}

// newSites returns no sites, with the policy of a check.
func newSites(p open.Policy) *sites {
	s := &sites{own: p, linked: p}
	s.linked.Special = open.SpecialDeny
	if p.Special == open.SpecialTyped {
		s.own.Special = open.SpecialBound // pages are opened long after the first lookup
	}
	return s
}

// policy returns the guards for a URL.
func (s *sites) policy(u earl.URL) *open.Policy {
	if s.asked(u) {
		return &s.own
	}
	return &s.linked
}

// add adds a URL that the user typed.
func (s *sites) add(u earl.URL) {
	s.addStart(u)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.typed == nil {
		s.typed = map[string]bool{}
	}
	s.typed[addressOf(u)] = true
}

// addStart adds the final URL of a typed URL.
func (s *sites) addStart(u earl.URL) {
	at := start{serverOf(u), directoryOf(u)}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, known := range s.starts {
		if known.server == at.server && strings.HasPrefix(at.below, known.below) {
			return
		}
	}
	s.starts = append(s.starts, at)
}

// asked reports whether the user typed the host and port of a URL.
func (s *sites) asked(u earl.URL) bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.typed[addressOf(u)]
}

// holds reports whether a URL is below a typed URL, or anywhere on its server if site is
// set.
func (s *sites) holds(u earl.URL, anywhere bool) bool {
	if !isWalked(u.Scheme()) {
		return false
	}
	server := serverOf(u)
	s.mu.RLock()
	defer s.mu.RUnlock()
	for _, at := range s.starts {
		if at.server == server && (anywhere || strings.HasPrefix(placeOf(u), at.below)) {
			return true
		}
	}
	return false
}

// isWalked reports whether a recursion can go below objects of a scheme.
func isWalked(scheme string) bool {
	switch scheme {
	case "http", "https", "file", "ftp", "ftps", "gopher", "gophers":
		return true
	}
	return false
}

// addressOf returns the "host:port" of a URL in lower case, or "" if it has no host.
func addressOf(u earl.URL) string {
	at, _ := open.HostPort(u)
	return strings.ToLower(at)
}

// serverOf returns the scheme, host and port of a URL.
func serverOf(u earl.URL) string { return u.Scheme() + "://" + addressOf(u) }

// directoryOf returns the path of a URL up to the last slash of its directory. In gopher
// and ftp, a name without a final slash may be a directory itself.
func directoryOf(u earl.URL) string {
	place := placeOf(u)
	switch u.Scheme() {
	case "http", "https", "file":
		return place[:strings.LastIndexByte(place, '/')+1]
	}
	return strings.TrimSuffix(place, "/") + "/"
}

// placeOf returns the path of an object on its server, with a slash at both ends for a
// directory. For gopher it is the selector, for the other schemes the path.
func placeOf(u earl.URL) string {
	path := u.Path()
	if v, err := views.ParseGopher(u); err == nil {
		path = string(v.Selector)
	}
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return path
}
