package earl

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// differences has, for each difference between the editions, texts that one
// edition accepts and another does not. who lists those that accept, by their
// year or number.
var differences = []struct{ point, in, who string }{
	{"schemes with their own production", "nntp://h", "93 96 2396 3986 3987"},
	{"schemes with their own production", "file:a", "93 96 2396 3986 3987"},
	{"scheme characters", "x$y:a", "93"},
	{"scheme characters", "1x:a", "94 1738 96"},
	{"scheme characters", "x+y:a", "94 1738 96 2396 3986 3987"},
	{"safe", "wais://h/a&b", "93 96 2396 3986 3987"},
	{"safe", "wais://h/a+b", "94 1738 96 2396 3986 3987"},
	{"extra", "wais://h/a=b", "94 96 2396 3986 3987"},
	{"extra", "wais://h/a:b", "93 96 2396 3986 3987"},
	{"national", "x:{}|\\^~[]", "94"},
	{"national", "x:~", "94 2396 3986 3987"},
	{"national, the grave accent", "x:`", ""},
	{"punctuation", "x:\"", "93"},
	{"punctuation", "x:<", ""},
	{"reserved, =", "ftp://h/a=b", "94 1738 96 2396 3986 3987"},
	{"reserved, =", "wais://h/d/t/a=b", "94 96 2396 3986 3987"},
	{"+", "ftp://a+b@h/", "94 1738 96 2396 3986 3987"},
	{"+", "ftp://h/a+b", "93 94 1738 96 2396 3986 3987"},
	{"hexadecimal digits", "x:%aF", "93 94 1738 96 2396 3986 3987"},
	{"user and password", "ftp://@h/", "94 1738 96 2396 3986 3987"},
	{"user and password", "ftp://u:@h/", "94 1738 96 2396 3986 3987"},
	{"user and password", "ftp://u?v@h/", "94 1738 96 2396 3986 3987"},
	{"user and password", "ftp://u@v@h/", "93 96 2396"},
	{"host name", "ftp://h./", "93 94 96 2396 3986 3987"},
	{"host name", "ftp://3com.com/", "1738 96 2396 3986 3987"},
	{"host name", "ftp://a%2Eb/", "93 94 96 2396 3986 3987"},
	{"host name", "ftp://a{b/", "94"},
	{"host name", "ftp://", "96 2396 3986 3987"},
	{"host name", "ftp://[::1]/", "2396 3986 3987"},
	{"host number", "ftp://999.0.0.1/", "93 94 1738 96 2396 3986 3987"},
	{"port", "ftp://h:/", "96 2396 3986 3987"},
	{"port", "ftp://h:x/", "96 2396"},
	{"http", "http://h?s", "93 96 2396 3986 3987"},
	{"http", "http://h/?s/t", "96 2396 3986 3987"},
	{"ftp", "ftp://h", "94 1738 96 2396 3986 3987"},
	{"ftp", "ftp://h/a;type=z", "96 2396 3986 3987"},
	{"ftp", "ftp://h/a;b", "93 96 2396 3986 3987"},
	{"mailto", "mailto:", "93 96 3986 3987"},
	{"news group characters", "news:a_b", "93 1738 96 2396 3986 3987"},
	{"news group characters", "news:c++", "1738 96 2396 3986 3987"},
	{"news group characters", "news:1a", "96 2396 3986 3987"},
	{"news article", "news:a+b@c", "94 1738 96 2396 3986 3987"},
	{"news article", "news:a@3com.com", "1738 96 2396 3986 3987"},
	{"nntp", "nntp://h/*", "93 96 2396 3986 3987"},
	{"nntp", "nntp://h/g", "93 94 1738 96 2396 3986 3987"},
	{"telnet final slash", "telnet://h/", "94 1738 96 2396 3986 3987"},
	{"telnet final slash", "telnet://h/a", "96 2396 3986 3987"},
	{"file", "file://h", "93 94 96 2396 3986 3987"},
	{"file", "file://", "93 96 2396 3986 3987"},
	{"file", "file:///a", "93 94 1738 96 2396 3986 3987"},
	{"prospero", "prospero://h/a%00x", "94 1738 96 2396 3986 3987"},
	{"prospero", "prospero://h/a%00%00x", "93 94 1738 96 2396 3986 3987"},
	{"prospero", "prospero://h/a;v=1", "94 1738 96 2396 3986 3987"},
	{"prospero", "prospero://h/a;v", "93 96 2396 3986 3987"},
	{"wais document", "wais://h/d/t/1/p", "93 96 2396 3986 3987"},
	{"wais document", "wais://h/d/t/p", "94 1738 96 2396 3986 3987"},
	{"wais names", "wais://h/", "94 1738 96 2396 3986 3987"},
	{"empty path segments", "ftp://h/a//b", "93 94 1738 96 2396 3986 3987"},
	{"fragment", "x:a#b", "93 96 3986 3987"},
	{"fragment", "x:#", "93 96 3986 3987"},
	{"fragment", "x:#a/b", "96 3986 3987"},
	{"query", "http://h/?", "94 1738 96 2396 3986 3987"},
	{"query", "http://h/?a++b", "94 1738 96 2396 3986 3987"},
	{"query", "telnet://u?v@h", "94 1738 96 2396 3986 3987"},
	{"unsafe characters in prose", "x:a b", "93"},
}

var years = map[*Edition]string{Draft1993: "93", Draft1994: "94", RFC1738: "1738", Draft1996: "96", RFC2396: "2396", RFC3986: "3986", RFC3987: "3987"}

// A1 to A3, A8, A9, B1 to B34: every row of the table of differences.
func TestDifferences(t *testing.T) {
	for _, row := range differences {
		var who []string
		for _, e := range editionsUnderTest {
			if years[e] != "" && e.Valid(row.in) { // whatwg repairs: the table is about editions that do not
				who = append(who, years[e])
			}
		}
		if got := strings.Join(who, " "); got != row.who {
			t.Errorf("%s: %q is accepted by %q, want %q", row.point, row.in, got, row.who)
		}
	}
}

// A14, A21: the gopher search and the params are accepted by all, but read
// differently.
func TestDifferencesOfReading(t *testing.T) {
	for _, row := range []struct {
		in   string
		want map[*Edition]string
	}{
		{"gopher://h/7s?w", map[*Edition]string{
			Draft1993: "scheme=gopher host=h path=/7s query=w", Draft1994: "scheme=gopher host=h path=/7s?w",
			RFC1738: "scheme=gopher host=h path=/7s?w", Draft1996: "scheme=gopher host=h path=/7s query=w", RFC3986: "scheme=gopher host=h path=/7s query=w"}},
		{"x://h/a;b", map[*Edition]string{
			Draft1993: "scheme=x host=h path=/a;b", Draft1994: "scheme=x host=h path=/a;b",
			RFC1738: "scheme=x host=h path=/a;b", Draft1996: "scheme=x host=h path=/a params=b", RFC3986: "scheme=x host=h path=/a;b"}},
		{"http://h?x", map[*Edition]string{
			Draft1993: "scheme=http host=h path= query=x", Draft1996: "scheme=http host=h?x path=", RFC3986: "scheme=http host=h path= query=x"}},
		{"x://h/?#", map[*Edition]string{ // A21: an empty query and an empty fragment count as absent
			Draft1996: "scheme=x host=h path=/", RFC3986: "scheme=x host=h path=/ query= fragment="}},
		{"ftp://a@b:c@h/", map[*Edition]string{ // R16: the user ends at the last "@", the password starts after its first ":"
			Draft1993: "scheme=ftp user=a@b password=c host=h path=/", Draft1996: "scheme=ftp user=a@b password=c host=h path=/"}},
	} {
		for e, want := range row.want {
			u, err := e.Parse(row.in)
			if got := parts(u); err != nil || got != want {
				t.Errorf("%s.Parse(%q) = %s, %v, want %s", e.Name(), row.in, got, err, want)
			}
		}
	}
}

// sharedFile returns a file of the project's shared data, which is in a
// directory next to a checkout. Tests that need it are skipped if it is
// missing.
func sharedFile(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile("../shared/" + name)
	if err != nil {
		t.Skipf("no shared data beside this checkout: %v", err)
	}
	return text
}

// A8, A24, F1: texts that programs read differently. An oracle that was written
// from the collected BNF, independently of this code, says which are valid and
// which host they have. It does not compare the host if the scheme's production
// has none.
func TestConfusion(t *testing.T) {
	type verdict struct {
		Valid bool
		Host  *string
	}
	var file struct {
		Cases []struct {
			Input   string
			RFC1738 *verdict `json:"rfc1738"`
			RFC3986 *verdict `json:"rfc3986"`
			Node    *struct {
				Error string
				Host  string
			} `json:"whatwg_node"`
		}
	}
	if err := json.Unmarshal(sharedFile(t, "conformance/confusion/urls.json"), &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Cases) < 187 {
		t.Errorf("%d cases, want 187", len(file.Cases))
	}
	for _, c := range file.Cases {
		// Node's own IDNA decodes the label; the standard only converts
		// US-ASCII to lower case.
		if u, err := WHATWG.Parse(c.Input); c.Node != nil && c.Input != "http://xn--a/" {
			host, _ := u.Host()
			if (err == nil) != (c.Node.Error == "") || host != c.Node.Host {
				t.Errorf("whatwg.Parse(%q): host %q, %v, want %q, %q", c.Input, host, err, c.Node.Host, c.Node.Error)
			}
		}
		for e, want := range map[*Edition]*verdict{RFC1738: c.RFC1738, RFC3986: c.RFC3986} {
			if want == nil {
				continue
			}
			u, err := e.Parse(c.Input)
			if (err == nil) != want.Valid {
				t.Errorf("%s.Parse(%q): %v, want valid %v", e.Name(), c.Input, err, want.Valid)
			}
			if host, _ := u.Host(); err == nil && want.Host != nil && host != *want.Host {
				t.Errorf("%s.Parse(%q): host %q, want %q", e.Name(), c.Input, host, *want.Host)
			}
		}
	}
}

// Where the documents contradict themselves or each other, there is one row for
// each reading that no other table shows. A row has a URL, or a reference and
// its base, and the result, or whether it is valid. D5, D11.
func TestReadings(t *testing.T) {
	const invalid = "invalid"
	base := base3986 + "#f"
	for _, row := range []struct {
		src        string
		e          *Edition
		base, in   string
		want       string // the text of the target; without a base the parts
		sameObject bool   // nothing is retrieved
	}{
		{"R2", Draft1994, "", "ftp://h/{~}", "scheme=ftp host=h path=/{~}", false},
		{"R2", RFC1738, "", "ftp://h/{~}", invalid, false},
		{"R18", Draft1993, "", "http://h/a#", "scheme=http host=h path=/a fragment=", false},
		{"R18", Draft1993, "", "http://h/a#b", "scheme=http host=h path=/a fragment=b", false},
		{"R22", Draft1996, "", "x://a_b:c:d@-.:x/", "scheme=x user=a_b password=c:d host=-. port=x path=/", false},
		{"R23", Draft1996, "", "http://a//b", "scheme=http host=a path=//b", false},
		{"R23", Draft1996, "http://a//b", "c", "http://a//c", false},
		{"R26", Draft1996, "", "http://h/a#b", "scheme=http host=h path=/a fragment=b", false},
		{"R29", Draft1996, "", "http://h/a=b+c:d@e&f", "scheme=http host=h path=/a=b+c:d@e&f", false},
		{"R29", Draft1996, "", "http://h/{", invalid, false},
		{"R30", Draft1993, "http://a/b/", "../c/", "http://a/c/", false},
		{"R31 D8", Draft1993, "news:comp.infosystems.www", "1@h", "news:1@h", false},
		{"R20", Draft1993, "http://a/b/c", "../../../d", "http://a/../../d", false},
		{"R20", Draft1993, "http://a/b?q#f", "c/..?r#g", "http://a?r#g", false},
		// Only the empty reference inherits the base's fragment, in the draft
		// that specifies this.
		{"D11 R25", Draft1996, base, "", base, true},
		{"D11", Draft1996, base, "#g", base3986 + "#g", true},
		{"D11", Draft1996, base, "?y", "http://a/b/c/d;p?y", false},
		{"D11", Draft1996, base, ";x", "http://a/b/c/d;x", false},
		{"D11", Draft1996, base, "g", "http://a/b/c/g", false},
		{"D11", Draft1996, base, "//g", "http://g", false},
		{"D5", RFC3986, base, "", base3986, true},
		{"D5", RFC3986, base, "#g", base3986 + "#g", true},
		{"D5", WHATWG, base, "", base3986, true},
	} {
		got, same := invalid, false
		if row.base == "" {
			if u, err := row.e.Parse(row.in); err == nil {
				got = parts(u)
			}
		} else if u, err := row.e.Resolve(row.e.MustParse(row.base), row.in); err == nil {
			r, _ := row.e.ParseReference(row.in)
			got, same = u.String(), r.SameDocument()
		}
		if got != row.want || same != row.sameObject {
			t.Errorf("%s: %s: %q on %q = %s, %v, want %s, %v", row.src, row.e.Name(), row.in, row.base, got, same, row.want, row.sameObject)
		}
	}
}

// R19: each edition decides what slashes mean. rfc3986 removes dot segments
// from any path, the others only from the result of resolving a relative path.
func TestHierarchyIsTheEditions(t *testing.T) {
	for _, row := range []struct {
		e                    *Edition
		normalized, resolved string
	}{
		{RFC1738, "http://h/a/../b", "http://h/../c"},
		{Draft1996, "http://h/a/../b", "http://h/../c"},
		{RFC3986, "http://h/b", "http://h/c"},
	} {
		u := row.e.MustParse("http://h/a/../b")
		if got := u.Normalize(LevelDots).String(); got != row.normalized {
			t.Errorf("%s: Normalize(%q) = %q, want %q", row.e.Name(), u, got, row.normalized)
		}
		if got, err := row.e.Resolve(u, "../c"); err != nil || got.String() != row.resolved {
			t.Errorf("%s: Resolve(%q, ../c) = %q, %v, want %q", row.e.Name(), u, got, err, row.resolved)
		}
	}
}

// What views have to know of each edition. An edition without a row fails. Source: the BNF of each
// document; rfc6068 2; whatwg fetch, data: URL processor; R10, R17.
func TestSyntaxOfEveryEdition(t *testing.T) {
	const rfc1738 = "ftp: own login; gopher: own login; wais: own login slash; prospero: own login slash; news: own; mailto: own; "
	const generic = "ftp: headers; gopher: headers; wais: headers; prospero: headers; news: headers; mailto: headers; file: headers; data: headers; "
	want := map[string]string{
		"draft1993": "ftp: own login slash no-typecode; gopher: own login words; wais: own login slash words length; prospero: own login slash nulls; news: own article ;:&; ",
		"draft1994": strings.Replace(rfc1738, "gopher: own login", "gopher: own login bare-plus", 1) + "file: own login; ",
		"rfc1738":   rfc1738 + "file: own login slash; ",
		"draft1996": "",
		"rfc2396":   generic, "rfc3986": generic, "rfc3987": generic,
		"whatwg": strings.ReplaceAll(generic, "headers", "headers forgiving"),
	}
	for _, e := range editionsUnderTest {
		got := ""
		for _, scheme := range []string{"ftp", "gopher", "wais", "prospero", "news", "mailto", "file", "data"} {
			if words := syntaxWords(e.Syntax(scheme)); words != "" {
				got += scheme + ":" + words + "; "
			}
		}
		if w, found := want[e.Name()]; !found || got != w {
			t.Errorf("%s:\n%s\nwant\n%s", e.Name(), got, w)
		}
	}
}

// syntaxWords returns a word for each field of s that is set.
func syntaxWords(s Syntax) (words string) {
	for _, f := range []struct {
		word string
		set  bool
	}{
		{"own", s.Production}, {"login", s.Login}, {"slash", s.Slash}, {"no-typecode", s.NoTypecode}, {"words", s.Words}, {"bare-plus", s.BarePlus},
		{"length", s.Length}, {"nulls", s.Nulls}, {"headers", s.Headers}, {"forgiving", s.Forgiving}, {"article " + s.Article, s.Article != ""},
	} {
		if f.set {
			words += " " + f.word
		}
	}
	return words
}
