package replay

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/earl-url/earl/internal/coding"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/warc"
)

// maxHeader is the longest header of http in a record that is replayed.
const maxHeader = 1 << 20

// message is a response of http that is made of the records of an archive. Its
// header is one that a client of http accepts, and belongs to its body: archives
// have headers that do not.
type message struct {
	head  []byte
	body  io.Reader // ends in an error if the content is not complete
	notes []string
}

// note adds a sentence about what differs from the record.
func (m *message) note(format string, args ...any) {
	m.notes = append(m.notes, fmt.Sprintf(format, args...))
}

// message returns the response of an item.
func (a *Archive) message(it *item) (*message, error) {
	first, err := it.parts()
	if err != nil {
		return nil, err
	}
	if it.kind != warc.Revisit {
		return first.message()
	}
	o, err := a.original(it)
	if err != nil {
		return nil, err
	}
	p, err := o.parts()
	if err != nil {
		return nil, err
	}
	if first.head.Status != 0 && first.head.Status != 304 { // the header of a 304 is not that of the payload
		p.head = first.head
	}
	m, err := p.message()
	if err == nil && o.target != it.target {
		m.note("the payload is that of %s, recorded %s", o.target, stamp(o.date))
	}
	return m, err
}

// parts are the header of http in a record, and its body.
type parts struct {
	it   *item
	head warc.Head
	body *bufio.Reader
	size int64 // bytes of the body
}

// parts returns the header of http in a record, and its body. The header of a
// record without one is made of its Content-Type.
func (it *item) parts() (*parts, error) {
	if it.fault != nil {
		return nil, it.fault
	}
	rec, err := it.record()
	if err != nil {
		return nil, truncated(err)
	}
	p := &parts{it: it, body: bufio.NewReaderSize(rec.Block, maxPeek), size: rec.Size}
	switch {
	case rec.Size == 0 && it.kind == warc.Response:
		return nil, it.notUnderstood("the record is a response without a byte")
	case it.kind == warc.Resource || !it.isHTTP && it.kind == warc.Response:
		p.head = warc.Head{Status: 200, Reason: "OK", Fields: warc.Header{{Name: "Content-Type", Value: it.contentType}}}
		if it.kind == warc.Response {
			p.head.Odd = []string{"there is no header of http"}
		}
		return p, nil
	case !it.isHTTP:
		return p, nil // of a revisit: its block is not read
	}
	text, err := p.header()
	if err != nil {
		return nil, err
	}
	if p.head = warc.ReadHead(text); p.head.Bare && it.kind == warc.Response {
		return it.bare(p)
	}
	p.size -= int64(len(text))
	if p.head.Status == 0 && it.kind == warc.Response {
		p.head.Status, p.head.Reason = 200, "OK"
	}
	return p, nil
}

// bare returns the parts of a record whose block has no header of http: a response
// of HTTP/0.9.
func (it *item) bare(p *parts) (*parts, error) {
	rec, err := it.record()
	if err != nil {
		return nil, truncated(err)
	}
	p.body = bufio.NewReaderSize(rec.Block, maxPeek)
	p.head.Status, p.head.Reason = 200, "OK"
	return p, nil
}

// header reads the header of http, with the empty line at its end. The 1xx
// responses before the final one are left out.
func (p *parts) header() ([]byte, error) {
	var head []byte
	started := false
	for p.size > int64(len(head)) {
		line, err := p.body.ReadSlice('\n')
		head = append(head, line...)
		if len(head) > maxHeader {
			return nil, fmt.Errorf("%w: a header of more than %d bytes in the archive", open.ErrProtocol, maxHeader)
		}
		switch {
		case err == bufio.ErrBufferFull:
			continue
		case err == io.EOF:
			return head, nil
		case err != nil:
			return nil, truncated(err)
		}
		if empty := strings.TrimRight(string(line), "\r\n") == ""; !empty {
			started = true
		} else if started {
			if status := warc.ReadHead(head).Status; status/100 != 1 || status == 101 {
				return head, nil
			}
			p.size -= int64(len(head))
			head, started = head[:0], false
		}
	}
	return head, nil
}

// message returns the response: a header and a body that belong together.
func (p *parts) message() (*message, error) {
	m := new(message)
	for _, text := range p.head.Odd {
		m.note("the record is odd: %s", text)
	}
	length, ok := contentLength(p.head.Fields)
	codings := strings.Join(values(p.head.Fields, "Content-Encoding"), ", ")
	transfer := strings.ToLower(strings.Join(values(p.head.Fields, "Transfer-Encoding"), ", "))
	body := io.Reader(p.body)
	if transfer != "" && p.bodied() {
		body, length, ok = p.decoded(m, transfer), -1, true
	}
	start := bufio.NewReaderSize(body, maxPeek)
	kept := codings
	if codings != "" && p.bodied() {
		kept = realCodings(m, codings, start)
	}
	m.body = start
	switch plain := length < 0; {
	case !ok:
		m.note("the Content-Length %s is not a number: all %d bytes of the record are used", quoted(values(p.head.Fields, "Content-Length")), p.size)
		length = -1
	case plain, !p.bodied():
	case kept != codings:
		length = -1 // it is that of the coded content
	case length < p.size:
		m.note("the Content-Length is %d, and the record has %d bytes: all are used", length, p.size)
		length = -1
	case length > p.size:
		m.body = io.MultiReader(start, failing{cut("the record has %d of the %d bytes that Content-Length announces", p.size, length)})
	}
	if err := p.it.incomplete(); err != nil && p.bodied() {
		m.body = io.MultiReader(m.body, failing{err})
	}
	m.head = render(p.head, length, kept)
	return m, nil
}

// bodied reports whether a response has a body. Source: rfc9112 6.3.
func (p *parts) bodied() bool {
	status := p.head.Status
	return status/100 != 1 && status != 204 && status != 304
}

// decoded returns the body without its transfer codings.
func (p *parts) decoded(m *message, transfer string) io.Reader {
	var others []string
	body := p.body
	for name := range strings.SplitSeq(transfer, ",") {
		switch name = strings.TrimSpace(name); {
		case name == "chunked":
			if start, _ := body.Peek(maxChunkLine); isChunkSize(start) {
				body = bufio.NewReaderSize(&chunks{in: body}, maxPeek)
			} else {
				m.note("the record has the body without its chunks")
			}
		case name != "" && name != "identity":
			others = append(others, name)
		}
	}
	coded := realCodings(m, strings.Join(others, ", "), body)
	if coded == "" {
		return body
	}
	r, err := coding.NewReader(coded, body)
	if err != nil {
		m.note("the transfer coding %q is not known: the body still has it", coded)
		return body
	}
	return decodedBody{r}
}

// decodedBody gives the errors of a decoder the class of a server's.
type decodedBody struct{ r io.Reader }

func (c decodedBody) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	if errors.Is(err, coding.ErrCorrupt) {
		err = fmt.Errorf("%w: %w", open.ErrProtocol, err)
	}
	return n, truncated(err)
}

// contentLength returns the value of Content-Length, or -1 if there is no such field.
// ok is false if it is not one number. Source: rfc9112 6.3; rfc9110 8.6.
func contentLength(fields warc.Header) (length int64, ok bool) {
	length = -1
	for _, value := range values(fields, "Content-Length") {
		for text := range strings.SplitSeq(value, ",") {
			text = strings.TrimSpace(text)
			n, err := strconv.ParseInt(text, 10, 64)
			if err != nil || strings.Trim(text, "0123456789") != "" || length >= 0 && n != length {
				return -1, false
			}
			length = n
		}
	}
	return length, true
}

// values returns the values of all fields with a name.
func values(fields warc.Header, name string) (list []string) {
	for _, f := range fields {
		if strings.EqualFold(f.Name, name) {
			list = append(list, f.Value)
		}
	}
	return list
}

// quoted returns values for a note.
func quoted(values []string) string { return fmt.Sprintf("%.40q", strings.Join(values, ", ")) }

// render returns the header as bytes of HTTP/1.1, with a length, if it is not
// negative, and codings of the content.
func render(h warc.Head, length int64, codings string) []byte {
	b := fmt.Appendf(nil, "HTTP/1.1 %03d %s\r\n", h.Status, h.Reason)
	for _, f := range h.Fields {
		switch strings.ToLower(f.Name) {
		case "transfer-encoding", "connection", "trailer", "keep-alive":
		case "content-length":
			if length >= 0 {
				b = fmt.Appendf(b, "%s: %d\r\n", f.Name, length)
			}
			length = -1
		case "content-encoding":
			if codings != "" {
				b = fmt.Appendf(b, "%s: %s\r\n", f.Name, codings)
			}
			codings = ""
		default:
			b = fmt.Appendf(b, "%s: %s\r\n", f.Name, f.Value)
		}
	}
	return append(b, "Connection: close\r\n\r\n"...)
}

// failing is a reader that returns an error.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// cut returns the error of a document that is not complete.
func cut(format string, args ...any) error {
	return fmt.Errorf("%w: %s", open.ErrCut, fmt.Sprintf(format, args...))
}

// notUnderstood returns the error of a record that was not understood.
func (it *item) notUnderstood(reason string) error {
	return &recordError{it.source.Name, fmt.Errorf("offset %d: %s", it.offset, reason)}
}

// recordError is the error of a record that was not understood. It is an
// [open.ErrProtocol]: the URL is in the archive, and what the archive has of it is
// not valid.
type recordError struct {
	file string
	err  error // with the offset
}

func (e *recordError) Error() string {
	return fmt.Sprintf("a record was not understood: %s: %v", e.file, e.err)
}

// Is reports whether target is open.ErrProtocol.
func (*recordError) Is(target error) bool { return target == open.ErrProtocol }
