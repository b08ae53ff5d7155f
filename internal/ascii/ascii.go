// Package ascii has the classes of bytes that many packages ask for. The
// functions do not depend on the language of the system, and are small enough to
// be inlined.
package ascii

// IsLetter reports whether c is a letter.
func IsLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// IsDigit reports whether c is a decimal digit.
func IsDigit(c byte) bool { return '0' <= c && c <= '9' }

// IsAlphanumeric reports whether c is a letter or a digit.
func IsAlphanumeric(c byte) bool { return IsLetter(c) || IsDigit(c) }

// IsSpace reports whether c is a space, a tab or another control character that
// begins or ends a line.
func IsSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// IsHex reports whether c is a hexadecimal digit, in upper or lower case.
func IsHex(c byte) bool { return IsDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }

// Hex returns the value of a hexadecimal digit, or -1.
func Hex(c byte) int {
	switch {
	case IsDigit(c):
		return int(c - '0')
	case IsHex(c):
		return int(c|0x20-'a') + 10
	}
	return -1
}

// Only reports whether a text has only ASCII characters.
func Only[T string | []byte](text T) bool {
	for i := range len(text) {
		if text[i] >= 0x80 {
			return false
		}
	}
	return true
}

// IsNumber reports whether a text has digits and nothing else.
func IsNumber(text string) bool {
	for i := range len(text) {
		if !IsDigit(text[i]) {
			return false
		}
	}
	return text != ""
}

// HasScheme reports whether a reference starts with a scheme and a colon.
// Source: rfc3986 3.1.
func HasScheme(ref string) bool {
	for i := range len(ref) {
		switch c := ref[i]; {
		case IsLetter(c):
		case i > 0 && c == ':':
			return true
		case i == 0 || !IsDigit(c) && c != '+' && c != '-' && c != '.':
			return false
		}
	}
	return false
}
