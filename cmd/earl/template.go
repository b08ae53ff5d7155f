package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/earl-url/earl"
)

// A template is what -g prints of each URL: literal texts and components.
type template []segment

// A segment is a component and the literal text before it.
type segment struct {
	literal string
	part    *namedPart // nil: the literal text is all
	name    string     // as it stands in the braces
	decode  bool
	strict  bool // what cannot be shown decoded is an error
	must    bool // that there is none is an error
	look    look
	key     string // of query:key and query-all:key, with namedPart queryKey or queryAll
	sep     byte   // between the pairs of a query
}

// A namedPart is one thing that a template may name.
type namedPart struct {
	name   string
	decode bool // unless it is asked for as written
	value  func(u earl.URL, s *segment) (string, bool)
}

// namedParts are the components.
var namedParts = [...]namedPart{
	{"url", false, func(u earl.URL, s *segment) (string, bool) { return s.look.url(u), true }},
	{"scheme", false, func(u earl.URL, _ *segment) (string, bool) { return u.Scheme(), true }},
	{"user", true, func(u earl.URL, _ *segment) (string, bool) { return u.User() }},
	{"password", true, func(u earl.URL, _ *segment) (string, bool) { return u.Password() }},
	{"host", true, func(u earl.URL, s *segment) (string, bool) { return s.look.host(u) }},
	{"port", false, func(u earl.URL, s *segment) (string, bool) { return s.look.port(u) }},
	{"path", true, func(u earl.URL, _ *segment) (string, bool) { return u.Path(), true }},
	{"params", true, func(u earl.URL, _ *segment) (string, bool) { return u.Params() }},
	{"query", true, func(u earl.URL, _ *segment) (string, bool) { return u.Query() }},
	{"fragment", true, func(u earl.URL, _ *segment) (string, bool) { return u.Fragment() }},
}

// queryKey and queryAll are the values of a name in the query.
var (
	queryKey = namedPart{"query:", true, func(u earl.URL, s *segment) (string, bool) { return queryValue(u, s.key, s.sep) }}
	queryAll = namedPart{"query-all:", true, nil}
)

// templateEscapes are what stands behind a backslash.
var templateEscapes = map[byte]byte{'\\': '\\', 't': '\t', 'n': '\n', 'r': '\r', '{': '{', '[': '['}

// compileTemplate reads the text of -g. Each component starts as what the flags
// make of all. Braces or brackets name components, by which come first; the
// others are text.
func compileTemplate(text string, start segment) (template, error) {
	var t template
	var literal []byte
	var open byte // what names a component; 0: both
	for i := 0; i < len(text); i++ {
		c, rest := text[i], text[i+1:]
		if c == '\\' && rest != "" && templateEscapes[rest[0]] != 0 {
			literal = append(literal, templateEscapes[rest[0]])
			i++
			continue
		}
		if c != open && (open != 0 || c != '{' && c != '[') {
			literal = append(literal, c)
			continue
		}
		open = c
		if rest != "" && rest[0] == open {
			literal = append(literal, c)
			i++
			continue
		}
		end := byte('}')
		if open == '[' {
			end = ']'
		}
		n := strings.IndexByte(rest, end)
		if n < 0 {
			return nil, usagef(`-g: no "%c" ends %q; write \%c for the character itself`, end, text[i:], open)
		}
		s := start
		if err := s.compile(rest[:n]); err != nil {
			return nil, err
		}
		s.literal, literal = string(literal), literal[:0]
		t = append(t, s)
		i += n + 1
	}
	return append(t, segment{literal: string(literal) + "\n"}), nil
}

// compile reads what stands between the braces.
func (s *segment) compile(text string) error {
	s.name = text
	for {
		if key, ok := strings.CutPrefix(text, queryKey.name); ok {
			s.part, s.key = &queryKey, key
			return nil
		}
		if key, ok := strings.CutPrefix(text, queryAll.name); ok {
			s.part, s.key = &queryAll, key
			return nil
		}
		word, rest, ok := strings.Cut(text, ":")
		if !ok {
			break
		}
		switch text = rest; word {
		case "", "url":
			s.decode = false
		case "strict":
			s.strict = true
		case "must":
			s.must = true
		case "default":
			s.look.defaultPort = true
		case "puny":
			s.look.puny, s.look.idn = true, false
		case "idn":
			s.look.puny, s.look.idn = false, true
		default:
			return usagef("-g: {%s}: %q is none of url, strict, must, default, puny, idn, query and query-all", s.name, word)
		}
	}
	for i := range namedParts {
		if namedParts[i].name == text {
			s.part = &namedParts[i]
			return nil
		}
	}
	if text == "options" || text == "zoneid" {
		return usagef("-g: {%s}: no edition has such a component", s.name)
	}
	return usagef("-g: {%s}: there is no component %q", s.name, text)
}

// append appends what the template prints of u, with a line feed.
func (t template) append(b []byte, u earl.URL) ([]byte, error) {
	for i := range t {
		s := &t[i]
		b = append(b, s.literal...)
		switch s.part {
		case nil:
			return b, nil
		case &queryAll:
			n := len(b)
			for value := range queryValues(u, s.key, s.sep) {
				if len(b) > n {
					b = append(b, ' ')
				}
				var err error
				if b, err = s.appendValue(b, value); err != nil {
					return b, err
				}
			}
			if len(b) == n && s.must {
				return b, s.missing()
			}
			continue
		}
		value, ok := s.part.value(u, s)
		if !ok && s.must {
			return b, s.missing()
		}
		var err error
		if b, err = s.appendValue(b, value); err != nil {
			return b, err
		}
	}
	return b, nil
}

// missing is the error of a component that must be there.
func (s *segment) missing() error { return fmt.Errorf("{%s}: the URL has none", s.name) }

// errControl is the error of a component that holds what must not be shown.
var errControl = errors.New("decoded, it has a control character")

// appendValue appends a component as it is to be shown.
func (s *segment) appendValue(b []byte, value string) ([]byte, error) {
	if !s.decode || !s.part.decode {
		return append(b, value...), nil
	}
	if s.part == &queryKey || s.part == &queryAll {
		value = strings.ReplaceAll(value, "+", " ")
	}
	b, clean := appendUnescaped(b, value)
	if !clean && s.strict {
		return b, fmt.Errorf("{%s}: %w", s.name, errControl)
	}
	return b, nil
}

// appendUnescaped appends a component decoded, but for the escapes of control
// characters, which would end the line or steer a terminal. It reports whether
// there are none.
func appendUnescaped(b []byte, text string) (_ []byte, clean bool) {
	clean = true
	for {
		i := strings.IndexByte(text, '%')
		if i < 0 || i+3 > len(text) {
			return append(b, text...), clean
		}
		b = append(b, text[:i]...)
		octet := earl.Unescape(text[i : i+3])
		if len(octet) == 1 && octet[0] >= ' ' && octet[0] != 0x7F {
			b = append(b, octet...)
		} else {
			b = append(b, text[i:i+3]...)
			clean = clean && len(octet) != 1
		}
		text = text[i+3:]
	}
}
