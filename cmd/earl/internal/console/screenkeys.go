package console

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// screenKey is what the user did: one of its fields is set.
type screenKey struct {
	text string // typed characters
	name string // a key of open.Screen, or "redraw"
	quit bool
}

// keyReader reads keys from the bytes that terminals send for them.
type keyReader struct{ kept []byte }

// maxSequence is the length of the longest sequence of a key.
const maxSequence = 16

// read returns the keys of the next bytes. It keeps the begin of a sequence for the next
// call.
func (r *keyReader) read(piece []byte) (keys []screenKey) {
	b := append(r.kept, piece...)
	r.kept = nil
	for len(b) > 0 {
		k, n := nextKey(b)
		if n == 0 && len(b) < maxSequence {
			r.kept = append([]byte(nil), b...)
			return keys
		}
		n = max(n, 1)
		b = b[n:]
		if last := len(keys) - 1; k.text != "" && last >= 0 && keys[last].text != "" {
			keys[last].text += k.text
			continue
		}
		if k != (screenKey{}) {
			keys = append(keys, k)
		}
	}
	return keys
}

// nextKey returns the first key in b, and how many bytes it has: 0 if the rest of it is
// missing.
func nextKey(b []byte) (k screenKey, n int) {
	switch c := b[0]; {
	case c == 0x1B:
		return escaped(b)
	case c == 0x10: // ^P and a digit
		if len(b) == 1 {
			return k, 0
		}
		if b[1] >= '1' && b[1] <= '3' {
			k.name = "pa" + string(b[1:2])
		}
		return k, 2
	case c == escapeKey:
		return screenKey{quit: true}, 1
	case c < ' ' || c == 0x7F:
		return screenKey{name: controlKey(c)}, 1
	case !utf8.FullRune(b):
		return k, 0
	}
	r, n := utf8.DecodeRune(b)
	if r == utf8.RuneError || !unicode.IsPrint(r) {
		return k, n
	}
	return screenKey{text: string(r)}, n
}

// controlKey returns the name of the key of a control character, or "".
func controlKey(c byte) string {
	switch c {
	case '\r':
		return "enter"
	case '\n':
		return "newline"
	case '\t':
		return "tab"
	case '\b', 0x7F:
		return "backspace"
	case 0x03: // ^C
		return "clear"
	case 0x04: // ^D
		return "delete"
	case 0x0B: // ^K
		return "eraseeof"
	case 0x0C: // ^L
		return "redraw"
	case 0x15: // ^U
		return "eraseinput"
	}
	return ""
}

// escaped returns the key of a sequence that begins with ESC.
func escaped(b []byte) (k screenKey, n int) {
	if len(b) == 1 {
		return k, 0
	}
	switch c := b[1]; {
	case c >= '1' && c <= '9':
		return screenKey{name: "pf" + string(b[1:2])}, 2
	case c == '0':
		return screenKey{name: "pf10"}, 2
	case c == 'O':
		if len(b) == 2 {
			return k, 0
		}
		return screenKey{name: finalKey(b[2], "")}, 3
	case c != '[':
		return k, 1
	}
	for i := 2; i < len(b); i++ {
		if c := b[i]; c == '[' && i == 2 { // the console of Linux: ESC [ [ A
			if len(b) == 3 {
				return k, 0
			}
			if b[3] >= 'A' && b[3] <= 'E' {
				k.name = "pf" + strconv.Itoa(int(b[3]-'A')+1)
			}
			return k, 4
		} else if c >= '@' && c <= '~' {
			return screenKey{name: finalKey(c, string(b[2:i]))}, i + 1
		}
	}
	return k, 0
}

// finalKey returns the name of the key of a sequence with a final byte and parameters, or "".
// With Shift they are PF13 to PF24.
func finalKey(final byte, parameters string) string {
	number, modifier, _ := strings.Cut(parameters, ";")
	shifted := 0
	if modifier == "2" {
		shifted = 12
	}
	switch final {
	case 'A':
		return "up"
	case 'B':
		return "down"
	case 'C':
		return "right"
	case 'D':
		return "left"
	case 'H':
		return "home"
	case 'F':
		return "eraseeof"
	case 'Z':
		return "backtab"
	case 'P', 'Q', 'R', 'S':
		return "pf" + strconv.Itoa(int(final-'P')+1+shifted)
	case '~':
		return tildeKey(number, shifted)
	}
	return ""
}

// tildeKey returns the name of the key of a sequence that ends in "~".
func tildeKey(number string, shifted int) string {
	n, err := strconv.Atoi(number)
	if err != nil {
		return ""
	}
	switch n {
	case 1, 7:
		return "home"
	case 3:
		return "delete"
	case 4, 8:
		return "eraseeof"
	case 5: // Page Up
		return "pf7"
	case 6: // Page Down
		return "pf8"
	}
	for i, code := range [...]int{11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24, 25, 26, 28, 29, 31, 32, 33, 34} {
		if code == n && i+1+shifted <= 24 {
			return "pf" + strconv.Itoa(i+1+shifted)
		}
	}
	return ""
}
