package history

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

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
