package extract

import (
	"bytes"
	"unicode/utf8"

	"github.com/earl-url/earl/internal/ascii"
)

// defangedLength is the maximum length of a defanged URL; abuse reports contain
// no longer ones.
const defangedLength = 2048

// fanged are the schemes that replace others so that no one follows the URL.
var fanged = []struct{ written, meant string }{
	{"hxxp", "http"}, {"hxxps", "https"}, {"fxp", "ftp"}, {"fxps", "ftps"}, {"gxpher", "gopher"},
}

// marks are the texts in brackets that replace punctuation, as in
// example[.]org.
var marks = []struct{ written, meant string }{
	{".", "."}, {"dot", "."}, {"d", "."}, {",", "."}, {"point", "."}, {"punkt", "."}, {"punto", "."}, {"ponto", "."}, {`\.`, "."},
	{":", ":"}, {"://", "://"}, {"/", "/"}, {"//", "//"}, {"@", "@"}, {"at", "@"},
}

// spaced are the words that replace punctuation without brackets.
const spaced = " dot "

// meant returns the scheme that a defanged scheme replaces, or nil.
func meant(name []byte) []byte {
	if len(name) < 2 || lower(name[1]) != 'x' { // all defanged schemes have this letter
		return nil
	}
	for _, f := range fanged {
		if bytes.EqualFold(name, []byte(f.written)) {
			return []byte(f.meant)
		}
	}
	return nil
}

// A stretch is a part of the text without white space, before it was defanged.
// It is read once for all triggers in it.
type stretch struct {
	start, end int64 // offsets in the text; no byte between them ends the stretch
	ended      bool  // the byte at end ends the stretch

	from  int64   // offset of b[0] in the text; -1: b is not read yet
	b     []byte  // the original text, to the end of the stretch
	at    []int32 // the offset of each byte of b, and of its end, relative to from
	index []int32 // the index in b of each byte after from
	marks int     // the offset in b after the last mark
}

// reset returns an empty stretch with the memory of st.
func (st stretch) reset() stretch {
	return stretch{from: -1, b: st.b[:0], at: st.at[:0], index: st.index[:0]}
}

// endsStretch reports whether c ends a stretch.
func endsStretch(c byte) bool { return ascii.IsSpace(c) || c == '<' || c == '>' || c == '"' }

// A plain is a text before it was defanged.
type plain struct {
	b     []byte
	at    []int32 // the offset of each byte of b, and of its end, relative to from
	from  int     // in the window
	marks int     // the offset in b after the last mark, or less than 1
}

// position returns where b[i] is in the window.
func (p plain) position(i int) int { return p.from + int(p.at[i]) }

// refang returns the text from i to the next white space, before it was
// defanged. The verdict none means that this would not change the text.
func (s *scanner) refang(i int) (plain, verdict) {
	start := s.base + int64(i)
	limit := start + int64(min(defangedLength, s.max+1))
	st := &s.stretch
	if start < st.start { // a name contains no byte that ends a stretch
		st.start = start
	} else if start >= st.end {
		*st = st.reset()
		st.start, st.end = start, start
	}
	for ; !st.ended && st.end < limit; st.end++ {
		k := int(st.end - s.base)
		if k == len(s.buf) && !s.eof {
			return plain{}, more
		}
		if st.ended = k == len(s.buf) || endsStretch(s.buf[k]); !st.ended {
			continue
		}
		if k == len(s.buf) || s.buf[k] != ' ' {
			break
		}
		switch s.spacedMark(k) {
		case more:
			st.ended = false
			return plain{}, more
		case none:
		case found:
			st.ended = false
			st.end += int64(len(spaced)) - 1
			continue
		}
		break
	}
	if st.end >= limit {
		return plain{}, none
	}
	if st.from < 0 || start < st.from {
		s.readStretch(i)
	}
	k := st.index[start-st.from]
	return plain{b: st.b[k:], at: st.at[k:], from: int(st.from - s.base), marks: st.marks - int(k)}, found
}

// readStretch reads the stretch that contains i and is completely in the
// window, up to the maximum length of a URL.
func (s *scanner) readStretch(i int) {
	st := &s.stretch
	end := int(st.end - s.base)
	least := max(0, s.low, end-defangedLength)
	for i > least && !endsStretch(s.buf[i-1]) {
		i--
	}
	st.from, st.marks = s.base+int64(i), 0
	st.b, st.at, st.index = st.b[:0], st.at[:0], st.index[:0]
	t := text{b: s.buf[:end], last: true}
	for first := i; i < end; {
		said, n, v := t.mark(i)
		if s.buf[i] == ' ' { // only those of spaced marks are in a stretch
			said, n, v = ".", len(spaced), found
		}
		if v == none {
			said, n = "", 1
		}
		for range n {
			st.index = append(st.index, int32(len(st.b)))
		}
		if v == none {
			st.b, st.at = append(st.b, s.buf[i]), append(st.at, int32(i-first))
		}
		for k := range len(said) {
			st.b, st.at = append(st.b, said[k]), append(st.at, int32(i-first))
			st.marks = len(st.b)
		}
		i += n
	}
	st.at = append(st.at, int32(end-int(st.from-s.base)))
}

// mark reads a mark at i: in brackets, or a dot with one bracket or a backslash.
// It returns the punctuation that the mark replaces, and the length of the mark,
// or 0.
func (t text) mark(i int) (said string, n int, v verdict) {
	c := t.b[i]
	if !isOpener(c) && c != '.' && c != '\\' {
		return "", 0, none
	}
	const longest = 5
	if i+longest+2 > len(t.b) && t.end() == more {
		return "", 0, more
	}
	if isOpener(c) {
		for _, m := range marks {
			end := i + 1 + len(m.written)
			if end < len(t.b) && t.b[end] == closer(c) && bytes.EqualFold(t.b[i+1:end], []byte(m.written)) {
				return m.meant, end + 1 - i, found
			}
		}
	}
	half := c == '.' && i+1 < len(t.b) && isCloser(t.b[i+1]) || c != '.' && i+1 < len(t.b) && t.b[i+1] == '.'
	if half && i > 0 && i+2 < len(t.b) && isLabel(t.b[i-1]) && isLabel(t.b[i+2]) {
		return ".", 2, found
	}
	return "", 0, none
}

// isLabel reports whether c can be the first or the last byte of a label.
func isLabel(c byte) bool { return is(c, letter|digit) || c >= utf8.RuneSelf }

// spacedMark reports whether the space at i begins a word that replaces a dot: in
// capital letters, or in a name that has no dot yet.
func (s *scanner) spacedMark(i int) verdict {
	b, v := s.window().ahead(i, len(spaced)+1)
	switch {
	case v != found:
		return v
	case len(b) <= len(spaced) || i == 0 || !isLabel(s.buf[i-1]) || !isLabel(b[len(spaced)]):
		return none
	case string(b[:len(spaced)]) == " DOT ":
		return found
	case !bytes.EqualFold(b[:len(spaced)], []byte(spaced)):
		return none
	}
	word := s.buf[max(0, i-hostLength):i]
	word = word[bytes.LastIndexByte(word, ' ')+1:]
	if bytes.IndexByte(word, '.') >= 0 {
		return none
	}
	return found
}

// unknownLength is the length of the longest mark that is recognized as unknown.
const unknownLength = 16

// unknownMark reports whether the text in brackets at i, or the backslash there, is in a word:
// a host before it may continue after it.
func (t text) unknownMark(i int) bool {
	if i >= len(t.b) {
		return false
	}
	if t.b[i] == '\\' {
		return i+1 < len(t.b) && t.b[i+1] == '.'
	}
	if !isOpener(t.b[i]) {
		return false
	}
	b := t.b[i+1 : min(len(t.b), i+unknownLength)]
	n := bytes.IndexFunc(b, func(r rune) bool { return r < utf8.RuneSelf && (isCloser(byte(r)) || endsStretch(byte(r))) })
	return n >= 0 && n+1 < len(b) && isCloser(b[n]) && (isLabel(b[n+1]) || bytes.IndexByte([]byte("./:"), b[n+1]) >= 0)
}

// truncatesHost reports whether a URL at the start of the text ends with its host at end, and
// an unknown mark follows it, or it is defanged and has no dot.
func (t text) truncatesHost(end int) bool {
	if !t.isInHost(0, end) {
		return false
	}
	url := t.b[:end]
	if end < len(t.b) && t.b[end] == '.' {
		end++
	}
	return t.unknownMark(end) || isOneLabel(url) && meant(url[:bytes.IndexByte(url, ':')]) != nil
}

// isOneLabel reports whether the host of a URL, with which it ends, has no dot. If the URL is
// defanged, more of the host follows.
func isOneLabel(url []byte) bool {
	_, host, ok := bytes.Cut(url, []byte("://"))
	return ok && !bytes.ContainsAny(host, "./[")
}

// isCloser reports whether c is a closing bracket of a mark.
func isCloser(c byte) bool { return c == ']' || c == ')' || c == '}' }

// isOpener reports whether c is an opening bracket of a mark.
func isOpener(c byte) bool { return c == '[' || c == '(' || c == '{' }

// startsMark reports whether c may follow the opening bracket of a mark.
func startsMark(c byte) bool {
	switch c {
	case '.', ',', ':', '/', '@', '\\', 'd', 'D', 'a', 'A', 'p', 'P':
		return true
	}
	return false
}

// defangedAt checks the colon at p: it may belong to a URL with a defanged
// scheme. A URL that is not defanged does not count.
func (s *scanner) defangedAt(p int) (candidate, verdict) {
	end := p
	if p > s.low && isOpener(s.buf[p-1]) {
		end = p - 1
	}
	start := s.schemeBefore(end)
	if start < 0 {
		return candidate{}, none
	}
	scheme := meant(s.buf[start:end])
	clean, v := s.refang(start)
	if v == none || scheme == nil && (v == found && clean.marks < 1 || !s.registered(s.buf[start:end])) {
		return candidate{}, none
	}
	if v != found {
		return candidate{}, v
	}
	if scheme != nil {
		clean = clean.withScheme(scheme, end-start)
	}
	colon := bytes.IndexByte(clean.b, ':')
	if colon < 0 {
		return candidate{}, none
	}
	t := text{b: clean.b, last: true}
	_, n, v := t.bare(s.schemes, 0, colon, false)
	if v != found || t.truncatesHost(n) || scheme != nil && isOneLabel(clean.b[:n]) {
		return candidate{}, none
	}
	return s.refanged(candidate{start: start, end: clean.position(n), url: string(clean.b[:n]), kind: Bare})
}

// withScheme returns p with its scheme of n bytes replaced.
func (p plain) withScheme(scheme []byte, n int) plain {
	q := plain{b: append(scheme, p.b[n:]...), from: p.from}
	for range scheme {
		q.at = append(q.at, p.at[0])
	}
	q.at = append(q.at, p.at[n:]...)
	return q
}

// refanged returns a defanged URL, or none if it was not defanged.
func (s *scanner) refanged(f candidate) (candidate, verdict) {
	if f.url == string(s.buf[f.start:f.end]) {
		return candidate{}, none
	}
	f.past, f.confidence = f.end, Medium
	return f, found
}

// defangedHostAt checks the bracket at p: it may be a mark in a host, or in an
// address, without a scheme.
func (s *scanner) defangedHostAt(p int) (candidate, verdict) {
	said, n, v := s.after(p).mark(p)
	if v == more || n == 0 {
		return candidate{}, v
	}
	if said != "." && said != "@" {
		return candidate{}, none
	}
	start := s.nameBefore(p)
	if start > s.low && s.buf[start-1] == '@' { // joe@example[.]org
		start = s.localBefore(start - 1)
	}
	if start < 0 {
		return candidate{}, none
	}
	clean, v := s.refang(start)
	if v != found {
		return candidate{}, v
	}
	t := text{b: clean.b, last: true}
	if at := bytes.IndexByte(clean.b, '@'); at > 0 {
		if end, v := t.address(0); v == found {
			return s.refanged(candidate{start: start, end: clean.position(end), url: "mailto:" + string(clean.b[:end]), kind: Address})
		}
	}
	point := bytes.IndexByte(clean.b, '.')
	if point < 0 {
		return candidate{}, none
	}
	end, _, v := t.schemeLess(0, point)
	if v != found || clean.position(end) <= p || t.truncatesHost(end) {
		return candidate{}, none
	}
	return s.refanged(candidate{start: start, end: clean.position(end), url: schemeFor(clean.b[:point]) + string(clean.b[:end]), kind: SchemeLess})
}

// nameBefore returns the start of the host name that contains the mark at p, or
// -1.
func (s *scanner) nameBefore(p int) int {
	i, least := p, max(s.low, p-hostLength)
	for i > least && (is(s.buf[i-1], letter|digit) || s.buf[i-1] == '-' || s.buf[i-1] == '.' || s.buf[i-1] == '_' || s.buf[i-1] >= utf8.RuneSelf) {
		i--
	}
	for i < p && !is(s.buf[i], letter|digit) && s.buf[i] < utf8.RuneSelf {
		i++
	}
	if i == p || i > s.low && s.buf[i-1] == '/' || i-1 > s.low && isCloser(s.buf[i-1]) && s.inWord(i-1) {
		return -1
	}
	return i
}

// inWord reports whether a word is before the bracket that buf[i] closes, without a space.
func (s *scanner) inWord(i int) bool {
	least := max(s.low, i-unknownLength)
	n := bytes.LastIndexFunc(s.buf[least:i], func(r rune) bool { return r < utf8.RuneSelf && (isOpener(byte(r)) || endsStretch(byte(r))) })
	return n > 0 && isOpener(s.buf[least+n]) && isLabel(s.buf[least+n-1])
}
