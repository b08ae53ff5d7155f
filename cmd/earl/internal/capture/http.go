package capture

import (
	"bytes"
	"io"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/spool"
	"github.com/earl-url/earl/open/http"
	"github.com/earl-url/earl/warc"
)

// http returns the records of each connection: a recorded connection has one
// request and its response.
func (r *recording) http(truncated string) ([]*warc.Draft, error) {
	var list []*warc.Draft
	for i, c := range r.conns {
		cut := ""
		if i == len(r.conns)-1 { // the others are answers that requested a login
			cut = truncated
		}
		drafts, err := r.message(c, cut)
		if err != nil {
			return nil, err
		}
		list = append(list, drafts...)
	}
	return list, nil
}

// message returns the response and the request of a connection. A response
// without a complete header is left out.
func (r *recording) message(c *conn, truncated string) ([]*warc.Draft, error) {
	head, err := c.header()
	if err != nil || head.end == 0 {
		return nil, err
	}
	response := r.draft(warc.Response, c, warc.HTTPResponse)
	shown := redactHeader(head.text, false)
	response.Block = &spliced{shown, &c.received, head.end}
	response.Size = int64(len(shown)) + c.received.Size() - head.end
	response.Payload = int64(len(shown))
	if truncated != "" && !head.bodiless() {
		truncate(response, truncated)
	}
	if err := r.revisit(response); err != nil {
		return nil, err
	}
	sent, err := io.ReadAll(io.NewSectionReader(&c.sent, 0, c.sent.Size()))
	if err != nil {
		return nil, err
	}
	sent = redactHeader(sent, true)
	request := r.draft(warc.Request, c, warc.HTTPRequest)
	request.Block, request.Size = bytes.NewReader(sent), int64(len(sent))
	request.Fields = append(request.Fields, warc.Field{Name: warc.FieldConcurrent, Value: "<" + response.ID + ">"})
	return []*warc.Draft{response, request}, nil
}

// revisit turns a response into a revisit record if its payload was written
// before. Source: WARC 1.1 6.7.2.
func (r *recording) revisit(d *warc.Draft) error {
	digest, err := d.PayloadDigest()
	if err != nil {
		return err
	}
	d.Fields = append(d.Fields, warc.Field{Name: warc.FieldPayload, Value: digest})
	if d.Size == d.Payload || d.Fields.Get(warc.FieldTruncated) != "" {
		return nil
	}
	first, again := r.to.original(digest, Original{d.ID, d.Target, d.Date})
	if !again {
		return nil
	}
	d.Type, d.Size = warc.Revisit, d.Payload
	d.Fields = append(d.Fields, warc.Field{Name: warc.FieldProfile, Value: warc.ProfileDigest},
		warc.Field{Name: warc.FieldRefersToTarget, Value: first.Target},
		warc.Field{Name: warc.FieldRefersToDate, Value: first.Date.UTC().Format("2006-01-02T15:04:05Z")})
	if first.ID != "" {
		d.Fields = append(d.Fields, warc.Field{Name: warc.FieldRefersTo, Value: "<" + first.ID + ">"})
	}
	return nil
}

// maxHeader is the longest header of a response that is recorded. The opener
// has its own limit.
const maxHeader = 1 << 20

// header is the header of a response.
type header struct {
	text []byte // with the empty line
	end  int64  // where it ends in the bytes of the connection; 0: there is no complete header
}

// header returns the header of the final response. The 1xx responses before it
// are left out: programs that read archives expect one response.
func (c *conn) header() (header, error) {
	b := make([]byte, min(c.received.Size(), maxHeader))
	if _, err := c.received.ReadAt(b, 0); err != nil && err != io.EOF {
		return header{}, err
	}
	start := 0
	for {
		n := warc.HeaderLength(b[start:])
		if n == 0 {
			return header{}, nil
		}
		h := header{b[start : start+n], int64(start + n)}
		if status := h.status(); !strings.HasPrefix(status, "1") || status == "101" {
			return h, nil
		}
		start += n
	}
}

// status returns the status code in the first line, or "".
func (h header) status() string {
	_, rest, _ := strings.Cut(string(h.text[:min(len(h.text), 64)]), " ")
	return rest[:min(len(rest), 3)]
}

// bodiless reports whether a response has no body, so it cannot be truncated.
func (h header) bodiless() bool { return h.status() == "204" || h.status() == "304" }

// redactHeader returns a message of http with [earl.Hidden] instead of the
// values of fields that contain credentials, and of passwords in URLs.
func redactHeader(message []byte, request bool) []byte {
	end := warc.HeaderLength(message)
	var b []byte
	for i, line := range bytes.SplitAfter(message[:end], []byte("\n")) {
		name, value, ok := strings.Cut(string(line), ":")
		if i == 0 || !ok {
			b = append(b, line...)
			continue
		}
		text := strings.TrimRight(value, "\r\n")
		stop := value[len(text):]
		switch name = strings.TrimSpace(name); {
		case request && http.IsSecret(name), http.SoundsSecret(name):
			b = append(append(b, name+": "+earl.Hidden...), stop...)
		case hasURL[strings.ToLower(name)]:
			b = append(append(b, name+":"+earl.Redact(text)...), stop...)
		default:
			b = append(b, line...)
		}
	}
	return append(b, message[end:]...)
}

// hasURL are the fields whose values are URLs.
var hasURL = map[string]bool{"referer": true, "location": true, "content-location": true, "refresh": true, "link": true}

// spliced is a header and the rest of a spool.
type spliced struct {
	head []byte
	rest *spool.Spool
	from int64
}

// ReadAt implements [io.ReaderAt].
func (s *spliced) ReadAt(p []byte, off int64) (int, error) {
	n := 0
	if off < int64(len(s.head)) {
		n = copy(p, s.head[off:])
	}
	if n == len(p) {
		return n, nil
	}
	m, err := s.rest.ReadAt(p[n:], s.from+off+int64(n)-int64(len(s.head)))
	return n + m, err
}
