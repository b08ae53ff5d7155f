package readers

import "strings"

const (
	unreserved = letters + digits + "-._~" // rfc3986 2.3
	subDelims  = "!$&'()*+,;="             // rfc3986 2.2
	upperHex   = "0123456789ABCDEF"
)

// isEscapedOf reports whether s consists of escapes and of bytes in set.
func isEscapedOf(s, set string) bool {
	for i := range len(s) {
		if _, ok := escapeAt(s, i); !ok && strings.IndexByte(set, s[i]) < 0 {
			return false
		}
	}
	return true
}

// appendEscape appends c as "%" and two hexadecimal digits.
func appendEscape(b []byte, c byte) []byte { return append(b, '%', upperHex[c>>4], upperHex[c&15]) }

// escapeOther escapes the bytes that are not in set.
func escapeOther(s, set string) string {
	if only(s, set) {
		return s
	}
	b := make([]byte, 0, len(s)+16)
	for i := range len(s) {
		if strings.IndexByte(set, s[i]) >= 0 {
			b = append(b, s[i])
			continue
		}
		b = appendEscape(b, s[i])
	}
	return string(b)
}

// escapeWhole is escapeOther that keeps the escapes of a text in which all are whole.
// Otherwise each "%" becomes "%25".
func escapeWhole(s, set string) string {
	if escapesAreWhole(s) {
		set += "%"
	}
	return escapeOther(s, set)
}

// upperEscapes writes the digits of escapes in upper case.
func upperEscapes(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	b := []byte(s)
	for i := range b {
		if _, ok := escapeAt(s, i); ok {
			copy(b[i+1:i+3], strings.ToUpper(s[i+1:i+3]))
		}
	}
	return string(b)
}
