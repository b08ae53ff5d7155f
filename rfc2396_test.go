package earl

import (
	"bufio"
	"encoding/hex"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
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

// javaReading is what java.net.URI reads: "" is absent.
type javaReading struct {
	ok                                       bool
	scheme, host, port, path, user, loginAll string
}

// javaDeviations are the points in which java.net.URI departs from RFC 2396, as
// its documentation and its source say. docs/editions.md has the same table.
var javaDeviations = []struct {
	name    string
	applies func(text string, u URL, err error, j javaReading) bool
}{
	{"characters outside US-ASCII are allowed", func(text string, _ URL, err error, j javaReading) bool {
		return err != nil && j.ok && strings.ContainsFunc(text, func(c rune) bool { return c >= utf8.RuneSelf })
	}},
	{"an IPv6 address can have a zone", func(text string, _ URL, err error, j javaReading) bool {
		return err != nil && j.ok && strings.HasPrefix(j.host, "[") && strings.Contains(j.host, "%")
	}},
	{"an opaque part can begin with a bracket", func(text string, _ URL, err error, j javaReading) bool {
		_, part, _ := strings.Cut(text, ":")
		return err != nil && j.ok && j.loginAll == "" && (strings.HasPrefix(part, "[") || strings.HasPrefix(part, "]"))
	}},
	{"an empty authority needs a path, a query or a fragment after it", func(text string, u URL, err error, j javaReading) bool {
		return err == nil && !j.ok && u.hasLogin() && u.at(endPort) == len(text) && u.loginStart() == len(text)
	}},
	{"the numbers of an IPv4 address inside an IPv6 address are at most 255", func(_ string, u URL, err error, j javaReading) bool {
		host, _ := u.Host()
		return err == nil && !j.ok && strings.HasPrefix(host, "[") && bigIPv4.MatchString(host)
	}},
	{"a server with an IPv6 address has a port below 2147483648", func(_ string, u URL, err error, j javaReading) bool {
		host, _ := u.Host()
		return err == nil && !j.ok && strings.HasPrefix(host, "[") && bigPort(u)
	}},
}

// hostDeviations are those in which java.net.URI accepts the text, and finds no
// host where RFC 2396 has a server, or a host where it has none.
var hostDeviations = []struct {
	name    string
	applies func(u URL, server bool, j javaReading) bool
}{
	{"a port is below 2147483648; another authority is no server", func(u URL, server bool, j javaReading) bool {
		return server && j.host == "" && bigPort(u)
	}},
	{"the numbers of an IPv4 address are at most 255; another authority is no server", func(u URL, server bool, j javaReading) bool {
		host, _ := u.Host()
		return server && j.host == "" && bigIPv4.MatchString(host)
	}},
	{"a host of one label can begin with a digit", func(u URL, server bool, j javaReading) bool {
		return !server && j.host != "" && '0' <= j.host[0] && j.host[0] <= '9' && !strings.Contains(strings.TrimSuffix(j.host, "."), ".")
	}},
}

// bigIPv4 matches a number that is greater than 255.
var bigIPv4 = regexp.MustCompile(`(^|[:.])0*(25[6-9]|2[6-9][0-9]|[3-9][0-9]{2}|[1-9][0-9]{3,})(\.|\]|$)`)

// bigPort reports whether the port of u does not fit in a Java int.
func bigPort(u URL) bool {
	port, ok := u.Port()
	_, err := strconv.ParseInt(port, 10, 32)
	return ok && port != "" && err != nil
}

// R34, R35: the edition reads what java.net.URI reads, except for the listed
// deviations. EARL_JAVA is the number of texts; 1,000,000 take about 10 seconds.
func TestRFC2396IsJava(t *testing.T) {
	n, err := strconv.Atoi(os.Getenv("EARL_JAVA"))
	if err != nil {
		n = 100_000
	}
	if testing.Short() {
		t.Skip("Java is slow to start")
	}
	texts := mutated(n, 1998)
	seen := map[string]int{}
	bad := 0
	readings := javaReadings(t, texts)
	for i, text := range texts {
		if !utf8.ValidString(text) {
			continue // Java's texts are characters
		}
		name, ok := javaAgrees(text, readings[i])
		if ok {
			seen[name]++
		} else if bad++; bad <= 20 {
			u, err := RFC2396.ParseReference(text)
			t.Errorf("%q: Java reads %+v, rfc2396 %s, %v", text, readings[i], parts(u.u), err)
		}
	}
	t.Logf("%d texts: %d are read alike, %d not", len(texts), seen[""], bad)
	for _, d := range javaDeviations {
		t.Logf("%7d  %s", seen[d.name], d.name)
	}
	for _, d := range hostDeviations {
		t.Logf("%7d  %s", seen[d.name], d.name)
	}
}

// javaAgrees compares the readings of a text. It returns the deviation that
// explains a difference, or "", and false if none does.
func javaAgrees(text string, j javaReading) (string, bool) {
	ref, err := RFC2396.ParseReference(text)
	r := ref.u
	if (err == nil) != j.ok {
		for _, d := range javaDeviations {
			if d.applies(text, r, err, j) {
				return d.name, true
			}
		}
		return "", false
	}
	if err != nil {
		return "", true
	}
	login := ""
	if r.hasLogin() {
		login = r.text[r.loginStart():r.ends[endPort]]
	}
	if !strings.EqualFold(r.Scheme(), j.scheme) || r.Path() != j.path || login != j.loginAll {
		return "", false
	}
	server := login != "" && server2396.MatchString(login)
	if server != (j.host != "") {
		for _, d := range hostDeviations {
			if d.applies(r, server, j) {
				return d.name, true
			}
		}
		return "", false
	}
	return "", !server || sameServer(r, j)
}

// sameServer reports whether Java found the host, the port and the user of u.
func sameServer(u URL, j javaReading) bool {
	host, _ := u.Host()
	port, _ := u.Port()
	if number, err := strconv.Atoi(port); err == nil {
		port = strconv.Itoa(number)
	}
	user, _ := u.User()
	if password, ok := u.Password(); ok {
		user += ":" + password
	}
	return host == j.host && port == j.port && user == j.user
}

// javaReadings runs java.net.URI over texts, with the laboratory's driver.
func javaReadings(t *testing.T, texts []string) []javaReading {
	t.Helper()
	if _, err := exec.LookPath("javac"); err != nil {
		t.Skip("no Java here: ", err)
	}
	dir := t.TempDir()
	compile := exec.Command("javac", "-d", dir, "tools/outside/lab/drivers/java/Read.java", "tools/outside/lab/drivers/java/NetURI.java")
	if out, err := compile.CombinedOutput(); err != nil {
		t.Fatalf("javac: %v\n%s", err, out)
	}
	var in strings.Builder
	for _, text := range texts {
		in.WriteString(hex.EncodeToString([]byte(text)) + "\n")
	}
	run := exec.Command("java", "-cp", dir, "Read", "NetURI")
	run.Stdin, run.Stderr = strings.NewReader(in.String()), os.Stderr
	out, err := run.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	lines.Scan() // the version
	t.Log(lines.Text())
	var all []javaReading
	for lines.Scan() {
		all = append(all, javaLine(t, lines.Text()))
	}
	if err := run.Wait(); err != nil || len(all) != len(texts) {
		t.Fatalf("Java: %v, %d readings of %d texts", err, len(all), len(texts))
	}
	return all
}

// javaLine reads a line of the driver.
func javaLine(t *testing.T, line string) javaReading {
	t.Helper()
	fields := strings.Split(line, "\t")
	if fields[0] != "1" {
		return javaReading{}
	}
	for i, f := range fields[1:] {
		if f == "-" {
			fields[i+1] = ""
			continue
		}
		text, err := hex.DecodeString(f)
		if err != nil {
			t.Fatal(err)
		}
		fields[i+1] = string(text)
	}
	return javaReading{true, fields[1], fields[2], fields[3], fields[4], fields[5], fields[6]}
}
