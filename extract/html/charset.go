package html

import (
	"bytes"
	"io"
	"slices"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// sniffed is how many octets tell the charset. Source: HTML, determining the character encoding.
const sniffed = 1024

// A charsetOf is how the octets of a document are read as characters.
type charsetOf struct {
	encoding encoding.Encoding // nil: UTF-8
	guess    bool              // nothing says so: a value that is no UTF-8 is windows-1252
}

// sniff finds out how a document is to be read: by its byte order mark, by the
// media type that it came with, by its META. It returns the text from behind a
// mark on, and where that stands. UTF-16 becomes UTF-8 here; in every other charset
// the octets of markup are those of ASCII, so the document stays as it is.
func sniff(r io.Reader, mediaType string) (io.Reader, place, charsetOf) {
	at := place{line: 1, column: 1}
	head := make([]byte, sniffed)
	r = patient{r}
	n, err := io.ReadFull(r, head)
	head = head[:n]
	if err == nil {
		r = io.MultiReader(bytes.NewReader(head), r)
	} else {
		r = io.MultiReader(bytes.NewReader(head), ended{err})
	}
	for _, mark := range []struct {
		octets string
		endian unicode.Endianness
	}{{"\xFE\xFF", unicode.BigEndian}, {"\xFF\xFE", unicode.LittleEndian}} {
		if bytes.HasPrefix(head, []byte(mark.octets)) {
			io.CopyN(io.Discard, r, int64(len(mark.octets)))
			return fromUTF16(r, mark.endian), at.after([]byte(mark.octets)).widened(), charsetOf{}
		}
	}
	if mark := []byte("\xEF\xBB\xBF"); bytes.HasPrefix(head, mark) {
		io.CopyN(io.Discard, r, int64(len(mark)))
		return r, at.after(mark), charsetOf{}
	}
	// With a letter of UTF-8 before it, a document that says nothing is taken for
	// UTF-8 unless it cannot be.
	e, name, _ := charset.DetermineEncoding(append([]byte("é"), head...), mediaType)
	switch {
	case name == "utf-16be":
		return fromUTF16(r, unicode.BigEndian), at.widened(), charsetOf{}
	case name == "utf-16le":
		return fromUTF16(r, unicode.LittleEndian), at.widened(), charsetOf{}
	case e == encoding.Nop || e == charmap.Windows1252:
		return r, at, charsetOf{guess: true}
	case name == "utf-8":
		return r, at, charsetOf{}
	}
	return r, at, charsetOf{encoding: e}
}

// fromUTF16 returns a reader of UTF-16 as one of UTF-8.
func fromUTF16(r io.Reader, e unicode.Endianness) io.Reader {
	return transform.NewReader(r, unicode.UTF16(e, unicode.IgnoreBOM).NewDecoder())
}

// ended is a reader that has ended, or is broken.
type ended struct{ err error }

func (e ended) Read([]byte) (int, error) {
	if e.err == io.ErrUnexpectedEOF {
		return 0, io.EOF
	}
	return 0, e.err
}

// A decoder says how a text of a document is decoded.
type decoder struct {
	charset    transform.Transformer // nil: UTF-8, which is not judged
	references bool                  // character references stand for characters
	attribute  bool                  // by the rules for attributes
	replaceNUL bool                  // by U+FFFD; else it stays, and ends what it stands in
}

// decoder returns the one for a text.
func (c charsetOf) decoder(raw []byte) (d decoder) {
	switch {
	case c.encoding != nil:
		d.charset = c.encoding.NewDecoder()
	case c.guess && !utf8.Valid(raw):
		d.charset = charmap.Windows1252.NewDecoder()
	}
	return d
}

// plain returns how many octets at the start of b stand for themselves.
func (d decoder) plain(b []byte) int {
	if d.charset != nil {
		b = b[:skip(b, 0, func(c byte) bool { return c < utf8.RuneSelf })]
	}
	if d.references {
		b = before(b, '&')
	}
	if d.replaceNUL {
		b = before(b, 0)
	}
	return len(b)
}

// before returns what of b stands before an octet.
func before(b []byte, c byte) []byte {
	if i := bytes.IndexByte(b, c); i >= 0 {
		return b[:i]
	}
	return b
}

// character appends the character that b starts with to text, and returns its length in b.
func (d decoder) character(text, b []byte) (_ []byte, n int) {
	text = slices.Grow(text, longestCharacter*utf8.UTFMax)
	room := text[len(text):cap(text)]
	longest := min(longestCharacter, len(b))
	for n = 1; n <= longest; n++ {
		d.charset.Reset()
		written, read, _ := d.charset.Transform(room, b[:n], n == longest)
		if read > 0 {
			return text[:len(text)+written], read
		}
	}
	return utf8.AppendRune(text, utf8.RuneError), 1
}
