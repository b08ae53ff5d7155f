package earl

import (
	"strings"

	"github.com/earl-url/earl/internal/octet"
)

// Normalize returns u in its normal form at level l: equivalent URLs have the
// same normal form. Normalizing does not change the meaning, and normalizing
// again changes nothing. Normalize allocates only if something changes. Under
// whatwg the parser has done most of it, and only escapes, the case of opaque
// hosts and default ports change. Source: rfc3986 6.2.
func (u URL) Normalize(l Level) URL {
	if u.isNormal(l) {
		return u
	}
	return u.normal(l)
}

// AppendNormalize appends to b the text of the URL that [URL.Normalize] would
// return. It does not allocate if b has enough capacity, except for a URL that
// must be read again. Such URLs are rare: a URL of an edition that
// [Edition.With] returned, a reference without a scheme, a URL of a scheme that
// rfc1738 and its drafts do not know, with "//" and then no login, and, under
// whatwg, a file URL with a "|".
func (u URL) AppendNormalize(b []byte, l Level) []byte {
	switch {
	case u.isNormal(l):
		return append(b, u.text...)
	case u.readsAgain():
		return append(b, u.normal(l).text...)
	}
	var ends [8]uint32
	return u.appendNormal(b, l, &ends)
}

// readsAgain reports whether the edition must read the normal form, because it
// may refuse it or change it. Otherwise the offsets of the components are those
// of the writer: an escape is decoded only to a byte that every component can
// contain and that delimits nothing, so that each component stays what it is.
// This includes what the check of a form looks at. A relative reference can
// become a URL: "./a:b".
func (u *URL) readsAgain() bool {
	e := u.edition
	scheme := u.text[:u.ends[endScheme]]
	return scheme == "" || e.added != nil || !u.hasLogin() && strings.HasPrefix(u.Path(), "//") && e.form(scheme).loose ||
		uint64(len(u.text)) > maxLen/8 || e.rewriter != nil && !e.rewriter.keeps(u.text)
}

// normalShort is the size in bytes up to which a normal form is written on the
// stack.
const normalShort = 256

// normal is Normalize for a URL that isNormal does not accept.
func (u *URL) normal(l Level) URL {
	if len(u.text) > normalShort {
		v := URL{edition: u.edition}
		b := u.appendNormal(make([]byte, 0, len(u.text)+len("/")), l, &v.ends)
		return u.normalized(b, &v)
	}
	return u.normalOnStack(l)
}

// normalOnStack is normal with a buffer on the stack.
func (u *URL) normalOnStack(l Level) URL {
	var b [normalShort]byte
	v := URL{edition: u.edition}
	return u.normalized(u.appendNormal(b[:0], l, &v.ends), &v)
}

// normalized returns the URL with the text b and the offsets of v.
func (u *URL) normalized(b []byte, v *URL) URL {
	if string(b) == u.text {
		return *u
	}
	v.text = string(b)
	if u.readsAgain() && !u.edition.read(v, v.text, true) {
		return *u
	}
	return *v
}

// isNormal reports whether the normal form of u at level l is u. If it returns
// false, u may still be normal: if readsAgain returns true, or if an opaque host
// of whatwg has a "%" before an escape. It is the fast twin of appendNormal, and
// does not write.
func (u *URL) isNormal(l Level) bool {
	e := u.edition
	if l == LevelString || e == nil {
		return true
	}
	if hasUpper(u.text[:u.ends[endScheme]]) || !u.hasNormalEscapes(l) {
		return false
	}
	login := u.hasLogin()
	if login && !u.hasNormalLogin(l) {
		return false
	}
	path := u.text[u.ends[endPort]:u.ends[endPath]]
	switch {
	case l >= LevelScheme && !u.isNormalName():
		return false
	case path == "":
		return l < LevelScheme || !u.needsRoot()
	case l < LevelDots || !e.dots || !hasDots(path, login):
		return true
	}
	return !e.schemeOf(u.text[:u.ends[endScheme]]).hierarchical()
}

// hasNormalEscapes reports whether nothing is decoded or escaped. Most URLs
// need one search for a "%".
func (u *URL) hasNormalEscapes(l Level) bool {
	e, text := u.edition, u.text
	if !e.allowsUnsafe && strings.IndexByte(text, '%') < 0 {
		return true
	}
	for i := 0; ; i++ {
		if i = e.settled(text, i, l, e.same, 0); i == len(text) {
			return true
		}
		switch {
		case i < u.at(endPort) && u.keeps(i):
		case text[i] != '%' || text[i+1] >= 'a' || text[i+2] >= 'a':
			return false
		case octet.Unescape(text, i) == '+' && (i >= u.at(endPath) || i >= u.at(endPort) && u.pathBut() == '+'), completes(text[:i], octet.Unescape(text, i)):
			i += len("HH")
		default:
			return false
		}
	}
}

// keeps reports whether the normal form keeps the byte at i, which precedes the
// path, even if it is unsafe or part of an escape: it is in the scheme, in an IP
// literal, or in the port, which can have escapes in draft1996.
func (u *URL) keeps(i int) bool {
	return i < u.partStart() || i >= u.at(endHost) || i >= u.hostStart() && u.hasLiteral()
}

// hasLiteral reports whether the host, which u has, is in brackets.
func (u *URL) hasLiteral() bool { return strings.HasPrefix(u.text[u.hostStart():u.ends[endHost]], "[") }

// hasNormalLogin reports whether "//", the host and the port do not change. A
// reference of whatwg can have backslashes for "//".
func (u *URL) hasNormalLogin(l Level) bool {
	host := u.text[u.hostStart():u.ends[endHost]]
	switch {
	case u.text[u.partStart():u.loginStart()] != "//", hasUpper(host) && !isLowerHost(host):
		return false
	case l < LevelScheme:
		return true
	case u.edition.rfc5952 && strings.HasPrefix(host, "["):
		var b [48]byte // a longer literal is not an IPv6 address, and has no other form
		if len(host) <= len(b) && string(rfc5952Literal(b[:0], host)) != host {
			return false
		}
	}
	return u.ends[endHost] == u.ends[endPort] || !u.dropsPort(host)
}

// dropsPort reports whether the port, which u has, is empty or the default.
// Without the port, the part of the host after its last colon would become the
// port (R16); such a port stays.
func (u *URL) dropsPort(host string) bool {
	if strings.LastIndexByte(host, ':') > strings.LastIndexByte(host, ']') {
		return false
	}
	if u.at(endHost)+1 == u.at(endPort) {
		return true
	}
	written, given := u.PortNumber()
	return given && written == u.edition.defaultPort(u.text[:u.ends[endScheme]])
}

// needsRoot reports whether the empty path of u means "/".
func (u *URL) needsRoot() bool {
	scheme := u.text[:u.ends[endScheme]]
	s := u.edition.schemeOf(scheme)
	return u.hasLogin() && s != nil && s.RootPath && u.edition.form(scheme).slash != never
}

// hierarchical reports whether the slashes of a path are a hierarchy, in which
// a dot segment is a step: whether the registry allows relative references or
// does not know the scheme. In gopher, prospero and wais the slashes need not be
// a hierarchy (rfc1738 3.4, 3.11). In ftp and nntp each segment is sent to the
// server as it is, so "a/.." need not lead back (rfc1738 3.2.2). Source:
// draft1996 5.3.
func (s *Scheme) hierarchical() bool {
	return s == nil || !s.sendsSegments && (s.Relative == Always || s.Relative == Unknown)
}

// hasDots reports whether removing dot segments changes a path, or whether the
// path needs a guard. A path that guardPath wrote starts with "/.//".
func hasDots(path string, login bool) bool {
	if !login {
		if strings.HasPrefix(path, "//") {
			return true
		}
		if strings.HasPrefix(path, "/.//") {
			path = path[2:]
		}
	}
	for i := 0; ; i++ {
		k := strings.IndexByte(path[i:], '.')
		if k < 0 {
			return false
		}
		if i += k; i == 0 || path[i-1] == '/' {
			if rest := strings.TrimPrefix(path[i+1:], "."); rest == "" || rest[0] == '/' {
				return true
			}
		}
	}
}

// hasUpper reports whether t has a letter in upper case. It tests eight bytes
// together, the last eight again: adding to each byte sets its high bit from "A"
// on, or after "Z".
func hasUpper[text string | []byte](t text) bool {
	if len(t) < 8 {
		for i := range len(t) {
			if c := t[i]; 'A' <= c && c <= 'Z' {
				return true
			}
		}
		return false
	}
	const ones = 0x0101010101010101
	for i := 0; ; i += 8 {
		s := t[min(i, len(t)-8):]
		x := uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 | uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
		low := x & (0x7F * ones)
		if (low+(0x80-'A')*ones)&^(low+(0x7F-'Z')*ones)&^x&(0x80*ones) != 0 {
			return true
		}
		if i+8 >= len(t) {
			return false
		}
	}
}

// isLowerHost reports whether lowerHost does not change a host.
func isLowerHost(host string) bool {
	for i := 0; i < len(host); i++ {
		if c := host[i]; c == '%' {
			i += 2
		} else if 'A' <= c && c <= 'Z' {
			return false
		}
	}
	return true
}

// settled returns the end of the bytes and escapes, from i on, that the normal
// form contains unchanged whatever precedes them. See normalEscapes.
func (e *Edition) settled(text string, i int, l Level, same octet.Class, but byte) int {
	for {
		i = e.nextSpecial(text, i, l)
		switch {
		case i == len(text) || text[i] != '%':
			return i
		case !octet.IsEscape(text, i):
			i++
			continue
		case text[i+1] >= 'a' || text[i+2] >= 'a': // a digit in lower case
			return i
		}
		if o := octet.Unescape(text, i); l >= LevelEscapes && e.classes[o]&same != 0 && o != but {
			return i
		}
		i += 3
	}
}

// nextSpecial returns the offset of the first "%", or unsafe byte that will be
// escaped, from i on.
func (e *Edition) nextSpecial(text string, i int, l Level) int {
	if l < LevelEscapes || !e.allowsUnsafe {
		if k := strings.IndexByte(text[i:], '%'); k >= 0 {
			return i + k
		}
		return len(text)
	}
	for i < len(text) && !(isSpecial[text[i]] && e.classes[text[i]]&e.plain == 0) {
		i++
	}
	return i
}

// isSpecial has "%" and the bytes of unsafe.
var isSpecial = [256]bool{
	'%': true, ' ': true, '"': true, '<': true, '>': true, '{': true, '}': true, '|': true, '\\': true, '^': true,
	'[': true, ']': true, '`': true, '~': true,
}

// appendNormal appends the normal form of u and sets the offsets of its
// components.
func (u *URL) appendNormal(b []byte, l Level, ends *[8]uint32) []byte {
	e, start := u.edition, len(b)
	scheme := u.text[:u.ends[endScheme]]
	*ends = u.ends
	b = append(b, u.text[:u.partStart()]...)
	lowerASCII(b[start:])
	same, login := sameGeneric, u.hasLogin()
	if l >= LevelScheme {
		same = samenessOf(string(b[start : start+len(scheme)]))
	}
	part := len(b)
	if login {
		b = u.appendNormalLogin(b, start, l, ends)
	} else {
		b = append(b, u.cut(u.partStart(), u.at(endPort))...)
	}
	path := len(b)
	b = u.appendNormalPath(b, l)
	dots := l >= LevelDots && e.dots && !(len(b)-path == len(u.Path()) && !hasDots(u.Path(), login || same == sameMachine)) && e.schemeOf(scheme).hierarchical()
	if dots {
		b = removeDots(b, path)
	}
	if same == sameMachine && e.form(scheme).noHost {
		b, path = normalMachine(b, start, path, ends)
		login = ends[endHost] > uint32(part-start)
	}
	if dots {
		b = guardPath(b, path, login)
	}
	switch {
	case l >= LevelScheme && len(b) == path && u.needsRoot():
		b = append(b, '/')
	case same == sameMenu && login && u.ends[endQuery] == u.ends[endPath] && string(b[path:]) == "/1":
		b = b[:path+1]
	case same == sameMailbox:
		eachDomain(b[path:], e.form(scheme).syntax.Headers, func(start, end int) { lowerHost(b[path:][start:end]) })
	}
	ends[endPath] = uint32(len(b) - start)
	for k := endParams; k <= endQuery; k++ {
		b = e.normalEscapes(b, u.cut(u.at(k-1), u.at(k)), l, e.same, '+') // it may join words
		ends[k] = uint32(len(b) - start)
	}
	b = e.normalEscapes(b, u.text[u.ends[endQuery]:], l, e.same, '+')
	if same == sameName && !login {
		b = normalName(b, start, part, ends)
	}
	return b
}

// appendNormalLogin appends "//" and the login.
func (u *URL) appendNormalLogin(b []byte, start int, l Level, ends *[8]uint32) []byte {
	e := u.edition
	b = append(b, "//"...)
	if u.hasUser() {
		b = e.normalEscapes(b, u.cut(u.loginStart(), u.at(endUser)), l, e.same, 0)
		ends[endUser] = uint32(len(b) - start)
		b = e.normalEscapes(b, u.cut(u.at(endUser), u.at(endPassword)), l, e.same, 0)
		ends[endPassword] = uint32(len(b) - start)
		b = append(b, '@')
	}
	at, host := len(b), u.cut(u.hostStart(), u.at(endHost))
	switch literal := u.hasLiteral(); {
	case literal && l >= LevelScheme && e.rfc5952:
		b = rfc5952Literal(b, host)
	case literal:
		b = append(b, host...)
	default:
		b = e.normalEscapes(b, host, l, e.same, 0)
	}
	if hasUpper(b[at:]) {
		lowerHost(b[at:])
	}
	ends[endHost] = uint32(len(b) - start)
	if u.ends[endPort] > u.ends[endHost] && !(l >= LevelScheme && u.dropsPort(host)) {
		b = append(b, u.cut(u.at(endHost), u.at(endPort))...)
	}
	ends[endPort] = uint32(len(b) - start)
	return b
}

// appendNormalPath appends the path. If the text after "//" is not a login, but
// would become one without its escapes, the escapes stay.
func (u *URL) appendNormalPath(b []byte, l Level) []byte {
	e, path, start := u.edition, u.Path(), len(b)
	b = e.normalEscapes(b, path, l, e.same, u.pathBut())
	if f := e.form(u.text[:u.ends[endScheme]]); !u.hasLogin() && f.loose && strings.HasPrefix(path, "//") &&
		e.scanLogin(new(URL), f, string(b[start:]), len("//")) >= 0 {
		login, _, _ := strings.Cut(path[2:], "/")
		end := 2 + len(login)
		b = e.normalEscapes(b[:start], path[:end], l, 0, 0)
		b = e.normalEscapes(b, path[end:], l, e.same, 0)
	}
	return b
}

// pathBut returns the byte whose escapes are not decoded in the path of u, or 0.
func (u *URL) pathBut() byte {
	if s := u.edition.schemeOf(u.text[:u.ends[endScheme]]); s != nil && s.plusSeparates && strings.Contains(u.Path(), "%2") {
		return '+'
	}
	return 0
}

// lowerASCII converts text to lower case.
func lowerASCII(b []byte) {
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
}

// lowerHost converts a host to lower case, except the digits of its escapes.
func lowerHost(b []byte) {
	for i := 0; i < len(b); i++ {
		if b[i] == '%' {
			i += 2
		} else if 'A' <= b[i] && b[i] <= 'Z' {
			b[i] += 'a' - 'A'
		}
	}
}

// normalEscapes appends text with the digits of escapes in upper case. From
// LevelEscapes on, it decodes escapes of bytes of class same except the byte
// but, and escapes unsafe bytes (R2) if the edition allows them.
func (e *Edition) normalEscapes(b []byte, text string, l Level, same octet.Class, but byte) []byte {
	for i := 0; i < len(text); {
		end := e.settled(text, i, l, same, but)
		if b = append(b, text[i:end]...); end == len(text) {
			break
		}
		o := text[end]
		i = end + 1
		if o == '%' {
			o = octet.Unescape(text, end)
			i = end + len("%HH")
			if l >= LevelEscapes && e.classes[o]&same != 0 && o != but && !completes(b, o) {
				b = append(b, o)
				continue
			}
		}
		b = append(b, '%', octet.HexDigits[o>>4], octet.HexDigits[o&15])
	}
	return b
}

// completes reports whether o, appended to b, would make an escape of a "%"
// that is not part of one. Only whatwg allows such a "%".
func completes[text string | []byte](b text, o byte) bool {
	n := len(b)
	return octet.HexPlus1[o] != 0 && n > 0 && (b[n-1] == '%' || n > 1 && b[n-2] == '%')
}

// Level is a level of equivalence and normalization. Each level includes the
// one before it. Source: rfc1738 2.2, 3.1; rfc3986 6.2.
type Level uint8

// The levels, from the strictest.
const (
	LevelString  Level = iota // the same text: rfc3986 6.2.1
	LevelCase                 // the case of the scheme, the host and escapes: rfc3986 6.2.2.1
	LevelEscapes              // unnecessary escapes, and missing escapes of unsafe characters: rfc1738 2.2; rfc3986 6.2.2.2
	LevelDots                 // dot segments, unless the server gets them as in ftp and nntp: rfc3986 6.2.2.3
	LevelScheme               // default port, empty port, empty path, IPv6 addresses, and what the scheme says: rfc1738 3.1; rfc3986 6.2.3; rfc5952
)

// levels has each level's name and the section that allows its step.
var levels = [...]struct{ name, section string }{
	LevelString:  {"string", "rfc3986 6.2.1"},
	LevelCase:    {"case", "rfc1738 2.1; rfc3986 6.2.2.1"},
	LevelEscapes: {"escapes", "rfc1738 2.2; rfc3986 6.2.2.2"},
	LevelDots:    {"dots", "rfc3986 6.2.2.3"},
	LevelScheme:  {"scheme", "rfc1738 3.1; rfc3986 6.2.3"},
}

// String returns the level's name: "string", "case", "escapes", "dots" or "scheme".
func (l Level) String() string { return levels[l].name }

// Section returns the sections that allow the level's step.
func (l Level) Section() string { return levels[l].section }

// ParseLevel returns the level with a name, and whether there is such a level.
func ParseLevel(name string) (Level, bool) {
	for l := range levels {
		if levels[l].name == name {
			return Level(l), true
		}
	}
	return 0, false
}

// Equal reports whether u and v are equivalent at level l, and the lowest level
// at which they are. True means that they identify the same object. False means
// only that the URLs do not show it. URLs of different editions are never
// equal, so read both with one edition, and not with [Auto]. WHATWG finds more
// equal hosts than RFC3986, such as two spellings of an IPv6 address. Source: draft1993 Requirements; rfc3986 6.
func (u URL) Equal(v URL, l Level) (bool, Level) {
	switch {
	case u.edition != v.edition:
		return false, 0
	case u.text == v.text:
		return true, LevelString
	case u.isNormal(l) && v.isNormal(l):
		return false, 0
	}
	var a, b [normalShort]byte
	if !u.readsAgain() && !v.readsAgain() && string(u.AppendNormalize(a[:0], l)) != string(v.AppendNormalize(b[:0], l)) {
		return false, 0 // each level includes the ones before it
	}
	for step := LevelCase; step <= l; step++ {
		if string(u.AppendNormalize(a[:0], step)) == string(v.AppendNormalize(b[:0], step)) {
			return true, step
		}
	}
	return false, 0
}
