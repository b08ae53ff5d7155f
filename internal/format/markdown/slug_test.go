package markdown_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl/internal/format/markdown"
)

// anchorsOf returns the anchors of a document in some dialects.
func anchorsOf(t *testing.T, text string, d markdown.Dialects) (names []string) {
	t.Helper()
	for _, err := range markdown.URLs(strings.NewReader(text), markdown.Options{Dialects: d, Anchor: func(name string) { names = append(names, name) }}) {
		if err != nil {
			t.Fatal(err)
		}
	}
	return names
}

// Issue 12, section 3: each program derives the anchors of headings in its own
// way. The expected anchors are those of its documentation or its code.
func TestDialects(t *testing.T) {
	for _, test := range []struct {
		text string
		want map[markdown.Dialects]string // anchors separated by spaces
	}{
		{"# What's new in 2.0?", map[markdown.Dialects]string{
			markdown.GitHub: "whats-new-in-20", markdown.GitLab: "whats-new-in-20", markdown.Kramdown: "whats-new-in-20",
			markdown.MkDocs: "whats-new-in-20", markdown.Pandoc: "whats-new-in-2.0"}},
		{"# 3. C & D -- `code`", map[markdown.Dialects]string{
			markdown.GitHub: "3-c--d----code", markdown.GitLab: "3-c-d-code", markdown.Kramdown: "3-c--d----code c--d----code",
			markdown.MkDocs: "3-c-d-code 3-c--d----code", markdown.Pandoc: "c-d----code"}},
		{"# Grüße [x](y)", map[markdown.Dialects]string{
			markdown.GitHub: "grüße-x", markdown.GitLab: "grüße-x", markdown.Kramdown: "grüße-x gre-x",
			markdown.MkDocs: "grue-x grüße-x", markdown.Pandoc: "grüße-x"}},
		{"# 日本", map[markdown.Dialects]string{
			markdown.GitHub: "日本", markdown.Kramdown: "日本 section", markdown.MkDocs: "_1 日本", markdown.Pandoc: "日本"}},
		{"# 2026", map[markdown.Dialects]string{
			markdown.GitHub: "2026", markdown.GitLab: "anchor-2026", markdown.Kramdown: "2026 section", markdown.MkDocs: "2026", markdown.Pandoc: "section"}},
		{"# A\n# A\n# A\n", map[markdown.Dialects]string{
			markdown.GitHub: "a a-1 a-2", markdown.GitLab: "a a-1 a-2", markdown.Kramdown: "a a-1 a-2", markdown.MkDocs: "a a_1 a_2", markdown.Pandoc: "a a-1 a-2"}},
		{"# Title {#my_id .class}", map[markdown.Dialects]string{
			markdown.GitHub: "my_id title-my_id-class", markdown.Kramdown: "my_id", markdown.MkDocs: "my_id", markdown.Pandoc: "my_id"}},
		{"Title {: #other }\n===\n", map[markdown.Dialects]string{
			markdown.GitLab: "other title-other-", markdown.Kramdown: "other", markdown.MkDocs: "other", markdown.Pandoc: "other"}},
		{"A paragraph.\n{: #here}\n\n[x](y){#span} `{#code}`\n", map[markdown.Dialects]string{
			markdown.GitHub: "", markdown.Kramdown: "here span", markdown.MkDocs: "here span", markdown.Pandoc: "here span"}},
		{"<h1 align=center>The <b>Title</b></h1>\n\n# Two\n", map[markdown.Dialects]string{
			markdown.GitHub: "the-title two", markdown.GitLab: "the-title two", markdown.MkDocs: "two", markdown.Pandoc: "two"}},
		{"<a name=old></a><p id=new>\n", map[markdown.Dialects]string{markdown.GitHub: "old new", markdown.Pandoc: "old new"}},
	} {
		for d, want := range test.want {
			var got []string
			for _, name := range anchorsOf(t, test.text, d) {
				if !slices.Contains(got, name) {
					got = append(got, name)
				}
			}
			if strings.Join(got, " ") != want {
				t.Errorf("%q in %b: %q, want %q", test.text, d, got, want)
			}
		}
	}
	if got, want := anchorsOf(t, "# A b\n", 0), anchorsOf(t, "# A b\n", markdown.GitHub); !slices.Equal(got, want) {
		t.Errorf("without dialects %q, want %q", got, want)
	}
}

func TestParseDialect(t *testing.T) {
	var all markdown.Dialects
	for _, word := range []string{"github", "gitlab", "kramdown", "mkdocs", "pandoc"} {
		d, ok := markdown.ParseDialect(word)
		if !ok || all&d != 0 {
			t.Errorf("ParseDialect(%q) = %b, %v", word, d, ok)
		}
		all |= d
	}
	if _, ok := markdown.ParseDialect("word"); ok || all != markdown.AllDialects {
		t.Errorf("all dialects are %b", all)
	}
}

// A picture in a heading has no text, and GitHub keeps the space next to it. Source: html-pipeline,
// table of contents filter.
func TestPictureInHeading(t *testing.T) {
	t.Parallel()
	for page, want := range map[string][]string{
		"## ![logo](x.png) One":       {"one", "-one"},
		"## <img src=\"x.png\"> One":  {"one", "-one"},
		"## One ![logo](x.png)":       {"one", "one-"},
		"##   One  ":                  {"one"},
		"  ## One ##":                 {"one"},
		"One ![logo](x.png)\n  ===\n": {"one", "one-"},
	} {
		var got []string
		for _, err := range markdown.URLs(strings.NewReader(page+"\n"), markdown.Options{Dialects: markdown.GitHub, Anchor: func(name string) { got = append(got, name) }}) {
			if err != nil {
				t.Fatal(err)
			}
		}
		if slices.Sort(got); !slices.Equal(slices.Compact(got), slices.Sorted(slices.Values(want))) {
			t.Errorf("%q: %q, want %q", page, got, want)
		}
	}
}

// GitHub keeps what Ruby calls a word character, and maps to lower case as Ruby does.
// Source: html-pipeline, table of contents filter; Onigmo, \p{Word} has Other_Alphabetic.
func TestGitHubLetters(t *testing.T) {
	t.Parallel()
	for heading, want := range map[string]string{
		"İçindekiler": "i̇çindekiler", "DİKKAT": "di̇kkat", "I ı": "i-ı", "ΣΑΣ": "σασ", "ẞ": "ß", "ΌΣΟΣ ǅ": "όσοσ-ǆ",
		"Ⓜ M": "ⓜ-m", "🅰 🅱": "🅰-🅱", "🄰🅐🅿": "🄰🅐🅿", "① ⑴": "-", "Ⅳ ↂ": "ⅳ-ↂ", "a‿b": "a‿b", "x² ½": "x-", "हिन्दी": "हिन्दी", "क\u200dष": "कष", "😄 a": "-a", "€ ♥": "-",
	} {
		if got := anchorsOf(t, "# "+heading+"\n", markdown.GitHub); !slices.Contains(got, want) {
			t.Errorf("%q: %q, want %q", heading, got, want)
		}
	}
}
