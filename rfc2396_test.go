package earl

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

// Every URL that RFC 2396 and RFC 2732 print is valid and has these parts.
func TestParseRFC2396Examples(t *testing.T) {
	for _, row := range []struct{ src, in, want string }{
		{"rfc2396 1.3", "ftp://ftp.is.co.za/rfc/rfc1808.txt", "scheme=ftp host=ftp.is.co.za path=/rfc/rfc1808.txt"},
		{"rfc2396 1.3", "gopher://spinaltap.micro.umn.edu/00/Weather/California/Los%20Angeles", "scheme=gopher host=spinaltap.micro.umn.edu path=/00/Weather/California/Los%20Angeles"},
		{"rfc2396 1.3", "http://www.math.uio.no/faq/compression-faq/part1.html", "scheme=http host=www.math.uio.no path=/faq/compression-faq/part1.html"},
		{"rfc2396 1.3", "mailto:mduerst@ifi.unizh.ch", "scheme=mailto path=mduerst@ifi.unizh.ch"},
		{"rfc2396 1.3", "news:comp.infosystems.www.servers.unix", "scheme=news path=comp.infosystems.www.servers.unix"},
		{"rfc2396 1.3", "telnet://melvyl.ucop.edu/", "scheme=telnet host=melvyl.ucop.edu path=/"},
		{"rfc2732 2", "http://[FEDC:BA98:7654:3210:FEDC:BA98:7654:3210]:80/index.html", "scheme=http host=[FEDC:BA98:7654:3210:FEDC:BA98:7654:3210] port=80 path=/index.html"},
		{"rfc2732 2", "http://[1080:0:0:0:8:800:200C:417A]/index.html", "scheme=http host=[1080:0:0:0:8:800:200C:417A] path=/index.html"},
		{"rfc2732 2", "http://[3ffe:2a00:100:7031::1]", "scheme=http host=[3ffe:2a00:100:7031::1] path="},
		{"rfc2732 2", "http://[1080::8:800:200C:417A]/foo", "scheme=http host=[1080::8:800:200C:417A] path=/foo"},
		{"rfc2732 2", "http://[::192.9.5.5]/ipng", "scheme=http host=[::192.9.5.5] path=/ipng"},
		{"rfc2732 2", "http://[::FFFF:129.144.52.38]:80/index.html", "scheme=http host=[::FFFF:129.144.52.38] port=80 path=/index.html"},
		{"rfc2732 2", "http://[2010:836B:4179::836B:4179]", "scheme=http host=[2010:836B:4179::836B:4179] path="},
		{"rfc2396 3 opaque_part", "x:a?b/c", "scheme=x path=a?b/c"},
		{"rfc2396 3 opaque_part", "x:?b[c]", "scheme=x path=?b[c]"},
		{"rfc2396 3.2.1 R34", "http://u:p@a_b:80/", "scheme=http user=u password=p host=a_b port=80 path=/"},
		{"rfc2396 3.2.1 R34", "http://a@b:c:d/", "scheme=http user=a host=b:c port=d path=/"},
		{"rfc2396 3.2.2", "http://u:p@[::1]:/?q", "scheme=http user=u password=p host=[::1] port= path=/ query=q"},
	} {
		u, err := RFC2396.Parse(row.in)
		if got := parts(u); err != nil || got != row.want {
			t.Errorf("%s: Parse(%q) = %s, %v, want %s", row.src, row.in, got, err, row.want)
		}
		twins(t, RFC2396, row.in)
	}
}

// A login with an address in brackets is a server, whose user has no "@".
func TestRFC2396Violations(t *testing.T) {
	for in, want := range map[string]string{
		"http://a@b@[::1]/": "8 reserved", "http://[::1]:8a/": "12 port", "http://[::1]a/": "12 ip-literal",
		"http://[::1.2.3.1234]/": "7 ip-literal", "http://[v1.a]/": "7 ip-literal", "http://a[::1]/": "8 reserved, 12 reserved",
		"x:[": "2 reserved", "x:": "2 opaque-part", "x:#f": "2 opaque-part, 2 fragment", "http://h/[": "9 reserved",
		"1x:a": "0 scheme", "http://h/a#b": "10 fragment", "http://h/{": "9 unsafe",
	} {
		if got := violations(RFC2396, in); got != want {
			t.Errorf("Check(%q) = %q, want %q", in, got, want)
		}
		twins(t, RFC2396, in)
	}
}

// examples2396 is rfc2396 C.1 and C.2, in its order. "(current document)" is the
// base.
var examples2396 = []struct{ ref, want string }{
	{"g:h", "g:h"}, {"g", "http://a/b/c/g"}, {"./g", "http://a/b/c/g"}, {"g/", "http://a/b/c/g/"},
	{"/g", "http://a/g"}, {"//g", "http://g"}, {"?y", "http://a/b/c/?y"}, {"g?y", "http://a/b/c/g?y"},
	{"#s", base3986 + "#s"}, {"g#s", "http://a/b/c/g#s"}, {"g?y#s", "http://a/b/c/g?y#s"},
	{";x", "http://a/b/c/;x"}, {"g;x", "http://a/b/c/g;x"}, {"g;x?y#s", "http://a/b/c/g;x?y#s"},
	{".", "http://a/b/c/"}, {"./", "http://a/b/c/"}, {"..", "http://a/b/"}, {"../", "http://a/b/"},
	{"../g", "http://a/b/g"}, {"../..", "http://a/"}, {"../../", "http://a/"}, {"../../g", "http://a/g"},

	{"", base3986}, {"../../../g", "http://a/../g"}, {"../../../../g", "http://a/../../g"},
	{"/./g", "http://a/./g"}, {"/../g", "http://a/../g"}, {"g.", "http://a/b/c/g."}, {".g", "http://a/b/c/.g"},
	{"g..", "http://a/b/c/g.."}, {"..g", "http://a/b/c/..g"}, {"./../g", "http://a/b/g"}, {"./g/.", "http://a/b/c/g/"},
	{"g/./h", "http://a/b/c/g/h"}, {"g/../h", "http://a/b/c/h"}, {"g;x=1/./y", "http://a/b/c/g;x=1/y"},
	{"g;x=1/../y", "http://a/b/c/y"}, {"g?y/./x", "http://a/b/c/g?y/./x"}, {"g?y/../x", "http://a/b/c/g?y/../x"},
	{"g#s/./x", "http://a/b/c/g#s/./x"}, {"g#s/../x", "http://a/b/c/g#s/../x"}, {"http:g", "http:g"},
}

// R35: the 42 examples of RFC 2396, and what its steps say of other references.
func TestResolveRFC2396Examples(t *testing.T) {
	if len(examples2396) != 42 {
		t.Fatalf("%d examples, want 42", len(examples2396))
	}
	base := RFC2396.MustParse(base3986)
	for _, row := range examples2396 {
		if got, err := RFC2396.Resolve(base, row.ref); err != nil || got.String() != row.want {
			t.Errorf("Resolve(%q) = %q, %v, want %q", row.ref, got, err, row.want)
		}
	}
	for _, row := range []struct{ base, ref, want string }{
		{"http://a", "g", "http://a/g"}, {"http://a?q", "?y", "http://a/?y"}, {base3986, "g?", "http://a/b/c/g?"},
		{base3986, "?", "http://a/b/c/?"}, {base3986, "#", base3986 + "#"}, {base3986, "//g/../h", "http://g/../h"},
		{base3986, "///g", "http:///g"}, {"x:/a/b", "../../c", "x:/../c"},
	} {
		if got, err := RFC2396.Resolve(RFC2396.MustParse(row.base), row.ref); err != nil || got.String() != row.want {
			t.Errorf("Resolve(%q, %q) = %q, %v, want %q", row.base, row.ref, got, err, row.want)
		}
	}
}

// These are the slow twins of the edition: rfc2396 appendix A, with rfc2732 3, as
// regular expressions for a URI, a reference and a server.
var uri2396, reference2396, server2396 = func() (uri, reference, server *regexp.Regexp) {
	var (
		escaped   = `|%[0-9A-Fa-f]{2}`
		mark      = `-_.!~*'()`
		unres     = `A-Za-z0-9` + mark
		uric      = `(?:[` + unres + `;/?:@&=+$,\[\]]` + escaped + `)`
		noSlash   = `(?:[` + unres + `;?:@&=+$,]` + escaped + `)`
		pchar     = `(?:[` + unres + `:@&=+$,]` + escaped + `)`
		segment   = pchar + `*(?:;` + pchar + `*)*`
		absPath   = `(?:/` + segment + `(?:/` + segment + `)*)`
		relSeg    = `(?:[` + unres + `;@&=+$,]` + escaped + `)+`
		regName   = `(?:[` + unres + `$,;:@&=+]` + escaped + `)+`
		user      = `(?:[` + unres + `;:&=+$,]` + escaped + `)*`
		label     = `[A-Za-z0-9](?:[-A-Za-z0-9]*[A-Za-z0-9])?`
		top       = `[A-Za-z](?:[-A-Za-z0-9]*[A-Za-z0-9])?`
		host      = `(?:(?:` + label + `\.)*` + top + `\.?|[0-9]+\.[0-9]+\.[0-9]+\.[0-9]+|\[` + address2373 + `\])`
		authority = `(?:(?:` + user + `@)?` + host + `(?::[0-9]*)?)?`
		netPath   = `//(?:` + authority + `|` + regName + `)` + absPath + `?`
		hier      = `(?:` + netPath + `|` + absPath + `)(?:\?` + uric + `*)?`
	)
	absolute := `[A-Za-z][-A-Za-z0-9+.]*:(?:` + hier + `|` + noSlash + uric + `*)`
	relative := `(?:` + netPath + `|` + absPath + `|` + relSeg + absPath + `?)?(?:\?` + uric + `*)?` // R35
	return regexp.MustCompile(`^` + absolute + `$`),
		regexp.MustCompile(`^(?:` + absolute + `|` + relative + `)(?:#` + uric + `*)?$`), regexp.MustCompile(`^` + authority + `$`)
}()

// address2373 is an IPv6 address: each number of groups before and after "::".
var address2373 = func() string {
	const h = `[0-9A-Fa-f]{1,4}`
	const v4 = `[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}`
	groups := func(n int, last string) string {
		if n == 0 {
			return last
		}
		return strings.TrimSuffix(strings.Repeat(h+":", n), ":") + map[bool]string{true: "", false: ":" + last}[last == ""]
	}
	all := []string{groups(8, ""), groups(6, v4)}
	for before := 0; before <= 7; before++ {
		for after := 0; before+after <= 7; after++ {
			all = append(all, groups(before, "")+"::"+groups(after, ""))
			if before+after <= 5 {
				all = append(all, groups(before, "")+"::"+groups(after, v4))
			}
		}
	}
	return `(?:` + strings.Join(all, "|") + `)`
}()

// A2, A8: the edition accepts exactly what the grammar does.
func TestRFC2396Grammar(t *testing.T) {
	n := 60_000
	if testing.Short() {
		n = 5_000
	}
	seen := map[bool]int{}
	for _, in := range mutated(n, 2396) {
		want := uri2396.MatchString(in)
		if seen[want]++; RFC2396.Valid(in) != want {
			t.Errorf("Valid(%q) = %v, want %v", in, !want, want)
		}
		if _, err := RFC2396.ParseReference(in); (err == nil) != reference2396.MatchString(in) {
			t.Errorf("ParseReference(%q): %v, and the grammar does not agree", in, err)
		}
	}
	if seen[true] < n/10 || seen[false] < n/10 {
		t.Errorf("%d texts are valid and %d are not: the test needs both", seen[true], seen[false])
	}
}

// mutated returns n texts: URLs of the tests with bytes and delimiters that are
// removed, repeated or inserted.
func mutated(n int, seed uint64) []string {
	random := rand.New(rand.NewPCG(seed, 1))
	pieces := []string{"/", "//", ":", "?", "#", "@", "[", "]", "%", "%41", "%2F", ";", ".", "..", "-", "_", "0", "1", "255", "256", "a", "Z", "é", " ", "&", "=", "+", "$", ",", "!", "~", "|", "::", "[::1]", "1.2.3.4", "a.b", ":80", ":2147483648", "http:", "\\", "\x7f", "%eth0", "[::300.1.1.1]"}
	seeds := []string{"http://u:p@h.example:80/a/b;c?d#e", "http://[::1]:80/x", "http://[1:2::3.4.5.6]:8/", "http://[fe80::1%eth0]/", "x:a?b", "/a/b", "a/b:c", "//h/p", "http://1.2.3.4/"}
	for _, row := range productions {
		seeds = append(seeds, row.in)
	}
	texts := make([]string, n)
	for k := range texts {
		b := seeds[random.IntN(len(seeds))]
		for range random.IntN(4) {
			i := random.IntN(len(b) + 1)
			j := i + random.IntN(min(3, len(b)-i)+1)
			switch random.IntN(3) {
			case 0:
				b = b[:i] + b[j:]
			case 1:
				b = b[:j] + b[i:]
			default:
				b = b[:i] + pieces[random.IntN(len(pieces))] + b[i:]
			}
		}
		texts[k] = b
	}
	return texts
}
