package extract

import (
	"bytes"
	"cmp"
	"strings"
)

// placeholderLength is the length of the longest placeholder that is recognized.
const placeholderLength = 256

// templateLength is the length of the longest template that is recognized.
const templateLength = 4 << 10

// placeholders are the texts that a program replaces: what opens each, and what closes it.
// The first that matches counts. Source: rfc6570, and the languages in use.
var placeholders = [...]struct{ open, close string }{
	{"${", "}"}, {"$(", ")"}, {"#{", "}"}, {"{{", "}}"}, {"{%", "%}"}, {"{", "}"}, {"<%", "%>"}, {"<?", "?>"}, {"%(", ")"}, {"%{", "}"}, {"%[", "]"},
	{"<", ">"},
}

// placeholder returns the length of the placeholder with brackets at i. The verdict none
// means that no placeholder begins there, or that it is not closed in its line.
func (t text) placeholder(i int) (n int, v verdict) {
	switch t.b[i] {
	case '$', '#', '{', '<', '%':
	default:
		return 0, none
	}
	b, v := t.ahead(i, placeholderLength)
	if v != found {
		return 0, v
	}
	if b[0] == '%' && !isEscape(b, 0) && len(b) > 1 && strings.IndexByte("sdvq", b[1]) >= 0 {
		return len("%s"), found
	}
	for _, p := range placeholders {
		if !bytes.HasPrefix(b, []byte(p.open)) {
			continue
		}
		n := closeOf(b, p.open, p.close)
		inner := b[len(p.open):max(len(p.open), n-len(p.close))]
		if n == 0 || p.open == "<" && !isVariable(inner) || p.open == "{" && bytes.IndexByte(inner, '"') >= 0 {
			return 0, none
		}
		return n, found
	}
	return 0, none
}

// closeOf returns the length of the placeholder at the start of b, or 0. Brackets in it are
// balanced.
func closeOf(b []byte, open, last string) int {
	depth := 0
	for k := len(open); k < len(b) && b[k] != '\n'; k++ {
		switch {
		case depth == 0 && bytes.HasPrefix(b[k:], []byte(last)):
			return k + len(last)
		case b[k] == open[len(open)-1] && strings.IndexByte("{([", b[k]) >= 0:
			depth++
		case b[k] == last[0] && depth > 0:
			depth--
		}
	}
	return 0
}

// isVariable reports whether the text in angle brackets is a name that the reader of a text
// replaces, and no element of HTML.
func isVariable(b []byte) bool {
	for _, c := range b {
		if !is(c, letter|digit) && c != '-' && c != '_' && c != ' ' {
			return false
		}
	}
	return len(b) > 0 && is(b[0], letter) && !has(tags, b)
}

// template returns the end of the URL that continues at buf[i], with its placeholders. It returns
// the verdict none for one that is too long. No template begins in the text that was read then, so
// that the time is linear.
func (s *scanner) template(i int) (end int, v verdict) {
	if s.base+int64(i) < s.plain {
		return 0, none
	}
	end, v = s.window().template(i)
	if v == none {
		s.plain = s.base + int64(i) + templateLength
	}
	return end, v
}

// template is scanner.template without that memory.
func (t text) template(i int) (end int, v verdict) {
	var brackets nest
	for end = i; end < len(t.b); {
		if end-i > templateLength {
			return 0, none
		}
		n, v := t.placeholder(end)
		switch {
		case v != none:
		case t.b[end] == '$' && end+1 < len(t.b) && (t.b[end+1] == '{' || t.b[end+1] == '('): // not closed
		case is(t.b[end], urlOctet):
			n, v = 1, found
		default:
			n, v = t.step(end, 0, true, &brackets)
		}
		if v == none {
			break
		} else if v != found {
			return 0, v
		}
		end += n
	}
	if v = t.end(); end == len(t.b) && v != none {
		return 0, v
	}
	if brackets.n > 0 {
		end = brackets.at[0]
	}
	return t.trim(i, end, 0), found
}

// asTemplate makes a URL with a placeholder whole, if the text after it has the form of a URL.
func (s *scanner) asTemplate(f *candidate) verdict {
	if f.kind != SchemeLess && (f.kind != Bare || f.url != "") {
		return found
	}
	text := s.buf[f.start:f.end]
	end, v := s.template(f.start + 1)
	switch {
	case v == more:
		return more
	case v == none || end < f.end || end-f.start > s.max || end == f.end && !PlaceholderIn(cmp.Or(f.url, string(text))):
		return found
	}
	if f.url != "" {
		f.url = strings.TrimSuffix(f.url, string(text)) + string(s.buf[f.start:end])
	}
	f.kind, f.end, f.past = Template, end, end
	return found
}

// templateAt returns the URL at start whose scheme ends with the colon at p, and whose login,
// host or port has a placeholder.
func (s *scanner) templateAt(start, p int) (candidate, verdict) {
	t := s.window()
	if b, v := t.ahead(p+1, len("//")); v != found || string(b) != "//" {
		if v == found {
			v = none
		}
		return candidate{}, v
	}
	first := p + len("://")
	v := none
	for host := first; v == none; host++ {
		c, ok := t.at(host)
		if !ok {
			return candidate{}, t.end()
		}
		if host == len(t.b) || !is(c, loginOctet) && c != '@' && c != '{' && c != '<' && c != '#' {
			return candidate{}, none
		}
		_, v = t.placeholder(host)
	}
	if v != found {
		return candidate{}, v
	}
	name := t.schemeIn(s.schemes, start, p)
	if name < 2 || !s.registered(t.b[p-name:p]) {
		return candidate{}, none
	}
	end, v := s.template(first)
	if v == found && end-(p-name) > s.max {
		v = none
	}
	return candidate{start: p - name, end: end, past: end, kind: Template, doubt: Placeholder}, v
}
