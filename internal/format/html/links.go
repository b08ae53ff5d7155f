package html

import (
	"bytes"
	"slices"
	"strings"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/ascii"
)

// links reports the URLs in the attributes of the tag that was read.
func (d *document) links(element string) {
	for _, a := range d.tag.attrs {
		if m := known[a.name]; m.elements == "" || strings.Contains(m.elements, " "+element+" ") {
			d.attribute(element, a, m.form)
		}
	}
}

// attribute reports the URLs in one attribute.
func (d *document) attribute(element string, a attribute, f form) {
	switch f {
	case aside:
		d.anchor(element, a)
		return
	case one:
		if (element == "a" || element == "area") && strings.HasSuffix(a.name, "href") {
			f = followed
		}
	case content:
		f = d.contentForm()
	case param:
		f = aside
		if strings.EqualFold(strings.TrimSpace(d.says("valuetype")), "ref") {
			f = one
		}
	case list:
		if element == "applet" {
			f = commas
		}
	}
	switch {
	case f == aside:
	case a.long:
		d.fault(a.at, extract.ErrTooLong)
	default:
		if element == "link" && f == one {
			rel := d.says("rel")
			d.hint, d.official = isHint(rel), slices.Contains(strings.Fields(rel), "canonical")
		}
		if element == "meta" && f == one {
			d.official = slices.Contains(strings.Fields(d.says("property")+" "+d.says("name")), "og:url")
		}
		d.decode(a)
		d.value(element, f)
		d.hint, d.official = false, false
	}
}

// isHint reports whether a REL only specifies a server to connect to. Source:
// HTML, link types dns-prefetch and preconnect.
func isHint(rel string) bool {
	words := strings.Fields(rel)
	for _, word := range words {
		if word != "preconnect" && word != "dns-prefetch" {
			return false
		}
	}
	return len(words) > 0
}

// decode reads an attribute's value into d.p.
func (d *document) decode(a attribute) {
	raw := d.tag.values[a.start:a.end]
	d.query = d.charset.of(raw)
	decoder := d.charset.decoder(raw)
	decoder.references, decoder.attribute, decoder.replaceNUL = true, true, true
	d.p.reset(a.at)
	d.p.raw = append(d.p.raw, raw...)
	d.p.decode(decoder, true)
}

// value reports the URLs of the value in d.p.
func (d *document) value(element string, f form) {
	text := d.p.text
	switch f {
	case one:
		if element == "base" {
			d.embedded(d.match(0, len(text)))
		} else {
			d.link(0, len(text))
		}
	case list:
		d.list(text, isSpace)
	case commas:
		d.list(text, func(c byte) bool { return isSpace(c) || c == ',' })
	case candidates:
		SourceSet(text, d.link)
	case followed:
		d.follow(0, len(text))
	case refresh:
		if start, end, ok := redirect(text); ok {
			d.follow(start, end)
		}
	case styles:
		s := d.sheet()
		s.read(text, true)
	case page:
		d.nested()
	}
}

// list reports the URLs of a list.
func (d *document) list(text []byte, between func(byte) bool) {
	for i := 0; i < len(text); {
		start := i
		for i < len(text) && !between(text[i]) {
			i++
		}
		if i > start {
			d.link(start, i)
		}
		i++
	}
}

// link reports the URL between two offsets of the text in d.p.
func (d *document) link(start, end int) { d.emit(d.match(start, end), nil) }

// follow is link for a URL that leads the reader to another page.
func (d *document) follow(start, end int) {
	m := d.match(start, end)
	m.Followed = true
	d.emit(m, nil)
}

// match returns the URL between two offsets of the text in d.p, which may have
// white space around it.
func (d *document) match(start, end int) extract.Match {
	start, end = trim(d.p.text, start, end)
	at, text := d.p.original(d.p.textBase+int64(start), d.p.textBase+int64(end))
	url := encodeQuery(clean(d.p.text[start:end]), d.query)
	kind := extract.Attribute
	if d.official {
		kind = extract.Official
	}
	return extract.Match{
		Text: text, URL: url, Offset: at.offset, Line: at.line, Column: at.column,
		Kind: kind, Confidence: extract.High, Relative: !ascii.HasScheme(url), Hint: d.hint,
	}
}

// trim returns the start and end of a URL in a text, without the white space
// and the control characters around it. Source: URL, basic URL parser, step 1.
func trim(text []byte, start, end int) (int, int) {
	for start < end && text[start] <= ' ' {
		start++
	}
	for end > start && text[end-1] <= ' ' {
		end--
	}
	return start, end
}

// clean returns a URL without the line breaks and tabs that HTML removes.
// Source: URL, basic URL parser, step 3.
func clean(url []byte) string {
	if !bytes.ContainsAny(url, "\t\n\r") {
		return string(url)
	}
	return string(slices.DeleteFunc(bytes.Clone(url), func(c byte) bool { return c == '\t' || c == '\n' || c == '\r' }))
}

// anchor reports a name that a fragment can refer to.
func (d *document) anchor(element string, a attribute) {
	if d.o.Anchor == nil || a.long || d.template > 0 || a.name != "id" && (a.name != "name" || element == "meta") {
		return
	}
	if d.decode(a); len(d.p.text) > 0 {
		d.o.Anchor(string(d.p.text))
	}
}
