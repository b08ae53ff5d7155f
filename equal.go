package earl

import "strings"

// Level is a level of equivalence and normalization. Each level includes the
// one before it. Source: rfc1738 2.2, 3.1; rfc3986 6.2.
type Level uint8

// The levels, from the strictest.
const (
	LevelString  Level = iota // the same text: rfc3986 6.2.1
	LevelCase                 // the case of the scheme, the host and escapes: rfc3986 6.2.2.1
	LevelEscapes              // unnecessary escapes, and missing escapes of unsafe characters: rfc1738 2.2; rfc3986 6.2.2.2
	LevelDots                 // dot segments, unless the server gets them as in ftp and nntp: rfc3986 6.2.2.3
	LevelScheme               // default port, empty port, empty path, IPv6 addresses: rfc1738 3.1; rfc3986 6.2.3; rfc5952
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
	if u.edition != v.edition {
		return false, 0
	}
	for step := LevelString; step <= l; step++ {
		if u.Normalize(step).text == v.Normalize(step).text {
			return true, step
		}
	}
	return false, 0
}

// Normalize returns u in its normal form at level l: equivalent URLs have the
// same normal form. Normalizing does not change the meaning, and normalizing
// again changes nothing. It allocates only if something changes. Under whatwg
// the parser has done most of it, and only escapes and the case of opaque hosts
// change. Source: rfc3986 6.2.
func (u URL) Normalize(l Level) URL {
	if l == LevelString || u.edition == nil {
		return u
	}
	e := u.edition
	b := make([]byte, 0, len(u.text)+2)
	b = append(b, u.Scheme()...)
	if len(b) > 0 {
		b = append(b, ':')
	}
	if u.hasLogin() {
		b = u.normalLogin(b, l)
	} else {
		b = append(b, u.cut(u.partStart(), u.at(endPort))...)
	}
	path := len(b)
	b = u.normalPath(b, l)
	s := e.findScheme(u.Scheme())
	if l >= LevelDots && e.dots && s.hierarchical() {
		b = guardPath(removeDots(b, path), path, u.hasLogin())
	}
	if l >= LevelScheme && len(b) == path && u.hasLogin() && s != nil && s.rootPath && e.form(u.Scheme()).slash != never {
		b = append(b, '/')
	}
	b = e.normalEscapes(b, u.text[u.ends[endPath]:], l, e.same, '+') // it may join words
	if string(b) == u.text {
		return u
	}
	var v URL
	if !e.read(&v, string(b), true) {
		return u
	}
	return v
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

// normalLogin appends "//" and the login.
func (u URL) normalLogin(b []byte, l Level) []byte {
	e := u.edition
	b = append(b, "//"...)
	if u.hasUser() {
		b = e.normalEscapes(b, u.text[u.loginStart():u.at(endPassword)+1], l, e.same, 0)
	}
	start, host := len(b), u.cut(u.hostStart(), u.at(endHost))
	switch {
	case host != "" && host[0] == '[' && l >= LevelScheme && e.normalLiteral != nil:
		b = e.normalLiteral(b, host)
	case strings.HasPrefix(host, "["):
		b = append(b, host...)
	default:
		b = e.normalEscapes(b, host, l, e.same, 0)
	}
	lowerHost(b[start:])
	digits, ok := u.Port()
	if !ok {
		return b
	}
	// Without the port, the part of the host after its last colon would become
	// the port (R16).
	if l >= LevelScheme && strings.LastIndexByte(host, ':') <= strings.LastIndexByte(host, ']') {
		written, given := u.PortNumber()
		if digits == "" || given && written == e.defaultPort(u.Scheme()) {
			return b
		}
	}
	return append(append(b, ':'), digits...)
}

// normalPath appends the path. If the text after "//" is not a login, but would
// become one without its escapes, the escapes stay.
func (u URL) normalPath(b []byte, l Level) []byte {
	e, path, start := u.edition, u.Path(), len(b)
	b = e.normalEscapes(b, path, l, e.same, 0)
	if f := e.form(u.Scheme()); !u.hasLogin() && f.loose && strings.HasPrefix(path, "//") && e.scanLogin(new(URL), f, string(b), start+2) >= 0 {
		login, _, _ := strings.Cut(path[2:], "/")
		end := 2 + len(login)
		b = e.normalEscapes(b[:start], path[:end], l, 0, 0)
		b = e.normalEscapes(b, path[end:], l, e.same, 0)
	}
	return b
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
// but, and escapes unsafe bytes (R2) unless the edition rewrites URLs and so has
// its own rule.
func (e *Edition) normalEscapes(b []byte, text string, l Level, same class, but byte) []byte {
	for i := 0; i < len(text); i++ {
		if o := text[i]; o != '%' || !isEscape(text, i) {
			if l >= LevelEscapes && e.classes[o]&e.plain == 0 && e.rewriter == nil && strings.IndexByte(unsafe, o) >= 0 {
				b = append(b, '%', hexDigits[o>>4], hexDigits[o&15])
			} else {
				b = append(b, o)
			}
			continue
		}
		o := unescape(text, i)
		if l >= LevelEscapes && e.classes[o]&same != 0 && o != but && !completes(b, o) {
			b = append(b, o)
		} else {
			b = append(b, '%', hexDigits[o>>4], hexDigits[o&15])
		}
		i += 2
	}
	return b
}

// completes reports whether o, appended to b, would make an escape of a "%"
// that is not part of one. Only whatwg allows such a "%".
func completes(b []byte, o byte) bool {
	n := len(b)
	return hexPlus1[o] != 0 && n > 0 && (b[n-1] == '%' || n > 1 && b[n-2] == '%')
}
