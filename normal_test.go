package earl

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/earl-url/earl/internal/racedetector"
)

// Normalize does not allocate for a URL that is in normal form, and else only
// the text. AppendNormalize does not allocate.
func TestNormalizeAllocations(t *testing.T) {
	if racedetector.On {
		t.Skip("the race detector allocates")
	}
	long := strings.Repeat("/segment", 1000)
	for _, row := range []struct {
		in     string
		normal bool // in every edition that accepts it
	}{
		{"http://www.example.org/a/b.html", true},
		{"http://www.example.org:8080/%C3%A9?a%2Bb=c", true},
		{"http://www.example.org" + long, true},
		{"ftp://user:p%40ss@ftp.example.org/../a;type=i", true},
		{"mailto:a%25b@example.org", true},
		{"http://[2001:db8::1]/", true},
		{"http://[v1.a:b]/", true},
		{"x:/.//a", true},
		{"HTTP://WWW.Example.org:80/%7euser/%7e", false},
		{"X-UNKNOWN-SCHEME://u%41@Example.org:1/%7E?%2b%2d#%41", false},
		{"x:/a/..//b%2d", false},
		{"http://[2001:DB8:0:0::1]:80", false},
		{"news:a%2Eb@host.example", false},
		{"urn:example:a", true},
		{"urn:a-namespace-with-more-than-thirty-two-characters:a", true},
		{"mailto:A@b.example", true},
		{"http://www.example.org" + long + "%2d", false},
	} {
		read := 0
		for _, e := range []*Edition{Draft1993, Draft1994, RFC1738, Draft1996, RFC2396, RFC3986, RFC3987, WHATWG} {
			u, err := e.Parse(row.in)
			if err != nil {
				continue
			}
			read++
			b, other := make([]byte, 0, 2*len(row.in)), e.MustParse("http://other.example/")
			for l := LevelString; l <= LevelScheme; l++ {
				want := 0.0
				if v := u.Normalize(l); v != u {
					if want = 1; row.normal {
						t.Errorf("%s: Normalize(%q, %v) = %q", e.name, u, l, v)
					} else if len(u.text) > normalShort {
						want = 2 // the buffer, and the text
					}
				}
				if n := testing.AllocsPerRun(10, func() { u.Normalize(l) }); n != want {
					t.Errorf("%s: Normalize(%.40q, %v) allocates %v times, want %v", e.name, u, l, n, want)
				}
				if n := testing.AllocsPerRun(10, func() { u.AppendNormalize(b, l) }); n != 0 {
					t.Errorf("%s: AppendNormalize(%.40q, %v) allocates %v times", e.name, u, l, n)
				}
				if n := testing.AllocsPerRun(10, func() { u.Equal(other, l) }); row.normal && n != 0 {
					t.Errorf("%s: Equal(%.40q, %v) allocates %v times", e.name, u, l, n)
				}
			}
		}
		if read == 0 {
			t.Errorf("no edition reads %q", row.in)
		}
	}
}

// An edition says whether its components can have unsafe bytes. Normalize does
// not search for them in other editions.
func TestAllowsUnsafe(t *testing.T) {
	for _, e := range []*Edition{Draft1993, Draft1994, RFC1738, Draft1996, RFC2396, RFC3986, RFC3987, WHATWG} {
		all := e.host | e.fragment
		forms := append([]form{e.other}, e.forms...)
		if e.relative != nil {
			forms = append(forms, *e.relative)
		}
		for _, f := range forms {
			all |= f.user | f.password | f.path | f.params | f.query
			if f.opaque != nil {
				all |= f.opaque.path
			}
		}
		found := false
		for i := range len(unsafe) {
			found = found || e.classes[unsafe[i]]&all != 0 && e.classes[unsafe[i]]&e.plain == 0
		}
		if want := found && e.rewriter == nil; e.allowsUnsafe != want {
			t.Errorf("%s: allowsUnsafe = %v, want %v", e.name, e.allowsUnsafe, want)
		}
	}
	for o := range 256 {
		if want := o == '%' || strings.IndexByte(unsafe, byte(o)) >= 0; isSpecial[o] != want {
			t.Errorf("isSpecial[%q] = %v", rune(o), isSpecial[o])
		}
	}
}

// slowUpper is the slow twin of hasUpper.
func slowUpper(text string) bool {
	for i := range len(text) {
		if c := text[i]; 'A' <= c && c <= 'Z' {
			return true
		}
	}
	return false
}

func TestHasUpper(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 40 {
		for o := range 256 {
			for range 4 {
				b := []byte(strings.Repeat(pick(r, "a", "z", "@", "[", "\x80", "\xFF", "\x00", "0", "{", "`"), n))
				if n > 0 {
					b[r.IntN(n)] = byte(o)
				}
				if got, want := hasUpper(b), slowUpper(string(b)); got != want || hasUpper(string(b)) != want {
					t.Fatalf("hasUpper(%q) = %v, want %v", b, got, want)
				}
			}
		}
	}
}

func BenchmarkHasUpper(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	var hosts [1 << 12]string
	for i := range hosts {
		hosts[i] = pick(r, "www.example.org", "example.com", "cdn.static.example.net", "en.wikipedia.org", "a.de", "some-longer-name.example.co.uk")
	}
	for _, row := range []struct {
		name string
		do   func(string) bool
	}{{"fast", hasUpper[string]}, {"slow", slowUpper}} {
		b.Run(row.name, func(b *testing.B) {
			for i := range b.N {
				row.do(hosts[i%len(hosts)])
			}
		})
	}
}

// slowEqual is the slow twin of URL.Equal.
func slowEqual(u, v URL, l Level) (bool, Level) {
	if u.edition != v.edition {
		return false, 0
	}
	for step := LevelString; step <= l; step++ {
		if slowNormalize(u, step).text == slowNormalize(v, step).text {
			return true, step
		}
	}
	return false, 0
}

// Equal gives the result of its slow twin for random pairs of URLs. Many of them
// are equivalent.
func TestEqualTwins(t *testing.T) {
	n := 20_000
	if testing.Short() || racedetector.On {
		n = 2_000
	}
	for i, e := range normalEditions {
		r := rand.New(rand.NewPCG(uint64(i), 6))
		equal, pairs := 0, 0
		for pairs < n {
			var u, v URL
			a := twinURL(r)
			b := pick(r, strings.ReplaceAll(a, "a", "%61"), strings.ReplaceAll(a, "%", "%25"), strings.Replace(a, "/", "/./", 1), strings.ToLower(a), strings.Replace(a, "h", "H", 1), a, twinURL(r))
			if !e.read(&u, a, false) || !e.read(&v, b, false) {
				continue
			}
			pairs++
			for l := LevelString; l <= LevelScheme; l++ {
				ok, step := u.Equal(v, l)
				if want, wantStep := slowEqual(u, v, l); ok != want || step != wantStep {
					t.Fatalf("%s: Equal(%q, %q, %v) = %v, %v, want %v, %v", e.name, u, v, l, ok, step, want, wantStep)
				}
				if ok && u != v {
					equal++
				}
			}
		}
		if equal < n/20 {
			t.Errorf("%s: only %d of %d pairs are equal", e.name, equal, pairs)
		}
	}
}

// pick returns one of the choices.
func pick[T any](r *rand.Rand, choices ...T) T { return choices[r.IntN(len(choices))] }

// rfc3986 6.2.2, 6.2.3; A4, A9, A26: the differences that each step removes.
func TestNormalize(t *testing.T) {
	for _, row := range []struct {
		src     string
		edition *Edition
		level   Level
		in      string
		want    string
	}{
		{"rfc3986 6.2.2", RFC3986, LevelDots, "eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "example://a/b/c/%7Bfoo%7D"},
		{"rfc3986 6.2.1", RFC3986, LevelString, "HTTP://H/%7e", "HTTP://H/%7e"},
		{"rfc3986 6.2.2.1", RFC3986, LevelCase, "HTTP://EXAMPLE.com/%7e%3a", "http://example.com/%7E%3A"},
		{"rfc3986 6.2.2.1", RFC3986, LevelCase, "http://%AAh%4A/", "http://%AAh%4A/"},
		{"rfc3986 6.2.2.2", RFC3986, LevelEscapes, "http://%41.b/%7Euser%2F", "http://a.b/~user%2F"},
		{"rfc3986 6.2.2.3", RFC3986, LevelDots, "http://h/a/../../b/.", "http://h/b/"},
		{"rfc3986 3.3", RFC3986, LevelDots, "x:/a/..//b", "x:/.//b"},
		{"rfc3986 6.2.3", RFC3986, LevelScheme, "http://example.com", "http://example.com/"},
		{"rfc3986 6.2.3", RFC3986, LevelScheme, "http://example.com:/", "http://example.com/"},
		{"rfc3986 6.2.3", RFC3986, LevelScheme, "http://example.com:80/", "http://example.com/"},
		{"rfc3986 6.2.3 A9", RFC3986, LevelScheme, "http://example.com:00080/", "http://example.com/"},
		{"rfc3986 6.2.3", RFC3986, LevelScheme, "http://example.com:8080/", "http://example.com:8080/"},
		{"rfc3986 6.2.3", RFC3986, LevelScheme, "x://h:80", "x://h:80"},
		{"3.1 A9", RFC1738, LevelScheme, "ftp://h:21/a", "ftp://h/a"},
		{"2.1 A1", RFC1738, LevelCase, "FTP://H.DOM/A", "ftp://h.dom/A"},
		{"2.2 A4", RFC1738, LevelEscapes, "ftp://h/%61%2F%3b", "ftp://h/a%2F%3B"},
		{"2.2 A4", RFC1738, LevelEscapes, "http://h/?a%2Bb%62", "http://h/?a%2Bbb"},
		// "+" may join the words of a query; the other special characters mean
		// the same with and without an escape.
		{"2.2 A4", RFC1738, LevelEscapes, "http://h/?%24%2D%5F%2E%2B%21%2A%27%28%29%2C", "http://h/?$-_.%2B!*'(),"},
		{"2.2 A4", Draft1994, LevelEscapes, "http://h/?%24%2D%5F%2E%2B%21%2A%27%28%29%2C", "http://h/?$-_.%2B!*'(),"},
		{"2.2 A4", RFC1738, LevelEscapes, "http://h/%2B?a%3Db%26c", "http://h/+?a%3Db%26c"},
		// The server gets the segments of ftp and nntp one by one.
		{"3.2.2 A4", RFC1738, LevelScheme, "ftp://h/a/../b", "ftp://h/a/../b"},
		{"3.2.2 A4", RFC3986, LevelScheme, "ftp://h/a/../b", "ftp://h/a/../b"},
		{"3.2.2 A4", RFC3986, LevelScheme, "ftps://h/./b", "ftps://h/./b"},
		{"3.7 A4", RFC3986, LevelScheme, "nntp://h/../g", "nntp://h/../g"},
		{"rfc3986 6.2.2.3", RFC3986, LevelScheme, "file:///a/../b", "file:///b"},
		{"3.2.2 A16", RFC3986, LevelEscapes, "ftp://h/f;t%79pe=a", "ftp://h/f;type=a"},
		{"rfc3986 6.2.3", RFC3986, LevelScheme, "ftp://h?x", "ftp://h/?x"},
		{"draft1993 BNF", Draft1993, LevelScheme, "TELNET://HOST:23", "telnet://host"},
		{"3.11 B33", RFC3986, LevelScheme, "prospero://h/a/../b", "prospero://h/a/../b"},
		{"3.9 B31", RFC3986, LevelScheme, "wais://h/d/t/../p", "wais://h/d/t/../p"},
		{"3.4.1 B24", RFC1738, LevelScheme, "gopher://h", "gopher://h/"},
		// Normalized text has no white space and no unsafe characters, even if
		// a BNF allows them.
		{"A19 A28", Draft1993, LevelEscapes, `http://h/a b"%20?c d+e#f g`, "http://h/a%20b%22%20?c%20d+e#f%20g"},
		{"A19 A28 R2", Draft1994, LevelEscapes, `ftp://u~:p|@h^/{}[]\~%7e`, "ftp://u%7E:p%7C@h%5E/%7B%7D%5B%5D%5C%7E%7E"},
		{"A19", Draft1994, LevelCase, "x:a~%7e", "x:a~%7E"},
		{"rfc3986 3.2.2", RFC3986, LevelCase, "http://[2001:DB8:0::1]/~", "http://[2001:db8:0::1]/~"},
		{"rfc5952 4.1", RFC3986, LevelScheme, "http://[2001:0DB8::0001]/~", "http://[2001:db8::1]/~"},
		{"rfc5952 4.2.2", RFC3986, LevelScheme, "http://[2001:db8::1:1:1:1:1]/", "http://[2001:db8:0:1:1:1:1:1]/"},
		{"rfc5952 4.2.3", RFC3986, LevelScheme, "http://[2001:0:0:1:0:0:0:1]:80/", "http://[2001:0:0:1::1]/"},
		{"rfc5952 5", RFC3986, LevelScheme, "http://[::ffff:C000:201]/", "http://[::ffff:192.0.2.1]/"},
		{"rfc3986 3.2.2", RFC3986, LevelScheme, "http://[V1.A:b]/", "http://[v1.a:b]/"},
		// The domain of each address has no case, the part before its "@" has.
		{"rfc3986 6.2.3", RFC3986, LevelScheme, "mailto:Joe@Example.COM", "mailto:Joe@example.com"},
		{"rfc3986 6.2.3", RFC3986, LevelDots, "mailto:Joe@Example.COM", "mailto:Joe@Example.COM"},
		{"rfc6068 2", RFC3986, LevelScheme, "MAILTO:A@B.Example,C@D.Example?cc=E@F.Example", "mailto:A@b.example,C@d.example?cc=E@F.Example"},
		{"rfc6068 2", RFC3986, LevelScheme, "mailto:%22Not%40Me,Or@You%22@B.Example", "mailto:%22Not%40Me,Or@You%22@b.example"},
		{"rfc6068 2", RFC3986, LevelScheme, `mailto:%22A%5C%22@B%22@C.Example`, `mailto:%22A%5C%22@B%22@c.example`},
		{"rfc6068 2", RFC3986, LevelScheme, "mailto:A%25B@%C3%89.Example", "mailto:A%25B@%C3%89.example"},
		{"rfc6068 2", RFC3986, LevelScheme, "mailto:A@%5BIPv6:::1%5D", "mailto:A@%5BIPv6:::1%5D"},
		{"rfc6068 2", RFC3986, LevelScheme, "mailto:A%40B.Example", "mailto:A%40B.Example"},
		{"rfc6068 2", RFC2396, LevelScheme, "mailto:A@B.Example?subject=C@D", "mailto:A@b.example?subject=C@D"},
		{"rfc6068 2", WHATWG, LevelScheme, "mailto:A@B.Example", "mailto:A@b.example"},
		{"3.5", RFC1738, LevelScheme, "mailto:A@B,C@D.Example", "mailto:A@B,C@d.example"},
		// The namespace of a name has no case; components are not part of it.
		{"rfc8141 3.2", RFC3986, LevelScheme, "URN:EXAMPLE:A123,z456", "urn:example:A123,z456"},
		{"rfc8141 3.2", RFC3986, LevelScheme, "urn:example:a123,z456?+abc", "urn:example:a123,z456"},
		{"rfc8141 3.2", RFC3986, LevelScheme, "urn:example:a123,z456?=xyz#f", "urn:example:a123,z456"},
		{"rfc8141 3.2", RFC3986, LevelScheme, "urn:example:a123,z456#789", "urn:example:a123,z456"},
		{"rfc8141 3.2", RFC3986, LevelScheme, "urn:example:a123%2cz456", "urn:example:a123%2Cz456"},
		{"rfc8141 3.2", RFC3986, LevelScheme, "urn:example:a123,z456/foo", "urn:example:a123,z456/foo"},
		{"rfc8141 3.2", RFC2396, LevelScheme, "urn:Example:a?+b?=c", "urn:example:a"},
		{"rfc8141 2", RFC3986, LevelScheme, "urn:Example:a?B#C", "urn:Example:a?B#C"},
		{"rfc8141 2", RFC3986, LevelScheme, "urn:Example#C", "urn:Example#C"},
		{"rfc9562 4", RFC3986, LevelScheme, "urn:UUID:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6"},
		{"rfc3187", RFC3986, LevelScheme, "urn:ISBN:95-1981-7-X", "urn:isbn:95-1981-7-x"},
		// The root menu has a type or not.
		{"rfc4266 2.1", RFC1738, LevelScheme, "gopher://h/1", "gopher://h/"},
		{"rfc4266 2.1", RFC3986, LevelScheme, "gophers://H:70/%31#f", "gophers://h/#f"},
		{"rfc4266 2.1", Draft1993, LevelScheme, "gopher://h/1?a", "gopher://h/1?a"},
		{"rfc4266 2.1", RFC1738, LevelScheme, "gopher://h/1/", "gopher://h/1/"},
		{"rfc4266 2.1", RFC1738, LevelScheme, "gopher://h/0", "gopher://h/0"},
		// This machine has the name localhost, or none.
		{"3.10", RFC1738, LevelScheme, "file://LocalHost/x", "file:///x"},
		{"rfc3986 3.2.2", RFC3986, LevelScheme, "file:/x", "file:///x"},
		{"rfc3986 3.2.2", RFC3986, LevelScheme, "file:/.//x", "file:////x"},
		{"rfc3986 3.2.2", RFC3986, LevelScheme, "file://localhost:/x?q#f", "file:///x?q#f"},
		{"rfc3986 3.2.2", RFC3986, LevelScheme, "file://u@localhost/x", "file://u@localhost/x"},
		{"rfc3986 3.2.2", RFC3986, LevelScheme, "file://localhost.example/x", "file://localhost.example/x"},
		{"rfc3986 3.2.2", RFC3986, LevelScheme, "file:x", "file:x"},
		{"draft1993 BNF", Draft1993, LevelScheme, "file://localhost/x", "file://localhost/x"},
		// A colon of the host does not become the colon of a port (R16).
		{"A9 R16", Draft1993, LevelScheme, "ftp://h:1:21/a", "ftp://h:1:21/a"},
		{"A9 A21", Draft1996, LevelScheme, "http://h:8::80/", "http://h:8::80/"},
		{"A9 A21", Draft1996, LevelScheme, "http://h:8:/", "http://h:8:/"},
		// A path does not become a login: "%41" is not a host here.
		{"5 otherurl R1", RFC1738, LevelScheme, "x://%41%2d/%41", "x://A-/A"},
		{"5 otherurl R1", RFC1738, LevelScheme, "x://%41%6a/%41", "x://%41%6A/A"},
		{"draft1994 5", Draft1994, LevelScheme, "x://%41b:21/%41", "x://%41b:21/A"},
		{"draft1993 BNF", Draft1993, LevelScheme, "x://%41?%41", "x://%41?A"},
	} {
		u := row.edition.MustParse(row.in)
		got := u.Normalize(row.level)
		if got.String() != row.want {
			t.Errorf("%s: Normalize(%q, %v) = %q, want %q", row.src, row.in, row.level, got, row.want)
		}
		if again := got.Normalize(row.level); again != got {
			t.Errorf("%s: Normalize(%q) is not stable: %q", row.src, got, again)
		}
		if ok, _ := u.Equal(got, row.level); !ok {
			t.Errorf("%s: %q is not equal to %q", row.src, u, got)
		}
	}
}

// A26: the answer is "same", with the step that made the URLs equal, or "not
// known to be".
func TestEqual(t *testing.T) {
	for _, row := range []struct {
		a, b  string
		level Level
		want  bool
		step  Level
	}{
		{"http://h/a", "http://h/a", LevelScheme, true, LevelString},
		{"http://h/a", "HTTP://H/a", LevelScheme, true, LevelCase},
		{"http://h/a", "HTTP://H/a", LevelString, false, 0},
		{"http://h/%7Ea", "http://h/~a", LevelScheme, true, LevelEscapes},
		{"http://h/b/../a", "http://h/a", LevelScheme, true, LevelDots},
		{"http://h:80/a", "http://h/a", LevelScheme, true, LevelScheme},
		{"http://h/a", "http://h/b", LevelScheme, false, 0},
		{"mailto:Joe@Example.COM", "mailto:Joe@example.com", LevelScheme, true, LevelScheme},
		{"mailto:Joe@example.com", "mailto:joe@example.com", LevelScheme, false, 0},
		{"urn:a:b?+c", "urn:A:b?=d#e", LevelScheme, true, LevelScheme},
		{"urn:a:b", "urn:a:B", LevelScheme, false, 0},
		{"gopher://h", "gopher://h/1", LevelScheme, true, LevelScheme},
		{"file:/x", "file://localhost/x", LevelScheme, true, LevelScheme},
		{"file:/x", "file://h/x", LevelScheme, false, 0},
		{"http://h/a%2Fb", "http://h/a/b", LevelScheme, false, 0},
	} {
		ok, step := RFC3986.MustParse(row.a).Equal(RFC3986.MustParse(row.b), row.level)
		if ok != row.want || step != row.step {
			t.Errorf("Equal(%q, %q, %v) = %v, %v, want %v, %v", row.a, row.b, row.level, ok, step, row.want, row.step)
		}
	}
	if ok, _ := RFC1738.MustParse("http://h/").Equal(RFC3986.MustParse("http://h/"), LevelScheme); ok {
		t.Error("URLs of two editions are equal")
	}
}
