package gateway

import (
	"bufio"
	"cmp"
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/access"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/fetch"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/rewrite"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/visit"
	"github.com/earl-url/earl/open"
)

// isTopLevel reports whether a request is for a whole page, and not for a part of one,
// such as the document in a frame. It returns false if the browser does not send
// Sec-Fetch-Dest.
// Source: Fetch Metadata Request Headers 2.1.
func isTopLevel(r *http.Request) bool { return r.Header.Get("Sec-Fetch-Dest") == "document" }

// sandbox serves the document of a sandbox path. If the browser requests the path as a
// whole page, sandbox opens the page of the gateway that shows the document.
func (g *Gateway) sandbox(w http.ResponseWriter, r *http.Request) {
	if !g.rewriter.HasKey(r) {
		g.deny(w, r, http.StatusForbidden, "This path has no key of this session.")
		return
	}
	u, ok := g.rewriter.SandboxURL(r)
	if !ok {
		g.deny(w, r, http.StatusBadRequest, "This path contains no URL.")
		return
	}
	if isTopLevel(r) { // such as a tab that the user opened from the frame
		g.bounce(w, g.linker.link("/open", u))
		return
	}
	g.stream(w, r, target{url: u}, g.frameVisit(u), false)
}

// file serves the bytes of a document.
func (g *Gateway) file(w http.ResponseWriter, r *http.Request) {
	t, ok := g.target(w, r)
	switch download := r.FormValue("download") != ""; {
	case !ok:
	case !download && isTopLevel(r):
		http.Redirect(w, r, "/open?"+g.linker.query(t), http.StatusSeeOther)
	default:
		g.stream(w, r, t, g.visited(r, t), download)
	}
}

// stream serves a document, or the part of it that the client requests, for a sandbox or
// to be saved. It takes the document from the visit v if v keeps it. It does not hold the
// document in memory.
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
		access.Refuse(w, status, "The object does not have these bytes.")
		return
	}
	body := bufio.NewReaderSize(doc.Body, 32<<10)
	var err error
	var peek []byte
	if q.Offset == 0 {
		peek, _ = body.Peek(fetch.PeekLen) // a later read returns the error again
	}
	d, rewritten := rewritten(r, t, doc.URL), false
	d.Type = doc.Type
	media, _ := fetch.MediaType(&doc.Meta, peek)
	if !download && q.Offset == 0 && q.End == 0 {
		d.Sheet, d.XML = media == "text/css", media != "text/html"
		rewritten = d.Sheet || fetch.Kind(media, peek) == "html"
	}
	g.typeOf(w.Header(), t.led(doc), &doc.Meta, typeUse{host: r.Host, peek: peek, download: download, links: rewritten && !d.XML})
	var content io.Reader = body
	if rewritten { // its length is not known yet
		w.Header().Del("Content-Length")
		w.Header().Del("Accept-Ranges")
		content = utf8Content(w.Header(), body, &d)
	}
	w.WriteHeader(status)
	switch {
	case r.Method == http.MethodHead:
		return
	case rewritten:
		err = g.rewriter.CopyPart(g.fetch.Writer(w), content, d, g.partsOf(r.Context(), doc.URL))
	default:
		_, err = io.Copy(g.fetch.Writer(w), body)
	}
	if err != nil {
		fetch.Abort(w)
	}
}

// documentOf returns the document that q requests: from the visit v, or from its server.
// The caller closes it. If it returns nil, it has sent a response.
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
		g.deny(w, r, status, f.What+" "+f.Said)
		return nil, nil
	}
	return doc, func() {
		doc.Body.Close()
		release()
	}
}

// rewritten returns the rewrite.Document of the document at u, which r requests and which
// a page about t shows.
func rewritten(r *http.Request, t target, u earl.URL) rewrite.Document {
	if t.secret { // u contains answers that no page may show
		u = earl.URL{}
	}
	return rewrite.Document{URL: u, Shown: t.shown(), InPlace: strings.HasPrefix(r.URL.Path, rewrite.SandboxPrefix) && u == t.url}
}

// utf8Content returns the content of an HTML document. If the rewriter must convert it to
// UTF-8, utf8Content sets the new media type in h and d.
func utf8Content(h http.Header, body *bufio.Reader, d *rewrite.Document) io.Reader {
	if d.Sheet || d.XML {
		return body
	}
	content, changed := rewrite.UTF8(body, d.Type)
	if changed {
		d.Type = "text/html; charset=utf-8"
		h.Set("Content-Type", d.Type)
	}
	return content
}

// typeUse is what typeOf knows about the use of a document.
type typeUse struct {
	host     string // of the request, with its port
	peek     []byte // the first bytes of the document
	download bool   // the user saves it
	links    bool   // it is HTML, and its references are rewritten
}

// typeOf sets the media type of a document and the policy for browsers. A browser saves a
// document whose type it would run or guess.
func (g *Gateway) typeOf(h http.Header, t target, m *open.Meta, use typeUse) {
	peek, download := use.peek, use.download
	media, params := fetch.MediaType(m, peek)
	policy, own := g.rewriter.SandboxPolicy(use.host, t.url, use.links)
	if own {
		h.Set("Cross-Origin-Resource-Policy", "cross-origin") // the document has no origin, but loads from its own server
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
		h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": saveName(t.shown(), media)}))
		media, params = "application/octet-stream", nil
	}
	if charset := params["charset"]; charset != "" {
		params = map[string]string{"charset": charset}
	} else {
		params = nil
	}
	h.Set("Content-Type", mime.FormatMediaType(media, params))
}

// fileName returns a name to save u under: one part of a path, without characters that
// are special on any system.
func fileName(u earl.URL) string { return fetch.SafeName(cmp.Or(nameOf(u), u.Scheme())) }

// extensions are endings that systems know, for the names of documents whose URLs
// usually have none: the id of a message, the directory of a page.
var extensions = map[string]string{"message/rfc822": ".eml", "message/news": ".eml", "text/gemini": ".gmi"}

// saveName returns the name for saving the document of a media type at u.
func saveName(u earl.URL, media string) string {
	name, extension := fileName(u), extensions[media]
	if extension == "" || strings.HasSuffix(strings.ToLower(name), extension) || media == "text/gemini" && strings.Contains(name, ".") {
		return name
	}
	return name + extension
}
