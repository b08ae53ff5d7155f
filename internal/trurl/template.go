package trurl

import (
	"errors"
	"fmt"
	"strings"

	"github.com/earl-url/earl"
)

// A template is a compiled format of --get: literal texts and components.
type template []segment

// A segment is a component and the literal text before it.
type segment struct {
	literal   string
	component *component // nil if the segment is only literal text
	name      string     // the text between the braces, for messages
	decode    bool
	strict    bool // a control character in the decoded component is an error
	must      bool // a missing component is an error
	display   Display
	key       string // the name in {query:name} and {query-all:name}
	sep       byte   // between the pairs of a query
}

// A component is something that a template can name.
type component struct {
	name   string
	decode bool // the component is printed decoded, unless the segment says otherwise
	value  func(u earl.URL, s *segment) (string, bool)
}

// components are the components of a URL.
var components = [...]component{
	{"url", false, func(u earl.URL, s *segment) (string, bool) { return s.display.Text(u), true }},
	{"scheme", false, func(u earl.URL, _ *segment) (string, bool) { return u.Scheme(), true }},
	{"user", true, func(u earl.URL, _ *segment) (string, bool) { return beforeOptions(u, u.User) }},
	{"password", true, func(u earl.URL, _ *segment) (string, bool) { return beforeOptions(u, u.Password) }},
	{"options", true, func(u earl.URL, _ *segment) (string, bool) { return mailOptions(u) }},
	{"host", true, func(u earl.URL, s *segment) (string, bool) { return s.display.Host(u) }},
	{"port", false, func(u earl.URL, s *segment) (string, bool) { return s.display.Port(u) }},
	{"path", true, func(u earl.URL, _ *segment) (string, bool) { return u.Path(), true }},
	{"params", true, func(u earl.URL, _ *segment) (string, bool) { return u.Params() }},
	{"query", true, func(u earl.URL, _ *segment) (string, bool) { return u.Query() }},
	{"fragment", true, func(u earl.URL, _ *segment) (string, bool) { return u.Fragment() }},
	{"zoneid", true, func(earl.URL, *segment) (string, bool) { return "", false }}, // no edition has one
}

// hasOptions reports whether the user or password of u may end in options, after a
// semicolon. curl reads them only in imap URLs.
func hasOptions(u earl.URL) bool { return u.Scheme() == "imap" || u.Scheme() == "imaps" }

// beforeOptions returns a user or password without the options.
func beforeOptions(u earl.URL, component func() (string, bool)) (string, bool) {
	value, ok := component()
	if hasOptions(u) {
		value, _, _ = strings.Cut(value, ";")
	}
	return value, ok
}

// mailOptions returns the options of u.
func mailOptions(u earl.URL) (string, bool) {
	if !hasOptions(u) {
		return "", false
	}
	for _, component := range []func() (string, bool){u.Password, u.User} {
		if value, ok := component(); ok {
			if _, options, ok := strings.Cut(value, ";"); ok {
				return options, true
			}
		}
	}
	return "", false
}

// queryKey and queryAll are the first value and all values of a name in the query.
var (
	queryKey = component{"query:", true, func(u earl.URL, s *segment) (string, bool) { return queryValue(u, s.key, s.sep) }}
	queryAll = component{"query-all:", true, nil}
)

// componentNamed returns the component with a name, or nil.
func componentNamed(name string) *component {
	for i := range components {
		if components[i].name == name {
			return &components[i]
		}
	}
	return nil
}

// templateEscapes maps the character after a backslash to the one it represents.
var templateEscapes = map[byte]byte{'\\': '\\', 't': '\t', 'n': '\n', 'r': '\r', '{': '{', '[': '['}

// compileTemplate compiles the text of --get. Each segment begins as a copy of
// start. The first brace or bracket decides which of the two encloses
// components; the other is literal text.
func compileTemplate(text string, start segment) (template, error) {
	var t template
	var literal []byte
	var open byte // '{' or '['; 0: not decided
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
			return nil, fmt.Errorf(`-g: %[2]q: "%[1]c" is missing; write \%[3]c for the character itself`, end, text[i:], open)
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

// compile reads the text between the braces: modifiers, then the component.
func (s *segment) compile(text string) error {
	s.name = text
	for {
		if key, ok := strings.CutPrefix(text, queryKey.name); ok {
			s.component, s.key = &queryKey, key
			return nil
		}
		if key, ok := strings.CutPrefix(text, queryAll.name); ok {
			s.component, s.key = &queryAll, key
			return nil
		}
		modifier, rest, ok := strings.Cut(text, ":")
		if !ok {
			break
		}
		if !s.modify(modifier) {
			return fmt.Errorf("-g: {%s}: %q: must be one of url, strict, must, default, puny, idn, query and query-all", s.name, modifier)
		}
		text = rest
	}
	s.component = componentNamed(text)
	if s.component == nil {
		return fmt.Errorf("-g: {%s}: unknown component %q", s.name, text)
	}
	return nil
}

// modify applies a modifier. It returns false if there is no such modifier.
func (s *segment) modify(modifier string) bool {
	switch modifier {
	case "", "url":
		s.decode = false
	case "strict":
		s.strict = true
	case "must":
		s.must = true
	case "default":
		s.display.DefaultPort = true
	case "puny":
		s.display.Punycode, s.display.IDN = true, false
	case "idn":
		s.display.Punycode, s.display.IDN = false, true
	default:
		return false
	}
	return true
}

// append appends the line of the template for u.
func (t template) append(b []byte, u earl.URL) (_ []byte, err error) {
	for i := range t {
		s := &t[i]
		b = append(b, s.literal...)
		if s.component == nil {
			break // the end of the template
		}
		if b, err = s.append(b, u); err != nil {
			return b, err
		}
	}
	return b, nil
}

// append appends the component of u, or all values of {query-all:name} with
// spaces between them.
func (s *segment) append(b []byte, u earl.URL) (_ []byte, err error) {
	if s.component != &queryAll {
		value, ok := s.component.value(u, s)
		if !ok && s.must {
			return b, s.missing()
		}
		return s.appendValue(b, value)
	}
	start := len(b)
	for value := range queryValues(u, s.key, s.sep) {
		if len(b) > start {
			b = append(b, ' ')
		}
		if b, err = s.appendValue(b, value); err != nil {
			return b, err
		}
	}
	if len(b) == start && s.must {
		return b, s.missing()
	}
	return b, nil
}

// missing returns the error of a component that must not be missing.
func (s *segment) missing() error { return fmt.Errorf("{%s}: the URL has no such component", s.name) }

// errControl is the error of {strict:component}.
var errControl = errors.New("the decoded component contains a control character")

// appendValue appends the text of a component, decoded if the segment decodes.
func (s *segment) appendValue(b []byte, value string) ([]byte, error) {
	if !s.decode || !s.component.decode {
		return append(b, value...), nil
	}
	if s.component == &queryKey || s.component == &queryAll {
		value = strings.ReplaceAll(value, "+", " ")
	}
	b, clean := appendUnescaped(b, value)
	if !clean && s.strict {
		return b, fmt.Errorf("{%s}: %w", s.name, errControl)
	}
	return b, nil
}

// appendUnescaped appends text decoded, except for escapes of control
// characters: decoded, they would end the line or control the terminal. It
// reports whether text has no such escape.
func appendUnescaped(b []byte, text string) (_ []byte, clean bool) {
	clean = true
	for {
		i := strings.IndexByte(text, '%')
		if i < 0 || i+3 > len(text) {
			return append(b, text...), clean
		}
		b = append(b, text[:i]...)
		decoded := earl.Unescape(text[i : i+3])
		if len(decoded) == 1 && decoded[0] >= ' ' && decoded[0] != 0x7F {
			b = append(b, decoded...)
		} else {
			b = append(b, text[i:i+3]...)
			clean = clean && len(decoded) != 1
		}
		text = text[i+3:]
	}
}
