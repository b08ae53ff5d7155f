package quoted

import (
	"bytes"
	"strings"

	"github.com/earl-url/earl/internal/ascii"
	"github.com/earl-url/earl/internal/format/literal"
)

const (
	maxTag  = 64      // bytes after Open
	maxHole = 512     // bytes of an expression in a string
	maxLine = 4 << 10 // bytes of the line that ends a heredoc
)

// Tag is what follows the Open of a [Part], and is repeated in its Close.
type Tag uint8

// The tags.
const (
	NoTag   Tag = iota
	Hashes      // any number of "#" before Close, which opens the part too: ##"..."## of Rust and Swift
	Paren       // a word before "(", and after ")": R"x(...)x" of C++
	Equals      // any number of "=" before "[", and between two "]": [==[...]==] of Lua
	Heredoc     // a word; the part begins on the next line, and a line with only the word ends it
)

// read reads the tag after src[:n]. It returns the length of Open and tag, and the Close with the
// tag, or 0 if src does not have it.
func (k Tag) read(src []byte, n int, closing string) (length int, end string) {
	rest := string(src[n:min(len(src), n+maxTag)])
	switch k {
	case Hashes:
		hashes := rest[:len(rest)-len(strings.TrimLeft(rest, "#"))]
		if strings.HasPrefix(rest[len(hashes):], closing) {
			return n + len(hashes) + len(closing), closing + string(src[:n]) + hashes
		}
	case Paren:
		word, _, ok := strings.Cut(rest, "(")
		if ok && !strings.ContainsAny(word, " )\\\t\r\n\"") {
			return n + len(word) + 1, ")" + word + closing
		}
	case Equals:
		marks := rest[:len(rest)-len(strings.TrimLeft(rest, "="))]
		if strings.HasPrefix(rest[len(marks):], "[") {
			return n + len(marks) + 1, "]" + marks + "]"
		}
	case Heredoc:
		word := strings.TrimLeft(strings.TrimLeft(rest, "-~"), `"'`)
		i := 0
		for i < len(word) && (ascii.IsAlphanumeric(word[i]) || word[i] == '_') {
			i++
		}
		if i > 0 && !ascii.IsDigit(word[0]) {
			return n + len(rest) - len(word) + i, word[:i]
		}
	}
	return 0, ""
}

// heredoc reads a line of a heredoc. The one with only the tag ends it.
func (d *Decoder) heredoc(t *literal.Text, src []byte, last bool) int {
	n := bytes.IndexByte(src[:min(len(src), maxLine)], '\n') + 1
	if n == 0 {
		if n = min(len(src), maxLine); n < maxLine && !last {
			return 0
		}
	}
	if strings.Trim(string(src[:n]), " \t\r\n;,)") == d.end {
		d.part = nil
	}
	t.Copy(src[:n])
	return n
}

// hole reads what may begin an expression in a string. The expression is text.
func (d *Decoder) hole(t *literal.Text, src []byte, last bool) int {
	if len(src) < maxHole && !last {
		return 0
	}
	n := 1
	if b := src[:min(len(src), maxHole)]; bytes.HasPrefix(b, []byte(d.part.Hole)) {
		depth := 0
		for i, c := range b {
			if c == '{' {
				depth++
			} else if c == '}' {
				if depth--; depth == 0 {
					n = i + 1
					break
				}
			}
		}
	}
	t.Copy(src[:n])
	return n
}
