package http_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/http"
)

// The version of an object: a strong entity tag, or a date that is sufficiently
// older than the response. Source: rfc9110 8.8.
func TestVersions(t *testing.T) {
	t.Parallel()
	const date = "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
	for _, tt := range []struct{ name, fields, want string }{
		{"strong", `ETag: "a1"` + "\r\n", `"a1"`},
		{"weak", `ETag: W/"a1"` + "\r\n", ""},
		{"weak, with a date", `ETag: W/"a1"` + "\r\n" + date + "Last-Modified: Sun, 06 Nov 1994 08:40:00 GMT\r\n", ""},
		{"no quotes", "ETag: a1\r\n", ""},
		{"a date", date + "Last-Modified: Sun, 06 Nov 1994 08:48:37 GMT\r\n", "Sun, 06 Nov 1994 08:48:37 GMT"},
		{"a date too close", date + "Last-Modified: Sun, 06 Nov 1994 08:49:00 GMT\r\n", ""},
		{"a date, and none of the answer", "Last-Modified: Sun, 06 Nov 1994 08:40:00 GMT\r\n", ""},
		{"nothing", "", ""},
	} {
		addr, _ := serve(t, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n"+tt.fields+"\r\nok")
		_, doc, err := get(t, client(t, open.Options{}, nil), &open.Request{URL: parse(t, "http://"+addr+"/")})
		if err != nil || doc.Version != tt.want {
			t.Errorf("%s: version %q, %v, want %q", tt.name, doc.Version, err, tt.want)
		}
	}
}

// A range is accepted only from the same version of the object. Source: rfc9110
// 13.1.5.
func TestRangeOfAVersion(t *testing.T) {
	t.Parallel()
	const part = "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 2-9/10\r\nContent-Length: 8\r\n"
	const whole = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n"
	for _, tt := range []struct {
		name, answer string
		changed      bool
	}{
		{"a part, and its tag", part + `ETag: "a1"` + "\r\n\r\n23456789", false},
		{"a part without a tag", part + "\r\n23456789", false},
		{"a part of another", part + `ETag: "b2"` + "\r\n\r\n23456789", true},
		{"another", whole + `ETag: "b2"` + "\r\n\r\n0123456789", true},
		{"whole, not known", whole + "\r\n0123456789", true},
		{"whole, the same", whole + `ETag: "a1"` + "\r\n\r\n0123456789", false},
	} {
		addr, heads := serve(t, tt.answer)
		text, doc, err := get(t, client(t, open.Options{}, nil), &open.Request{URL: parse(t, "http://"+addr+"/"), Offset: 2, Version: `"a1"`})
		if errors.Is(err, open.ErrChanged) != tt.changed || !tt.changed && (text != "23456789" || err != nil || doc.Version != `"a1"`) {
			t.Errorf("%s: %q, %v", tt.name, text, err)
		}
		if head := <-heads; !strings.Contains(head, "\r\nIf-Range: \"a1\"\r\n") {
			t.Errorf("%s: sent %q", tt.name, head)
		}
	}
}

// An object that has not changed since a time is not sent, whether or not the
// server obeys If-Modified-Since. Source: rfc9110 13.1.3.
func TestSince(t *testing.T) {
	t.Parallel()
	since := time.Date(1994, 11, 6, 8, 49, 37, 0, time.UTC)
	for _, tt := range []struct {
		name, answer string
		unchanged    bool
	}{
		{"304", "HTTP/1.1 304 Not Modified\r\n\r\n", true},
		{"200, as old", "HTTP/1.1 200 OK\r\nLast-Modified: Sun, 06 Nov 1994 08:49:37 GMT\r\nContent-Length: 2\r\n\r\nok", true},
		{"200, newer", "HTTP/1.1 200 OK\r\nLast-Modified: Sun, 06 Nov 1994 08:49:38 GMT\r\nContent-Length: 2\r\n\r\nok", false},
		{"200, no date", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", false},
	} {
		addr, heads := serve(t, tt.answer)
		text, _, err := get(t, client(t, open.Options{}, nil), &open.Request{URL: parse(t, "http://"+addr+"/"), Since: since})
		if errors.Is(err, open.ErrUnchanged) != tt.unchanged || !tt.unchanged && (text != "ok" || err != nil) {
			t.Errorf("%s: %q, %v", tt.name, text, err)
		}
		if head := <-heads; !strings.Contains(head, "\r\nIf-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT\r\n") {
			t.Errorf("%s: sent %q", tt.name, head)
		}
	}
}

// How long a busy server requests to wait. Source: rfc9110 10.2.3.
func TestRetryAfter(t *testing.T) {
	for field, want := range map[string]time.Duration{
		"7": 7 * time.Second, "0": 0, "": 0, "soon": 0, "-1": 0, "1.5": 0,
		"99999999999999999999": 7 * 24 * time.Hour, "9223372036854775807": 7 * 24 * time.Hour, "604800": 7 * 24 * time.Hour, "0000000000000000000007": 7 * time.Second,
		"Sun, 06 Nov 1994 08:50:37 GMT": time.Minute, "Sun, 06 Nov 1994 08:00:00 GMT": 0,
		"Sun, 06 Nov 1999 08:00:00 GMT": 7 * 24 * time.Hour,
	} {
		answer := "HTTP/1.1 503 Busy\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\nContent-Length: 2\r\nRetry-After: " + field + "\r\n\r\nno"
		addr, _ := serve(t, answer)
		_, doc, err := get(t, client(t, open.Options{}, nil), &open.Request{URL: parse(t, "http://"+addr+"/")})
		if err != nil || doc.RetryAfter != want {
			t.Errorf("Retry-After: %q is %v, %v, want %v", field, doc.RetryAfter, err, want)
		}
		var status *http.StatusError
		_, _, err = get(t, client(t, open.Options{}, nil), &open.Request{URL: parse(t, "http://"+addr+"/"), Offset: 2})
		if !errors.As(err, &status) || status.RetryAfter != want {
			t.Errorf("Retry-After: %q is %v in the error %v, want %v", field, status.RetryAfter, err, want)
		}
	}
}
