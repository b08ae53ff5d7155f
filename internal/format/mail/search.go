package mail

import (
	"bytes"
	"iter"
	"slices"
	"strings"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/format/html"
)

// A finder finds the URLs of the text that a trail reads, with a base.
type finder func(*trail, extract.Base) iter.Seq2[extract.Match, error]

// text finds the URLs of a text.
func (p *parser) text(t *trail, _ extract.Base) iter.Seq2[extract.Match, error] {
	t.passed, t.most = p.searcher.Passed, textRuns
	return p.searcher.Text(t)
}

// html returns the finder for an HTML document with a media type. It yields
// matches in order, those of the HEAD only after the HEAD has ended.
func (p *parser) html(media string) finder {
	return func(t *trail, b extract.Base) iter.Seq2[extract.Match, error] {
		return t.following(html.URLs(t, html.Options{Options: p.o.Options, Base: b, MediaType: media, Stream: true}))
	}
}

// other returns the finder for a part that a reader reads.
func (p *parser) other(r *Reader, charset string) finder {
	return func(t *trail, b extract.Base) iter.Seq2[extract.Match, error] {
		return t.following(r.URLs(t, b, charset))
	}
}

// search yields the matches in a stream.
func (p *parser) search(s stream, b extract.Base, isBase64 bool, find finder) {
	t := &trail{p: p, in: s}
	defer t.end()
	var own, placed extract.BasePlace // of a base in the stream: there, and in the file
	for m, err := range find(t, b) {
		if p.stopped || err != nil && err == t.err {
			return // the error of the file itself comes last
		}
		if m.Base.From == extract.NoBase {
			m.Base = b
		}
		if m.Base.From == extract.FromEmbedded {
			if m.Base.At != own {
				own, placed = m.Base.At, t.place(m.Base.At)
			}
			m.Base.At = placed
		}
		if m.Line > 0 {
			if forgotten := t.position(&m, isBase64 || p.encoded); err == nil {
				err = forgotten
			}
		}
		if p.give(m, err); p.stopped {
			return
		}
	}
}

// opaque are the fields whose value is not text and contains no addresses or
// URLs, even if it looks so. Those of rfc5322 3.6.4 and rfc2045 7 contain
// identifiers, the others signatures and what they sign.
var opaque = []string{"message-id", "in-reply-to", "references", "resent-message-id", "content-id",
	"dkim-signature", "arc-seal", "arc-message-signature", "x-google-dkim-signature"}

// bracketed are the fields with URLs in angle brackets. Source: rfc2369, rfc5064.
var bracketed = []string{"list-help", "list-unsubscribe", "list-subscribe", "list-post", "list-owner", "list-archive", "archived-at"}

// field yields the URLs of a header field; b is the base of the header. Its
// name is searched too: if a header is missing, "http" may look like a field
// name.
func (p *parser) field(f field, b extract.Base) {
	switch name := strings.ToLower(f.name); {
	case slices.Contains(opaque, name):
	case name == "content-base" || name == "content-location":
		p.attribute(words(f.value), b)
	case slices.Contains(bracketed, name):
		p.brackets(words(f.value), b)
	default:
		p.search(&once{words(f.line)}, b, false, p.text)
	}
}

// brackets yields the URLs in angle brackets, and those of the text around them.
// Source: rfc2369 2.
func (p *parser) brackets(value chunk, b extract.Base) {
	for !p.stopped {
		open := bytes.IndexByte(value.b, '<')
		n := bytes.IndexByte(value.b[open+1:], '>')
		if open < 0 || n < 0 {
			break
		}
		p.search(&once{value.slice(0, open)}, b, false, p.text)
		p.attribute(value.slice(open+1, open+1+n), b)
		value = value.slice(open+n+2, len(value.b))
	}
	p.search(&once{value}, b, false, p.text)
}

// attribute yields a value that is a reference, without the white space in it.
func (p *parser) attribute(value chunk, b extract.Base) {
	const prefix = "URL:" // rfc1738 appendix
	text := bytes.TrimLeft(value.b, " \t\r\n")
	if len(text) > len(prefix) && bytes.EqualFold(text[:len(prefix)], []byte(prefix)) {
		text = bytes.TrimLeft(text[len(prefix):], " \t\r\n")
	}
	start := len(value.b) - len(text)
	m := extract.Match{
		Text: string(bytes.TrimRight(text, " \t\r\n")), URL: string(bytes.Join(bytes.Fields(text), nil)),
		Offset: value.off + int64(start), Kind: extract.Attribute, Confidence: extract.High, Base: b,
	}
	if m.URL == "" || p.stopped {
		return
	}
	if m.Relative = isRelative(m.URL); m.Relative && b.From == extract.NoBase {
		m.Confidence = extract.Low
	}
	t := &trail{p: p, runs: value.runs}
	p.give(m, t.position(&m, p.encoded))
}

// isRelative reports whether a reference has no scheme: no colon precedes the
// first byte that a scheme cannot contain. Source: draft1996 9, step 2.
func isRelative(ref string) bool {
	i := strings.IndexAny(ref, ":/?#")
	return i <= 0 || ref[i] != ':'
}
