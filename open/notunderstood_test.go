package open_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

func TestNotUnderstoodIsAnInvalidResponse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		err  open.NotUnderstood
		want string
	}{
		{open.NotUnderstood{Line: 2, Text: "-rw x", Reason: "no date"}, `line 2 was not understood: "-rw x": no date`},
		{open.NotUnderstood{Line: 1, Text: "\x1b[31m", Reason: "no tab"}, `line 1 was not understood: "\x1b[31m": no tab`},
		{open.NotUnderstood{Line: 7, Reason: "empty"}, `line 7 was not understood: "": empty`},
		{open.NotUnderstood{Text: "a", Reason: "no URL"}, `an entry was not understood: "a": no URL`},
		{open.NotUnderstood{Reason: "it is HTML"}, "not understood: it is HTML"},
		{open.NotUnderstood{Line: 3, Text: strings.Repeat("x", 300), Reason: "long"}, `line 3 was not understood: "` + strings.Repeat("x", 200) + `...": long`},
	} {
		if got := c.err.Error(); got != c.want {
			t.Errorf("Error of %+v = %s, want %s", c.err, got, c.want)
		}
		wrapped := fmt.Errorf("ftp: %w", &c.err)
		_, again := open.Retryable(wrapped)
		if class := open.ClassOf(wrapped); class != open.ClassProtocol || again {
			t.Errorf("ClassOf(%v) = %v, retryable %v; want protocol, false", wrapped, class, again)
		}
	}
}

func TestUnreadCountsEveryLineAndKeepsTheFirst(t *testing.T) {
	t.Parallel()
	var u open.Unread
	for _, err := range []error{nil, errors.New("x"), open.ErrProtocol, open.ErrCut} {
		if u.Add(err) {
			t.Errorf("Add(%v) = true", err)
		}
	}
	if err := u.Err(); err != nil {
		t.Errorf("Err of nothing = %v", err)
	}
	for i := range 20 {
		if !u.Add(fmt.Errorf("gopher: %w", &open.NotUnderstood{Line: i + 1, Text: "?", Reason: "r"})) {
			t.Error("Add of a line = false")
		}
	}
	var first *open.NotUnderstood
	err := u.Err()
	if u.Count != 20 || len(u.First) != 5 || !errors.As(err, &first) || first.Line != 1 || open.ClassOf(err) != open.ClassProtocol {
		t.Errorf("Count %d, %d lines, Err %v", u.Count, len(u.First), err)
	}
	if want := `the listing is not complete: 20 lines were not understood; line 1 was not understood: "?": r`; err.Error() != want {
		t.Errorf("Err = %v, want %s", err, want)
	}
}

// vague is an opener of a directory with two entries and a line between them that was not
// understood.
type vague struct{}

func (vague) Schemes() []string { return []string{"ftp"} }

func (vague) Open(_ context.Context, r *open.Call) (open.Resource, error) {
	entries := func(yield func(open.Entry, error) bool) {
		file := func(name string) bool {
			u, _ := earl.RFC3986.Parse("ftp://h.test/" + name)
			return yield(open.Entry{Name: name, Meta: open.Meta{URL: u, Kind: open.KindDocument}}, nil)
		}
		_ = file("a") && yield(open.Entry{}, fmt.Errorf("ftp: %w", &open.NotUnderstood{Line: 2, Text: "?", Reason: "odd"})) && file("b")
	}
	return &open.Listing{Meta: open.Meta{URL: r.URL, Kind: open.KindListing, Size: -1}, Entries: entries, Close: func() error { return nil }}, nil
}

// P21: a directory of a file system has all names that are understood, and an error at its end.
func TestFSReportsLinesThatWereNotUnderstood(t *testing.T) {
	t.Parallel()
	fsys, err := open.New(open.Options{}, vague{}).FS(t.Context(), earl.RFC3986.MustParse("ftp://h.test/"))
	if err != nil {
		t.Fatal(err)
	}
	var unread *open.UnreadError
	list, err := fs.ReadDir(fsys, ".")
	if len(list) != 2 || !errors.As(err, &unread) || unread.Count != 1 {
		t.Errorf("ReadDir = %v, %v, want 2 entries and an UnreadError", list, err)
	}
	f, err := fsys.Open(".")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for range 4 {
		list, err := f.(fs.ReadDirFile).ReadDir(1)
		got = append(got, fmt.Sprint(len(list), errors.As(err, &unread), err == io.EOF))
	}
	if want := "1 false false, 1 false false, 0 true false, 0 false true"; strings.Join(got, ", ") != want {
		t.Errorf("ReadDir(1) = %s, want %s", strings.Join(got, ", "), want)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
}
