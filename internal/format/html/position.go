package html

import (
	"bytes"
	"unicode/utf8"
)

// A position is the offset and line of a byte in the file.
type position struct {
	offset int64 // in bytes from 0
	line   int64 // from 1; a line feed ends a line
	column int64 // in bytes from 1
	wide   bool  // the file is UTF-16, and its UTF-8 conversion is counted
}

// after returns the position after a text that begins at p.
func (p position) after(text []byte) position {
	p.offset += p.width(text)
	if n := bytes.Count(text, []byte{'\n'}); n > 0 {
		p.line += int64(n)
		p.column = 1
		text = text[bytes.LastIndexByte(text, '\n')+1:]
	}
	p.column += p.width(text)
	return p
}

// width returns how many bytes of the file a text takes. In UTF-16 a character
// takes two, or four if it takes four in UTF-8.
func (p position) width(text []byte) (n int64) {
	if !p.wide {
		return int64(len(text))
	}
	for _, c := range text {
		switch {
		case c >= 0xF0:
			n += 4
		case utf8.RuneStart(c):
			n += 2
		}
	}
	return n
}

// widened returns p for a file in UTF-16.
func (p position) widened() position {
	p.wide = true
	return p
}
