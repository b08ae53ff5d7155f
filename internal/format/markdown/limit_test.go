package markdown_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/format/markdown"
	"github.com/earl-url/earl/internal/racedetector"
)

// listed returns the matches, and errors as their text.
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

// A document of any length is read with its structure, and every position is
// correct, wherever a piece ends.
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

// A block that needs too much memory is searched as plain text, and so is
// everything after it. This is reported with a position. The text before it is
// read as usual.
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
		if want := []string{"/b", "9:3:1 markdown: limit exceeded: a block is too large; the rest of the document is searched as plain text", "http://h/"}; !slices.Equal(got, want) {
			t.Errorf("%.20q: %.200q, want %q", block, got, want)
		}
	}
}

// A table has as many cells as its rows: a wide header adds no cells to the
// rows below it, however many there are.
func TestWideTable(t *testing.T) {
	text := strings.Repeat("|a", 2000) + "|\n" + strings.Repeat("|-", 2000) + "|\n" + strings.Repeat("|\n", 3_300) + "|[c](/d|[e](/f)\n\n# [g](/h)\n"
	if got, want := listed(text, markdown.Options{}), []string{"/f", "/h"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// A destination that is too long has a position and no text; the next one is
// found.
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

// A missing end is searched for once, not again for each beginning: a document
// that is made for it takes no longer than others.
func TestEffort(t *testing.T) {
	for _, text := range []string{
		"[a](", "[a](<", "a <?", "a <!--", "a <![CDATA[", "<a b='", "<a b=\"", "`a ``b", "[a](b 'c", "[a](b (", "[", "![", "]", "[]", "[[a](b) ", "][", "<a ",
		"<a:", "*_", "\\", "[a]: b '\n", "[a]:\n", "[a]: (", "| ", "<a\n", "</a\n", "> a\n",
	} {
		text = "[a](/b)\n\n" + strings.Repeat(text, 12<<10)
		got := listed(text+"\n\n[c](/d) `http://h/e`", markdown.Options{})
		if !slices.Contains(got, "/b") || !slices.Contains(got, "/d") && !strings.Contains(text, "<!") && !strings.Contains(text, "[c]") {
			t.Errorf("%.20q...: %.200q", text[9:], got)
		}
	}
}

// A link inside a construct without an end is found.
func TestLinksWithinBrackets(t *testing.T) {
	for text, want := range map[string]string{
		"[[[[[a](/b)": "/b", "![![a](/b)": "/b", "<!-- [a](/b)": "/b", "`[a](/b)": "/b", "[a](<[b](/b)": "/b", "[a](b '[c](/b)": "/b", "a <? [b](/b)": "/b",
	} {
		if got := listed("a "+text, markdown.Options{}); !slices.Equal(got, []string{want}) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// Quotes and lists are read 100 deep. The text of deeper ones is searched, and
// this is reported.
func TestMaxDepth(t *testing.T) {
	for _, mark := range []string{"> ", "- "} {
		depth := 100
		if mark == "- " {
			depth = 50 // a list and its item count as two
		}
		for n, want := range map[int]int{depth: 1, depth + 1: 0} {
			got := listed(strings.Repeat(mark, n)+"# [a](/b)\n", markdown.Options{})
			anchors := 0
			for range markdown.URLs(strings.NewReader(strings.Repeat(mark, n)+"# a\n"), markdown.Options{Anchor: func(string) { anchors++ }}) {
			}
			limit := slices.Contains(got, "markdown: limit exceeded: quotes and lists are nested more than 100 deep; deeper ones are searched as plain text")
			if anchors != want || !slices.Contains(got, "/b") || limit != (want == 0) {
				t.Errorf("%q %d deep: %d headings, want %d; links %q", mark, n, anchors, want, got)
			}
		}
	}
}

// The "*" and "_" of a long heading are not in its anchor either.
func TestLongHeading(t *testing.T) {
	for n, want := range map[int]string{1000: "a", 1030: "a"} {
		text := "# _a_" + strings.Repeat("!", n)
		for range markdown.URLs(strings.NewReader(text), markdown.Options{Anchor: func(name string) {
			if name != want {
				t.Errorf("%d bytes: %q, want %q", len(text), name, want)
			}
		}}) {
		}
	}
}
