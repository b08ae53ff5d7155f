package mail

import (
	"bytes"
	"strings"
)

// words returns the value of a field with its encoded words decoded. White
// space between two of them is removed. Package mime decodes them too, but does
// not return positions. Source: rfc2047.
func words(c chunk) chunk {
	if !bytes.Contains(c.b, []byte("=?")) {
		return c
	}
	var out output
	past, after := 0, false // all before past is in out; after: the last was a word
	for i := 0; ; {
		n := bytes.Index(c.b[i:], []byte("=?"))
		if n < 0 {
			break
		}
		i += n
		text, n, ok := word(c, i)
		if !ok {
			i += len("=?")
			continue
		}
		if between := c.slice(past, i); !after || len(bytes.TrimSpace(between.b)) > 0 {
			out.copy(between)
		}
		out.copy(text)
		i += n
		past, after = i, true
	}
	out.copy(c.slice(past, len(c.b)))
	return out.chunk
}

// word decodes the encoded word at i, and returns its length. It returns false
// if it cannot be decoded.
func word(c chunk, i int) (text chunk, n int, ok bool) {
	rest := c.b[i+len("=?"):]
	charset := bytes.IndexByte(rest, '?')
	if charset <= 0 || charset+2 >= len(rest) || rest[charset+2] != '?' {
		return chunk{}, 0, false
	}
	start := charset + len("?Q?")
	end := bytes.Index(rest[start:], []byte("?="))
	if end < 0 || bytes.ContainsAny(rest[:start+end], " \t\r\n") {
		return chunk{}, 0, false
	}
	start += i + len("=?")
	in, broken := stream(&once{c.slice(start, start+end)}), false
	switch rest[charset+1] &^ 0x20 {
	case 'Q':
		in = &quoted{in: in, word: true}
	case 'B':
		in = &base64{in: in, foreign: func(position) { broken = true }}
	default:
		return chunk{}, 0, false
	}
	label, _, _ := strings.Cut(string(rest[:charset]), "*") // rfc2231 5
	text = whole(decoded(label, in))
	broken = broken || len(text.b) == 0 && end > 0
	return text, start + end + len("?=") - i, !broken
}
