package treecopy

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/savedir"
	"github.com/earl-url/earl/open"
)

// A site is an Engine without a network: the pages of a web site, by their paths.
type site struct {
	pages map[string]string
	copy  *Copy
	notes strings.Builder
}

func (*site) List(context.Context, earl.URL, func(context.Context, *open.Listing) error) (bool, error) {
	return false, open.ErrProtocol
}

func (s *site) Open(_ context.Context, r *open.Request, _ func(*open.Request, *open.Referral) error) (open.Resource, error) {
	text, ok := s.pages[r.URL.Path()]
	if !ok {
		return nil, open.ErrNotFound
	}
	kind := "text/html"
	if strings.HasSuffix(r.URL.Path(), ".txt") {
		kind = "text/plain"
	}
	return &open.Document{Meta: open.Meta{URL: r.URL, Type: kind, Size: int64(len(text))}, Body: io.NopCloser(strings.NewReader(text))}, nil
}

func (s *site) Note(level Level, format string, args ...any) {
	if level > Detail {
		fmt.Fprintf(&s.notes, format+"\n", args...)
	}
}

func (s *site) Failed(_ context.Context, name string, err error) {
	s.copy.Count(err)
	fmt.Fprintf(&s.notes, "failed: %s: %v\n", name, err)
}

// save does with a file what a program does that downloads it.
func (s *site) save(ctx context.Context, f *File) error {
	res, err := f.Open(ctx, &open.Request{URL: f.URL})
	if err != nil {
		return f.End(ctx, Result{Gone: true}, err)
	}
	d := res.(*open.Document)
	if err := f.Found(&d.Meta); err != nil {
		return f.End(ctx, Result{}, err)
	}
	to, err := f.Place.Open(os.O_WRONLY|os.O_CREATE|os.O_TRUNC, false)
	if err != nil {
		return err
	}
	n, err := io.Copy(to, d.Body)
	to.Close()
	if err == nil {
		err = f.Record(n, &d.Meta)
	}
	return f.End(ctx, Result{Meta: d.Meta, Size: n}, err)
}

// A copy needs only an Engine: it finds the files of a site, saves them by their paths, and
// deletes those that the site no longer has.
func TestCopyOverAnEngine(t *testing.T) {
	dir, lists := t.TempDir(), t.TempDir()
	start := earl.WHATWG.MustParse("http://host.example/d/")
	s := &site{pages: map[string]string{
		"/robots.txt": "User-agent: *\nDisallow: /d/no\n",
		"/d/":         `<a href="a.html">1</a><a href="no.html">2</a><img src="/i.txt"><a href="gone">3</a><a href="/up">4</a>`,
		"/d/a.html":   `<a href="b/c.html">5</a>`,
		"/d/b/c.html": "end",
		"/d/no.html":  "not allowed",
		"/i.txt":      "needed",
		"/up":         "not below the first page",
	}}
	run := func() []string {
		s.copy = New(Options{Depth: 5, MaxFiles: 10, MaxDirs: 10, Agent: "earl", Lists: lists, Delete: true}, savedir.New(dir), s)
		if err := s.copy.Load(); err != nil {
			t.Fatal(err)
		}
		s.copy.Files(t.Context(), start, func(f *File) bool {
			if err := s.save(t.Context(), f); err != nil {
				s.Failed(t.Context(), f.URL.String(), err)
			}
			return true
		})
		s.copy.End(t.Context())
		if err := s.copy.Close(); err != nil {
			t.Fatal(err)
		}
		var names []string
		filepath.WalkDir(dir, func(name string, e os.DirEntry, err error) error {
			if err == nil && !e.IsDir() {
				name, _ = filepath.Rel(dir, name)
				names = append(names, filepath.ToSlash(name))
			}
			return err
		})
		return names
	}
	if got, want := fmt.Sprint(run()), "[a.html b/c.html host.example/i.txt index.html]"; got != want {
		t.Errorf("the copy has %s, want %s\n%s", got, want, s.notes.String())
	}
	for _, want := range []string{"1 link not followed: robots.txt forbids it", "failed: http://host.example/d/gone", "saved 4 files"} {
		if !strings.Contains(s.notes.String(), want) {
			t.Errorf("no %q in\n%s", want, s.notes.String())
		}
	}
	s.pages["/d/"], s.pages["/robots.txt"] = `<a href="a.html">1</a><img src="/i.txt">`, ""
	delete(s.pages, "/d/b/c.html")
	if got, want := fmt.Sprint(run()), "[a.html host.example/i.txt index.html]"; got != want {
		t.Errorf("the second copy has %s, want %s\n%s", got, want, s.notes.String())
	}
}
