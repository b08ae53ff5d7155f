package gateway

import (
	"net"
	"net/http"
	"slices"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/gateway/internal/sanitize"
)

// How a link of another site or program gets in. A browser that has the gateway as its
// handler of ftp, for example, opens /handle?url= at the first of Options.Hosts for a
// click on an ftp link anywhere. So any site can send a browser there, with any URL:
//
//   - Only the navigation of a tab is answered, see access.Options.Entrance.
//   - Without the cookie, the page is the one that asks for a start link. It says nothing
//     about the session, and its script goes on to the name of the session.
//   - With the cookie, the page shows the URL and its cautions. Nothing is sent until the
//     user presses its button.
const (
	handlePath   = "/handle"
	handlersPath = "/handlers"
	// handlerPort is the port that links in browsers should be registered with, since
	// the address of a handler must not change.
	handlerPort = "1738"
)

// handlerSchemes are the schemes that pages may register a handler for and that openers
// exist for. Source: HTML, 8.10.1.3, the safelisted schemes.
var handlerSchemes = []string{"ftp", "ftps", "mailto", "news", "nntp"}

// isHandler reports whether another site may send a browser to a path without a token.
func isHandler(path string) bool { return path == handlePath || path == handlersPath }

// handleBody is what a page shows that asks before it opens a URL.
type handleBody struct {
	Lead         string
	Scheme, Host string
	Pieces       []piece
	Cautions     []string
	Link         string // opens the URL; "": it is not opened
	Refused      string // why
	Explain      string
}

// handle shows a link that another site or program hands over, and a button that opens it.
func (g *Gateway) handle(w http.ResponseWriter, r *http.Request) {
	switch site := r.Header.Get("Sec-Fetch-Site"); {
	case r.Header.Get("Sec-Fetch-Dest") != "" && r.Header.Get("Sec-Fetch-Dest") != "document", r.Method != http.MethodGet:
		g.deny(w, r, http.StatusForbidden, "A handler is opened in a tab of its own.")
		return
	case len(r.URL.RequestURI()) > maxExplained:
		g.deny(w, r, http.StatusRequestURITooLong, "The URL is too long.")
		return
	case site == "cross-site" || site == "same-site":
		// The browser sent no cookie. The next request comes from a page of the gateway.
		g.bounce(w, r.URL.RequestURI())
		return
	case !g.keys.HasCookie(r):
		g.askStart(w, r, "Another site or program hands over a URL. The gateway opens URLs only for the user who started it.", r.URL.RequestURI())
		return
	}
	t, text, ok := g.parse(r)
	switch {
	case !ok && text == "":
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return
	case !ok:
		g.explainText(w, r, text, http.StatusBadRequest)
		return
	}
	b := handleBody{Lead: "Another site or program hands over this link. Nothing has been sent yet.", Scheme: t.url.Scheme(), Cautions: cautionTexts(t.url)}
	if _, secret := t.url.Password(); secret {
		// A site must not put a login of its choice into the session.
		t.url = t.url.WithoutPassword()
		b.Cautions = append(b.Cautions, "The link has a password. The gateway has removed it.")
	}
	host, _ := t.url.Host()
	b.Host, b.Pieces = sanitize.Line(host), pieces(t.url)
	b.Explain = g.link("/explain", t.url)
	p := page{Title: "Open this URL?", Body: &b}
	if b.Refused = g.unhandled(t.url); b.Refused != "" {
		p.Title, p.Status = "The gateway does not open this link", http.StatusForbidden
	} else {
		b.Link = g.link("/open", t.url)
	}
	g.render(w, "handle", p)
}

// unhandled returns why a URL that another site or program hands over is not opened, or
// "".
func (g *Gateway) unhandled(u earl.URL) string {
	switch {
	case u.Designates() == earl.LocalFile:
		return "It is a file of this machine. A file is opened from the address bar only."
	case !g.opens(u):
		return "The gateway does not open " + sanitize.Line(u.Scheme()) + " URLs."
	case g.isOwn(u):
		return "It is an address of the gateway itself."
	}
	return ""
}

// isOwn reports whether a URL has a host and port of the gateway.
func (g *Gateway) isOwn(u earl.URL) bool {
	host, _ := u.Host()
	port, _ := u.Port()
	if port == "" {
		port = "80"
	}
	at := net.JoinHostPort(strings.TrimSuffix(strings.Trim(host, "[]"), "."), port)
	return slices.ContainsFunc(append(slices.Clone(g.options.Hosts), g.name), func(own string) bool { return strings.EqualFold(own, at) })
}

// handlersBody is what the page about handlers shows.
type handlersBody struct {
	Schemes []string
	URL     string // the address of the handler, with %s
	Port    string // the port, if it is not the one that stays; "": it is
}

// handlers shows the buttons that register the gateway with the browser. A browser
// accepts only a handler of the page's own origin, so the page is at the first of
// Options.Hosts, without a cookie. It has nothing of the session.
func (g *Gateway) handlers(w http.ResponseWriter, r *http.Request) {
	host := g.options.Hosts[0]
	if !strings.EqualFold(r.Host, host) {
		http.Redirect(w, r, "http://"+host+handlersPath, http.StatusSeeOther)
		return
	}
	b := handlersBody{Schemes: slices.DeleteFunc(slices.Clone(handlerSchemes), func(s string) bool { return !g.client.Opens(s) }),
		URL: "http://" + host + handlePath + "?url=%s"}
	if _, port, _ := net.SplitHostPort(host); port != handlerPort {
		b.Port = port
	}
	g.render(w, "handlers", page{Title: "Open links here", Bare: true, Script: "/static/handlers.js", Body: b})
}
