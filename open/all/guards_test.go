package all_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/all"
)

// shapes has, for each scheme, a URL for each of its components, "{}" in it.
var shapes = map[string][]string{
	"ftp":      {"ftp://h.test/{}", "ftp://h.test/{}/a", "ftp://u{}@h.test/a", "ftp://u:p{}@h.test/a", "ftp://h{}.test/a", "ftp://h.test/a;type={}"},
	"ftps":     {"ftps://h.test/{}", "ftps://u{}@h.test/a", "ftps://u:p{}@h.test/a"},
	"http":     {"http://u{}@h.test/", "http://u:p{}@h.test/", "http://h{}.test/"},
	"https":    {"https://u{}@h.test/", "https://u:p{}@h.test/", "https://h{}.test/"},
	"gopher":   {"gopher://h.test/1{}", "gopher://h.test/{}", "gopher://h.test/7a%09{}", "gopher://h.test/1a%09b%09{}", "gopher://h{}.test/1"},
	"gophers":  {"gophers://h.test/1{}", "gophers://h.test/7a%09{}", "gophers://h.test/1a%09b%09{}"},
	"news":     {"news:a.{}", "news:a{}@h.test", "news:a@h{}.test"},
	"nntp":     {"nntp://h.test/a.{}", "nntp://h.test/a/{}", "nntp://h{}.test/a"},
	"nntps":    {"nntps://h.test/a.{}", "nntps://h.test/a/{}"},
	"telnet":   {"telnet://h{}.test/", "telnet://u{}@h.test/", "telnet://u:p{}@h.test/"},
	"wais":     {"wais://h{}.test/db"},
	"prospero": {"prospero://h.test/{}", "prospero://h.test/a;f{}=v", "prospero://h.test/a;f=v{}", "prospero://h{}.test/a"},
	"file":     nil, // it has no protocol
	"mailto":   nil, // it is not sent
}

// separates reports whether c would not be part of a component there, but end
// it: the %09 of a gopher URL.
func separates(url string, c byte) bool {
	return c == '\t' && strings.HasPrefix(url, "gopher") && !strings.Contains(url, "%09b%09") && !strings.Contains(url, "{}.")
}

// F2: no control octet of any component of any scheme is sent: nothing is dialled,
// and a guard says why.
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
	tried := 0
	for _, o := range all.Openers() {
		for _, scheme := range o.Schemes() {
			urls, known := shapes[scheme]
			if !known {
				t.Errorf("no URLs with hostile octets for the scheme %s", scheme)
			}
			for _, url := range urls {
				for c := range 0x80 {
					if c >= 0x20 && c != 0x7F || separates(url, byte(c)) {
						continue
					}
					text := strings.ReplaceAll(url, "{}", fmt.Sprintf("%%%02X", c))
					u, err := earl.RFC3986.Parse(text)
					if err != nil {
						t.Fatalf("%s: %v", text, err)
					}
					tried++
					_, err = client.Follow(context.Background(), u)
					var refusal *open.Refusal
					var invalid *earl.ParseError
					if !errors.As(err, &refusal) && !errors.As(err, &invalid) {
						t.Errorf("%s: %v, want a refusal", text, err)
					}
				}
			}
		}
	}
	if n := dials.Load(); n != 0 || tried < 500 {
		t.Errorf("%d look-ups and dials for %d URLs, want none", n, tried)
	}
}
