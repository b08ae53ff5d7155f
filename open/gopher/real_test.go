package gopher_test

import (
	"crypto/tls"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/peers"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/gopher"
	"github.com/earl-url/earl/views"
)

// eachServer runs a test against each server.
func eachServer(t *testing.T, test func(t *testing.T, p *peers.Gopher)) {
	t.Run("gophernicus", func(t *testing.T) { test(t, peers.Gophernicus(t)) })
	t.Run("pygopherd", func(t *testing.T) { test(t, peers.PyGopherd(t)) })
}

// fetch opens a URL at a real server.
func fetch(t *testing.T, o gopher.Options, text string) (open.Resource, error) {
	t.Helper()
	u, err := earl.RFC1738.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	client := open.New(open.Options{Trace: func(e open.Event) { t.Logf("%c: %s", e.Dir, e.Line) }}, gopher.Opener{Options: o})
	return client.Open(t.Context(), u)
}

// read opens a URL that must be a document and reads it.
func read(t *testing.T, o gopher.Options, text string) (string, error) {
	t.Helper()
	res, err := fetch(t, o, text)
	if err != nil {
		return "", err
	}
	doc, ok := res.(*open.Document)
	if !ok {
		t.Fatalf("%s is a %T", text, res)
	}
	defer doc.Body.Close()
	b, err := io.ReadAll(doc.Body)
	return string(b), err
}

// entries opens a URL that must be a menu and returns its entries by name.
func entries(t *testing.T, text string) map[string]open.Entry {
	t.Helper()
	res, err := fetch(t, gopher.Options{}, text)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]open.Entry{}
	for e, err := range res.(*open.Listing).Entries {
		if err != nil {
			t.Fatal(err)
		}
		all[e.Name] = e
	}
	return all
}

// A27: every file of the tree arrives completely, under each name that the server can serve.
func TestRealFiles(t *testing.T) {
	eachServer(t, func(t *testing.T, p *peers.Gopher) {
		for name, want := range peers.Files() {
			if strings.ContainsAny(name, "#?*;%") || strings.ContainsFunc(name, func(r rune) bool { return r >= utf8.RuneSelf }) {
				continue // the servers rewrite such selectors, each in its own way
			}
			u, err := views.Gopher{Scheme: "gopher", Host: "h", Type: earl.Some("9"), Selector: earl.Octets("/" + name)}.URL(earl.RFC1738)
			if err != nil {
				t.Fatal(err)
			}
			got, err := read(t, gopher.Options{}, p.URL(strings.TrimPrefix(u.Path(), "/")))
			if p.Name == "gophernicus" && !strings.HasSuffix(name, "crlf.txt") && !strings.HasSuffix(name, ".bin") {
				got = strings.ReplaceAll(got, "\r\n", "\n") // it sends every type as lines of text
			}
			if err != nil || got != want {
				t.Errorf("%s: %q, %v, want %q", name, got, err, want)
			}
		}
	})
}

// rfc1436 2: the root menu, and the items in it.
func TestRealRootMenu(t *testing.T) {
	eachServer(t, func(t *testing.T, p *peers.Gopher) {
		all := entries(t, p.URL(""))
		for name, want := range map[string]string{
			"Message of the day": p.URL("0/etc/motd"),
			"Public files":       p.URL("1/pub"),
			"Find words":         p.URL("7/cgi-bin/find"),
			"A page elsewhere":   "http://example.invalid/",
			"A text elsewhere":   "gopher://example.invalid/0/motd",
		} {
			if e, ok := all[name]; !ok || strings.TrimSuffix(e.URL.String(), "%09%09+") != want {
				t.Errorf("%q: %s, want %s", name, e.URL, want)
			}
		}
		if e := all["Welcome to the root."]; e.Kind != open.KindInfo || !e.URL.IsZero() {
			t.Errorf("the welcome is %+v", e)
		}
		if got, err := read(t, gopher.Options{}, all["Message of the day"].URL.String()); strings.TrimSpace(got) != strings.TrimSpace(peers.Files()["etc/motd"]) || err != nil {
			t.Errorf("its item: %q, %v", got, err)
		}
	})
}

// rfc1738 3.4.2: a form, its answer, and the menu of hits.
func TestRealSearch(t *testing.T) {
	eachServer(t, func(t *testing.T, p *peers.Gopher) {
		res, err := fetch(t, gopher.Options{}, p.URL("7/cgi-bin/find"))
		if err != nil {
			t.Fatal(err)
		}
		u, err := res.(*open.Form).Answer([]string{"fox hen"})
		if err != nil {
			t.Fatal(err)
		}
		all := entries(t, u.String())
		if all["Found fox"].URL.IsZero() || all["Found hen"].URL.IsZero() {
			t.Errorf("%s: %v", u, all)
		}
	})
}

// A missing object is reported as not found, if the server sends enough to
// know.
func TestRealNotFound(t *testing.T) {
	eachServer(t, func(t *testing.T, p *peers.Gopher) {
		if _, err := fetch(t, gopher.Options{}, p.URL("1/nosuch/")); !errors.Is(err, open.ErrNotFound) {
			t.Errorf("error %v, want ErrNotFound", err)
		}
	})
}

// Gopher+ 2.2: a length before the bytes, a view, an error; and a server
// without Gopher+.
func TestRealPlus(t *testing.T) {
	p := peers.PyGopherd(t)
	want := peers.Files()["pub/readme.txt"]
	for _, path := range []string{"0/pub/readme.txt%09%09+", "0/pub/readme.txt%09%09+text/plain"} {
		res, err := fetch(t, gopher.Options{}, p.URL(path))
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		doc := res.(*open.Document)
		got, err := io.ReadAll(doc.Body)
		doc.Body.Close()
		if string(got) != want || err != nil || doc.Size != int64(len(want)) || len(doc.Note) > 0 {
			t.Errorf("%s: %q, %v, %+v", path, got, err, doc.Meta)
		}
	}
	if _, err := fetch(t, gopher.Options{}, p.URL("0/nosuch%09%09+")); !errors.Is(err, open.ErrNotFound) {
		t.Errorf("error %v, want ErrNotFound", err)
	}
	res, err := fetch(t, gopher.Options{}, peers.Gophernicus(t).URL("0/pub/readme.txt%09%09+"))
	if err != nil {
		t.Fatal(err)
	}
	doc := res.(*open.Document)
	defer doc.Body.Close()
	if len(doc.Note) != 1 {
		t.Errorf("a server without Gopher+: notes %q", doc.Note)
	}
}

// gophers: the same over TLS, on the same port.
func TestRealTLS(t *testing.T) {
	p := peers.PyGopherd(t)
	o := gopher.Options{TLS: &tls.Config{RootCAs: p.Roots, MinVersion: tls.VersionTLS12}}
	// pygopherd closes connections without close_notify, as Python's ssl does: everything
	// arrives, but the client cannot know that it is complete. Source: rfc8446 6.1.
	got, err := read(t, o, "gophers"+strings.TrimPrefix(p.URL("9/pub/octets.bin"), "gopher"))
	if want := peers.Files()["pub/octets.bin"]; got != want || !errors.Is(err, open.ErrCut) {
		t.Errorf("%q, %v, want %q and ErrCut", got, err, want)
	}
	if _, err := fetch(t, gopher.Options{}, "gophers"+strings.TrimPrefix(p.URL(""), "gopher")); !errors.Is(err, open.ErrConnect) {
		t.Errorf("an untrusted certificate: %v, want ErrConnect", err)
	}
	res, err := fetch(t, o, "gophers"+strings.TrimPrefix(p.URL(""), "gopher"))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for e, entryErr := range res.(*open.Listing).Entries {
		if err = entryErr; err != nil {
			break
		}
		if n++; e.Name == "Public files" && e.URL.Scheme() != "gophers" {
			t.Errorf("the menu links to %s, without TLS", e.URL)
		}
	}
	if n == 0 || !errors.Is(err, open.ErrCut) {
		t.Errorf("%d entries, then %v, want ErrCut after the last", n, err)
	}
}
