package mail

import (
	"bytes"
	"cmp"
	"mime"
	"strings"

	"github.com/earl-url/earl/internal/protocol/article"
)

// A field is one field of a header, or a line of a header that is not a field.
type field struct {
	name  string // "" for a line that is not a field
	value chunk  // with folds and line end
	line  chunk  // with the name
}

// A header is the fields of a header, in order.
type header []field

// header reads a header and the empty line after it. A boundary also ends it.
// If the header has more than max bytes, it ends before the line that exceeds
// max, and is not whole.
func (l *lines) header(max int) (h header, isWhole bool) {
	var all output
	for {
		if _, ended := l.ending(0, false); ended {
			return fields(all.chunk), true
		}
		if n := l.blank(); n > 0 {
			l.take(n)
			return fields(all.chunk), true
		}
		room := max - len(all.b)
		n := l.line(0, room+1)
		if n > room {
			return fields(all.chunk), false
		}
		all.copy(l.take(n))
	}
}

// fields returns the fields of a header. Source: rfc5322 2.2.
func fields(c chunk) (h header) {
	for i := 0; i < len(c.b); {
		end := i
		for more := true; more; more = end < len(c.b) && (c.b[end] == ' ' || c.b[end] == '\t') { // 2.2.3
			if n := bytes.IndexByte(c.b[end:], '\n'); n >= 0 {
				end += n + 1
			} else {
				end = len(c.b)
			}
		}
		f := field{line: c.slice(i, end), value: c.slice(i, end)}
		name, value, ok := bytes.Cut(f.line.b, []byte(":"))
		if name = bytes.TrimRight(name, " \t"); ok && len(name) > 0 && !bytes.ContainsAny(name, " \t\r\n") {
			f.name, f.value = string(name), c.slice(end-len(value), end)
		}
		h = append(h, f)
		i = end
	}
	return h
}

// values returns the values of the fields with a name, in upper or lower case, not decoded.
func (h header) values(name string) (values []string) {
	for _, f := range h {
		if strings.EqualFold(f.name, name) {
			values = append(values, string(f.value.b))
		}
	}
	return values
}

// get returns the value of the first field with a name, unfolded, or "".
func (h header) get(name string) string {
	for _, value := range h.values(name) {
		return strings.TrimSpace(strings.NewReplacer("\r", "", "\n", "").Replace(value))
	}
	return ""
}

// position returns the position of the value of the first field with a name.
func (h header) position(name string) position {
	for _, f := range h {
		if strings.EqualFold(f.name, name) {
			return f.position()
		}
	}
	return position{}
}

// position returns the position of the value, or of the end of the colon if it is
// empty.
func (f field) position() position {
	text := bytes.TrimLeft(f.value.b, " \t\r\n")
	if len(text) == 0 {
		return f.value.at(0)
	}
	return f.value.at(len(f.value.b) - len(text))
}

// media returns the media type in a header and its parameters, or otherwise if
// there is no media type.
func (h header) media(otherwise string) (media string, params map[string]string) {
	if value := h.get("Content-Type"); value != "" {
		return article.MediaType(value)
	}
	return otherwise, nil
}

// fileName returns the file name of a part, whose media type has parameters, or "". Source:
// rfc2183 2.3; many programs write encoded words although rfc2047 5 forbids it.
func (h header) fileName(params map[string]string) string {
	_, disposition := article.MediaType(h.get("Content-Disposition"))
	name := cmp.Or(disposition["filename"], params["name"])
	if decoded, err := new(mime.WordDecoder).DecodeHeader(name); err == nil {
		return decoded
	}
	return name
}

// encoding returns the transfer encoding, in lower case. Source: rfc2045 6.1.
func (h header) encoding() string { return strings.ToLower(h.get("Content-Transfer-Encoding")) }
