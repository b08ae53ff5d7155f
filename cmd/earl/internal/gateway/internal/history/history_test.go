package history

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl"
)

// The number of visits is bounded, and the newest stay; a URL is kept once.
func TestVisitsAreBounded(t *testing.T) {
	var h Visits
	for i := range 2 * MaxVisits {
		h.Add("t", earl.RFC3986.MustParse(fmt.Sprint("ftp://h/", i)))
		h.Add("t", earl.RFC3986.MustParse("ftp://h/"))
	}
	list := h.Newest(10 * MaxVisits)
	if len(list) != MaxVisits || list[0].URL.String() != "ftp://h/" || list[1].URL.String() != fmt.Sprint("ftp://h/", 2*MaxVisits-1) {
		t.Errorf("%d visits, the newest %v", len(list), list[:2])
	}
	h.Remove(list[0].Key())
	if list := h.Newest(1); list[0].URL.String() != fmt.Sprint("ftp://h/", 2*MaxVisits-1) {
		t.Errorf("after Remove the newest is %v", list[0])
	}
	h.Remove("none")
	h.Clear()
	if n := len(h.Newest(1)); n != 0 {
		t.Errorf("%d visits after Clear", n)
	}
}

// Bookmarks are bounded in number and length, in memory as in a file.
func TestBookmarksAreBounded(t *testing.T) {
	for _, path := range []string{"", filepath.Join(t.TempDir(), "sub", "bookmarks")} {
		b := &Bookmarks{Path: path}
		if err := b.Change(Bookmark{URL: "http://h/" + strings.Repeat("a", MaxURL)}, true); !errors.Is(err, ErrTooLong) {
			t.Errorf("a long URL: %v", err)
		}
		if err := b.Change(Bookmark{URL: "http://h/", Title: strings.Repeat("t\n", MaxTitle), Edition: "rfc1738"}, true); err != nil {
			t.Fatal(err)
		}
		list, err := b.All()
		if err != nil || len(list) != 1 || len(list[0].Title) > MaxTitle+len("…") || strings.Contains(list[0].Title, "\n") || list[0].Edition != "rfc1738" {
			t.Errorf("%q, %v", list, err)
		}
	}
	full := &Bookmarks{held: make([]Bookmark, MaxBookmarks)}
	if err := full.Change(Bookmark{URL: "http://h/"}, true); !errors.Is(err, ErrFull) {
		t.Errorf("one more than there may be: %v", err)
	}
}

// A bookmark is found, renamed and removed by its key, in memory as in a file, and
// keeps its time and edition. A key does not contain the URL.
func TestBookmarksAreRenamedAndRemoved(t *testing.T) {
	for _, path := range []string{"", filepath.Join(t.TempDir(), "bookmarks")} {
		b := &Bookmarks{Path: path}
		added := time.Date(2026, 11, 23, 8, 0, 0, 0, time.UTC)
		one := Bookmark{URL: "ftp://h/a|b", Title: "One", Edition: "whatwg", Added: added}
		for _, m := range []Bookmark{one, {URL: "ftp://h/2", Title: "Two"}} {
			if err := b.Change(m, true); err != nil {
				t.Fatal(err)
			}
		}
		if err := b.Rename(one.Key(), "A\tbetter\n name"); err != nil {
			t.Error(err)
		}
		want := Bookmark{URL: "ftp://h/a|b", Title: "A better name", Edition: "whatwg", Added: added}
		if m, err := b.Find(one.Key()); m != want || err != nil {
			t.Errorf("after Rename: %v, %v", m, err)
		}
		if err := b.Remove(one.Key()); err != nil {
			t.Error(err)
		}
		list, err := b.All()
		if err != nil || len(list) != 1 || list[0].Title != "Two" || list[0].Added.IsZero() {
			t.Errorf("after Remove: %v, %v", list, err)
		}
		for _, err := range []error{b.Remove(one.Key()), b.Rename(one.Key(), "x")} {
			if !errors.Is(err, ErrNoBookmark) {
				t.Errorf("a removed bookmark: %v", err)
			}
		}
		if strings.Contains(one.Key(), "ftp") || len(one.Key()) > 24 {
			t.Errorf("the key is %q", one.Key())
		}
	}
}

// Files of earlier versions are read, and what only a later version would write.
func TestBookmarksOfEarlierVersions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bookmarks")
	const file = "ftp://h/1\tOne\nftp://h/2\tTwo\twhatwg\nftp://h/3\n\nftp://h/4\tFour\trfc1738\tyesterday\tmore\n"
	if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	list, err := (&Bookmarks{Path: path}).All()
	want := []Bookmark{{URL: "ftp://h/4", Title: "Four", Edition: "rfc1738"}, {URL: "ftp://h/3"}, {URL: "ftp://h/2", Title: "Two", Edition: "whatwg"}, {URL: "ftp://h/1", Title: "One"}}
	if err != nil || !slices.Equal(list, want) {
		t.Errorf("%v, %v; want %v", list, err, want)
	}
}

// Lines that are not bookmarks stay in the file, and a file with more bookmarks than are
// read is not replaced.
func TestBookmarksKeepWhatIsNotRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bookmarks")
	if err := os.WriteFile(path, []byte("# mine\n\tno URL\nhttp://h/\tOne\trfc3986\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	b := &Bookmarks{Path: path}
	if err := b.Change(Bookmark{URL: "http://h/2"}, true); err != nil {
		t.Fatal(err)
	}
	text, _ := os.ReadFile(path)
	if !strings.HasPrefix(string(text), "# mine\n\tno URL\nhttp://h/\tOne\trfc3986\nhttp://h/2\t") {
		t.Errorf("the file has %q", text)
	}
	many := strings.Repeat("http://h/\tOne\n", MaxBookmarks) + "http://h/last\tLast\n"
	if err := os.WriteFile(path, []byte(many), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := b.Change(Bookmark{URL: "http://h/"}, false); err == nil || !strings.Contains(err.Error(), "more than") {
		t.Errorf("a change of too many bookmarks: %v", err)
	}
	if text, _ := os.ReadFile(path); string(text) != many {
		t.Error("the file with too many bookmarks was replaced")
	}
}
