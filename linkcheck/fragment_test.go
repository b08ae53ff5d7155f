package linkcheck

import (
	"testing"

	"github.com/earl-url/earl"
)

// Issue 12, section 3: fragments that work without an id in the page.
func TestFragmentsWithoutID(t *testing.T) {
	a := new(anchors)
	for _, name := range []string{"here", "user-content-heading", "user-content-é"} {
		a.add(name)
	}
	a.sort()
	for fragment, want := range map[string]bool{
		"here": true, "heading": true, "%C3%A9": true, "svgView(viewBox(0,0,1,1))": true, "xywh=1,2,3,4": true, "t=10,20": true,
		"missing": false, "Here": false, "content-heading": false, "there": false,
	} {
		if got := a.has(fragment); got != want {
			t.Errorf("has(%q) = %v, want %v", fragment, got, want)
		}
	}
}

// In Markdown on GitHub and GitLab, upper-case letters match a heading too, also after a Store
// has kept its names.
func TestFragmentsInUpperCase(t *testing.T) {
	for _, folded := range []bool{true, false} {
		a := &anchors{folded: folded}
		a.add("überschrift")
		a.sort()
		kept, ok := unpackAnchors(a.pack())
		if !ok {
			t.Fatal("no anchors are kept")
		}
		for _, a := range []*anchors{a, kept} {
			if a.has("%C3%9Cberschrift") != folded || !a.has("überschrift") || a.has("other") {
				t.Errorf("folded %v: Überschrift %v", folded, a.has("%C3%9Cberschrift"))
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
		if got := isScripted(u, test.fragment); got != test.want {
			t.Errorf("isScripted(%s, %q) = %v, want %v", test.url, test.fragment, got, test.want)
		}
	}
}

// In Markdown on GitHub the name in a heading's markup finds the heading too.
func TestFragmentsWithUserContent(t *testing.T) {
	for _, folded := range []bool{true, false} {
		a := &anchors{folded: folded}
		a.add("hello-world")
		a.sort()
		if a.has("user-content-hello-world") != folded || a.has("user-content-other") {
			t.Errorf("folded %v: user-content-hello-world %v", folded, !folded)
		}
	}
}
