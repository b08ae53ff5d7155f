package earl

import (
	"testing"
	"unicode/utf8"
)

// The IRIs that RFC 3987 prints are valid, have these parts, and are mapped to
// these URIs.
func TestRFC3987Examples(t *testing.T) {
	for _, row := range []struct{ src, in, mapped, want string }{
		{"3.1", "http://résumé.example.org", "http://r%C3%A9sum%C3%A9.example.org", "scheme=http host=résumé.example.org path="},
		{"3.1", "http://www.example.org/red%09rosé#red", "http://www.example.org/red%09ros%C3%A9#red", "scheme=http host=www.example.org path=/red%09rosé fragment=red"},
		{"3.1", "http://example.com/\U00010300\U00010301\U00010302", "http://example.com/%F0%90%8C%80%F0%90%8C%81%F0%90%8C%82", "scheme=http host=example.com path=/\U00010300\U00010301\U00010302"},
		{"3.2.1", "http://www.example.org/r%E9sum%E9.html", "http://www.example.org/r%E9sum%E9.html", "scheme=http host=www.example.org path=/r%E9sum%E9.html"},
		{"3.2.1", "http://www.example.org/D%C3%BCrst", "http://www.example.org/D%C3%BCrst", "scheme=http host=www.example.org path=/D%C3%BCrst"},
		{"3.2.1", "http://www.example.org/Dürst", "http://www.example.org/D%C3%BCrst", "scheme=http host=www.example.org path=/Dürst"},
		{"3.2.1", "http://xn--99zt52a.example.org/%e2%80%ae", "http://xn--99zt52a.example.org/%e2%80%ae", "scheme=http host=xn--99zt52a.example.org path=/%e2%80%ae"},
		{"4.4", "http://אב.גד.example/", "http://%D7%90%D7%91.%D7%92%D7%93.example/", "scheme=http host=אב.גד.example path=/"},
		{"5.3.2.3", "http://example.org/~user", "http://example.org/~user", "scheme=http host=example.org path=/~user"},
		{"2.2 iuserinfo", "ftp://é:ü@h/", "ftp://%C3%A9:%C3%BC@h/", "scheme=ftp user=é password=ü host=h path=/"},
		{"2.2 iprivate", "http://h/?\uE000", "http://h/?%EE%80%80", "scheme=http host=h path=/ query=\uE000"},
	} {
		u, err := RFC3987.Parse(row.in)
		if got := parts(u); err != nil || got != row.want {
			t.Errorf("%s: Parse(%q) = %s, %v, want %s", row.src, row.in, got, err, row.want)
			continue
		}
		m := u.Mapped()
		if m.String() != row.mapped || !RFC3986.Valid(row.mapped) || m != RFC3987.MustParse(row.mapped) {
			t.Errorf("%s: Mapped(%q) = %q, want %q", row.src, row.in, m, row.mapped)
		}
		twins(t, RFC3987, row.in)
	}
	if got := (URL{}).Mapped(); got != (URL{}) {
		t.Errorf("Mapped of the zero URL = %q", got)
	}
}

// Characters and bytes that an IRI cannot have, each at its position.
func TestRFC3987Violations(t *testing.T) {
	for in, want := range map[string]string{
		"http://h/\uE000": "9 non-ascii", "http://h/?\uE000#\uE000": "14 non-ascii", "http://\uE000/": "7 non-ascii",
		"http://h/é\uE000é\uFFFEé": "11 non-ascii, 16 non-ascii", "http://h/\x80": "9 non-ascii", "http://h/\u0085": "9 non-ascii",
		"http://h/\xC3": "9 non-ascii", "http://h/\xC3\xA9\xA9": "11 non-ascii", "http://h/\xED\xA0\x80": "9 non-ascii",
		"http://h/a\u202Eb": "10 non-ascii", "http://h/\u200E\u200F": "9 non-ascii", "é:a": "0 scheme", "é://\uE000": "0 scheme, 5 non-ascii", "//\uE000:1/": "0 no-scheme, 2 non-ascii", "http://h:٣/": "8 port",
		"http://[é]/": "7 ip-literal", "http://h/é\uE000 ": "11 non-ascii, 14 space", "http://h/\U000E0001": "9 non-ascii",
	} {
		if got := violations(RFC3987, in); got != want {
			t.Errorf("Check(%q) = %q, want %q", in, got, want)
		}
		twins(t, RFC3987, in)
	}
}

// isUcschar and isPrivate are the slow twins of rfc3987Character: the ranges of
// section 2.2.
func isUcschar(c rune) bool {
	for _, r := range [][2]rune{
		{0xA0, 0xD7FF}, {0xF900, 0xFDCF}, {0xFDF0, 0xFFEF},
		{0x10000, 0x1FFFD}, {0x20000, 0x2FFFD}, {0x30000, 0x3FFFD},
		{0x40000, 0x4FFFD}, {0x50000, 0x5FFFD}, {0x60000, 0x6FFFD},
		{0x70000, 0x7FFFD}, {0x80000, 0x8FFFD}, {0x90000, 0x9FFFD},
		{0xA0000, 0xAFFFD}, {0xB0000, 0xBFFFD}, {0xC0000, 0xCFFFD},
		{0xD0000, 0xDFFFD}, {0xE1000, 0xEFFFD},
	} {
		if r[0] <= c && c <= r[1] {
			return true
		}
	}
	return false
}

func isPrivate(c rune) bool {
	return 0xE000 <= c && c <= 0xF8FF || 0xF0000 <= c && c <= 0xFFFFD || 0x100000 <= c && c <= 0x10FFFD
}

// Every character is allowed where section 2.2 allows it, except the seven of
// section 4.1 that only change the direction of text.
func TestRFC3987Characters(t *testing.T) {
	formatting := map[rune]bool{'\u200E': true, '\u200F': true, '\u202A': true, '\u202B': true, '\u202C': true, '\u202D': true, '\u202E': true}
	for c := rune(utf8.RuneSelf); c <= utf8.MaxRune; c++ {
		if !utf8.ValidRune(c) {
			continue
		}
		path, query := isUcschar(c) && !formatting[c], (isUcschar(c) || isPrivate(c)) && !formatting[c]
		text := string(c)
		if got := RFC3987.Valid("x:" + text); got != path {
			t.Errorf("U+%04X in a path: %v, want %v", c, got, path)
		}
		if got := RFC3987.Valid("x:?" + text); got != query {
			t.Errorf("U+%04X in a query: %v, want %v", c, got, query)
		}
	}
}

// Without characters outside ASCII, rfc3987 is rfc3986. References resolve
// alike too.
func TestRFC3987IsRFC3986InASCII(t *testing.T) {
	for _, in := range mutated(20_000, 3987) {
		u, err := RFC3986.ParseReference(in)
		v, err2 := RFC3987.ParseReference(in)
		if err == nil && (err2 != nil || u.String() != v.String()) {
			t.Errorf("ParseReference(%q): %v under rfc3986, %v under rfc3987", in, err, err2)
		}
		if m, err := RFC3987.Parse(in); err == nil && !RFC3986.Valid(m.Mapped().String()) {
			t.Errorf("Mapped(%q) = %q, which is not valid under rfc3986", in, m.Mapped())
		}
	}
	base := RFC3987.MustParse(base3986)
	for _, row := range examples3986 {
		if got, err := RFC3987.Resolve(base, row.ref); err != nil || got.String() != row.want {
			t.Errorf("Resolve(%q) = %q, %v, want %q", row.ref, got, err, row.want)
		}
	}
	if got, err := RFC3987.Resolve(base, "../é?\uE000"); err != nil || got.String() != "http://a/b/é?\uE000" {
		t.Errorf("Resolve = %q, %v", got, err)
	}
}
