package earl

import (
	"bytes"
	"strings"
)

// A rewriter is the parser of an edition that writes a URL anew while it reads
// it. Its functions take and return plain values, as those of [Edition] do.
type rewriter struct {
	// asWritten returns the marks of a text that is a URL as it stands; not ok: ask parse.
	asWritten func(text string) (ends [8]uint32, ok bool)
	// parse returns the URL that a text means and its marks, on a base unless that is "".
	parse func(text, base string, marks [8]uint32) (out string, ends [8]uint32, ok bool)
	// append is parse into b.
	append func(b []byte, text, base string, marks [8]uint32) (out []byte, ok bool)
	// valid reports whether parse would succeed without a base.
	valid func(text string) bool
	// relative says whether a text is a relative reference and whether one can be resolved; the
	// marks are of the text as it is returned, trimmed.
	relative func(text string) (trimmed string, ends [8]uint32, is, ok bool)
	// check returns what is wrong with a text, perhaps a reference: all, in ascending
	// offset, or only the first for which parse fails.
	check func(text, base string, marks [8]uint32, reference, all bool) []Violation
	// set returns a URL with one of its components changed.
	set func(text string, marks [8]uint32, what component, value string) (out string, ends [8]uint32, ok bool)
}

// whatwgAsWritten is the fast path: it spans the classes of what the standard's
// serialiser writes. What it does not know may still be a URL as it stands.
func whatwgAsWritten(text string) (ends [8]uint32, ok bool) {
	t := &whatwgClasses
	colon := run(t, text, 0, whatwgLowScheme)
	if colon == 0 || colon+1 >= len(text) || text[colon] != ':' || t[text[0]]&whatwgAlpha == 0 {
		return ends, false
	}
	ends[endScheme] = uint32(colon)
	special, port := whatwgSpecial(text[:colon])
	i, path, query := colon+1, whatwgPath, whatwgQuery
	if special {
		path, query = whatwgSpecialPath, whatwgSpecialQuery
	}
	switch login := strings.HasPrefix(text[i:], "//"); {
	case login:
		if i = whatwgPlainLogin(&ends, text, i+2, special, port); i < 0 || special && (i == len(text) || text[i] != '/') {
			return ends, false
		}
	case special:
		return ends, false
	default:
		ends[endUser], ends[endPassword], ends[endHost], ends[endPort] = uint32(i), uint32(i), uint32(i), uint32(i)
		if text[i] != '/' {
			path = whatwgOpaquePath
		}
	}
	start := i
	i = stretch(t, text, i, path)
	ends[endPath], ends[endParams] = uint32(i), uint32(i)
	if path != whatwgOpaquePath && !whatwgPlainPath(text[start:i], special && port == 0) {
		return ends, false
	}
	if i < len(text) && text[i] == '?' {
		i = stretch(t, text, i+1, query)
	}
	ends[endQuery] = uint32(i)
	if i < len(text) && text[i] == '#' {
		i = stretch(t, text, i+1, whatwgFragment)
	}
	return ends, i == len(text)
}

// whatwgPlainLogin sets the marks of the login at i and returns where it ends,
// -1 where it must be looked at more closely: a domain that is not in lower-case
// ASCII or that ends in a number, a default port, an empty host.
func whatwgPlainLogin(ends *[8]uint32, text string, i int, special bool, port uint16) int {
	t, host := &whatwgClasses, whatwgOpaqueHost
	if special {
		host = whatwgDomain
	}
	user, password, start := i, i, i
	end := stretch(t, text, i, host)
	if end < len(text) && (text[end] == ':' || text[end] == '@') {
		if at := whatwgPlainUser(text, i); at > i {
			user = i + strings.IndexByte(text[i:at+1], ':')
			if password = at; user < i {
				user = at
			}
			start = at + 1
			end = stretch(t, text, start, host)
		}
	}
	if special && port == 0 {
		if start > i || end < len(text) && text[end] == ':' || text[start:end] == "localhost" {
			return -1
		}
		if end == start {
			ends[endUser], ends[endPassword], ends[endHost], ends[endPort] = uint32(i), uint32(i), uint32(i), uint32(i)
			return i
		}
	}
	switch {
	case end == start && (special || start > i || end < len(text) && text[end] != '/' && text[end] != '?' && text[end] != '#'):
		return -1
	case special && mayEndInNumber(text[start:end]):
		var b [256]byte
		if got, ok := whatwgAppendDomain(b[:0], []byte(text[start:end])); !ok || string(got) != text[start:end] {
			return -1
		}
	}
	ends[endUser], ends[endPassword], ends[endHost] = uint32(user), uint32(password), uint32(end)
	i = end
	if i < len(text) && text[i] == ':' {
		i = run(t, text, i+1, whatwgDigit)
		n, given, ok := whatwgPort([]byte(text[end+1 : i]))
		if !given || !ok || n == port && special || text[end+1] == '0' && i > end+2 {
			return -1
		}
	}
	ends[endPort] = uint32(i)
	if i == len(text) || text[i] == '/' || text[i] == '?' || text[i] == '#' {
		return i
	}
	return -1
}

// whatwgPlainUser returns where the "@" of a login stands whose user and
// password are written as they are serialised, 0 if there is none.
func whatwgPlainUser(text string, i int) int {
	user := stretch(&whatwgClasses, text, i, whatwgUser)
	at := user
	if at < len(text) && text[at] == ':' {
		at = stretch(&whatwgClasses, text, at+1, whatwgUser)
		if at == user+1 {
			return 0
		}
	}
	if at == len(text) || text[at] != '@' {
		return 0
	}
	return at
}

// mayEndInNumber reports whether a domain may end in a number: whether its last
// octet is one that a number, or the dot behind it, ends with.
func mayEndInNumber(domain string) bool {
	c := domain[len(domain)-1]
	if c >= 'g' && c != 'x' || c == '-' {
		return false
	}
	return c == '.' || whatwgEndsInNumber([]byte(domain))
}

// whatwgPlainPath reports whether a path has no dot segment and no drive letter
// that would be written otherwise.
func whatwgPlainPath(path string, file bool) bool {
	for _, dot := range [...]string{"/.", "/%2"} {
		for i := 0; ; {
			k := strings.Index(path[i:], dot)
			if k < 0 {
				break
			}
			i += k + 1
			if startsWithDots(path[i:]) {
				return false
			}
		}
	}
	return !(file && len(path) >= 3 && path[2] == '|')
}

// startsWithDots reports whether the segment that path starts with is a dot segment.
func startsWithDots(path string) bool {
	for dots := range 3 {
		switch {
		case path == "" || path[0] == '/':
			return dots > 0
		case path[0] == '.':
			path = path[1:]
		case len(path) >= 3 && path[0] == '%' && path[1] == '2' && path[2]|0x20 == 'e':
			path = path[3:]
		default:
			return false
		}
	}
	return path == "" || path[0] == '/'
}

// The sizes, in octets, up to which a URL is written on the stack and then
// allocated once, just as long as it is: that of most, and that of nearly all.
const (
	whatwgShort = 1 << 10
	whatwgLong  = 32 << 10
)

// whatwgParse is the basic URL parser. It allocates the URL and, beyond
// whatwgLong octets or for a host outside ASCII, what it works with.
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

// whatwgMax bounds a text, and a base, so that no URL can be longer than its
// marks can say: each octet may become three.
const whatwgMax = (maxLen - whatwgRoom) / 4

// whatwgRoom is more than a URL grows beyond its escapes: slashes, "/.", an address.
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

// whatwgParseInto is whatwgParse with room to write.
func whatwgParseInto(b []byte, text, base string, marks [8]uint32) (out string, ends [8]uint32, ok bool) {
	w := hrefWriter{b: b, base: URL{text: base, ends: marks}}
	if !w.text(text) {
		return "", ends, false
	}
	return string(w.b), w.ends, true
}

// whatwgAppend is whatwgParse into the caller's buffer.
func whatwgAppend(b []byte, text, base string, marks [8]uint32) (out []byte, ok bool) {
	if uint64(len(text)) > whatwgMax || uint64(len(base)) > whatwgMax {
		return b, false
	}
	w := hrefWriter{b: b, start: len(b), base: URL{text: base, ends: marks}}
	if !w.text(text) {
		return b, false
	}
	return w.b, true
}

// text writes the URL that a text means.
func (w *hrefWriter) text(text string) bool {
	text = whatwgTrim(text)
	if !whatwgHasTabs(text) {
		return w.url([]byte(text))
	}
	var b [whatwgShort]byte
	return w.url(whatwgAppendClean(b[:0], text))
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

// whatwgHasTabs reports whether a text has a tab or newline.
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
// behind the port can fail, so it looks no further. It does not allocate but for
// a host outside ASCII, and for a login of more than whatwgShort octets with tabs
// or escapes in it.
func whatwgValid(text string) bool {
	if uint64(len(text)) > whatwgMax {
		return false
	}
	t := &whatwgClasses
	if colon := run(t, text, 0, whatwgLowScheme); colon > 0 && colon+3 < len(text) && text[colon:colon+3] == "://" && t[text[0]]&whatwgAlpha != 0 {
		var ends [8]uint32
		special, port := whatwgSpecial(text[:colon])
		if i := whatwgPlainLogin(&ends, text, colon+3, special, port); i >= 0 {
			return true
		}
	}
	return whatwgValidSlow(whatwgTrim(text))
}

// whatwgValidSlow cuts a trimmed text behind its login and judges that.
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
	in := []byte(nil)
	if head := text[:end]; whatwgHasTabs(head) {
		in = whatwgAppendClean(b[:0], head)
		return whatwgHolds(in)
	}
	return whatwgHolds([]byte(text[:end]))
}

// whatwgHolds reports whether in, a URL up to the end of its login, is one.
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

// whatwgSpecialFold is whatwgSpecial for a scheme in either case.
func whatwgSpecialFold(scheme []byte) (special bool, port uint16) {
	var lower [5]byte
	if len(scheme) > len(lower) {
		return false, 0
	}
	for i, c := range scheme {
		lower[i] = c | 0x20 // which changes no octet of a scheme into a letter
	}
	return whatwgSpecial(string(lower[:len(scheme)]))
}

// whatwgHostHolds reports whether whatwgAppendHost would succeed.
func whatwgHostHolds(host []byte, special bool) bool {
	var b [256]byte
	switch {
	case len(host) <= len(b)/3 || host[0] == '[' || special && !isPlainASCII(host):
		_, ok := whatwgAppendHost(b[:0], host, special)
		return ok
	case !special:
		for _, c := range host {
			if isForbiddenHost(c) {
				return false
			}
		}
		return true
	}
	for _, c := range host {
		if whatwgClasses[c]&(whatwgDomain|whatwgAlpha) == 0 {
			return false
		}
	}
	if !whatwgEndsInNumber(host) {
		return true
	}
	_, r := whatwgIPv4(host)
	return r == 0
}
