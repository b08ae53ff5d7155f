package page

import (
	"fmt"
	"testing"

	"github.com/earl-url/earl"
)

// Issue 12, section 3: fragments that work without an id in the page.
func TestFragmentsWithoutID(t *testing.T) {
	a := new(Anchors)
	for _, name := range []string{"here", "user-content-heading", "user-content-é"} {
		a.Add(name)
	}
	a.Sort()
	for fragment, want := range map[string]bool{
		"here": true, "heading": true, "%C3%A9": true, "svgView(viewBox(0,0,1,1))": true, "xywh=1,2,3,4": true, "t=10,20": true,
		"missing": false, "Here": false, "content-heading": false, "there": false,
	} {
		if got := a.Has(fragment); got != want {
			t.Errorf("Has(%q) = %v, want %v", fragment, got, want)
		}
	}
}

// In Markdown on GitHub and GitLab, upper-case letters match a heading too, also after a Store
// has kept its names.
func TestFragmentsInUpperCase(t *testing.T) {
	for _, folded := range []bool{true, false} {
		a := &Anchors{Folded: folded}
		a.Add("überschrift")
		a.Sort()
		kept, ok := UnpackAnchors(a.Pack())
		if !ok {
			t.Fatal("no anchors are kept")
		}
		for _, a := range []*Anchors{a, kept} {
			if a.Has("%C3%9Cberschrift") != folded || !a.Has("überschrift") || a.Has("other") {
				t.Errorf("folded %v: Überschrift %v", folded, a.Has("%C3%9Cberschrift"))
			}
		}
	}
}

// Fragments for lines of files and for comments exist only after the scripts of a code host
// have run.
func TestFragmentsOfForges(t *testing.T) {
	for _, test := range []struct {
		url, fragment string
		want          bool
	}{
		{"https://github.com/o/r/blob/main/a.go", "L10", true},
		{"https://github.com/o/r/blob/main/a.go", "L10-L20", true},
		{"https://github.com/o/r/blob/main/a.go", "L1C2-L3C4", true},
		{"https://gitlab.com/o/r/-/blob/main/a.go", "L10-20", true},
		{"https://bitbucket.org/o/r/src/main/a.go", "lines-10:20", true},
		{"file:///r/README.md?plain=1", "L7", true},
		{"file:///r/README.md", "L7", false},
		{"file:///r/README.md?plain=1", "Left", false},
		{"https://h.example/page", "L10", false},
		{"https://github.com/o/r/issues/1", "issuecomment-123", true},
		{"https://h.example/o/r/issues/1", "issuecomment-123", false},
		{"https://github.com/o/r", "nowhere", false},
	} {
		u, err := earl.RFC3986.Parse(test.url)
		if err != nil {
			t.Fatal(err)
		}
		if got := IsScripted(u, test.fragment); got != test.want {
			t.Errorf("IsScripted(%s, %q) = %v, want %v", test.url, test.fragment, got, test.want)
		}
	}
}

// In Markdown on GitHub the name in a heading's markup finds the heading too.
func TestFragmentsWithUserContent(t *testing.T) {
	for _, folded := range []bool{true, false} {
		a := &Anchors{Folded: folded}
		a.Add("hello-world")
		a.Sort()
		if a.Has("user-content-hello-world") != folded || a.Has("user-content-other") {
			t.Errorf("folded %v: user-content-hello-world %v", folded, !folded)
		}
	}
}

// If a page has more than maxAnchors anchors, its fragments are not checked.
func TestAnchorsAreBounded(t *testing.T) {
	t.Parallel()
	a := new(Anchors)
	for i := range maxAnchors {
		a.Add(fmt.Sprint(i))
	}
	a.Sort()
	if !a.Has("5") || a.Has("nowhere") || len(a.prints) != maxAnchors {
		t.Errorf("at the limit: %v, %v, %d", a.Has("5"), a.Has("nowhere"), len(a.prints))
	}
	a.Add("one more")
	if !a.Has("nowhere") || len(a.prints) != maxAnchors {
		t.Error("above the limit a fragment is checked")
	}
}

// The fragments that are checked, and how.
func TestAnchors(t *testing.T) {
	t.Parallel()
	a := new(Anchors)
	for _, name := range []string{"here", "café", "a%20b", "c d"} {
		a.Add(name)
	}
	a.Sort()
	for fragment, want := range map[string]bool{
		"here": true, "Here": false, "": true, "top": true, "TOP": true, "caf%C3%A9": true, "a%20b": true, "c%20d": true, "nowhere": false,
		":~:text=x": true, "here:~:text=x": true, "nowhere:~:text=x": false, "!/route": true, "/route": true,
	} {
		if got := a.Has(fragment); got != want {
			t.Errorf("#%s: %v, want %v", fragment, got, want)
		}
	}
	if !(*Anchors)(nil).Has("page=4") {
		t.Error("a fragment of an object that is not a page is checked")
	}
}
