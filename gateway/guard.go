package gateway

import (
	"net"
	"net/http"
	"slices"
	"strings"
)

// fault is a request that is not answered, and why.
type fault struct {
	status int
	text   string
}

// answer says so in plain text: a page would need a style, and who is refused
// gets nothing of ours.
func (f *fault) answer(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(f.status)
	w.Write([]byte(f.text + "\n"))
}

// requestGuard is one judgement of a request, made before it is looked at. A nil
// fault lets it pass.
type requestGuard struct {
	name  string
	judge func(g *Gateway, r *http.Request) *fault
}

// requestGuards are the guards on a request, in the order of judgement.
var requestGuards = []requestGuard{
	{"absolute-form", judgeForm},
	{"host", judgeHost},
	{"method", judgeMethod},
	{"origin", judgeOrigin},
	{"fetch-site", judgeFetchSite},
	{"cookie", judgeCookie},
}

// judge returns why a request is refused, nil if it is not.
func (g *Gateway) judge(r *http.Request) *fault {
	for _, guard := range requestGuards {
		if f := guard.judge(g, r); f != nil {
			return f
		}
	}
	return nil
}

// judgeForm refuses what only a proxy is asked: a gateway's port is none.
func judgeForm(_ *Gateway, r *http.Request) *fault {
	if r.Method == http.MethodConnect || !strings.HasPrefix(r.RequestURI, "/") {
		return &fault{http.StatusBadRequest, "This port is no proxy; earl serve --proxy opens one on a port of its own."}
	}
	return nil
}

// judgeHost refuses every name but our own: a name that somebody else points at
// this machine would make a page of theirs one of the same origin.
func judgeHost(g *Gateway, r *http.Request) *fault {
	ours := func(host string) bool {
		return strings.EqualFold(host, r.Host) || strings.EqualFold(host, r.Host+":80") // which browsers leave out
	}
	if slices.ContainsFunc(g.options.Hosts, ours) {
		return nil
	}
	return &fault{http.StatusMisdirectedRequest, "The gateway does not answer to this Host."}
}

// judgeMethod lets retrievals pass, and the forms of our own pages.
func judgeMethod(_ *Gateway, r *http.Request) *fault {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodPost:
		return nil
	}
	return &fault{http.StatusMethodNotAllowed, "Only GET, HEAD and POST are answered."}
}

// judgeOrigin refuses what a page of another origin asks for, by any method. Our
// own pages send no referrer, for which browsers write "null" into the Origin of
// a form: it passes only where the browser says itself that it is ours, and where
// a document in its sandbox loads what lies beside it or leads to a leave page.
func judgeOrigin(g *Gateway, r *http.Request) *fault {
	origin, given := r.Header["Origin"]
	switch {
	case !given, len(origin) == 1 && origin[0] == "http://"+r.Host:
		return nil
	case len(origin) == 1 && origin[0] == "null" && (r.Header.Get("Sec-Fetch-Site") == "same-origin" || g.hasKey(r)):
		return nil
	}
	return &fault{http.StatusForbidden, "Only the gateway's own pages may ask this."}
}

// judgeFetchSite refuses what the browser says another site began, links too:
// a page could open URLs in a person's name. What a document in its sandbox
// loads or leads to has no site, and comes with a key in its path.
func judgeFetchSite(g *Gateway, r *http.Request) *fault {
	for _, site := range r.Header["Sec-Fetch-Site"] {
		if site != "same-origin" && site != "none" && !g.hasKey(r) {
			return &fault{http.StatusForbidden, "Another site asked for this. Copy the address into the gateway's own address bar."}
		}
	}
	return nil
}

// judgeCookie refuses everyone who has not come by the start link.
func judgeCookie(g *Gateway, r *http.Request) *fault {
	if g.hasCookie(r) || r.URL.Path == "/start" && r.Method == http.MethodGet || g.hasKey(r) {
		return nil
	}
	return &fault{http.StatusForbidden, "Open the start link that earl printed: it lets this browser in."}
}

// hasKey reports whether a request is a retrieval of what a document in its
// sandbox may ask for, with a key of ours.
func (g *Gateway) hasKey(r *http.Request) bool {
	return (r.Method == http.MethodGet || r.Method == http.MethodHead) && (g.hasRawKey(r) || g.hasLeaveKey(r))
}

// secure sets the fields that every response has.
func secure(h http.Header) {
	h.Set("Content-Security-Policy", closedPolicy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()")
	h.Set("Cache-Control", "no-store")
}

// The policies of pages: what is not named is not loaded and not run.
const (
	closedPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
	pagePolicy   = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
	// mediaPolicy is added where a page shows a document of another kind than text.
	mediaPolicy = "; media-src 'self'; frame-src 'self'"
	// scriptPolicy is added where a page has a script of ours.
	scriptPolicy = "; script-src 'self'"
)

// portOf returns the port of a "host:port".
func portOf(host string) string {
	_, port, _ := net.SplitHostPort(host)
	return port
}

// loggedPath is the part of a path that may be logged: what stands behind /raw/
// is a key and a URL, and behind /leave/ a key. A path of no page of ours may be a
// URL with a password, which somebody wrote behind the slash.
func loggedPath(path string) string {
	if gets[path] != nil || posts[path] != nil {
		return path
	}
	for _, prefix := range []string{rawPrefix, leavePrefix, "/static/", docsPrefix} {
		if strings.HasPrefix(path, prefix) {
			return prefix + "..."
		}
	}
	return "/..."
}
