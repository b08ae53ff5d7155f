package page

import (
	"strings"
	"testing"
)

// shapeOf returns the Shape of a text that arrives in pieces of n bytes.
func shapeOf(media, text string, n int) string {
	s := NewShapeHash(media)
	for len(text) > 0 {
		piece := text[:min(n, len(text))]
		s.Write([]byte(piece))
		text = text[len(piece):]
	}
	return s.Sum()
}

const news = `<!DOCTYPE html><html><head><meta name="generator" content="x 1.2"><meta name="csrf" content="aXb">
<title>News of the library</title><script nonce="Zq">var t = "a < b </p> c";</script><style>p { color: red }</style></head>
<body><!-- made by cache one --><p class="a">We open at noon &amp; close late.</p></body></html>`

// Must show 7: a page with a new date has the same shape; a page with other words has another
// shape.
func TestShape(t *testing.T) {
	t.Parallel()
	rows := []struct {
		name     string
		from, to string // replaced in the page
		same     bool
	}{
		{"a comment", "made by cache one", "made by cache two --- > <p>there", true},
		{"a comment that begins with dashes", "<!-- made by cache one -->", "<!----><!---->", true},
		{"a script", `"a < b </p> c"`, `"another </scrip </styl > thing"`, true},
		{"a nonce", `nonce="Zq"`, `nonce="Yr>"`, true},
		{"the case of a tag", "</script>", "</SCRIPT\n>", true},
		{"a style", "color: red", "color: blue", true},
		{"a token", "aXb", "bYc", true},
		{"a generator", "x 1.2", "y two", true},
		{"a class", `class="a"`, `class='b > "c"'`, true},
		{"white space and punctuation", "open at noon", "open,\n\tat   noon!", true},
		{"a date", "open at noon", "open at noon 21 November 2026", true},
		{"another date", "open at noon", "open at noon, Sun, 22 Nov 2026 10:31:07 GMT", true},
		{"a machine's date", "open at noon", "open at noon 2026-11-21T10:29:17Z", true},
		{"an age", "open at noon", "open at noon (3 minutes ago)", true},
		{"a counter", "open at noon", "open at noon 10023", true},
		{"a session", "open at noon", "open at noon 8f3ab2c19d", true},

		{"a word", "noon", "midnight", false},
		{"a word more", "close late", "close very late", false},
		{"a word less", "close late", "close", false},
		{"the order", "open at noon &amp; close", "close at noon &amp; open", false},
		{"the title", "News of the library", "This domain is for sale", false},
		{"another page", news, "<h1>It works!</h1>", false},
		{"words that grow together", "at noon", "atnoon", false},
		{"words outside ASCII", "noon", "café", false},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			if !strings.Contains(news, r.from) {
				t.Fatalf("%q is not in the page", r.from)
			}
			other := strings.ReplaceAll(news, r.from, r.to)
			if same := shapeOf("text/html", news, 1<<20) == shapeOf("text/html", other, 1<<20); same != r.same {
				t.Errorf("the same shape: %v, want %v", same, r.same)
			}
			if shapeOf("text/html", other, 1) != shapeOf("text/html", other, 7) {
				t.Error("the shape depends on the pieces")
			}
		})
	}
}

// A plain text has no tags, and a binary file has no words.
func TestShapeByMediaType(t *testing.T) {
	t.Parallel()
	plain := func(text string) string { return shapeOf("text/plain; charset=utf-8", text, 3) }
	if plain("a <b> c 1") != plain("a <b> c 2") || plain("a <b> c") == plain("a <d> c") {
		t.Error("the shape of a plain text is not that of its words")
	}
	if plain("1 2 3") != "" || plain("") != "" || plain("June 7") != "" {
		t.Error("a text of numbers has a shape")
	}
	if NewShapeHash("image/png") != nil || NewShapeHash("") != nil {
		t.Error("an image is taken for a text")
	}
	long := strings.Repeat("x", 10*maxWord)
	if plain(long) == plain(long+"y") || plain(long) == "" {
		t.Error("a long word is not read to its end")
	}
}
