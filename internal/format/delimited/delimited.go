// Package delimited decodes the fields of comma-separated values (CSV, rfc4180) and of values with
// other delimiters for package literal. A field that is not quoted ends at the delimiter, and so does
// a URL in it; in a quoted field, "" is ".
package delimited

import (
	"bytes"

	"github.com/earl-url/earl/internal/format/literal"
)

const bom = "\uFEFF" // begins the files of some programs

// candidates are the delimiters that are detected.
const candidates = ",;\t|"

// Decoder implements [literal.Decoder].
type Decoder struct {
	// Delimiter is the byte between fields. 0 means the one that the first lines have.
	Delimiter byte

	quoted bool // in a quoted field
	inside bool // after the start of a field
}

// Decode implements [literal.Decoder].
func (d *Decoder) Decode(t *literal.Text, src []byte, last bool) {
	if d.Delimiter == 0 && !d.detect(src, last) {
		return
	}
	literal.Steps(t, src, last, d.step)
}

// step reads a part of a field, or what follows it.
func (d *Decoder) step(t *literal.Text, src []byte, last bool) int {
	c := src[0]
	switch {
	case d.quoted && c == '"' && len(src) == 1 && !last:
		return 0
	case d.quoted && c == '"' && len(src) > 1 && src[1] == '"':
		t.Put(`"`, 2)
		return 2
	case d.quoted && c == '"':
		d.quoted = false
		t.Break(1)
		return 1
	case d.quoted:
		return d.copy(t, src, `"`)
	case c == d.Delimiter:
		d.inside = false
		t.Break(1)
		return 1
	case c == '\n', c == '\r':
		d.inside = false
	case !d.inside && c == bom[0] && len(src) < len(bom) && !last:
		return 0
	case !d.inside && bytes.HasPrefix(src, []byte(bom)):
		t.Copy(src[:len(bom)])
		return len(bom)
	case !d.inside && c == '"':
		d.quoted, d.inside = true, true
		t.Break(1)
		return 1
	case !d.inside && c == ' ': // before a quoted field, although rfc4180 has it in the field
	default:
		d.inside = true
		return d.copy(t, src, "\r\n"+string(rune(d.Delimiter)))
	}
	t.Copy(src[:1])
	return 1
}

// copy reads up to one of the marks, and at least one byte.
func (d *Decoder) copy(t *literal.Text, src []byte, marks string) int {
	n := bytes.IndexAny(src[1:], marks) + 1
	if n == 0 {
		n = len(src)
	}
	t.Copy(src[:n])
	return n
}

// detect sets the delimiter to the one that all of the first lines have most often, or else any of
// them. It returns false if it needs more of src.
func (d *Decoder) detect(src []byte, last bool) bool {
	const lines = 5
	if !last && bytes.Count(src, []byte{'\n'}) < lines {
		return false
	}
	var least, most [len(candidates)]int
	n, known := 0, false
	src = bytes.TrimPrefix(src, []byte(bom))
	for rest := src; n < lines && len(rest) > 0; n++ {
		line, after, ended := cutLine(rest)
		if !ended && !last {
			break
		}
		rest = after
		if n == 0 && bytes.HasPrefix(line, []byte("sep=")) && len(bytes.TrimSpace(line)) == len("sep=,") { // of Excel
			d.Delimiter = line[len("sep=")]
			return true
		}
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		for i := range candidates {
			k := count(line, candidates[i])
			if most[i] = max(most[i], k); !known || k < least[i] {
				least[i] = k
			}
		}
		known = true
	}
	if n < lines && !last {
		return false
	}
	best := 0
	for i := range candidates {
		if least[i] > least[best] || least[i] == least[best] && most[i] > most[best] {
			best = i
		}
	}
	d.Delimiter = candidates[best]
	return true
}

// cutLine returns the first record of src, and the rest. A quoted field can contain line ends.
func cutLine(src []byte) (line, rest []byte, ended bool) {
	quoted := false
	for i, c := range src {
		switch {
		case c == '"':
			quoted = !quoted
		case c == '\n' && !quoted:
			return src[:i], src[i+1:], true
		}
	}
	return src, nil, false
}

// count returns how often a delimiter is in a record, outside of quoted fields.
func count(line []byte, delimiter byte) (n int) {
	quoted := false
	for _, c := range line {
		switch {
		case c == '"':
			quoted = !quoted
		case c == delimiter && !quoted:
			n++
		}
	}
	return n
}
