package octet

import (
	"os"
	"regexp"
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
		table *[256]Class
		class Class
		want  string
	}{
		{"alpha", &Draft1993Classes, Draft1993Alpha, letters},
		{"scheme", &Draft1993Classes, Draft1993Scheme, letters + digits + `$-_@.&!*"'();, `},
		{"digit", &Draft1993Classes, Draft1993Digit, digits},
		{"alphanum", &Draft1993Classes, Draft1993Alphanum, letters + digits},
		{"xalpha", &Draft1993Classes, Draft1993XAlpha, xalpha1993},
		{"xpath", &Draft1993Classes, Draft1993XPath, xalpha1993 + "+/"},
		{"search", &Draft1993Classes, Draft1993Search, xalpha1993 + "+"},
		{"plain", &Draft1993Classes, Draft1993Plain, letters + digits + "$-_.!*'(),"},
		{"delim", &Draft1993Classes, Draft1993Delim, "?#"},
		{"scheme", &Draft1994Classes, Draft1994Scheme, letters + digits + "+-."},
		{"alpha", &Draft1994Classes, Draft1994Alpha, letters},
		{"digit", &Draft1994Classes, Draft1994Digit, digits},
		{"plain", &Draft1994Classes, Draft1994Plain, letters + digits + "$-_.+!*'(),"},
		{"uchar", &Draft1994Classes, Draft1994UChar, unreserved1994},
		{"user", &Draft1994Classes, Draft1994User, unreserved1994 + ";?&="},
		{"xchar", &Draft1994Classes, Draft1994XChar, unreserved1994 + ";/?:@&="},
		{"fpath", &Draft1994Classes, Draft1994FPath, unreserved1994 + "?:@&=/"},
		{"ftppath", &Draft1994Classes, Draft1994FTPPath, unreserved1994 + "?:@&=/;"},
		{"hpath", &Draft1994Classes, Draft1994HPath, unreserved1994 + ";:@&=/"},
		{"search", &Draft1994Classes, Draft1994Search, unreserved1994 + ";:@&="},
		{"waispath", &Draft1994Classes, Draft1994WAISPath, unreserved1994 + "/"},
		{"rpath", &Draft1994Classes, Draft1994RPath, unreserved1994 + ":@&=/"},
		{"article", &Draft1994Classes, Draft1994Article, unreserved1994 + ";/?:&="},
		{"group", &Draft1994Classes, Draft1994Group, letters + digits + "-."},
		{"field", &Draft1994Classes, Draft1994Field, unreserved1994 + "?:@&"},
		{"scheme", &Draft1996Classes, Draft1996Scheme, letters + digits + "+-."},
		{"digit", &Draft1996Classes, Draft1996Digit, digits},
		{"server", &Draft1996Classes, Draft1996Server, unreserved1996 + ":@&=+;?"},
		{"path", &Draft1996Classes, Draft1996Path, unreserved1996 + ":@&=+/"},
		{"params", &Draft1996Classes, Draft1996Params, unreserved1996 + ":@&=+/;"},
		{"any", &Draft1996Classes, Draft1996Any, unreserved1996 + ";/?:@&=+"},
		{"plain", &Draft1996Classes, Draft1996Plain, unreserved1996},
		{"scheme", &RFC1738Classes, RFC1738Scheme, letters + digits + "+-."},
		{"alpha", &RFC1738Classes, RFC1738Alpha, letters},
		{"digit", &RFC1738Classes, RFC1738Digit, digits},
		{"plain", &RFC1738Classes, RFC1738Plain, uchar},
		{"host", &RFC1738Classes, RFC1738Host, letters + digits + "-."},
		{"user", &RFC1738Classes, RFC1738User, uchar + ";?&="},
		{"xchar", &RFC1738Classes, RFC1738XChar, unreserved1738 + ";/?:@&="},
		{"fpath", &RFC1738Classes, RFC1738FPath, uchar + "?:@&=/"},
		{"ftppath", &RFC1738Classes, RFC1738FTPPath, uchar + "?:@&=/;"},
		{"hpath", &RFC1738Classes, RFC1738HPath, uchar + ";:@&=/"},
		{"search", &RFC1738Classes, RFC1738Search, uchar + ";:@&="},
		{"waispath", &RFC1738Classes, RFC1738WAISPath, uchar + "/"},
		{"article", &RFC1738Classes, RFC1738Article, uchar + ";/?:&="},
		{"group", &RFC1738Classes, RFC1738Group, letters + digits + "-.+_"},
		{"field", &RFC1738Classes, RFC1738Field, uchar + "?:@&"},
		{"rpath", &RFC1738Classes, RFC1738RPath, unreserved1738 + ":@&=/"},
		{"alpha", &RFC3986Classes, RFC3986Alpha, letters},
		{"scheme", &RFC3986Classes, RFC3986Scheme, letters + digits + "+-."},
		{"digit", &RFC3986Classes, RFC3986Digit, digits},
		{"name", &RFC3986Classes, RFC3986Name, unreserved3986 + "!$&'()*+,;="},
		{"userinfo", &RFC3986Classes, RFC3986UserInfo, unreserved3986 + "!$&'()*+,;=:"},
		{"path", &RFC3986Classes, RFC3986Path, pchar + "/"},
		{"query", &RFC3986Classes, RFC3986Query, pchar + "/?"},
		{"unreserved", &RFC3986Classes, RFC3986Unreserved, unreserved3986},
		{"plain", &RFC3986Classes, RFC3986Plain, unreserved3986 + "!$'()*+,"},
		{"delim", &RFC3986Classes, RFC3986Delim, ":/?#[]@"},
		{"alpha", &RFC2396Classes, RFC2396Alpha, letters},
		{"scheme", &RFC2396Classes, RFC2396Scheme, letters + digits + "+-."},
		{"digit", &RFC2396Classes, RFC2396Digit, digits},
		{"userinfo", &RFC2396Classes, RFC2396UserInfo, unreserved2396 + ";:&=+$,"},
		{"authority", &RFC2396Classes, RFC2396Authority, unreserved2396 + "$,;:@&=+"},
		{"path", &RFC2396Classes, RFC2396Path, unreserved2396 + ":@&=+$,;/"},
		{"any", &RFC2396Classes, RFC2396Any, unreserved2396 + ";/?:@&=+$,[]"},
		{"unreserved", &RFC2396Classes, RFC2396Unreserved, unreserved2396},
		{"plain", &RFC2396Classes, RFC2396Plain, unreserved2396 + "+$,"},
		{"alpha", &RFC3987Classes, RFC3987Alpha, letters},
		{"scheme", &RFC3987Classes, RFC3987Scheme, letters + digits + "+-."},
		{"digit", &RFC3987Classes, RFC3987Digit, digits},
		{"name", &RFC3987Classes, RFC3987Name, unreserved3986 + "!$&'()*+,;=" + highBytes},
		{"userinfo", &RFC3987Classes, RFC3987UserInfo, unreserved3986 + "!$&'()*+,;=:" + highBytes},
		{"path", &RFC3987Classes, RFC3987Path, pchar + "/" + highBytes},
		{"query", &RFC3987Classes, RFC3987Query, pchar + "/?" + highBytes},
		{"fragment", &RFC3987Classes, RFC3987Fragment, pchar + "/?" + highBytes},
		{"unreserved", &RFC3987Classes, RFC3987Unreserved, unreserved3986},
		{"plain", &RFC3987Classes, RFC3987Plain, unreserved3986 + "!$'()*+,"},
		{"delim", &RFC3987Classes, RFC3987Delim, ":/?#[]@"},
		{"alpha", &WHATWGClasses, WHATWGAlpha, letters},
		{"scheme", &WHATWGClasses, WHATWGScheme, letters + digits + "+-."},
		{"lowscheme", &WHATWGClasses, WHATWGLowScheme, lowerLetters + digits + "+-."},
		{"digit", &WHATWGClasses, WHATWGDigit, digits},
		{"domain", &WHATWGClasses, WHATWGDomain, lowerLetters + digits + "!\"$&'()*+,-.;=_`{}~"},
		{"opaquehost", &WHATWGClasses, WHATWGOpaqueHost, letters + digits + "!\"$%&'()*+,-.;=_`{}~"},
		{"user", &WHATWGClasses, WHATWGUser, userWHATWG},
		{"path", &WHATWGClasses, WHATWGPath, pathWHATWG + "\\"},
		{"specialpath", &WHATWGClasses, WHATWGSpecialPath, pathWHATWG},
		{"plainpath", &WHATWGClasses, WHATWGPlainPath, strings.NewReplacer("%", "", ".", "").Replace(pathWHATWG)},
		{"opaquepath", &WHATWGClasses, WHATWGOpaquePath, strings.Replace(queryWHATWG, "?", "", 1) + "\"<>"},
		{"query", &WHATWGClasses, WHATWGQuery, queryWHATWG},
		{"specialquery", &WHATWGClasses, WHATWGSpecialQuery, strings.Replace(queryWHATWG, "'", "", 1)},
		{"fragment", &WHATWGClasses, WHATWGFragment, strings.Replace(queryWHATWG, "`", "", 1) + "#"},
		{"unit", &WHATWGClasses, WHATWGUnit, unitWHATWG},
		{"plain", &WHATWGClasses, WHATWGPlain, letters + digits + "-._~!$()*+,"},
	} {
		for o := range 256 {
			want := strings.IndexByte(row.want, byte(o)) >= 0
			if got := row.table[o]&row.class != 0; got != want {
				t.Errorf("class %s of byte 0x%02X = %v, want %v", row.name, o, got, want)
			}
		}
	}
}

// spanPlain is the slow twin of span: it checks one byte after the other.
func spanPlain(table *[256]Class, text string, i int, c Class) int {
	for i < len(text) {
		switch {
		case table[text[i]]&c != 0:
			i++
		case text[i] == '%' && IsEscape(text, i):
			i += 3
		default:
			return i
		}
	}
	return i
}

// stretch gives the same result as run, but tests four bytes at a time.
func TestStretchTwin(t *testing.T) {
	for _, text := range []string{"", "a", "abcd", "abcde", "abc%41defgh%4", "ab cd", "abcdefgh|ij", "abc d", " ", "abcd "} {
		for i := range len(text) + 1 {
			got, want := Stretch(&WHATWGClasses, text, i, WHATWGDomain), Run(&WHATWGClasses, text, i, WHATWGDomain)
			if got != want {
				t.Errorf("stretch(%q, %d) = %d, want %d", text, i, got, want)
			}
		}
	}
}

func TestSpanTwin(t *testing.T) {
	for _, text := range []string{"", "a", "abcd", "abcde", "abc%41defgh%4", "%41%42", "abcdefgh|ij", "abc d", "%", "abcd%zz"} {
		for i := range len(text) + 1 {
			got, want := Span(&RFC1738Classes, text, i, RFC1738XChar), spanPlain(&RFC1738Classes, text, i, RFC1738XChar)
			if got != want {
				t.Errorf("span(%q, %d) = %d, want %d", text, i, got, want)
			}
		}
	}
}

func BenchmarkSpan(b *testing.B) {
	const text = "/a/path/of/some/length/that/is/common/in/links?with=a&query=too"
	for name, f := range map[string]func(*[256]Class, string, int, Class) int{"plain": spanPlain, "four": Span} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for range b.N {
				f(&RFC3986Classes, text, 0, RFC3986Query)
			}
		})
	}
}

// classRow matches the declaration of a class of bytes.
var classRow = regexp.MustCompile(`(?m)^\t(\w+) +Class = 1 <<`)

// Every class of bytes that is generated has its slow twin.
func TestEveryClassHasItsTwin(t *testing.T) {
	classes := classRow.FindAllStringSubmatch(readText(t, "table.go"), -1)
	if len(classes) == 0 {
		t.Fatal("no classes in table.go")
	}
	twins := readText(t, "octet_test.go")
	for _, m := range classes {
		if !regexp.MustCompile(`\{"[^"]*", &\w+, ` + m[1] + `, `).MatchString(twins) {
			t.Errorf("the class %s: add its bytes, written by hand, to TestClassTables in octet_test.go", m[1])
		}
	}
}

func readText(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
