package fetch

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/earl-url/earl/open"
)

// Status returns the status of a response with a document: the status of the server if it
// is an error, 502 if it is not a valid HTTP status, else 200. Source: rfc9110 15.
func Status(m *open.Meta) int {
	switch {
	case m.Status >= 600, m.Status != 0 && m.Status < 100:
		return http.StatusBadGateway
	case m.Status >= 400:
		return m.Status
	}
	return http.StatusOK
}

// SetHeader sets the header fields for a document, or for the part that q requests, and
// returns the status. It returns false if the part does not exist.
func SetHeader(h http.Header, q *open.Request, m *open.Meta) (status int, ok bool) {
	if !m.Time.IsZero() {
		h.Set("Last-Modified", m.Time.UTC().Format(http.TimeFormat))
	}
	if status = Status(m); status != http.StatusOK {
		return status, true
	}
	if q.Offset == 0 && q.End == 0 {
		if m.Size >= 0 {
			h.Set("Content-Length", strconv.FormatInt(m.Size, 10))
			h.Set("Accept-Ranges", "bytes")
		}
		return http.StatusOK, true
	}
	if q.Offset >= m.Size {
		h.Set("Content-Range", fmt.Sprintf("bytes */%d", m.Size))
		return http.StatusRequestedRangeNotSatisfiable, false
	}
	end := m.Size
	if q.End > 0 {
		end = min(end, q.End)
	}
	h.Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", q.Offset, end-1, m.Size))
	h.Set("Content-Length", strconv.FormatInt(end-q.Offset, 10))
	return http.StatusPartialContent, true
}

// Range returns the offset of the first byte that the Range field of a request specifies,
// and the offset after the last one. It returns 0 and 0 for a field that the gateway
// ignores. The field must be in a GET request and have one range with a first byte. The
// request must have no If-Range, since the gateway does not know whether the object has
// changed.
// Source: rfc9110 13.1.5, 14.2.
func Range(r *http.Request) (offset, end int64) {
	if r.Method != http.MethodGet || r.Header.Get("If-Range") != "" {
		return 0, 0
	}
	spec, ok := strings.CutPrefix(r.Header.Get("Range"), "bytes=")
	first, last, dash := strings.Cut(spec, "-")
	a, err := strconv.ParseUint(first, 10, 62)
	if !ok || !dash || err != nil {
		return 0, 0
	}
	z, err := strconv.ParseUint(last, 10, 62)
	switch {
	case last == "":
		return int64(a), 0
	case err != nil || z < a:
		return 0, 0
	}
	return int64(a), int64(z) + 1
}
