package html

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/earl-url/earl/extract"
)

// seeds are documents that are easy to get wrong.
var seeds = []string{
	`<a href=a href="b" HREF='c'>http://t/?a&amp;b</a>`, "<a\nhref\n=\n'x\ny\tz'id=i/><a href=/a/ /><a href=>x", `<a =href=x a/href=y "href=z>`,
	`<base href=http://h/><link href=x><base href=y><body><base href=z>`, `<img srcset="a,b 1x, c,d,, e(,) f(,) 2x,data:,g" src>`,
	`<meta http-equiv=refresh content="0; URL='x'"><meta content=5,y http-equiv=Refresh><meta property=og:url content=z>`,
	`<style>@import "a\2e css";/* url(b) */x{y:url( 'c\'d' )}z{w:URL(e\)f)}url(g</style>`, `<p style="a:u\72l(b);@import 'c'&quot;">`,
	`<!--><a href=a>--><!-- <a href=b> --!><a href=c><!-x><a href=d></ x><a href=e><?x <a href=f>>`,
	`<script>"<a href=a>"</script ><a href=b><title>&lt;<a href=c></title><textarea><a href=d></textarea ><xmp>http://x/&amp;</xmp>`,
	`<iframe srcdoc="<base href=http://q/><a href='a&amp;amp;b'>"><a href=c></iframe><noscript><img src=d></noscript>`,
	`<a href="a&copy=b&copy;c&copyd&#38;&#x26;&#x2fz&#0;&#128;&notit;&lt">`, "<a href='\x00\xe9'>\xff&#x00000000000000000000000000000000000000000000000000000000000041;",
	"<a ping='\x01a b\x01'><img srcset='\x01a 1x, \x01b'>", `<table background=x><td cite=y><object data=z archive="a b" codebase=c><applet archive="a,b"><param valuetype=ref value=v>`,
	"&lt;URL:http://a/\n b&gt; &lt;http://c&gt; http&colon;//d/ &http://e/&copyhttp://f/", "<plaintext><a href=x>http://y/", "<a href='x>http://z/", "<!-- http://x/",
	`<style>@import "0123456789012345678901234567890";a{b:url(01234567890123456789012345);c:'0123456789012345678901234';d:url(e)}</style>`,
	"<meta charset=shift_jis>http://a/\x83\x5Cb\x95\x5C<a href='\x83\x5C'>",
	"\xEF\xBB\xBF<a href=x>", "<a href=\"x\r\ny\">\r\nhttp://a/\r<style>url(\r\nx)</style>", "< a href=x></><a/href=y><a href=x", "<html manifest=m><head profile='p q'></head><base href=http://late/>",
	"<iframe srcdoc='<style>url(}'>", "<iframe srcdoc='<textarea>tp://t'>",
}

// A event is something in a document, without its position: a URL of an
// attribute or a style, or a name.
type event struct{ kind, text string }

// events returns the events of a document, as this package reads it.
func events(doc string) (list []event) {
	o := Options{MediaType: "text/html; charset=utf-8", Anchor: func(name string) { list = append(list, event{"anchor", line(name)}) }}
	o.MediaType = "text/html; charset=utf-8"
	for m, err := range URLs(strings.NewReader(doc), o) {
		if m.Kind.IsLink() && (err == nil && m.Line > 0 || errors.Is(err, ErrBase)) {
			list = append(list, event{"url", m.URL})
		}
	}
	return list
}

// line returns a text with only one kind of line break.
func line(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
}

// twin returns the events of a document by the tokenizer of x/net/html.
func twin(doc string, depth int) (list []event) {
	z := html.NewTokenizer(strings.NewReader(doc))
	var style bool
	template := 0
	add := func(text, url []byte) {
		if start, end := trim(url, 0, len(url)); start < end {
			list = append(list, event{"url", clean(url[start:end])})
		}
	}
	for {
		switch z.Next() {
		case html.ErrorToken:
			return list
		case html.TextToken:
			if style {
				readSheet(z.Text(), func(url []byte) { add(nil, url) })
			}
		case html.EndTagToken:
			style = false
			if name, _ := z.TagName(); string(name) == "template" {
				template = max(0, template-1)
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			style = t.Data == "style"
			if slices.Contains([]string{"noscript", "noframes", "noembed", "iframe"}, t.Data) {
				z.NextIsNotRawText()
			}
			list = append(list, ofTag(t, template, depth)...)
			if t.Data == "template" {
				template++
			}
		}
	}
}

// readSheet reports the URLs of CSS.
func readSheet(text []byte, found func(url []byte)) {
	s := sheet{max: len(text), found: func(_, _ int, url []byte) { found(url) }}
	s.read(text, true)
}

// ofTag returns the events of a tag.
func ofTag(t html.Token, template, depth int) (events []event) {
	value := func(name string) string {
		for _, a := range t.Attr {
			if a.Key == name {
				return strings.ToLower(a.Val)
			}
		}
		return ""
	}
	for _, a := range t.Attr {
		m, ok := known[a.Key]
		if !ok || m.elements != "" && !slices.Contains(strings.Fields(m.elements), t.Data) {
			continue
		}
		text := []byte(a.Val)
		add := func(start, end int) {
			start, end = trim(text, start, end)
			events = append(events, event{"url", clean(text[start:end])})
		}
		f := m.form
		if f == content {
			f = aside
			if value("http-equiv") == "refresh" {
				f = refresh
			} else if slices.ContainsFunc(strings.Fields(value("property")+" "+value("name")+" "+value("itemprop")), isLink) {
				f = one
			}
		}
		switch {
		case f == one, f == param && strings.TrimSpace(value("valuetype")) == "ref":
			add(0, len(text))
		case f == refresh:
			if start, end, ok := redirect(text); ok {
				add(start, end)
			}
		case f == candidates:
			SourceSet(text, add)
		case f == styles:
			readSheet(text, func(url []byte) {
				if start, end := trim(url, 0, len(url)); start < end {
					events = append(events, event{"url", clean(url[start:end])})
				}
			})
		case f == list:
			for _, word := range bytes.FieldsFunc(text, func(r rune) bool {
				return r < utf8.RuneSelf && isSpace(byte(r)) || r == ',' && t.Data == "applet"
			}) {
				start, end := trim(word, 0, len(word))
				events = append(events, event{"url", clean(word[start:end])})
			}
		case f == page && depth < MaxNesting:
			events = append(events, slices.DeleteFunc(twin(a.Val, depth+1), func(e event) bool { return e.kind == "anchor" })...)
		case f == aside && (a.Key == "id" || a.Key == "name" && t.Data != "meta") && a.Val != "" && template == 0:
			events = append(events, event{"anchor", line(a.Val)})
		}
	}
	return events
}

// The tokenizer of x/net/html finds the same tags, attributes and values. It
// does not support foreign elements, and leaves the escaped states of a script
// too early.
func FuzzTokenizer(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, doc string) {
		low := strings.ToLower(doc)
		if strings.Contains(low, "<svg") || strings.Contains(low, "<math") || strings.Contains(low, "<script") && strings.Contains(doc, "<!--") ||
			strings.HasPrefix(doc, "\xFE\xFF") || strings.HasPrefix(doc, "\xFF\xFE") || strings.Contains(low, "srcdoc") && strings.Contains(low, "script") {
			t.Skip()
		}
		byKind := func(list []event) map[string][]string {
			m := map[string][]string{}
			for _, e := range list {
				m[e.kind] = append(m[e.kind], e.text)
			}
			return m
		}
		if got, want := byKind(events(doc)), byKind(twin(doc, 0)); !reflect.DeepEqual(got, want) {
			t.Errorf("%q\n here %q\n twin %q", doc, got, want)
		}
	})
}

// A outcome is everything that is reported about a document.
type outcome struct {
	matches []extract.Match
	errs    []error
	anchors []string
	title   string
}

// read returns the outcome of a document.
func read(r io.Reader, o Options) outcome {
	r, at, charset := sniff(r, o.MediaType)
	return readFrom(r, at, charset, o)
}

// readParted returns the outcome of a document that is read byte by byte,
// except for the bytes that are used to detect its charset.
func readParted(r io.Reader, o Options) outcome {
	r, at, charset := sniff(r, o.MediaType)
	return readFrom(iotest.OneByteReader(r), at, charset, o)
}

// readFrom returns the outcome of a document after its byte order mark.
func readFrom(r io.Reader, at position, c charsetOf, o Options) (all outcome) {
	o.Anchor = func(name string) { all.anchors = append(all.anchors, name) }
	o.Title = func(text string) { all.title += text }
	newDocument(newWindow(r, at, windowSize), c, o, func(m extract.Match, err error) bool {
		all.matches = append(all.matches, m)
		all.errs = append(all.errs, err)
		return true
	}).read()
	return all
}

// Text is at its position, matches are in order, and the sizes of reads do not
// matter. SPEC E3.
func FuzzPlaces(f *testing.F) {
	for _, s := range seeds {
		f.Add(s, uint8(0))
		f.Add(s, uint8(15))
	}
	f.Fuzz(func(t *testing.T, doc string, options uint8) {
		o := Options{Options: extract.Options{Hosts: options&1 != 0, Addresses: options&2 != 0, Defanged: options&4 != 0}}
		if options&8 != 0 {
			o.MaxLength = 20
		}
		whole := read(strings.NewReader(doc), o)
		if parted := readParted(strings.NewReader(doc), o); !reflect.DeepEqual(parted, whole) {
			t.Fatalf("%q byte by byte:\n%+v, whole:\n%+v", doc, parted, whole)
		}
		if strings.HasPrefix(doc, "\xFE\xFF") || strings.HasPrefix(doc, "\xFF\xFE") {
			return // UTF-16
		}
		for i, m := range whole.matches {
			before := doc[:m.Offset]
			switch {
			case !strings.HasPrefix(doc[m.Offset:], m.Text):
				t.Fatalf("%q: %+v is not at its position", doc, m)
			case m.Line != int64(strings.Count(before, "\n"))+1 || m.Column != m.Offset-int64(strings.LastIndexByte(before, '\n')):
				t.Fatalf("%q: %+v has another line and column", doc, m)
			case i > 0 && m.Offset < whole.matches[i-1].Offset && whole.errs[i] == nil && whole.errs[i-1] == nil:
				t.Fatalf("%q: %+v is before %+v", doc, m, whole.matches[i-1])
			case o.MaxLength > 0 && len(m.Text) > o.MaxLength && m.Kind == extract.Attribute:
				t.Fatalf("%q: %+v is too long", doc, m)
			}
		}
	})
}

// In UTF-16 the same URLs are found, at the same characters.
func FuzzUTF16(f *testing.F) {
	for _, s := range seeds {
		f.Add(s+"é😀<a href='é😀\n'>😀http://é/", true)
	}
	f.Fuzz(func(t *testing.T, doc string, big bool) {
		if !utf8.ValidString(doc) || strings.HasPrefix(doc, "\uFEFF") {
			t.Skip()
		}
		octets := func(s string) (b []byte) {
			for _, u := range utf16.Encode([]rune(s)) {
				if big {
					b = append(b, byte(u>>8), byte(u))
				} else {
					b = append(b, byte(u), byte(u>>8))
				}
			}
			return b
		}
		o := Options{MediaType: "text/html; charset=utf-8"}
		want := read(strings.NewReader(doc), o)
		for i := range want.matches {
			m := &want.matches[i]
			if m.Line == 0 {
				continue
			}
			widen := func(offset, column *int64) {
				before := doc[:*offset]
				lineStart := strings.LastIndexByte(before, '\n') + 1
				*offset = 2 + int64(len(octets(before)))
				*column = 1 + int64(len(octets(before[lineStart:])))
				if lineStart == 0 {
					*column += 2
				}
			}
			widen(&m.Offset, &m.Column)
			if at := &m.Base.At; at.Line > 0 {
				widen(&at.Offset, &at.Column)
			}
		}
		if got := read(bytes.NewReader(append(octets("\uFEFF"), octets(doc)...)), o); !reflect.DeepEqual(got, want) {
			t.Fatalf("%q in UTF-16:\n%+v, in UTF-8:\n%+v", doc, got, want)
		}
	})
}
