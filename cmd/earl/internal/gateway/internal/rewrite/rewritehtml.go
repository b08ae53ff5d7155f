package rewrite

import (
	"bytes"
	"cmp"
	"errors"
	stdhtml "html"
	"io"
	"math"
	"regexp"
	"strings"
	"sync"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/format/html"
)

// maxSearched is how many bytes of a document are held in memory and searched for
// references: more than pages have. Links after them open in the frame.
const maxSearched = 4 << 20

// Document describes a document whose references are rewritten.
type Document struct {
	URL     earl.URL // of the document, or the zero URL if no reference may contain it
	Shown   earl.URL // the URL of the document on pages of the gateway
	InPlace bool     // it is sent at its sandbox path: relative references work unchanged
	Sheet   bool     // it is a style sheet, not HTML
	XML     bool     // it is XHTML or SVG: a leave page is in its frame
	Type    string   // its media type, with parameters
}

// Copy copies a document and rewrites its references. The rest of the document is
// copied unchanged, except that no link can open a window or the whole page.
func (rw *Rewriter) Copy(w io.Writer, page io.Reader, d Document) error {
	return rw.linkRewriter(d).copy(w, page, d.Type)
}

// CopyPart is Copy for a part of a message. part returns the data URL of the part of the
// message that a Content-ID means, or "". The pictures of the document come from it, so
// nothing is loaded for them. Source: rfc2392 2.
func (rw *Rewriter) CopyPart(w io.Writer, page io.Reader, d Document, part func(id earl.Octets) string) error {
	v := rw.linkRewriter(d)
	v.part = part
	return v.copy(w, page, d.Type)
}

// linkRewriter rewrites the references of one document.
type linkRewriter struct {
	url  earl.URL // of the document, or the zero URL
	css  bool     // it is a style sheet
	xml  bool     // it is XML: a second attribute of a name is an error; forms are not rewritten
	root string   // the path that represents its server, or ""
	here bool     // it is sent at its sandbox path

	goTo   func(to earl.URL) (path string, ok bool)
	leave  func(to earl.URL) (path string, ok bool)
	dead   func(text string) (path string)
	submit func(action earl.URL, same bool) (path string, ok bool)
	part   func(id earl.Octets) string // of the message; nil outside of one

	framed    bool       // the document has frames
	closed    string     // why the form around the tag is not sent, or ""
	refreshes []earl.URL // URLs that the document wants to open by itself
}

// linkRewriter returns the linkRewriter of a document.
func (rw *Rewriter) linkRewriter(d Document) *linkRewriter {
	root, _ := rw.rootPath(d.URL)
	return &linkRewriter{
		url: d.URL, css: d.Sheet, xml: d.XML, root: root, here: d.InPlace,
		goTo:   rw.GoPath,
		leave:  func(to earl.URL) (string, bool) { return rw.LeavePath(d.Shown, to) },
		dead:   rw.DeadPath,
		submit: func(action earl.URL, same bool) (string, bool) { return rw.SubmitPath(d.Shown, action, same) },
	}
}

// copy is Copy for a document of a media type.
func (v *linkRewriter) copy(w io.Writer, page io.Reader, media string) error {
	c := copier{w: w}
	v.closed, v.refreshes, v.framed = "", nil, false
	if !v.css && !v.xml {
		c.guard = &tagGuard{w: w}
	}
	var tags []openTag
	closeTags := func(before int64) { // closes the tags that end before an offset
		for ; len(tags) > 0 && tags[0].End <= before; tags = tags[1:] {
			c.tag(v, tags[0])
		}
	}
	o := html.Options{Base: extract.BaseOf(v.url), MediaType: media, Stream: true, Tag: func(t html.Tag) {
		if isRewritten(t.Name) && !t.Nested {
			tags = append(tags, openTag{Tag: t})
		}
	}}
	find := html.URLs
	if v.css {
		find = html.Sheet
	}
	var ended error
	for m, err := range find(io.TeeReader(io.LimitReader(page, maxSearched), &c.held), o) {
		if err != nil && m.Line == 0 { // an error of the reader is the last one
			ended = err
		}
		closeTags(m.Offset)
		switch {
		case err != nil || !m.Kind.IsLink():
		case len(tags) > 0 && tags[0].Start <= m.Offset:
			tags[0].matches = append(tags[0].matches, m)
		default:
			n, to := v.of(&m)
			c.change(m.Offset, m.Text, n, to)
		}
		if c.err != nil {
			return c.err
		}
	}
	closeTags(math.MaxInt64)
	if err := c.rest(page, ended); err != nil || ended != nil {
		return errors.Join(err, ended)
	}
	return v.writeRefreshes(w)
}

// of returns a replacement for the first n bytes of a reference's text. It returns 0 and ""
// for a reference that works unchanged or is broken. A reference to the document's own
// server becomes its path at the gateway. Other references load nothing.
// Source: draft1996 9; rfc3986 5.2.2.
func (v *linkRewriter) of(m *extract.Match) (n int, to string) {
	if id, isPart := extract.ContentID(m.URL); isPart && v.part != nil && !m.Followed {
		return len(m.Text), v.part(id)
	}
	if m.Followed {
		return v.ofFollowed(m)
	}
	if m.Relative && m.Base.From != extract.FromEmbedded {
		switch {
		case m.URL == "" || m.URL[0] == '#' || v.here && m.URL[0] != '/':
			return 0, ""
		case v.root != "" && m.URL[0] == '/' && !strings.HasPrefix(m.URL, "//"): // whatever follows it
			return 0, v.root
		}
	}
	u, ok := resolved(m)
	if !ok {
		return 0, ""
	}
	if v.root != "" && sharesRoot(u, v.url) {
		return v.within(m)
	}
	return 0, ""
}

// ofFollowed is the same as of for a reference that a user follows and that is not in the
// tag of a link. In XML it is a link, which opens a leave page in the frame. In HTML it is
// in a document within the document, and does not open.
func (v *linkRewriter) ofFollowed(m *extract.Match) (n int, to string) {
	if !v.xml || m.Relative && (m.URL == "" || m.URL[0] == '#') {
		return 0, ""
	}
	if u, ok := resolved(m); ok {
		if to, ok := v.leave(u); ok {
			return len(m.Text), to
		}
	}
	return 0, ""
}

// within is the same as of for a reference to the document's own server.
func (v *linkRewriter) within(m *extract.Match) (n int, to string) {
	path := cmp.Or(m.Base.URL.Path(), "/")
	switch {
	case strings.HasPrefix(m.URL, "//") || !m.Relative:
		n := len(serverText().FindString(m.Text))
		rest := m.Text[n:]
		switch {
		case n == 0 || rest != "" && !strings.Contains("/?#", rest[:1]):
			return 0, ""
		case strings.HasPrefix(rest, "/"):
			return n, v.root
		}
		return n, v.root + "/"
	case m.URL == "" || m.URL[0] == '#':
		if query, ok := m.Base.URL.Query(); ok {
			path += "?" + query
		}
	case m.URL[0] == '/':
		path = ""
	case m.URL[0] != '?':
		path = path[:strings.LastIndexByte(path, '/')+1]
	}
	if strings.ContainsAny(path, meaningful) {
		return 0, ""
	}
	return 0, v.root + path
}

// serverText matches the scheme and server of a reference without escapes.
var serverText = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[A-Za-z][A-Za-z0-9+.-]*:)?//[^/?#&\\]*`)
})

// resolved returns the URL of a reference. If the reference is not valid in rfc3986, it
// returns the URL that browsers read. Source: SPEC E5.
func resolved(m *extract.Match) (earl.URL, bool) {
	u, err := m.Base.Resolve(nil, m.URL)
	if err == nil {
		return u, true
	}
	if m.Relative && m.Base.From != extract.NoBase {
		u, err = inEscapes(earl.WHATWG.Resolve(m.Base.URL, m.URL))
	} else {
		u, err = inEscapes(earl.WHATWG.Parse(m.URL))
	}
	return u, err == nil
}

// ParseSent parses a URL that a browser or another program sent. Such programs do not
// escape some characters that must be escaped. The error is that of rfc3986.
func ParseSent(text string) (earl.URL, error) {
	u, err := earl.RFC3986.Parse(text)
	if err != nil {
		if sent, sentErr := inEscapes(earl.WHATWG.Parse(text)); sentErr == nil {
			return sent, nil
		}
	}
	return u, err
}

// inEscapes returns the URL of rfc3986 with the parts of u, which browsers accept:
// they do not escape some characters that must be escaped, such as "|" and "[".
func inEscapes(u earl.URL, err error) (earl.URL, error) {
	if err != nil {
		return u, err
	}
	return earl.RFC3986.Compose(u.Parts())
}

// sharesRoot reports whether two URLs have the same server and user.
func sharesRoot(u, v earl.URL) bool {
	a, _ := u.Host()
	b, _ := v.Host()
	p, _ := u.PortNumber()
	q, _ := v.PortNumber()
	x, hasX := u.User()
	y, hasY := v.User()
	return u.Scheme() == v.Scheme() && strings.EqualFold(a, b) && p == q && x == y && hasX == hasY
}

// copier copies a document and makes changes in it.
type copier struct {
	w     io.Writer
	guard *tagGuard    // the filter before w, or nil
	held  bytes.Buffer // bytes that were read and not yet written
	at    int64        // the offset of held in the document
	err   error        // of w
}

// tag writes everything up to the end of a tag, with the edits of the tag.
func (c *copier) tag(v *linkRewriter, t openTag) {
	start, end := t.Start-c.at, t.End-c.at
	if c.err != nil || start < 0 || end > int64(c.held.Len()) {
		return
	}
	raw := bytes.Clone(c.held.Bytes()[start:end])
	if name := 1 + len(t.Name); len(raw) <= name || !strings.EqualFold(string(raw[:name]), "<"+t.Name) {
		return // the offsets are not those of UTF-8
	}
	for _, e := range v.tag(t, raw) {
		c.edit(e)
	}
}

// change replaces n bytes at an offset by to. It changes nothing if to is "", or if text is
// not at the offset.
func (c *copier) change(at int64, text string, n int, to string) {
	if to != "" && at >= c.at && isAt(c.held.Bytes(), at-c.at, text) {
		c.edit(edit{at, n, asValue(c.held.Bytes()[:at-c.at], text, to)})
	}
}

// edit writes everything before an edit, and the edit.
func (c *copier) edit(e edit) {
	if c.err != nil || e.at < c.at || e.at-c.at+int64(e.n) > int64(c.held.Len()) {
		return
	}
	c.copy(c.held.Next(int(e.at - c.at)))
	if c.guard != nil && c.err == nil {
		c.err = c.guard.Flush()
	}
	if c.err == nil {
		_, c.err = io.WriteString(c.w, e.to)
	}
	c.held.Next(e.n)
	c.at = e.at + int64(e.n)
}

// copy writes a piece of the document.
func (c *copier) copy(b []byte) {
	if c.err == nil {
		_, c.err = c.through().Write(b)
	}
}

// through returns the writer for the document.
func (c *copier) through() io.Writer {
	if c.guard != nil {
		return c.guard
	}
	return c.w
}

// rest writes the held bytes, and the part of the document that was not read. ended is the
// error that ended the reading early, or nil.
func (c *copier) rest(page io.Reader, ended error) error {
	if c.copy(c.held.Next(c.held.Len())); c.err == nil && ended == nil {
		_, c.err = io.Copy(c.through(), page)
	}
	if c.guard != nil && c.err == nil {
		c.err = c.guard.Flush()
	}
	return c.err
}

// writeRefreshes writes links to the URLs that the document wants to open by itself, after
// the end of the document. A browser follows no refresh in a sandbox.
// Source: HTML, shared declarative refresh steps.
func (v *linkRewriter) writeRefreshes(w io.Writer) error {
	for _, u := range v.refreshes {
		var path string
		var ok bool
		if v.reaches(u) {
			path, ok = v.goTo(u)
		} else {
			path, ok = v.leave(u)
		}
		if !ok {
			continue
		}
		text := "<p><a target=_top href=\"" + path + "\">This page wants to open " + stdhtml.EscapeString(u.Redacted()) + "</a></p>\n"
		if _, err := io.WriteString(w, text); err != nil {
			return err
		}
	}
	return nil
}

// isAt reports whether text is at an offset. It returns false for a page in UTF-16, whose
// offsets count characters.
func isAt(b []byte, off int64, text string) bool {
	return off <= int64(len(b)) && bytes.HasPrefix(b[off:], []byte(text))
}

// meaningful are the characters that need an escape somewhere in a page.
const meaningful = "&;'\"()<>, \t\\"
