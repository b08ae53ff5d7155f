package transfer

import (
	"bytes"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/base"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/extract/gemtext"
	"github.com/earl-url/earl/extract/html"
)

// A linkUse is what a page uses a link for.
type linkUse uint8

const (
	useOther   linkUse = iota // such as a form or a hint; not downloaded
	useFollows                // a link that a reader can follow
	useNeeds                  // the page needs it, such as an image
	useBase                   // the base of the other links
)

// A siteLink is a link of a page.
type siteLink struct {
	extract.Match
	url     earl.URL // absolute; zero if no site can have it
	use     linkUse
	element string // in lower case, or "" in a style sheet
	value   string // the name of the attribute, in lower case; "" in a style
}

// links yields the links of a page or a style sheet.
func links(p page, text []byte) iter.Seq[siteLink] {
	return func(yield func(siteLink) bool) {
		for m, err := range matches(p, text) {
			if err != nil || m.Kind != extract.Attribute {
				continue
			}
			l := siteLink{Match: m, use: useNeeds}
			switch p.media {
			case "html":
				l.element, l.value = elementAt(text, m.Offset)
				l.use = useOf(text, l)
			case "gemtext":
				l.use = useFollows
			}
			if u, err := m.Base.Resolve(earl.WHATWG, m.URL); err == nil && (isWeb(u) || isCapsule(u)) {
				l.url = u
			}
			if l.url.IsZero() && l.use != useBase || l.value == "usemap" && strings.HasPrefix(l.URL, "#") { // the name of a map
				continue
			}
			if !yield(l) {
				return
			}
		}
	}
}

// matches yields the URLs of a page or a style sheet.
func matches(p page, text []byte) iter.Seq2[extract.Match, error] {
	r, o := bytes.NewReader(text), html.Options{Base: base.Of(p.url), MediaType: p.meta.Type}
	switch p.media {
	case "css":
		return html.Sheet(r, o)
	case "gemtext":
		return gemtext.URLs(r, gemtext.Options{Base: o.Base})
	}
	return html.URLs(r, o)
}

// maxTag limits how many bytes before a link are searched for the start of its tag.
const maxTag = 64 << 10

// elementAt returns the element and the attribute at an offset.
func elementAt(text []byte, offset int64) (element, attribute string) {
	at := int(min(offset, int64(len(text))))
	from := max(0, at-maxTag)
	begin := -1
	for i := at - 1; i >= from; i-- {
		if text[i] == '<' && i+1 < len(text) && isLetter(text[i+1]) {
			begin = i
			break
		}
	}
	if begin < 0 {
		return "", ""
	}
	tag := text[begin+1 : at]
	end := bytes.IndexAny(tag, " \t\r\n\f/>")
	if end < 0 {
		return strings.ToLower(string(tag)), ""
	}
	element = strings.ToLower(string(tag[:end]))
	if element == "style" && bytes.IndexByte(tag, '>') >= 0 {
		return element, ""
	}
	return element, attributeBefore(tag[end:])
}

// attributeBefore returns the name of the last attribute in the beginning of a tag. The
// text ends inside the value of that attribute.
func attributeBefore(tag []byte) string {
	name, quote := "", byte(0)
	for i := 0; i < len(tag); i++ {
		switch c := tag[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '=':
			end := len(bytes.TrimRight(tag[:i], " \t\r\n\f"))
			begin := bytes.LastIndexAny(tag[:end], " \t\r\n\f/\"'") + 1
			name = strings.ToLower(string(tag[begin:end]))
			for i+1 < len(tag) && bytes.IndexByte([]byte(" \t\r\n\f"), tag[i+1]) >= 0 {
				i++
			}
			if i+1 < len(tag) && tag[i+1] != '"' && tag[i+1] != '\'' { // a value without quotes
				for i+1 < len(tag) && bytes.IndexByte([]byte(" \t\r\n\f>"), tag[i+1]) < 0 {
					i++
				}
			}
		}
	}
	return name
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// useOf returns the use of a link in a page. Source: HTML, links.
func useOf(text []byte, l siteLink) linkUse {
	switch {
	case l.value == "style" || l.element == "style" && l.value == "":
		return useNeeds
	case l.element == "base":
		return useBase
	case l.Followed:
		if l.value == "ping" {
			return useOther
		}
		return useFollows
	}
	switch l.element {
	case "img", "source", "video", "audio", "track", "embed", "input", "body", "table", "tr", "td", "th", "image", "use", "feimage":
		if l.value != "formaction" {
			return useNeeds
		}
	case "script", "iframe", "frame":
		if l.value == "src" || l.value == "href" {
			return useNeeds
		}
	case "object":
		if l.value == "data" {
			return useNeeds
		}
	case "link":
		return linkElement(tagAt(text, l.Offset))
	}
	return useOther
}

// tagAt returns the tag at an offset.
func tagAt(text []byte, offset int64) string {
	begin := bytes.LastIndexByte(text[:offset], '<')
	rest := text[max(begin, 0):min(len(text), int(offset)+maxTag)]
	if end := bytes.IndexByte(rest[int(offset)-max(begin, 0):], '>'); end >= 0 {
		rest = rest[:int(offset)-max(begin, 0)+end]
	}
	return strings.ToLower(string(rest))
}

// linkElement returns the use of the URL of a LINK element, by its REL.
func linkElement(tag string) linkUse {
	_, rel, _ := strings.Cut(tag, "rel")
	rel = strings.TrimLeft(rel, " \t\r\n\f=")
	if rel != "" && (rel[0] == '"' || rel[0] == '\'') {
		rel, _, _ = strings.Cut(rel[1:], rel[:1])
	} else {
		rel, _, _ = strings.Cut(rel, " ")
	}
	use := useOther
	for _, word := range strings.Fields(rel) {
		switch word {
		case "stylesheet", "icon", "apple-touch-icon", "mask-icon", "manifest", "preload", "modulepreload":
			return useNeeds
		case "next", "prev", "alternate", "contents", "index", "chapter", "section", "help", "author", "license":
			use = useFollows
		}
	}
	return use
}

// forbidsFollowing reports whether a page asks robots not to follow its links: whether it
// has a META element with the name robots and the content nofollow or none, as in wget.
func forbidsFollowing(text []byte) bool {
	for rest := bytes.ToLower(text[:min(len(text), maxTag)]); ; {
		begin := bytes.Index(rest, []byte("<meta"))
		if begin < 0 {
			return false
		}
		rest = rest[begin+len("<meta"):]
		tag := rest
		if end := bytes.IndexByte(tag, '>'); end >= 0 {
			tag = tag[:end]
		}
		tag = bytes.Map(func(r rune) rune {
			if r == '"' || r == '\'' || r == ',' || r == '=' {
				return ' '
			}
			return r
		}, tag)
		words := strings.Fields(string(tag))
		if slices.Contains(words, "robots") && (slices.Contains(words, "nofollow") || slices.Contains(words, "none")) {
			return true
		}
	}
}

// readPage reads the file of a page, at most maxPage bytes.
func (c *crawler) readPage(name string) ([]byte, error) {
	root, err := c.r.dir.open()
	if err != nil {
		return nil, err
	}
	f, err := root.Open(localPath(name))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxPage))
}
