package mail

import (
	"bytes"
	"strings"
)

// A flowed joins the lines of a paragraph in format=flowed. It removes line
// ends and quotation marks within a paragraph, with delsp the space before them
// too, and the space before a line that was stuffed. Source: rfc3676 4.
type flowed struct {
	in    stream
	delsp bool
	out   output

	begun  bool   // the line has text after its quotation marks
	marks  output // its quotation marks
	joins  bool   // the line before flows into this one, unless this one precedes a signature
	line   output // the held bytes of such a line
	depth  int    // the number of marks
	before int    // the number of marks of the line before
	tail   output // the space and the line end of the current line, or of one that flows into it
	sig    int    // the line is the first sig bytes of the line before a signature, or -1
}

func (f *flowed) next() (chunk, error) {
	f.out.reset()
	for len(f.out.b) == 0 {
		c, err := f.in.next()
		if err != nil {
			f.separate()
			f.release()
			f.flush()
			if len(f.out.b) > 0 {
				break
			}
			return chunk{}, err
		}
		for b, r := range c.spans() {
			for i := 0; i < len(b); {
				if n := f.plain(b[i:], r.group); n > 0 {
					f.out.add(b[i:i+n], r.at(r.off+int64(i)), 1, r.width)
					i += n
					continue
				}
				f.addByte(b[i], r.at(r.off+int64(i)), r.width)
				i++
			}
		}
	}
	return f.out.chunk, nil
}

// plain returns how many bytes of a line without held bytes are text: those
// before its end and before the white space at its end.
func (f *flowed) plain(b []byte, group int32) int {
	if !f.begun || f.joins || len(f.tail.b) > 0 || group > 1 {
		return 0
	}
	if n := bytes.IndexByte(b, '\n'); n >= 0 {
		b = b[:n]
	}
	b = bytes.TrimRight(b, " \r")
	for _, c := range b[:min(len(b), len(signature)+1)] {
		f.sig = matched(f.sig, c)
	}
	return len(b)
}

// addByte processes the next byte, which came from width bytes at p.
func (f *flowed) addByte(c byte, p position, width int32) {
	if !f.begun {
		if c == '>' && f.depth < heldOctets {
			f.marks.addByte(c, p, width)
			f.depth++
			return
		}
		f.begun = true
		if len(f.tail.b) == 0 || f.depth != f.before {
			f.separate()
		} else {
			f.joins = true
		}
		if c == ' ' { // 4.4
			return
		}
	}
	if !f.joins {
		f.text(c, p, width)
		return
	}
	f.line.addByte(c, p, width)
	switch line := string(f.line.b); {
	case line == signature+"\n" || line == signature+"\r\n": // 4.3
		f.separate()
	case !strings.HasPrefix(signature+"\n", line) && !strings.HasPrefix(signature+"\r\n", line):
		f.join()
	default:
		return
	}
	f.release()
}

// text processes the next byte of a line that is not joined to another any
// more.
func (f *flowed) text(c byte, p position, width int32) {
	switch c {
	case ' ':
		f.flush()
		f.tail.addByte(c, p, width)
	case '\r':
		if n := len(f.tail.b); n > 0 && f.tail.b[n-1] == c {
			f.flush()
		}
		f.tail.addByte(c, p, width)
	case '\n':
		f.tail.addByte(c, p, width)
		if f.tail.b[0] != ' ' || f.sig == len(signature) {
			f.flush()
		}
		f.begun, f.before, f.depth, f.sig = false, f.depth, 0, 0
		return
	default:
		f.flush()
		f.out.addByte(c, p, width)
	}
	if c != '\r' {
		f.sig = matched(f.sig, c)
	}
}

// join joins the line before to the current line. 4.1, 4.5
func (f *flowed) join() {
	if !f.delsp {
		f.out.copy(f.tail.slice(0, 1))
	}
	f.tail.reset()
	f.marks.reset()
}

// release processes the held bytes of a line.
func (f *flowed) release() {
	f.joins = false
	for b, r := range f.line.spans() {
		for i, c := range b {
			f.text(c, r.at(r.off+int64(i)), r.width)
		}
	}
	f.line.reset()
}

// separate writes the end of the line before, and the marks of this one.
func (f *flowed) separate() {
	f.flush()
	f.out.copy(f.marks.chunk)
	f.marks.reset()
}

// flush writes what might have been the end of a line.
func (f *flowed) flush() {
	f.out.copy(f.tail.chunk)
	f.tail.reset()
}

// signature is the line before a signature. It is not joined with other lines.
// 4.3
const signature = "-- "

// matched returns how many bytes of the line before a signature the line
// matches after one more byte, or -1.
func matched(n int, c byte) int {
	if n >= 0 && n < len(signature) && signature[n] == c {
		return n + 1
	}
	return -1
}
