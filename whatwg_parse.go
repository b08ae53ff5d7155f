package earl

import (
	"bytes"
	"strings"

	"github.com/earl-url/earl/internal/octet"
)

// whatwgAsWritten is the fast path: it accepts only what the standard's
// serializer writes, by classes of bytes, and texts that lack only the "/" of an
// empty path: it belongs at slash. A text that it refuses may still be a URL
// that parsing does not change.
func whatwgAsWritten(text string) (ends packed, slash int, ok bool) {
	t := &octet.WHATWGClasses
	colon, special, port, login := whatwgPlainScheme(text)
	if colon == 0 {
		return ends, 0, false
	}
	path, query := octet.WHATWGPath, octet.WHATWGQuery
	if special {
		path, query = octet.WHATWGSpecialPath, octet.WHATWGSpecialQuery
	}
	i := colon + 1
	switch {
	case login:
		user, password, host, end := whatwgPlainLogin(text, i+2, special, port)
		if end < 0 || uint64(len(text)) > whatwgMax {
			return ends, 0, false
		}
		if special && (end == len(text) || text[end] != '/') {
			slash = end
		}
		ends.schemeUser, ends.passwordHost = pack(colon, user), pack(password, host)
		i = end
	case special:
		return ends, 0, false
	default:
		ends.schemeUser, ends.passwordHost = pack(colon, i), pack(i, i)
		if i == len(text) || text[i] != '/' {
			path = octet.WHATWGOpaquePath
		}
	}
	start := i
	if path == octet.WHATWGOpaquePath {
		i = octet.Stretch(t, text, i, path)
	} else if i = whatwgPlainPathEnd(text, i, path); i < 0 || special && port == 0 && i-start >= 3 && text[start+2] == '|' {
		return ends, 0, false
	}
	ends.portPath = pack(start, i)
	params := i
	if i < len(text) && text[i] == '?' {
		i = octet.Stretch(t, text, i+1, query)
	}
	ends.paramsQuery = pack(params, i)
	if i < len(text) && text[i] == '#' {
		i = octet.Stretch(t, text, i+1, octet.WHATWGFragment)
	}
	return ends, slash, i == len(text)
}

// whatwgPlainScheme returns the end of the scheme of a text, or 0 if it has
// none in lower case, the properties of the scheme, and whether "//" follows.
func whatwgPlainScheme(text string) (colon int, special bool, port uint16, login bool) {
	switch {
	case strings.HasPrefix(text, "https://"):
		return 5, true, 443, true
	case strings.HasPrefix(text, "http://"):
		return 4, true, 80, true
	}
	colon = octet.Run(&octet.WHATWGClasses, text, 0, octet.WHATWGLowScheme)
	if colon == 0 || colon == len(text) || text[colon] != ':' || octet.WHATWGClasses[text[0]]&octet.WHATWGAlpha == 0 {
		return 0, false, 0, false
	}
	special, port = whatwgSpecial(text[:colon])
	return colon, special, port, strings.HasPrefix(text[colon+1:], "//")
}

// whatwgPlainLogin returns the offsets of the login at i, and its end. The end
// is negative if the login needs the full parser: for a domain that is not in
// lower-case ASCII, an address that is not in serialized form, a default port,
// or an empty host.
func whatwgPlainLogin(text string, i int, special bool, port uint16) (user, password, host, end int) {
	t, octets := &octet.WHATWGClasses, octet.WHATWGOpaqueHost
	if special {
		octets = octet.WHATWGDomain
	}
	user, password, start := i, i, i
	host = octet.Stretch(t, text, i, octets)
	if host < len(text) && (text[host] == ':' || text[host] == '@') {
		if at := whatwgPlainUser(text, i); at > i {
			user, password, start = at, at, at+1
			if k := strings.IndexByte(text[i:at], ':'); k >= 0 {
				user = i + k
			}
			host = octet.Stretch(t, text, start, octets)
		}
	}
	if host == start && host < len(text) && text[host] == '[' {
		host += strings.IndexByte(text[host:], ']') + 1
	}
	if host == len(text) || text[host] != ':' {
		end = host
	} else if end = whatwgPlainPort(text, host, special, port); special && port == 0 {
		end = -1
	}
	if end < 0 || end < len(text) && text[end] != '/' && text[end] != '?' && text[end] != '#' ||
		!whatwgPlainHost(text[start:host], special, port == 0, end == i) || special && port == 0 && start > i {
		return 0, 0, 0, -1
	}
	return user, password, host, end
}

// whatwgPlainHost reports whether a host is in serialized form. alone means
// that the login has only a host.
func whatwgPlainHost(host string, special, file, alone bool) bool {
	switch {
	case host == "":
		return alone && (!special || file)
	case host[0] == '[':
		var b [64]byte
		got, ok := whatwgAppendHost(b[:0], []byte(host), special)
		return ok && string(got) == host
	case !special:
		return true
	case file && host == "localhost":
		return false
	case mayEndInNumber(host):
		n, r := whatwgIPv4([]byte(host))
		var b [16]byte
		return r == "" && string(appendIPv4(b[:0], n)) == host
	}
	return true
}

// whatwgPlainPort returns the end of the port whose colon is at i, or -1 if it
// is not in serialized form.
func whatwgPlainPort(text string, i int, special bool, standard uint16) int {
	end := octet.Run(&octet.WHATWGClasses, text, i+1, octet.WHATWGDigit)
	n, given, ok := whatwgPort([]byte(text[i+1 : end]))
	if !given || !ok || n == standard && special || text[i+1] == '0' && end > i+2 {
		return -1
	}
	return end
}

// whatwgPlainUser returns the offset of the "@" of a login whose user and
// password are in serialized form, or 0.
func whatwgPlainUser(text string, i int) int {
	user := octet.Stretch(&octet.WHATWGClasses, text, i, octet.WHATWGUser)
	at := user
	if at < len(text) && text[at] == ':' {
		at = octet.Stretch(&octet.WHATWGClasses, text, at+1, octet.WHATWGUser)
		if at == user+1 {
			return 0
		}
	}
	if at == len(text) || text[at] != '@' {
		return 0
	}
	return at
}

// mayEndInNumber reports whether a domain may end in a number. It decides
// quickly for most domains that do not.
func mayEndInNumber(domain string) bool {
	c := domain[len(domain)-1]
	if c > 'f' && c != 'x' || c == '-' {
		return false
	}
	return whatwgEndsInNumber([]byte(domain))
}

// whatwgPlainPathEnd returns the end of the path at i, whose bytes are of class
// c, or -1 if it has a dot segment.
func whatwgPlainPathEnd(text string, i int, c octet.Class) int {
	for {
		i = octet.Stretch(&octet.WHATWGClasses, text, i, octet.WHATWGPlainPath)
		if i == len(text) || text[i] == '?' || text[i] == '#' {
			return i
		}
		if text[i-1] == '/' && startsWithDots(text[i:]) {
			return -1
		}
		if octet.WHATWGClasses[text[i]]&c == 0 {
			return i
		}
		i++
	}
}

// startsWithDots reports whether the first segment of path is a dot segment.
func startsWithDots(path string) bool {
	n := 0
	for n < len(path) && n <= len("%2e%2e") && path[n] != '/' && path[n] != '?' && path[n] != '#' {
		n++
	}
	return whatwgDots([]byte(path[:n])) > 0
}

// The sizes in bytes up to which a URL is written on the stack and then
// allocated once, with its exact length: that of most URLs, and that of nearly
// all.
const (
	whatwgShort = 1 << 10
	whatwgLong  = 32 << 10
)

// whatwgParse is the basic URL parser. It allocates the URL. For more than
// whatwgLong bytes, or for a host outside ASCII, it also allocates working
// memory.
func whatwgParse(text, base string, marks [8]uint32) (out string, ends [8]uint32, ok bool) {
	if uint64(len(text)) > whatwgMax || uint64(len(base)) > whatwgMax {
		return "", ends, false
	}
	n := 3*len(text) + len(base) + whatwgRoom
	switch {
	case n <= whatwgShort:
		return whatwgParseShort(text, base, marks)
	case n <= whatwgLong:
		return whatwgParseLong(text, base, marks)
	}
	return whatwgParseInto(make([]byte, 0, n), text, base, marks)
}

// whatwgMax is the maximum length of a text and of a base, so that the offsets
// of the resulting URL fit: each byte may become three.
const whatwgMax = (maxLen - whatwgRoom) / 4

// whatwgRoom is the most that a URL grows beyond its escapes: slashes, "/.", an
// address.
const whatwgRoom = 64

func whatwgParseShort(text, base string, marks [8]uint32) (string, [8]uint32, bool) {
	var b [whatwgShort]byte
	return whatwgParseInto(b[:0], text, base, marks)
}

//go:noinline
func whatwgParseLong(text, base string, marks [8]uint32) (string, [8]uint32, bool) {
	var b [whatwgLong]byte
	return whatwgParseInto(b[:0], text, base, marks)
}

// whatwgParseInto is whatwgParse with a buffer to write to.
func whatwgParseInto(b []byte, text, base string, marks [8]uint32) (out string, ends [8]uint32, ok bool) {
	w := hrefWriter{base: URL{text: base, ends: marks}}
	if b, ok = w.text(b, text); !ok {
		return "", ends, false
	}
	return string(b), w.ends, true
}

// whatwgAppend is whatwgParse, but appends to the caller's buffer.
func whatwgAppend(b []byte, text, base string, marks [8]uint32) (out []byte, ok bool) {
	if uint64(len(text)) > whatwgMax || uint64(len(base)) > whatwgMax {
		return b, false
	}
	w := hrefWriter{start: len(b), base: URL{text: base, ends: marks}}
	if out, ok = w.text(b, text); !ok {
		return b, false
	}
	return out, true
}

// text appends the URL of a text.
func (w *hrefWriter) text(b []byte, text string) ([]byte, bool) {
	text = whatwgTrim(text)
	if !whatwgHasTabs(text) {
		return w.url(b, []byte(text))
	}
	return w.cleanText(b, text)
}

// cleanText is text for a text with tabs or newlines.
func (w *hrefWriter) cleanText(b []byte, text string) ([]byte, bool) {
	var clean [whatwgShort]byte
	return w.url(b, whatwgAppendClean(clean[:0], text))
}

// whatwgTrim returns a text without leading and trailing C0 controls and spaces.
// Source: whatwg basic URL parser.
func whatwgTrim(text string) string {
	for len(text) > 0 && text[0] <= ' ' {
		text = text[1:]
	}
	for len(text) > 0 && text[len(text)-1] <= ' ' {
		text = text[:len(text)-1]
	}
	return text
}

// whatwgHasTabs reports whether a text has tabs or newlines.
func whatwgHasTabs(text string) bool {
	return strings.IndexByte(text, '\n') >= 0 || strings.IndexByte(text, '\t') >= 0 || strings.IndexByte(text, '\r') >= 0
}

// whatwgAppendClean appends a text without its tabs and newlines.
func whatwgAppendClean(b []byte, text string) []byte {
	for i := range len(text) {
		if c := text[i]; c != '\t' && c != '\n' && c != '\r' {
			b = append(b, c)
		}
	}
	return b
}

// whatwgValid reports whether whatwgParse would succeed without a base. Nothing
// after the port can fail, so it stops there. It does not allocate except in
// two cases: a host that is not ASCII or has more than 256 bytes in serialized
// form, and a login of more than whatwgShort bytes with tabs in it.
func whatwgValid(text string) bool {
	if uint64(len(text)) > whatwgMax {
		return false
	}
	if colon, special, port, login := whatwgPlainScheme(text); login {
		if _, _, _, end := whatwgPlainLogin(text, colon+3, special, port); end >= 0 {
			return true
		}
	}
	return whatwgValidSlow(whatwgTrim(text))
}

// whatwgValidSlow truncates a trimmed text after its login, and checks the
// result.
func whatwgValidSlow(text string) bool {
	var b [whatwgShort]byte
	end := len(text)
	colon := strings.IndexByte(text, ':')
	if colon < 0 {
		return false
	}
	i := colon + 1
	for i < len(text) && strings.IndexByte("/\\\t\n\r", text[i]) >= 0 {
		i++
	}
	if k := strings.IndexAny(text[i:], "/?#"); k >= 0 {
		end = i + k
	}
	if head := text[:end]; whatwgHasTabs(head) {
		return whatwgHolds(whatwgAppendClean(b[:0], head))
	}
	return whatwgHolds([]byte(text[:end]))
}

// whatwgHolds reports whether in, a URL up to the end of its login, is valid.
func whatwgHolds(in []byte) bool {
	n := whatwgSchemeLen(in)
	if n == 0 {
		return false
	}
	w := hrefWriter{}
	w.special, w.port = whatwgSpecialFold(in[:n])
	w.file = w.special && w.port == 0
	rest := in[n+1:]
	switch {
	case w.file:
		if len(rest) < 2 || !w.isSlash(rest[0]) || !w.isSlash(rest[1]) {
			return true
		}
		rest = rest[2:]
		rest = rest[:w.authorityEnd(rest)]
		return len(rest) == 0 || isDriveLetter(rest, ':') || isDriveLetter(rest, '|') || whatwgHostHolds(rest, true)
	case w.special:
		rest = whatwgSkipSlashes(rest)
	case !hasPrefix(rest, "//"):
		return true
	default:
		rest = rest[2:]
	}
	rest = rest[:w.authorityEnd(rest)]
	if at := bytes.LastIndexByte(rest, '@'); at >= 0 {
		if rest = rest[at+1:]; len(rest) == 0 {
			return false
		}
	}
	host, port := whatwgCutPort(rest)
	_, _, ok := whatwgPort(port)
	if len(host) == 0 {
		return !w.special && port == nil
	}
	return ok && whatwgHostHolds(host, w.special)
}

// whatwgSpecialFold is whatwgSpecial for a scheme in lower or upper case.
func whatwgSpecialFold(scheme []byte) (special bool, port uint16) {
	var lower [5]byte
	if len(scheme) > len(lower) {
		return false, 0
	}
	for i, c := range scheme {
		lower[i] = c | 0x20 // this converts no other byte of a scheme to a letter
	}
	return whatwgSpecial(string(lower[:len(scheme)]))
}

// whatwgHostHolds reports whether whatwgAppendHost would succeed.
func whatwgHostHolds(host []byte, special bool) bool {
	var b [256]byte // no name in the DNS has more bytes
	_, ok := whatwgAppendHost(b[:0], host, special)
	return ok
}
