package dict_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/url"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/demo"
	"github.com/earl-url/earl/internal/peers"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/dict"
)

// names opens a listing and returns the names and URLs of its entries.
func names(t *testing.T, client *open.Client, url string) (list []string) {
	t.Helper()
	res, err := client.Open(t.Context(), earl.RFC3986.MustParse(url))
	if err != nil {
		t.Fatalf("%s: %v", url, err)
	}
	for e, err := range res.(*open.Listing).Entries {
		if err != nil {
			t.Fatalf("%s: %v", url, err)
		}
		list = append(list, e.Name+" "+e.URL.String())
	}
	return list
}

// text opens a document and returns its text.
func text(t *testing.T, client *open.Client, url string) string {
	t.Helper()
	res, err := client.Open(t.Context(), earl.RFC3986.MustParse(url))
	if err != nil {
		t.Fatalf("%s: %v", url, err)
	}
	doc := res.(*open.Document)
	defer doc.Body.Close()
	b, err := io.ReadAll(doc.Body)
	if err != nil {
		t.Fatalf("%s: %v", url, err)
	}
	return string(b)
}

// G6: a real dictd sends every text of its dictionary unchanged, lines of dots too, and the entry
// of each match opens it. Source: rfc2229 2.4.3, 3.2, 3.3.
func TestRealWords(t *testing.T) {
	t.Parallel()
	p := peers.Dictd(t)
	client := open.New(open.Options{}, dict.Opener{})
	defer client.Close()
	for _, w := range peers.Words() {
		list := names(t, client, p.URL("m:"+strings.ReplaceAll(url.PathEscape(w[0]), ":", "%3A")+":tiny:exact"))
		if len(list) != 1 || !strings.HasPrefix(list[0], w[0]+" [tiny] ") {
			t.Errorf("the matches of %q are %q", w[0], list)
			continue
		}
		link := strings.TrimPrefix(list[0], w[0]+" [tiny] ")
		if got, want := text(t, client, link), "A small dictionary [tiny]\n\n"+w[1]; got != want {
			t.Errorf("%s is %q, want %q", link, got, want)
		}
	}
	if got := names(t, client, p.URL("m:lo:*:prefix")); len(got) != 1 || got[0] != "locator [tiny] "+p.URL("d:locator:tiny") {
		t.Errorf("the words that begin with lo are %q", got)
	}
}

// G6: the databases, and what a real dictd refuses. Source: rfc2229 3.5.1, 7.1.
func TestRealDatabases(t *testing.T) {
	t.Parallel()
	p := peers.Dictd(t)
	client := open.New(open.Options{}, dict.Opener{})
	defer client.Close()
	want := []string{"all databases [*] " + p.URL("d::*"), "A small dictionary [tiny] " + p.URL("d::tiny")}
	if got := names(t, client, p.URL("")); !slices.Equal(got, want) {
		t.Errorf("the databases are %q, want %q", got, want)
	}
	for path, class := range map[string]open.Class{
		"d:none":                         open.ClassNotFound,
		"d:url:none":                     open.ClassNotFound,
		"d:url:closed":                   open.ClassNotFound, // for this client there is no such database
		"m:url:*:none":                   open.ClassNotFound,
		"m:none:*:exact":                 open.ClassNotFound,
		"d:url:*:2":                      open.ClassNotFound,
		"d:" + strings.Repeat("a", 2000): open.ClassUnsupported,
		"d:a%0D%0ASHOW%20DB":             open.ClassRefused,
	} {
		_, err := client.Open(t.Context(), earl.RFC3986.MustParse(p.URL(path)))
		if open.ClassOf(err) != class {
			t.Errorf("%.20s: %v, want %v", path, err, class)
		}
	}
}

// F3, rfc2229 3.11: a login opens the database of a user, and a wrong secret does not.
func TestRealLogin(t *testing.T) {
	t.Parallel()
	p := peers.Dictd(t)
	secret := p.Password
	login := func(_ context.Context, l open.Login) (open.Login, error) {
		if l.Host != p.Addr || l.User != earl.Some(earl.Octets(p.User)) {
			t.Errorf("a login for %+v", l)
		}
		l.Password = earl.NewSecret(earl.Octets(secret))
		return l, nil
	}
	client := open.New(open.Options{Login: login}, dict.Opener{})
	defer client.Close()
	link := strings.Replace(p.URL("d:url:closed"), "://", "://"+p.User+"@", 1)
	if got := text(t, client, link); !strings.HasSuffix(got, peers.Words()[4][1]) {
		t.Errorf("%s is %q", link, got)
	}
	secret = "wrong"
	_, err := client.Open(t.Context(), earl.RFC3986.MustParse(link))
	if !errors.Is(err, open.ErrLogin) || strings.Contains(err.Error(), secret) {
		t.Errorf("a wrong secret: %v, want open.ErrLogin without it", err)
	}
}

// Debian's client and curl read the server of the demo.
func TestRealClientsReadTheDemo(t *testing.T) {
	t.Parallel()
	program, curl := peers.Program(t, "dict"), peers.Program(t, "curl")
	s, err := demo.Start(t.Context(), demo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	address := strings.TrimSuffix(strings.TrimPrefix(s.URL("dict", ""), "dict://"), "/")
	host, port, _ := strings.Cut(address, ":")
	for _, row := range []struct {
		args []string
		want string
	}{
		{[]string{program, "-h", host, "-p", port, "url"}, "A {locator} that is the same everywhere."},
		{[]string{program, "-h", host, "-p", port, "-m", "-s", "prefix", "go"}, "schemes:  gopher"},
		{[]string{program, "-h", host, "-p", port, "-D"}, "Some words about URLs"},
		{[]string{program, "-h", host, "-p", port, "-S"}, "substring"},
		{[]string{curl, "-sS", s.URL("dict", "d:locator")}, "A text that names the place of a thing. See {url}."},
		{[]string{curl, "-sS", s.URL("dict", "m:go:*:prefix")}, "schemes \"gopher\""},
	} {
		out, err := exec.CommandContext(t.Context(), row.args[0], row.args[1:]...).CombinedOutput()
		if err != nil || !bytes.Contains(out, []byte(row.want)) {
			t.Errorf("%q: %v, %s, want %q", row.args, err, out, row.want)
		}
	}
}
