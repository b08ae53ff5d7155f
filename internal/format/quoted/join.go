package quoted

import (
	"bytes"
	"strings"

	"github.com/earl-url/earl/internal/ascii"
	"github.com/earl-url/earl/internal/format/literal"
)

const (
	joined  = "{} " // a placeholder, and the end of the URL
	maxJoin = 256   // bytes of white space, comments and brackets before what is joined to a string
)

// Adjacency says which strings a language joins without an operator.
type Adjacency uint8

// The adjacencies.
const (
	Apart  Adjacency = iota // none
	InLine                  // those on one line, or on lines that a backslash continues: Ruby
	Across                  // also those on several lines: Python
	Macros                  // also with the names of macros between them: C
	InWord                  // those with nothing between them, and words: the shell
)

// close reads the end of a part. A string that another one is joined to continues.
func (d *Decoder) close(t *literal.Text, src []byte, last bool) int {
	n, l := len(d.end), d.language
	if joins := l.Join != "" || l.Adjacent != Apart; joins && !d.part.Comment {
		if len(src) < n+maxJoin && !last {
			return 0
		}
		if d.joins(src[n:min(len(src), n+maxJoin)]) {
			t.Put(joined, n)
			d.part = nil
			return n
		}
	}
	d.part = nil
	t.Break(n)
	return n
}

// joins reports whether what follows a string is joined to it.
func (d *Decoder) joins(after []byte) bool {
	if d.language.Adjacent == InWord {
		return continuesWord(after)
	}
	if len(after) > 0 && strings.IndexByte(",;", after[0]) >= 0 {
		return false
	}
	rest := d.skipSpace(after)
	if d.adjacent(after, rest) {
		return true
	}
	other := false // ? "a" : "b") + c
	if b, ok := bytes.CutPrefix(rest, []byte(":")); ok {
		if b = bytes.TrimLeft(b, " \t\r\n"); len(b) == 0 || !isQuote(b[0]) {
			return false
		}
		end := bytes.IndexByte(b[1:], b[0])
		if end < 0 {
			return false
		}
		rest, other = d.skipSpace(b[end+2:]), true
	}
	for calls := d.calls; len(rest) > 0 && rest[0] == ')' && calls&1 == 0; calls >>= 1 {
		rest, other = d.skipSpace(rest[1:]), false
	}
	return !other && (d.operator(rest) || isConcat(rest))
}

// skipSpace returns a text without the white space and the comments that it begins with.
func (d *Decoder) skipSpace(b []byte) []byte {
	for {
		b = bytes.TrimLeft(b, " \t\r\n")
		n := len(b)
		for i := range d.language.Parts {
			if p := &d.language.Parts[i]; p.Comment && bytes.HasPrefix(b, []byte(p.Open)) {
				_, b, _ = bytes.Cut(b, []byte(p.Close))
			}
		}
		if len(b) == n {
			return b
		}
	}
}

// operator reports whether a text begins with an operator that joins strings.
func (d *Decoder) operator(b []byte) bool {
	for _, join := range d.operators {
		if after, ok := bytes.CutPrefix(b, []byte(join)); ok && len(after) > 0 && strings.IndexByte("=+.&|", after[0]) < 0 {
			return true
		}
	}
	return false
}

// isConcat reports whether a text begins with a call that joins its argument to a string.
func isConcat(b []byte) bool {
	return bytes.HasPrefix(b, []byte(".concat(")) || bytes.HasPrefix(b, []byte(".plus(")) || bytes.HasPrefix(b, []byte(".append("))
}

// adjacent reports whether a string is at the start of rest, which is after without white space,
// and is joined to the one before it.
func (d *Decoder) adjacent(after, rest []byte) bool {
	line := bytes.TrimLeft(after, " \t")
	switch d.language.Adjacent {
	case InLine:
		if b, ok := bytes.CutPrefix(line, []byte("\\")); ok {
			line = bytes.TrimLeft(b, " \t\r\n")
		}
		return len(line) > 0 && isQuote(line[0])
	case Macros:
		if len(line) < len(after) && isMacro(line) {
			return true
		}
	case Across:
	default:
		return false
	}
	if b, ok := bytes.CutPrefix(rest, []byte("\\")); ok {
		rest = bytes.TrimLeft(b, " \t\r\n")
	}
	prefix := 0 // f, rb, u8R, or @ of Objective-C
	for prefix < min(len(rest), 3) && (ascii.IsAlphanumeric(rest[prefix]) || rest[prefix] == '@') {
		prefix++
	}
	return prefix < len(rest) && (rest[prefix] == '"' || rest[prefix] == '\'' && d.language.Adjacent == Across)
}

// isMacro reports whether a text begins with a name in capital letters.
func isMacro(b []byte) bool {
	n := 0
	for n < len(b) && (b[n] == '_' || ascii.IsDigit(b[n]) || 'A' <= b[n] && b[n] <= 'Z') {
		n++
	}
	return n > 1 && !ascii.IsDigit(b[0]) && (n == len(b) || !ascii.IsAlphanumeric(b[n]) && !isQuote(b[n]) && b[n] != ':')
}

// continuesWord reports whether a text after a string of the shell, or the string after a word,
// belongs to the same word.
func continuesWord(b []byte) bool {
	switch {
	case len(b) < 2:
		return len(b) == 1 && ascii.IsAlphanumeric(b[0])
	case b[0] == '`':
		return ascii.IsLetter(b[1])
	case b[0] == '\\':
		line, ok := bytes.CutPrefix(b, []byte("\\\n"))
		return !ok || len(line) > 0 && !ascii.IsSpace(line[0])
	}
	return ascii.IsAlphanumeric(b[0]) || strings.IndexByte("\"'$/._-%?*@+~{=[&", b[0]) >= 0 && (b[0] != '&' || ascii.IsLetter(b[1]))
}

func isQuote(c byte) bool { return c == '"' || c == '\'' || c == '`' }

// brackets notes the round brackets in a program that are open, and whether each is that of a call.
func (d *Decoder) brackets(b []byte) {
	for i, c := range b {
		switch c {
		case ')':
			d.calls >>= 1
		case '(':
			before := d.before
			if i > 0 {
				before = b[i-1]
			}
			d.calls <<= 1
			if (ascii.IsAlphanumeric(before) || strings.IndexByte("_$)]!>", before) >= 0) && !bytes.HasSuffix(b[:i], []byte("return")) {
				d.calls |= 1
			}
		}
	}
}
