package earl

import (
	"strings"
	"testing"
)

const (
	lowerLetters = "abcdefghijklmnopqrstuvwxyz"
	letters      = lowerLetters + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digits       = "0123456789"
)

// highBytes are the bytes of characters outside ASCII, and those that UTF-8 never has.
var highBytes = func() string {
	var b []byte
	for o := 0x80; o <= 0xFF; o++ {
		b = append(b, byte(o))
	}
	return string(b)
}()

// A2: each class contains exactly the bytes of its productions. Each byte is
// compared with sets that are written by hand.
func TestClassTables(t *testing.T) {
	const (
		unreserved1738 = letters + digits + "$-_.+" + "!*'(),"
		uchar          = unreserved1738
		xalpha1993     = letters + digits + "$-_@.&" + `!*"'():;, `
		unreserved1994 = letters + digits + "$-_.+" + "!*'(),=" + `{}|\^~[]`
		unreserved1996 = letters + digits + "$-_." + "!*'(),"
		unreserved3986 = letters + digits + "-._~"
		unreserved2396 = letters + digits + "-_.!~*'()"
		pchar          = unreserved3986 + "!$&'()*+,;=" + ":@"
		unitWHATWG     = letters + digits + "!$&'()*+,-./:;=?@_~"
		formWHATWG     = letters + digits + "*-._"
		userWHATWG     = formWHATWG + "!$%&'()+,~"
		pathWHATWG     = userWHATWG + "/:;=@[]|"
		queryWHATWG    = pathWHATWG + "\\?^`{}"
	)
	for _, row := range []struct {
		name  string
		table *[256]class
		class class
		want  string
	}{
		{"alpha", &draft1993Classes, draft1993Alpha, letters},
		{"scheme", &draft1993Classes, draft1993Scheme, letters + digits + `$-_@.&!*"'();, `},
		{"digit", &draft1993Classes, draft1993Digit, digits},
		{"alphanum", &draft1993Classes, draft1993Alphanum, letters + digits},
		{"xalpha", &draft1993Classes, draft1993XAlpha, xalpha1993},
		{"xpath", &draft1993Classes, draft1993XPath, xalpha1993 + "+/"},
		{"search", &draft1993Classes, draft1993Search, xalpha1993 + "+"},
		{"plain", &draft1993Classes, draft1993Plain, letters + digits + "$-_.!*'(),"},
		{"delim", &draft1993Classes, draft1993Delim, "?#"},
		{"scheme", &draft1994Classes, draft1994Scheme, letters + digits + "+-."},
		{"alpha", &draft1994Classes, draft1994Alpha, letters},
		{"digit", &draft1994Classes, draft1994Digit, digits},
		{"plain", &draft1994Classes, draft1994Plain, letters + digits + "$-_.+!*'(),"},
		{"uchar", &draft1994Classes, draft1994UChar, unreserved1994},
		{"user", &draft1994Classes, draft1994User, unreserved1994 + ";?&="},
		{"xchar", &draft1994Classes, draft1994XChar, unreserved1994 + ";/?:@&="},
		{"fpath", &draft1994Classes, draft1994FPath, unreserved1994 + "?:@&=/"},
		{"ftppath", &draft1994Classes, draft1994FTPPath, unreserved1994 + "?:@&=/;"},
		{"hpath", &draft1994Classes, draft1994HPath, unreserved1994 + ";:@&=/"},
		{"search", &draft1994Classes, draft1994Search, unreserved1994 + ";:@&="},
		{"waispath", &draft1994Classes, draft1994WAISPath, unreserved1994 + "/"},
		{"rpath", &draft1994Classes, draft1994RPath, unreserved1994 + ":@&=/"},
		{"article", &draft1994Classes, draft1994Article, unreserved1994 + ";/?:&="},
		{"group", &draft1994Classes, draft1994Group, letters + digits + "-."},
		{"field", &draft1994Classes, draft1994Field, unreserved1994 + "?:@&"},
		{"scheme", &draft1996Classes, draft1996Scheme, letters + digits + "+-."},
		{"digit", &draft1996Classes, draft1996Digit, digits},
		{"server", &draft1996Classes, draft1996Server, unreserved1996 + ":@&=+;?"},
		{"path", &draft1996Classes, draft1996Path, unreserved1996 + ":@&=+/"},
		{"params", &draft1996Classes, draft1996Params, unreserved1996 + ":@&=+/;"},
		{"any", &draft1996Classes, draft1996Any, unreserved1996 + ";/?:@&=+"},
		{"plain", &draft1996Classes, draft1996Plain, unreserved1996},
		{"scheme", &rfc1738Classes, rfc1738Scheme, letters + digits + "+-."},
		{"alpha", &rfc1738Classes, rfc1738Alpha, letters},
		{"digit", &rfc1738Classes, rfc1738Digit, digits},
		{"plain", &rfc1738Classes, rfc1738Plain, uchar},
		{"host", &rfc1738Classes, rfc1738Host, letters + digits + "-."},
		{"user", &rfc1738Classes, rfc1738User, uchar + ";?&="},
		{"xchar", &rfc1738Classes, rfc1738XChar, unreserved1738 + ";/?:@&="},
		{"fpath", &rfc1738Classes, rfc1738FPath, uchar + "?:@&=/"},
		{"ftppath", &rfc1738Classes, rfc1738FTPPath, uchar + "?:@&=/;"},
		{"hpath", &rfc1738Classes, rfc1738HPath, uchar + ";:@&=/"},
		{"search", &rfc1738Classes, rfc1738Search, uchar + ";:@&="},
		{"waispath", &rfc1738Classes, rfc1738WAISPath, uchar + "/"},
		{"article", &rfc1738Classes, rfc1738Article, uchar + ";/?:&="},
		{"group", &rfc1738Classes, rfc1738Group, letters + digits + "-.+_"},
		{"field", &rfc1738Classes, rfc1738Field, uchar + "?:@&"},
		{"rpath", &rfc1738Classes, rfc1738RPath, unreserved1738 + ":@&=/"},
		{"alpha", &rfc3986Classes, rfc3986Alpha, letters},
		{"scheme", &rfc3986Classes, rfc3986Scheme, letters + digits + "+-."},
		{"digit", &rfc3986Classes, rfc3986Digit, digits},
		{"name", &rfc3986Classes, rfc3986Name, unreserved3986 + "!$&'()*+,;="},
		{"userinfo", &rfc3986Classes, rfc3986UserInfo, unreserved3986 + "!$&'()*+,;=:"},
		{"path", &rfc3986Classes, rfc3986Path, pchar + "/"},
		{"query", &rfc3986Classes, rfc3986Query, pchar + "/?"},
		{"unreserved", &rfc3986Classes, rfc3986Unreserved, unreserved3986},
		{"plain", &rfc3986Classes, rfc3986Plain, unreserved3986 + "!$'()*+,"},
		{"delim", &rfc3986Classes, rfc3986Delim, ":/?#[]@"},
		{"alpha", &rfc2396Classes, rfc2396Alpha, letters},
		{"scheme", &rfc2396Classes, rfc2396Scheme, letters + digits + "+-."},
		{"digit", &rfc2396Classes, rfc2396Digit, digits},
		{"userinfo", &rfc2396Classes, rfc2396UserInfo, unreserved2396 + ";:&=+$,"},
		{"authority", &rfc2396Classes, rfc2396Authority, unreserved2396 + "$,;:@&=+"},
		{"path", &rfc2396Classes, rfc2396Path, unreserved2396 + ":@&=+$,;/"},
		{"any", &rfc2396Classes, rfc2396Any, unreserved2396 + ";/?:@&=+$,[]"},
		{"unreserved", &rfc2396Classes, rfc2396Unreserved, unreserved2396},
		{"plain", &rfc2396Classes, rfc2396Plain, unreserved2396 + "+$,"},
		{"alpha", &rfc3987Classes, rfc3987Alpha, letters},
		{"scheme", &rfc3987Classes, rfc3987Scheme, letters + digits + "+-."},
		{"digit", &rfc3987Classes, rfc3987Digit, digits},
		{"name", &rfc3987Classes, rfc3987Name, unreserved3986 + "!$&'()*+,;=" + highBytes},
		{"userinfo", &rfc3987Classes, rfc3987UserInfo, unreserved3986 + "!$&'()*+,;=:" + highBytes},
		{"path", &rfc3987Classes, rfc3987Path, pchar + "/" + highBytes},
		{"query", &rfc3987Classes, rfc3987Query, pchar + "/?" + highBytes},
		{"fragment", &rfc3987Classes, rfc3987Fragment, pchar + "/?" + highBytes},
		{"unreserved", &rfc3987Classes, rfc3987Unreserved, unreserved3986},
		{"plain", &rfc3987Classes, rfc3987Plain, unreserved3986 + "!$'()*+,"},
		{"delim", &rfc3987Classes, rfc3987Delim, ":/?#[]@"},
		{"alpha", &whatwgClasses, whatwgAlpha, letters},
		{"scheme", &whatwgClasses, whatwgScheme, letters + digits + "+-."},
		{"lowscheme", &whatwgClasses, whatwgLowScheme, lowerLetters + digits + "+-."},
		{"digit", &whatwgClasses, whatwgDigit, digits},
		{"domain", &whatwgClasses, whatwgDomain, lowerLetters + digits + "!\"$&'()*+,-.;=_`{}~"},
		{"opaquehost", &whatwgClasses, whatwgOpaqueHost, letters + digits + "!\"$%&'()*+,-.;=_`{}~"},
		{"user", &whatwgClasses, whatwgUser, userWHATWG},
		{"path", &whatwgClasses, whatwgPath, pathWHATWG + "\\"},
		{"specialpath", &whatwgClasses, whatwgSpecialPath, pathWHATWG},
		{"plainpath", &whatwgClasses, whatwgPlainPath, strings.NewReplacer("%", "", ".", "").Replace(pathWHATWG)},
		{"opaquepath", &whatwgClasses, whatwgOpaquePath, strings.Replace(queryWHATWG, "?", "", 1) + "\"<>"},
		{"query", &whatwgClasses, whatwgQuery, queryWHATWG},
		{"specialquery", &whatwgClasses, whatwgSpecialQuery, strings.Replace(queryWHATWG, "'", "", 1)},
		{"fragment", &whatwgClasses, whatwgFragment, strings.Replace(queryWHATWG, "`", "", 1) + "#"},
		{"unit", &whatwgClasses, whatwgUnit, unitWHATWG},
		{"plain", &whatwgClasses, whatwgPlain, letters + digits + "-._~!$()*+,"},
	} {
		for o := range 256 {
			want := strings.IndexByte(row.want, byte(o)) >= 0
			if got := row.table[o]&row.class != 0; got != want {
				t.Errorf("class %s of byte 0x%02X = %v, want %v", row.name, o, got, want)
			}
		}
	}
}

// A15: an escape is "%" and two hexadecimal digits in upper or lower case.
func TestEscapes(t *testing.T) {
	for o := range 256 {
		hex := string(hexDigits[o>>4]) + string(hexDigits[o&15])
		for _, text := range []string{"%" + hex, "%" + strings.ToLower(hex)} {
			if got := Unescape(text); got != Octets([]byte{byte(o)}) {
				t.Errorf("Unescape(%q) = %q", text, got)
			}
		}
		isHex := strings.ContainsRune("0123456789ABCDEFabcdef", rune(o)) && o < 128
		if got := isEscape("%0"+string([]byte{byte(o)}), 0); got != isHex {
			t.Errorf("isEscape of %02X = %v, want %v", o, got, isHex)
		}
	}
	for in, want := range map[string]Octets{"": "", "abc": "abc", "a%": "a%", "%4": "%4", "%zz%41": "%zzA", "%2541": "%41", "a%00b": "a\x00b"} {
		if got := Unescape(in); got != want {
			t.Errorf("Unescape(%q) = %q, want %q", in, got, want)
		}
	}
	if n := testing.AllocsPerRun(10, func() { Unescape("plain") }); n != 0 {
		t.Errorf("Unescape of plain text: %v allocations", n)
	}
}

// A19: Compose escapes "#", space, `" < > %`, national and control characters,
// and Unescape decodes the escapes.
func TestAppendEscape(t *testing.T) {
	for _, e := range editionsUnderTest {
		for o := range 256 {
			in := Octets([]byte{byte(o)})
			out := string(e.AppendEscape(nil, in, ""))
			if Unescape(out) != in {
				t.Errorf("%s: byte 0x%02X is written %q", e.Name(), o, out)
			}
			if plain := len(out) == 1; plain && strings.IndexByte("# \"<>%{}|\\^[]`;/?:@&=", byte(o)) >= 0 {
				t.Errorf("%s: byte 0x%02X is not escaped", e.Name(), o)
			}
		}
	}
	if got := string(RFC1738.AppendEscape(nil, "a/b;c", "/")); got != "a/b%3Bc" {
		t.Errorf("AppendEscape = %q", got)
	}
}

// spanPlain is the slow twin of span: it checks one byte after the other.
func spanPlain(table *[256]class, text string, i int, c class) int {
	for i < len(text) {
		switch {
		case table[text[i]]&c != 0:
			i++
		case text[i] == '%' && isEscape(text, i):
			i += 3
		default:
			return i
		}
	}
	return i
}

// The forbidden code points are few, and written out in isForbiddenHost.
func TestForbiddenHost(t *testing.T) {
	for o := range 256 {
		want := strings.IndexByte("\x00\t\n\r #/:<>?@[\\]^|", byte(o)) >= 0
		if got := isForbiddenHost(byte(o)); got != want {
			t.Errorf("byte 0x%02X is forbidden: %v, want %v", o, got, want)
		}
	}
}

// stretch gives the same result as run, but tests four bytes at a time.
func TestStretchTwin(t *testing.T) {
	for _, text := range []string{"", "a", "abcd", "abcde", "abc%41defgh%4", "ab cd", "abcdefgh|ij", "abc d", " ", "abcd "} {
		for i := range len(text) + 1 {
			got, want := stretch(&whatwgClasses, text, i, whatwgDomain), run(&whatwgClasses, text, i, whatwgDomain)
			if got != want {
				t.Errorf("stretch(%q, %d) = %d, want %d", text, i, got, want)
			}
		}
	}
}

func TestSpanTwin(t *testing.T) {
	for _, text := range []string{"", "a", "abcd", "abcde", "abc%41defgh%4", "%41%42", "abcdefgh|ij", "abc d", "%", "abcd%zz"} {
		for i := range len(text) + 1 {
			got, want := span(&rfc1738Classes, text, i, rfc1738XChar), spanPlain(&rfc1738Classes, text, i, rfc1738XChar)
			if got != want {
				t.Errorf("span(%q, %d) = %d, want %d", text, i, got, want)
			}
		}
	}
}

func BenchmarkSpan(b *testing.B) {
	const text = "/a/path/of/some/length/that/is/common/in/links?with=a&query=too"
	for name, f := range map[string]func(*[256]class, string, int, class) int{"plain": spanPlain, "four": span} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for range b.N {
				f(&rfc3986Classes, text, 0, rfc3986Query)
			}
		})
	}
}

// A18: an escape represents a byte without a charset, and is converted to no
// other.
func TestEscapeIsAnOctet(t *testing.T) {
	if got := Unescape("caf%E9"); got != "caf\xE9" || len(got) != 4 {
		t.Errorf("Unescape = %q", got)
	}
	if got := Unescape("caf%C3%A9"); len(got) != 5 {
		t.Errorf("Unescape = %q", got)
	}
}
