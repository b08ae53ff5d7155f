package page

import (
	"bytes"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"
)

// A Text is what a page shows a reader, as far as that is known without its styles and
// scripts.
type Text struct {
	Title    string
	Headings []string // the text of h1 and h2 elements, in order
	Blocks   []string // all visible text, in paragraphs and the like; white space is one space
	Sources  string   // scripts, and the URLs that the page loads and links to, one per line, in lower case
	Scripts  int      // script elements with a src
	Shell    bool     // it has an element that only a script fills
}

// Visible returns the visible text in one line.
func (t *Text) Visible() string { return strings.Join(t.Blocks, " ") }

// Words returns how many words a text has. In writing without spaces, such as Chinese,
// two characters count as one word.
func Words(text string) int {
	n, wide := 0, 0
	for word := range strings.FieldsSeq(text) {
		dense := 0
		for _, r := range word {
			if r >= 0x2E80 || 0x0E00 <= r && r < 0x0E80 {
				dense++
			}
		}
		if dense > 0 {
			wide += dense
		} else {
			n++
		}
	}
	return n + (wide+1)/2
}

// hidden are elements whose content is not text of the page.
var hidden = Set(strings.FieldsSeq("script style template noscript svg math select textarea iframe object"))

// rootIDs are the ids of the elements that frameworks of single-page applications fill.
var rootIDs = Set(strings.FieldsSeq("root app __next __nuxt q-app svelte gatsby-focus-wrapper ember-app main-app app-root react-root vue-app"))

// ReadText returns the text of an HTML page. body is the page or its beginning; media is
// its media type.
func ReadText(body []byte, media string) *Text {
	r, err := charset.NewReader(bytes.NewReader(body), media)
	if err != nil {
		r = bytes.NewReader(body)
	}
	p := new(textReader)
	z := html.NewTokenizer(r)
	z.SetMaxBuf(maxToken)
	for {
		switch z.Next() {
		case html.ErrorToken:
			p.finish()
			return &p.Text
		case html.TextToken:
			p.addText(z.Text())
		case html.StartTagToken:
			p.start(z.Token(), false)
		case html.SelfClosingTagToken:
			p.start(z.Token(), true)
		case html.EndTagToken:
			name, _ := z.TagName()
			p.end(string(name))
		}
	}
}

// maxToken limits one token of a page, such as a script, in bytes.
const maxToken = 4 << 20

// A textReader makes a Text from tokens.
type textReader struct {
	Text
	body    strings.Builder
	source  strings.Builder
	inside  string // the element whose content is not text: one of hidden; "": none
	title   bool   // inside title
	heading bool   // inside h1 or h2
	current strings.Builder
}

// start handles a start tag.
func (p *textReader) start(t html.Token, closed bool) {
	for _, a := range t.Attr {
		switch a.Key {
		case "src", "href", "action", "data-adblockkey", "data-domain":
			p.source.WriteString(a.Key + "=" + strings.ToLower(a.Val) + "\n")
		case "id":
			p.Shell = p.Shell || rootIDs()[strings.ToLower(a.Val)]
		}
	}
	switch t.Data {
	case "script":
		if slices.ContainsFunc(t.Attr, func(a html.Attribute) bool { return a.Key == "src" }) {
			p.Scripts++
		}
	case "title":
		p.title = !closed && p.inside == "" && p.Title == ""
		p.current.Reset()
	case "h1", "h2":
		p.heading = !closed && p.inside == ""
		p.current.Reset()
	}
	if p.inside == "" && hidden()[t.Data] && !closed {
		p.inside = t.Data
	}
	if !inline()[t.Data] {
		p.space()
	}
}

// inline are elements that do not separate words.
var inline = Set(strings.FieldsSeq("a abbr b bdi bdo cite code data dfn em font i kbd mark q s samp small span strong sub sup time tt u var wbr"))

// end handles an end tag.
func (p *textReader) end(name string) {
	switch {
	case name == p.inside:
		p.inside = ""
	case name == "title" && p.title:
		p.title = false
		p.Title = strings.Join(strings.Fields(p.current.String()), " ")
	case (name == "h1" || name == "h2") && p.heading:
		p.heading = false
		if text := strings.Join(strings.Fields(p.current.String()), " "); text != "" {
			p.Headings = append(p.Headings, text)
		}
	}
	if !inline()[name] {
		p.space()
	}
}

// space separates blocks.
func (p *textReader) space() {
	p.body.WriteByte('\f')
	p.current.WriteByte(' ')
}

// addText adds text, which is still escaped.
func (p *textReader) addText(raw []byte) {
	switch {
	case p.inside == "script":
		p.source.Write(bytes.ToLower(raw))
		p.source.WriteByte('\n')
		return
	case p.inside != "":
		return
	}
	text := html.UnescapeString(string(raw))
	if p.title || p.heading {
		p.current.WriteString(text)
	}
	if !p.title {
		p.body.WriteString(strings.ReplaceAll(text, "\f", " "))
	}
}

// finish completes the Text.
func (p *textReader) finish() {
	for block := range strings.SplitSeq(p.body.String(), "\f") {
		if text := strings.Join(strings.Fields(block), " "); text != "" {
			p.Blocks = append(p.Blocks, text)
		}
	}
	p.Sources = p.source.String()
}

// MaxTitle is the number of bytes of a title that fit on a line.
const MaxTitle = 200

// Shorten returns at most MaxTitle bytes of a text, in whole characters.
func Shorten(text string) string {
	if len(text) <= MaxTitle {
		return text
	}
	return strings.ToValidUTF8(text[:MaxTitle], "")
}
