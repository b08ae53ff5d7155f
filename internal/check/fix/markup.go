package fix

import (
	"bytes"
	"sort"
	"strings"
)

// markupEscapes are the characters that mean something else in markup.
var markupEscapes = strings.NewReplacer("&", "&amp;", "'", "&#39;")

// escapeMarkup returns a URL for HTML or XML.
func (f *file) escapeMarkup(offset int, url string) (escaped, why string) {
	before := f.text[:offset]
	tag := openTag(before)
	if f.nested == nil {
		f.nested = findNested(f.text)
	}
	raw := tag == "" && f.nested.isRaw(offset)
	switch {
	case f.nested.srcdoc >= 0 && f.nested.srcdoc < offset:
		return "", "it may be in a document inside an attribute"
	case tag == "base":
		return "", "it is the base of other references"
	case strings.HasPrefix(tag, "!"), strings.HasPrefix(tag, "?"):
		return "", "it is a name in a declaration, not a link"
	case (raw || inStyle(before)) && strings.ContainsAny(url, "'()"):
		return "", "the new URL has characters that mean something in a style sheet"
	case raw:
		return url, ""
	case tag == "":
		if _, why := escapeBare(url); why != "" {
			return "", why
		}
	case strings.HasSuffix(url, ","):
		return "", "the new URL ends in a comma, which separates URLs in srcset"
	case tag == "meta" && strings.Contains(url, "'"):
		return "", "the new URL has an apostrophe, which ends a URL in a refresh"
	}
	return markupEscapes.Replace(url), ""
}

// openTag returns the name, in lower case, of the tag that is open at the end of a
// text, "" for none.
func openTag(before []byte) string {
	i := bytes.LastIndexByte(before, '<')
	if i < 0 || bytes.IndexByte(before[i:], '>') >= 0 || bytes.Contains(before[i:], []byte("\n\n")) {
		return ""
	}
	name := before[i+1:]
	if j := bytes.IndexAny(name, " \t\r\n\f/"); j > 0 { // else <http://... of Markdown: no end of a name
		return strings.ToLower(string(name[:j]))
	}
	return ""
}

// inStyle reports whether a text ends where url(...) of a style sheet begins.
func inStyle(before []byte) bool {
	before = bytes.TrimSuffix(before, []byte("&quot;"))
	before = bytes.TrimRight(before, "\"' \t\r\n")
	return len(before) >= 4 && strings.EqualFold(string(before[len(before)-4:]), "url(")
}

// nested is the parts of a page that are not written like the page itself.
type nested struct {
	raw    [][2]int // elements without character references, from tag to tag
	srcdoc int      // where the first document in an attribute may begin, or -1
}

// findNested looks for it.
func findNested(text []byte) *nested {
	lower := bytes.ToLower(text)
	n := &nested{srcdoc: bytes.Index(lower, []byte("srcdoc"))}
	for at := 0; ; {
		start, name := firstOf(lower[at:], "<style", "<script")
		if start < 0 {
			return n
		}
		start += at
		end := bytes.Index(lower[start:], []byte("</"+name[1:]))
		if end < 0 {
			end = len(text) - start
		}
		at = start + end
		n.raw = append(n.raw, [2]int{start, at})
	}
}

// firstOf returns the position of the first of several words in a text, and the word.
func firstOf(text []byte, words ...string) (at int, word string) {
	at = -1
	for _, w := range words {
		if i := bytes.Index(text, []byte(w)); i >= 0 && (at < 0 || i < at) {
			at, word = i, w
		}
	}
	return at, word
}

// isRaw reports whether there are no character references at an offset: in the
// content of a style or script element, or in its tag.
func (n *nested) isRaw(offset int) bool {
	i := sort.Search(len(n.raw), func(i int) bool { return n.raw[i][1] > offset })
	return i < len(n.raw) && n.raw[i][0] < offset
}
