package gateway

import (
	"bufio"
	"cmp"
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/gateway/internal/access"
	"github.com/earl-url/earl/gateway/internal/fetch"
	"github.com/earl-url/earl/gateway/internal/rewrite"
	"github.com/earl-url/earl/gateway/internal/visit"
	"github.com/earl-url/earl/open"
)

// sandbox serves the document of a sandbox path.
func (g *Gateway) sandbox(w http.ResponseWriter, r *http.Request) {
	if !g.rewriter.HasKey(r) {
		access.Refuse(w, http.StatusForbidden, "This path has no key of this sitting.")
		return
	}
	u, ok := g.rewriter.SandboxURL(r)
	if !ok {
		access.Refuse(w, http.StatusBadRequest, "This path holds no URL.")
		return
	}
	g.stream(w, r, target{url: u}, g.frameVisit(u), false)
}

// file serves a document at an address of ours.
func (g *Gateway) file(w http.ResponseWriter, r *http.Request) {
	if t, ok := g.target(w, r); ok {
		g.stream(w, r, t, g.visited(r, t), r.FormValue("download") != "")
	}
}

// stream serves a document as it is, or the part of it that is asked for: in a
// sandbox, or to be saved. It comes from the visit v if that has it. Memory does not
// grow with it.
func (g *Gateway) stream(w http.ResponseWriter, r *http.Request, t target, v *visit.Visit, download bool) {
	q := g.request(t)
	q.URL = q.URL.WithoutFragment()
	q.Offset, q.End = fetch.Range(r)
	doc, closeDoc := g.documentOf(w, r, t, v, q)
	if doc == nil {
		return
	}
	defer closeDoc()
	status, ok := fetch.SetHeader(w.Header(), q, &doc.Meta)
	if !ok {
		access.Refuse(w, status, "The object has no such octets.")
		return
	}
	body := bufio.NewReaderSize(doc.Body, 32<<10)
	var err error
	var peek []byte
	if q.Offset == 0 {
		peek, _ = body.Peek(fetch.PeekLen) // what went wrong comes again
	}
	g.typeOf(w.Header(), t.led(doc), &doc.Meta, peek, download)
	d, rewritten := g.rewritten(r, t, doc.URL), false
	d.Type = doc.Type
	if media, _ := fetch.MediaType(&doc.Meta, peek); !download && q.Offset == 0 && q.End == 0 {
		d.Sheet = media == "text/css"
		rewritten = d.Sheet || fetch.Kind(media, peek) == "html"
	}
	if rewritten { // its length is not known yet
		w.Header().Del("Content-Length")
		w.Header().Del("Accept-Ranges")
	}
	w.WriteHeader(status)
	switch {
	case r.Method == http.MethodHead:
		return
	case rewritten:
		err = g.rewriter.Copy(g.fetch.Writer(w), body, d)
	default:
		_, err = io.Copy(g.fetch.Writer(w), body)
	}
	if err != nil {
		panic(http.ErrAbortHandler) // so that nobody takes a part for the whole
	}
}

// documentOf returns the document that q requests: from the visit v, or from its server.
// The caller closes it. If it returns nil, it has answered.
func (g *Gateway) documentOf(w http.ResponseWriter, r *http.Request, t target, v *visit.Visit, q *open.Request) (doc *open.Document, closeDoc func()) {
	if doc := g.keptDocument(r, v, t, q); doc != nil {
		return doc, func() { doc.Body.Close() }
	}
	release := g.fetch.Acquire(w, r, t.url)
	if release == nil {
		return nil, nil
	}
	doc, err := g.fetch.Document(r.Context(), q)
	if err != nil {
		release()
		status, f := explainError(err)
		access.Refuse(w, status, f.What+" "+f.Said)
		return nil, nil
	}
	return doc, func() {
		doc.Body.Close()
		release()
	}
}

// rewritten describes the document at u, which r asks for and which is about t, for
// the rewriting of its references.
func (g *Gateway) rewritten(r *http.Request, t target, u earl.URL) rewrite.Document {
	if t.secret { // u has answers that no page may show
		u = earl.URL{}
	}
	return rewrite.Document{URL: u, Shown: t.shown(), InPlace: strings.HasPrefix(r.URL.Path, rewrite.SandboxPrefix) && u == t.url}
}

// typeOf sets the media type, and what a browser may do with the document, which
// begins with peek. What it would run, or guess at, is saved.
func (g *Gateway) typeOf(h http.Header, t target, m *open.Meta, peek []byte, download bool) {
	media, params := fetch.MediaType(m, peek)
	policy, own := g.rewriter.SandboxPolicy(t.url)
	if own {
		h.Set("Cross-Origin-Resource-Policy", "cross-origin") // of a document without an origin, to itself
	}
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Frame-Options", "SAMEORIGIN")
	as := fetch.Kind(media, peek)
	if as == "pdf" {
		h.Set("Content-Security-Policy", rewrite.PDFPolicy)
	}
	if as == "text" && media != "text/css" {
		media = "text/plain"
	}
	if download || as == "file" && !strings.HasPrefix(media, "font/") || as == "message" {
		h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": fileName(t.shown())}))
		media, params = "application/octet-stream", nil
	}
	if charset := params["charset"]; charset != "" {
		params = map[string]string{"charset": charset}
	} else {
		params = nil
	}
	h.Set("Content-Type", mime.FormatMediaType(media, params))
}

// fileName returns a name to save u under: one part of a path, of characters
// that no system takes for others.
func fileName(u earl.URL) string { return fetch.SafeName(cmp.Or(nameOf(u), u.Scheme())) }
