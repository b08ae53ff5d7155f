package warc

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

// Head is the header of a response of http in a record. ReadHead reads headers that
// a client of http refuses: archives have what servers sent, and what programs
// made of it.
type Head struct {
	Status int    // 0: no status was understood
	Reason string // the text after the status
	Fields Header
	// Bare means that there is no status line and no field, as in HTTP/0.9: all of
	// the block is the body.
	Bare bool
	// Odd says what was not understood, and was left out or replaced.
	Odd []string
}

// maxOdd is how many departures of a header are described. The others are counted.
const maxOdd = 3

// ReadHead reads the header of a response at the start of b. It reads what is there
// of a truncated header. Source: rfc9112 2.2, 4, 5; rfc1945 3.1, 4.1.
func ReadHead(b []byte) Head {
	var h Head
	others := 0
	odd := func(format string, args ...any) {
		if len(h.Odd) == maxOdd {
			others++
			return
		}
		h.Odd = append(h.Odd, fmt.Sprintf(format, args...))
	}
	if n := HeaderLength(b); n > 0 {
		b = b[:n]
	}
	text := strings.TrimLeft(string(b), "\r\n")
	line, rest, _ := strings.Cut(text, "\n")
	line = strings.TrimRight(line, "\r")
	switch {
	case beginsMessage([]byte(line)):
		h.Status, h.Reason = statusOf(line)
		if h.Status == 0 {
			odd("the status line %.40q has no status", line)
		}
	case isFieldLine(line):
		odd("there is no status line")
		rest = text
	default:
		return Head{Bare: true, Odd: []string{"there is no header of http"}}
	}
	for rest != "" {
		line, rest, _ = strings.Cut(rest, "\n")
		if line = strings.TrimRight(line, "\r"); line == "" {
			break
		}
		h.add(line, odd)
	}
	if others > 0 {
		h.Odd = append(h.Odd, fmt.Sprintf("%d other lines of the header are odd", others))
	}
	return h
}

// add adds a line of the header after the first.
func (h *Head) add(line string, odd func(string, ...any)) {
	if line[0] == ' ' || line[0] == '\t' { // obs-fold: the value continues
		if n := len(h.Fields); n > 0 {
			h.Fields[n-1].Value = strings.TrimSpace(h.Fields[n-1].Value + " " + withoutControls(strings.TrimSpace(line)))
			return
		}
	}
	name, value, ok := strings.Cut(line, ":")
	trimmed := strings.TrimSpace(name)
	switch {
	case !ok:
		odd("a line of the header without a colon: %.40q", line)
		return
	case !isToken(trimmed):
		odd("a line of the header with an invalid name: %.40q", line)
		return
	case trimmed != name:
		odd("a space before a colon in the header: %.40q", line)
	}
	if value = strings.TrimSpace(value); hasControls(value) {
		odd("a control character in the field %.40s", trimmed)
		value = withoutControls(value)
	}
	h.Fields = append(h.Fields, Field{trimmed, value})
}

// beginsMessage reports whether text begins like a status line. Archivers write
// "HTTP/2 200"; old servers sent "HTTP 200", and "ICY 200" for a radio station.
func beginsMessage(text []byte) bool {
	for _, prefix := range [...]string{"HTTP/", "HTTP ", "ICY "} {
		if len(text) >= len(prefix) && strings.EqualFold(string(text[:len(prefix)]), prefix) {
			return true
		}
	}
	return false
}

// statusOf reads a status line: a status of three digits after the first space.
func statusOf(line string) (status int, reason string) {
	_, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimLeft(rest, " ")
	if len(rest) < 3 || len(rest) > 3 && rest[3] != ' ' && rest[3] != '\t' {
		return 0, ""
	}
	for i := range 3 {
		if rest[i] < '0' || rest[i] > '9' {
			return 0, ""
		}
		status = status*10 + int(rest[i]-'0')
	}
	if status < 100 {
		return 0, ""
	}
	return status, withoutControls(strings.TrimSpace(rest[3:]))
}

// isFieldLine reports whether a line is a field: a name without spaces and a colon.
func isFieldLine(line string) bool {
	name, _, ok := strings.Cut(line, ":")
	return ok && isToken(name)
}

// isToken reports whether text can be the name of a field. Source: rfc9110 5.6.2.
func isToken(text string) bool {
	for i := range len(text) {
		switch c := text[i]; {
		case 'a' <= c|0x20 && c|0x20 <= 'z', '0' <= c && c <= '9', strings.IndexByte("!#$%&'*+-.^_`|~", c) >= 0:
		default:
			return false
		}
	}
	return text != ""
}

// hasControls reports whether a value has a control character other than a tab.
func hasControls(value string) bool {
	for i := range len(value) {
		if c := value[i]; c < 0x20 && c != '\t' || c == 0x7F {
			return true
		}
	}
	return false
}

// withoutControls returns a value with spaces instead of control characters.
func withoutControls(value string) string {
	if !hasControls(value) {
		return value
	}
	b := []byte(value)
	for i, c := range b {
		if c < 0x20 && c != '\t' || c == 0x7F {
			b[i] = ' '
		}
	}
	return strings.TrimSpace(string(b))
}

// IsWeb reports whether a URL is one of http or https.
func IsWeb(url string) bool {
	scheme, _, _ := strings.Cut(url, ":")
	return strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https")
}

// IsMessage reports whether the block of a record is a response of http. start is
// the beginning of the block. The type of the record and its URL decide:
// programs write responses and revisits without a Content-Type, or with that of
// the page. The block of a resource record is the document, whatever its type.
// Source: WARC 1.1 6.3, 6.4, 6.7.
func IsMessage(r *Record, start []byte) bool {
	switch r.Type() {
	case Response, Revisit:
	default:
		return false
	}
	if IsHTTP(r.ContentType()) || mediaOf(r.ContentType()) == "message/http" {
		return true
	}
	return IsWeb(r.Target()) && beginsMessage(bytes.TrimLeft(start, "\r\n"))
}

// HeaderLength returns the length of the header of a message of http, with the
// empty line at its end, or 0 if the header does not end in b.
func HeaderLength(b []byte) int {
	start := len(b) - len(bytes.TrimLeft(b, "\r\n"))
	for i := start; ; {
		n := bytes.IndexByte(b[i:], '\n')
		if n < 0 {
			return 0
		}
		i += n + 1
		switch {
		case bytes.HasPrefix(b[i:], []byte("\n")):
			return i + 1
		case bytes.HasPrefix(b[i:], []byte("\r\n")):
			return i + 2
		}
	}
}

// peekSize is how many bytes of a block are read for its header of http.
const peekSize = 64 << 10

// readHead returns the first bytes of a block: at least its header of http, if that
// ends within peekSize.
func readHead(block io.Reader, size int64) ([]byte, error) {
	limit := int(min(size, peekSize))
	b := make([]byte, 0, min(limit, 4<<10))
	for len(b) < limit {
		if len(b) == cap(b) {
			b = append(make([]byte, 0, min(2*cap(b), limit)), b...)
		}
		n, err := block.Read(b[len(b):cap(b)])
		if b = b[:len(b)+n]; err != nil {
			return b, err
		}
		if HeaderLength(b) > 0 {
			break
		}
	}
	return b, nil
}

// Capture is what an index and a replay need of a record.
type Capture struct {
	*Record
	Payload  string // its media type without parameters; "" if it is not known
	Status   int    // of http; 0: none
	Location string // of a redirect of http
	// HTTP reports whether the block is a response of http: see [IsMessage]. A block
	// without bytes is one if the record is a response or a revisit of http.
	HTTP bool
}

// Describe reads the header of http in the block of a record, if there is one.
func Describe(rec *Record) (Capture, error) {
	c := Capture{Record: rec, Payload: mediaOf(rec.ContentType())}
	kind := rec.Type()
	if kind == Revisit {
		c.Payload = RevisitType
	}
	if kind != Response && kind != Revisit || !IsHTTP(rec.ContentType()) && !IsWeb(rec.Target()) && mediaOf(rec.ContentType()) != "message/http" {
		return c, nil
	}
	b, err := readHead(rec.Block, rec.Size)
	if c.HTTP = IsMessage(rec, b) || rec.Size == 0; err != nil || !c.HTTP {
		return c, err
	}
	h := ReadHead(b)
	c.Status = h.Status
	if c.Status/100 == 3 {
		c.Location = strings.Clone(h.Fields.Get("Location")) // without the header
	}
	if kind == Response && !h.Bare {
		c.Payload = strings.Clone(mediaOf(h.Fields.Get("Content-Type")))
	}
	return c, nil
}
