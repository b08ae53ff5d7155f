package earl

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// editionsUnderTest are the editions that read every row of a table.
var editionsUnderTest = []*Edition{Draft1993, Draft1994, RFC1738, Draft1996, RFC2396, RFC3986, RFC3987, WHATWG}

// parts prints the components of u, without absent ones: the value that a row
// of a table expects.
func parts(u URL) string {
	b := []string{"scheme=" + u.Scheme()}
	for _, c := range []struct {
		name string
		get  func() (string, bool)
	}{
		{"user", u.User}, {"password", u.Password}, {"host", u.Host}, {"port", u.Port},
		{"path", func() (string, bool) { return u.Path(), true }},
		{"params", u.Params}, {"query", u.Query}, {"fragment", u.Fragment},
	} {
		if text, ok := c.get(); ok {
			b = append(b, c.name+"="+text)
		}
	}
	return strings.Join(b, " ")
}

// Every URL that RFC 1738 prints is a valid URL. It has the parts that the RFC
// gives it, and composing its parts gives the same URL (A6, A12).
func TestParseRFC1738Examples(t *testing.T) {
	for _, row := range []struct{ src, in, want string }{
		{"front page", "http://www.acl.lanl.gov/URI/archive/uri-archive.index.html", "scheme=http host=www.acl.lanl.gov path=/URI/archive/uri-archive.index.html"},
		{"3.1 A6", "ftp://@host.com/", "scheme=ftp user= host=host.com path=/"},
		{"3.1 A6", "ftp://host.com/", "scheme=ftp host=host.com path=/"},
		{"3.1 A6", "ftp://foo:@host.com/", "scheme=ftp user=foo password= host=host.com path=/"},
		{"3.2.2 B3", "ftp://myname@host.dom/%2Fetc/motd", "scheme=ftp user=myname host=host.dom path=/%2Fetc/motd"},
		{"3.2.2 B3", "ftp://myname@host.dom/etc/motd", "scheme=ftp user=myname host=host.dom path=/etc/motd"},
		{"3.2.2 B3", "ftp://myname@host.dom//etc/motd", "scheme=ftp user=myname host=host.dom path=//etc/motd"},
		{"3.6 B10", "news:*", "scheme=news path=*"},
		{"3.10 B15", "file://vms.host.edu/disk$user/my/notes/note12345.txt", "scheme=file host=vms.host.edu path=/disk$user/my/notes/note12345.txt"},
		{"3.11 B33", "prospero://host.dom//pros/name", "scheme=prospero host=host.dom path=//pros/name"},
		{"appendix", "ftp://info.cern.ch/pub/www/doc;type=d", "scheme=ftp host=info.cern.ch path=/pub/www/doc;type=d"},
		{"appendix", "ftp://ds.internic.net/rfc", "scheme=ftp host=ds.internic.net path=/rfc"},
		{"references 1", "ftp://ds.internic.net/rfc/rfc1436.txt;type=a", "scheme=ftp host=ds.internic.net path=/rfc/rfc1436.txt;type=a"},
		{"references 2", "ftp://boombox.micro.umn.edu/pub/gopher/gopher_protocol/Gopher+/Gopher+.txt", "scheme=ftp host=boombox.micro.umn.edu path=/pub/gopher/gopher_protocol/Gopher+/Gopher+.txt"},
		{"references 3", "ftp://ds.internic.net/rfc/rfc1630.txt", "scheme=ftp host=ds.internic.net path=/rfc/rfc1630.txt"},
		{"references 4", "ftp://info.cern.ch/pub/www/doc/http-spec.txt.Z", "scheme=ftp host=info.cern.ch path=/pub/www/doc/http-spec.txt.Z"},
		{"references 5", "ftp://ds.internic.net/rfc/rfc1123.txt", "scheme=ftp host=ds.internic.net path=/rfc/rfc1123.txt"},
		{"references 6", "ftp://ds.internic.net/rfc/rfc822.txt", "scheme=ftp host=ds.internic.net path=/rfc/rfc822.txt"},
		{"references 7", "ftp://quake.think.com/pub/wais/doc/protspec.txt", "scheme=ftp host=quake.think.com path=/pub/wais/doc/protspec.txt"},
		{"references 8", "ftp://ds.internic.net/rfc/rfc1036.txt", "scheme=ftp host=ds.internic.net path=/rfc/rfc1036.txt"},
		{"references 10", "ftp://quake.think.com/pub/wais/doc/doc-ids.txt", "scheme=ftp host=quake.think.com path=/pub/wais/doc/doc-ids.txt"},
		{"references 11", "ftp://ds.internic.net/rfc/rfc977.txt", "scheme=ftp host=ds.internic.net path=/rfc/rfc977.txt"},
		{"references 12", "ftp://ds.internic.net/internet-drafts/draft-ietf-uri-irl-fun-req-02.txt", "scheme=ftp host=ds.internic.net path=/internet-drafts/draft-ietf-uri-irl-fun-req-02.txt"},
		{"references 13", "ftp://ds.internic.net/rfc/rfc1034.txt", "scheme=ftp host=ds.internic.net path=/rfc/rfc1034.txt"},
		{"references 14", "ftp://prospero.isi.edu/pub/prospero/doc/prospero-protocol.PS.Z", "scheme=ftp host=prospero.isi.edu path=/pub/prospero/doc/prospero-protocol.PS.Z"},
		{"references 15", "ftp://ds.internic.net/rfc/rfc959.txt", "scheme=ftp host=ds.internic.net path=/rfc/rfc959.txt"},
		{"references 16", "ftp://ds.internic.net/rfc/rfc1737.txt", "scheme=ftp host=ds.internic.net path=/rfc/rfc1737.txt"},
		{"references 17", "ftp://ds.internic.net/rfc/rfc1625.txt", "scheme=ftp host=ds.internic.net path=/rfc/rfc1625.txt"},
		{"references 18", "ftp://uu.psi.com/wp/nir.txt", "scheme=ftp host=uu.psi.com path=/wp/nir.txt"},
	} {
		// draft1993 has no typecode and no empty user; draft1996 reads a
		// typecode as params.
		for _, e := range []*Edition{Draft1994, RFC1738, RFC3986} {
			u, err := e.Parse(row.in)
			if err != nil {
				t.Errorf("%s: %s.Parse(%q): %v", row.src, e.Name(), row.in, err)
				continue
			}
			if got := parts(u); got != row.want {
				t.Errorf("%s: %s.Parse(%q) = %s, want %s", row.src, e.Name(), row.in, got, row.want)
			}
			if back, err := e.Compose(u.Parts()); err != nil || back != u {
				t.Errorf("%s: %s.Compose(Parts of %q) = %q, %v", row.src, e.Name(), row.in, back, err)
			}
		}
	}
}

// A13, A20: the third URL of the appendix is a URL with a fragment: a
// reference. The fragment is not part of what is retrieved.
func TestFragmentIsNoPartOfAURL(t *testing.T) {
	const in = "http://ds.internic.net/instructions/overview.html#WARNING"
	r, err := RFC1738.ParseReference(in)
	if err != nil {
		t.Fatal(err)
	}
	if f, ok := r.Fragment(); !ok || f != "WARNING" || r.Path() != "/instructions/overview.html" {
		t.Errorf("ParseReference(%q): fragment %q %v, path %q", in, f, ok, r.Path())
	}
	want := Violation{Off: strings.IndexByte(in, '#'), Len: len("#WARNING"), Rule: rule1738Fragment}
	if got := slices.Collect(RFC1738.Check(in)); !slices.Equal(got, []Violation{want}) {
		t.Errorf("Check(%q) = %v, want %v", in, got, want)
	}
	if u, err := RFC3986.Parse(in); err != nil || parts(u) != "scheme=http host=ds.internic.net path=/instructions/overview.html fragment=WARNING" {
		t.Errorf("rfc3986: %s, %v", parts(u), err)
	}
	if u, _ := RFC3986.Parse("http://h/#"); u.WithoutFragment().String() != "http://h/" {
		t.Errorf("WithoutFragment = %q", u.WithoutFragment())
	}
}

// by is the result of each edition for a row: "" if it accepts the text, else
// "offset rule" for every violation, separated by ", ". A row has all editions.
// What whatwg repairs is accepted; [repairs] lists it.
type by struct{ draft1993, draft1994, rfc1738, draft1996, rfc2396, rfc3986, rfc3987, whatwg string }

// valid is a row that every edition accepts.
var valid = by{}

func (b by) of(e *Edition) string {
	switch e {
	case Draft1993:
		return b.draft1993
	case Draft1994:
		return b.draft1994
	case RFC1738:
		return b.rfc1738
	case Draft1996:
		return b.draft1996
	case RFC2396:
		return b.rfc2396
	case RFC3986:
		return b.rfc3986
	case RFC3987:
		return b.rfc3987
	}
	return b.whatwg
}

// violations prints the violations of Check that the edition does not repair.
func violations(e *Edition, in string) string {
	var b []string
	for v := range e.Check(in) {
		if !v.Repaired {
			b = append(b, fmt.Sprint(v.Off, " ", v.Rule.Name()))
		}
	}
	return strings.Join(b, ", ")
}

// productions has, for each production of RFC 1738 section 5, texts on both
// sides of each boundary, and the results of RFC 3986 for them.
var productions = []struct {
	src, in string
	want    by
}{
	// genericurl, scheme
	{"5 scheme A1", "x-y.z+1:", by{"5 scheme", "", "", "", "8 opaque-part", "", "", ""}},
	{"5 scheme A1", "1x:a", by{"0 scheme", "", "", "", "0 scheme", "0 scheme", "0 scheme", "0 missing-scheme-non-relative-URL"}},
	{"5 scheme A1", "+:a", by{"0 scheme", "", "", "", "0 scheme", "0 scheme", "0 scheme", "0 missing-scheme-non-relative-URL"}},
	{"2.1 scheme A1", "FTP://h/", valid},
	{"5 scheme A1", ":a", by{"0 no-scheme", "0 no-scheme", "0 no-scheme", "0 no-scheme", "0 no-scheme", "0 no-scheme", "0 no-scheme", "0 missing-scheme-non-relative-URL"}},
	{"5 scheme A1", "a", by{"0 no-scheme", "0 no-scheme", "0 no-scheme", "0 no-scheme", "0 no-scheme", "0 no-scheme", "0 no-scheme", "0 missing-scheme-non-relative-URL"}},
	{"5 scheme A1", "", by{"0 no-scheme", "0 no-scheme", "0 no-scheme", "0 no-scheme", "0 no-scheme", "0 no-scheme", "0 no-scheme", "0 missing-scheme-non-relative-URL"}},
	{"5 scheme A16", "x_y:a", by{"", "1 scheme", "1 scheme", "1 scheme", "1 scheme", "1 scheme", "1 scheme", "0 missing-scheme-non-relative-URL"}},
	{"5 scheme A16", "x%41:a", by{"", "1 scheme", "1 scheme", "1 scheme", "1 scheme", "1 scheme", "1 scheme", "0 missing-scheme-non-relative-URL"}},
	{"5 otherurl R1", "x:", by{"", "", "", "", "2 opaque-part", "", "", ""}},
	{"5 otherurl R1", "x://", valid},
	{"5 otherurl; draft1996 7 A14", "x:a/b;c?d:e@f&g=h", by{"15 unsafe", "", "", "", "", "", "", ""}},
	{"5 otherurl", "x:a b", by{"", "3 space", "3 space", "3 space", "3 space", "3 space", "3 space", ""}},
	{"5 otherurl", "x:a#b", by{"", "3 fragment", "3 fragment", "", "3 fragment", "", "", ""}},
	{"5 otherurl", "x:[a]", by{"2 unsafe, 4 unsafe", "", "2 unsafe, 4 unsafe", "2 unsafe, 4 unsafe", "2 reserved", "2 reserved, 4 reserved", "2 reserved, 4 reserved", ""}},
	{"5 ip-schemepart", "x://u:p@h:1/p", valid},
	{"5 schemepart", "x://h:y/p", by{"", "", "", "", "", "5 port", "5 port", "6 port-invalid"}},
	// login
	{"5 user A6", "ftp://@h/", by{"6 empty-user", "", "", "", "", "", "", ""}},
	{"5 user A6", "ftp://:@h/", by{"6 empty-user, 7 empty-user", "", "", "", "", "", "", ""}},
	{"5 user A7", "ftp://a;?&=b@h/", by{"8 no-slash, 8 reserved, 10 unsafe", "", "", "", "", "", "", ""}},
	{"5 user A7", "ftp://a%40%3A%2F:%40%3A%2F@h/", valid},
	{"5 user A7", "ftp://a@b@h/", by{"", "7 reserved", "7 reserved", "", "", "7 reserved", "7 reserved", ""}},
	{"5 password A7", "ftp://a:b:c@h/", by{"", "9 reserved", "9 reserved", "", "", "", "", ""}},
	{"5 user A2", "ftp://a~b@h/", by{"7 unsafe", "", "7 unsafe", "7 unsafe", "", "", "", ""}},
	// host
	{"5 host A24", "ftp://h", by{"7 no-slash", "", "", "", "", "", "", ""}},
	{"5 host A8", "ftp://", by{"6 no-host, 6 no-slash", "6 no-host", "6 no-host", "", "", "", "", "6 host-missing"}},
	{"5 host A8", "ftp:///x", by{"6 no-host", "6 no-host", "6 no-host", "", "", "", "", ""}},
	{"5 hostname A24", "ftp://3com.com/", by{"6 host", "6 host", "", "", "", "", "", ""}},
	{"5 hostname A24", "ftp://a-b.c-d/", valid},
	{"5 hostname A24", "ftp://a--b/", valid},
	{"5 hostname A24", "ftp://a--/", by{"", "", "6 host-label", "", "", "", "", ""}},
	{"5 hostname A24", "ftp://a.-/", by{"", "", "8 host-label", "", "", "", "", ""}},
	{"5 hostname A24", "ftp://./", by{"6 host", "6 host", "6 host-label", "", "", "", "", ""}},
	{"5 hostname A24", "ftp://1.2.3.a4/", by{"6 host", "6 host", "", "", "", "", "", ""}},
	{"5 hostname A24", "ftp://1.2.3/", by{"6 host", "6 host", "10 host-top-label", "", "", "", "", ""}},
	{"5 hostname A24", "ftp://a.1b/", by{"", "", "8 host-top-label", "", "", "", "", ""}},
	{"5 hostname A24", "ftp://a_b.c/", by{"", "", "7 host", "", "", "", "", ""}},
	{"5 hostname A24", "ftp://h./", by{"", "", "8 host-label", "", "", "", "", ""}},
	{"5 hostname A24", "ftp://a..b/", by{"", "", "8 host-label", "", "", "", "", ""}},
	{"5 hostname A24", "ftp://-a.b/", by{"6 host", "6 host", "6 host-label", "", "", "", "", ""}},
	{"5 hostname A24", "ftp://a-.b/", by{"", "", "6 host-label", "", "", "", "", ""}},
	{"5 hostname A16", "ftp://%61/", by{"6 host", "6 host", "6 host", "", "", "", "", ""}},
	{"5 hostnumber A8", "ftp://1.2.3.4/", valid},
	{"5 hostnumber A24", "ftp://256.0.0.99999/", by{"", "", "", "", "", "", "", "6 IPv4-out-of-range-part, 14 IPv4-out-of-range-part"}},
	{"5 hostnumber A8", "ftp://1.2.3.4.5/", by{"6 host", "6 host", "14 host-top-label", "", "", "", "", "6 IPv4-too-many-parts"}},
	{"rfc3986 3.2.2 A8", "ftp://[::1]/", by{"6 host", "6 host", "6 host", "6 unsafe, 10 unsafe", "", "", "", ""}},
	{"rfc3986 3.2.2 A8", "ftp://[v1.a:b]/", by{"6 host", "6 host", "6 host", "6 unsafe, 13 unsafe", "6 ip-literal", "", "", "7 IPv6-invalid-code-point"}},
	{"rfc3986 3.2.2 A8", "ftp://[::1/", by{"6 host", "6 host", "6 host", "6 unsafe", "6 ip-literal", "6 ip-literal", "6 ip-literal", "10 IPv6-unclosed"}},
	{"rfc3986 3.2.2 A8", "ftp://[::1]a/", by{"6 host", "6 host", "6 host", "6 unsafe, 10 unsafe", "11 ip-literal", "11 ip-literal", "11 ip-literal", "12 IPv6-unclosed"}},
	{"rfc3986 3.2.2 A8", "ftp://[::12345]/", by{"6 host", "6 host", "6 host", "6 unsafe, 14 unsafe", "6 ip-literal", "6 ip-literal", "6 ip-literal", "13 IPv6-invalid-code-point"}},
	// port
	{"5 port A25", "ftp://h:0/", valid},
	{"5 port A25", "ftp://h:00080/", valid},
	{"5 port A25", "ftp://h:99999/", by{"", "", "", "", "", "", "", "8 port-out-of-range"}},
	{"5 port A9", "ftp://h:/", by{"7 port", "7 port", "7 port", "", "", "", "", ""}},
	{"5 port A16", "ftp://h:%38/", by{"7 port", "7 port", "7 port", "", "", "7 port", "7 port", "8 port-invalid"}},
	{"5 port", "ftp://h:8a/", by{"7 port", "7 port", "7 port", "", "", "7 port", "7 port", "8 port-invalid"}},
	{"5 port", "ftp://h:-1/", by{"7 port", "7 port", "7 port", "", "", "7 port", "7 port", "8 port-invalid"}},
	// ftpurl
	{"5 ftpurl B19", "ftp:h", by{"4 login", "4 login", "4 login", "", "", "", "", ""}},
	{"5 ftpurl B19", "ftp://h/", valid},
	{"5 ftpurl B19", "ftp://h//a//", valid},
	{"5 fsegment B19", "ftp://h/a?:@&=b", by{"9 reserved, 13 unsafe", "", "", "", "", "", "", ""}},
	{"5 fsegment B19", "ftp://h/a;b", by{"", "9 ftp-type", "9 ftp-type", "", "", "", "", ""}},
	{"5 ftptype B1", "ftp://h/;type=a", by{"13 unsafe", "", "", "", "", "", "", ""}},
	{"5 ftptype B1", "ftp://h/a;type=D", by{"14 unsafe", "", "", "", "", "", "", ""}},
	{"5 ftptype R13", "ftp://h/a;type=I", by{"14 unsafe", "", "", "", "", "", "", ""}},
	{"5 ftptype B1", "ftp://h/a;type=z", by{"14 unsafe", "9 ftp-type", "9 ftp-type", "", "", "", "", ""}},
	{"5 ftptype A16", "ftp://h/a;type=%61", by{"14 unsafe", "9 ftp-type", "9 ftp-type", "", "", "", "", ""}},
	{"5 ftptype B1", "ftp://h/a;type=ai", by{"14 unsafe", "9 ftp-type", "9 ftp-type", "", "", "", "", ""}},
	{"5 ftptype B1", "ftp://h/a;TYPE=a", by{"14 unsafe", "9 ftp-type", "9 ftp-type", "", "", "", "", ""}},
	{"5 ftptype B19 A23", "ftp://h;type=a", by{"12 host, 14 no-slash", "7 host", "7 host", "", "", "", "", ""}},
	{"5 fsegment A2", "ftp://h/a|b", by{"9 unsafe", "", "9 unsafe", "9 unsafe", "9 unsafe", "9 unsafe", "9 unsafe", ""}},
	// fileurl
	{"5 fileurl B32", "file:///a", valid},
	{"5 fileurl B32", "file://localhost/a/b", valid},
	{"5 fileurl B32", "file://h", by{"", "", "8 no-slash", "", "", "", "", ""}},
	{"5 fileurl R1 B32", "file:/a", by{"", "5 login", "5 login", "", "", "", "", ""}},
	{"5 fileurl B32", "file://h:1/a", by{"", "8 file-host", "8 file-host", "", "", "", "", "8 domain-to-ASCII"}},
	{"5 fileurl B32", "file://u@h/a", by{"", "7 no-user", "7 no-user", "", "", "", "", "8 domain-to-ASCII"}},
	{"5 fileurl B32", "file:///a;type=a", by{"14 unsafe", "9 reserved", "9 reserved", "", "", "", "", ""}},
	// httpurl
	{"5 httpurl B5", "http://h", valid},
	{"5 httpurl B5", "http://h/?", by{"10 search", "", "", "", "", "", "", ""}},
	{"5 httpurl B5", "http://h/a;b:c@d&e=f?g;h:i@j&k=l", by{"18 unsafe, 30 unsafe", "", "", "", "", "", "", ""}},
	{"5 httpurl B23", "http://h?q", by{"", "8 host", "8 host", "", "", "", "", ""}},
	{"5 search B23 R3", "http://h/?a/b", by{"11 reserved", "11 reserved", "11 reserved", "", "", "", "", ""}},
	{"draft1993 BNF A13", "http://h/a#b#c", by{"12 reserved", "10 fragment", "10 fragment", "12 unsafe", "10 fragment", "12 reserved", "12 reserved", ""}},
	{"5 search B23 R3", "http://h/?a?b", by{"11 reserved", "11 reserved", "11 reserved", "", "", "", "", ""}},
	{"5 httpurl B5", "http://u@h/", by{"7 no-user", "7 no-user", "7 no-user", "", "", "", "", ""}},
	{"5 httpurl B5", "http://u:p@h/", by{"7 no-user", "7 no-user", "7 no-user", "", "", "", "", ""}},
	{"5 httpurl R1", "http:a", by{"5 login", "5 login", "5 login", "", "", "", "", ""}},
	// gopherurl
	{"5 gopherurl B6", "gopher://h", valid},
	{"5 gopherurl B6", "gopher://h/", valid},
	{"5 gopherurl B6", "gopher://h/1", valid},
	{"5 gtype B24", "gopher://h/%31sel", valid},
	{"5 gtype A2 A23", "gopher://h//sel", by{"11 reserved", "", "", "", "", "", "", ""}},
	{"5 gtype A2 A23", "gopher://h/+sel", by{"11 reserved", "", "", "", "", "", "", ""}},
	{"5 gtype B24", "gopher://h/%2B/+%2Fsel", valid},
	{"5 selector B6 R4", "gopher://h/0/a;b?c:d@e&f=g", by{"24 unsafe", "", "", "", "", "", "", ""}},
	{"5 selector B6", "gopher://h/7s%09words%09+", valid},
	{"5 selector A2", "gopher://h/0 a", by{"", "12 space", "12 space", "12 space", "12 space", "12 space", "12 space", ""}},
	{"5 gopherurl B6", "gopher://u@h/", by{"9 no-user", "9 no-user", "9 no-user", "", "", "", "", ""}},
	// mailtourl
	{"5 mailtourl B27", "mailto:a@b", valid},
	{"5 mailtourl B27", "mailto:a", valid},
	{"5 mailtourl B27", "mailto:", by{"", "7 mailto-empty", "7 mailto-empty", "", "7 opaque-part", "", "", ""}},
	{"5 mailtourl B9", "mailto:a%25b@c?subject=d", by{"22 unsafe", "", "", "", "", "", "", ""}},
	{"5 mailtourl A3", "mailto:a b@c", by{"", "8 space", "8 space", "8 space", "8 space", "8 space", "8 space", ""}},
	// newsurl
	{"5 newsurl B10", "news:*", valid},
	{"5 newsurl B28", "news:**", by{"5 news-group", "5 news-group", "5 news-group", "", "", "", "", ""}},
	{"5 group B28", "news:comp.lang.c++", by{"5 news-group", "5 news-group", "", "", "", "", "", ""}},
	{"5 group B28", "news:a_b-c.1", by{"", "5 news-group", "", "", "", "", "", ""}},
	{"5 group B28", "news:1a", by{"5 news-group", "5 news-group", "5 news-group", "", "", "", "", ""}},
	{"5 group B28", "news:", by{"5 news-group", "5 news-group", "5 news-group", "", "5 opaque-part", "", "", ""}},
	{"5 group A16", "news:%61", by{"5 news-group", "5 news-group", "5 news-group", "", "", "", "", ""}},
	{"5 group R8", "news:a/b", by{"5 news-group", "5 news-group", "5 news-group", "", "", "", "", ""}},
	{"5 article B28", "news:a;/?:&=b@c.d", by{"8 reserved, 11 unsafe", "", "", "", "", "", "", ""}},
	{"5 article R8", "news://a@b.c", by{"5 news-article", "", "", "", "", "", "", ""}},
	{"5 article B28", "news:@h", by{"5 news-article", "5 news-article", "5 news-article", "", "", "", "", ""}},
	{"5 article B28", "news:a@", by{"5 news-article", "5 news-article", "5 news-article", "", "", "", "", ""}},
	{"5 article R8", "news:a@b@c", by{"", "8 host", "8 host", "", "", "", "", ""}},
	{"5 article B28", "news:<a@b>", by{"5 unsafe, 9 unsafe", "5 unsafe, 9 unsafe", "5 unsafe, 9 unsafe", "5 unsafe, 9 unsafe", "5 unsafe, 9 unsafe", "5 unsafe, 9 unsafe", "5 unsafe, 9 unsafe", ""}},
	// nntpurl
	{"5 nntpurl B11 R7", "nntp://h/g", valid},
	{"5 nntpurl B11", "nntp://h/g.h/123", valid},
	{"5 nntpurl B11", "nntp://h", by{"", "8 no-slash", "8 no-slash", "", "", "", "", ""}},
	{"5 nntpurl B29", "nntp://h/*", by{"", "9 nntp-group", "9 nntp-group", "", "", "", "", ""}},
	{"5 nntpurl B29", "nntp://h/a@b", by{"", "9 nntp-group", "9 nntp-group", "", "", "", "", ""}},
	{"5 nntpurl B11", "nntp://h/g/", by{"", "11 nntp-number", "11 nntp-number", "", "", "", "", ""}},
	{"5 nntpurl A16", "nntp://h/g/%31", by{"", "11 nntp-number", "11 nntp-number", "", "", "", "", ""}},
	{"5 nntpurl B11", "nntp://h/g/1/2", by{"", "11 nntp-number", "11 nntp-number", "", "", "", "", ""}},
	// telneturl
	{"5 telneturl B12", "telnet://u:p@h:23/", by{"17 telnet-path", "", "", "", "", "", "", ""}},
	{"5 telneturl B12", "telnet://h", valid},
	{"5 telneturl B30", "telnet://h/a", by{"10 telnet-path", "11 telnet-path", "11 telnet-path", "", "", "", "", ""}},
	{"5 telneturl B30", "telnet://h//", by{"10 telnet-path", "11 telnet-path", "11 telnet-path", "", "", "", "", ""}},
	// waisurl
	{"5 waisdatabase B13", "wais://h/d", valid},
	{"5 waisdatabase B31", "wais://h/", by{"9 wais-path", "", "", "", "", "", "", ""}},
	{"5 waisdatabase B13", "wais://h", by{"8 no-slash", "8 no-slash", "8 no-slash", "", "", "", "", ""}},
	{"5 waisindex B13", "wais://h/d?s;t:u@v&w=x", by{"20 unsafe", "", "", "", "", "", "", ""}},
	{"5 waisindex B13", "wais://h/d?a/b", by{"12 reserved", "12 reserved", "12 reserved", "", "", "", "", ""}},
	{"5 waisdoc B13", "wais://h/d/t/p", by{"9 wais-path", "", "", "", "", "", "", ""}},
	{"5 waisdoc B31", "wais://h///", by{"9 wais-path", "", "", "", "", "", "", ""}},
	{"5 waisdoc B13", "wais://h/d/t", by{"9 wais-path", "8 wais-path", "8 wais-path", "", "", "", "", ""}},
	{"5 waisdoc B13", "wais://h/d/t/p/q", by{"9 wais-path", "8 wais-path", "8 wais-path", "", "", "", "", ""}},
	{"5 waisdoc B13", "wais://h/d/t/p?s", by{"9 wais-path", "8 wais-path", "8 wais-path", "", "", "", "", ""}},
	{"5 wpath B31", "wais://h/d/t/a=b", by{"14 unsafe", "", "14 reserved", "", "", "", "", ""}},
	{"5 database", "wais://h/d;e", by{"", "10 reserved", "10 reserved", "", "", "", "", ""}},
	// prosperourl
	{"5 prosperourl B33", "prospero://h//pros/name", valid},
	{"5 prosperourl B16", "prospero://h/a;v=1;w=", by{"16 unsafe, 20 unsafe", "", "", "", "", "", "", ""}},
	{"5 prosperourl B16", "prospero://h/a?:@&=b;c?:@&d=e?:@&f", by{"14 reserved, 18 unsafe, 22 reserved, 27 unsafe, 29 reserved", "", "", "", "", "", "", ""}},
	{"5 prosperourl B16", "prospero://h", by{"12 no-slash", "12 no-slash", "12 no-slash", "", "", "", "", ""}},
	{"5 fieldspec B33", "prospero://h/a;v", by{"", "14 prospero-field", "14 prospero-field", "", "", "", "", ""}},
	{"5 fieldspec B33", "prospero://h/a;v=1=2", by{"16 unsafe, 18 unsafe", "", "14 prospero-field", "", "", "", "", ""}},
	{"5 fieldspec B33", "prospero://h/a;v=1/2", by{"16 unsafe", "14 prospero-field", "14 prospero-field", "", "", "", "", ""}},
	{"5 prosperourl B16", "prospero://u@h/a", by{"11 no-user", "11 no-user", "11 no-user", "", "", "", "", ""}},
	// classes and escapes
	{"2.2 A15", "x:%", by{"2 escape", "2 escape", "2 escape", "2 escape", "2 escape", "2 escape", "2 escape", ""}},
	{"2.2 A15", "x:%4", by{"2 escape", "2 escape", "2 escape", "2 escape", "2 escape", "2 escape", "2 escape", ""}},
	{"2.2 A15", "x:%4g", by{"2 escape", "2 escape", "2 escape", "2 escape", "2 escape", "2 escape", "2 escape", ""}},
	{"2.2 A15", "x:%aF%25", valid},
	{"2.2 A3", "x:\x00\x1f\x7f", by{"2 control", "2 control", "2 control", "2 control", "2 control", "2 control", "2 control", ""}},
	{"2.2 A3 A17", "x:é", by{"2 non-ascii", "2 non-ascii", "2 non-ascii", "2 non-ascii", "2 non-ascii", "2 non-ascii", "", ""}},
	{"2.2 A3", "x:\"<>", by{"3 unsafe", "2 unsafe", "2 unsafe", "2 unsafe", "2 unsafe", "2 unsafe", "2 unsafe", ""}},
	{"2.2 A2", "x:{|}\\^~`", by{"2 unsafe", "8 unsafe", "2 unsafe", "2 unsafe", "2 unsafe, 8 unsafe", "2 unsafe, 8 unsafe", "2 unsafe, 8 unsafe", ""}},
	{"5 extra, safe A2", "x:$-_.+!*'(),", valid},
	// several violations are all reported, also after a bad component
	{"A11", "ftp://u@h:x/a b|c;type=q", by{"9 port, 15 unsafe, 22 unsafe", "9 port, 13 space", "9 port, 13 space, 15 unsafe", "13 space, 15 unsafe", "13 space, 15 unsafe", "9 port, 13 space, 15 unsafe", "9 port, 13 space, 15 unsafe", "10 port-invalid"}},
	{"A11", "http://u:p@-h/%zz?a b#c", by{"7 no-user, 11 host, 14 escape", "7 no-user, 11 host, 14 escape, 19 space, 21 fragment", "7 no-user, 11 host-label, 14 escape, 19 space, 21 fragment", "14 escape, 19 space", "14 escape, 19 space, 21 fragment", "14 escape, 19 space", "14 escape, 19 space", ""}},
}

func TestProductions(t *testing.T) {
	for _, row := range productions {
		for _, e := range editionsUnderTest {
			if got, want := violations(e, row.in), row.want.of(e); got != want {
				t.Errorf("%s: %s.Check(%q) = %q, want %q", row.src, e.Name(), row.in, got, want)
			}
			if valid := row.want.of(e) == ""; e.Valid(row.in) != valid {
				t.Errorf("%s: %s.Valid(%q) = %v, want %v", row.src, e.Name(), row.in, !valid, valid)
			}
			twins(t, e, row.in)
		}
	}
}

// twins checks everything that must be true for any text: the fast and the slow
// parser agree, the offsets are in order, violations are in order, and
// composing the parts gives the same text.
func twins(t *testing.T, e *Edition, in string) {
	t.Helper()
	if e.rewriter != nil {
		rewritingTwins(t, e, in)
		return
	}
	for _, reference := range []bool{false, true} {
		var u URL
		ok := e.scan(&u, in, reference)
		var slow []Violation
		e.walk(in, reference, func(v Violation) bool { slow = append(slow, v); return true })
		if ok != (len(slow) == 0) {
			t.Errorf("%s: scan(%q, %v) = %v, but walk = %v", e.Name(), in, reference, ok, slow)
		}
		last := 0
		for _, v := range slow {
			if v.Off < last || v.Len < 0 || v.Off+v.Len > len(in) || v.Rule == "" {
				t.Errorf("%s: Check(%q) = %+v: out of order", e.Name(), in, slow)
			}
			last = v.Off + v.Len
		}
		if !ok {
			continue
		}
		if !slices.IsSorted(u.ends[:]) || u.at(endQuery) > len(in) || u.String() != in {
			t.Errorf("%s: scan(%q): marks %v", e.Name(), in, u.ends)
		}
		if reference {
			continue
		}
		back, err := e.Compose(u.Parts())
		if err != nil || parts(back) == "" || !sameParts(back.Parts(), u.Parts()) {
			t.Errorf("%s: Compose(Parts(%q)) = %q, %v", e.Name(), in, back, err)
		}
		safe(t, u)
	}
}

// sameParts compares decoded parts: the rewritten text may have more escapes.
func sameParts(p, q Parts) bool {
	for _, x := range []*Parts{&p, &q} {
		x.Path = string(Unescape(x.Path))
		for _, f := range []*Field{&x.Params, &x.Query, &x.Fragment} {
			f.Value = Unescape(string(f.Value))
		}
	}
	pp, pok := p.Password.Reveal()
	qp, qok := q.Password.Reveal()
	p.Password, q.Password = Secret{}, Secret{}
	return pp == qp && pok == qok && p == q
}

func FuzzParse(f *testing.F) {
	for _, row := range productions {
		f.Add(row.in)
	}
	for _, row := range rewritten {
		f.Add(row.in)
	}
	for _, row := range repairs {
		f.Add(row.in)
	}
	f.Fuzz(func(t *testing.T, in string) {
		for _, e := range editionsUnderTest {
			twins(t, e, in)
		}
	})
}

// Parsing a URL and reading its components does not allocate, nor does checking
// a valid one.
func TestNoAllocs(t *testing.T) {
	for _, e := range editionsUnderTest {
		in := "FTP://user:pass@host.dom:2121/a/b%20c"
		if e.rewriter != nil {
			in = "ftp://host.dom:2121/a/b%20c" // whatwg would rewrite the scheme, and report the user
		}
		n := testing.AllocsPerRun(100, func() {
			u, err := e.Parse(in)
			if err != nil || u.Scheme() != "ftp" || !e.Valid(in) {
				t.Fatal(err)
			}
			u.User()
			u.Password()
			u.Host()
			u.PortNumber()
			for range u.Segments() {
			}
			for range e.Check(in) {
			}
			if _, err := e.ParseReference(in); err != nil {
				t.Fatal(err)
			}
		})
		if n != 0 {
			t.Errorf("%s: %v allocations, want 0", e.Name(), n)
		}
	}
}

// A9, A25: PortNumber returns the port in the URL, else that of the scheme; it
// does not return an invalid number.
func TestPortNumber(t *testing.T) {
	for _, row := range []struct {
		in   string
		want uint16
		ok   bool
	}{
		{"ftp://h/", 21, true}, {"http://h:00080/", 80, true}, {"gopher://h", 70, true}, {"x://h", 0, false},
		{"http://h:0/", 0, false}, {"http://h:65535/", 65535, true}, {"http://h:65536/", 0, false},
		{"http://h:99999999999999999999/", 0, false}, {"http://h:/", 80, true}, {"PROSPERO://h/a", 1525, true},
	} {
		u := RFC3986.MustParse(row.in)
		if got, ok := u.PortNumber(); got != row.want || ok != row.ok {
			t.Errorf("PortNumber(%q) = %d, %v, want %d, %v", row.in, got, ok, row.want, row.ok)
		}
	}
}

// A10: the "/" after the host is a delimiter; segments are the text between
// slashes.
func TestSegments(t *testing.T) {
	for in, want := range map[string]string{
		"http://h": "[]", "http://h/": `[""]`, "http://h/a": `["a"]`, "ftp://h//a/b%2Fc/": `["" "a" "b%2Fc" ""]`,
	} {
		if got := fmt.Sprintf("%q", slices.Collect(RFC1738.MustParse(in).Segments())); got != want {
			t.Errorf("Segments(%q) = %s, want %s", in, got, want)
		}
	}
}
