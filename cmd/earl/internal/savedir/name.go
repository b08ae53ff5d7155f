package savedir

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ErrName is the error of a name that cannot be the name of a file.
var ErrName = errors.New("its name cannot be the name of a file")

// Part is the suffix of a file name until the file is complete.
const Part = ".part"

// MaxName is the longest name in bytes that common file systems accept.
const MaxName = 255

// Name returns a file name for a name on a server. It escapes bytes that control a
// terminal or separate directories, characters that cannot be seen or change the direction
// of text, as in a URL, and the first byte of the name of a Windows device. It returns an
// error for a name that means another directory.
func Name(name, goos string) (string, error) {
	var b strings.Builder
	for i := 0; i < len(name); {
		r, n := utf8.DecodeRuneInString(name[i:])
		c := name[i]
		escape := IsHidden(r) && !joins(name, i, n)
		if n == 1 {
			escape = c < ' ' || 0x7F <= c && c < 0xA0 || c == '/' || c == '\\' || goos == "windows" && (strings.IndexByte(`<>:"|?*`, c) >= 0 || i == 0 && isDevice(name))
		}
		for _, c := range []byte(name[i : i+n]) {
			if escape {
				fmt.Fprintf(&b, "%%%02X", c)
			} else {
				b.WriteByte(c)
			}
		}
		i += n
	}
	switch local := b.String(); {
	case local == "", local == ".", local == "..", len(local) > MaxName:
		return "", fmt.Errorf("%w: %q", ErrName, name)
	case goos == "windows" && strings.HasSuffix(local, "."):
		return local[:len(local)-1] + "%2E", nil
	default:
		return local, nil
	}
}

// IsHidden reports whether a character of a name can disguise it: a control character, one
// that changes the direction of text, or one that cannot be seen. Variation selectors are
// not hidden: they change the picture before them. Source: Unicode 5.23, UTR 36 2.10.
func IsHidden(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point)
}

// joins reports whether the character of n bytes at i is a joiner between two characters
// of scripts or pictures that need it, as in Persian and in emoji.
// Source: rfc5892 A.1, A.2; UTS 51 2.3.
func joins(name string, i, n int) bool {
	if r, _ := utf8.DecodeRuneInString(name[i:]); r != 0x200C && r != 0x200D {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(name[:i])
	after, _ := utf8.DecodeRuneInString(name[i+n:])
	for _, r := range [...]rune{before, after} {
		if r < 0x300 || r == utf8.RuneError || !unicode.In(r, unicode.L, unicode.M, unicode.So, unicode.Sk) || unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic) {
			return false
		}
	}
	return true
}

// isDevice reports whether name is the name of a Windows device, with any suffix.
func isDevice(name string) bool {
	stem, _, _ := strings.Cut(strings.ToUpper(name), ".")
	stem = strings.TrimRight(stem, " ")
	switch stem {
	case "CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$":
		return true
	}
	number, ok := strings.CutPrefix(stem, "COM")
	if !ok {
		number, ok = strings.CutPrefix(stem, "LPT")
	}
	return ok && len([]rune(number)) == 1 && strings.ContainsAny(number, "0123456789¹²³")
}
