package earl

import (
	"slices"
	"strings"

	"github.com/earl-url/earl/internal/octet"
)

// A sameness is what a scheme adds to the equivalence of the generic syntax:
// which differences between two of its URLs have no meaning. Source: rfc3986
// 6.2.3.
type sameness uint8

const (
	sameGeneric sameness = iota // nothing
	sameMailbox                 // the domain of an address has no case: rfc6068 2; rfc5321 2.4
	sameName                    // the namespace has no case, and some names; r-, q- and f-components are not part of the name: rfc8141 3.1
	sameMenu                    // the root menu, with its type or without: rfc1738 3.4.1; rfc4266 2.1
	sameMachine                 // "localhost", an empty host and no host are this machine: rfc1738 3.10; rfc3986 3.2.2
)

// samenessOf returns the sameness of a scheme in lower case.
func samenessOf(scheme string) sameness {
	switch scheme {
	case "mailto":
		return sameMailbox
	case "urn":
		return sameName
	case "gopher", "gophers":
		return sameMenu
	case "file":
		return sameMachine
	}
	return sameGeneric
}

// isNormalName is the part of isNormal that the scheme adds at LevelScheme. What
// precedes it is normal already.
func (u *URL) isNormalName() bool {
	scheme := u.text[:u.ends[endScheme]]
	switch samenessOf(scheme) {
	case sameMailbox:
		path, normal := u.Path(), true
		eachDomain(path, u.edition.form(scheme).syntax.Headers, func(start, end int) {
			normal = normal && isLowerHost(path[start:end])
		})
		return normal
	case sameName:
		name := u.text[u.ends[endPort]:]
		nid, nss, end := urnName(name)
		return u.hasLogin() || end == len(name) && !hasUpper(name[:nid]) && !hasUpper(name[nss:end])
	case sameMenu:
		return !u.hasLogin() || u.text[u.ends[endPort]:u.ends[endQuery]] != "/1"
	case sameMachine:
		named := !u.hasLogin() || u.text[u.loginStart():u.ends[endPort]] == "localhost"
		return !named || !strings.HasPrefix(u.Path(), "/") || !u.edition.form(scheme).noHost
	}
	return true
}

// normalMachine writes an empty login before the absolute path b[path:] of the
// file URL b[start:] if there is no login, or if it is only "localhost". It
// returns the new offset of the path.
func normalMachine(b []byte, start, path int, ends *[8]uint32) ([]byte, int) {
	switch {
	case path == len(b) || b[path] != '/':
		return b, path
	case string(b[start:path]) == "file:":
		b = append(b, "//"...)
		copy(b[path+len("//"):], b[path:])
		b[path+1] = '/'
		path += len("//")
	case string(b[start:path]) == "file://localhost":
		b = slices.Delete(b, path-len("localhost"), path)
		path -= len("localhost")
	default:
		return b, path
	}
	for k := endUser; k <= endPort; k++ {
		ends[k] = uint32(path - start)
	}
	return b, path
}

// normalName converts the namespace of the urn URL b[start:], whose name starts
// at part, to lower case, and a name without case too. It removes the components
// that are not part of the name.
func normalName(b []byte, start, part int, ends *[8]uint32) []byte {
	nid, nss, end := urnName(b[part:])
	lowerASCII(b[part : part+nid])
	lowerASCII(b[part+nss : part+end])
	b = b[:part+end]
	for k := endPath; k <= endQuery; k++ {
		ends[k] = min(ends[k], uint32(len(b)-start))
	}
	return b
}

// eachDomain calls do with the offsets of the domain of each address in the path
// of a mailto URL. If it is a list with header fields, a "," separates addresses
// and a "?" ends them. A domain that has other bytes than those of a host, such
// as a comment, is left out. A quoted string has no domain.
func eachDomain[text string | []byte](t text, list bool, do func(start, end int)) {
	start, quoted := -1, false
	for i := 0; i < len(t); {
		c, next := decodedAt(t, i)
		escaped := next > i+1
		switch {
		case c == '"':
			quoted, start = !quoted, -1
		case quoted && c == '\\' && next < len(t):
			_, next = decodedAt(t, next)
		case quoted:
		case c == '@' && !escaped:
			start = i + 1
		case list && !escaped && (c == ',' || c == '?'):
			if start >= 0 {
				do(start, i)
			}
			if start = -1; c == '?' {
				return
			}
		case escaped && c < 0x80, !isHostByte(c):
			start = -1
		}
		i = next
	}
	if start >= 0 {
		do(start, len(t))
	}
}

// decodedAt returns the byte at i, decoded if it is an escape, and the offset
// after it.
func decodedAt[text string | []byte](t text, i int) (c byte, next int) {
	if c = t[i]; c == '%' && i+2 < len(t) {
		if high, low := octet.HexPlus1[t[i+1]], octet.HexPlus1[t[i+2]]; high != 0 && low != 0 {
			return (high-1)<<4 | (low - 1), i + len("%HH")
		}
	}
	return c, i + 1
}

// isHostByte reports whether c can be in the name of a host, or in a character
// of such a name outside ASCII.
func isHostByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' || c == '.' || c >= 0x80
}

// urnName returns the end of the namespace of a urn URL, whose text after the
// scheme's colon is name; the start of that part of the name which has no case;
// and the end of the name, where an r-, q- or f-component starts. If the text is
// not a name, they are 0, len(name) and len(name). Source: rfc8141 2, 3.1.
func urnName[text string | []byte](name text) (nid, nss, end int) {
	for nid < len(name) && isHostByte(name[nid]) && name[nid] != '.' && name[nid] < 0x80 {
		nid++
	}
	end = nid
	for end < len(name) && name[end] != '?' && name[end] != '#' {
		end++
	}
	if nid == 0 || end-nid < len(":n") || name[nid] != ':' ||
		end < len(name) && name[end] == '?' && (end+1 == len(name) || name[end+1] != '+' && name[end+1] != '=') {
		return 0, len(name), len(name)
	}
	if nss = nid + 1; nid != len("uuid") || !isCaseless(string(name[:nid])) {
		return nid, end, end
	}
	for i := nss; i < end; i++ {
		if !isHostByte(name[i]) && name[i] != ':' || name[i] >= 0x80 {
			return nid, end, end
		}
	}
	return nid, nss, end
}

// isCaseless reports whether the names of a URN namespace, which has four
// characters, have no case.
func isCaseless(nid string) bool {
	for _, name := range [...]string{
		"uuid", // rfc9562 4
		"isbn", // rfc3187 3.2: the check digit is "X" or "x"
		"issn", // rfc3044 3.2: the check digit is "X" or "x"
		"ietf", // rfc2648 1
	} {
		if strings.EqualFold(name, nid) {
			return true
		}
	}
	return false
}
