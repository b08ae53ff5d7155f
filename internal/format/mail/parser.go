package mail

import (
	"math"
	"slices"
	"strings"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/views"
)

// A parser finds the URLs of a message, part by part.
type parser struct {
	o        Options
	limits   Limits
	yield    func(extract.Match, error) bool
	stopped  bool // the caller wants no more matches
	file     *file
	lines    *lines
	searcher *extract.Searcher
	encoded  bool       // the message itself is in base64
	parts    int        // so far
	ahead    []position // where decoders, which read ahead, found bytes that are not base64; not yet reported
}

// skipBlank skips the empty lines before a message.
func (p *parser) skipBlank() {
	for n := p.lines.blank(); n > 0; n = p.lines.blank() {
		p.lines.take(n)
	}
}

// finish yields what has not been reported yet, and the error of the file.
func (p *parser) finish() {
	p.catchUp(math.MaxInt64)
	if p.file.err != nil {
		p.give(extract.Match{}, p.file.err)
	}
}

// give yields a match or an error, unless the caller wants no more. Errors at
// earlier positions come first, however far the decoders have read ahead.
func (p *parser) give(m extract.Match, err error) {
	p.catchUp(m.Offset)
	if _, isPart := extract.ContentID(m.URL); !isPart {
		m.Base.Message = nil
	}
	p.stopped = p.stopped || !p.yield(m, err)
}

// catchUp reports the errors of decoders up to an offset.
func (p *parser) catchUp(offset int64) {
	for len(p.ahead) > 0 && p.ahead[0].offset <= offset {
		at := p.ahead[0]
		p.ahead = p.ahead[1:]
		p.fault(at, ErrBase64)
	}
}

// foreign records a position with a byte that is not base64. The decoder of a
// message that is encoded may be ahead of one in it.
func (p *parser) foreign(at position) {
	i := len(p.ahead)
	for i > 0 && p.ahead[i-1].offset > at.offset {
		i--
	}
	p.ahead = slices.Insert(p.ahead, i, at)
}

// fault reports an error at a position.
func (p *parser) fault(at position, err error) {
	p.give(extract.Match{Offset: at.offset, Line: at.line, Column: at.offset - at.start + 1}, err)
}

// here returns the position of the next byte.
func (p *parser) here() position {
	if p.lines.atEnd() {
		return p.file.here
	}
	return p.lines.buf.at(p.lines.pos)
}

// message reads a message. Its cid URLs mean its own parts. Source: rfc2392 2.
func (p *parser) message(within extract.Base, depth int) {
	h, isWhole := p.lines.header(p.limits.Header)
	within.Message = &extract.Message{ID: views.IDOf(h.get("Message-ID")), Within: within.Message}
	p.entity(h, isWhole, within, depth, "text/plain")
}

// part reads a part of a message. otherwise is the media type if its header has
// none.
func (p *parser) part(within extract.Base, depth int, otherwise string) {
	h, isWhole := p.lines.header(p.limits.Header)
	p.entity(h, isWhole, within, depth, otherwise)
}

// entity reads a message or a part after its header, which may specify a base.
// Source: draft1996 8.1, 8.2.
func (p *parser) entity(h header, isWhole bool, within extract.Base, depth int, otherwise string) {
	within.Message.AddPart(views.IDOf(h.get("Content-ID")))
	b, err := within.Within(p.o.Edition, h.values)
	if field, ok := baseFields[b.From]; ok && (b.URL != within.URL || b.From != within.From) {
		at := h.position(field)
		b.At = extract.BasePlace{Offset: at.offset, Line: at.line, Column: at.offset - at.start + 1}
	}
	if err != nil {
		p.fault(h.position(extract.ContentBaseField), err)
	}
	for _, f := range h {
		p.field(f, b)
	}
	if isWhole {
		p.body(h, b, depth, otherwise)
		return
	}
	b.Message.Unread()
	p.fault(p.here(), ErrHeader)
	p.asText(b)
}

// baseFields are the fields that specify a base.
var baseFields = map[extract.BaseSource]string{
	extract.FromContentBase: extract.ContentBaseField, extract.FromContentLocation: extract.ContentLocationField,
}

// body reads the body after a header.
func (p *parser) body(h header, b extract.Base, depth int, otherwise string) {
	media, params := h.media(otherwise)
	kind, sub, _ := strings.Cut(media, "/")
	isMessage := kind == "message" && (sub == "rfc822" || sub == "news" || sub == "global")
	switch {
	case p.stopped:
	case kind == "multipart" && params["boundary"] == "":
		p.fault(h.position("Content-Type"), ErrBoundary)
		p.asText(b)
	case (kind == "multipart" || isMessage) && depth >= p.limits.Depth:
		b.Message.Unread()
		p.fault(h.position("Content-Type"), ErrDepth)
		p.asText(b)
	case kind == "multipart":
		if !p.multipart(params["boundary"], b, depth+1, sub == "digest") {
			p.fault(h.position("Content-Type"), ErrBoundary)
		}
	case isMessage:
		p.enclosed(h, b, depth+1)
	default:
		p.leaf(h, media, params, b)
	}
}

// multipart reads the parts of a multipart, and reads the text around them as
// text. It also reads parts after the last boundary. It returns false if there
// are no parts. Source: rfc2046 5.1.
func (p *parser) multipart(boundary string, b extract.Base, depth int, digest bool) (hasParts bool) {
	l, level := p.lines, len(p.lines.boundaries)
	l.boundaries = append(l.boundaries, boundary)
	otherwise := "text/plain"
	if digest { // 5.1.5
		otherwise = "message/rfc822"
	}
	p.asText(b)
	for !p.stopped && l.ended.met == level {
		hasParts = true
		if l.ended.final {
			p.asText(b)
			continue
		}
		switch p.parts++; {
		case p.parts <= p.limits.Parts:
			p.part(b, depth, otherwise)
		case p.parts == p.limits.Parts+1:
			b.Message.Unread()
			p.fault(p.here(), ErrParts)
			fallthrough
		default:
			p.asText(b)
		}
	}
	l.boundaries = l.boundaries[:level]
	return hasParts || p.stopped || p.file.err != nil
}

// enclosed reads a message that is a part. It may be encoded, although rfc2045
// 6.4 forbids it. An encoding of a multipart is ignored.
func (p *parser) enclosed(h header, b extract.Base, depth int) {
	in := p.lines.body()
	s, isBase64 := p.transferred(h, in)
	if s == stream(in) {
		p.skipBlank()
		p.message(b, depth)
		return
	}
	l, encoded := p.lines, p.encoded
	p.lines, p.encoded = &lines{in: s}, encoded || isBase64
	p.skipBlank()
	p.message(b, depth)
	p.lines, p.encoded = l, encoded
	p.drain(in)
}

// leaf reads a part that has no parts.
func (p *parser) leaf(h header, media string, params map[string]string, b extract.Base) {
	in := p.lines.body()
	kind, _, _ := strings.Cut(media, "/")
	isHTML := media == "text/html" || media == "application/xhtml+xml"
	var r *Reader
	if !isHTML && media != "text/plain" && p.o.Part != nil {
		r = p.o.Part(media, h.fileName(params))
	}
	if isHTML || r != nil || kind == "text" || kind == "message" {
		s, isBase64 := p.transferred(h, in)
		switch label := params["charset"]; {
		case r != nil && r.Charsets && label == "":
			p.search(unmarked(s), b, isBase64, p.other(r, ""))
		case r != nil:
			p.search(decoded(label, unmarked(s)), b, isBase64, p.other(r, "utf-8"))
		case isHTML && label == "":
			p.search(unmarked(s), b, isBase64, p.html(""))
		case isHTML:
			p.search(decoded(label, s), b, isBase64, p.html("text/html; charset=utf-8"))
		case media == "text/plain" && strings.EqualFold(params["format"], "flowed"):
			s = &flowed{in: decoded(label, s), delsp: strings.EqualFold(params["delsp"], "yes")}
			p.search(s, b, isBase64, p.text)
		default:
			p.search(decoded(label, s), b, isBase64, p.text)
		}
	}
	p.drain(in)
}

// asText reads a body as text, whatever it is.
func (p *parser) asText(b extract.Base) {
	in := p.lines.body()
	p.search(decoded("", in), b, false, p.text)
	p.drain(in)
}

// drain skips the rest of a body.
func (p *parser) drain(in *body) {
	for !p.stopped {
		if _, err := in.next(); err != nil {
			return
		}
	}
}

// transferred decodes the transfer encoding of a body, and reports whether that
// was base64. It does not decode an unknown encoding. Source: rfc2045 6.
func (p *parser) transferred(h header, in stream) (s stream, isBase64 bool) {
	switch h.encoding() {
	case "quoted-printable":
		return &quoted{in: in}, false
	case "base64":
		return &base64{in: in, foreign: p.foreign}, true
	}
	return in, false
}
