package http_test

import (
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/peers"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/http"
)

// nginx starts the server and returns a client that trusts its certificate.
func nginx(t *testing.T, o open.Options) (*peers.HTTP, *open.Client) {
	t.Helper()
	p := peers.Nginx(t)
	return p, client(t, o, &http.Opener{Options: http.Options{TLS: &tls.Config{RootCAs: p.Roots}}})
}

// B5: the bytes, the size, the time and the type of files on disk, over
// HTTP/1.1 and HTTP/2, on IPv4 and IPv6.
func TestRealDocuments(t *testing.T) {
	t.Parallel()
	p, c := nginx(t, open.Options{})
	want := peers.Files()["pub/readme.txt"]
	urls := []string{p.URL("pub/readme.txt"), p.URL("pub//./readme.txt"), p.TLSURL("pub/readme.txt#part")}
	if p.Addr6 != "" {
		urls = append(urls, "http://"+p.Addr6+"/pub/readme.txt")
	}
	for _, text := range urls {
		got, doc, err := get(t, c, &open.Request{URL: parse(t, text)})
		if err != nil || got != want || doc.Size != int64(len(want)) || doc.Status != 200 || doc.Time.IsZero() || !strings.HasPrefix(doc.Type, "text/plain") {
			t.Errorf("%s: %q, %+v, %v", text, got, doc, err)
		}
	}
}

// B5: a resumed transfer and a part are exact.
func TestRealRanges(t *testing.T) {
	t.Parallel()
	p, c := nginx(t, open.Options{})
	want := peers.Files()["pub/readme.txt"]
	n := int64(len(want))
	for _, r := range []struct{ offset, end int64 }{{0, 3}, {3, 0}, {2, 5}, {n - 1, 0}, {0, n + 10}, {n, 0}} {
		got, doc, err := get(t, c, &open.Request{URL: parse(t, p.URL("pub/readme.txt")), Offset: r.offset, End: r.end})
		end := n
		if r.end > 0 {
			end = min(n, r.end)
		}
		if err != nil || got != want[r.offset:end] || doc.Size != n {
			t.Errorf("%+v: %q, %v", r, got, err)
		}
	}
	if _, err := c.Do(t.Context(), &open.Request{URL: parse(t, p.URL("pub/readme.txt")), Offset: n + 1}); err == nil {
		t.Error("no error for an offset after the end")
	}
}

// B5: every redirect status is followed. A redirect to another scheme is
// reported, and refused by the client.
func TestRealReferrals(t *testing.T) {
	t.Parallel()
	p, c := nginx(t, open.Options{})
	for _, path := range []string{"r/301", "r/302", "r/303", "r/307", "r/308", "r/9"} {
		res, err := c.Follow(t.Context(), parse(t, p.URL(path)))
		if doc, ok := res.(*open.Document); !ok || err != nil {
			t.Errorf("%s: %T, %v", path, res, err)
		} else {
			doc.Body.Close()
		}
	}
	for path, scheme := range map[string]string{"r/ftp": "ftp", "r/file": "file", "r/gopher": "gopher"} {
		res, err := c.Open(t.Context(), parse(t, p.URL(path)))
		if r, ok := res.(*open.Referral); !ok || err != nil || r.Targets[0].Scheme() != scheme {
			t.Errorf("%s: %+v, %v", path, res, err)
		}
		if _, err := c.Follow(t.Context(), parse(t, p.URL(path))); guard(err) != open.GuardRedirectScheme {
			t.Errorf("%s: followed: %v", path, err)
		}
	}
	for _, path := range []string{"r/loop", "r/ab"} {
		if _, err := c.Follow(t.Context(), parse(t, p.URL(path))); guard(err) != open.GuardTooManyHops {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// guard returns the name of the guard that refused, or "".
func guard(err error) string {
	var refusal *open.Refusal
	if errors.As(err, &refusal) {
		return refusal.Name
	}
	return ""
}

// F3: a login is used only for its scheme, host and port, and is shown nowhere.
func TestRealLogin(t *testing.T) {
	t.Parallel()
	p, c := nginx(t, open.Options{Trace: func(e open.Event) {
		if strings.Contains(e.Line, peers.Password) {
			t.Errorf("the trace has the password: %q", e.Line)
		}
	}})
	escaped := string(earl.RFC3986.AppendEscape(nil, peers.Password, ""))
	login := strings.Replace(p.URL("auth/pub/readme.txt"), "://", "://"+peers.User+":"+escaped+"@", 1)
	if got, _, err := get(t, c, &open.Request{URL: parse(t, login)}); err != nil || got != peers.Files()["pub/readme.txt"] {
		t.Errorf("Open = %q, %v", got, err)
	}
	wrong := strings.Replace(p.URL("auth/pub/readme.txt"), "://", "://"+peers.User+":not-"+escaped+"@", 1)
	for _, text := range []string{p.URL("auth/pub/readme.txt"), wrong} {
		_, err := c.Open(t.Context(), parse(t, text))
		if !errors.Is(err, open.ErrLogin) || strings.Contains(fmt.Sprintf("%v %+v %q", err, err, err), peers.Password) {
			t.Errorf("error %v, want ErrLogin", err)
		}
	}
	other := strings.Replace(p.URL("r/other"), "://", "://"+peers.User+":"+escaped+"@", 1)
	res, err := c.Follow(t.Context(), parse(t, other))
	if err != nil {
		t.Fatal(err)
	}
	doc := res.(*open.Document)
	defer doc.Body.Close()
	if b, err := io.ReadAll(doc.Body); err != nil || string(b) != "\n" {
		t.Errorf("the login went to another port: %q, %v", b, err)
	}
}

// B5: a page with status 404 is a document, and so is a listing.
func TestRealStatus(t *testing.T) {
	t.Parallel()
	p, c := nginx(t, open.Options{})
	for path, status := range map[string]int{"status/404": 404, "status/410": 410, "status/500": 500, "nowhere": 404, "pub/": 200} {
		text, doc, err := get(t, c, &open.Request{URL: parse(t, p.URL(path))})
		if err != nil || doc.Status != status || text == "" {
			t.Errorf("%s: %q, %+v, %v", path, text, doc, err)
		}
		m, err := c.Probe(t.Context(), parse(t, p.URL(path)))
		if err != nil || m.Status != status {
			t.Errorf("Probe(%s) = %+v, %v", path, m, err)
		}
	}
	res, err := c.Open(t.Context(), parse(t, p.URL("pub")))
	if r, ok := res.(*open.Referral); !ok || err != nil || !r.Permanent || r.Targets[0].String() != p.URL("pub/") {
		t.Errorf("a directory without its slash: %+v, %v", res, err)
	}
}

// A large object arrives completely.
func TestRealBig(t *testing.T) {
	t.Parallel()
	p, c := nginx(t, open.Options{})
	const size = 32 << 20
	peers.Big(t, p.Root, size)
	for _, text := range []string{p.URL("pub/big.bin"), p.TLSURL("pub/big.bin")} {
		res, err := c.Open(t.Context(), parse(t, text))
		if err != nil {
			t.Fatal(err)
		}
		doc := res.(*open.Document)
		if n, err := io.Copy(io.Discard, doc.Body); n != size || err != nil {
			t.Errorf("%s: %d bytes, %v", text, n, err)
		}
		doc.Body.Close()
	}
}
