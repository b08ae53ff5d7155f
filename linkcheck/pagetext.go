package linkcheck

import (
	"bytes"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"
)

// A pageText is what a page shows a reader, as far as that is known without its styles
// and scripts.
type pageText struct {
	title    string
	headings []string // the text of h1 and h2 elements, in order
	blocks   []string // all visible text, in paragraphs and the like; white space is one space
	links    int      // a elements
	sources  string   // scripts, and the URLs that the page loads and links to, one per line, in lower case
	scripts  int      // script elements with a src
	refresh  string   // the content of a meta refresh
	shell    bool     // it has an element that only a script fills
}

// text returns the visible text in one line.
func (p *pageText) text() string { return strings.Join(p.blocks, " ") }

// words returns how many words a text has. In writing without spaces, such as Chinese,
// two characters count as one word.
func words(text string) int {
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
var hidden = wordSet("script style template noscript svg math select textarea iframe object")

// rootIDs are the ids of the elements that frameworks of single-page applications fill.
var rootIDs = wordSet("root app __next __nuxt q-app svelte gatsby-focus-wrapper ember-app main-app app-root react-root vue-app")

// readPage returns the text of an HTML page. body is the page or its beginning; media is
// its media type.
func readPage(body []byte, media string) *pageText {
	r, err := charset.NewReader(bytes.NewReader(body), media)
	if err != nil {
		r = bytes.NewReader(body)
	}
	p := new(pageReader)
	z := html.NewTokenizer(r)
	z.SetMaxBuf(maxToken)
	for {
		switch z.Next() {
		case html.ErrorToken:
			p.finish()
			return &p.pageText
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

// A pageReader makes a pageText from tokens.
type pageReader struct {
	pageText
	body    strings.Builder
	source  strings.Builder
	inside  string // the element whose content is not text: one of hidden; "": none
	title   bool   // inside title
	heading bool   // inside h1 or h2
	current strings.Builder
}

// start handles a start tag.
func (p *pageReader) start(t html.Token, closed bool) {
	for _, a := range t.Attr {
		switch a.Key {
		case "src", "href", "action", "data-adblockkey", "data-domain":
			p.source.WriteString(a.Key + "=" + strings.ToLower(a.Val) + "\n")
		case "id":
			p.shell = p.shell || rootIDs()[strings.ToLower(a.Val)]
		}
	}
	switch t.Data {
	case "a":
		p.links++
	case "script":
		if slices.ContainsFunc(t.Attr, func(a html.Attribute) bool { return a.Key == "src" }) {
			p.scripts++
		}
	case "meta":
		p.meta(t.Attr)
	case "title":
		p.title = !closed && p.inside == "" && p.pageText.title == ""
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
var inline = wordSet("a abbr b bdi bdo cite code data dfn em font i kbd mark q s samp small span strong sub sup time tt u var wbr")

// meta handles the attributes of a meta element.
func (p *pageReader) meta(attrs []html.Attribute) {
	content, refresh := "", false
	for _, a := range attrs {
		switch a.Key {
		case "http-equiv":
			refresh = strings.EqualFold(a.Val, "refresh")
		case "content":
			content = a.Val
		}
	}
	if refresh {
		p.refresh = content
	}
}

// end handles an end tag.
func (p *pageReader) end(name string) {
	switch {
	case name == p.inside:
		p.inside = ""
	case name == "title" && p.title:
		p.title = false
		p.pageText.title = strings.Join(strings.Fields(p.current.String()), " ")
	case (name == "h1" || name == "h2") && p.heading:
		p.heading = false
		if text := strings.Join(strings.Fields(p.current.String()), " "); text != "" {
			p.headings = append(p.headings, text)
		}
	}
	if !inline()[name] {
		p.space()
	}
}

// space separates blocks.
func (p *pageReader) space() {
	p.body.WriteByte('\f')
	p.current.WriteByte(' ')
}

// addText adds text, which is still escaped.
func (p *pageReader) addText(raw []byte) {
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

// finish completes the pageText.
func (p *pageReader) finish() {
	for block := range strings.SplitSeq(p.body.String(), "\f") {
		if text := strings.Join(strings.Fields(block), " "); text != "" {
			p.blocks = append(p.blocks, text)
		}
	}
	p.sources = p.source.String()
}
