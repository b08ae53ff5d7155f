package extract

import (
	"bytes"

	"github.com/earl-url/earl/internal/ascii"
)

const (
	schemeLength = 32 // the length of the longest scheme that is recognized
	prefix       = "URL:"
)

// colon checks the colon at p: it may end the scheme of a URL, or the prefix of
// a wrapper.
func (s *scanner) colon(p int) (candidate, verdict) {
	if open := s.bracketBefore(p); open >= 0 {
		if f, v := s.wrapped(open, p); v != none {
			return f, v
		}
	}
	if s.o.Defanged {
		if f, v := s.defangedAt(p); v != none {
			return f, v
		}
	}
	start := s.schemeBefore(p)
	if start < 0 {
		return candidate{}, none
	}
	if c, ok := s.window().at(p + 1); !ok {
		return candidate{}, more
	} else if c <= ' ' {
		return candidate{}, none
	} else if c == '\\' {
		return s.slashed(start, p)
	}
	t := s.after(start)
	name, end, v := t.bare(s.schemes, start, p, s.prefixBefore(start))
	if v == none {
		return s.templateAt(start, p)
	}
	f := candidate{start: p - name, end: end, past: end, kind: Bare, confidence: High}
	if v == found && s.o.Defanged {
		if _, v := s.window().ahead(end, unknownLength); v != found {
			return f, v
		}
		if (text{b: s.buf[f.start:], last: true}).truncatesHost(end - f.start) {
			return candidate{}, none
		}
	}
	if v == long {
		f.end = len(t.b)
	} else if v == found && !s.registered(s.buf[f.start:p]) && !s.prefixBefore(f.start) {
		f.confidence = Medium
	}
	return f, v
}

// slashed checks the colon at p for a URL whose slashes have backslashes before them, as
// some programs write JSON, and as in patterns: http:\/\/h\/a. It is doubtful, because
// other escapes may be in it. Source: rfc8259 7.
func (s *scanner) slashed(start, p int) (candidate, verdict) {
	const mark = `\/\/`
	t := s.window()
	b, v := t.ahead(p+1, len(mark))
	if v != found || string(b) != mark {
		if v == found {
			v = none
		}
		return candidate{}, v
	}
	name := text{b: s.buf}.schemeIn(s.schemes, start, p)
	if _, ok := s.schemes.of(s.buf[p-name : p]); !ok {
		return candidate{}, none
	}
	end := p + 1
	for ; ; end++ {
		c, ok := t.at(end)
		switch {
		case end-p > defangedLength:
			return candidate{}, none
		case !ok:
			return candidate{}, more
		case c <= ' ' || c == '"' || c == '\'' || c == '<' || c == '>' || c == '`' || c == '\\' && end+1 < len(t.b) && t.b[end+1] == '"':
			f := candidate{start: p - name, end: end, past: end, kind: Bare, doubt: Escape}
			f.url = string(bytes.ReplaceAll(s.buf[f.start:end], []byte(`\/`), []byte{'/'}))
			return f, found
		}
	}
}

// schemeBefore returns the start of the scheme that the colon at p ends, or -1.
// It does not check what follows the colon.
func (s *scanner) schemeBefore(p int) int {
	i, least := p, max(s.low, p-schemeLength)
	for i > least && is(s.buf[i-1], schemeOctet) {
		i--
	}
	if i == least && i > s.low && is(s.buf[i-1], schemeOctet) { // too long, unless its last part is a scheme
		cut := bytes.LastIndexAny(s.buf[i:p], ".-")
		if cut < 0 {
			return -1
		}
		i += cut + 1
	}
	for i < p && !is(s.buf[i], letter) { // "1.http:", "-http:"
		i++
	}
	if i == p {
		return -1
	}
	return i
}

// prefixBefore reports whether "URL:" precedes i. Source: rfc1738 appendix.
func (s *scanner) prefixBefore(i int) bool {
	return i-len(prefix) >= s.low && bytes.EqualFold(s.buf[i-len(prefix):i], []byte(prefix)) &&
		(i == len(prefix) || !is(s.buf[i-len(prefix)-1], schemeOctet))
}

// registered reports whether the edition knows a scheme, or it is registered
// with IANA or in wide use.
func (s *scanner) registered(name []byte) bool { return s.schemes.isKnown(name) }

// bracketBefore returns the position of the "<" that opens a wrapper before the
// colon at p, or -1. Between them there can be only bytes of a scheme and white
// space.
func (s *scanner) bracketBefore(p int) int {
	least := max(s.low, p-schemeLength)
	if bytes.IndexByte(s.buf[least:p], '<') < 0 { // fast, and nearly always so
		return -1
	}
	for i := p - 1; i >= least; i-- {
		switch c := s.buf[i]; {
		case c == '<':
			return i
		case !is(c, schemeOctet) && !ascii.IsSpace(c):
			return -1
		}
	}
	return -1
}
