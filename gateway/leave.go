package gateway

import (
	"net/http"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/gateway/internal/rewrite"
	"github.com/earl-url/earl/gateway/internal/sanitize"
)

// leaveBody is what a leave page shows.
type leaveBody struct {
	Scheme, Host string
	Pieces       []piece
	Cautions     []string
	Link         string
}

// fromDocument answers the request of a link or a form of a document in its sandbox:
// with a page that opens path, which needs the cookie. It answers only what replaces the
// whole page, so that no page of the gateway says something else than its frame shows.
func (g *Gateway) fromDocument(w http.ResponseWriter, r *http.Request, path string) {
	switch r.Header.Get("Sec-Fetch-Dest") {
	case "document":
		g.bounce(w, path)
	case "": // a browser that does not say it
		g.render(w, "bounce", page{Title: "One more click", Bare: true, Body: path})
	default:
		g.deny(w, r, http.StatusForbidden, "This page is not shown in a frame.")
	}
}

// follow opens a URL of the document's own server. Source: rfc1738 4; SPEC C3.
func (g *Gateway) follow(w http.ResponseWriter, r *http.Request) {
	if !g.rewriter.HasKey(r) {
		g.deny(w, r, http.StatusForbidden, "This path has no key of this session.")
		return
	}
	u, err := rewrite.LinkURL(r)
	if err != nil { // the gateway does not sign it
		g.deny(w, r, http.StatusBadRequest, "This path contains no URL.")
		return
	}
	g.fromDocument(w, r, g.link("/open", u))
}

// submit opens the URL that a form requests: at once if it is one of the document's own
// server, else after the user has confirmed it.
func (g *Gateway) submit(w http.ResponseWriter, r *http.Request) {
	if !g.rewriter.HasKey(r) {
		g.deny(w, r, http.StatusForbidden, "This path has no key of this session.")
		return
	}
	u, same, err := g.rewriter.SubmitURL(r)
	switch {
	case err != nil:
		g.deny(w, r, http.StatusBadRequest, "What the form requests is not a URL.")
	case same:
		g.fromDocument(w, r, g.link("/open", u))
	default:
		g.fromDocument(w, r, g.link("/leave", u))
	}
}

// leaveLink answers a link to another server. In the frame of a document that is not
// HTML, which cannot open another page, it shows the leave page.
func (g *Gateway) leaveLink(w http.ResponseWriter, r *http.Request) {
	if !g.rewriter.HasKey(r) {
		g.deny(w, r, http.StatusForbidden, "This path has no key of this session.")
		return
	}
	u, err := rewrite.LinkURL(r)
	if err != nil { // the gateway does not sign it
		g.deny(w, r, http.StatusBadRequest, "This path contains no URL.")
		return
	}
	if r.Header.Get("Sec-Fetch-Dest") == "iframe" {
		g.leavePage(w, u, true)
		return
	}
	g.fromDocument(w, r, g.link("/leave", u))
}

// leave shows the leave page of a URL.
func (g *Gateway) leave(w http.ResponseWriter, r *http.Request) {
	t, text, ok := g.parse(r)
	if text == "" {
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return
	}
	if !ok {
		g.explainText(w, r, text, http.StatusBadRequest)
		return
	}
	g.leavePage(w, t.url.WithoutPassword(), false)
}

// leavePage shows the URL of a link, with a link that opens it instead of the whole
// page. It opens nothing and looks nothing up.
func (g *Gateway) leavePage(w http.ResponseWriter, u earl.URL, framed bool) {
	host, _ := u.Host()
	g.render(w, "leave", page{Title: "This link leaves the page", Framed: framed, Body: leaveBody{
		Scheme: u.Scheme(), Host: sanitize.Line(host), Pieces: pieces(u), Cautions: cautionTexts(u), Link: g.link("/open", u),
	}})
}

// deadLink answers a link that the gateway does not open.
func (g *Gateway) deadLink(w http.ResponseWriter, r *http.Request) {
	if !g.rewriter.HasKey(r) {
		g.deny(w, r, http.StatusForbidden, "This path has no key of this session.")
		return
	}
	g.fromDocument(w, r, "/dead?"+g.queryText(rewrite.DeadText(r)))
}

// deadBody is what the page of a link that is not opened shows.
type deadBody struct {
	Text    string
	Why     string
	Do      string
	Explain string // the page that explains the text, or ""
}

// dead says why a link of a document is not opened. Source: rfc1738 3.10, 6.
func (g *Gateway) dead(w http.ResponseWriter, r *http.Request) {
	text := askedText(r)
	if text == "" {
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return
	}
	b := deadBody{Text: sanitize.Line(earl.Redact(text))}
	u, err := earl.RFC3986.Parse(text)
	switch scheme := strings.ToLower(u.Scheme()); {
	case err != nil && !strings.Contains(text, ":"):
		b.Why = "This link is relative, and the page that contains it has no URL to start from."
	case err != nil && !strings.HasPrefix(strings.ToLower(text), "javascript:"):
		b.Why, b.Do, b.Explain = "This link is not a URL.", "Its explanation shows what is wrong with it.", "/explain?"+g.queryText(text)
	case err != nil || scheme == "javascript" || scheme == "vbscript":
		b.Why, b.Do = "This link runs a script of the page. No script of a page runs here.", "The page may have another link to the same place."
	case scheme == "data" || scheme == "blob" || scheme == "about":
		b.Why = "This link shows content of the page itself, which only its own site can open."
	case u.Designates() == earl.LocalFile:
		b.Why, b.Do = "This is a link to a file on this computer. Pages of other computers cannot open files here.", "If you want to open the file, type its URL into the address bar."
	case !g.opens(u):
		b.Why, b.Do, b.Explain = "earl cannot open "+u.Scheme()+" URLs.", "Another program may open it: copy the URL.", g.link("/explain", u)
	default:
		b.Why, b.Do, b.Explain = "This link contains answers to a form, which a page must not send in your name.", "If you want to send them, copy the URL into the address bar.", g.link("/explain", u)
	}
	g.render(w, "dead", page{Title: "This link does not open", Body: b})
}
