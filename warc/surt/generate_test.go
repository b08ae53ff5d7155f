package surt

import (
	"math/rand/v2"
	"strconv"
)

// A generator makes URLs for the comparison with other programs. The same seed
// makes the same URLs.
type generator struct{ *rand.Rand }

func newGenerator(seed uint64) generator { return generator{rand.New(rand.NewPCG(seed, 1))} }

// url returns a URL. About one in four has arbitrary changes.
func (g generator) url() string {
	s := g.scheme() + g.authority() + g.path() + g.query()
	if g.IntN(8) == 0 {
		s += "#" + g.word()
	}
	if g.IntN(4) == 0 {
		for range 1 + g.IntN(3) {
			s = g.mutate(s)
		}
	}
	return s
}

func (g generator) pick(of ...string) string { return of[g.IntN(len(of))] }

func (g generator) scheme() string {
	if g.IntN(3) > 0 {
		return g.pick("http://", "https://")
	}
	return g.pick("", "http:", "https:/", "http:///", "http:////", "HTTP://", "hTTps://", "ftp://", "http://https://",
		"https://http://http://", "http://HTTP://", "x://", "urn:", "mailto:", "dns:", "dns://", "whois://", "a.b:", "//", "file:///",
		"warcinfo:", "screenshot:http://", " http://", "http:http:")
}

func (g generator) authority() string {
	s := ""
	if g.IntN(16) == 0 {
		s = g.pick("user@", "user:password@", "@", "u@v@", ":@", "%40@", "u:80@")
	}
	s += g.host()
	if g.IntN(5) == 0 {
		s += ":" + g.pick("80", "443", "8080", "0", "", "080", "21", "65535", "00443", strconv.Itoa(g.IntN(70000)))
	}
	return s
}

func (g generator) host() string {
	switch g.IntN(12) {
	case 0:
		return g.number()
	case 1:
		return g.number() + "." + g.number() + g.pick("", ".", "."+g.number(), "."+g.number()+"."+g.number())
	case 2:
		return strconv.Itoa(g.IntN(300)) + "." + strconv.Itoa(g.IntN(300)) + "." + strconv.Itoa(g.IntN(256)) + "." + strconv.Itoa(g.IntN(256))
	case 3:
		return g.pick("[::1]", "[2001:DB8::1]", "[::1", "[1.2.3.4]", "[::1]x", "x[::1]", "www.[a.b]", "[]", "a]")
	case 4:
		return g.pick("www.", "WWW2.", "", "www12.", "www.www.") + g.pick("bücher", "BÜCHER", "straße", "日本語",
			"пример", "ΣΊΣΥΦΟΣ", "σίσυφος", "ليهمابتكلموشعربي",
			"faß", "xn--bcher-kva", "b%C3%BCcher", "b%c3%bc%63her", "é", "a\u00ADb", "ａｂｃ", "１２７", "ﬁ", "☃", "K") +
			g.pick(".de", "。jp", "．com", "", ".рф", "..de", ".")
	case 5:
		return g.pick("www", "www.", "www1", "www9.", "www.a", "www.80", "www.1.2", "www-2.a",
			".", "..", ".a.", "a..b", "%2e", "a%2Eb", "a%2fb", "%20", "-", "a b", "*.a", "a_b.c", "a%00b", "a\\b")
	}
	s := g.pick("", "", "www.", "www"+strconv.Itoa(g.IntN(100))+".", "WWW.")
	for range 1 + g.IntN(3) {
		s += g.pick("example", "Archive", "a", "news", "foo-bar", "x1", "host"+strconv.Itoa(g.IntN(50))) + "."
	}
	return s + g.pick("com", "org", "co.uk", "COM", "net", "com.")
}

func (g generator) number() string {
	return g.pick("", "0", "00", "0") + g.pick(strconv.Itoa(g.IntN(10)), strconv.Itoa(g.IntN(300)), strconv.Itoa(g.IntN(70000)),
		strconv.FormatUint(g.Uint64N(1<<33), 10), strconv.FormatUint(g.Uint64N(1<<33), 8), "0x"+strconv.FormatUint(g.Uint64N(1<<16), 16), "377", "400", "08")
}

func (g generator) path() string {
	s := ""
	for range g.IntN(5) {
		s += "/" + g.segment()
	}
	return s + g.pick("", "", "/", "//")
}

func (g generator) segment() string {
	switch g.IntN(9) {
	case 0:
		return g.pick(".", "..", "", "%2e", "%2E.", "...", ".a", "..;")
	case 1:
		return g.session()
	case 2:
		return g.pick("index.aspx", "A.ASPX", ".aspx", "a.aspxx", "x?.aspx", "a.aspx;b")
	}
	return g.word()
}

func (g generator) session() string {
	id := g.letters(24)
	if g.IntN(5) == 0 {
		id = g.letters(23 + 2*g.IntN(2))
	}
	switch g.IntN(4) {
	case 0:
		return "(" + id + ")"
	case 1:
		return "(S(" + id + "))"
	case 2:
		return "(a(" + id + ")F(" + g.letters(24) + "))"
	}
	return g.word() + ";jsessionid=" + g.letters(32)
}

func (g generator) query() string {
	if g.IntN(2) == 0 {
		return ""
	}
	s := "?"
	for i := range g.IntN(6) {
		if i > 0 {
			s += g.pick("&", "&", "&", "&", "&&", ";")
		}
		s += g.argument()
	}
	return s
}

func (g generator) argument() string {
	switch g.IntN(8) {
	case 0:
		return g.pick("", "x") + g.pick("jsessionid", "PHPSESSID", "sid", "SID", "phpsessid", "JSessionID") + "=" + g.letters(32+g.IntN(8)/7-g.IntN(8)/7)
	case 1:
		return g.pick("", "x") + g.pick("ASPSESSIONID", "aspsessionid") + g.capitals(8) + "=" + g.capitals(24+g.IntN(8)/7)
	case 2:
		return g.pick("", "x") + g.pick("cfid", "CFID") + "=" + g.pick("1", "12-a", "", "cfid=2") + "&" + g.pick("cftoken", "CFTOKEN", "x") + "=" + g.pick("3", "", "a%26b", "9=8")
	case 3:
		return g.word()
	}
	return g.word() + "=" + g.pick(g.word(), "", g.word()+"="+g.word(), "http://"+g.word()+"/")
}

// capitals returns n capital letters.
func (g generator) capitals(n int) string { return g.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ", n) }

// letters returns n letters and digits.
func (g generator) letters(n int) string {
	return g.from("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", n)
}

func (g generator) from(alphabet string, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = alphabet[g.IntN(len(alphabet))]
	}
	return string(b)
}

func (g generator) word() string {
	switch g.IntN(10) {
	case 0:
		return g.pick("%41", "%2541", "%252541", "%25", "%", "%%34%31", "%zz", "%4", "%23", "%3F", "%26", "%2F",
			"%3D", "%20", "%00", "%7f", "%C3%A9", "%ff", "%E", "%0a", "%5B", "%2525")
	case 1:
		return g.pick("é", "日本", " ", "a b", "+", "a+b", "\"<>^`{|}\\", "!$'()*,;:@~", "ÀÉ", "a=b", "\x01", "\x7f", "\t", "\r\n", "(", ")", "[a]")
	}
	return g.pick("a", "b", "A", "foo", "Bar", "index.html", "id", "page", "1", "2", "10", "a-b", "a.b", "q", "x_y") + g.pick("", "", strconv.Itoa(g.IntN(20)))
}

// mutate changes one byte of s, or inserts or removes some.
func (g generator) mutate(s string) string {
	i := g.IntN(len(s) + 1)
	switch g.IntN(4) {
	case 0:
		return s[:i] + g.pick(".", "/", "//", "?", "#", "%", "%2", "&", "=", ":", "@", "[", "]",
			"(", ")", " ", "\n", "\x00", "www.", "\\", "é", "\xff", "../", "%25", "http://", ";", ",", "80", "0", "~") + s[i:]
	case 1:
		return s[:i] + string(rune(g.IntN(0x180))) + s[i:]
	case 2:
		return s[:i] + s[min(len(s), i+1+g.IntN(3)):]
	}
	if i == len(s) {
		return s
	}
	return s[:i] + string([]byte{byte(g.IntN(256))}) + s[i+1:]
}
