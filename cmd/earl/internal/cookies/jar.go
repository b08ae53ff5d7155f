// Package cookies keeps the cookies of http servers, in memory and in files of the
// Netscape format that curl and wget read and write.
//
//	jar := cookies.New(cookies.Options{})
//	if err := jar.ReadFile("cookies.txt"); err != nil {
//		return err
//	}
//	client := &http.Client{Jar: jar}
//	...
//	err := jar.WriteFile("cookies.txt")
//
// A Jar is an [http.CookieJar] that can be written to a file. A server can set a cookie
// only for its host, or for a domain that the list of public suffixes does not contain.
// The number and length of cookies are limited. The package follows RFC 6265 and, for the
// prefixes of names and for cookies with Secure, the draft rfc6265bis. It does not use
// SameSite and Partitioned, because no page sends requests through it.
package cookies

import (
	"cmp"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/net/publicsuffix"
)

const (
	// DefaultTotal is how many cookies a Jar keeps. Source: rfc6265 6.1.
	DefaultTotal = 3000
	// DefaultPerDomain is how many of them one domain can have, as in browsers.
	DefaultPerDomain = 180
	// maxPair limits name and value, maxAttribute the domain and the path, in bytes.
	// Source: rfc6265bis 5.6, 5.7.
	maxPair, maxAttribute = 4096, 1024
	// maxLife limits how long a cookie is kept. Source: rfc6265bis 5.6.2.
	maxLife = 400 * 24 * time.Hour
)

// Options are the settings of a Jar. In a limit 0 means the default and a negative
// value no limit.
type Options struct {
	Total      int  // cookies in all
	PerDomain  int  // cookies of one domain
	NoSessions bool // do not read session cookies from files
	// BadLine is called with the error of a line that is not a cookie. The line is
	// skipped. If BadLine is nil, such a line is an error of the file.
	BadLine func(error)
	// Now returns the time. If it is nil, time.Now is used.
	Now func() time.Time
}

// A Jar keeps cookies. It implements [http.CookieJar] and is safe for concurrent use.
type Jar struct {
	o       Options
	mu      sync.Mutex
	entries map[id]*entry
	skipped []string // lines of files that are not cookies
	files   []string // the names of the files
	changed bool     // a server set a cookie
	last    uint64   // the order of the newest entry

	typed []*http.Cookie  // the cookies of AddTyped
	sites map[string]bool // the servers "scheme://host:port" that get them
}

// An id identifies a cookie. Source: rfc6265 5.3.
type id struct{ domain, path, name string }

// An entry is a cookie in a Jar.
type entry struct {
	id
	value    string
	hostOnly bool // not sent to subdomains of the domain
	secure   bool
	httpOnly bool
	expires  time.Time // zero for a session cookie
	order    uint64    // when it was created
}

// New returns an empty Jar.
func New(o Options) *Jar {
	o.Total, o.PerDomain = cmp.Or(o.Total, DefaultTotal), cmp.Or(o.PerDomain, DefaultPerDomain)
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Jar{o: o, entries: map[id]*entry{}}
}

// Cookies returns the cookies to send to u, those with the longest paths first. They
// have only a name and a value. Source: rfc6265 5.4.
func (j *Jar) Cookies(u *url.URL) []*http.Cookie {
	host, ok := hostOf(u)
	if !ok {
		return nil
	}
	path := u.EscapedPath()
	j.mu.Lock()
	defer j.mu.Unlock()
	now := j.o.Now()
	var found []*entry
	for _, e := range j.entries {
		switch {
		case e.expired(now):
			delete(j.entries, e.id)
		case e.secure && u.Scheme != "https":
		case e.hostOnly && e.domain != host, !domainMatch(host, e.domain):
		case !pathMatch(path, e.path):
		default:
			found = append(found, e)
		}
	}
	typed := j.typed
	if !j.sites[siteKey(u)] {
		typed = nil
	}
	slices.SortFunc(found, func(a, b *entry) int {
		return cmp.Or(cmp.Compare(len(b.path), len(a.path)), cmp.Compare(a.order, b.order))
	})
	list := slices.Clone(typed)
	for _, e := range found {
		list = append(list, &http.Cookie{Name: e.name, Value: e.value})
	}
	return list
}

// AddTyped adds the cookies in a text from the user, such as "name=value; other=value".
// The Jar sends them only to the servers of Allow, and does not write them to a file.
func (j *Jar) AddTyped(text string) error {
	list, err := http.ParseCookie(text)
	if err != nil {
		return errors.New("cookies must have the form NAME=VALUE; NAME=VALUE")
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.typed = append(j.typed, list...)
	return nil
}

// Allow allows the Jar to send the cookies of AddTyped to the scheme, host and port of u.
// Call it for URLs of the user, not for targets of redirects.
func (j *Jar) Allow(u *url.URL) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.sites == nil {
		j.sites = map[string]bool{}
	}
	j.sites[siteKey(u)] = true
}

// siteKey returns the scheme, host and port of a URL.
func siteKey(u *url.URL) string {
	host, _ := hostOf(u)
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	return u.Scheme + "://" + net.JoinHostPort(host, port)
}

// SetCookies keeps the cookies of a response from u. It ignores those that u must not
// set. Source: rfc6265 5.3.
func (j *Jar) SetCookies(u *url.URL, cookies []*http.Cookie) {
	host, ok := hostOf(u)
	if !ok {
		return
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	now := j.o.Now()
	for _, c := range cookies {
		if e := newEntry(u, host, c, now); e != nil {
			j.changed = true
			j.add(e, u.Scheme == "https", now)
		}
	}
}

// newEntry returns the entry of a cookie that a response from u sets, or nil if u must
// not set it.
func newEntry(u *url.URL, host string, c *http.Cookie, now time.Time) *entry {
	if len(c.Name)+len(c.Value) > maxPair || len(c.Domain) > maxAttribute || !sendable(c.Name, c.Value) {
		return nil
	}
	secure := u.Scheme == "https"
	e := &entry{id: id{name: c.Name, path: c.Path}, value: c.Value, secure: c.Secure, httpOnly: c.HttpOnly}
	if !strings.HasPrefix(e.path, "/") || len(e.path) > maxAttribute {
		e.path = defaultPath(u.EscapedPath())
	}
	var ok bool
	if e.domain, e.hostOnly, ok = domainOf(host, c.Domain); !ok || e.secure && !secure {
		return nil
	}
	switch name := strings.ToLower(e.name); {
	case strings.HasPrefix(name, "__secure-") && !e.secure,
		strings.HasPrefix(name, "__host-") && (!e.secure || !e.hostOnly || c.Path != "/"):
		return nil
	}
	switch {
	case c.MaxAge < 0:
		e.expires = now
	case c.MaxAge > 0:
		e.expires = now.Add(min(time.Duration(min(c.MaxAge, 1<<30))*time.Second, maxLife))
	case !c.Expires.IsZero():
		if e.expires = c.Expires; e.expires.After(now.Add(maxLife)) {
			e.expires = now.Add(maxLife)
		}
	}
	return e
}

// add adds an entry and removes an entry with the same id. If the new entry is expired, add
// only removes the old one. A server without TLS cannot replace a cookie with Secure. Source: rfc6265bis 5.7.
func (j *Jar) add(e *entry, secure bool, now time.Time) {
	old := j.entries[e.id]
	if old != nil && old.secure && !secure {
		return
	}
	if e.expired(now) {
		delete(j.entries, e.id)
		return
	}
	j.last++
	if e.order = j.last; old != nil {
		e.order = old.order
	} else {
		j.makeRoom(e.domain)
	}
	j.entries[e.id] = e
}

// makeRoom removes the oldest cookies until there is room for one more of a domain.
func (j *Jar) makeRoom(domain string) {
	oldest := func(of func(*entry) bool) (first *entry, n int) {
		for _, e := range j.entries {
			if of(e) {
				if n++; first == nil || e.order < first.order {
					first = e
				}
			}
		}
		return first, n
	}
	site := siteOf(domain)
	if e, n := oldest(func(e *entry) bool { return siteOf(e.domain) == site }); j.o.PerDomain >= 0 && n >= max(j.o.PerDomain, 1) {
		delete(j.entries, e.id)
	}
	if j.o.Total >= 0 && len(j.entries) >= max(j.o.Total, 1) {
		e, _ := oldest(func(*entry) bool { return true })
		delete(j.entries, e.id)
	}
}

// expired reports whether the time of an entry is over.
func (e *entry) expired(now time.Time) bool { return !e.expires.IsZero() && !e.expires.After(now) }

// hostOf returns the host of an http URL in the form for cookies: in lower case, without
// port, brackets and final dot.
func hostOf(u *url.URL) (string, bool) {
	if u.Scheme != "http" && u.Scheme != "https" {
		return "", false
	}
	host := canonical(u.Hostname())
	return host, host != ""
}

// canonical returns a domain in lower case without its final dot.
func canonical(domain string) string { return strings.TrimSuffix(strings.ToLower(domain), ".") }

// isAddress reports whether a host is an IP address, which has no subdomains.
func isAddress(host string) bool {
	_, err := netip.ParseAddr(host)
	return err == nil || net.ParseIP(host) != nil
}

// domainOf returns the domain of a cookie that host sets with the attribute Domain,
// and whether it is for the host only. A domain that other owners share, a public
// suffix, is accepted only from the host of that name. Source: rfc6265 5.3, steps 4 to 6.
func domainOf(host, attribute string) (domain string, hostOnly, ok bool) {
	domain = canonical(strings.TrimPrefix(attribute, "."))
	switch {
	case domain == "":
		return host, true, true
	case isAddress(host):
		return host, true, domain == host
	case isPublicSuffix(domain):
		return host, true, domain == host
	}
	return domain, false, domainMatch(host, domain)
}

// isPublicSuffix reports whether a domain has several owners: whether it is on the list or
// has only one label.
func isPublicSuffix(domain string) bool {
	suffix, _ := publicsuffix.PublicSuffix(domain)
	return suffix == domain
}

// siteOf returns the registered domain of a domain. All cookies of a registered domain
// share one limit.
func siteOf(domain string) string {
	if isAddress(domain) {
		return domain
	}
	if site, err := publicsuffix.EffectiveTLDPlusOne(domain); err == nil {
		return site
	}
	return domain
}

// domainMatch reports whether host is domain or a subdomain of it. Source: rfc6265 5.1.3.
func domainMatch(host, domain string) bool {
	return host == domain || strings.HasSuffix(host, "."+domain) && !isAddress(host)
}

// pathMatch reports whether a cookie with a path is sent for a request with the path
// asked. Source: rfc6265 5.1.4.
func pathMatch(asked, path string) bool {
	if asked == "" {
		asked = "/"
	}
	return asked == path || strings.HasPrefix(asked, path) && (strings.HasSuffix(path, "/") || asked[len(path)] == '/')
}

// defaultPath returns the directory of the path of a request. Source: rfc6265 5.1.4.
func defaultPath(path string) string {
	i := strings.LastIndexByte(path, '/')
	if i <= 0 || path[0] != '/' || i > maxAttribute {
		return "/"
	}
	return path[:i]
}

// sendable reports whether a name and a value can be sent in a header and written to a
// file: whether they contain no control characters and no semicolon.
func sendable(name, value string) bool {
	bad := func(r rune) bool { return r < ' ' || r == 0x7F || r == ';' }
	return name+value != "" && !strings.ContainsFunc(name, func(r rune) bool { return bad(r) || r == '=' }) && !strings.ContainsFunc(value, bad)
}
