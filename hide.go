package earl

import (
	"cmp"
	"slices"
	"strings"

	"github.com/earl-url/earl/internal/octet"
)

// An extent is a part of a text: its bytes from start to before end.
type extent struct{ start, end int }

// hideSpans returns text with [Hidden] instead of each extent. They can
// overlap and have any order.
func hideSpans(text string, spans []extent) string {
	if len(spans) == 0 {
		return text
	}
	slices.SortFunc(spans, func(a, b extent) int { return cmp.Or(a.start-b.start, a.end-b.end) })
	var b strings.Builder
	done := -1 // the end of the last span
	for _, s := range spans {
		switch {
		case done < 0 || s.start > done:
			b.WriteString(text[max(done, 0):s.start])
			b.WriteString(Hidden)
			done = s.end
		default:
			done = max(done, s.end)
		}
	}
	b.WriteString(text[done:])
	return b.String()
}

// secretSpans returns where a text may have a password, in any order. It reads
// the text as it is, and as programs read it that decode delimiters first.
func secretSpans(text string) []extent {
	if !mayHaveSecret(text) {
		return nil
	}
	spans := plainSpans(text)
	if plain, at := decoded(text); plain != text {
		for _, s := range plainSpans(plain) {
			spans = append(spans, extent{at[s.start], at[s.end]})
		}
	}
	return spans
}

// mayHaveSecret reports whether a text has something that a password needs.
func mayHaveSecret(text string) bool {
	if strings.IndexByte(text, '@') >= 0 {
		return true
	}
	for i := strings.IndexByte(text, '%'); i >= 0 && i+2 < len(text); i++ {
		if text[i] == '%' && (text[i+1] == '4' && text[i+2] == '0' || text[i+1] == '2' && text[i+2] == '5') {
			return true
		}
	}
	return strings.Contains(text, "＠") || strings.Contains(text, "﹫") || strings.IndexByte(text, '=') >= 0 && isForeign(text)
}

// plainDelimiter returns the delimiter that programs make of a character which people
// type with the keyboard of an East Asian language, or 0. Source: uts46 4, NFKC.
func plainDelimiter(text string) byte {
	switch text {
	case "＠", "﹫":
		return '@'
	case "：", "﹕":
		return ':'
	case "／":
		return '/'
	case "＃":
		return '#'
	case "？":
		return '?'
	case "＼":
		return '\\'
	}
	return 0
}

// maxDecoded is how often escapes are decoded. A URL in the query of a URL in
// the query of a URL is encoded twice.
const maxDecoded = 3

// decoded returns text with its escaped and its wide delimiters replaced by
// plain ones, and the offset in text of each byte of the result and of its end.
func decoded(text string) (plain string, at []int) {
	b := make([]byte, 0, len(text))
	at = make([]int, 0, len(text)+1)
	for i := 0; i < len(text); {
		c, n := delimiterAt(text[i:])
		b, at = append(b, c), append(at, i)
		i += n
	}
	return string(b), append(at, len(text))
}

// delimiterAt returns the byte that a text begins with, after decoding, and the
// number of bytes that it consists of.
func delimiterAt(text string) (c byte, n int) {
	switch {
	case text[0] == '%':
		i := 1
		for k := 1; k < maxDecoded && strings.HasPrefix(text[i:], "25"); k++ {
			i += len("25")
		}
		if i+2 <= len(text) && octet.HexPlus1[text[i]] != 0 && octet.HexPlus1[text[i+1]] != 0 {
			if c := octet.Unescape(text, i-1); strings.IndexByte(`:/?#@\&;=`, c) >= 0 {
				return c, i + 2
			}
		}
	case text[0] >= 0xEF && len(text) >= 3:
		if c := plainDelimiter(text[:3]); c != 0 {
			return c, 3
		}
	}
	return text[0], 1
}

// plainSpans is secretSpans of a text whose delimiters are not encoded.
func plainSpans(text string) []extent {
	var spans []extent
	at := 0
	if s, from, ok := outerSpan(text); ok {
		spans, at = append(spans, s), from
	}
	for {
		k := strings.Index(text[at:], ":/")
		if k < 0 {
			break
		}
		at = skipSlashes(text, at+k+1)
		inner := text[at:]
		if end := strings.IndexAny(inner, " \t\r\n\"'<>|"); end >= 0 {
			inner = inner[:end]
		}
		if s, ok := loginSpan(inner); ok {
			spans = append(spans, s.moved(at))
		}
	}
	if isForeign(text) {
		spans = append(spans, parameterSpans(text, isPasswordName)...)
	}
	return spans
}

func (s extent) moved(n int) extent { return extent{s.start + n, s.end + n} }

// skipSlashes returns the offset after the slashes at i, of either kind, and the
// white space and control characters among them, which some programs remove.
func skipSlashes(text string, i int) int {
	for i < len(text) && (text[i] == '/' || text[i] == '\\' || text[i] <= ' ') {
		i++
	}
	return i
}

// beginsWithSlash reports whether text begins with a slash after white space.
func beginsWithSlash(text string) bool {
	return strings.IndexAny(strings.TrimLeft(text, " \t\r\n"), `/\`) == 0
}

// outerSpan returns where the password of the URL that a text consists of may be,
// and where its login begins. It skips "URL:" and the schemes around a URL, as of
// "view-source:" and "jdbc:". Source: rfc1738 appendix.
func outerSpan(text string) (s extent, login int, ok bool) {
	for at := 0; ; {
		if beginsWithSlash(text[at:]) {
			login = skipSlashes(text, at)
			s, ok = loginSpan(text[login:])
			return s.moved(login), login, ok
		}
		colon := strings.IndexByte(text[at:], ':')
		if colon < 0 {
			return s, 0, false
		}
		name, rest := text[at:at+colon], text[at+colon+1:]
		at += colon + 1
		switch {
		case isSchemeText(name) && beginsWithSlash(rest), strings.HasPrefix(rest, "//"):
			continue
		case isSchemeText(name) && wraps(name, rest):
			continue
		case isSchemeText(name):
			s, ok = opaqueSpan(bareScheme(name), rest)
		default: // the first colon ends the user
			s.end = strings.LastIndexByte(rest, '@')
			ok = s.end >= 0
		}
		return s.moved(at), at, ok
	}
}

// isSchemeText reports whether text can be a scheme, with white space or "<"
// around it or in it.
func isSchemeText(text string) bool {
	return text != "" && strings.Trim(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-. \t\r\n<") == ""
}

// bareScheme returns a scheme without the white space and the "<" around it.
func bareScheme(name string) string { return strings.Trim(name, " \t\r\n<") }

// wraps reports whether a URL follows a scheme and its colon.
func wraps(name, rest string) bool {
	name = bareScheme(name)
	if strings.EqualFold(name, "url") {
		return strings.Contains(rest[:max(0, strings.LastIndexByte(rest, '@'))], ":")
	}
	inner, after, ok := strings.Cut(rest, ":")
	return ok && !isRegistered(name) && isSchemeText(inner) &&
		(strings.HasPrefix(after, "//") || strings.EqualFold(name, "jdbc"))
}

// opaqueSpan is outerSpan of what follows the colon of a scheme without slashes.
// Source: rfc6068 2 (the header fields of mailto).
func opaqueSpan(scheme, rest string) (s extent, ok bool) {
	s.end = strings.LastIndexByte(rest, '@')
	if s.end < 0 {
		return s, false
	}
	if k := strings.IndexByte(rest[:s.end], ':'); k >= 0 {
		s.start = k + 1
		return s, !strings.EqualFold(scheme, "mailto") || !strings.ContainsAny(rest[:k], "@?")
	}
	return s, !isRegistered(scheme) && !isAddressScheme(scheme) // "user:password@host", without a scheme
}

// loginSpan returns where a password may be in a text that begins after the
// slashes of a URL. No edition and no program reads a login with a "/", so one
// before the first colon ends the search; after it, people mean a password.
func loginSpan(text string) (s extent, ok bool) {
	login := text
	if end := strings.IndexAny(text, "/#"); end >= 0 {
		login = text[:end]
	}
	at, last := strings.LastIndexByte(login, '@'), strings.LastIndexByte(text, '@')
	colon := strings.IndexByte(login, ':')
	if at < 0 && strings.HasPrefix(text, "[") { // an IPv6 address
		if k := strings.IndexByte(login, ']'); k >= 0 {
			colon = strings.IndexByte(login[k:], ':')
			if colon >= 0 {
				colon += k
			}
		}
	}
	if colon < 0 || last < colon {
		return s, false
	}
	s.start = colon + 1
	if k := strings.IndexByte(login[s.start:], '\\'); k >= 0 && isPort(login[s.start:s.start+k]) && isFullHost(login[:colon]) {
		if s.start += k + 1; at == s.start { // browsers read a host and its port
			return s, false
		}
	}
	switch {
	case at > colon && isServer(login[at+1:]): // what follows the server is its path
		s.end = at
	case at > colon:
		s.end = last
	case isPort(login[s.start:]) && (isFullHost(login[at+1:colon]) || text[last-1] == '/' || strings.LastIndexByte(text[:last], '/') > len(login)):
		return s, false // a host and its port, or a name, a port and a path of several segments
	default:
		s.end = last
	}
	return s, true
}

// isServer reports whether a text is a full host with a port or without one.
func isServer(text string) bool {
	if k := strings.LastIndexByte(text, ':'); k >= 0 && isPort(text[k+1:]) {
		text = text[:k]
	}
	return isFullHost(text)
}

// isPort reports whether a text can be a port, or is empty.
func isPort(text string) bool {
	return len(text) <= 5 && strings.Trim(text, "0123456789") == "" && (len(text) < 5 || text <= "65535")
}

// isFullHost reports whether a text is more likely a host than a piece of a login
// or of a password: an address, "localhost" or a name whose last label has
// letters only.
func isFullHost(text string) bool {
	if strings.HasPrefix(text, "[") && strings.HasSuffix(text, "]") || strings.EqualFold(text, "localhost") {
		return true
	}
	text = strings.TrimSuffix(text, ".")
	dot := strings.LastIndexByte(text, '.')
	if dot <= 0 || strings.Trim(strings.ToLower(text), "abcdefghijklmnopqrstuvwxyz0123456789-_.") != "" {
		return false
	}
	label := text[dot+1:]
	return len(label) >= 2 && strings.Trim(strings.ToLower(label), "abcdefghijklmnopqrstuvwxyz") == "" || // a domain of the top level
		strings.HasPrefix(strings.ToLower(label), "xn--") || strings.Count(text, ".") == 3 && strings.Trim(text, "0123456789.") == ""
}

// isAddressScheme reports whether URLs of an unregistered scheme are addresses
// "user@host" or names "package@version", so that the text before the "@" is not
// a password. In "sip:user:password@host" there is a second colon, which is
// handled earlier. Source: rfc3261 19.1.1 (sip, sips); rfc5122 2.2 (xmpp);
// rfc3859 3.1 (pres); rfc3860 3.1 (im); rfc7565 7 (acct); rfc3508 2 (h323);
// ECMA-427 (pkg).
func isAddressScheme(scheme string) bool {
	for _, name := range [...]string{"sip", "sips", "xmpp", "pres", "im", "acct", "h323", "pkg"} {
		if strings.EqualFold(scheme, name) {
			return true
		}
	}
	return false
}

// isForeign reports whether a text is the URL of a database or of another scheme
// with slashes that no view reads: drivers read a password in its parameters.
func isForeign(text string) bool {
	name, rest, ok := strings.Cut(text, ":")
	name = bareScheme(name)
	if !ok || !isSchemeText(name) || isRegistered(name) {
		return false
	}
	return strings.HasPrefix(rest, "//") || strings.EqualFold(name, "jdbc")
}

// answersAt returns where the answers to a form begin in the text of a gopher
// URL, or 0. They follow two line ends, which appear nowhere else. Source:
// rfc1738 3.4.9.
func answersAt(text string) int {
	scheme, _, _ := strings.Cut(text, ":")
	if s := bareScheme(scheme); !strings.EqualFold(s, "gopher") && !strings.EqualFold(s, "gophers") {
		return 0
	}
	ends := 0
	for i := 0; i+len("%0D%0A") <= len(text); i++ {
		if text[i] == '%' && strings.EqualFold(text[i:i+len("%0D%0A")], "%0D%0A") {
			if ends++; ends == 2 {
				return i + len("%0D%0A")
			}
		}
	}
	return 0
}

// MaskPassword returns text with other letters and digits in what [HidePassword]
// hides. Its length and its delimiters stay, because they decide what a program
// reads. So do digits that can be a port: those after a colon and before a
// delimiter. It is for showing what programs read in a text with a password.
func MaskPassword(text string) string {
	return maskSpans(text, secretSpans(text))
}

// maskSpans returns text with other letters and digits in each extent.
func maskSpans(text string, spans []extent) string {
	if len(spans) == 0 {
		return text
	}
	b := []byte(text)
	for _, s := range spans {
		from := s.start
		if port := strings.IndexAny(text[from:s.end], `/\?#`); port > 0 && from > 0 && text[from-1] == ':' && isPort(text[from:from+port]) {
			from += port
		}
		mask(b[from:s.end])
	}
	return string(b)
}

// mask replaces letters, digits and marks that delimit nothing, but not the two
// digits of an escape of a delimiter or of a control character, which guards look for.
func mask(b []byte) {
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case c == '%' && i+2 < len(b):
			if e := string(b[i : i+3]); !octet.IsEscape(e, 0) || octet.Unescape(e, 0) > ' ' && strings.IndexByte(`:/?#[]@\%&;=`, octet.Unescape(e, 0)) < 0 {
				b[i+1], b[i+2] = '7', '8' // "x"
			}
			i += 2
		case '0' <= c && c <= '9':
			b[i] = '1' // 0 is no port
		case isLetter(c), strings.IndexByte("!$'()*+,-._~", c) >= 0:
			b[i] = 'x'
		}
	}
}
