package gateway

import (
	"net"
	"net/http"
	"slices"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/sanitize"
)

// How the gateway opens links of other sites and programs. If the gateway is the browser's
// handler of ftp, for example, a click on any ftp link opens /handle?url= at the first of
// Options.Hosts. So any site can send a browser there, with any URL:
//
//   - The gateway serves only the navigation of a tab, see access.Options.Entrance.
//   - Without the cookie, the page asks for a start link. It shows nothing about the
//     browser session. Its script redirects to the random name if the browser has it.
//   - With the cookie, the page shows the URL and its cautions. The gateway sends nothing
//     until the user presses the button.
const (
	handlePath   = "/handle"
	handlersPath = "/handlers"
	// handlerPort is the port that links in browsers should be registered with, since
	// the address of a handler must not change.
	handlerPort = "1738"
)

// handlerSchemes are the schemes for which a page can register a handler and for which
// there are openers. Source: HTML, 8.10.1.3, the safelisted schemes.
var handlerSchemes = []string{"ftp", "ftps", "mailto", "news", "nntp"}

// isHandler reports whether another site may send a browser to a path without a token.
func isHandler(path string) bool { return path == handlePath || path == handlersPath }

// handleBody is what a page shows that asks the user before the gateway opens a URL.
type handleBody struct {
	Lead         string
	Scheme, Host string
	Pieces       []piece
	Cautions     []string
	Link         string // the link that opens the URL, or "" if the gateway refuses to
	Refused      string // why the gateway refuses, or ""
	Explain      string
	Meant        []step // the URLs that the site or program probably means
}

// handle shows a URL from another site or program, and a button that opens it.
func (g *Gateway) handle(w http.ResponseWriter, r *http.Request) {
	switch site := r.Header.Get("Sec-Fetch-Site"); {
	case r.Header.Get("Sec-Fetch-Dest") != "" && r.Header.Get("Sec-Fetch-Dest") != "document", r.Method != http.MethodGet:
		g.deny(w, r, http.StatusForbidden, "Open this address in its own tab.")
		return
	case len(r.URL.RequestURI()) > maxExplained:
		g.deny(w, r, http.StatusRequestURITooLong, "The URL is too long.")
		return
	case site == "cross-site" || site == "same-site":
		// The browser sent no cookie. The next request comes from a page of the gateway.
		g.bounce(w, r.URL.RequestURI())
		return
	case !g.keys.HasCookie(r):
		g.askStart(w, r, "Another site or program wants to open a URL. The gateway opens URLs only for the user who started it.", r.URL.RequestURI())
		return
	}
	t, text, ok := g.parse(r)
	switch {
	case t.gone:
		g.forgotten(w)
		return
	case !ok && text == "":
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return
	case !ok:
		g.explainText(w, r, text, http.StatusBadRequest)
		return
	}
	b := handleBody{Lead: "Another site or program wants to open this link. Nothing has been sent yet.", Scheme: t.url.Scheme(), Cautions: cautionTexts(t.url)}
	if _, secret := t.url.Password(); secret {
		// Another site must not choose a login for this browser session.
		t.url = t.url.WithoutPassword()
		b.Cautions = append(b.Cautions, "The link has a password. The gateway has removed it.")
	}
	host, _ := t.url.Host()
	b.Host, b.Pieces = sanitize.Line(host), pieces(t.url)
	b.Explain = g.linker.link("/explain", t.url)
	p := page{Title: "Open this URL?", Body: &b}
	if b.Refused = g.unhandled(t.url); b.Refused != "" {
		p.Title, p.Status = "The gateway does not open this link", http.StatusForbidden
		b.Meant = g.linker.meantBy(t.url)
	} else {
		b.Link = g.linker.link("/open", t.url)
	}
	g.render(w, "handle", p)
}

// unhandled returns why the gateway does not open a URL from another site or program, or
// "".
func (g *Gateway) unhandled(u earl.URL) string {
	switch {
	case isElsewhere(u):
		return fileElsewhere(u)
	case u.Designates() == earl.LocalFile:
		return "It is a file on this computer. To open a file, type its URL into the address bar."
	case u.Designates() == earl.Message:
		return "It is a message in your mail. To open a message, type its URL into the address bar."
	case !g.linker.opens(u):
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
	Port    string // the port, or "" if it is handlerPort
}

// handlers shows buttons that register the gateway as a handler in the browser. Browsers
// accept only a handler with the origin of the page, so the page is at the first of
// Options.Hosts, where there is no cookie. It shows nothing about the browser session.
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
