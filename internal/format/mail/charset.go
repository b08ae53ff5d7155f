package mail

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/earl-url/earl/internal/protocol/article"
)

// decoded returns a stream in UTF-8. An unknown charset is treated like a
// missing one, and so is US-ASCII, because old programs labelled any charset as
// US-ASCII.
func decoded(label string, in stream) stream {
	switch label = strings.ToLower(strings.TrimSpace(label)); label {
	case "utf-8", "utf8":
		return in
	case "utf-16": // rfc2781 4.3
		return &converted{in: in, dec: unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewDecoder()}
	}
	e := article.Charset(label)
	if e == nil {
		return &converted{in: in, dec: guess{}, direct: true, utf8: true}
	}
	switch name, _ := htmlindex.Name(e); name {
	case "utf-16le", "utf-16be", "iso-2022-jp":
		return &converted{in: in, dec: e.NewDecoder()}
	}
	return &converted{in: in, dec: e.NewDecoder(), direct: true}
}

// unmarked returns a stream, converted to UTF-8 if its byte order mark is that
// of UTF-16.
func unmarked(in stream) stream {
	var start output
	for len(start.b) < 2 {
		c, err := in.next()
		if err != nil {
			break
		}
		start.copy(c)
	}
	s := &joined{once: once(start), rest: in}
	if mark := string(start.b[:min(2, len(start.b))]); mark == "\xFE\xFF" || mark == "\xFF\xFE" {
		return decoded("utf-16", s)
	}
	return s
}

// joined is a stream whose start has been read before.
type joined struct {
	once
	rest stream
}

func (s *joined) next() (chunk, error) {
	if len(s.b) > 0 {
		return s.once.next()
	}
	return s.rest.next()
}

// A converted is a stream in another charset, converted to UTF-8. It is decoded
// character by character, to know the position of each.
type converted struct {
	in     stream
	dec    transform.Transformer
	direct bool // ASCII bytes outside of multibyte characters represent themselves
	utf8   bool // so do all other bytes of valid UTF-8
	out    output
	held   output // bytes of an incomplete character
	dst    [16]byte
}

func (s *converted) next() (chunk, error) {
	s.out.reset()
	for len(s.out.b) == 0 {
		c, err := s.in.next()
		if err != nil {
			if len(s.held.b) > 0 {
				s.convert(true)
				s.held.reset()
				if len(s.out.b) > 0 {
					break
				}
			}
			return chunk{}, err
		}
		for b, r := range c.spans() {
			for i := 0; i < len(b); {
				at := r.at(r.off + int64(i))
				if n := s.plain(b[i:], i, int(r.group)); n > 0 {
					s.out.add(b[i:i+n], at, r.group, r.width)
					i += n
					continue
				}
				s.held.addByte(b[i], at, r.width)
				s.convert(false)
				i++
			}
		}
	}
	return s.out.chunk, nil
}

// plain returns how many bytes at i of a run represent themselves, in whole
// groups and whole characters.
func (s *converted) plain(b []byte, i, group int) (whole int) {
	if !s.direct || len(s.held.b) > 0 || i%group > 0 {
		return 0
	}
	for n := 0; n < len(b); {
		size := 1
		if b[n] >= utf8.RuneSelf {
			if _, size = utf8.DecodeRune(b[n:]); !s.utf8 || size == 1 {
				break
			}
		}
		if n += size; n%group == 0 {
			whole = n
		}
	}
	return whole
}

// convert converts the held bytes as far as their characters are complete, one
// character at a time: the buffer has room for only one.
func (s *converted) convert(last bool) {
	for room := 1; len(s.held.b) > 0; {
		n, used, err := s.dec.Transform(s.dst[:room], s.held.b, last)
		switch {
		case used > 0:
		case err == transform.ErrShortDst && room < len(s.dst):
			room++
			continue
		case err == transform.ErrShortSrc && len(s.held.b) < len(s.dst):
			return
		default:
			used = 1 // the decoder cannot decode it
		}
		if n > 0 {
			first, final := s.held.at(0), s.held.off+int64(used-1)
			end := s.held.runs[find(s.held.runs, final)].end(final)
			s.out.add(s.dst[:n], first, int32(n), widthTo(first, end))
		}
		s.held.discard(used)
		room = 1
	}
}

// guess decodes UTF-8, and reads bytes that are not valid UTF-8 as
// Windows-1252, which includes Latin-1. Nearly all text without a charset is in
// one of these.
type guess struct{ transform.NopResetter }

func (guess) Transform(dst, src []byte, atEOF bool) (n, used int, err error) {
	for used < len(src) {
		if !atEOF && !utf8.FullRune(src[used:]) {
			return n, used, transform.ErrShortSrc
		}
		r, size := utf8.DecodeRune(src[used:])
		if r == utf8.RuneError && size == 1 {
			r = charmap.Windows1252.DecodeByte(src[used])
		}
		if len(dst)-n < utf8.RuneLen(r) {
			return n, used, transform.ErrShortDst
		}
		n += utf8.EncodeRune(dst[n:], r)
		used += size
	}
	return n, used, nil
}
