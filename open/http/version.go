package http

import (
	nethttp "net/http"
	"strings"
	"time"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/request"
)

// datesApart is how much older than the answer a Last-Modified must be to
// identify a state of the object: its unit is the second, and clocks differ.
// Source: rfc9110 8.8.2.2.
const datesApart = time.Minute

// version returns the value for If-Range from an answer: its strong entity tag,
// or else a date that is strong. Source: rfc9110 8.8, 13.1.5.
func version(h nethttp.Header) string {
	tag := h.Get("ETag")
	if len(tag) >= 2 && strings.HasPrefix(tag, `"`) && strings.HasSuffix(tag, `"`) && !strings.ContainsFunc(tag, notInTag) {
		return tag
	}
	changed, sent := httpTime(h.Get("Last-Modified")), httpTime(h.Get("Date"))
	if tag != "" || changed.IsZero() || sent.Sub(changed) < datesApart {
		return ""
	}
	return changed.UTC().Format(nethttp.TimeFormat)
}

// notInTag reports whether a character is not allowed in an entity tag.
// Source: rfc9110 8.8.3.
func notInTag(r rune) bool { return r <= ' ' || r == 0x7F }

// sameVersion checks that an answer to a range request has the requested
// version. A 206 need not contain it: If-Range ensures it. Source: rfc9110
// 13.1.5, 15.3.7.
func (a *answer) sameVersion() error {
	want := a.req.Version
	if want == "" || !request.Ranged(a.req) {
		return nil
	}
	h := a.resp.Header
	switch a.resp.StatusCode {
	case nethttp.StatusPartialContent:
		if tag := h.Get("ETag"); tag == "" || tag == want || !strings.HasPrefix(want, `"`) {
			return nil
		}
	case nethttp.StatusOK:
		if version(h) == want {
			return nil
		}
	default:
		return nil
	}
	return open.ErrChanged
}

// retryAfter returns how long the server asks to wait, in seconds or until a
// date, or
// 0. Source: rfc9110 10.2.3.
func retryAfter(h nethttp.Header) time.Duration {
	field := h.Get("Retry-After")
	if field == "" {
		return 0
	}
	if strings.Trim(field, "0123456789") == "" { // a number that is too large for number is a long time too
		if n, ok := number(field); ok && n < int64(maxRetryAfter/time.Second) {
			return time.Duration(n) * time.Second
		}
		return maxRetryAfter
	}
	until := httpTime(field)
	if until.IsZero() {
		return 0
	}
	from := httpTime(h.Get("Date"))
	if from.IsZero() {
		from = time.Now()
	}
	return min(max(until.Sub(from), 0), maxRetryAfter)
}

// maxRetryAfter replaces a longer time.
const maxRetryAfter = 7 * 24 * time.Hour
