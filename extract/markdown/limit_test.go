package markdown_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/extract/markdown"
)

// listed returns what is found, an error by its text.
func listed(text string, o markdown.Options) (list []string) {
	for m, err := range markdown.URLs(strings.NewReader(text), o) {
		if err != nil {
			list = append(list, err.Error())
		} else {
			list = append(list, m.URL)
		}
	}
	return list
}

// A document that is too long is read as plain text, and that is said first.
func TestMaxSize(t *testing.T) {
	for n, want := range map[int][]string{
		markdown.MaxSize:     {"/b", "http://h/"},
		markdown.MaxSize + 1: {markdown.ErrTooLarge.Error(), "http://h/"},
	} {
		const tail = "[a](/b) http://h/"
		if got := listed(strings.Repeat("\n", n-len(tail))+tail, markdown.Options{}); !slices.Equal(got, want) {
			t.Errorf("%d octets give %q, want %q", n, got, want)
		}
	}
}

// A destination that is too long has its place and no text; the next is found.
func TestMaxLength(t *testing.T) {
	o := markdown.Options{Options: extract.Options{MaxLength: 10}}
	for text, want := range map[string][]string{
		"[a](/" + strings.Repeat("b", 9) + ") [c](/d)":  {"/bbbbbbbbb", "/d"},
		"[a](/" + strings.Repeat("b", 10) + ") [c](/d)": {extract.ErrTooLong.Error(), "/d"},
	} {
		if got := listed(text, o); !slices.Equal(got, want) {
			t.Errorf("URLs(%q) = %q, want %q", text, got, want)
		}
	}
}

// Brackets whose ends are looked for in vain do not keep the machine busy: what is
// left is read as running text, which is said with a place.
func TestEffort(t *testing.T) {
	for _, text := range []string{"[a](", "[a](<", "a <?", "a <!--", "a <![CDATA["} {
		text = "[a](/b) " + strings.Repeat(text, 60<<10)
		var place int64
		var got []string
		for m, err := range markdown.URLs(strings.NewReader(text+" http://h/a\n\n[c](/d) `http://h/e`"), markdown.Options{}) {
			if errors.Is(err, markdown.ErrEffort) {
				place = m.Offset
			} else if !strings.HasPrefix(m.URL, "[") && m.Kind != extract.Attribute || m.URL == "/b" || m.URL == "/d" {
				got = append(got, m.URL)
			}
		}
		if want := []string{"/b", "http://h/a", "http://h/e"}; place < 8 || place >= int64(len(text)) || !slices.Equal(got, want) {
			t.Errorf("%.20q...: given up at %d; %q, want %q", text, place, got, want)
		}
	}
}

// So is a paragraph that goes on beginning definitions.
func TestEffortOfDefinitions(t *testing.T) {
	got := listed(strings.Repeat("[a]:\n", 60<<10)+"\n[c](/d) http://h/a", markdown.Options{})
	if want := []string{markdown.ErrEffort.Error(), "http://h/a"}; !slices.Equal(got, want) {
		t.Errorf("%d found, %.200q, want %q", len(got), got, want)
	}
}

// Quotes and lists are read 100 deep, and what is deeper as their text.
func TestMaxDepth(t *testing.T) {
	for _, mark := range []string{"> ", "- "} {
		depth := 100
		if mark == "- " {
			depth = 50 // a list and its item
		}
		for n, want := range map[int]int{depth: 1, depth + 1: 0} {
			got := listed(strings.Repeat(mark, n)+"# [a](/b)\n", markdown.Options{})
			anchors := 0
			for range markdown.URLs(strings.NewReader(strings.Repeat(mark, n)+"# a\n"), markdown.Options{Anchor: func(string) { anchors++ }}) {
			}
			if anchors != want || len(got) != 1 {
				t.Errorf("%q %d deep: %d headings, want %d; links %q", mark, n, anchors, want, got)
			}
		}
	}
}

// The "*" and "_" of a heading that is too long for one are left in its name.
func TestMaxHeading(t *testing.T) {
	for n, want := range map[int]string{1000: "a", 1030: "_a_"} {
		text := "# _a_" + strings.Repeat("!", n)
		for range markdown.URLs(strings.NewReader(text), markdown.Options{Anchor: func(name string) {
			if name != want {
				t.Errorf("%d octets: %q, want %q", len(text), name, want)
			}
		}}) {
		}
	}
}
