package earl

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
