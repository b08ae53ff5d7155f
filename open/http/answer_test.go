package http_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	nethttp "net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/http"
)

// net/http logs bytes that a server sends after a response, as the servers of
// the suite do.
func TestMain(m *testing.M) {
	log.SetOutput(io.Discard)
	os.Exit(m.Run())
}

// word names the kind of an error.
func word(err error) string {
	var refusal *open.Refusal
	if errors.As(err, &refusal) {
		return refusal.Name
	}
	for _, k := range []struct {
		err  error
		word string
	}{
		{context.Canceled, "canceled"}, {os.ErrDeadlineExceeded, "deadline"}, {context.DeadlineExceeded, "deadline"},
		{open.ErrLogin, "login"}, {open.ErrNotFound, "not-found"}, {open.ErrCut, "cut"},
		{open.ErrConnect, "connect"}, {open.ErrProtocol, "protocol"},
	} {
		if errors.Is(err, k.err) {
			return k.word
		}
	}
	if err != nil {
		return "other"
	}
	return "ok"
}

// B23: the target of a redirect, in the edition of the URL or in rfc3986.
func TestRedirections(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		from, status, location string
		want                   string // with HOST for the origin
		permanent              bool
	}{
		{"/a/b", "301 Moved", "c", "http://HOST/a/c", true},
		{"/a/b", "302 Found", "/c?d", "http://HOST/c?d", false},
		{"/a/b", "303 See", "//h.example/c", "http://h.example/c", false},
		{"/a/b", "307 T", "https://h.example/c", "https://h.example/c", false},
		{"/a/b", "308 P", "?q", "http://HOST/a/b?q", true},
		{"/a/b", "300 M", "../c", "http://HOST/c", false},
		{"/a/b#f", "302 Found", "c", "http://HOST/a/c#f", false},
		{"/a/b#f", "302 Found", "c#g", "http://HOST/a/c#g", false},
		{"/a/b", "302 Found", "ftp://h.example/c", "ftp://h.example/c", false},
	} {
		addr, _ := serve(t, "HTTP/1.1 "+tt.status+"\r\nLocation: "+tt.location+"\r\nContent-Length: 3\r\n\r\nabc")
		for _, e := range []*earl.Edition{earl.RFC3986, earl.RFC1738} {
			u, err := e.Parse("http://" + addr + tt.from)
			if err != nil {
				continue // a fragment
			}
			res, err := client(t, open.Options{}, nil).Open(t.Context(), u)
			if err != nil {
				t.Errorf("%s %q: %v", tt.status, tt.location, err)
				continue
			}
			r, ok := res.(*open.Referral)
			if want := strings.ReplaceAll(tt.want, "HOST", addr); !ok || len(r.Targets) != 1 || r.Targets[0].String() != want || r.Permanent != tt.permanent {
				t.Errorf("%s %q: %+v, want %s", tt.status, tt.location, res, want)
			}
		}
	}
}

// An invalid Location is read like in a browser, and a note reports it.
// Source: fetch 2.2.5.
func TestRepairedLocation(t *testing.T) {
	t.Parallel()
	for location, want := range map[string]string{
		"/a b": "/a%20b", "/a\xe9": "/a%E9", "/日": "/%E6%97%A5", "\\x": "/x", "/a|b": "/a|b", "/100%": "/100%", "?q r#f g": "/?q%20r#f%20g",
	} {
		addr, heads := serve(t, "HTTP/1.1 302 Found\r\nLocation: "+location+"\r\nContent-Length: 0\r\n\r\n")
		res, err := client(t, open.Options{}, nil).Open(t.Context(), parse(t, "http://"+addr+"/"))
		<-heads
		r, ok := res.(*open.Referral)
		if err != nil || !ok || r.Targets[0].String() != "http://"+addr+want || len(r.Note) != 1 {
			t.Errorf("%q: %+v, %v, want %s", location, res, err, want)
		}
	}
}

// A broken Location is an error of the server.
func TestBrokenLocation(t *testing.T) {
	t.Parallel()
	for _, header := range []string{
		"Location: http://[::1/\r\n",
		"Location: http://h.example:port/\r\n",
		"Location: /a\r\nLocation: /b\r\n",
		"Location: http://a b/\r\n",
	} {
		addr, _ := serve(t, "HTTP/1.1 302 Found\r\n"+header+"Content-Length: 0\r\n\r\n")
		_, err := client(t, open.Options{}, nil).Open(t.Context(), parse(t, "http://"+addr+"/"))
		if !errors.Is(err, open.ErrProtocol) {
			t.Errorf("%q: %v, want ErrProtocol", header, err)
		}
	}
}

// F3: the login is sent only to the same origin.
func TestLoginStaysAtItsOrigin(t *testing.T) {
	t.Parallel()
	for location, want := range map[string]string{
		"/b":                    "http://alice:s3cr3t@HOST/b",
		"http://HOST/b":         "http://alice:s3cr3t@HOST/b",
		"http://bob@HOST/b":     "http://alice:s3cr3t@HOST/b",
		"http://h.example/b":    "http://h.example/b",
		"https://HOST/b":        "https://HOST/b",
		"//h.example:80/alice:": "http://h.example:80/alice:",
	} {
		var addr string
		s := httptest.NewServer(nethttp.HandlerFunc(func(w nethttp.ResponseWriter, _ *nethttp.Request) {
			w.Header().Set("Location", strings.ReplaceAll(location, "HOST", addr))
			w.WriteHeader(302)
		}))
		addr = s.Listener.Addr().String()
		res, err := client(t, open.Options{}, nil).Open(t.Context(), parse(t, "http://alice:s3cr3t@"+addr+"/a"))
		if err != nil {
			t.Errorf("%s: %v", location, err)
		} else if got := res.(*open.Referral).Targets[0].String(); got != strings.ReplaceAll(want, "HOST", addr) {
			t.Errorf("%s: %s, want %s", location, got, want)
		}
		s.Close()
	}
}

// A login in a Location is ignored, in any edition of the URL, and a note
// reports it.
// Source: issue 11 A11.
func TestLoginInLocationIsIgnored(t *testing.T) {
	t.Parallel()
	for _, login := range []string{"bob:s3cr3t@", "bob@", ":s3cr3t@", "@", "bob:@"} {
		for _, e := range []*earl.Edition{earl.RFC3986, earl.WHATWG} {
			var authorization []string
			s := httptest.NewServer(nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
				authorization = append(authorization, r.Header.Get("Authorization"))
				if r.URL.Path == "/a" {
					w.Header().Set("Location", "http://"+login+r.Host+"/b")
					w.WriteHeader(302)
				}
			}))
			var remarks strings.Builder
			trace := func(ev open.Event) { fmt.Fprintf(&remarks, "%c %s\n", ev.Dir, ev.Line) }
			u := e.MustParse(s.URL + "/a")
			res, err := client(t, open.Options{Trace: trace}, nil).Follow(t.Context(), u)
			if err != nil {
				t.Fatalf("%s %q: %v", e.Name(), login, err)
			}
			res.(*open.Document).Body.Close()
			m := res.Info()
			said := "the login in the Location " + s.URL + "/b was ignored"
			if login == "@" && e == earl.WHATWG {
				said = "" // an empty login is not a login
			}
			if m.URL.String() != s.URL+"/b" || len(authorization) != 2 || authorization[1] != "" {
				t.Errorf("%s %q: %s with the login %q", e.Name(), login, m.URL.Redacted(), authorization)
			}
			if !strings.Contains(strings.Join(m.Note, "\n"), said) || !strings.Contains(remarks.String(), said) {
				t.Errorf("%s %q: notes %q, trace:\n%s", e.Name(), login, m.Note, remarks.String())
			}
			if strings.Contains(remarks.String()+strings.Join(m.Note, ""), "s3cr3t") {
				t.Errorf("%s %q: the password appears: %q, trace:\n%s", e.Name(), login, m.Note, remarks.String())
			}
			s.Close()
		}
	}
}

// No password of a URL in a header of a response is in the trace or in an error.
// Source: issue 11 A11; rfc1738 6.
func TestPasswordsInHeadersAreHidden(t *testing.T) {
	t.Parallel()
	for _, header := range []string{
		"Location: http://u:s3cr3t@h.example/",
		"Location: http:u:s3cr3t@h.example/",
		`Location: http:\\u:s3cr3t@h.example/`,
		"Location: //u:s3cr3t@h.example/",
		"Location: http://u:s3/cr3t@h.example/",
		"Location: http://u:s3cr3t@h.example:port/",
		"Location: http://u:s3cr3t@[::1/",
		"Content-Location: http://u:s3cr3t@h.example/",
		"Refresh: 5; url=http://u:s3cr3t@h.example/",
		"Refresh: 5;http:u:s3cr3t@h.example/",
		"Link: <http://h.example/>; rel=prev, <http://u:s3cr3t@h.example/>; rel=next",
		"Link: <http://u:s3cr3t@h.example/>; rel=next, <http://h.example/>",
		`Www-Authenticate: Basic realm="log in at http://u:s3cr3t@h.example/"`,
		`Www-Authenticate: Digest realm="log in at http://u:s3cr3t@h.example/"`,
		`X-Any: {"to":"https://u:s3cr3t@h.example/","or":"//v:s3cr3t@h.example"}`,
	} {
		for _, status := range []string{"302 Found", "200 OK", "302 see http://u:s3cr3t@h.example/", "401 Unauthorized"} {
			addr, _ := serve(t, "HTTP/1.1 "+status+"\r\n"+header+"\r\nContent-Length: 0\r\n\r\n")
			var seen strings.Builder
			trace := func(e open.Event) { fmt.Fprintf(&seen, "%c %s\n", e.Dir, e.Line) }
			res, err := client(t, open.Options{Trace: trace}, nil).Open(t.Context(), parse(t, "http://"+addr+"/"))
			fmt.Fprintln(&seen, err)
			if err == nil {
				m := res.Info()
				fmt.Fprintf(&seen, "%v %+v\n", m.Note, m)
			}
			if r, ok := res.(*open.Referral); ok {
				fmt.Fprintln(&seen, r.Reason, r.Targets[0].Redacted())
			}
			name, _, _ := strings.Cut(header, ":")
			if text := seen.String(); !strings.Contains(text, "S "+name+": ") || strings.Contains(text, "s3cr3t") || strings.Contains(text, "cr3t") {
				t.Errorf("%s, %s:\n%s", status, header, text)
			}
		}
	}
}

// ranges are responses to a request for bytes from 2 on, or from 2 to 5.
func TestRanges(t *testing.T) {
	t.Parallel()
	const head = "HTTP/1.1 206 Partial Content\r\nConnection: close\r\n"
	for _, tt := range []struct {
		name, answer string
		offset, end  int64
		body, err    string
		size         int64
	}{
		{"whole rest", head + "Content-Range: bytes 2-9/10\r\nContent-Length: 8\r\n\r\n23456789", 2, 0, "23456789", "ok", 10},
		{"part", head + "Content-Range: bytes 2-4/10\r\nContent-Length: 3\r\n\r\n234", 2, 5, "234", "ok", 10},
		{"part of unknown size", head + "Content-Range: bytes 2-4/*\r\nContent-Length: 3\r\n\r\n234", 2, 5, "234", "ok", -1},
		{"end behind the object", head + "Content-Range: bytes 2-9/10\r\nContent-Length: 8\r\n\r\n23456789", 2, 50, "23456789", "ok", 10},
		{"more than asked for", head + "Content-Range: bytes 2-9/10\r\nContent-Length: 8\r\n\r\n23456789", 2, 5, "234", "ok", 10},
		{"less than asked for", head + "Content-Range: bytes 2-3/10\r\nContent-Length: 2\r\n\r\n23", 2, 5, "23", "cut", 10},
		{"less than there is", head + "Content-Range: bytes 2-3/10\r\nContent-Length: 2\r\n\r\n23", 2, 0, "23", "cut", 10},
		{"no length, cut", head + "Content-Range: bytes 2-9/10\r\n\r\n234", 2, 0, "234", "cut", 10},
		{"wrong offset", head + "Content-Range: bytes 0-9/10\r\nContent-Length: 10\r\n\r\n0123456789", 2, 0, "", "protocol", 0},
		{"no Content-Range", head + "Content-Length: 8\r\n\r\n23456789", 2, 0, "", "protocol", 0},
		{"odd Content-Range", head + "Content-Range: bytes 2-1/10\r\nContent-Length: 8\r\n\r\n23456789", 2, 0, "", "protocol", 0},
		{"last behind the size", head + "Content-Range: bytes 2-9/5\r\nContent-Length: 8\r\n\r\n23456789", 2, 0, "", "protocol", 0},
		{"length that differs", head + "Content-Range: bytes 2-9/10\r\nContent-Length: 3\r\n\r\n234", 2, 0, "", "protocol", 0},
		{"several parts", head + "Content-Type: multipart/byteranges; boundary=x\r\nContent-Length: 3\r\n\r\n--x", 2, 0, "", "protocol", 0},
		{"206 unasked", head + "Content-Range: bytes 0-1/10\r\nContent-Length: 2\r\n\r\n01", 0, 0, "", "protocol", 0},
		{"the whole", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n0123456789", 2, 0, "23456789", "ok", 10},
		{"a part of the whole", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n0123456789", 2, 5, "234", "ok", 10},
		{"the whole is shorter", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n0", 2, 0, "", "other", 1},
		{"the whole, cut", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n0", 2, 0, "", "cut", 10},
		{"two Content-Ranges", head + "Content-Range: bytes 2-9/10\r\nContent-Range: bytes 0-7/10\r\nContent-Length: 8\r\n\r\n23456789", 2, 0, "", "protocol", 0},
		{"a Content-Range twice", head + "Content-Range: bytes 2-9/10\r\nContent-Range: bytes 2-9/10\r\nContent-Length: 8\r\n\r\n23456789", 2, 0, "23456789", "ok", 10},
		{"200, the rest", "HTTP/1.1 200 OK\r\nContent-Range: bytes 2-9/10\r\nContent-Length: 8\r\n\r\n23456789", 2, 0, "23456789", "ok", 10},
		{"200, the part", "HTTP/1.1 200 OK\r\nContent-Range: bytes 2-4/10\r\nContent-Length: 3\r\n\r\n234", 2, 5, "234", "ok", 10},
		{"200, the whole with its range", "HTTP/1.1 200 OK\r\nContent-Range: bytes 0-9/10\r\nContent-Length: 10\r\n\r\n0123456789", 2, 0, "23456789", "ok", 10},
		{"200, another part", "HTTP/1.1 200 OK\r\nContent-Range: bytes 5-9/10\r\nContent-Length: 5\r\n\r\n56789", 2, 0, "", "protocol", 0},
		{"200, a range and the whole", "HTTP/1.1 200 OK\r\nContent-Range: bytes 2-9/10\r\nContent-Length: 10\r\n\r\n0123456789", 2, 0, "", "protocol", 0},
		{"200, a range and no length", "HTTP/1.1 200 OK\r\nContent-Range: bytes 2-9/10\r\nConnection: close\r\n\r\n23456789", 2, 0, "", "protocol", 0},
		{"200, the size of the range", "HTTP/1.1 200 OK\r\nContent-Range: bytes 2-9/8\r\nContent-Length: 8\r\n\r\n23456789", 2, 0, "", "protocol", 0},
		{"200, an invalid range", "HTTP/1.1 200 OK\r\nContent-Range: bytes=2-9\r\nContent-Length: 8\r\n\r\n23456789", 2, 0, "", "protocol", 0},
		{"200, a range from the start", "HTTP/1.1 200 OK\r\nContent-Range: bytes 0-4/10\r\nContent-Length: 5\r\n\r\n01234", 0, 5, "01234", "ok", 10},
		{"nothing left", "HTTP/1.1 416 No\r\nContent-Range: bytes */2\r\nContent-Length: 4\r\n\r\npage", 2, 0, "", "ok", 2},
		{"behind the end", "HTTP/1.1 416 No\r\nContent-Range: bytes */1\r\nContent-Length: 4\r\n\r\npage", 2, 0, "", "other", 0},
		{"not found", "HTTP/1.1 404 No\r\nContent-Length: 4\r\n\r\npage", 2, 0, "", "not-found", 0},
		{"no content", "HTTP/1.1 204 No\r\n\r\n", 2, 0, "", "other", 0},
	} {
		addr, heads := serve(t, tt.answer)
		text, doc, err := get(t, client(t, open.Options{}, nil), &open.Request{URL: parse(t, "http://"+addr+"/"), Offset: tt.offset, End: tt.end})
		if text != tt.body || word(err) != tt.err || doc != nil && doc.Size != tt.size {
			t.Errorf("%s: %q, %v, %+v, want %q, %s", tt.name, text, err, doc, tt.body, tt.err)
		}
		if doc != nil && doc.Status >= 400 {
			t.Errorf("%s: the document has the status %d, of an error", tt.name, doc.Status)
		}
		want := map[[2]int64]string{{2, 0}: "bytes=2-", {2, 5}: "bytes=2-4", {2, 50}: "bytes=2-49", {0, 0}: "", {0, 5}: "bytes=0-4"}[[2]int64{tt.offset, tt.end}]
		if head := <-heads; want != "" && !strings.Contains(head, "\r\nRange: "+want+"\r\n") || want == "" && strings.Contains(head, "Range") {
			t.Errorf("%s: sent %q, want the range %q", tt.name, head, want)
		}
	}
}

// loginServer requires the login of alice with s3cr3t, in the scheme of its
// challenge.
func loginServer(t *testing.T, challenge ...string) string {
	t.Helper()
	s := httptest.NewServer(nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		if user, password, ok := r.BasicAuth(); ok && user == "alice" && password == "s3cr3t" {
			io.WriteString(w, "inside")
			return
		}
		for _, c := range challenge {
			w.Header().Add("WWW-Authenticate", c)
		}
		w.WriteHeader(401)
	}))
	t.Cleanup(s.Close)
	return s.Listener.Addr().String()
}

// B5: the login of the URL is sent first, then once that of the user, only with
// Basic.
func TestLogin(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		challenge       []string
		login, password string // of the URL; of the user, or ""
		want, prompt    string
	}{
		{[]string{`Basic realm="here"`}, "alice:s3cr3t@", "", "inside", ""},
		{[]string{`Basic realm="here"`}, "", "s3cr3t", "inside", "here"},
		{[]string{`basic Realm=here`}, "alice@", "s3cr3t", "inside", "here"},
		{[]string{`Digest realm="a, \"b\"", nonce="x", Basic charset="UTF-8", realm="he\"re"`}, "", "s3cr3t", "inside", `he"re`},
		{[]string{`Negotiate`, `Basic realm="here"`}, "", "s3cr3t", "inside", "here"},
		{[]string{`Basic`}, "", "s3cr3t", "inside", ""},
		{[]string{`Basic realm="here"`}, "alice:wrong@", "s3cr3t", "inside", "here"},
		{[]string{`Basic realm="here"`}, "alice:wrong@", "", "login", ""},
		{[]string{`Basic realm="here"`}, "", "wrong", "login", "here"},
		{[]string{`Basic realm="here"`}, "", "", "login", ""},
		{[]string{`Digest realm="here", nonce="Basic realm=x"`}, "", "s3cr3t", "login", ""},
		{nil, "", "s3cr3t", "login", ""},
	} {
		var asked []string
		o := open.Options{}
		if tt.password != "" {
			o.Login = func(_ context.Context, l open.Login) (open.Login, error) {
				asked = append(asked, l.Prompt)
				return open.Login{User: earl.Some("alice"), Password: earl.NewSecret(earl.Octets(tt.password))}, nil
			}
		}
		text, _, err := get(t, client(t, o, nil), &open.Request{URL: parse(t, "http://"+tt.login+loginServer(t, tt.challenge...)+"/")})
		if err != nil {
			text = word(err)
		}
		if text != tt.want || strings.Join(asked, "|") != tt.prompt || len(asked) > 1 {
			t.Errorf("%q, login %q: %q (%v), asked %q, want %q, %q", tt.challenge, tt.login, text, err, asked, tt.want, tt.prompt)
		}
	}
}

// F3: a user name with a colon would become another login.
func TestLoginThatCannotBeSent(t *testing.T) {
	t.Parallel()
	addr, heads := serve(t, empty)
	_, err := client(t, open.Options{}, nil).Open(t.Context(), parse(t, "http://a%3Ab:c@"+addr+"/"))
	if !errors.Is(err, errors.ErrUnsupported) || len(heads) > 0 {
		t.Errorf("error %v, %d requests", err, len(heads))
	}
	if _, err := earl.RFC1738.Parse("http://a:b@h.example/"); err == nil {
		t.Error("rfc1738 takes a login in an http URL")
	}
}

// Every kind of failure of a server is one of package open's errors.
func TestFailures(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, answer, want string
	}{
		{"says nothing", "", "cut"},
		{"half a header", "HTTP/1.1 200 OK\r\nContent-Le", "protocol"},
		{"other words than http", "HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n", "protocol"},
		{"another protocol", "220 ftp.example ready\r\n", "protocol"},
		{"short", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n0123", "cut"},
		{"short chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8\r\nabc", "cut"},
		{"no last chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n", "cut"},
		{"odd chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\nabc\r\n", "protocol"},
		{"two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", "protocol"},
		{"long header", "HTTP/1.1 200 OK\r\nX: " + strings.Repeat("x", 300<<10) + "\r\n\r\n", "protocol"},
		{"endless header", "HTTP/1.1 200 OK\r\n" + strings.Repeat("X: x\r\n", 100<<10), "protocol"},
		{"endless 103", strings.Repeat("HTTP/1.1 103 Early\r\nX: x\r\n\r\n", 100<<10), "protocol"},
		{"login to a proxy", "HTTP/1.1 407 No\r\nProxy-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n", "login"},
		{"407 in pieces", "HTTP/1.1 407 No\r\nContent-Length: 9\r\n\r\n", "login"},
	} {
		addr, _ := serve(t, tt.answer)
		_, _, err := get(t, client(t, open.Options{}, nil), &open.Request{URL: parse(t, "http://"+addr+"/")})
		if word(err) != tt.want {
			t.Errorf("%s: %v, want %s", tt.name, err, tt.want)
		}
	}
}

// A status is an error only with Options.Fail.
func TestFail(t *testing.T) {
	t.Parallel()
	for status, want := range map[string]string{"200": "ok", "304": "ok", "404": "not-found", "410": "not-found", "403": "other", "500": "other"} {
		addr, _ := serve(t, "HTTP/1.1 "+status+" X\r\nContent-Length: 0\r\n\r\n")
		opener := &http.Opener{Options: http.Options{Fail: true}}
		_, err := client(t, open.Options{}, opener).Open(t.Context(), parse(t, "http://"+addr+"/"))
		if word(err) != want {
			t.Errorf("%s: %v, want %s", status, err, want)
		}
		var failed *http.StatusError
		if want != "ok" && (!errors.As(err, &failed) || fmt.Sprint(failed.Code) != status) {
			t.Errorf("%s: %v, want a *StatusError", status, err)
		}
	}
}

// A request ends if the server becomes silent at any point, but not if it is
// slow.
func TestIdle(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		head, tick string
		want       string
	}{
		{"", "", "deadline"},
		{"HTTP/1.1 200 OK\r\nX: ", "x", "deadline"}, // the header must arrive within the time
		{"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n", "", "deadline"},
		{"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n", "x", "ok"},
	} {
		s := listen(t, func(c net.Conn, done <-chan struct{}) {
			if _, err := nethttp.ReadRequest(bufio.NewReader(c)); err != nil {
				return
			}
			io.WriteString(c, tt.head)
			for tick := time.NewTicker(80 * time.Millisecond); ; {
				select {
				case <-done:
					return
				case <-tick.C:
					io.WriteString(c, tt.tick)
				}
			}
		})
		c := client(t, open.Options{Policy: open.Policy{Idle: 600 * time.Millisecond}}, nil)
		if _, _, err := get(t, c, &open.Request{URL: parse(t, "http://"+s+"/")}); word(err) != tt.want {
			t.Errorf("%q then %q: %v, want %s", tt.head, tt.tick, err, tt.want)
		}
	}
}

// listen serves each connection by a function, until the test ends.
func listen(t *testing.T, serve func(c net.Conn, done <-chan struct{})) string {
	t.Helper()
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	t.Cleanup(func() { l.Close(); close(done) })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() { defer c.Close(); serve(c, done) }()
		}
	}()
	return l.Addr().String()
}

// A slow reader does not make the server silent.
func TestSlowReader(t *testing.T) {
	t.Parallel()
	addr, _ := serve(t, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab")
	res, err := client(t, open.Options{Policy: open.Policy{Idle: 50 * time.Millisecond}}, nil).Open(t.Context(), parse(t, "http://"+addr+"/"))
	if err != nil {
		t.Fatal(err)
	}
	<-time.After(200 * time.Millisecond)
	body := res.(*open.Document).Body
	defer body.Close()
	if b, err := io.ReadAll(body); string(b) != "ab" || err != nil {
		t.Errorf("ReadAll = %q, %v", b, err)
	}
}

// An untrusted certificate and a server without TLS are errors of the
// connection.
func TestTLSFailures(t *testing.T) {
	t.Parallel()
	s := httptest.NewTLSServer(nethttp.NotFoundHandler())
	t.Cleanup(s.Close)
	plain, _ := serve(t, empty)
	silent := listen(t, func(_ net.Conn, done <-chan struct{}) { <-done })
	for name, addr := range map[string]string{"unknown authority": s.Listener.Addr().String(), "no TLS": plain, "silent": silent} {
		o := open.Options{Policy: open.Policy{Login: 200 * time.Millisecond}}
		_, err := client(t, o, nil).Open(t.Context(), parse(t, "https://"+addr+"/"))
		if !errors.Is(err, open.ErrConnect) {
			t.Errorf("%s: %v, want ErrConnect", name, err)
		}
	}
	_, err := client(t, open.Options{}, &http.Opener{Options: http.Options{TLS: &tls.Config{InsecureSkipVerify: true}}}).
		Open(t.Context(), parse(t, s.URL+"/"))
	if err != nil {
		t.Errorf("own settings: %v", err)
	}
}

// F3: no password, session or login is in the trace.
func TestTraceHidesSecrets(t *testing.T) {
	addr, _ := serve(t, "HTTP/1.1 200 OK\r\nSet-Cookie: session=s3cr3t-cookie\r\nX-Echo: s3cr3t-word 100%\x7f\r\nContent-Length: 0\r\n\r\n")
	var lines []string
	o := open.Options{Trace: func(e open.Event) { lines = append(lines, string(e.Dir)+": "+e.Line) }}
	if _, _, err := get(t, client(t, o, nil), &open.Request{URL: parse(t, "http://alice:s3cr3t-word@"+addr+"/a%2Fb?c")}); err != nil {
		addr, _ = serve(t, "HTTP/1.1 200 OK\r\nSet-Cookie: session=s3cr3t-cookie\r\nX-Echo: s3cr3t-word 100%\r\nContent-Length: 0\r\n\r\n")
		lines = nil
		if _, _, err := get(t, client(t, o, nil), &open.Request{URL: parse(t, "http://alice:s3cr3t-word@"+addr+"/a%2Fb?c")}); err != nil {
			t.Fatal(err)
		}
	}
	got := strings.Join(lines, "\n")
	want := "C: GET /a%2Fb?c HTTP/1.1\nC: Host: " + addr + "\nC: Accept: */*\nC: Accept-Encoding: identity\nC: Authorization: Basic xxxxx\nC: User-Agent: earl\n" +
		"S: HTTP/1.1 200 OK\nS: Content-Length: 0\nS: Set-Cookie: xxxxx\nS: X-Echo: xxxxx 100%"
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	if strings.Contains(got, base64.StdEncoding.EncodeToString([]byte("alice:s3cr3t-word"))) {
		t.Error("the credentials are in the trace")
	}
}

// After Close no goroutine and no connection is left.
func TestNoGoroutineStays(t *testing.T) {
	before := runtime.NumGoroutine()
	s := httptest.NewUnstartedServer(nethttp.HandlerFunc(func(w nethttp.ResponseWriter, _ *nethttp.Request) {
		w.Write(bytes.Repeat([]byte("x"), 1<<20))
	}))
	s.EnableHTTP2 = true
	s.StartTLS()
	c := open.New(open.Options{}, &http.Opener{Options: http.Options{TLS: trusting(s)}})
	for i := range 10 {
		res, err := c.Open(t.Context(), parse(t, s.URL+"/"))
		if err != nil {
			t.Fatal(err)
		}
		body := res.(*open.Document).Body
		if i%2 == 0 {
			io.Copy(io.Discard, body)
		}
		body.Close()
	}
	c.Close()
	s.Close()
	for end := time.Now().Add(5 * time.Second); runtime.NumGoroutine() > before; runtime.Gosched() {
		if time.Now().After(end) {
			t.Fatalf("%d goroutines before, %d after", before, runtime.NumGoroutine())
		}
	}
}

// The policy checks the address of every connection, whatever the URL is.
func TestPolicyJudgesTheAddress(t *testing.T) {
	t.Parallel()
	addr, heads := serve(t, empty)
	_, err := client(t, open.Options{Policy: open.Policy{Special: open.SpecialDeny}}, nil).Open(t.Context(), parse(t, "http://"+addr+"/"))
	if word(err) != open.GuardPrivateAddress || len(heads) > 0 {
		t.Errorf("error %v, %d requests", err, len(heads))
	}
}
