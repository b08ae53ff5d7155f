package article

import (
	"bufio"
	"bytes"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// decoded returns r in UTF-8. A byte order mark at its beginning takes
// precedence over the label, and is not part of the text. An unknown label is
// ignored.
// Source: rfc2781 3.2, 4.3; rfc3629 6.
func decoded(label string, r io.Reader) io.Reader {
	begun := bufio.NewReader(r)
	for _, m := range octetOrders {
		if peek, _ := begun.Peek(len(m.mark)); string(peek) == m.mark { // Peek repeats an error later
			begun.Discard(len(m.mark))
			return transform.NewReader(begun, m.encoding.NewDecoder())
		}
	}
	if e := Charset(label); e != nil {
		return transform.NewReader(begun, e.NewDecoder())
	}
	return &guess{r: bufio.NewReaderSize(begun, guessLine)}
}

// octetOrders are the byte order marks of Unicode texts.
var octetOrders = [...]struct {
	mark     string
	encoding encoding.Encoding
}{
	{"\xEF\xBB\xBF", unicode.UTF8},
	{"\xFF\xFE", unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)},
	{"\xFE\xFF", unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)},
}

// guessLine is the longest line that is decoded as one.
const guessLine = 64 << 10

// guess keeps lines in UTF-8, and decodes those of ISO-2022-JP by their escape sequences
// and all others as Windows-1252, which includes Latin-1. Many texts without a charset are
// in one of these.
type guess struct {
	r    *bufio.Reader
	line []byte // not yet delivered
	err  error
}

func (g *guess) Read(p []byte) (int, error) {
	for len(g.line) == 0 {
		if g.err != nil {
			return 0, g.err
		}
		var piece []byte
		if piece, g.err = g.r.ReadSlice('\n'); g.err == bufio.ErrBufferFull {
			g.err = nil
		}
		g.line = guessedLine(piece)
	}
	n := copy(p, g.line)
	g.line = g.line[n:]
	return n, nil
}

// guessedLine returns a line in UTF-8.
func guessedLine(line []byte) []byte {
	if b, ok := fromJapanese(line); ok {
		return b
	}
	if utf8.Valid(line) {
		return bytes.Clone(line)
	}
	b, _ := charmap.Windows1252.NewDecoder().Bytes(line) // it accepts every byte
	return b
}

// guessed returns a text in UTF-8.
func guessed(text string) string {
	if utf8.ValidString(text) && !strings.Contains(text, "\x1b") {
		return text
	}
	return string(guessedLine([]byte(text)))
}
