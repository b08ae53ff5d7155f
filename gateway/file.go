package gateway

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/gateway/internal/access"
	"github.com/earl-url/earl/gateway/internal/rewrite"
	"github.com/earl-url/earl/gateway/internal/sanitize"
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
	g.stream(w, r, target{url: u}, false)
}

// file serves a document at an address of ours.
func (g *Gateway) file(w http.ResponseWriter, r *http.Request) {
	if t, ok := g.target(w, r); ok {
		g.stream(w, r, t, r.FormValue("download") != "")
	}
}

// stream serves a document as it is, or the part of it that is asked for: in a
// sandbox, or to be saved. Memory does not grow with it.
func (g *Gateway) stream(w http.ResponseWriter, r *http.Request, t target, download bool) {
	release := g.acquire(w, r, t.url)
	if release == nil {
		return
	}
	defer release()
	q := g.request(t)
	q.URL = q.URL.WithoutFragment()
	q.Offset, q.End = rangeOf(r)
	doc, err := g.retrieve(r, q)
	if err != nil {
		status, f := explainError(err)
		access.Refuse(w, status, f.What+" "+f.Said)
		return
	}
	defer doc.Body.Close()
	status, ok := describe(w.Header(), q, &doc.Meta)
	if !ok {
		access.Refuse(w, status, "The object has no such octets.")
		return
	}
	body := bufio.NewReaderSize(doc.Body, 32<<10)
	var peek []byte
	if q.Offset == 0 {
		peek, _ = body.Peek(peekLen) // what went wrong comes again
	}
	g.typeOf(w.Header(), t.led(doc), &doc.Meta, peek, download)
	d, rewritten := g.rewritten(r, t, doc.URL), false
	d.Type = doc.Type
	if media, _ := mediaOf(&doc.Meta, peek); !download && q.Offset == 0 && q.End == 0 {
		d.Sheet = media == "text/css"
		rewritten = d.Sheet || kindOf(media, peek) == "html"
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
		err = g.rewriter.Copy(g.deadlineWriter(w), body, d)
	default:
		_, err = io.Copy(g.deadlineWriter(w), body)
	}
	if err != nil {
		panic(http.ErrAbortHandler) // so that nobody takes a part for the whole
	}
}

// rewritten describes the document at u, which r asks for and which is about t, for
// the rewriting of its references.
func (g *Gateway) rewritten(r *http.Request, t target, u earl.URL) rewrite.Document {
	if t.kept != "" { // u has answers that no page may show
		u = earl.URL{}
	}
	return rewrite.Document{URL: u, Shown: t.shown(), InPlace: strings.HasPrefix(r.URL.Path, rewrite.SandboxPrefix) && u == t.url}
}

// retrieve opens what must be a document.
func (g *Gateway) retrieve(r *http.Request, q *open.Request) (*open.Document, error) {
	if q.URL.Designates() == earl.Service { // which connects for a button alone
		return nil, errors.New("a service is no file")
	}
	res, err := g.client.FollowRequest(r.Context(), q)
	if err != nil {
		return nil, err
	}
	switch res := res.(type) {
	case *open.Document:
		decodeGzip(res)
		return g.sized(r, q, res)
	case *open.Listing:
		res.Close()
	case *open.Session:
		res.Conn.Close()
	}
	return nil, fmt.Errorf("the result is not a file (%s): open it from the address bar", open.MetaOf(res).Kind)
}

// sized returns doc, which q asked for, or all of the object where doc is a part of
// one whose size is not known: Content-Range must say of how many octets.
// Source: rfc9110 14.4.
func (g *Gateway) sized(r *http.Request, q *open.Request, doc *open.Document) (*open.Document, error) {
	if q.Offset == 0 && q.End == 0 || doc.Size >= 0 {
		return doc, nil
	}
	doc.Body.Close()
	q.Offset, q.End = 0, 0
	return g.retrieve(r, q)
}

// describe sets the fields of a document, or of a part, and returns the status.
// It is false for a part that does not exist.
func describe(h http.Header, q *open.Request, m *open.Meta) (status int, ok bool) {
	if !m.Time.IsZero() {
		h.Set("Last-Modified", m.Time.UTC().Format(http.TimeFormat))
	}
	if status = statusOf(m); status != http.StatusOK {
		return status, true
	}
	if q.Offset == 0 && q.End == 0 {
		if m.Size >= 0 {
			h.Set("Content-Length", strconv.FormatInt(m.Size, 10))
			h.Set("Accept-Ranges", "bytes")
		}
		return http.StatusOK, true
	}
	if q.Offset >= m.Size {
		h.Set("Content-Range", fmt.Sprintf("bytes */%d", m.Size))
		return http.StatusRequestedRangeNotSatisfiable, false
	}
	end := m.Size
	if q.End > 0 {
		end = min(end, q.End)
	}
	h.Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", q.Offset, end-1, m.Size))
	h.Set("Content-Length", strconv.FormatInt(end-q.Offset, 10))
	return http.StatusPartialContent, true
}

// rangeOf returns the octets that the Range field of a request asks for, 0 and 0 if it
// is none that is answered: one range that begins at an octet, asked for by GET, on no
// condition, for nothing here tells whether the object is the same as before.
// Source: rfc9110 13.1.5, 14.2.
func rangeOf(r *http.Request) (offset, end int64) {
	if r.Method != http.MethodGet || r.Header.Get("If-Range") != "" {
		return 0, 0
	}
	spec, ok := strings.CutPrefix(r.Header.Get("Range"), "bytes=")
	first, last, dash := strings.Cut(spec, "-")
	a, err := strconv.ParseUint(first, 10, 62)
	if !ok || !dash || err != nil {
		return 0, 0
	}
	z, err := strconv.ParseUint(last, 10, 62)
	switch {
	case last == "":
		return int64(a), 0
	case err != nil || z < a:
		return 0, 0
	}
	return int64(a), int64(z) + 1
}

// typeOf sets the media type, and what a browser may do with the document, which
// begins with peek. What it would run, or guess at, is saved.
func (g *Gateway) typeOf(h http.Header, t target, m *open.Meta, peek []byte, download bool) {
	media, params := mediaOf(m, peek)
	policy, own := g.rewriter.SandboxPolicy(t.url)
	if own {
		h.Set("Cross-Origin-Resource-Policy", "cross-origin") // of a document without an origin, to itself
	}
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Frame-Options", "SAMEORIGIN")
	as := kindOf(media, peek)
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
func fileName(u earl.URL) string { return safeName(cmp.Or(nameOf(u), u.Scheme())) }

// safeName makes a file's name of what a server calls it.
func safeName(name string) string {
	name = strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\<>:"|?*%`, r) || r < ' ' || r == 0x7F {
			return '_'
		}
		return r
	}, sanitize.Line(name))
	name = strings.TrimLeft(strings.TrimRight(sanitize.Truncate(name, 120), ". "), ". ")
	if name == "" {
		return "document"
	}
	return name
}
