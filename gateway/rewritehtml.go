package gateway

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"net/http"
	"regexp"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/base"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/extract/html"
)

// maxRooted bounds how much of a page is searched for references, which is held
// meanwhile: more than pages have. Behind it a page is as the server has it.
const maxRooted = 4 << 20

// linkRewriter says what becomes of the references of a document here.
type linkRewriter struct {
	url   earl.URL // of the document; the zero URL: none may stand in it
	css   bool     // it is a style sheet
	root  string   // what stands for its server here; "": it has no paths here
	here  bool     // it is sent at its own path here: relative references lead right
	leave func(to earl.URL) (path string, ok bool)
}

// linkRewriterOf returns the linkRewriter of a document at u that r asks for, which is about t.
func (g *Gateway) linkRewriterOf(r *http.Request, t target, u earl.URL) linkRewriter {
	if t.kept != "" { // u has answers that no page may have
		u = earl.URL{}
	}
	root, _ := g.rootPath(u)
	return linkRewriter{
		url: u, root: root, here: strings.HasPrefix(r.URL.Path, rawPrefix) && u == t.url,
		leave: func(to earl.URL) (string, bool) { return g.leavePath(t.shown(), to) },
	}
}

// copy copies a document whose references would lead a browser astray: to our own
// root, out of the gateway, or into a window that a sandbox has not. What has to
// change in them is written anew, the rest stays as it is written, so that nothing
// is escaped anew.
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
	for m, err := range find(io.TeeReader(io.LimitReader(page, maxRooted), &c.held), o) {
		for ; len(windows) > 0 && windows[0].at < m.Offset; windows = windows[1:] {
			c.toSelf(windows[0])
		}
		if err != nil && m.Line == 0 { // the reader's, which is the last
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

// of returns how much of a reference's text gives way to what: nothing to "" where
// it leads right as it is, or nowhere. One to the document's own server leads to
// its path here, whatever it is for; one to elsewhere leads to a leave page, if a person
// follows it, and what would be loaded from there is not.
// Source: draft1996 9; rfc3986 5.2.2.
func (v linkRewriter) of(m *extract.Match) (n int, to string) {
	if m.Relative && m.Base.From != base.Embedded {
		switch {
		case m.URL == "" || m.URL[0] == '#' || v.here && m.URL[0] != '/':
			return 0, ""
		case v.root != "" && m.URL[0] == '/' && !strings.HasPrefix(m.URL, "//"): // whatever stands behind it
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

// within is of, for a reference to the document's own server.
func (v linkRewriter) within(m *extract.Match) (n int, to string) {
	path := cmp.Or(m.Base.URL.Path(), "/")
	switch {
	case strings.HasPrefix(m.URL, "//") || !m.Relative:
		n := len(serverText.FindString(m.Text))
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

// serverText is what of a reference names the server, if it is written without
// escapes.
var serverText = regexp.MustCompile(`^(?:[A-Za-z][A-Za-z0-9+.-]*:)?//[^/?#&\\]*`)

// resolved returns what a reference refers to; where it is no URL, what browsers
// make of it. Source: SPEC E5.
func resolved(m *extract.Match) (earl.URL, bool) {
	u, err := m.Base.Resolve(earl.RFC3986, m.URL)
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

// parseSent reads what a browser or another program has sent as a URL. The error is
// that of rfc3986.
func parseSent(text string) (earl.URL, error) {
	u, err := earl.RFC3986.Parse(text)
	if err != nil {
		if sent, sentErr := inEscapes(earl.WHATWG.Parse(text)); sentErr == nil {
			return sent, nil
		}
	}
	return u, err
}

// inEscapes returns the URL of rfc3986 that has the parts of u, which is as browsers
// have it: they let characters stand that must be escaped, such as "|" and "[".
func inEscapes(u earl.URL, err error) (earl.URL, error) {
	if err != nil {
		return u, err
	}
	return earl.RFC3986.Compose(u.Parts())
}

// sharesRoot reports whether two URLs name one server, and one user of it.
func sharesRoot(u, v earl.URL) bool {
	a, _ := u.Host()
	b, _ := v.Host()
	p, _ := u.PortNumber()
	q, _ := v.PortNumber()
	x, hasX := u.User()
	y, hasY := v.User()
	return u.Scheme() == v.Scheme() && strings.EqualFold(a, b) && p == q && x == y && hasX == hasY
}

// copier copies what was read of a document, but for what changes in it.
type copier struct {
	w    io.Writer
	held bytes.Buffer // what was read and not written
	at   int64        // where that stands in the document
	err  error        // of w
}

// change writes to in the place of the first n octets of a text that stands at an
// offset, and all that stands before it. Nothing is written for "".
func (c *copier) change(at int64, text string, n int, to string) {
	if to == "" || c.err != nil || at < c.at || !stands(c.held.Bytes(), at-c.at, text) {
		return
	}
	if _, c.err = c.w.Write(c.held.Next(int(at - c.at))); c.err == nil {
		_, c.err = io.WriteString(c.w, to)
	}
	c.held.Next(n)
	c.at = at + int64(n)
}

// window is where a document wants a link to be shown, with its offset.
type window struct {
	at   int64
	text string
}

// toSelf has it shown where the document is: a sandbox opens no window, and a link
// that wants one would do nothing.
func (c *copier) toSelf(v window) {
	if v.text != "" {
		c.change(v.at, v.text, len(v.text), "_self")
	}
}

// stands reports whether a text stands at an offset, which it does not in a page
// whose characters are no octets.
func stands(b []byte, off int64, text string) bool {
	return off <= int64(len(b)) && bytes.HasPrefix(b[off:], []byte(text))
}

// meaningful are the characters that would have to be escaped somewhere in a page.
const meaningful = "&;'\"()<>, \t\\"

// rootPath returns what a reference to the root of u's server has before it here.
// It is false where that would have to be escaped.
func (g *Gateway) rootPath(u earl.URL) (string, bool) {
	raw, ok := g.rawPath(u)
	key, server, _, _ := rawServer(raw)
	root := rawPrefix + key + "/" + server
	if !ok || strings.ContainsAny(root, meaningful) {
		return "", false
	}
	return root, true
}
