package extract

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/earl-url/earl/compat/gitaddr"
	"github.com/earl-url/earl/internal/uts58"
)

const (
	hostLength  = 253 // rfc1035 2.3.4
	localLength = 64  // rfc5321 4.5.3.1.1
)

// hostAt checks the dot at p: it may follow the first label of a host without a
// scheme.
func (s *scanner) hostAt(p int) (candidate, verdict) {
	start := s.labelBefore(p)
	if start < 0 {
		return candidate{}, none
	}
	t := s.after(start)
	end, sure, v := t.schemeLess(start, p)
	f := candidate{start: start, end: end, past: end, kind: SchemeLess, confidence: Low}
	if sure {
		f.confidence = Medium
	}
	if v == long {
		f.end = len(t.b)
	}
	if v == found {
		f.url = schemeFor(s.buf[start:p]) + string(s.buf[start:end])
	}
	return f, v
}

// schemeFor returns the scheme for a host whose first label is label.
func schemeFor(label []byte) string {
	for _, name := range []string{"ftp", "gopher"} {
		if bytes.EqualFold(label, []byte(name)) {
			return name + "://"
		}
	}
	return "http://"
}

// labelBefore returns the start of the label that ends at p, or -1 if it cannot
// be the first of a host because it is part of a path, an address or a name.
func (s *scanner) labelBefore(p int) int {
	i, least := p, max(s.low, p-hostLength)
	for i > least && (is(s.buf[i-1], letter|digit) || s.buf[i-1] == '-' || s.buf[i-1] >= utf8.RuneSelf) {
		i--
	}
	i += notName(s.buf[i:p])
	if i == p || s.buf[i] == '-' {
		return -1
	}
	if i > s.low && bytes.IndexByte([]byte(`/\.@_~$%&#+`), s.buf[i-1]) >= 0 {
		return -1
	}
	return i
}

// notName returns how many bytes at the start of b belong to the text around a
// name. These are characters that are not of a word, such as quotation marks.
// They are also the words of a script without spaces, if letters of ASCII follow.
func notName(b []byte) (n int) {
	word := false // the character before is of a word
	for i := 0; i < len(b); {
		r, size := utf8.DecodeRune(b[i:])
		i += size
		if r < utf8.RuneSelf {
			word = is(byte(r), letter|digit)
			continue
		}
		next, _ := utf8.DecodeRune(b[i:])
		switch {
		case isWord(r):
			if word = true; isUnspaced(r) && next < utf8.RuneSelf && i < len(b) && is(byte(next), letter|digit) {
				n = i
			}
		case word && joins(r) && (isWord(next) || next < utf8.RuneSelf && is(byte(next), letter|digit)):
		default:
			word, n = false, i
		}
	}
	return n
}

// joins reports whether r joins the parts of a word or the words of a name.
func joins(r rune) bool {
	return unicode.In(r, unicode.Po, unicode.Cf) && termOf(r) == uts58.Include && r != '…' && r != '•'
}

// schemeLess reads a host from start, whose first dot is at p, and what follows
// it. sure means that it is almost certainly a host.
func (t text) schemeLess(start, p int) (end int, sure bool, v verdict) {
	if c, ok := t.at(p + 1); !ok {
		return 0, false, t.end()
	} else if c < utf8.RuneSelf && !is(c, letter|digit) {
		return 0, false, none
	}
	host, v := t.host(start)
	if v != found {
		return 0, false, v
	}
	host = t.trim(start, host, 0)
	if host <= p || bytes.IndexByte(t.b[start:host], '_') >= 0 || bytes.IndexByte(t.b[start:host], '%') >= 0 {
		return 0, false, none
	}
	if end, v = t.port(host); v != found {
		return 0, false, v
	}
	c, ok := t.at(end)
	if !ok {
		return 0, false, t.end()
	}
	port := end > host && c != ':'
	if sure, ok = isHost(t.b[start:host], port, c == '/'); !ok || c == '@' || c == '(' || c == '_' || c == '=' || c == '\\' {
		return 0, false, none
	}
	if c == ':' {
		if next, ok := t.at(end + 1); !ok {
			return 0, false, t.end()
		} else if next == '/' || next == ':' { // a scheme, or C++
			return 0, false, none
		}
	}
	if c == '/' || c == '?' || c == '#' {
		end, v = t.tail(end, 0)
	}
	return end, sure, v
}

// addressAt checks the "@" at p.
func (s *scanner) addressAt(p int) (candidate, verdict) {
	start := s.localBefore(p)
	if start < 0 {
		return candidate{}, none
	}
	t := s.after(start)
	end, v := t.domain(p + 1)
	if v == none && end > 0 {
		return s.repositoryAt(start, end)
	}
	f := candidate{start: start, end: end, past: end, kind: Address, confidence: Medium}
	if v == long {
		f.end = len(t.b)
	}
	if v == found {
		f.url = "mailto:" + escapeLocal(s.buf[start:p]) + string(s.buf[p:end])
	}
	return f, v
}

// repositoryAt reads an address of Git from start, whose host ends at colon. The user
// is git, or the path ends in ".git".
func (s *scanner) repositoryAt(start, colon int) (candidate, verdict) {
	t := s.after(start)
	end, v := t.tail(colon+1, 0)
	f := candidate{start: start, end: end, past: end, kind: Repository, confidence: Medium}
	switch v {
	case long:
		f.end = len(t.b)
		return f, v
	case more:
		return f, v
	}
	a, err := gitaddr.Parse(string(s.buf[start:end]))
	ssh, ok := a.SSH()
	if err != nil || !ok || a.Form != gitaddr.Short || a.User != "git" && !strings.HasSuffix(a.Path, ".git") {
		return candidate{}, none
	}
	f.url = ssh
	if https, ok := a.HTTPS(); ok {
		f.alternatives = []string{https}
	}
	return f, found
}

// localBefore returns the start of the part of an address that ends at p, or
// -1.
func (s *scanner) localBefore(p int) int {
	i, least := p, max(s.low, p-localLength)
	for i > least {
		if s.buf[i-1] < utf8.RuneSelf {
			if !is(s.buf[i-1], localOctet) {
				break
			}
			i--
			continue
		}
		r, n := utf8.DecodeLastRune(s.buf[least:i])
		if !uts58.IsEmail(r) {
			if joinsLocal(s.buf[least:i-n], r) { // what precedes it may be of the address too
				return -1
			}
			break
		}
		i -= n
	}
	if i == least && i > s.low && is(s.buf[i-1], localOctet) { // too long
		return -1
	}
	i += notName(s.buf[i:p])
	for i < p && bytes.IndexByte([]byte("'=&~"), s.buf[i]) >= 0 {
		i++
	}
	if n := bytes.IndexByte(s.buf[i:p], '='); n > 0 && bytes.IndexFunc(s.buf[i:i+n], func(r rune) bool { return r >= utf8.RuneSelf || !is(byte(r), letter|digit) }) < 0 {
		i += n + 1 // key=joe@example.org
	}
	local := s.buf[i:p]
	if len(local) == 0 || local[0] == '.' || local[len(local)-1] == '.' || bytes.Contains(local, []byte("..")) {
		return -1
	}
	if i > s.low && (s.buf[i-1] == '/' || s.buf[i-1] == '@') {
		return -1
	}
	return i
}

// joinsLocal reports whether r, which UTS 58 does not have in addresses, follows a word
// directly, and is no punctuation between words: an apostrophe, a hyphen, a symbol.
func joinsLocal(before []byte, r rune) bool {
	last, _ := utf8.DecodeLastRune(before)
	if !isWord(last) && (last >= utf8.RuneSelf || !is(byte(last), letter|digit)) {
		return false
	}
	return r == '\u2019' || unicode.In(r, unicode.Pd, unicode.Sc, unicode.Sk, unicode.Sm, unicode.Cf) && r != '\u2014' && r != '\u2015' && termOf(r) == uts58.Include
}

// escapeLocal returns the part of an address before its "@", escaped for a
// mailto URL. Source: rfc6068 2.
func escapeLocal(local []byte) string {
	return string(bytes.ReplaceAll(bytes.ReplaceAll(local, []byte("%"), []byte("%25")), []byte("&"), []byte("%26")))
}

// domain reads the domain of an address: two or more labels, the last of
// letters. For the host of an address of Git, end is its end, but it is not found.
func (t text) domain(i int) (end int, v verdict) {
	if end, v = t.host(i); v != found {
		return 0, v
	}
	end = t.trim(i, end, 0)
	point := bytes.LastIndexByte(t.b[i:end], '.')
	if point < 1 || len(lastLabel(t.b[i:end])) < 2 || bytes.Contains(t.b[i:end], []byte("..")) {
		return 0, none
	}
	for _, c := range lastLabel(t.b[i:end]) {
		if c < utf8.RuneSelf && !is(c, letter) && !bytes.HasPrefix(lastLabel(t.b[i:end]), []byte("xn--")) {
			return 0, none
		}
	}
	c, ok := t.at(end)
	switch {
	case !ok:
		return 0, t.end()
	case c == '@':
		return 0, none
	case c == ':': // git@host:path
		if c, ok = t.at(end + 1); !ok {
			return 0, t.end()
		} else if is(c, letter) || c == '/' || c == '~' {
			return end, none
		}
	}
	return end, found
}

// lastLabel returns the text after the last dot of a host.
func lastLabel(host []byte) []byte { return host[bytes.LastIndexByte(host, '.')+1:] }
