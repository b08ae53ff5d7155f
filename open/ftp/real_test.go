package ftp_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/peers"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/ftp"
)

// realServers are the ftp servers of these tests.
var realServers = map[string]func(testing.TB) *peers.FTP{
	"vsftpd": peers.VSFTPD, "proftpd": peers.ProFTPD, "pyftpdlib": peers.PyFTPD,
}

// eachServer runs a test against each server.
func eachServer(t *testing.T, test func(t *testing.T, p *peers.FTP)) {
	for _, name := range slices.Sorted(maps.Keys(realServers)) {
		t.Run(name, func(t *testing.T) { test(t, realServers[name](t)) })
	}
}

// get opens a URL and returns the document's bytes, or an error.
func get(t *testing.T, o ftp.Options, r open.Request, text string) (string, *open.Document, error) {
	t.Helper()
	u, err := earl.RFC3986.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	client := open.New(open.Options{Trace: func(e open.Event) { t.Logf("%c: %s", e.Dir, e.Line) }}, &ftp.Opener{Options: o})
	defer client.Close()
	r.URL = u
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	res, err := client.Do(ctx, &r)
	if err != nil {
		return "", nil, err
	}
	doc, ok := res.(*open.Document)
	if !ok {
		t.Fatalf("%s is a %T", text, res)
	}
	defer doc.Body.Close()
	b, err := io.ReadAll(doc.Body)
	return string(b), doc, err
}

// ls opens a URL and returns the listing's entries by name.
func ls(t *testing.T, o ftp.Options, text string) (map[string]open.Entry, *open.Listing, error) {
	t.Helper()
	u, err := earl.RFC3986.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	client := open.New(open.Options{Trace: func(e open.Event) { t.Logf("%c: %s", e.Dir, e.Line) }}, &ftp.Opener{Options: o})
	t.Cleanup(func() { client.Close() })
	res, err := client.Open(t.Context(), u)
	if err != nil {
		return nil, nil, err
	}
	list, ok := res.(*open.Listing)
	if !ok {
		t.Fatalf("%s is a %T", text, res)
	}
	entries := map[string]open.Entry{}
	for e, err := range list.Entries {
		if err != nil {
			return entries, list, err
		}
		entries[e.Name] = e
	}
	return entries, list, nil
}

// escaped returns a path with every byte escaped except slashes and unreserved ones.
func escaped(path string) string {
	parts := strings.Split(path, "/")
	for i := range parts {
		parts[i] = strings.ReplaceAll(url.QueryEscape(parts[i]), "+", "%20")
	}
	return strings.Join(parts, "/")
}

// A27, B4: every file of the tree arrives unchanged, under each name that the server can serve.
func TestRealFiles(t *testing.T) {
	t.Parallel()
	eachServer(t, func(t *testing.T, p *peers.FTP) {
		for name, want := range peers.Files() {
			if !utf8.ValidString(name) && p.Name == "pyftpdlib" {
				continue // it knows no names outside UTF-8
			}
			got, doc, err := get(t, ftp.Options{}, open.Request{}, p.URL(escaped(name)))
			if err != nil || got != want {
				t.Errorf("%s: %q, %v, want %q", name, got, err, want)
				continue
			}
			if doc.Size != int64(len(want)) || doc.Time.IsZero() {
				t.Errorf("%s: size %d, time %v", name, doc.Size, doc.Time)
			}
		}
	})
}

// B2: TYPE A delivers lines, whatever the line ends on the server are.
func TestRealTypeA(t *testing.T) {
	t.Parallel()
	eachServer(t, func(t *testing.T, p *peers.FTP) {
		for name, want := range map[string]string{"pub/readme.txt": peers.Files()["pub/readme.txt"], "pub/crlf.txt": "first\nsecond\nend\n"} {
			if got, _, err := get(t, ftp.Options{}, open.Request{}, p.URL(name)+";type=a"); got != want || err != nil {
				t.Errorf("%s: %q, %v, want %q", name, got, err, want)
			}
		}
	})
}

// B3: the two files of rfc1738 3.2.2 are different files.
func TestRealTwoMotds(t *testing.T) {
	t.Parallel()
	eachServer(t, func(t *testing.T, p *peers.FTP) {
		if p.User == "" {
			t.Skip("the server has no user here")
		}
		login := "ftp://" + p.User + ":" + escaped(p.Password) + "@" + p.Addr + "/"
		for path, file := range map[string]string{"%2Fetc/motd": "etc/motd", "etc/motd": "home/alice/etc/motd"} {
			if got, _, err := get(t, ftp.Options{}, open.Request{}, login+path); got != peers.Files()[file] || err != nil {
				t.Errorf("%s: %q, %v, want %q", path, got, err, peers.Files()[file])
			}
		}
		if _, _, err := get(t, ftp.Options{}, open.Request{}, "ftp://"+p.User+":no@"+p.Addr+"/rel.txt"); !errors.Is(err, open.ErrLogin) {
			t.Errorf("wrong password: %v", err)
		}
	})
}

// B3: the meaning of an empty segment on each server.
func TestRealNullCWD(t *testing.T) {
	t.Parallel()
	eachServer(t, func(t *testing.T, p *peers.FTP) {
		_, _, err := get(t, ftp.Options{}, open.Request{}, p.URL("/pub/readme.txt"))
		if refuses := p.Name != "pyftpdlib"; refuses != (err != nil) {
			t.Errorf("%v", err)
		}
		got, doc, err := get(t, ftp.Options{NullCWD: ftp.NullCWDStay}, open.Request{}, p.URL("/pub/readme.txt"))
		if got != peers.Files()["pub/readme.txt"] || err != nil || len(doc.Note) != 1 {
			t.Errorf("stay: %q, %v", got, err)
		}
	})
}

// R14, D16: directories with and without a slash, and by typecode.
func TestRealListings(t *testing.T) {
	t.Parallel()
	eachServer(t, func(t *testing.T, p *peers.FTP) {
		for _, path := range []string{"pub/", "pub", "pub/;type=d", "pub;type=d"} {
			entries, list, err := ls(t, ftp.Options{}, p.URL(path))
			if err != nil {
				t.Errorf("%s: %v", path, err)
				continue
			}
			if want := p.URL("pub/"); list.Base().String() != want {
				t.Errorf("%s: base %s, want %s", path, list.Base(), want)
			}
			if n := len(entries); n < 17 || n > 19 {
				t.Errorf("%s: %d entries", path, n)
			}
			e := entries["readme.txt"]
			if e.URL.String() != p.URL("pub/readme.txt") {
				t.Errorf("%s: readme.txt is %s", path, e.URL)
			}
			if !strings.Contains(path, ";") && (e.Size != 37 || e.Kind != open.KindDocument || time.Since(e.Time).Abs() > 26*time.Hour) {
				t.Errorf("%s: readme.txt has %+v", path, e.Meta)
			}
			if e := entries["with space"]; !strings.Contains(path, ";") && (e.URL.String() != p.URL("pub/with%20space/") || e.Kind != open.KindListing) {
				t.Errorf("%s: with space is %s, %s", path, e.URL, e.Kind)
			}
			if got, _, err := get(t, ftp.Options{}, open.Request{}, entries["hash#q?.txt"].URL.String()); got != peers.Files()["pub/hash#q?.txt"] || err != nil {
				t.Errorf("%s: hash#q?.txt: %q, %v", path, got, err)
			}
		}
	})
}

// B2: missing objects.
func TestRealNotFound(t *testing.T) {
	t.Parallel()
	eachServer(t, func(t *testing.T, p *peers.FTP) {
		for _, path := range []string{"nosuch", "pub/nosuch", "no/such"} {
			if _, _, err := get(t, ftp.Options{}, open.Request{}, p.URL(path)); !errors.Is(err, open.ErrNotFound) {
				t.Errorf("%s: %v", path, err)
			}
		}
	})
}

// rfc3659 5: a transfer is resumed, and aborted.
func TestRealResume(t *testing.T) {
	t.Parallel()
	eachServer(t, func(t *testing.T, p *peers.FTP) {
		want := peers.Files()["pub/octets.bin"]
		for _, r := range []open.Request{{Offset: 10}, {Offset: 256}, {Offset: 10, End: 20}, {End: 20}} {
			got, doc, err := get(t, ftp.Options{}, r, p.URL("pub/octets.bin"))
			end := r.End
			if end == 0 {
				end = 256
			}
			if err != nil || got != want[r.Offset:end] || doc.Size != 256 {
				t.Errorf("%d to %d: %q, %v", r.Offset, r.End, got, err)
			}
		}
	})
}

// DESIGN 7: a large file is copied to a file byte for byte.
func TestRealBig(t *testing.T) {
	t.Parallel()
	eachServer(t, func(t *testing.T, p *peers.FTP) {
		const size = 48<<20 + 1
		peers.Big(t, p.Root, size)
		client := open.New(open.Options{}, new(ftp.Opener))
		defer client.Close()
		res, err := client.Open(t.Context(), earl.RFC3986.MustParse(p.URL("pub/big.bin")))
		if err != nil {
			t.Fatal(err)
		}
		body := res.(*open.Document).Body
		defer body.Close()
		file, err := os.Create(filepath.Join(t.TempDir(), "big"))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		if n, err := io.Copy(file, body); n != size || err != nil {
			t.Fatalf("%d bytes, %v", n, err)
		}
		if _, err := file.Seek(0, io.SeekStart); err != nil {
			t.Fatal(err)
		}
		got, want := make([]byte, 1<<20), make([]byte, 1<<20)
		for at, big := 0, io.LimitReader(peers.BigReader(), size); at < size; {
			n, _ := io.ReadFull(big, want)
			io.ReadFull(file, got[:n])
			if !bytes.Equal(got[:n], want[:n]) {
				t.Fatalf("the %d bytes after byte %d differ", n, at)
			}
			at += n
		}
	})
}

// ftps: a server with TLS from the first byte sends files and listings over TLS, and its
// certificate is verified.
func TestRealImplicitTLS(t *testing.T) {
	t.Parallel()
	p := peers.VSFTPS(t)
	if _, _, err := get(t, ftp.Options{}, open.Request{}, p.URL("pub/readme.txt")); !errors.Is(err, open.ErrConnect) {
		t.Errorf("unknown authority: %v", err)
	}
	o := ftp.Options{TLS: &tls.Config{RootCAs: p.Roots}}
	if got, _, err := get(t, o, open.Request{}, p.URL("pub/octets.bin")); got != peers.Files()["pub/octets.bin"] || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if entries, _, err := ls(t, o, p.URL("pub/")); len(entries) < 17 || err != nil {
		t.Errorf("%d entries, %v", len(entries), err)
	}
	if _, _, err := get(t, o, open.Request{}, p.URL("pub/none")); !errors.Is(err, open.ErrNotFound) {
		t.Errorf("pub/none: %v, want ErrNotFound", err)
	}
}

// rfc4217: both connections are protected, by the host's own certificate.
func TestRealTLS(t *testing.T) {
	t.Parallel()
	eachServer(t, func(t *testing.T, p *peers.FTP) {
		o := ftp.Options{Security: ftp.SecurityExplicit}
		if p.Roots == nil {
			if _, _, err := get(t, o, open.Request{}, p.URL("pub/readme.txt")); !errors.Is(err, open.ErrConnect) {
				t.Errorf("no TLS there: %v", err)
			}
			return
		}
		if _, _, err := get(t, o, open.Request{}, p.URL("pub/readme.txt")); !errors.Is(err, open.ErrConnect) {
			t.Errorf("unknown authority: %v", err)
		}
		o.TLS = &tls.Config{RootCAs: p.Roots}
		for range 2 {
			if got, _, err := get(t, o, open.Request{}, p.URL("pub/octets.bin")); got != peers.Files()["pub/octets.bin"] || err != nil {
				t.Errorf("%q, %v", got, err)
			}
		}
		if entries, _, err := ls(t, o, p.URL("pub/")); len(entries) < 17 || err != nil {
			t.Errorf("%d entries, %v", len(entries), err)
		}
	})
}

// rfc2428: IPv6.
func TestRealIPv6(t *testing.T) {
	t.Parallel()
	eachServer(t, func(t *testing.T, p *peers.FTP) {
		if p.Addr6 == "" {
			return // this server runs without IPv6
		}
		if got, _, err := get(t, ftp.Options{}, open.Request{}, "ftp://"+p.Addr6+"/pub/readme.txt"); got != peers.Files()["pub/readme.txt"] || err != nil {
			t.Errorf("%q, %v", got, err)
		}
	})
}
