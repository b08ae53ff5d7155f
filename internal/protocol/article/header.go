package article

import (
	"bufio"
	"io"
	"mime"
	"strings"
)

// Field is one field of a header, unfolded and otherwise unchanged.
type Field struct{ Name, Value string }

// Header is the header of a message, in its order. The zero Header is empty.
type Header []Field

// Get returns the value of the first field with a name, or "". It ignores case.
func (h Header) Get(name string) string {
	for _, f := range h {
		if strings.EqualFold(f.Name, name) {
			return f.Value
		}
	}
	return ""
}

// Add adds a line without its line end. A line that begins with white space
// continues the field before it. A line that is not a field is left out.
// Source: rfc5322 2.2, 2.2.3.
func (h *Header) Add(line string) {
	if line == "" {
		return
	}
	if line[0] == ' ' || line[0] == '\t' {
		if n := len(*h); n > 0 {
			(*h)[n-1].Value += " " + strings.TrimSpace(line)
		}
		return
	}
	name, value, ok := strings.Cut(line, ":")
	if name = strings.TrimRight(name, " \t"); ok && name != "" && !strings.ContainsAny(name, " \t") {
		*h = append(*h, Field{name, strings.TrimSpace(value)})
	}
}

// DefaultHeaders is more bytes than the header of any news article has. It is a
// limit for [ReadHeader].
const DefaultHeaders = 256 << 10

// ReadHeader reads a header and the empty line after it. If it has more than
// max bytes, the error is [ErrHeader]. A header that ends with r has no body.
func ReadHeader(r *bufio.Reader, max int) (Header, error) {
	var h Header
	var line []byte
	for n := 0; ; {
		piece, err := r.ReadSlice('\n')
		if n += len(piece); n > max {
			return nil, ErrHeader
		}
		line = append(line, piece...)
		switch {
		case err == bufio.ErrBufferFull:
			continue
		case err != nil && err != io.EOF:
			return nil, err
		}
		text := strings.TrimSuffix(strings.TrimSuffix(string(line), "\n"), "\r")
		if h.Add(text); text == "" || err == io.EOF {
			return h, nil
		}
		line = line[:0]
	}
}

// Words returns the value of a field as text in UTF-8 on one line. It decodes
// encoded words, and guesses the charset of other bytes. Source: rfc2047.
func Words(value string) string {
	d := mime.WordDecoder{CharsetReader: func(label string, r io.Reader) (io.Reader, error) { return decoded(label, r), nil }}
	if text, err := d.DecodeHeader(value); err == nil {
		value = text
	}
	return oneLine(guessed(value))
}
