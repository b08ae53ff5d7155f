package gateway

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/base"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/extract/html"
)

// maxRooted bounds how much of a page is searched for references, which is held
// meanwhile: more than pages have. Behind it a page is as the server has it.
const maxRooted = 4 << 20

// copyRooted copies a page, with root before each reference that begins with the
// slash of its server's root: a browser would look for it at ours. The references
// stay as they are written otherwise, so that nothing is escaped anew.
// Source: draft1996 9 (a path that begins with a slash); rfc3986 5.2.2.
func copyRooted(w io.Writer, page io.Reader, u earl.URL, media, root string) error {
	held := new(bytes.Buffer)
	begin := io.TeeReader(io.LimitReader(page, maxRooted), held)
	at, ended := int64(0), error(nil)
	for m, err := range html.URLs(begin, html.Options{Base: base.Of(u), MediaType: media}) {
		if err != nil && m.Line == 0 { // the reader's, which is the last
			ended = err
		}
		if err != nil || !isRooted(&m) || m.Offset < at || !stands(held.Bytes(), m.Offset-at, m.Text) {
			continue
		}
		if _, err := w.Write(held.Next(int(m.Offset - at))); err != nil {
			return err
		}
		at = m.Offset
		if _, err := io.WriteString(w, root); err != nil {
			return err
		}
	}
	if _, err := held.WriteTo(w); err != nil || ended != nil {
		return errors.Join(err, ended)
	}
	_, err := io.Copy(w, page)
	return err
}

// isRooted reports whether a match is a reference to the root of its server, or below.
func isRooted(m *extract.Match) bool {
	return m.Kind == extract.Attribute && m.Relative && strings.HasPrefix(m.URL, "/") && !strings.HasPrefix(m.URL, "//") &&
		m.Base.From != base.Embedded
}

// stands reports whether a text stands at an offset, which it does not in a page
// whose characters are no octets.
func stands(b []byte, off int64, text string) bool {
	return off <= int64(len(b)) && bytes.HasPrefix(b[off:], []byte(text))
}

// rootPath returns what a reference to the root of u's server has before it here.
// It is false where that would have to be escaped.
func (g *Gateway) rootPath(u earl.URL) (string, bool) {
	raw, ok := g.rawPath(u)
	key, server, _, _ := rawServer(raw)
	root := rawPrefix + key + "/" + server
	return root, ok && !strings.ContainsAny(root, "&;'\"()<>, \t\\")
}
