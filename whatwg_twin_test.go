package earl

import (
	"math/big"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/earl-url/earl/internal/uts46"
)

const (
	lowerLetters = "abcdefghijklmnopqrstuvwxyz"
	letters      = lowerLetters + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digits       = "0123456789"
)

// A slowURL is a URL record, and slowParse is the basic URL parser of the
// standard: a state machine over code points. It is the twin of hrefWriter.
// Source: whatwg URL representation, URL parsing.
type slowURL struct {
	scheme, user, password string
	host                   *string
	port                   int // -1: null
	path                   []string
	opaque                 *string
	query, fragment        *string
}

const slowPathSet = " \"#<>?^`{}"

// slowEncode percent-encodes a code point outside printable ASCII or in set.
func slowEncode(r rune, set string) string {
	if r > 0x1F && r < 0x7F && !strings.ContainsRune(set, r) {
		return string(r)
	}
	var b strings.Builder
	for _, o := range []byte(string(r)) {
		b.WriteString("%" + strings.ToUpper(strconv.FormatUint(uint64(o)|0x100, 16)[1:]))
	}
	return b.String()
}

func slowEncodeAll(s, set string) string {
	var b strings.Builder
	for _, r := range s {
		b.WriteString(slowEncode(r, set))
	}
	return b.String()
}

var slowPorts = map[string]int{"http": 80, "https": 443, "ws": 80, "wss": 443, "ftp": 21, "file": -1}

func (u *slowURL) special() bool { _, ok := slowPorts[u.scheme]; return ok }

func slowDrive(s string, normal bool) bool {
	return len(s) == 2 && strings.ContainsRune(letters, rune(s[0])) && (s[1] == ':' || s[1] == '|' && !normal)
}

func slowStartsWithDrive(in []rune) bool {
	return len(in) >= 2 && slowDrive(string(in[:2]), false) && (len(in) == 2 || strings.ContainsRune("/\\?#", in[2]))
}

func (u *slowURL) shorten() {
	if u.scheme == "file" && len(u.path) == 1 && slowDrive(u.path[0], true) || len(u.path) == 0 {
		return
	}
	u.path = u.path[:len(u.path)-1]
}

func (u *slowURL) String() string {
	s := u.scheme + ":"
	if u.host != nil {
		s += "//"
		if u.user != "" || u.password != "" {
			s += u.user
			if u.password != "" {
				s += ":" + u.password
			}
			s += "@"
		}
		s += *u.host
		if u.port >= 0 {
			s += ":" + strconv.Itoa(u.port)
		}
	} else if u.opaque == nil && len(u.path) > 1 && u.path[0] == "" {
		s += "/."
	}
	if u.opaque != nil {
		s += *u.opaque
	}
	for _, segment := range u.path {
		s += "/" + segment
	}
	if u.query != nil {
		s += "?" + *u.query
	}
	if u.fragment != nil {
		s += "#" + *u.fragment
	}
	return s
}

// slowHost is the host parser.
func slowHost(in string, opaque bool, report func(string)) (string, bool) {
	if strings.HasPrefix(in, "[") {
		slowIPv6Errors(in, report)
		return slowIPv6(in)
	}
	const forbidden = "\x00\t\n\r #/:<>?@[\\]^|"
	if opaque {
		if strings.ContainsAny(in, forbidden) {
			report("host-invalid-code-point")
			return "", false
		}
		for i, r := range in {
			slowUnit(r, in[i+utf8.RuneLen(r):], report)
		}
		return slowEncodeAll(in, ""), true
	}
	if string(Unescape(in)) != in {
		report("domain-percent-encoded")
	}
	domain := strings.ToValidUTF8(string(Unescape(in)), "\uFFFD")
	if !uts46.IsStrict(domain) {
		report("domain-to-ASCII")
	}
	ascii, ok := strings.ToLower(domain), true
	if strings.ContainsFunc(domain, func(r rune) bool { return r >= 0x80 }) {
		ascii, ok = uts46.ToASCII(domain)
	}
	if !ok || ascii == "" || strings.ContainsAny(ascii, forbidden+"%\x7F") || strings.ContainsFunc(ascii, func(r rune) bool { return r < ' ' }) {
		return "", false
	}
	parts := strings.Split(ascii, ".")
	empty := len(parts) > 1 && parts[len(parts)-1] == ""
	if empty {
		parts = parts[:len(parts)-1]
	}
	last := parts[len(parts)-1]
	if _, ok := slowNumber(last); !ok && (last == "" || strings.Trim(last, digits) != "") {
		return ascii, true
	}
	if strings.ContainsFunc(domain, func(r rune) bool { return r >= 0x80 }) {
		report("IPv4-non-ASCII-input")
	}
	if empty {
		report("IPv4-empty-part")
	}
	return slowIPv4(parts, report)
}

// slowUnit reports a code point that is neither a URL code point nor part of an
// escape.
func slowUnit(c rune, remaining string, report func(string)) {
	const hex = digits + "abcdefABCDEF"
	switch {
	case c == '%' && len(remaining) >= 2 && strings.Trim(remaining[:2], hex) == "":
	case strings.ContainsRune(letters+digits+"!$&'()*+,-./:;=?@_~", c):
	case c < 0xA0, c > 0x10FFFD, 0xFDD0 <= c && c <= 0xFDEF, c&0xFFFF >= 0xFFFE:
		report("invalid-URL-unit")
	}
}

// slowIPv6Errors is the IPv6 parser, step by step, for its validation errors.
func slowIPv6Errors(in string, report func(string)) {
	if !strings.HasSuffix(in, "]") {
		report("IPv6-unclosed")
		return
	}
	in = in[1 : len(in)-1]
	piece, compress, p := 0, false, 0
	is := func(set string) bool { return p < len(in) && strings.IndexByte(set, in[p]) >= 0 }
	if is(":") {
		if !strings.HasPrefix(in[1:], ":") {
			report("IPv6-invalid-compression")
			return
		}
		piece, compress, p = 1, true, 2
	}
	for p < len(in) {
		if piece == 8 {
			report("IPv6-too-many-pieces")
			return
		}
		if is(":") {
			if compress {
				report("IPv6-multiple-compression")
				return
			}
			p++
			piece++
			compress = true
			continue
		}
		start := p
		for p < start+4 && is(digits+"abcdefABCDEF") {
			p++
		}
		length := p - start
		switch {
		case is("."):
			if length == 0 {
				report("IPv4-in-IPv6-invalid-code-point")
				return
			}
			if piece > 6 {
				report("IPv4-in-IPv6-too-many-pieces")
				return
			}
			if !slowIPv4InIPv6(in[start:], report) {
				return
			}
			p, piece = len(in), piece+1
			length = 0
		case is(":"):
			if p++; p == len(in) {
				report("IPv6-invalid-code-point")
				return
			}
		case p < len(in):
			report("IPv6-invalid-code-point")
			return
		}
		if length > 1 && in[start] == '0' {
			report("IPv6-piece-leading-zero")
		}
		piece++
	}
	if !compress && piece != 8 {
		report("IPv6-too-few-pieces")
	}
}

// slowIPv4InIPv6 is the part of the IPv6 parser that reads four decimal numbers.
func slowIPv4InIPv6(in string, report func(string)) bool {
	seen := 0
	for p := 0; p < len(in); seen++ {
		if seen > 0 {
			if in[p] != '.' || seen == 4 {
				report("IPv4-in-IPv6-invalid-code-point")
				return false
			}
			p++
		}
		piece := -1
		if p == len(in) || strings.IndexByte(digits, in[p]) < 0 {
			report("IPv4-in-IPv6-invalid-code-point")
			return false
		}
		for ; p < len(in) && strings.IndexByte(digits, in[p]) >= 0; p++ {
			switch number := int(in[p] - '0'); piece {
			case -1:
				piece = number
			case 0:
				report("IPv4-in-IPv6-invalid-code-point")
				return false
			default:
				piece = piece*10 + number
			}
			if piece > 255 {
				report("IPv4-in-IPv6-out-of-range-part")
				return false
			}
		}
	}
	if seen != 4 {
		report("IPv4-in-IPv6-too-few-parts")
	}
	return seen == 4
}

func slowNumber(s string) (*big.Int, bool) {
	base := 10
	switch {
	case s == "":
		return nil, false
	case strings.HasPrefix(strings.ToLower(s), "0x"):
		base, s = 16, s[2:]
	case len(s) > 1 && s[0] == '0':
		base, s = 8, s[1:]
	}
	if s == "" {
		return new(big.Int), true
	}
	if strings.ContainsAny(s, "+-_") {
		return nil, false
	}
	return new(big.Int).SetString(s, base)
}

func slowIPv4(parts []string, report func(string)) (string, bool) {
	if len(parts) > 4 {
		report("IPv4-too-many-parts")
		return "", false
	}
	if len(parts) < 4 {
		report("IPv4-too-few-parts")
	}
	numbers := make([]*big.Int, len(parts))
	for i, part := range parts {
		n, ok := slowNumber(part)
		if !ok {
			report("IPv4-non-numeric-part")
			return "", false
		}
		if len(part) > 1 && part[0] == '0' {
			report("IPv4-non-decimal-part")
		}
		numbers[i] = n
	}
	address, fits := new(big.Int), true
	for i, n := range numbers {
		limit := new(big.Int).Lsh(big.NewInt(1), 8)
		if n.Cmp(limit) >= 0 {
			report("IPv4-out-of-range-part")
		}
		shift := uint(24 - 8*i)
		if i == len(parts)-1 {
			limit.Lsh(limit, uint(8*(4-len(parts))))
			shift = 0
		}
		fits = fits && n.Cmp(limit) < 0
		address.Add(address, n.Lsh(n, shift))
	}
	a := address.Uint64()
	return netip.AddrFrom4([4]byte{byte(a >> 24), byte(a >> 16), byte(a >> 8), byte(a)}).String(), fits
}

func slowIPv6(in string) (string, bool) {
	if !strings.HasSuffix(in, "]") || strings.Contains(in, "%") {
		return "", false
	}
	a, err := netip.ParseAddr(in[1 : len(in)-1])
	if err != nil || a.Is4() {
		return "", false
	}
	if !a.Is4In6() {
		return "[" + a.String() + "]", true
	}
	b := a.As16()
	return "[::ffff:" + strconv.FormatUint(uint64(b[12])<<8|uint64(b[13]), 16) + ":" + strconv.FormatUint(uint64(b[14])<<8|uint64(b[15]), 16) + "]", true
}

// slowParse is the basic URL parser. It returns nil if parsing fails, and
// reports each validation error.
func slowParse(text string, base *slowURL, report func(string)) *slowURL {
	trimmed := strings.TrimFunc(text, func(r rune) bool { return r <= ' ' })
	if trimmed != text || strings.ContainsAny(trimmed, "\t\n\r") {
		report("invalid-URL-unit")
	}
	in := []rune(strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(trimmed))
	const eof = -1
	u := &slowURL{port: -1}
	state, buffer := "scheme start", ""
	at, brackets, password := false, false, false
	empty := func() *string { return new(string) }
	takeLogin := func() { u.user, u.password, u.host, u.port = base.user, base.password, base.host, base.port }
	takePath := func() { u.path, u.opaque, u.query = slices.Clone(base.path), base.opaque, base.query }
	for p := 0; ; p++ {
		c, remaining := rune(eof), ""
		if p < len(in) {
			c, remaining = in[p], string(in[p+1:])
		}
		slash := c == '/' || u.special() && c == '\\'
		end := c == eof || slash || c == '?' || c == '#'
		backslash := func() {
			if c == '\\' {
				report("invalid-reverse-solidus")
			}
		}
		tail := func() { // of the path
			switch c {
			case '?':
				u.query, state = empty(), "query"
			case '#':
				u.fragment, state = empty(), "fragment"
			}
		}
		switch state {
		case "scheme start":
			if c != eof && strings.ContainsRune(letters, c) {
				buffer, state = strings.ToLower(string(c)), "scheme"
			} else {
				state = "no scheme"
				p--
			}
		case "scheme":
			switch {
			case c != eof && strings.ContainsRune(letters+digits+"+-.", c):
				buffer += strings.ToLower(string(c))
			case c == ':':
				u.scheme, buffer = buffer, ""
				switch {
				case u.scheme == "file":
					if !strings.HasPrefix(remaining, "//") {
						report("special-scheme-missing-following-solidus")
					}
					state = "file"
				case u.special() && base != nil && base.scheme == u.scheme:
					state = "special relative or authority"
				case u.special():
					state = "special authority slashes"
				case strings.HasPrefix(remaining, "/"):
					state = "path or authority"
					p++
				default:
					u.opaque, state = empty(), "opaque path"
				}
			default:
				buffer, state, p = "", "no scheme", -1
			}
		case "no scheme":
			switch {
			case base == nil || base.opaque != nil && c != '#':
				report("missing-scheme-non-relative-URL")
				return nil
			case base.opaque != nil:
				u.scheme = base.scheme
				takePath()
				u.fragment, state = empty(), "fragment"
			case base.scheme != "file":
				state = "relative"
				p--
			default:
				state = "file"
				p--
			}
		case "special relative or authority", "special authority slashes":
			if c == '/' && strings.HasPrefix(remaining, "/") {
				p++
				state = "special authority ignore slashes"
			} else {
				report("special-scheme-missing-following-solidus")
				p--
				state = map[string]string{"special relative or authority": "relative", "special authority slashes": "special authority ignore slashes"}[state]
			}
		case "path or authority":
			if c == '/' {
				state = "authority"
			} else {
				state = "path"
				p--
			}
		case "relative":
			u.scheme = base.scheme
			if c == '/' || u.special() && c == '\\' {
				backslash()
				state = "relative slash"
				break
			}
			takeLogin()
			takePath()
			tail()
			if c == '?' || c == '#' {
				break
			}
			if c != eof {
				u.query = nil
				u.shorten()
				state = "path"
				p--
			}
		case "relative slash":
			switch {
			case u.special() && slash:
				backslash()
				state = "special authority ignore slashes"
			case c == '/':
				state = "authority"
			default:
				takeLogin()
				state = "path"
				p--
			}
		case "special authority ignore slashes":
			if c != '/' && c != '\\' {
				state = "authority"
				p--
			} else {
				report("special-scheme-missing-following-solidus")
			}
		case "authority":
			switch {
			case c == '@':
				report("invalid-credentials")
				if at {
					buffer = "%40" + buffer
				}
				at = true
				for _, r := range buffer {
					if r == ':' && !password {
						password = true
						continue
					}
					if s := slowEncode(r, slowPathSet+"/:;=@[\\]|"); password {
						u.password += s
					} else {
						u.user += s
					}
				}
				buffer = ""
			case end:
				if at && buffer == "" {
					report("host-missing")
					return nil
				}
				p -= utf8.RuneCountInString(buffer) + 1
				buffer, state = "", "host"
			default:
				buffer += string(c)
			}
		case "host":
			switch {
			case c == ':' && !brackets, end:
				if buffer == "" && (c == ':' || u.special()) {
					report("host-missing")
					return nil
				}
				host, ok := slowHost(buffer, !u.special(), report)
				if !ok {
					return nil
				}
				u.host, buffer, state = &host, "", "port"
				if c != ':' || brackets {
					p--
					state = "path start"
				}
			default:
				brackets = c == '[' || brackets && c != ']'
				buffer += string(c)
			}
		case "port":
			switch {
			case c >= '0' && c <= '9':
				buffer += string(c)
			case end:
				if buffer != "" {
					n, ok := new(big.Int).SetString(buffer, 10)
					if !ok || n.Cmp(big.NewInt(65535)) > 0 {
						report("port-out-of-range")
						return nil
					}
					u.port = int(n.Int64())
					if standard, ok := slowPorts[u.scheme]; ok && standard == u.port {
						u.port = -1
					}
					buffer = ""
				}
				state = "path start"
				p--
			default:
				report("port-invalid")
				return nil
			}
		case "file":
			u.scheme, u.host = "file", empty()
			switch {
			case c == '/' || c == '\\':
				backslash()
				state = "file slash"
			case base != nil && base.scheme == "file":
				u.host = base.host
				takePath()
				tail()
				if c == '?' || c == '#' || c == eof {
					break
				}
				u.query = nil
				if slowStartsWithDrive(in[p:]) {
					report("file-invalid-Windows-drive-letter")
					u.path = nil
				} else {
					u.shorten()
				}
				state = "path"
				p--
			default:
				state = "path"
				p--
			}
		case "file slash":
			if c == '/' || c == '\\' {
				backslash()
				state = "file host"
				break
			}
			if base != nil && base.scheme == "file" {
				u.host = base.host
				if !slowStartsWithDrive(in[min(p, len(in)):]) && len(base.path) > 0 && slowDrive(base.path[0], true) {
					u.path = append(u.path, base.path[0])
				}
			}
			state = "path"
			p--
		case "file host":
			if !(c == '\\' || end) {
				buffer += string(c)
				break
			}
			p--
			switch {
			case slowDrive(buffer, false):
				report("file-invalid-Windows-drive-letter-host")
				state = "path"
			case buffer == "":
				u.host, state = empty(), "path start"
			default:
				host, ok := slowHost(buffer, false, report)
				if !ok {
					return nil
				}
				if host == "localhost" {
					host = ""
				}
				u.host, buffer, state = &host, "", "path start"
			}
		case "path start":
			switch {
			case u.special():
				backslash()
				state = "path"
				if !slash {
					p--
				}
			case c == '?' || c == '#':
				tail()
			case c != eof:
				state = "path"
				if c != '/' {
					p--
				}
			}
		case "path":
			if !end {
				slowUnit(c, remaining, report)
				buffer += slowEncode(c, slowPathSet)
				break
			}
			backslash()
			switch folded := strings.ReplaceAll(strings.ToLower(buffer), "%2e", "."); {
			case folded == "..":
				u.shorten()
				if !slash {
					u.path = append(u.path, "")
				}
			case folded == "." && !slash:
				u.path = append(u.path, "")
			case folded != ".":
				if u.scheme == "file" && len(u.path) == 0 && slowDrive(buffer, false) {
					buffer = buffer[:1] + ":"
				}
				u.path = append(u.path, buffer)
			}
			buffer = ""
			tail()
		case "opaque path":
			if c != '?' && c != '#' && c != eof {
				slowUnit(c, remaining, report)
			}
			switch {
			case c == '?' || c == '#':
				tail()
			case c == ' ' && (strings.HasPrefix(remaining, "?") || strings.HasPrefix(remaining, "#")):
				*u.opaque += "%20"
			case c != eof:
				*u.opaque += slowEncode(c, "")
			}
		case "query":
			if c == '#' || c == eof {
				set := " \"#<>"
				if u.special() {
					set += "'"
				}
				*u.query += slowEncodeAll(buffer, set)
				buffer = ""
				tail()
			} else {
				slowUnit(c, remaining, report)
				buffer += string(c)
			}
		case "fragment":
			if c != eof {
				slowUnit(c, remaining, report)
				*u.fragment += slowEncode(c, " \"<>`")
			}
		}
		if p >= len(in) {
			return u
		}
	}
}

// slowTwin compares hrefWriter with slowParse, and the examiner with the errors
// that slowParse reports, without a base and with several.
func slowTwin(t *testing.T, in string) {
	t.Helper()
	if !utf8.ValidString(in) || len(in) > 4<<10 {
		return // the standard does not define this case; the twin is slow
	}
	for _, text := range []string{"", "http://u:p@h:8/a/b?q#f", "x://h/a/b?q", "x:/a/b", "x:/.//b", "x:a?q", "file:///C:/a/b", "file://h/a", "x://h"} {
		var base *slowURL
		var on URL
		u, err := WHATWG.Parse(in)
		if text != "" {
			base = slowParse(text, nil, func(string) {})
			on = WHATWG.MustParse(text)
			u, err = WHATWG.Resolve(on, in)
		}
		want := ""
		var reported []string
		if slow := slowParse(in, base, func(name string) { reported = append(reported, name) }); slow != nil {
			want = slow.String()
		}
		if (err == nil) != (want != "") || u.String() != want {
			t.Errorf("%q on %q = %q, %v, but the state machine says %q", in, text, u, err, want)
		}
		found := WHATWG.rewriter.check(in, on.text, on.ends, false, true)
		if missing, other := differing(found, reported); missing != "" || err == nil && other != "" {
			t.Errorf("%q on %q: check = %s, the state machine reports %q", in, text, described(found), reported)
		}
	}
}

// differing returns a name that was reported and is not among the violations,
// and one that is among the violations and was not reported.
func differing(found []Violation, reported []string) (missing, other string) {
	names := map[string]bool{}
	for _, v := range found {
		names[v.Rule.Name()] = true
		if !slices.Contains(reported, v.Rule.Name()) {
			other = v.Rule.Name()
		}
	}
	for _, name := range reported {
		if !names[name] {
			missing = name
		}
	}
	return missing, other
}
