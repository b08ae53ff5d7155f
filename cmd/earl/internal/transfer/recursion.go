package transfer

import (
	"errors"
	"fmt"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// sameServer reports whether two URLs have the same scheme, host and port.
func sameServer(a, b earl.URL) bool {
	return a.Scheme() == b.Scheme() && strings.EqualFold(addressOf(a), addressOf(b))
}

// isBelow reports whether a URL of the same server is below the directory or menu at
// start. A scheme without relative references, such as news, has no hierarchy: all
// entries of a group are in it.
func isBelow(start, u earl.URL) bool {
	if s, _ := start.Edition().Scheme(start.Scheme()); s.Relative == earl.Never {
		return true
	}
	dir, p := placeOf(start), placeOf(u)
	return dir == "" || strings.HasPrefix(path.Clean(p)+"/", dir+"/")
}

// placeOf returns the decoded path of an object on its server, without the last slash of
// a directory. For gopher it is the selector without the type, for imap the mailbox and
// the message. Slashes within a part are escaped.
func placeOf(u earl.URL) string {
	if v, err := earl.ParseGopher(u); err == nil {
		return strings.TrimRight(string(v.Selector), "/")
	}
	if v, err := earl.ParseIMAP(u); err == nil {
		return strings.TrimRight(string(v.Mailbox.Value+"/"+v.UID.Value), "/")
	}
	var parts []string
	for s := range u.Segments() {
		parts = append(parts, strings.ReplaceAll(string(earl.Unescape(s)), "/", "%2F"))
	}
	return strings.TrimRight(strings.Join(parts, "/"), "/")
}

// entryName returns the name of an entry on the server. Menus show titles, so for gopher
// it is the end of the selector. Mailboxes and newsgroups show subjects, which the answers
// have too, so for a message it is its id or number.
func entryName(e open.Entry) string {
	if id := messageOf(e.URL); id != "" {
		return id + ".eml"
	}
	name := strings.TrimSuffix(e.Name, "/")
	if v, err := earl.ParseGopher(e.URL); err == nil {
		selector := strings.TrimRight(string(v.Selector), "/")
		if selector = selector[strings.LastIndexByte(selector, '/')+1:]; selector != "" {
			name = selector
		}
	}
	return name
}

// messageOf returns the id or the number of the message at a URL, or "" if it is not the
// URL of a message in a mailbox or a newsgroup.
func messageOf(u earl.URL) (id string) {
	v, err := earl.ParseView(u)
	if err != nil {
		return ""
	}
	for p := range v.Parts {
		switch p.Name {
		case "messageid", "number", "uid":
			if p.Present {
				id = string(p.Value)
			}
		}
	}
	return id
}

// ErrName is the error of a name that cannot be the name of a file.
var ErrName = errors.New("its name cannot be the name of a file")

// maxName is the longest name in bytes that common file systems accept.
const maxName = 255

// localName returns a file name for a name on a server. It escapes bytes that control a
// terminal or separate directories, characters that cannot be seen or change the direction
// of text, as in a URL, and the first byte of the name of a Windows device. It returns an
// error for a name that means another directory.
func localName(name, goos string) (string, error) {
	var b strings.Builder
	for i := 0; i < len(name); {
		r, n := utf8.DecodeRuneInString(name[i:])
		c := name[i]
		escape := isHidden(r) && !joins(name, i, n)
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
	case local == "", local == ".", local == "..", len(local) > maxName:
		return "", fmt.Errorf("%w: %q", ErrName, name)
	case goos == "windows" && strings.HasSuffix(local, "."):
		return local[:len(local)-1] + "%2E", nil
	default:
		return local, nil
	}
}

// isHidden reports whether a character of a name can disguise it: a control character, one
// that changes the direction of text, or one that cannot be seen. Variation selectors are
// not hidden: they change the picture before them. Source: Unicode 5.23, UTR 36 2.10.
func isHidden(r rune) bool {
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
