package z3950

import (
	"errors"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The bytes that end the parts of a record. Source: ISO 2709 4.
const (
	endOfRecord  = 0x1D
	endOfField   = 0x1E
	beginOfValue = 0x1F
)

const (
	leaderSize = 24
	entrySize  = 12 // of the directory: a tag of 3 bytes, a length of 4 and a start of 5
)

// A marc is a record in the form of ISO 2709: a leader, a directory and fields.
type marc struct {
	leader string
	base   int  // where the fields begin
	utf8   bool // the fields are in UTF-8; else in a character set that only ASCII is known of
	raw    string
}

// errMARC is the error of a record that does not have the form of ISO 2709.
var errMARC = errors.New("the record does not have the form of ISO 2709")

// parseMARC reads the leader of a record. isMARC21 means that byte 9 of the leader is the character set.
// Source: ISO 2709 4.3; MARC 21 Specifications for Record Structure, Leader.
func parseMARC(raw string, isMARC21 bool) (*marc, error) {
	if len(raw) < leaderSize {
		return nil, fmt.Errorf("%w: it has %d bytes", errMARC, len(raw))
	}
	m := &marc{leader: raw[:leaderSize], raw: raw}
	size, ok := digits(raw[:5])
	if !ok || size < leaderSize || size > len(raw) {
		return nil, fmt.Errorf("%w: its length is %q, and it has %d bytes", errMARC, raw[:5], len(raw))
	}
	m.raw = raw[:size]
	if m.base, ok = digits(raw[12:17]); !ok || m.base <= leaderSize || m.base > size {
		return nil, fmt.Errorf("%w: its fields begin at byte %q", errMARC, raw[12:17])
	}
	m.utf8 = isMARC21 && raw[9] == 'a'
	return m, nil
}

// digits reads a decimal number of a fixed width.
func digits(text string) (n int, ok bool) {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return 0, false
		}
		n = 10*n + int(text[i]-'0')
	}
	return n, text != ""
}

// A field is a field of a record. A control field has a value, and other fields have indicators and
// subfields.
type field struct {
	tag        string
	value      string // of a control field
	indicators string
	subfields  []subfield
	length     int // of the field in the record
}

// A subfield is a value with its code.
type subfield struct {
	code  string // one character
	value string
}

// fields yields the fields in the order of the directory, or an error. Fields that
// are in each other are an error: their text could be a thousand times as long as
// the record.
func (m *marc) fields() iter.Seq2[field, error] {
	return func(yield func(field, error) bool) {
		left := len(m.raw) - m.base
		directory := strings.TrimSuffix(m.raw[leaderSize:m.base], string(rune(endOfField)))
		for len(directory) >= entrySize {
			f, err := m.field(directory[:entrySize])
			if left -= f.length; err == nil && left < 0 {
				err = fmt.Errorf("%w: its fields are longer than it", errMARC)
			}
			if !yield(f, err) || err != nil {
				return
			}
			directory = directory[entrySize:]
		}
		if directory != "" {
			yield(field{}, fmt.Errorf("%w: its directory ends inside an entry", errMARC))
		}
	}
}

// field returns the field of an entry of the directory.
func (m *marc) field(entry string) (field, error) {
	length, ok := digits(entry[3:7])
	f := field{tag: entry[:3], length: length}
	start, isNumber := digits(entry[7:12])
	if !ok || !isNumber || m.base+start+length > len(m.raw) {
		return field{}, fmt.Errorf("%w: the field %q is outside of it", errMARC, f.tag)
	}
	data := m.raw[m.base+start : m.base+start+length]
	data = strings.TrimRight(data, string([]byte{endOfField, endOfRecord}))
	if strings.HasPrefix(f.tag, "00") {
		f.value = data
		return f, nil
	}
	parts := strings.Split(data, string(rune(beginOfValue)))
	f.indicators = parts[0]
	for _, part := range parts[1:] {
		n := 1
		if m.utf8 {
			_, n = utf8.DecodeRuneInString(part)
		}
		n = min(n, len(part))
		f.subfields = append(f.subfields, subfield{part[:n], part[n:]})
	}
	return f, nil
}

// values returns the values of the subfields with these codes of the first field with the tag.
func (m *marc) values(tag, codes string) (list []string) {
	for f, err := range m.fields() {
		if err != nil || f.tag != tag {
			continue
		}
		for _, s := range f.subfields {
			if s.code != "" && strings.Contains(codes, s.code) {
				list = append(list, s.value)
			}
		}
		if len(list) > 0 {
			break
		}
	}
	return list
}

// text returns the record for users: the leader, and a line for each field. A field in which a line
// end would begin another line has an escape there, as has each byte whose character is not known;
// escaped is the number of those beyond ASCII.
func (m *marc) text() (text string, escaped int, err error) {
	var b []byte
	line := func(s string) {
		var n int
		b, n = m.appendShown(b, s)
		escaped += n
	}
	line(m.leader)
	b = append(b, '\n')
	for f, err := range m.fields() {
		if err != nil {
			return string(b), escaped, err
		}
		line(f.tag)
		b = append(b, ' ')
		line(f.indicators + f.value)
		for _, s := range f.subfields {
			b = append(b, " $"...)
			line(s.code)
			b = append(b, ' ')
			line(s.value)
		}
		b = append(b, '\n')
	}
	return string(b), escaped, nil
}

// appendShown appends a text. A control character is \xHH, and so is every byte that is not a character
// in UTF-8. In another character set, these are all bytes beyond ASCII, and n is their number.
func (m *marc) appendShown(b []byte, s string) (shown []byte, n int) {
	for i := 0; i < len(s); {
		c, size := rune(s[i]), 1
		if m.utf8 {
			c, size = utf8.DecodeRuneInString(s[i:])
		}
		switch {
		case c < ' ' || c == 0x7F || c == utf8.RuneError && size <= 1 || !m.utf8 && c > 0x7F:
			b = append(b, `\x`...)
			b = append(b, strings.ToUpper(strconv.FormatUint(uint64(s[i])|0x100, 16)[1:])...)
			if c > 0x7F || c == escape {
				n++
			}
			size = 1
		default:
			b = append(b, s[i:i+size]...)
		}
		i += size
	}
	return b, n
}

// escape begins a change of the character set in MARC-8.
// Source: MARC 21 Specifications for Record Structure, MARC-8.
const escape = 0x1B
