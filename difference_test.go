package earl

import (
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
