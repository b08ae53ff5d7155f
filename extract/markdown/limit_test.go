package markdown_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/extract/markdown"
	"github.com/earl-url/earl/internal/racedetector"
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

// A document of any length is read with its structure, and every place is right,
// wherever a piece ends.
func TestLongDocument(t *testing.T) {
	const block = "# A\r[a](/b) <http://h/c>\n\n- d\n\n  <a href='/e'> [f]: g `http://x/`\n\n[^f]: [g](/h)\n\n| i |\n|---|\n| [j](/k) www.l.org |\n\n```\n# http://x/\n\n```\n\n[m]: /n 'o'\nq <http://p/>\n=\n"
	n := 40_000
	if testing.Short() || racedetector.On {
		n = 20_000
	}
	text := strings.Repeat(block, n)
	want := []string{"/b", "http://h/c", "/e", "/h", "/k", "http://www.l.org", "/n", "http://p/"}
	i, anchors := 0, 0
	for m, err := range markdown.URLs(strings.NewReader(text), markdown.Options{Anchor: func(string) { anchors++ }}) {
		at := i / len(want) * len(block)
		if err != nil || m.URL != want[i%len(want)] || m.Offset < int64(at) || text[m.Offset:m.Offset+int64(len(m.Text))] != m.Text {
			t.Fatalf("match %d is %+v, %v, want %s in the block at %d", i, m, err, want[i%len(want)], at)
		}
		line := int64(strings.Count(block, "\n")*(i/len(want)) + strings.Count(text[at:m.Offset], "\n") + 1)
		if column := m.Offset - int64(strings.LastIndexByte(text[:m.Offset], '\n')); m.Line != line || m.Column != column {
			t.Fatalf("match %d is %+v, want line %d, column %d", i, m, line, column)
		}
		i++
	}
	if i != n*len(want) || anchors != 2*n {
		t.Errorf("%d matches, %d anchors, want %d, %d", i, anchors, n*len(want), 2*n)
	}
}

// One block that takes too much is searched as plain text, with all after it, which
// is reported with a place. What is before it is read as usual.
func TestBlockThatIsTooLarge(t *testing.T) {
	for _, block := range []string{strings.Repeat("[", 1<<18), strings.Repeat("- a\n", 1<<16), strings.Repeat("a ", 4<<20), "```\n" + strings.Repeat("a\n", 1<<18)} {
		text := "[a](/b)\n\n" + block + "\n\n[c](/d) http://h/"
		var got []string
		for m, err := range markdown.URLs(strings.NewReader(text), markdown.Options{}) {
			if err != nil {
				got = append(got, fmt.Sprintf("%d:%d:%d %v", m.Offset, m.Line, m.Column, err))
			} else {
				got = append(got, m.URL)
			}
		}
		if want := []string{"/b", "9:3:1 markdown: a limit is reached: a block is too large; from here on the document is searched as plain text", "http://h/"}; !slices.Equal(got, want) {
			t.Errorf("%.20q: %.200q, want %q", block, got, want)
		}
	}
}

// A table with too many cells is searched as plain text, which is reported; its
// links and what is after it are read as usual.
func TestWideTable(t *testing.T) {
	for rows, limit := range map[int]bool{3_200: false, 3_300: true} {
		text := strings.Repeat("|a", 9) + "|b\n" + strings.Repeat("|-", 9) + "|-\n" + strings.Repeat("|\n", rows) + "|[c](/d)\n\n# [e](/f)\n"
		got := listed(text, markdown.Options{})
		want := []string{"/d", "/f"}
		if limit {
			want = append([]string{"markdown: a limit is reached: tables with too many cells; this one is searched as plain text"}, want...)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d rows: %q, want %q", rows, got, want)
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
		text = "[a](/b) " + strings.Repeat(text, 12<<10)
		var place int64
		var got []string
		for m, err := range markdown.URLs(strings.NewReader(text+" http://h/a\n\n[c](/d) `http://h/e`"), markdown.Options{}) {
			if errors.Is(err, markdown.ErrLimit) {
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

// So are paragraphs that go on beginning definitions.
func TestEffortOfDefinitions(t *testing.T) {
	got := listed(strings.Repeat(strings.Repeat("[a]:\n", 12<<10)+"\n", 40)+"\n[c](/d) http://h/a", markdown.Options{})
	limit := slices.Index(got, "markdown: a limit is reached: brackets without an end; from here on only running text is searched")
	if limit < 0 || limit != len(got)-2 || got[limit+1] != "http://h/a" {
		t.Errorf("%d found, the limit is %d", len(got), limit)
	}
}

// Quotes and lists are read 100 deep, and what is deeper as their text, which is
// reported.
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
			limit := slices.Contains(got, "markdown: a limit is reached: quotes and lists nested more than 100 deep; what is deeper is searched as plain text")
			if anchors != want || !slices.Contains(got, "/b") || limit != (want == 0) {
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
