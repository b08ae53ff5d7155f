package treecopy

import (
	"bytes"
	"errors"
	"iter"
	"strings"
	"unicode"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/format/gemtext"
	"github.com/earl-url/earl/internal/format/html"
	"github.com/earl-url/earl/open"
)

// maxTags limits how many tags are kept until the links in them are known. Links in the
// head of a page are known at its end, and heads have fewer tags.
const maxTags = 1 << 16

// A linkReader reads the links of a page or a style sheet.
type linkReader struct {
	page page
	tags []linkTag // whose links are not yet known, in the order of the page
	last linkTag   // the last tag before the link
	// around is the last tag before the link that is not nested.
	around linkTag
	// forbids is set if the page asks robots not to follow its links.
	forbids bool
	// unread is how many links or tags were not understood.
	unread int
}

// A linkTag is a tag with attributes that may have links.
type linkTag struct {
	element    string
	start, end int64
	attributes []linkAttribute
	nested     bool
}

// A linkAttribute is an attribute of a linkTag. Its value is from start to end.
type linkAttribute struct {
	name       string
	start, end int64
	use        linkUse
}

// links yields the links of a page or a style sheet.
func links(p page, text []byte) iter.Seq[siteLink] { return (&linkReader{page: p}).links(text) }

// links yields the links of a text.
func (r *linkReader) links(text []byte) iter.Seq[siteLink] {
	return func(yield func(siteLink) bool) {
		for m, err := range r.matches(text) {
			if errors.Is(err, extract.ErrTooLong) || errors.Is(err, html.ErrNesting) {
				r.unread++
			}
			if err != nil || !m.Kind.IsLink() {
				continue
			}
			l := r.link(m)
			if u, err := m.Base.Resolve(earl.WHATWG, m.URL); err == nil && (isWeb(u) || isCapsule(u)) {
				l.url = u
			}
			if l.url.IsZero() && l.use != useBase || l.attribute == "usemap" && strings.HasPrefix(l.URL, "#") { // the name of a map
				continue
			}
			if !yield(l) {
				return
			}
		}
	}
}

// matches yields the URLs of a page or a style sheet. The text is in memory, so no link is
// too long for it.
func (r *linkReader) matches(text []byte) iter.Seq2[extract.Match, error] {
	in, o := bytes.NewReader(text), html.Options{Base: extract.BaseOf(r.page.url), MediaType: r.page.meta.Type, Stream: true, Tag: r.tag}
	o.MaxLength = len(text)
	switch r.page.media {
	case "css":
		return html.Sheet(in, o)
	case "gemtext":
		return gemtext.URLs(in, gemtext.Options{Base: o.Base})
	}
	return html.URLs(in, o)
}

// tag notes a tag before the links in it.
func (r *linkReader) tag(t html.Tag) {
	if t.Cut {
		r.unread++
	}
	if t.Name == "meta" && !t.Nested {
		r.forbids = r.forbids || forbidsFollowing(&t)
	}
	at := linkTag{element: t.Name, start: t.Start, end: t.End, nested: t.Nested}
	for _, a := range t.Attributes {
		at.attributes = append(at.attributes, linkAttribute{a.Name, a.ValueStart, a.ValueEnd, useOf(&t, a.Name)})
	}
	if t.Name == "style" || len(at.attributes) > 0 {
		r.tags = append(r.tags[max(0, len(r.tags)+1-maxTags):], at)
	}
}

// link returns a link with its tag.
func (r *linkReader) link(m extract.Match) siteLink {
	l := siteLink{Match: m, use: useNeeds}
	switch r.page.media {
	case "gemtext":
		l.use = useFollows
		return l
	case "css":
		return l
	}
	for len(r.tags) > 0 && r.tags[0].start <= m.Offset {
		r.last, r.tags = r.tags[0], r.tags[1:]
		if !r.last.nested {
			r.around = r.last
		}
	}
	t := &r.last
	if in := r.around.attribute(m.Offset); t.nested && (in == nil || in.name != "srcdoc") {
		t = &r.around // after the document in one of its attributes
	}
	l.element, l.nested = t.element, t.nested
	switch {
	case m.Offset < t.end:
		l.use = useOther
		if a := t.attribute(m.Offset); a != nil {
			l.attribute, l.use = a.name, a.use
		}
	case t.element != "style": // its tag was before those that are kept
		r.unread++
		l.element, l.use = "", useOther
	}
	if m.Followed && l.use != useBase {
		l.use = useFollows
	}
	return l
}

// attribute returns the attribute with an offset in its value, or nil.
func (t *linkTag) attribute(offset int64) *linkAttribute {
	for i := range t.attributes {
		if a := &t.attributes[i]; a.start <= offset && offset <= a.end {
			return a
		}
	}
	return nil
}

// useOf returns the use of a link in an attribute of a tag. Source: HTML, links.
func useOf(t *html.Tag, attribute string) linkUse {
	switch attribute {
	case "style", "fill", "filter", "mask", "cursor", "clip-path", "stroke", "marker-start", "marker-mid", "marker-end":
		return useNeeds
	case "ping", "formaction", "action", "cite", "longdesc", "itemid", "itemtype", "profile":
		return useOther
	}
	switch t.Name {
	case "base":
		return useBase
	case "img", "source", "video", "audio", "track", "embed", "input", "body", "table", "tr", "td", "th", "image", "use", "feimage":
		return useNeeds
	case "script", "iframe", "frame":
		if attribute == "src" || strings.HasSuffix(attribute, "href") {
			return useNeeds
		}
	case "object":
		if attribute == "data" {
			return useNeeds
		}
	case "link":
		rel, _ := t.Value("rel")
		return linkElement(rel)
	}
	return useOther
}

// linkElement returns the use of the URL of a LINK element, by its REL.
func linkElement(rel string) linkUse {
	use := useOther
	for word := range strings.FieldsSeq(strings.ToLower(rel)) {
		switch word {
		case "stylesheet", "icon", "apple-touch-icon", "apple-touch-icon-precomposed", "mask-icon", "manifest", "preload", "modulepreload":
			return useNeeds
		case "next", "prev", "alternate", "contents", "index", "chapter", "section", "help", "author", "license":
			use = useFollows
		}
	}
	return use
}

// forbidsFollowing reports whether a META asks robots not to follow the links of its page:
// whether its name is robots, and its content has nofollow or none. Source: HTML, standard
// metadata names.
func forbidsFollowing(t *html.Tag) bool {
	name, _ := t.Value("name")
	content, _ := t.Value("content")
	return strings.EqualFold(strings.TrimSpace(name), "robots") && saysNoFollow(content)
}

// saysNoFollow reports whether a list of words for robots has nofollow or none.
func saysNoFollow(list string) bool {
	for word := range strings.FieldsFuncSeq(strings.ToLower(list), func(c rune) bool { return c == ',' || c == ';' || unicode.IsSpace(c) }) {
		if word == "nofollow" || word == "none" {
			return true
		}
	}
	return false
}

// headerForbidsFollowing reports whether the fields X-Robots-Tag of a response say the same
// as a META. A list for a program begins with its name and a colon; only those for all
// programs and for agent count.
func headerForbidsFollowing(fields []string, agent string) bool {
	for _, field := range fields {
		name, list, named := strings.Cut(field, ":")
		switch name = strings.TrimSpace(name); {
		case !named || strings.ContainsAny(name, ", "), strings.EqualFold(name, "unavailable_after"), strings.HasPrefix(strings.ToLower(name), "max-"):
			list = field
		case !strings.EqualFold(name, agent) && !strings.EqualFold(name, "robots"):
			continue
		}
		if saysNoFollow(list) {
			return true
		}
	}
	return false
}

// A linkUse is what a page uses a link for.
type linkUse uint8

const (
	useOther   linkUse = iota // such as a form or a hint; not downloaded
	useFollows                // a link that a reader can follow
	useNeeds                  // the page needs it, such as an image
	useBase                   // the base of the other links
)

// A page is a file whose links are converted at the end.
type page struct {
	url   earl.URL
	path  string
	media string
	meta  open.Meta
}

// A siteLink is a link of a page.
type siteLink struct {
	extract.Match
	url       earl.URL // absolute; zero if no site can have it
	use       linkUse
	element   string // in lower case, or "" in a style sheet
	attribute string // in lower case; "" in a style element or sheet
	nested    bool   // in a document in an attribute
}
