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

// sniffed is how many bytes are used to detect the charset. Source: HTML,
// determining the character encoding.
const sniffed = 1024

// A charsetOf is how the bytes of a document are decoded to characters.
type charsetOf struct {
	encoding encoding.Encoding // nil: UTF-8
	guess    bool              // the document does not specify it: a value that is not valid UTF-8 is windows-1252
}

// sniff detects the charset of a document, from its byte order mark, the media
// type that came with it, or its META. It returns the text after the mark, and
// its position. It converts UTF-16 to UTF-8. All other charsets encode markup
// as ASCII, so the document is not converted.
func sniff(r io.Reader, mediaType string) (io.Reader, position, charsetOf) {
	at := position{line: 1, column: 1}
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
	// With a letter of UTF-8 before it, a document that does not specify a
	// charset is read as UTF-8 unless it is not valid UTF-8.
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

// fromUTF16 returns a reader that converts UTF-16 to UTF-8.
func fromUTF16(r io.Reader, e unicode.Endianness) io.Reader {
	return transform.NewReader(r, unicode.UTF16(e, unicode.IgnoreBOM).NewDecoder())
}

// ended is a reader that has ended, or has failed.
type ended struct{ err error }

func (e ended) Read([]byte) (int, error) {
	if e.err == io.ErrUnexpectedEOF {
		return 0, io.EOF
	}
	return 0, e.err
}

// A decoder decodes a text of a document.
type decoder struct {
	charset    transform.Transformer // nil: UTF-8, which is not checked
	references bool                  // character references are decoded
	attribute  bool                  // by the rules for attributes
	replaceNUL bool                  // U+FFFD replaces it; else it stays, and ends the URL or the word that contains it
}

// of returns the encoding of a text, or nil for UTF-8.
func (c charsetOf) of(raw []byte) encoding.Encoding {
	if c.encoding == nil && c.guess && !utf8.Valid(raw) {
		return charmap.Windows1252
	}
	return c.encoding
}

// decoder returns the decoder for a text.
func (c charsetOf) decoder(raw []byte) (d decoder) {
	if e := c.of(raw); e != nil {
		d.charset = e.NewDecoder()
	}
	return d
}

// plain returns how many bytes at the start of b need no decoding.
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

// before returns the part of b before the first byte c.
func before(b []byte, c byte) []byte {
	if i := bytes.IndexByte(b, c); i >= 0 {
		return b[:i]
	}
	return b
}

// character appends the first character of b to text, and returns its length in
// b.
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
