package listing

import (
	"errors"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// long is a listing of n entries, with names in descending order, which ends in an
// error if err is not nil. read counts the entries that were read.
func long(n int, err error, read *int) *open.Listing {
	return &open.Listing{Entries: func(yield func(open.Entry, error) bool) {
		for i := range n {
			*read++
			if !yield(open.Entry{Name: fmt.Sprintf("%06d", n-i)}, nil) {
				return
			}
		}
		if err != nil {
			yield(open.Entry{}, err)
		}
	}}
}

// A page has the first rows in the order of its view, and the next page those after
// them; in the order of the server the rest of a listing is not read.
func TestPages(t *testing.T) {
	const n = 2*PageRows + 5
	noLink := func(earl.URL) string { return "" }
	var read int
	v := View{Sort: "name"}
	for number, want := range []struct {
		rows  int
		first string
		more  bool
	}{{PageRows, "000001", true}, {PageRows, "001001", true}, {5, "002001", false}} {
		p := Read(long(n, nil, &read), v, noLink)
		if len(p.Rows) != want.rows || p.Rows[0].Title != want.first || p.More != want.more || !p.Whole || p.Seen != n || p.Matched != n {
			t.Errorf("page %d: %d rows from %s, more %t, whole %t, %d of %d", number, len(p.Rows), p.Rows[0].Title, p.More, p.Whole, p.Matched, p.Seen)
		}
		v.After, v.Skip = p.LastKey(), p.Rows[len(p.Rows)-1].N
	}
	read = 0
	p := Read(long(n, nil, &read), View{Sort: Unsorted}, noLink)
	if len(p.Rows) != PageRows || p.Rows[0].Title != fmt.Sprintf("%06d", n) || !p.More || p.Whole || read != PageRows+2 {
		t.Errorf("in the order of the server: %d rows from %s, whole %t, %d read", len(p.Rows), p.Rows[0].Title, p.Whole, read)
	}
	p = Read(long(3, errors.New("cut\n"), &read), View{Sort: "name", Filter: "00 3"}, noLink)
	if len(p.Rows) != 1 || p.Rows[0].Title != "000003" || p.Whole || p.Fault != `cut\n` || p.Matched != 1 || p.Seen != 3 {
		t.Errorf("a listing that ends early: %+v", p)
	}
}

// A page does not change the entries of a listing: other pages show them at the same time.
func TestPageKeepsTheEntries(t *testing.T) {
	note := []string{"a\x1b[31m note"}
	l := &open.Listing{Entries: func(yield func(open.Entry, error) bool) {
		yield(open.Entry{Name: "x", Meta: open.Meta{Note: note}}, nil)
	}}
	p := Read(l, View{Sort: Unsorted}, func(earl.URL) string { return "" })
	if shown := p.Rows[0].Note[0]; strings.Contains(shown, "\x1b") || !strings.Contains(note[0], "\x1b") {
		t.Errorf("the page shows %q of %q", shown, note[0])
	}
}

// The form values of a request select the order that its shape allows.
func TestViewOf(t *testing.T) {
	for _, tt := range []struct {
		query string
		list  open.Listing
		want  View
	}{
		{"", open.Listing{Shape: open.ShapeTable}, View{Sort: "name"}},
		{"sort=none", open.Listing{Shape: open.ShapeTable}, View{Sort: Unsorted}},
		{"", open.Listing{Ordered: true}, View{Sort: Unsorted}},
		{"sort=name", open.Listing{Ordered: true}, View{Sort: "name"}},
		{"sort=size&desc=1&filter=+a+b+&after=k&skip=3", open.Listing{Shape: open.ShapeTable}, View{Sort: "size", Desc: true, Filter: "a b", After: "k", Skip: 3}},
		{"sort=color", open.Listing{Shape: open.ShapeTable}, View{Sort: Unsorted}},
		{"sort=name", open.Listing{Shape: open.ShapeMenu}, View{Sort: Unsorted}},
		{"", open.Listing{Shape: open.ShapeGroups}, View{Sort: Unsorted}},
		{"sort=articles", open.Listing{Shape: open.ShapeGroups}, View{Sort: "articles"}},
		{"sort=articles", open.Listing{Shape: open.ShapeTable}, View{Sort: Unsorted}},
	} {
		if got := ViewOf(httptest.NewRequest("GET", "/open?"+tt.query, nil), &tt.list); got != tt.want {
			t.Errorf("%q: %+v, want %+v", tt.query, got, tt.want)
		}
	}
}

// Newsgroups are sorted by their articles and found by their descriptions.
func TestGroups(t *testing.T) {
	group := func(name string, low, high int64, about string) open.Entry {
		return open.Entry{Name: name, Meta: open.Meta{Kind: open.KindListing}, Group: &open.Newsgroup{Low: low, High: high, Description: about}}
	}
	list := func() *open.Listing {
		return &open.Listing{Entries: func(yield func(open.Entry, error) bool) {
			for _, e := range []open.Entry{group("a.few", 5, 7, "Cake\x1b"), group("b.none", 8, 7, ""), group("c.many", 1, 100, "Tea")} {
				if !yield(e, nil) {
					return
				}
			}
		}}
	}
	noLink := func(earl.URL) string { return "" }
	for view, want := range map[View]string{
		{Sort: "articles"}:                   "b.none 0, a.few 3, c.many 100, ",
		{Sort: "articles", Desc: true}:       "c.many 100, a.few 3, b.none 0, ",
		{Sort: Unsorted, Filter: "tea"}:      "c.many 100, ",
		{Sort: Unsorted, Filter: "CAKE few"}: "a.few 3, ",
	} {
		got := ""
		for _, r := range Read(list(), view, noLink).Rows {
			got += r.Title + " " + r.Articles() + ", "
			if strings.Contains(r.About, "\x1b") {
				t.Errorf("the description %q", r.About)
			}
		}
		if got != want {
			t.Errorf("%+v: %s; want %s", view, got, want)
		}
	}
	if got := (&Row{}).Articles(); got != "" {
		t.Errorf("an entry that is no group has %q articles", got)
	}
}
