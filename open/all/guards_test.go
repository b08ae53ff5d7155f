package all_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/editions"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/all"
)

// shapes has, for each scheme, a URL for each of its components, with "{}" in it. Components that
// may contain any byte are in [TestControlOctetsThatPass] instead. A scheme whose view writes all
// of its URLs needs no row: see [TestEveryComponentIsGuarded].
var shapes = map[string][]string{
	"ftp":      login("ftp://%s.test/a", "ftp://h.test/{}", "ftp://h.test/{}/a", "ftp://h.test/a;type={}", "ftp://h.test/a?{}"),
	"ftps":     login("ftps://%s.test/a", "ftps://h.test/{}"),
	"http":     login("http://%s.test/"),
	"https":    login("https://%s.test/"),
	"gopher":   login("gopher://%s.test/1", "gopher://h.test/1{}", "gopher://h.test/{}", "gopher://h.test/1a?{}", "gopher://h.test/7a%09{}", "gopher://h.test/1a%09b%09{}"),
	"gophers":  login("gophers://%s.test/1", "gophers://h.test/1{}", "gophers://h.test/7a%09{}", "gophers://h.test/1a%09b%09{}"),
	"mailto":   {"mailto:{}", "mailto:a{}@h.test", "mailto:a@h{}.test", "mailto:a@h.test?subject={}", "mailto:a@h.test?{}=b"},
	"news":     {"news:{}", "news:a.{}", "news:a{}@h.test", "news:a@h{}.test"},
	"nntp":     login("nntp://%s.test/a.b", "nntp://h.test/{}", "nntp://h.test/a.{}", "nntp://h.test/a/{}"),
	"nntps":    login("nntps://%s.test/a.b", "nntps://h.test/a.{}", "nntps://h.test/a/{}"),
	"telnet":   login("telnet://%s.test/", "telnet://h.test/{}"),
	"wais":     login("wais://%s.test/db", "wais://h.test/{}", "wais://h.test/db?{}", "wais://h.test/db{}/TEXT/a", "wais://h.test/db/{}/a"),
	"file":     {"file://h{}.test/a"},
	"prospero": login("prospero://%s.test/a", "prospero://h.test/{}", "prospero://h.test/a;f{}=v", "prospero://h.test/a;f=v{}", "prospero://h.test/a?{}"),
}

// login returns urls and, for a URL that can have them, the URL with "{}" in the user, the
// password and the host.
func login(url string, urls ...string) []string {
	for _, part := range []string{"u{}@h", "{}@h", "u:p{}@h", ":{}@h", "h{}", "{}"} {
		urls = append(urls, fmt.Sprintf(url, part))
	}
	return urls
}

// separates reports whether c would end a component there, and not be part of it: the %09 of a
// gopher URL, the %00 of a prospero URL of 1993.
func separates(url string, c byte, e *earl.Edition) bool {
	return c == '\t' && strings.HasPrefix(url, "gopher") && strings.Contains(url, ".test/") && !strings.Contains(url, "%09b%09") ||
		c == 0 && strings.HasPrefix(url, "prospero") && e == earl.Draft1993
}

// F2, F6: no control character of any component of any scheme is sent, in any edition. Nothing is
// looked up or dialled, and a guard gives the reason.
func TestControlOctets(t *testing.T) {
	var dials atomic.Int32
	client := open.New(open.Options{
		LookupNetIP: func(context.Context, string, string) ([]netip.Addr, error) {
			dials.Add(1)
			return []netip.Addr{netip.MustParseAddr("127.0.0.1")}, nil
		},
		DialContext: func(context.Context, string, string) (net.Conn, error) {
			dials.Add(1)
			return nil, errors.New("nobody is to be dialled")
		},
	}, all.Openers()...)
	defer client.Close()
	for scheme, urls := range shapes {
		tried := 0
		for _, url := range urls {
			for e := range editions.All() {
				tried += refusals(t, client, e, url)
			}
		}
		if tried < 33 { // each control byte in at least one component
			t.Errorf("%s: %d URLs with hostile bytes", scheme, tried)
		}
	}
	if n := dials.Load(); n != 0 {
		t.Errorf("%d look-ups and dials, want none", n)
	}
}

// refusals opens url with each control character instead of "{}", and returns how many of these
// URLs the edition accepts.
func refusals(t *testing.T, client *open.Client, e *earl.Edition, url string) (tried int) {
	t.Helper()
	for c := range 0x80 {
		if c >= 0x20 && c != 0x7F || separates(url, byte(c), e) {
			continue
		}
		text := strings.ReplaceAll(url, "{}", fmt.Sprintf("%%%02X", c))
		u, err := e.Parse(text)
		if err != nil {
			continue
		}
		tried++
		_, err = client.Follow(context.Background(), u)
		var refusal *open.Refusal
		var invalid *earl.ParseError
		if !errors.As(err, &refusal) && !errors.As(err, &invalid) {
			t.Errorf("%s, %s: %v, want a refusal", e.Name(), text, err)
		}
	}
	return tried
}

// F2: where a control character is allowed, it is not sent as itself, or it is sent with a length.
// http sends path and searchpart unchanged (B23), wais an opaque document-id (B31). A fragment is
// never sent (A20).
func TestControlOctetsThatPass(t *testing.T) {
	for _, tt := range []struct{ url, sent string }{
		{"http://h.test/a%0D%0Ab?c%00d", "GET /a%0D%0Ab?c%00d HTTP/1.1\r\n"},
		{"wais://h.test/db/TEXT/%03%04a%0D%0Ab", "-\x06\x03\x04a\r\nb"},
		{"gopher://h.test/0a#%0D%0Ab", "a\r\n"},
		{"prospero://h.test/a#%0D%0Ab", "GET-OBJECT-INFO #ALL ASCII a 0\n"},
	} {
		sent := sentFor(t, tt.url)
		if !strings.Contains(sent, tt.sent) || strings.Contains(sent, "\nb") && !strings.Contains(tt.sent, "\nb") {
			t.Errorf("%s: %q goes out, want %q", tt.url, sent, tt.sent)
		}
	}
}

// sentFor returns the bytes that a server receives if it always replies "continue".
func sentFor(t *testing.T, url string) string {
	t.Helper()
	var sent strings.Builder
	var wg sync.WaitGroup
	client := open.New(open.Options{
		LookupNetIP: func(context.Context, string, string) ([]netip.Addr, error) {
			return []netip.Addr{netip.MustParseAddr("192.0.2.1")}, nil
		},
		DialContext: func(context.Context, string, string) (net.Conn, error) {
			here, there := net.Pipe()
			wg.Go(func() {
				b := make([]byte, 4096)
				for {
					n, err := there.Read(b)
					sent.Write(b[:n])
					if err != nil || n > 10 {
						there.Close()
						return
					}
				}
			})
			return here, nil
		},
		Policy: open.Policy{Idle: time.Second, Login: time.Second},
	}, all.Openers()...)
	defer client.Close()
	if res, err := client.Open(t.Context(), earl.RFC3986.MustParse(url)); err == nil {
		consume(res, false)
	}
	client.Close()
	wg.Wait()
	return sent.String()
}
