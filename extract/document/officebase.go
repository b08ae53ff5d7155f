package document

import (
	"archive/zip"
	"bytes"
	"cmp"
	"io"
	"path"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/format/charref"
)

const (
	// properties is the part of an Office Open XML document with the base of its hyperlinks.
	// Source: ECMA-376 part 1, 22.2.2.14.
	properties = "docProps/app.xml"
	// maxProperties is how many bytes of it are read.
	maxProperties = 1 << 20
)

// officeBase returns the base of the external references in an office document that was retrieved
// from a base: the one that it specifies, the document, or in OpenDocument the document as a
// directory. References of an EPUB and of other archives are to files in them, and have no base.
// Source: OpenDocument 1.3 part 2, 3.7.
func (u *unpacker) officeBase(z *zip.Reader, b extract.Base, member string) extract.Base {
	edition := cmp.Or(u.o.Edition, earl.RFC3986)
	switch mime := start(z, "mimetype", 100); {
	case strings.HasPrefix(mime, "application/vnd.oasis.opendocument"):
		if b.From == extract.NoBase {
			return b
		}
		in, err := edition.Resolve(b.URL, "./"+path.Base(b.URL.Path())+"/content.xml")
		if err != nil {
			return extract.Base{}
		}
		b.URL = in
		return b
	case start(z, "[Content_Types].xml", 1) == "":
		return extract.Base{}
	}
	text := start(z, properties, maxProperties)
	ref, offset, ok := elementText(text, "HyperlinkBase")
	if !ok {
		return b
	}
	in, err := b.Resolve(edition, ref)
	if err != nil {
		return b
	}
	line := strings.LastIndexByte(text[:offset], '\n') + 1
	at := extract.BasePlace{Member: properties, Offset: int64(offset), Line: int64(strings.Count(text[:line], "\n")) + 1, Column: int64(offset-line) + 1}
	if member != "" {
		at.Member = member + "!" + properties
	}
	return extract.Base{URL: in.WithoutFragment(), From: extract.FromEmbedded, At: at}
}

// start returns the first bytes of a file in an archive, or "".
func start(z *zip.Reader, name string, limit int64) string {
	f, err := z.Open(name)
	if err != nil {
		return ""
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, limit))
	if err != nil {
		return ""
	}
	return string(bytes.TrimPrefix(text, []byte("\uFEFF")))
}

// elementText returns the text of the first element with a name in a part that a program wrote,
// with the offset of the text. An empty one counts as absent.
func elementText(part, name string) (text string, offset int, ok bool) {
	open := strings.Index(part, name+">")
	if open < 0 {
		return "", 0, false
	}
	offset = open + len(name) + 1
	text, _, ok = strings.Cut(part[offset:], "<")
	if ok = ok && strings.TrimSpace(text) != ""; !ok {
		return "", 0, false
	}
	offset += len(text) - len(strings.TrimLeft(text, " \t\r\n"))
	var b strings.Builder
	for text = strings.TrimSpace(text); text != ""; {
		n, c := 1, text[:1]
		if text[0] == '&' {
			n, c = charref.Read(text)
		}
		b.WriteString(c)
		text = text[n:]
	}
	return b.String(), offset, true
}
