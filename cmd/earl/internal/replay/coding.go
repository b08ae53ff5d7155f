package replay

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	nethttp "net/http"
	"strings"
	"unicode/utf8"

	"github.com/earl-url/earl/internal/coding"
)

const (
	// maxPeek is how many bytes of a body are read to see whether it has a coding.
	maxPeek = 64 << 10
	// maxTrial is how many decoded bytes are enough to see it. A hostile body must not
	// use more time.
	maxTrial = 1 << 20
)

// realCodings returns the codings that the content of b has, of those that its
// header names. Programs store decoded content, and do not change the header: all
// of a public archive of news before 2019, and captures of HTTP/2.
func realCodings(m *message, field string, b *bufio.Reader) string {
	start, err := b.Peek(maxPeek)
	whole := err == io.EOF
	var kept, gone []string
	names := strings.Split(field, ",")
	for i := len(names) - 1; i >= 0; i-- { // the last coding is the outer one
		name := strings.TrimSpace(names[i])
		if name == "" {
			continue
		}
		inner, ok := decodedStart(name, start, whole)
		if !ok {
			gone = append([]string{name}, gone...)
			continue
		}
		kept = append([]string{name}, kept...)
		start, whole = inner, false
	}
	if len(gone) > 0 {
		m.note("the record has the content without the coding %s that its header names", strings.Join(gone, ", "))
	}
	return strings.Join(kept, ", ")
}

// decodedStart returns the start of decoded content. ok is false if start is not
// content with that coding, but what the coding was removed from. A coding that is
// not known stays, and so does content that is damaged.
func decodedStart(name string, start []byte, whole bool) (inner []byte, ok bool) {
	lower := strings.ToLower(name)
	if len(start) == 0 || lower == "identity" || !coding.Known(name) {
		return nil, true
	}
	switch lower {
	case "gzip", "x-gzip":
		if !begins(start, 0x1F, 0x8B) {
			return nil, false
		}
	case "zstd":
		if !begins(start, 0x28, 0xB5, 0x2F, 0xFD) && !(len(start) > 3 && start[0]&0xF0 == 0x50 && begins(start[1:], 0x2A, 0x4D, 0x18)) {
			return nil, false
		}
	}
	inner, clean := trial(lower, start, whole)
	if lower == "deflate" || lower == "br" {
		return inner, clean && len(inner) > 0 || !isPlain(start)
	}
	return inner, true
}

// begins reports whether b and mark have the same first bytes.
func begins(b []byte, mark ...byte) bool {
	n := min(len(b), len(mark))
	return bytes.Equal(b[:n], mark[:n])
}

// trial decodes the start of content. clean reports whether it has no error.
func trial(name string, start []byte, whole bool) (inner []byte, clean bool) {
	r, err := coding.NewReader(name, bytes.NewReader(start))
	if err != nil {
		return nil, true
	}
	defer r.Close()
	inner, err = io.ReadAll(io.LimitReader(r, maxTrial))
	clean = err == nil || !whole && errors.Is(err, io.ErrUnexpectedEOF) && !isPlain(start)
	return inner[:min(len(inner), maxPeek)], clean
}

// isPlain reports whether content looks like that of a document: like text, or like
// a picture or another known kind of file. Coded content does not: in what deflate
// and br make, control characters are frequent.
func isPlain(start []byte) bool {
	if kind := nethttp.DetectContentType(start); kind != "application/octet-stream" && !strings.HasPrefix(kind, "text/") {
		return true
	}
	if bytes.HasPrefix(start, []byte{0xFE, 0xFF}) || bytes.HasPrefix(start, []byte{0xFF, 0xFE}) {
		return true // UTF-16
	}
	ascii := 0
	for _, c := range start {
		switch {
		case c < 0x20 && !strings.ContainsRune("\t\n\f\r", rune(c)), c == 0x7F:
			return false
		case c < utf8.RuneSelf:
			ascii++
		}
	}
	return utf8.Valid(start[:len(start)-lastRune(start)]) || ascii*4 > len(start)*3
}

// lastRune returns how many bytes at the end of b are the start of a character.
func lastRune(b []byte) int {
	for n := 1; n <= min(len(b), utf8.UTFMax-1); n++ {
		if c := b[len(b)-n]; utf8.RuneStart(c) {
			if c >= utf8.RuneSelf && !utf8.FullRune(b[len(b)-n:]) {
				return n
			}
			break
		}
	}
	return 0
}
