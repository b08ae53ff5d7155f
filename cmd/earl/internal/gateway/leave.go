package gateway

import (
	"cmp"
	"errors"
	"net/http"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/rewrite"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/sanitize"
	"github.com/earl-url/earl/internal/guess"
)

// leaveBody is what a leave page shows: the page between a link to another server and its
// target.
type leaveBody struct {
	Scheme, Host string
	Pieces       []piece
	Cautions     []string
	Link         string
}

// fromDocument responds to a link or a form of a document in its sandbox with a page that
// opens path, which needs the cookie. It serves only requests that replace the whole page.
// The address on a page of the gateway then always matches the document in its frame.
func (g *Gateway) fromDocument(w http.ResponseWriter, r *http.Request, path string) {
	switch r.Header.Get("Sec-Fetch-Dest") {
	case "document":
		g.bounce(w, path)
	case "": // the browser does not send the field
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
	if err != nil { // cannot happen: the gateway signs only URLs
		g.deny(w, r, http.StatusBadRequest, "This path contains no URL.")
		return
	}
	g.fromDocument(w, r, g.linker.link("/open", u))
}

// submit opens the URL that a form requests. If the URL is of another server than the
// document, the user must confirm it first.
func (g *Gateway) submit(w http.ResponseWriter, r *http.Request) {
	if !g.rewriter.HasKey(r) {
		g.deny(w, r, http.StatusForbidden, "This path has no key of this session.")
		return
	}
	u, same, err := g.rewriter.SubmitURL(r)
	switch {
	case err != nil:
		g.deny(w, r, http.StatusBadRequest, "The form does not request a valid URL.")
	case same:
		g.fromDocument(w, r, g.linker.link("/open", u))
	default:
		g.fromDocument(w, r, g.linker.link("/leave", u))
	}
}

// leaveLink responds to a link to another server. A document that is not HTML cannot
// replace the whole page, so leaveLink shows the leave page in its frame.
func (g *Gateway) leaveLink(w http.ResponseWriter, r *http.Request) {
	if !g.rewriter.HasKey(r) {
		g.deny(w, r, http.StatusForbidden, "This path has no key of this session.")
		return
	}
	u, err := rewrite.LinkURL(r)
	if err != nil { // cannot happen: the gateway signs only URLs
		g.deny(w, r, http.StatusBadRequest, "This path contains no URL.")
		return
	}
	if r.Header.Get("Sec-Fetch-Dest") == "iframe" {
		g.leavePage(w, u, true)
		return
	}
	g.fromDocument(w, r, g.linker.link("/leave", u))
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

// leavePage shows the URL of a link, and a link that opens the URL instead of the whole
// page. It opens no URL and looks up no name.
func (g *Gateway) leavePage(w http.ResponseWriter, u earl.URL, framed bool) {
	host, _ := u.Host()
	g.render(w, "leave", page{Title: "This link leaves the page", Framed: framed, Body: leaveBody{
		Scheme: u.Scheme(), Host: sanitize.Line(host), Pieces: pieces(u), Cautions: cautionTexts(u), Link: g.linker.link("/open", u),
	}})
}

// deadLink responds to a link that the gateway does not open.
func (g *Gateway) deadLink(w http.ResponseWriter, r *http.Request) {
	if !g.rewriter.HasKey(r) {
		g.deny(w, r, http.StatusForbidden, "This path has no key of this session.")
		return
	}
	g.fromDocument(w, r, "/dead?"+queryText(rewrite.DeadText(r)))
}

// deadBody is what the page of a link that is not opened shows.
type deadBody struct {
	Text    string
	Why     string
	Do      string
	Explain string // the page that explains the text, or ""
	Meant   []step // the URLs that the page probably means
}

// dead shows why the gateway does not open a link of a document. Source: rfc1738 3.10, 6.
func (g *Gateway) dead(w http.ResponseWriter, r *http.Request) {
	text := askedText(r)
	if text == "" {
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return
	}
	b := deadBody{Text: sanitize.Line(earl.HidePassword(text))}
	u, err := earl.RFC3986.Parse(text)
	if w, failed := earl.WHATWG.Parse(text); err != nil && failed == nil && w.Designates() == earl.Content {
		u, err = w, nil
	}
	switch scheme := strings.ToLower(u.Scheme()); {
	case err != nil && !strings.Contains(text, ":"):
		b.Why = "This link is relative, and the page that contains it has no URL to start from."
	case err != nil && !strings.HasPrefix(strings.ToLower(text), "javascript:"):
		b.Why, b.Do, b.Explain = "This link is not a URL.", "Its explanation shows what is wrong with it.", "/explain?"+g.linker.textQuery(text)
	case err != nil || scheme == "javascript" || scheme == "vbscript":
		b.Why, b.Do = "This link runs a script of the page. No script of a page runs here.", "The page may have another link to the same target."
	case u.Designates() == earl.Content:
		b.Why, b.Do = "This link contains content that the page wrote itself. No page opens such a link.", "If you want to see the content, copy the URL from the text of the page into the address bar."
	case scheme == "blob" || scheme == "about":
		b.Why = "This link shows content of the page itself, which only its own site can open."
	case u.Designates() == earl.LocalFile && isElsewhere(u):
		b.Why = fileElsewhere(u)
		b.Meant = g.linker.meantBy(u)
	case u.Designates() == earl.LocalFile:
		b.Why, b.Do = "This is a link to a file on this computer. Pages of other computers cannot open files here.", "If you want to open the file, type its URL into the address bar."
	case u.Designates() == earl.Message:
		b.Why, b.Do, b.Explain = "This is a link to a message in your mail, or to a part of a message. Pages of other computers cannot open messages.", "If you have the message, open it yourself: its page has its parts.", g.linker.link("/explain", u)
	case !g.linker.opens(u):
		b.Why, b.Explain = cmp.Or(g.linker.unknown(u), "This gateway does not open "+u.Scheme()+" URLs."), g.linker.link("/explain", u)
		if s, known := u.Edition().Scheme(scheme); !known || s.Example != "" { // else nothing opens it, and Why has the reason
			b.Do = "Another program may open it: copy the URL and open it there."
		}
		if b.Meant = g.linker.meantBy(u); len(b.Meant) > 0 {
			b.Do = ""
		}
	default:
		b.Why, b.Do, b.Explain = "This link contains answers to a form, which a page must not send in your name.", "If you want to send them, copy the URL into the address bar.", g.linker.link("/explain", u)
	}
	if strings.Contains(text, earl.Hidden) { // it is not the text of the link
		b.Explain, b.Meant = "", nil
	}
	g.render(w, "dead", page{Title: "This link does not open", Body: b})
}

// isElsewhere reports whether a file URL has the host of another machine. Source: rfc1738 3.10.
func isElsewhere(u earl.URL) bool {
	host, _ := u.Host()
	return u.Scheme() == "file" && host != "" && !strings.EqualFold(host, "localhost")
}

// fileElsewhere returns a sentence about a file URL with the host of another machine.
func fileElsewhere(u earl.URL) string {
	host, _ := u.Host()
	return "This is a link to a file of the computer " + sanitize.Line(host) + ", and a file URL does not say how to fetch it."
}

// meantBy returns steps to the URLs that a page or a program means by a URL that the gateway
// does not open. Each opens after the user has confirmed it.
func (lk *linker) meantBy(u earl.URL) []step {
	meant, ok := guess.Correct(u.String())
	if inner, err := unprefixed(u.String()); err == nil {
		meant, ok = inner, true
	}
	if !ok || !lk.opens(meant) || meant.Designates() == earl.LocalFile || meant.Designates() == earl.Message {
		return nil
	}
	meant = meant.WithoutPassword()
	return []step{{ID: "meant", Name: "Did you mean", URL: meant.Redacted(), Link: lk.link("/leave", meant)}}
}

// unprefixed returns the URL after the prefix "URL:" of a text. Source: rfc1738 appendix.
func unprefixed(text string) (earl.URL, error) {
	const prefix = "url:"
	if len(text) < len(prefix) || !strings.EqualFold(text[:len(prefix)], prefix) {
		return earl.URL{}, errNoPrefix
	}
	return earl.RFC3986.Parse(text[len(prefix):])
}

var errNoPrefix = errors.New(`the text has no prefix "URL:"`)
