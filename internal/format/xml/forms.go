package xml

import (
	"bytes"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/ascii"
	"github.com/earl-url/earl/internal/format/html"
	"github.com/earl-url/earl/internal/format/literal"
)

// A form is how a value contains URLs.
type form uint8

const (
	none     form = iota // the table has no row for it
	skip                 // no URL
	link                 // one URL
	followed             // one URL that leads the reader to another page
	outer                // an absolute URL; other text is text
	list                 // URLs separated by white space
	set                  // the SRCSET of an image
	sheet                // CSS
	name                 // names
	pairs                // pairs of a name and a URL: xsi:schemaLocation
	markup               // text, or HTML that is written as text
	official             // the URL that a page or an entry wants to have
	self                 // the URL of a feed
	page                 // the base of a page
)

// forms reads values.
type forms struct {
	o        *Options
	searcher *extract.Searcher
	readers  [page + 1]literal.Reader
}

// reader returns the reader of values that have a form.
func (v *forms) reader(f form) literal.Reader {
	if v.readers[f] == nil {
		v.readers[f] = func(r io.Reader) iter.Seq2[extract.Match, error] {
			return func(yield func(extract.Match, error) bool) {
				value, err := io.ReadAll(r)
				if err != nil {
					yield(extract.Match{}, err)
					return
				}
				v.read(value, f, yield)
			}
		}
	}
	return v.readers[f]
}

// read yields the URLs of a value.
func (v *forms) read(value []byte, f form, yield func(extract.Match, error) bool) {
	switch f {
	case skip:
	case name:
		v.names(value, 0, yield)
	case pairs:
		even := false
		for start, end := range fields(value) {
			if even = !even; even {
				if !v.names(value[:end], start, yield) {
					return
				}
			} else if !v.link(value, start, end, link, yield) {
				return
			}
		}
	case list:
		for start, end := range fields(value) {
			if !v.link(value, start, end, link, yield) {
				return
			}
		}
	case set:
		more := true
		html.SourceSet(value, func(start, end int) { more = more && v.link(value, start, end, link, yield) })
	case sheet:
		v.sheet(value, yield)
	case markup:
		v.markup(value, yield)
	case outer:
		v.outer(value, yield)
	default:
		v.link(value, 0, len(value), f, yield)
	}
}

// fields yields the offsets of the words of a value.
func fields(value []byte) iter.Seq2[int, int] {
	return func(yield func(start, end int) bool) {
		for i := 0; i < len(value); {
			start := i
			for i < len(value) && strings.IndexByte(space, value[i]) < 0 {
				i++
			}
			if i > start && !yield(start, i) {
				return
			}
			i++
		}
	}
}

// link yields the URL in a part of a value, which may have white space around it. A fragment alone
// refers to the document itself.
func (v *forms) link(value []byte, start, end int, f form, yield func(extract.Match, error) bool) bool {
	for start < end && value[start] <= ' ' {
		start++
	}
	for end > start && value[end-1] <= ' ' {
		end--
	}
	text := value[start:end]
	if len(text) == 0 || text[0] == '#' {
		return true
	}
	m := extract.Match{Offset: int64(start), Kind: extract.Attribute, Confidence: extract.High, Followed: f == followed || f == self}
	if f == official {
		m.Kind = extract.Official
	}
	if len(text) > v.o.MaxLength {
		return yield(m, extract.ErrTooLong)
	}
	m.Text = string(text)
	m.URL = string(slices.DeleteFunc(text, func(c byte) bool { return c == '\t' || c == '\n' || c == '\r' }))
	m.Relative = !ascii.HasScheme(m.URL)
	switch {
	case extract.PlaceholderIn(m.URL):
		m.Doubt, m.Confidence = extract.Placeholder, extract.Low
	case hasReference(m.URL):
		m.Doubt, m.Confidence = extract.Reference, extract.Low
	}
	return yield(m, nil)
}

// hasReference reports whether a URL contains a reference to an entity that is not known.
func hasReference(url string) bool {
	for {
		i := strings.IndexByte(url, '&')
		if i < 0 {
			return false
		}
		if url = url[i:]; referenceName(url) != "" {
			return true
		}
		url = url[1:]
	}
}

// text yields the URLs of running text in a value from an offset on.
func (v *forms) text(value []byte, from int, yield func(extract.Match, error) bool) bool {
	for m, err := range v.searcher.Text(bytes.NewReader(value[from:])) {
		m.Offset += int64(from)
		if !yield(m, err) {
			return false
		}
	}
	return true
}

// names yields the URLs of running text as names.
func (v *forms) names(value []byte, from int, yield func(extract.Match, error) bool) bool {
	return v.text(value, from, func(m extract.Match, err error) bool {
		m.Doubt = extract.Name
		return yield(m, err)
	})
}

// outer yields the URL that a value is, after a prefix of Maven's such as "scm:git:", or those of
// the text.
func (v *forms) outer(value []byte, yield func(extract.Match, error) bool) {
	start := len(value) - len(bytes.TrimLeft(value, space))
	if bytes.HasPrefix(value[start:], []byte("scm:")) {
		rest := value[start+len("scm:"):]
		if n := bytes.IndexByte(rest, ':'); n >= 0 {
			start += len("scm:") + n + 1
		}
	}
	if scheme, _, ok := bytes.Cut(value[start:], []byte("://")); ok && ascii.HasScheme(string(scheme)+":") {
		v.link(value, start, len(value), followed, yield)
		return
	}
	v.text(value, 0, yield)
}

// sheet yields the URLs of a style.
func (v *forms) sheet(value []byte, yield func(extract.Match, error) bool) {
	if !bytes.Contains(bytes.ToLower(value), []byte("url(")) && !bytes.Contains(value, []byte("@import")) {
		return
	}
	for m, err := range html.Sheet(bytes.NewReader(value), html.Options{Options: v.o.Options, MediaType: "text/css; charset=utf-8"}) {
		if !strings.HasPrefix(m.URL, "#") && !yield(m, err) {
			return
		}
	}
}

// markup yields the URLs of HTML or, without tags and references, of text.
func (v *forms) markup(value []byte, yield func(extract.Match, error) bool) {
	if !isMarkup(value) {
		v.text(value, 0, yield)
		return
	}
	for m, err := range html.URLs(bytes.NewReader(value), html.Options{Options: v.o.Options, MediaType: "text/html; charset=utf-8", Searcher: v.searcher}) {
		m.Shown = !m.Kind.IsLink()
		if m.Kind.IsLink() && strings.HasPrefix(m.URL, "#") {
			continue
		}
		if !yield(m, err) {
			return
		}
	}
}

// isMarkup reports whether a text has a tag or a character reference of HTML.
func isMarkup(text []byte) bool {
	for i, c := range text {
		switch {
		case c == '<' && i+1 < len(text) && (ascii.IsLetter(text[i+1]) || text[i+1] == '/' || text[i+1] == '!'):
			return true
		case c == '&' && slices.Contains(text[i:min(len(text), i+longestReference)], ';'):
			return true
		}
	}
	return false
}
