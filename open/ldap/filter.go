package ldap

import (
	"fmt"
	"strings"

	"github.com/earl-url/earl/internal/ascii"
	"github.com/earl-url/earl/internal/protocol/ber"
)

// The choices of a filter. Source: rfc4511 4.5.1.
const (
	filterAnd        = 0
	filterOr         = 1
	filterNot        = 2
	filterEqual      = 3
	filterSubstrings = 4
	filterGreater    = 5
	filterLess       = 6
	filterPresent    = 7
	filterApprox     = 8
	filterExtensible = 9
)

// maxFilter limits the levels of a filter. Those that people write have four.
const maxFilter = 20

// everything returns the filter that every entry matches, which a URL without a
// filter has. Source: rfc4516 2.
func everything() []byte { return ber.Bytes(ber.Ctx(filterPresent), "objectClass") }

// filterError is a part of a filter that cannot be read.
type filterError struct {
	at   int // offset in bytes
	what string
}

func (e *filterError) Error() string { return fmt.Sprintf("byte %d: %s", e.at+1, e.what) }

// filterReader reads a filter.
type filterReader struct {
	text string
	i    int
}

// parseFilter returns the encoded form of a filter. It accepts one without
// parentheses around it, which other programs accept. Source: rfc4515 3.
func parseFilter(text string) ([]byte, error) {
	r := &filterReader{text: text}
	var b []byte
	var err error
	if strings.HasPrefix(text, "(") {
		b, err = r.filter(maxFilter)
	} else {
		b, err = r.component(maxFilter)
	}
	if err == nil && r.i < len(text) {
		err = r.fail("text after the end of the filter")
	}
	return b, err
}

// fail returns an error at the position of r.
func (r *filterReader) fail(what string) error { return &filterError{r.i, what} }

// peek returns the next byte, 0 at the end.
func (r *filterReader) peek() byte {
	if r.i < len(r.text) {
		return r.text[r.i]
	}
	return 0
}

// filter reads "(" filtercomp ")".
func (r *filterReader) filter(depth int) ([]byte, error) {
	if depth == 0 {
		return nil, r.fail("too many parentheses inside each other")
	}
	if r.peek() != '(' {
		return nil, r.fail(`"(" is missing`)
	}
	r.i++
	b, err := r.component(depth)
	if err != nil {
		return nil, err
	}
	if r.peek() != ')' {
		return nil, r.fail(`")" is missing`)
	}
	r.i++
	return b, nil
}

// component reads a filtercomp.
func (r *filterReader) component(depth int) ([]byte, error) {
	switch r.peek() {
	case '&':
		return r.list(filterAnd, depth)
	case '|':
		return r.list(filterOr, depth)
	case '!':
		r.i++
		b, err := r.filter(depth - 1)
		return ber.Of(ber.Ctx(filterNot), b), err
	}
	return r.item()
}

// list reads the filters after "&" or "|". No filter is absolute true or false.
// Source: rfc4526 2.
func (r *filterReader) list(tag uint32, depth int) ([]byte, error) {
	r.i++
	var parts [][]byte
	for r.peek() == '(' {
		b, err := r.filter(depth - 1)
		if err != nil {
			return nil, err
		}
		parts = append(parts, b)
	}
	return ber.Of(ber.Ctx(tag), parts...), nil
}

// item reads a simple, present, substring or extensible match.
func (r *filterReader) item() ([]byte, error) {
	equal := strings.IndexByte(r.text[r.i:], '=')
	if equal < 0 {
		return nil, r.fail(`"=" is missing`)
	}
	left := r.text[r.i : r.i+equal]
	tag := uint32(filterEqual)
	for end, t := range map[string]uint32{"~": filterApprox, ">": filterGreater, "<": filterLess, ":": filterExtensible} {
		if strings.HasSuffix(left, end) {
			left, tag = left[:len(left)-1], t
		}
	}
	if tag == filterExtensible {
		return r.extensible(left, equal)
	}
	if !isAttribute(left) {
		return nil, r.fail("not the name of an attribute")
	}
	r.i += equal + 1
	end := strings.IndexAny(r.text[r.i:], "()")
	if end < 0 {
		end = len(r.text) - r.i
	}
	value := r.text[r.i : r.i+end]
	if tag == filterEqual && strings.Contains(value, "*") {
		return r.substrings(left, value)
	}
	v, err := r.value(value)
	if err != nil {
		return nil, err
	}
	return ber.Of(ber.Ctx(tag), ber.Bytes(ber.OctetString, left), ber.Bytes(ber.OctetString, v)), nil
}

// value decodes a value and moves after it. Source: rfc4515 3.
func (r *filterReader) value(text string) (string, error) {
	var b []byte
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\':
			if i+2 >= len(text) || !ascii.IsHex(text[i+1]) || !ascii.IsHex(text[i+2]) {
				r.i += i
				return "", r.fail(`"\" needs two hexadecimal digits after it`)
			}
			b = append(b, byte(ascii.Hex(text[i+1]))<<4|byte(ascii.Hex(text[i+2])))
			i += 2
		case c == 0, c == '*':
			r.i += i
			return "", r.fail(fmt.Sprintf("the byte 0x%02X must be written as \\%02x", c, c))
		default:
			b = append(b, c)
		}
	}
	r.i += len(text)
	return string(b), nil
}

// substrings reads a value with stars: a presence, or the parts between them.
func (r *filterReader) substrings(name, value string) ([]byte, error) {
	if value == "*" {
		r.i++
		return ber.Bytes(ber.Ctx(filterPresent), name), nil
	}
	pieces := strings.Split(value, "*")
	var parts [][]byte
	for i, piece := range pieces {
		v, err := r.value(piece)
		if err != nil {
			return nil, err
		}
		if i < len(pieces)-1 {
			r.i++ // the star
		}
		tag := uint32(1) // any
		switch i {
		case 0:
			tag = 0 // initial
		case len(pieces) - 1:
			tag = 2 // final
		}
		switch {
		case v != "":
			parts = append(parts, ber.Bytes(ber.Ctx(tag), v))
		case tag == 1:
			return nil, r.fail("two stars without text between them")
		}
	}
	return ber.Of(ber.Ctx(filterSubstrings), ber.Bytes(ber.OctetString, name), ber.Of(ber.Sequence, parts...)), nil
}

// extensible reads attr[:dn][:rule]:=value or [:dn]:rule:=value. Source: rfc4515 3.
func (r *filterReader) extensible(left string, equal int) ([]byte, error) {
	name, rest, more := strings.Cut(left, ":")
	dn := false
	if more {
		if first, after, again := strings.Cut(rest, ":"); strings.EqualFold(first, "dn") {
			dn, rest, more = true, after, again
		}
	}
	if name != "" && !isAttribute(name) || more && !isAttribute(rest) || name == "" && !more {
		return nil, r.fail("not an extensible match")
	}
	r.i += equal + 1
	end := strings.IndexAny(r.text[r.i:], "()")
	if end < 0 {
		end = len(r.text) - r.i
	}
	v, err := r.value(r.text[r.i : r.i+end])
	if err != nil {
		return nil, err
	}
	var parts [][]byte
	if more {
		parts = append(parts, ber.Bytes(ber.Ctx(1), rest))
	}
	if name != "" {
		parts = append(parts, ber.Bytes(ber.Ctx(2), name))
	}
	parts = append(parts, ber.Bytes(ber.Ctx(3), v))
	if dn {
		parts = append(parts, ber.Bool(ber.Ctx(4), true))
	}
	return ber.Of(ber.Ctx(filterExtensible), parts...), nil
}

// isAttribute reports whether text is the description of an attribute: a name or
// an object identifier, with options. Source: rfc4512 2.5.
func isAttribute(text string) bool {
	for i := range len(text) {
		c := text[i]
		if !('a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || i > 0 && strings.IndexByte("-.;_", c) >= 0) {
			return false
		}
	}
	return text != ""
}
