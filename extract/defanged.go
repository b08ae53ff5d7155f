package extract

import (
	"bytes"
	"unicode/utf8"
)

// defangedLength bounds what is read as one defanged URL; reports of abuse hold no longer ones.
const defangedLength = 2048

// fanged are the schemes that stand for others so that nobody follows them.
var fanged = []struct{ written, meant string }{
	{"hxxp", "http"}, {"hxxps", "https"}, {"fxp", "ftp"}, {"fxps", "ftps"}, {"gxpher", "gopher"},
}

// marks are what stands in brackets for what it says, as in example[.]org.
var marks = []struct{ written, meant string }{
	{".", "."}, {"dot", "."}, {":", ":"}, {"://", "://"}, {"/", "/"}, {"//", "//"}, {"@", "@"}, {"at", "@"},
}

// meant returns the scheme that a defanged one stands for, nil if name is none.
func meant(name []byte) []byte {
	for _, f := range fanged {
		if bytes.EqualFold(name, []byte(f.written)) {
			return []byte(f.meant)
		}
	}
	return nil
}

// A plain is a text that was made harmless, as it was before.
type plain struct {
	b  []byte
	at []int // where each octet of b, and its end, stands in the window
}

// refang reads the text from i to the next white space as it was before somebody
// made it harmless. None: there is more of it than is read so.
func (t text) refang(i int) (p plain, v verdict) {
	for limit := i + defangedLength; ; {
		c, ok := t.at(i)
		switch {
		case !ok && t.cut || i >= limit:
			return p, none
		case !ok:
			return p, more
		case i == len(t.b) || isSpace(c) || c == '<' || c == '>' || c == '"':
			p.at = append(p.at, i)
			return p, found
		}
		said, n, v := t.mark(i)
		switch v {
		case more:
			return p, more
		case none:
			n = 1
			p.b, p.at = append(p.b, c), append(p.at, i)
		default:
			for k := range len(said) {
				p.b, p.at = append(p.b, said[k]), append(p.at, i)
			}
		}
		i += n
	}
}

// mark reads a mark in brackets at i: what it says and its length, 0 if there is none.
func (t text) mark(i int) (said string, n int, v verdict) {
	if c := t.b[i]; c != '[' && c != '(' && c != '{' {
		return "", 0, none
	}
	const longest = 3
	if i+longest+2 > len(t.b) && t.end() == more {
		return "", 0, more
	}
	for _, m := range marks {
		end := i + 1 + len(m.written)
		if end < len(t.b) && t.b[end] == closer(t.b[i]) && bytes.EqualFold(t.b[i+1:end], []byte(m.written)) {
			return m.meant, end + 1 - i, found
		}
	}
	return "", 0, none
}

// defangedAt judges the colon at p as that of a URL with a scheme that was made
// harmless. What is written as any URL is none.
func (s *scanner) defangedAt(p int) (find, verdict) {
	end := p
	if p > s.low && bytes.IndexByte([]byte("[({"), s.buf[p-1]) >= 0 {
		end = p - 1
	}
	start := s.schemeBefore(end)
	if start < 0 {
		return find{}, none
	}
	scheme := meant(s.buf[start:end])
	if scheme == nil && !s.registered(s.buf[start:end]) {
		return find{}, none
	}
	clean, v := s.behind(start).refang(start)
	if v != found {
		return find{}, v
	}
	if scheme != nil {
		clean = clean.withScheme(scheme, end-start)
	}
	colon := bytes.IndexByte(clean.b, ':')
	if colon < 0 {
		return find{}, none
	}
	_, n, v := text{b: clean.b, last: true}.bare(s.schemes, 0, colon, false)
	if v != found {
		return find{}, none
	}
	return s.refanged(find{start: start, end: clean.at[n], url: string(clean.b[:n]), kind: Bare})
}

// withScheme returns p with another scheme in place of one of n octets.
func (p plain) withScheme(scheme []byte, n int) plain {
	q := plain{b: append(scheme, p.b[n:]...)}
	for range scheme {
		q.at = append(q.at, p.at[0])
	}
	q.at = append(q.at, p.at[n:]...)
	return q
}

// refanged returns a defanged find, none if it was not defanged at all.
func (s *scanner) refanged(f find) (find, verdict) {
	if f.url == string(s.buf[f.start:f.end]) {
		return find{}, none
	}
	f.past, f.confidence = f.end, Medium
	return f, found
}

// defangedHostAt judges the bracket at p: it may be a mark in a host, or in an
// address, without a scheme.
func (s *scanner) defangedHostAt(p int) (find, verdict) {
	said, n, v := s.behind(p).mark(p)
	if v == more || n == 0 {
		return find{}, v
	}
	if said != "." && said != "@" {
		return find{}, none
	}
	start := s.nameBefore(p)
	if start < 0 {
		return find{}, none
	}
	clean, v := s.behind(start).refang(start)
	if v != found {
		return find{}, v
	}
	t := text{b: clean.b, last: true}
	if at := bytes.IndexByte(clean.b, '@'); at > 0 {
		if end, v := t.address(0); v == found {
			return s.refanged(find{start: start, end: clean.at[end], url: "mailto:" + string(clean.b[:end]), kind: Address})
		}
	}
	point := bytes.IndexByte(clean.b, '.')
	if point < 0 {
		return find{}, none
	}
	end, _, v := t.schemeLess(0, point)
	if v != found || clean.at[end] <= p {
		return find{}, none
	}
	return s.refanged(find{start: start, end: clean.at[end], url: schemeFor(clean.b[:point]) + string(clean.b[:end]), kind: SchemeLess})
}

// nameBefore returns where the name starts that the mark at p stands in, -1 if
// there is none.
func (s *scanner) nameBefore(p int) int {
	i, least := p, max(s.low, p-hostLength)
	for i > least && (is(s.buf[i-1], letter|digit) || s.buf[i-1] == '-' || s.buf[i-1] == '.' || s.buf[i-1] == '_' || s.buf[i-1] >= utf8.RuneSelf) {
		i--
	}
	for i < p && !is(s.buf[i], letter|digit) && s.buf[i] < utf8.RuneSelf {
		i++
	}
	if i == p || i > s.low && s.buf[i-1] == '/' {
		return -1
	}
	return i
}
