package gateway

import (
	"bufio"
	"errors"
	"html"
	"html/template"
	"io"
	"net/http"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/gateway/internal/fetch"
	"github.com/earl-url/earl/gateway/internal/sanitize"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/nntp/article"
)

const (
	// maxText is how much of a text a page shows: more than a person reads at one
	// sitting, and little to hold. The rest is a download.
	maxText = 1 << 20
)

// documentBody is what the page of a document shows.
type documentBody struct {
	As       string // "text", "html", "image", "audio", "video", "pdf", "file"
	Text     template.HTML
	Cut      bool   // there is more of the text
	Fault    string // how the text ended, if not at its end
	Source   string // where a browser finds the octets
	Download string
	AsText   string // the page that shows a file as text
	Type     string
	Meta     *open.Meta
}

// document shows a document: text on the page, what browsers show in its place
// there, the rest as a download.
func (g *Gateway) document(w http.ResponseWriter, r *http.Request, t target, doc *open.Document) {
	body := bufio.NewReaderSize(doc.Body, 32<<10)
	peek, _ := body.Peek(fetch.PeekLen) // what went wrong comes again
	media, params := fetch.MediaType(&doc.Meta, peek)
	as := fetch.Kind(media, peek)
	if r.FormValue("as") == "text" {
		as = "text"
	}
	if as == "message" {
		g.message(w, t, doc, body)
		return
	}
	b := documentBody{
		As: as, Type: media, Meta: &doc.Meta,
		Source: g.source(t, as), Download: "/file?" + g.query(t) + "&download=1", AsText: "/open?" + g.query(t) + "&as=text",
	}
	if as == "text" {
		var text string
		text, b.Cut, b.Fault = readText(article.Text(params["charset"], body))
		b.Text = g.linkify(t.url, text)
	}
	p := g.page(t, titleOf(t.shown()), &doc.Meta)
	p.Body, p.Kind, p.Media = b, "document "+as, as != "text" && as != "file"
	p.Status = fetch.Status(&doc.Meta) // a page that says so is still a page
	g.render(w, "document", p)
}

// source returns where a browser finds the octets of t: a document that has
// others beside it at a path that its relative references start from.
func (g *Gateway) source(t target, as string) string {
	if as == "html" && !t.secret {
		if path, ok := g.rewriter.SandboxPath(t.url); ok {
			if v := g.visits.Find(t.visit); v != nil {
				g.visits.Await(v)
			}
			return path
		}
	}
	return "/file?" + g.query(t)
}

// readText returns up to maxText octets of a text, whether there is more, and
// how it ended if something went wrong.
func readText(r io.Reader) (text string, cut bool, fault string) {
	b, err := io.ReadAll(io.LimitReader(r, maxText+1))
	if cut = len(b) > maxText; cut {
		b = b[:maxText]
	}
	switch {
	case errors.Is(err, open.ErrCut):
		fault = "The text was cut short: the connection ended before all of it had come."
	case err != nil:
		fault = "The text ends here: " + sanitize.Line(err.Error())
	}
	return sanitize.Text(strings.ToValidUTF8(string(b), "\uFFFD")), cut, fault
}

// linkify returns a text that from led to for a page, with a link for each URL in
// it that is opened here. Source: SPEC E1, E3.
func (g *Gateway) linkify(from earl.URL, text string) template.HTML {
	var b strings.Builder
	b.Grow(len(text) + len(text)/8)
	done := 0
	for m, err := range extract.Text(strings.NewReader(text), extract.Options{}) {
		if err != nil {
			continue
		}
		u, err := earl.RFC3986.Parse(m.URL)
		if err != nil || m.Relative || !g.leads(from, u) {
			continue
		}
		at := int(m.Offset)
		b.WriteString(html.EscapeString(text[done:at]))
		b.WriteString(`<a href="` + html.EscapeString(g.link("/open", u.WithoutPassword())) + `">`)
		done = at + len(m.Text)
		b.WriteString(html.EscapeString(text[at:done]) + "</a>")
	}
	b.WriteString(html.EscapeString(text[done:]))
	return template.HTML(b.String()) // escaped piece by piece above
}
