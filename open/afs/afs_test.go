package afs_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/editions"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/afs"
	"github.com/earl-url/earl/open/file"
	"github.com/earl-url/earl/open/opentest"
	"github.com/earl-url/earl/open/prospero"
)

// tree returns an opener whose root is a directory with a cell.
func tree(t testing.TB) afs.Opener {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("AFS has other names on Windows")
	}
	root := t.TempDir()
	for name, text := range map[string]string{"cell.example/pub/motd.txt": "welcome", "cell.example/pub/a b%c.txt": "odd", "cell.example/usr/joe/.plan": "none", "outside.txt": "not in a cell"} {
		name = filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return afs.Opener{Options: afs.Options{Root: root}}
}

func TestSuite(t *testing.T) {
	opentest.Run(t, tree(t), opentest.Fixture{
		Local:   "afs://cell.example/pub/motd.txt",
		Hostile: []opentest.Hostile{{URL: "afs://cell.example/pub/a{}b"}, {URL: "afs://ce{}ll.example/pub"}},
	})
}

// G7: a document, under every edition, by names that mean the same cell.
func TestDocument(t *testing.T) {
	client := open.New(open.Options{}, tree(t))
	defer client.Close()
	for e := range editions.All() {
		for text, want := range map[string]string{
			"afs://cell.example/pub/motd.txt":       "welcome",
			"afs://CELL.Example/pub/motd.txt":       "welcome",
			"afs://cell.example/pub/a%20b%25c.txt":  "odd",
			"afs://cell.example/usr/joe/%2Eplan":    "none",
			"afs://cell.example/usr/joe/../joe/%2e": "",
		} {
			u, err := e.Parse(text)
			if err != nil {
				t.Errorf("%s: %v", e.Name(), err)
				continue
			}
			res, err := client.Open(t.Context(), u)
			var refusal *open.Refusal
			if want == "" {
				if l, ok := res.(*open.Listing); ok && e == earl.WHATWG { // it removes the dots
					l.Close()
				} else if !errors.As(err, &refusal) || refusal.Name != open.GuardPathEscape {
					t.Errorf("%s: %s: %v, want a refusal", e.Name(), text, err)
				}
				continue
			}
			if err != nil {
				t.Errorf("%s: %s: %v", e.Name(), text, err)
				continue
			}
			doc := res.(*open.Document)
			b, err := io.ReadAll(doc.Body)
			doc.Body.Close()
			if string(b) != want || err != nil || doc.Size != int64(len(want)) || doc.URL.Scheme() != "afs" || doc.URL.Edition() != e {
				t.Errorf("%s: %s: %q, %v, %+v", e.Name(), text, b, err, doc.Meta)
			}
		}
	}
}

// A directory has a final slash, and its entries are afs URLs.
func TestListing(t *testing.T) {
	client := open.New(open.Options{}, tree(t))
	defer client.Close()
	for _, text := range []string{"afs://cell.example/pub", "afs://cell.example/pub/"} {
		res, err := client.Open(t.Context(), earl.RFC3986.MustParse(text))
		if err != nil {
			t.Fatal(err)
		}
		var urls []string
		for e, err := range res.(*open.Listing).Entries {
			if err != nil {
				t.Fatal(err)
			}
			urls = append(urls, e.URL.String())
		}
		want := []string{"afs://cell.example/pub/a%20b%25c.txt", "afs://cell.example/pub/motd.txt"}
		if !slices.Equal(urls, want) || res.Base().String() != "afs://cell.example/pub/" {
			t.Errorf("%s: %q in %s, want %q", text, urls, res.Base(), want)
		}
	}
}

// The client's file system works below a cell.
func TestFS(t *testing.T) {
	client := open.New(open.Options{}, tree(t))
	defer client.Close()
	files, err := client.FS(t.Context(), earl.RFC3986.MustParse("afs://cell.example/pub"))
	if err != nil {
		t.Fatal(err)
	}
	if err := fstest.TestFS(files, "motd.txt", "a b%c.txt"); err != nil {
		t.Error(err)
	}
	if _, err := fs.ReadFile(files, "none"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
}

// B15, F2: what does not stay below the cell, and what is no cell, is refused.
func TestRefused(t *testing.T) {
	o := tree(t)
	client := open.New(open.Options{}, o)
	defer client.Close()
	for text, guard := range map[string]string{
		"afs://cell.example/pub/../../outside.txt": open.GuardPathEscape,
		"afs://cell.example/%2E%2E/outside.txt":    open.GuardPathEscape,
		"afs://cell.example/./pub":                 open.GuardPathEscape,
		"afs://cell.example//pub":                  open.GuardPathEscape,
		"afs://cell.example/pub%2Fmotd.txt":        open.GuardEncodedSlash,
		"afs://cell.example/..%2Foutside.txt":      open.GuardEncodedSlash,
		"afs://cell.example/pub/motd.txt%00":       open.GuardCtlOctet,
		"afs://../outside.txt":                     open.GuardBadHost,
		"afs://.cell.example/pub/motd.txt":         open.GuardBadHost,
		"afs://./outside.txt":                      open.GuardBadHost,
		"afs://cell.example./pub":                  open.GuardBadHost,
		"afs://[::1]/pub":                          open.GuardBadHost,
		"afs://cell%2Fexample/pub":                 open.GuardBadHost,
	} {
		u := earl.RFC3986.MustParse(text)
		_, err := client.Open(t.Context(), u)
		var refusal *open.Refusal
		if !errors.As(err, &refusal) || refusal.Name != guard || refusal.URL != u {
			t.Errorf("%s: %v, want %s", text, err, guard)
		}
		if _, err := client.Probe(t.Context(), u); !errors.As(err, &refusal) || refusal.Name != guard {
			t.Errorf("probing %s: %v, want %s", text, err, guard)
		}
	}
	for _, text := range []string{"afs://cell.example:80/pub", "afs://joe@cell.example/pub"} {
		var invalid *earl.ParseError
		if _, err := client.Open(t.Context(), earl.RFC3986.MustParse(text)); !errors.As(err, &invalid) {
			t.Errorf("%s: %v, want a *ParseError", text, err)
		}
	}
}

// What is missing: the file, or AFS on this machine.
func TestMissing(t *testing.T) {
	o := tree(t)
	client := open.New(open.Options{}, o)
	defer client.Close()
	if _, err := client.Open(t.Context(), earl.RFC3986.MustParse("afs://other.example/pub")); open.ClassOf(err) != open.ClassNotFound {
		t.Errorf("another cell: %v, want not found", err)
	}
	o.Root = filepath.Join(o.Root, "none")
	without := open.New(open.Options{}, o)
	defer without.Close()
	u := earl.RFC3986.MustParse("afs://cell.example/pub")
	_, err := without.Open(t.Context(), u)
	if open.ClassOf(err) != open.ClassUnsupported || !strings.Contains(err.Error(), "this machine has not mounted AFS: there is no directory "+o.Root) {
		t.Errorf("without AFS: %v", err)
	}
	if _, err := without.Probe(t.Context(), u); open.ClassOf(err) != open.ClassUnsupported {
		t.Errorf("probing without AFS: %v", err)
	}
	relative := open.New(open.Options{}, afs.Opener{Options: afs.Options{Root: "afs"}})
	defer relative.Close()
	if _, err := relative.Open(t.Context(), u); err == nil || !strings.Contains(err.Error(), "afs.Options.Root") {
		t.Errorf("a relative root: %v", err)
	}
}

// B15: nothing from outside links to a file of this machine.
func TestNoRedirectFromOutside(t *testing.T) {
	client := open.New(open.Options{}, tree(t), prospero.Opener{}, file.Opener{})
	defer client.Close()
	r := &open.Request{URL: earl.RFC3986.MustParse("afs://cell.example/pub/motd.txt"), Referrers: []earl.URL{earl.RFC3986.MustParse("prospero://h.example/a")}}
	var refusal *open.Refusal
	if _, err := client.Do(t.Context(), r); !errors.As(err, &refusal) || refusal.Name != open.GuardRedirectScheme {
		t.Errorf("%v, want %s", err, open.GuardRedirectScheme)
	}
}

// G11: the plan names the file, and works without AFS.
func TestPlan(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("AFS has other names on Windows")
	}
	for root, want := range map[string]string{"": "/afs/cell.example/pub/a b", "/mnt/afs/": "/mnt/afs/cell.example/pub/a b"} {
		o := afs.Opener{Options: afs.Options{Root: root}}
		p, err := o.Plan(&open.Call{Request: open.Request{URL: earl.RFC3986.MustParse("afs://Cell.example/pub/a%20b")}})
		if err != nil || p.Effect != open.EffectReads || p.Path != want || len(p.Steps) != 0 || p.Note == "" {
			t.Errorf("the plan with the root %q is %+v, %v, want %s", root, p, err, want)
		}
	}
	if !slices.Equal(afs.Opener{}.Schemes(), []string{"afs"}) {
		t.Error("it opens other schemes")
	}
}
