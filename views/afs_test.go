package views

import (
	"fmt"
	"strings"
	"testing"

	"github.com/earl-url/earl"
)

// G7: the cell and the path of an AFS file.
func TestAFSViews(t *testing.T) {
	testViews(t, []viewRow{
		{src: "draft1993 BNF", in: "afs://cell.example/usr/joe/a.txt", want: both("cell:cell.example,path:[usr,joe,a.txt]")},
		{src: "draft1993 BNF", in: "afs://cell.example/", want: both("cell:cell.example,path:[]"), again: both("afs://cell.example/")},
		{src: "draft1993 BNF", in: "afs://cell.example", want: both("cell:cell.example")},
		{src: "rfc1738 2.2", in: "afs://cell.example/a%2Fb/c%00", want: both("cell:cell.example,path:[a/b,c%00]")}, // guards refuse it
		{src: "draft1993 BNF", in: "afs://cell.example:7000/a", want: both("18 afs-port")},
		{src: "draft1993 BNF", in: "afs://joe@cell.example/a", want: both("6 no-user")},
		{src: "draft1993 BNF", in: "afs:/afs/cell.example/a", want: both("4 login")},
		{src: "draft1993 BNF", in: "afs:///a", want: seen{"4 login", "6 no-host"}},
	})
	testCompose(t, []composeRow{
		{"draft1993 BNF", AFS{}, both("4 compose-host")},
		{"draft1993 BNF", AFS{Cell: "c.example", Path: []earl.Octets{"a/b", "c d"}}, both("afs://c.example/a%2Fb/c%20d")},
	})
	if _, err := ParseAFS(earl.RFC3986.MustParse("file:///a")); failed(err) != "0 view-scheme" {
		t.Errorf("ParseAFS(file:///a) = %v, want view-scheme", err)
	}
}

// FuzzAFS: a view of any bytes can be written as a URL that gives the same view,
// in every edition, or is refused. A12.
func FuzzAFS(f *testing.F) {
	f.Add("cell.example", "usr|joe")
	f.Add("CELL", "|..|.|")
	f.Add("[::1]", "a/b|\x00\xFF#?")
	f.Fuzz(func(t *testing.T, cell, path string) {
		v := AFS{Cell: earl.Octets(cell)}
		for segment := range strings.SplitSeq(path, "|") {
			v.Path = append(v.Path, earl.Octets(segment))
		}
		for _, e := range editionsUnderTest {
			survives(t, e, v)
		}
	})
}

func ExampleParseAFS() {
	v, err := ParseAFS(earl.Draft1993.MustParse("afs://cell.example/usr/joe"))
	fmt.Println(v.Cell, v.Path, err)
	// Output: cell.example [usr joe] <nil>
}
