package rewrite

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"regexp"
	"strings"
	"sync"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/base"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/extract/html"
)

// maxSearched is how much of a document is searched for references, in bytes, and
// held in memory for that: more than pages have. The rest is copied unchanged.
const maxSearched = 4 << 20

// Document describes a document whose references are rewritten.
type Document struct {
	URL     earl.URL // of the document. The zero URL: no reference may contain it
	Shown   earl.URL // the URL of the document on pages of the gateway
	InPlace bool     // it is sent at its sandbox path: relative references work unchanged
	Sheet   bool     // it is a style sheet, not HTML
	Type    string   // its media type, with parameters
}

// Copy copies a document and rewrites references that a browser would resolve
// wrongly: to the root of the gateway, to other servers, or into a window, which a
// sandbox does not have. The rest of the document is copied unchanged.
func (rw *Rewriter) Copy(w io.Writer, page io.Reader, d Document) error {
	return rw.linkRewriter(d).copy(w, page, d.Type)
}

// linkRewriter rewrites the references of one document.
type linkRewriter struct {
	url   earl.URL // of the document, or the zero URL
	css   bool     // it is a style sheet
	root  string   // the path that represents its server, or ""
	here  bool     // it is sent at its sandbox path
	leave func(to earl.URL) (path string, ok bool)
}

// linkRewriter returns the linkRewriter of a document.
func (rw *Rewriter) linkRewriter(d Document) linkRewriter {
	root, _ := rw.rootPath(d.URL)
	return linkRewriter{
		url: d.URL, css: d.Sheet, root: root, here: d.InPlace,
		leave: func(to earl.URL) (string, bool) { return rw.LeavePath(d.Shown, to) },
	}
}

// copy is Copy for a document of a media type.
func (v linkRewriter) copy(w io.Writer, page io.Reader, media string) error {
	c := copier{w: w}
	var windows []window
	o := html.Options{Base: base.Of(v.url), MediaType: media, Target: func(at int64, text string) {
		windows = append(windows, window{at, text})
	}}
	find := html.URLs
	if v.css {
		find = html.Sheet
	}
	var ended error
	for m, err := range find(io.TeeReader(io.LimitReader(page, maxSearched), &c.held), o) {
		for ; len(windows) > 0 && windows[0].at < m.Offset; windows = windows[1:] {
			c.toSelf(windows[0])
		}
		if err != nil && m.Line == 0 { // of the reader, and the last one
			ended = err
		}
		if err == nil && m.Kind == extract.Attribute {
			n, to := v.of(&m)
			c.change(m.Offset, m.Text, n, to)
		}
		if c.err != nil {
			return c.err
		}
	}
	for _, t := range windows {
		c.toSelf(t)
	}
	if _, err := c.held.WriteTo(w); err != nil || ended != nil || c.err != nil {
		return errors.Join(c.err, err, ended)
	}
	_, err := io.Copy(w, page)
	return err
}

// of returns how many bytes of a reference's text are replaced by what. It returns 0
// and "" for a reference that works unchanged or is broken. A reference to the
// document's own server becomes its path at the gateway. A link to another server
// becomes a leave page; other references to other servers load nothing.
// Source: draft1996 9; rfc3986 5.2.2.
func (v linkRewriter) of(m *extract.Match) (n int, to string) {
	if m.Relative && m.Base.From != base.Embedded {
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
	if m.Followed {
		if to, ok := v.leave(u); ok {
			return len(m.Text), to
		}
	}
	return 0, ""
}

// within is the same as of for a reference to the document's own server.
func (v linkRewriter) within(m *extract.Match) (n int, to string) {
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

// serverText matches the scheme and server of a reference that is written without
// escapes.
var serverText = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[A-Za-z][A-Za-z0-9+.-]*:)?//[^/?#&\\]*`)
})

// resolved returns the URL of a reference; for one that is not a URL by rfc3986, the
// URL that browsers read. Source: SPEC E5.
func resolved(m *extract.Match) (earl.URL, bool) {
	u, err := m.Base.Resolve(nil, m.URL)
	if err == nil {
		return u, true
	}
	if m.Relative && m.Base.From != base.None {
		u, err = inEscapes(earl.WHATWG.Resolve(m.Base.URL, m.URL))
	} else {
		u, err = inEscapes(earl.WHATWG.Parse(m.URL))
	}
	return u, err == nil
}

// ParseSent parses a URL that a browser or another program sent. They do not escape
// some characters that must be escaped. The error is that of rfc3986.
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

// copier copies what was read of a document, except what changes in it.
type copier struct {
	w    io.Writer
	held bytes.Buffer // read and not yet written
	at   int64        // the offset of held in the document
	err  error        // of w
}

// change writes everything before an offset, and to instead of the first n bytes of
// the text at the offset. It writes nothing if to is "", or if the text is not there.
func (c *copier) change(at int64, text string, n int, to string) {
	if to == "" || c.err != nil || at < c.at || !isAt(c.held.Bytes(), at-c.at, text) {
		return
	}
	if _, c.err = c.w.Write(c.held.Next(int(at - c.at))); c.err == nil {
		_, c.err = io.WriteString(c.w, to)
	}
	c.held.Next(n)
	c.at = at + int64(n)
}

// window is the value of a "target" attribute and its offset.
type window struct {
	at   int64
	text string
}

// toSelf replaces a window by the frame of the document: a sandbox opens no window,
// and a link that wants one would do nothing.
func (c *copier) toSelf(v window) {
	if v.text != "" {
		c.change(v.at, v.text, len(v.text), "_self")
	}
}

// isAt reports whether a text is at an offset. It is not in a page in UTF-16, whose
// offsets are those of its characters.
func isAt(b []byte, off int64, text string) bool {
	return off <= int64(len(b)) && bytes.HasPrefix(b[off:], []byte(text))
}

// meaningful are the characters that need an escape somewhere in a page.
const meaningful = "&;'\"()<>, \t\\"
