package html

import (
	"bytes"
	"unicode/utf8"
)

// A place is the position of a byte in the file.
type place struct {
	offset int64 // in bytes from 0
	line   int64 // from 1; a line feed ends a line
	column int64 // in bytes from 1
	wide   bool  // the file is UTF-16, and its UTF-8 conversion is counted
}

// after returns the place after a text that begins at p.
func (p place) after(text []byte) place {
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
func (p place) width(text []byte) (n int64) {
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
func (p place) widened() place {
	p.wide = true
	return p
}
