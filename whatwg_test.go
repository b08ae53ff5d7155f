package earl

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// rewritingTwins is twins for an edition that rewrites. Parsing the result
// gives the same URL, with the fast path and with the writer. Valid, Parse and
// Check agree, without a base and with one. So do the setters.
func rewritingTwins(t *testing.T, e *Edition, in string) {
	t.Helper()
	if e == WHATWG {
		slowTwin(t, in)
	}
	u, err := e.Parse(in)
	found := checkOrder(t, e, in, slices.Collect(e.Check(in)))
	if failed := failing(found) >= 0; e.Valid(in) != (err == nil) || failed != (err != nil) {
		t.Errorf("%s: Parse(%q) = %v, but Valid = %v and Check = %v", e.Name(), in, err, e.Valid(in), found)
	}
	if text, err2 := e.AppendParse([]byte("a"), in); (err2 == nil) != (err == nil) || err == nil && string(text) != "a"+u.String() {
		t.Errorf("%s: AppendParse(%q) = %q, %v, want %q", e.Name(), in, text, err2, u)
	}
	if err == nil {
		stable(t, u)
		safe(t, u)
		back, err := e.Compose(u.Parts())
		if err != nil || !sameParts(back.Parts(), u.Parts()) {
			t.Errorf("%s: Compose(Parts(%q)) = %q, %v", e.Name(), u, back, err)
		}
		if v := u.Normalize(LevelScheme); v.Normalize(LevelScheme) != v {
			t.Errorf("%s: Normalize(%q) = %q, again %q", e.Name(), u, v, v.Normalize(LevelScheme))
		}
	}
	_, err = e.ParseReference(in)
	found = checkOrder(t, e, in, slices.Collect(e.CheckReference(in)))
	if failed := failing(found) >= 0; failed != (err != nil) {
		t.Errorf("%s: ParseReference(%q) = %v, but CheckReference = %v", e.Name(), in, err, found)
	}
	for _, text := range []string{"http://u:p@h:8/a/b?q#f", "x://h/a/b?q", "x:/a/b", "x:/.//b", "x:a?q", "file:///C:/a/b", "file://h/a"} {
		base := e.MustParse(text)
		u, err := e.Resolve(base, in)
		found := checkOrder(t, e, in, e.rewriter.check(in, base.text, base.ends, false, true))
		if (failing(found) >= 0) != (err != nil) {
			t.Errorf("%s: Resolve(%q, %q) = %v, but check = %v", e.Name(), base, in, err, found)
		}
		if err == nil {
			stable(t, u)
		}
		for what := setScheme; what <= setFragment; what++ {
			if out, ends, ok := e.rewriter.set(base.text, base.ends, what, in); ok {
				stable(t, URL{out, e, ends})
			}
		}
	}
}

// stable checks that an edition parses the text of a URL to the same URL, and
// that the fast path finds the same offsets, if it accepts the text.
func stable(t *testing.T, u URL) {
	t.Helper()
	e := u.edition
	text, ends, ok := e.rewriter.parse(u.text, "", [8]uint32{})
	if !ok || text != u.text || ends != u.ends || !slices.IsSorted(u.ends[:]) || u.at(endQuery) > len(u.text) {
		t.Errorf("%s: %q %v reads as %q %v, %v", e.Name(), u.text, u.ends, text, ends, ok)
	}
	if packed, slash, ok := e.rewriter.asWritten(u.text); ok {
		if packed.unpack(&ends); slash != 0 || ends != u.ends {
			t.Errorf("%s: the fast path reads %q as %v, not %v", e.Name(), u.text, ends, u.ends)
		}
	}
}

// The fast path adds the "/" of an empty path. The full parser is its slow twin.
func TestFastPathAddsTheSlash(t *testing.T) {
	e, added := WHATWG, 0
	for _, scheme := range []string{"http:", "https:", "ws:", "ftp:", "file:", "x:"} {
		for _, login := range []string{"//h", "//H", "//u:p@h", "//h:8", "//h:80", "//[::1]", "//1.2", "//1.2.3.4", "//", "//localhost", "h", ""} {
			for _, rest := range []string{"", "?", "?q", "#", "#f", "?q#f", "?q?/#/", "? ", "# ", "\\", "/", "/?"} {
				in := scheme + login + rest
				text, ends, ok := e.rewriter.parse(in, "", [8]uint32{})
				u, err := e.Parse(in)
				if ok != (err == nil) || ok && (u.text != text || u.ends != ends) {
					t.Errorf("%q: %q %v, %v, want %q %v", in, u.text, u.ends, err, text, ends)
				}
				if _, slash, ok := e.rewriter.asWritten(in); ok && slash > 0 {
					added++
				}
			}
		}
	}
	if added < 100 {
		t.Errorf("the fast path added only %d slashes", added)
	}
}

// checkOrder checks that violations are in order.
func checkOrder(t *testing.T, e *Edition, in string, found []Violation) []Violation {
	t.Helper()
	last := 0
	for _, v := range found {
		if v.Off < last || v.Len < 0 || v.Off+v.Len > len(in) || v.Rule == "" {
			t.Errorf("%s: Check(%q) = %+v: out of order", e.Name(), in, found)
		}
		last = v.Off
	}
	return found
}

// rewritten has the results of the standard's parser, with and without a base.
var rewritten = []struct{ src, base, in, want, parts string }{
	{"scheme state A1", "", "HTTP://H/", "http://h/", "scheme=http host=h path=/"},
	{"scheme state A1", "", "X-Y.z+1:a", "x-y.z+1:a", "scheme=x-y.z+1 path=a"},
	{"basic URL parser", "", " \x00http://h\t/\r\na ", "http://h/a", "scheme=http host=h path=/a"},
	{"authority state A6", "", "http://u:p@h", "http://u:p@h/", "scheme=http user=u password=p host=h path=/"},
	{"authority state A6", "", "http://@h", "http://h/", "scheme=http host=h path=/"},
	{"authority state A6", "", "http://:@h", "http://h/", "scheme=http host=h path=/"},
	{"authority state A6", "", "http://u:@h", "http://u@h/", "scheme=http user=u host=h path=/"},
	{"authority state A22", "", "http://:p@h", "http://:p@h/", "scheme=http user= password=p host=h path=/"},
	{"authority state A7", "", "http://a@b:c@d:/@h", "http://a%40b:c@d/@h", "scheme=http user=a%40b password=c host=d path=/@h"},
	{"authority state A7", "", "http://a@b:c@d:e@h", "http://a%40b:c%40d%3Ae@h/", "scheme=http user=a%40b password=c%40d%3Ae host=h path=/"},
	{"port state A9", "", "http://h:", "http://h/", "scheme=http host=h path=/"},
	{"port state A9", "", "http://h:80/", "http://h/", "scheme=http host=h path=/"},
	{"port state A9", "", "https://h:80/", "https://h:80/", "scheme=https host=h port=80 path=/"},
	{"port state A25", "", "ftp://h:00022/", "ftp://h:22/", "scheme=ftp host=h port=22 path=/"},
	{"port state A25", "", "x://h:00/", "x://h:0/", "scheme=x host=h port=0 path=/"},
	{"special authority slashes state", "", "http:h", "http://h/", "scheme=http host=h path=/"},
	{"special authority ignore slashes state", "", "http:\\\\//h", "http://h/", "scheme=http host=h path=/"},
	{"path or authority state", "", "x:/a", "x:/a", "scheme=x path=/a"},
	{"path or authority state", "", "x:///a", "x:///a", "scheme=x host= path=/a"},
	{"path or authority state", "", "x://", "x://", "scheme=x host= path="},
	{"path state D2", "", "http://h/a/./b/../c/..", "http://h/a/", "scheme=http host=h path=/a/"},
	{"path state D2", "", "http://h/%2E/%2e./a/.%2E", "http://h/", "scheme=http host=h path=/"},
	{"path state D2", "", "http://h/.../.a/a./%2f", "http://h/.../.a/a./%2f", "scheme=http host=h path=/.../.a/a./%2f"},
	{"path state", "", "http://h\\a\\..\\b", "http://h/b", "scheme=http host=h path=/b"},
	{"path state", "", "x://h\\a", "", ""},
	{"path state", "", "x:/a\\b", "x:/a\\b", `scheme=x path=/a\b`},
	{"URL serializing", "", "x:/..//a", "x:/.//a", "scheme=x path=//a"},
	{"URL serializing", "", "x:/.//a?b", "x:/.//a?b", "scheme=x path=//a query=b"},
	{"percent-encode sets A3", "", "http://h/ \"#<>?`{}^|'é", "http://h/%20%22#%3C%3E?%60{}^|'%C3%A9", "scheme=http host=h path=/%20%22 fragment=%3C%3E?%60{}^|'%C3%A9"},
	{"percent-encode sets A3", "", "http://h/?\"<>'`{}^é", "http://h/?%22%3C%3E%27`{}^%C3%A9", "scheme=http host=h path=/ query=%22%3C%3E%27`{}^%C3%A9"},
	{"percent-encode sets A3", "", "x://h/?'", "x://h/?'", "scheme=x host=h path=/ query='"},
	{"percent-encode sets A3", "", "http://a\"b;=|:c[]@h/^`{}", "http://a%22b%3B%3D%7C:c%5B%5D@h/%5E%60%7B%7D", "scheme=http user=a%22b%3B%3D%7C password=c%5B%5D host=h path=/%5E%60%7B%7D"},
	{"percent-encode sets A15", "", "http://h/%zz%4", "http://h/%zz%4", "scheme=http host=h path=/%zz%4"},
	{"octets that are no UTF-8", "", "http://h/\xff", "http://h/%FF", "scheme=http host=h path=/%FF"},
	{"opaque path state", "", "x: a b ?c#d", "x: a b%20?c#d", "scheme=x path= a b%20 query=c fragment=d"},
	{"opaque path state", "", "x:\x01é\"<", "x:%01%C3%A9\"<", "scheme=x path=%01%C3%A9\"<"},
	{"query state A6", "", "http://h/?#", "http://h/?#", "scheme=http host=h path=/ query= fragment="},
	// hosts
	{"domain parser A8", "", "http://EX%41mple.%63om", "http://example.com/", "scheme=http host=example.com path=/"},
	{"domain parser A8", "", "http://xn--a", "http://xn--a/", "scheme=http host=xn--a path=/"},
	{"domain parser A8", "", "http://bücher.example", "http://xn--bcher-kva.example/", "scheme=http host=xn--bcher-kva.example path=/"},
	{"domain parser A8", "", "http://faß。ẞ", "http://xn--fa-hia.xn--zca/", "scheme=http host=xn--fa-hia.xn--zca path=/"},
	{"domain parser A8", "", "http://b%C3%BCcher", "http://xn--bcher-kva/", "scheme=http host=xn--bcher-kva path=/"},
	{"domain parser A8", "", "http://xn--a-.é", "", ""},
	{"domain parser A8", "", "http://xn--.é", "", ""},
	{"domain parser A8", "", "http://\u00AD/", "", ""},
	{"domain parser A8", "", "http://a%00b/", "", ""},
	{"domain parser A8", "", "http://a b/", "", ""},
	{"domain parser A8", "", "http://a%/", "", ""},
	{"domain parser A8", "", "http://\xff/", "", ""},
	{"IPv4 parser A8", "", "http://127.1", "http://127.0.0.1/", "scheme=http host=127.0.0.1 path=/"},
	{"IPv4 parser A8", "", "http://0x7F.0.0.01.", "http://127.0.0.1/", "scheme=http host=127.0.0.1 path=/"},
	{"IPv4 parser A8", "", "http://4294967295", "http://255.255.255.255/", "scheme=http host=255.255.255.255 path=/"},
	{"IPv4 parser A8", "", "http://4294967296", "", ""},
	{"IPv4 parser A8", "", "http://99999999999999999999999", "", ""},
	{"IPv4 parser A8", "", "http://0x", "http://0.0.0.0/", "scheme=http host=0.0.0.0 path=/"},
	{"IPv4 parser A8", "", "http://09", "", ""},
	{"IPv4 parser A8", "", "http://a.1", "", ""},
	{"IPv4 parser A8", "", "http://1..2", "", ""},
	{"IPv4 parser A8", "", "http://①.②.③.④", "http://1.2.3.4/", "scheme=http host=1.2.3.4 path=/"},
	{"ends in a number checker", "", "http://1.2.a", "http://1.2.a/", "scheme=http host=1.2.a path=/"},
	{"ends in a number checker", "", "http://1.0xg", "http://1.0xg/", "scheme=http host=1.0xg path=/"},
	{"ends in a number checker", "", "http://1..", "http://1../", "scheme=http host=1.. path=/"},
	{"IPv6 parser A8", "", "http://[1:0:0:2:0:0:0:3]", "http://[1:0:0:2::3]/", "scheme=http host=[1:0:0:2::3] path=/"},
	{"IPv6 parser A8", "", "http://[::FFFF:1.2.3.4]", "http://[::ffff:102:304]/", "scheme=http host=[::ffff:102:304] path=/"},
	{"IPv6 parser A8", "", "x://[1:0:2:0:3:0:4:0]:1", "x://[1:0:2:0:3:0:4:0]:1", "scheme=x host=[1:0:2:0:3:0:4:0] port=1 path="},
	{"IPv6 parser A8", "", "http://[0:1:2:3:4:5:0:0]", "http://[0:1:2:3:4:5::]/", "scheme=http host=[0:1:2:3:4:5::] path=/"},
	{"IPv6 parser A8", "", "http://[1::2::3]", "", ""}, {"IPv6 parser A8", "", "http://[:1]", "", ""},
	{"IPv6 parser A8", "", "http://[1:2:3:4:5:6:7:8:9]", "", ""}, {"IPv6 parser A8", "", "http://[1:2]", "", ""},
	{"IPv6 parser A8", "", "http://[1:]", "", ""}, {"IPv6 parser A8", "", "http://[::1%25eth0]", "", ""},
	{"IPv6 parser A8", "", "http://[::1.2.3]", "", ""}, {"IPv6 parser A8", "", "http://[::1.2.3.256]", "", ""},
	{"IPv6 parser A8", "", "http://[::01.2.3.4]", "", ""}, {"IPv6 parser A8", "", "http://[::1.2.3.4.5]", "", ""},
	{"IPv6 parser A8", "", "http://[1:2:3:4:5:6:7:1.2.3.4]", "", ""}, {"IPv6 parser A8", "", "http://[::.1.2.3]", "", ""},
	{"IPv6 parser A8", "", "http://[]", "", ""}, {"IPv6 parser A8", "", "http://[", "", ""},
	{"opaque-host parser A8", "", "x://A%41é!", "x://A%41%C3%A9!", "scheme=x host=A%41%C3%A9! path="},
	{"opaque-host parser A8", "", "x://a|b", "", ""},
	{"opaque-host parser A8", "", "x://0x7f.1", "x://0x7f.1", "scheme=x host=0x7f.1 path="},
	// failures
	{"host state", "", "http://", "", ""}, {"host state", "", "http://:80", "", ""}, {"host state", "", "x://:80", "", ""},
	{"authority state", "", "x://u@/", "", ""}, {"port state", "", "http://h:65536", "", ""}, {"port state", "", "http://h:8x", "", ""},
	{"no scheme state D14", "", "//h", "", ""}, {"no scheme state D14", "", "", "", ""},
	// file
	{"file state B32", "", "file:a", "file:///a", "scheme=file host= path=/a"},
	{"file state B32", "", "FILE:", "file:///", "scheme=file host= path=/"},
	{"file slash state B32", "", "file:/a", "file:///a", "scheme=file host= path=/a"},
	{"file host state B32", "", "file://localhost/a", "file:///a", "scheme=file host= path=/a"},
	{"file host state B32", "", "file://H/a", "file://h/a", "scheme=file host=h path=/a"},
	{"file host state", "", "file://c|/../a", "file:///c:/a", "scheme=file host= path=/c:/a"},
	{"path state", "", "file:///C|/a/../..", "file:///C:/", "scheme=file host= path=/C:/"},
	{"path state", "", "file:///a/C|", "file:///a/C|", "scheme=file host= path=/a/C|"},
	{"file host state", "", "file://h:1/", "", ""},
	// references
	{"relative state D2", base3986, "g;x=1/../y", "http://a/b/c/y", "scheme=http host=a path=/b/c/y"},
	{"relative state D2", base3986, "../../../g", "http://a/g", "scheme=http host=a path=/g"},
	{"relative state D5", base3986, "", "http://a/b/c/d;p?q", "scheme=http host=a path=/b/c/d;p query=q"},
	{"relative state D5", base3986 + "#f", "", "http://a/b/c/d;p?q", "scheme=http host=a path=/b/c/d;p query=q"},
	{"relative state D5", base3986, "#", "http://a/b/c/d;p?q#", "scheme=http host=a path=/b/c/d;p query=q fragment="},
	{"relative state D2", base3986, "?y", "http://a/b/c/d;p?y", "scheme=http host=a path=/b/c/d;p query=y"},
	{"special relative or authority state D2", base3986, "http:g", "http://a/b/c/g", "scheme=http host=a path=/b/c/g"},
	{"special relative or authority state D2", base3986, "https:g", "https://g/", "scheme=https host=g path=/"},
	{"relative slash state D2", base3986, "//g", "http://g/", "scheme=http host=g path=/"},
	{"relative slash state D2", base3986, "\\\\\\g", "http://g/", "scheme=http host=g path=/"},
	{"relative slash state", "x://u:p@h:1/a", "/b", "x://u:p@h:1/b", "scheme=x user=u password=p host=h port=1 path=/b"},
	{"relative slash state", "x:/a", "//b", "x://b", "scheme=x host=b path="},
	{"relative state", "x:/.//a/b", "c", "x:/.//a/c", "scheme=x path=//a/c"},
	{"relative state", "x:/.//a/b", "?c", "x:/.//a/b?c", "scheme=x path=//a/b query=c"},
	{"relative state", "x://h", "g", "x://h/g", "scheme=x host=h path=/g"},
	{"no scheme state D9", "mailto:a@b?c", "#f", "mailto:a@b?c#f", "scheme=mailto path=a@b query=c fragment=f"},
	{"no scheme state D9", "mailto:a@b", "g", "", ""}, {"no scheme state D9", "mailto:a@b", "", "", ""},
	{"file state", "file:///C:/a", "/b", "file:///C:/b", "scheme=file host= path=/C:/b"},
	{"file state", "file:///C:/a", "D|/b", "file:///D:/b", "scheme=file host= path=/D:/b"},
	{"file state", "file:///C:/a/b?q", "..", "file:///C:/", "scheme=file host= path=/C:/"},
	{"file state", "file://h/a?q", "#f", "file://h/a?q#f", "scheme=file host=h path=/a query=q fragment=f"},
	{"file state", "http://h/", "file:a", "file:///a", "scheme=file host= path=/a"},
	{"file slash state", "file://h/C:/a", "/D:/b", "file://h/D:/b", "scheme=file host=h path=/D:/b"},
}

func TestWHATWGRewrites(t *testing.T) {
	for _, row := range rewritten {
		var u URL
		var err error
		if row.base == "" {
			u, err = WHATWG.Parse(row.in)
			rewritingTwins(t, WHATWG, row.in)
		} else {
			u, err = WHATWG.Resolve(WHATWG.MustParse(row.base), row.in)
		}
		if u.String() != row.want || (err == nil) != (row.want != "") {
			t.Errorf("%s: %q on %q = %q, %v, want %q", row.src, row.in, row.base, u, err, row.want)
		} else if err == nil && row.parts != "" && parts(u) != row.parts {
			t.Errorf("%s: %q has %s, want %s", row.src, u, parts(u), row.parts)
		}
	}
	// A base that another edition read is parsed again.
	if u, err := WHATWG.Resolve(RFC3986.MustParse("HTTP://H/a/%2e%2e/b"), "c"); err != nil || u.String() != "http://h/c" {
		t.Errorf("Resolve on a base of rfc3986 = %q, %v", u, err)
	}
	if _, err := WHATWG.Resolve(URL{}, "c"); err == nil {
		t.Error("the zero URL served as a base")
	}
}

// repairs has the validation errors of the standard: offset, length and rule,
// with "!" before those that make the parser fail. A11.
var repairs = []struct{ in, want string }{
	{"http://h/a?b#c", ""}, {"x:a", ""}, {"file:///a", ""}, {"http://1.2.3.4/é", ""}, {"http://[::1]:8/", ""}, {"http://bücher/", ""},
	{" http://h/ ", "0+1 invalid-URL-unit, 10+1 invalid-URL-unit"},
	{" ", "0+1 invalid-URL-unit, !1+0 missing-scheme-non-relative-URL"},
	{"ht\ntp://h/\t\ta", "2+1 invalid-URL-unit, 10+2 invalid-URL-unit"},
	{"http://h/<b> %zz\u0080\uFDD0|", "9+1 invalid-URL-unit, 11+3 invalid-URL-unit, 16+6 invalid-URL-unit"},
	{"http:h", "5+0 special-scheme-missing-following-solidus"},
	{"http:///h", "7+1 special-scheme-missing-following-solidus"},
	{"file:c:/x", "5+0 special-scheme-missing-following-solidus"},
	{"http://h\\a\\b", "8+1 invalid-reverse-solidus, 10+1 invalid-reverse-solidus"},
	{"http://u:p@h/", "7+4 invalid-credentials"},
	{"http://u@/", "7+2 invalid-credentials, !9+0 host-missing"},
	{"http://:80/", "!7+0 host-missing"},
	{"http://h:70000/ ", "!9+5 port-out-of-range, 15+1 invalid-URL-unit"},
	{"http://h:7z/|", "!9+2 port-invalid, 12+1 invalid-URL-unit"},
	{"file://c:", "7+2 file-invalid-Windows-drive-letter-host"},
	{"file://c|\\a|", "7+2 file-invalid-Windows-drive-letter-host, 9+1 invalid-reverse-solidus, 11+1 invalid-URL-unit"},
	{"file:///c|", "9+1 invalid-URL-unit"},
	{"file:\\h", "5+0 special-scheme-missing-following-solidus, 5+1 invalid-reverse-solidus"},
	{"http:\\/h", "5+2 special-scheme-missing-following-solidus"},
	{"x:\\h", "2+1 invalid-URL-unit"},
	{"x: a ?b#c#", "2+1 invalid-URL-unit, 4+1 invalid-URL-unit, 9+1 invalid-URL-unit"},
	{"x://u@h", "4+2 invalid-credentials"},
	{"http://a@b@:80/", "7+4 invalid-credentials, !11+0 host-missing"},
	{"http://ex%61mple/", "9+3 domain-percent-encoded"},
	{"http://exa%23mple/", "!7+10 domain-to-ASCII, 10+3 domain-percent-encoded"},
	{"http://a b^c/", "!8+1 domain-to-ASCII, !10+1 domain-to-ASCII"},
	{"http://a_b.c./", "7+6 domain-to-ASCII"},
	{"http://xn--a/", "7+5 domain-to-ASCII"},
	{"http://-a/", "7+2 domain-to-ASCII"},
	{"http://\u00AD/", "!7+2 domain-to-ASCII"},
	{"x://a b/", "!5+1 host-invalid-code-point"},
	{"x://a{%z/", "5+2 invalid-URL-unit"},
	{"http://1.2.3.4./", "7+8 domain-to-ASCII, 14+1 IPv4-empty-part"},
	{"http://1.2/", "7+3 IPv4-too-few-parts"},
	{"http://1.2.3.4.5/", "!7+9 IPv4-too-many-parts"},
	{"http://a.42/", "7+4 IPv4-too-few-parts, !7+1 IPv4-non-numeric-part"},
	{"http://127.0.0x0.1/", "13+3 IPv4-non-decimal-part"},
	{"http://1.2.700/", "7+7 IPv4-too-few-parts, 11+3 IPv4-out-of-range-part"},
	{"http://1.700.2/", "7+7 IPv4-too-few-parts, !9+3 IPv4-out-of-range-part"},
	{"http://0x100.1.1.1/", "7+5 IPv4-non-decimal-part, !7+5 IPv4-out-of-range-part"},
	{"http://1.2.3.4%2e/", "7+10 domain-to-ASCII, 7+10 IPv4-empty-part, 14+3 domain-percent-encoded"},
	{"http://①/", "7+3 IPv4-non-ASCII-input, 7+3 IPv4-too-few-parts"},
	{"http://[::1", "!11+0 IPv6-unclosed"},
	{"http://[:1]", "!8+1 IPv6-invalid-compression"},
	{"http://[1:2:3:4:5:6:7:8:9]", "!24+1 IPv6-too-many-pieces"},
	{"http://[1::1::1]", "!13+1 IPv6-multiple-compression"},
	{"http://[1:2:3!:4]", "!13+1 IPv6-invalid-code-point"},
	{"http://[1:2:3]", "!13+1 IPv6-too-few-pieces"},
	{"http://[::01]", "10+2 IPv6-piece-leading-zero"},
	{"http://[1:02:03]", "10+2 IPv6-piece-leading-zero, 13+2 IPv6-piece-leading-zero, !15+1 IPv6-too-few-pieces"},
	{"http://[1:02:03!]", "10+2 IPv6-piece-leading-zero, !15+1 IPv6-invalid-code-point"},
	{"http://[01::1::]", "8+2 IPv6-piece-leading-zero, !14+1 IPv6-multiple-compression"},
	{"http://[00:0::1]", "8+2 IPv6-piece-leading-zero"},
	{"http://[1:1:1:1:1:1:1:127.0.0.1]", "!22+1 IPv4-in-IPv6-too-many-pieces"},
	{"http://[ffff::127.00.0.1]", "!19+1 IPv4-in-IPv6-invalid-code-point"},
	{"http://[ffff::127.0.0.4000]", "!24+1 IPv4-in-IPv6-out-of-range-part"},
	{"http://[ffff::127.0.0]", "!21+1 IPv4-in-IPv6-too-few-parts"},
}

// described prints violations in the notation of repairs.
func described(found []Violation) string {
	var b []string
	for _, v := range found {
		mark := "!"
		if v.Repaired {
			mark = ""
		}
		b = append(b, fmt.Sprintf("%s%d+%d %s", mark, v.Off, v.Len, v.Rule.Name()))
	}
	return strings.Join(b, ", ")
}

func TestWHATWGValidationErrors(t *testing.T) {
	for _, row := range repairs {
		if got := described(slices.Collect(WHATWG.Check(row.in))); got != row.want {
			t.Errorf("Check(%q) = %s, want %s", row.in, got, row.want)
		}
		rewritingTwins(t, WHATWG, row.in)
	}
	base := WHATWG.MustParse("file:///c:/")
	if got := described(WHATWG.rewriter.check("d:/a", base.text, base.ends, false, true)); got != "" {
		t.Errorf("a scheme of one letter: %s", got)
	}
	if got := described(WHATWG.rewriter.check("d|/a", base.text, base.ends, false, true)); got != "0+2 file-invalid-Windows-drive-letter, 1+1 invalid-URL-unit" {
		t.Errorf("a drive letter: %s", got)
	}
}

// Parsing allocates nothing for a text that does not change, and only the URL
// for one that does. Resolving and parsing into a buffer with enough capacity
// do not allocate.
func TestWHATWGAllocations(t *testing.T) {
	base := WHATWG.MustParse("http://u@h/a/b?q#f")
	buf := make([]byte, 0, 4096)
	long := "HTTP://h/" + strings.Repeat("a/../é", 1000)
	for _, row := range []struct {
		in    string
		parse float64
	}{
		{"http://example.com/a/b.c?d#e", 0}, {"https://u:p@h:8/.a/%41..", 0}, {"http://1.2.3.4/", 0}, {"http://[::1]/", 0},
		{"file:///a/b", 0}, {"file://h/C:/", 0}, {"x:a", 0}, {"x:/a", 0}, {"x://h", 0}, {"mailto:a@b?c", 0}, {"http://xn--a/", 0},
		{"HTTP://EXAMPLE.com", 1}, {"http://h/a/../b c", 1}, {"http://h/\ta", 1}, {"http://127.1/", 1}, {"http://[0::1]/", 1},
		{"http://%41/", 1}, {"http:h", 1}, {" http://h/ ", 0 + 1}, {"x:/..//a", 1}, {"file:c|/a", 1}, {long, 1},
	} {
		if got := testing.AllocsPerRun(20, func() { WHATWG.Parse(row.in) }); got != row.parse {
			t.Errorf("Parse(%.40q): %v allocations, want %v", row.in, got, row.parse)
		}
		if got := testing.AllocsPerRun(20, func() { WHATWG.Valid(row.in) }); got != 0 {
			t.Errorf("Valid(%.40q): %v allocations", row.in, got)
		}
		if got := testing.AllocsPerRun(20, func() { WHATWG.AppendParse(buf, row.in) }); len(row.in) < 1000 && got != 0 {
			t.Errorf("AppendParse(%.40q): %v allocations", row.in, got)
		}
	}
	for _, ref := range []string{"", "../c?d#e", "//H/%2e/a b", "http:g", "x:y", "?\t", "/\\h"} {
		if got := testing.AllocsPerRun(20, func() { WHATWG.AppendResolve(buf, base, ref) }); got != 0 {
			t.Errorf("AppendResolve(%q): %v allocations", ref, got)
		}
	}
}

// A reference keeps its text; only URLs are rewritten.
func TestWHATWGReferences(t *testing.T) {
	for _, row := range []struct{ in, text, parts string }{
		{"HTTP://H", "http://h/", "scheme=http host=h path=/"},
		{"ht\tt\np:/\\H", "http://h/", "scheme=http host=h path=/"}, // it is absolute with any base
		{"file:\\/h/a", "file://h/a", "scheme=file host=h path=/a"},
		{"/\t/h\n/a", "//h/a", "scheme= host=h path=/a"}, // a host, with any base
		{"file:/a", "file:/a", "scheme= path=file:/a"},
		{" a/%2e?b#c\n", "a/%2e?b#c", "scheme= path=a/%2e query=b fragment=c"},
		{"//U:p:q@H:08/a", "//U:p:q@H:08/a", "scheme= user=U password=p:q host=H port=08 path=/a"},
		{"\\\\h\\a", "\\\\h\\a", `scheme= host=h path=\a`},
		{"//[::1]:8", "//[::1]:8", "scheme= host=[::1] port=8 path="},
		{"http:g", "http:g", "scheme= path=http:g"},
		{"ht\ttp:/\t/h", "http://h/", "scheme=http host=h path=/"},
		{"x:a", "x:a", "scheme=x path=a"},
		{"", "", "scheme= path="},
	} {
		r, err := WHATWG.ParseReference(row.in)
		if err != nil || r.String() != row.text || parts(r.u) != row.parts {
			t.Errorf("ParseReference(%q) = %q with %s, %v, want %q with %s", row.in, r, parts(r.u), err, row.text, row.parts)
		}
	}
	for _, in := range []string{"//[", "http://", "//a b/", "/\\h:x"} {
		if r, err := WHATWG.ParseReference(in); err == nil {
			t.Errorf("ParseReference(%q) = %q", in, r)
		}
	}
	r, _ := WHATWG.ParseReference("http:g")
	if u, err := r.Resolve(WHATWG.MustParse(base3986)); err != nil || u.String() != "http://a/b/c/g" {
		t.Errorf("http:g means %q, %v", u, err)
	}
}

func TestOrigin(t *testing.T) {
	for in, want := range map[string]string{
		"http://u:p@H:80/a": "http://h", "https://h:8443": "https://h:8443", "ws://h:443/": "ws://h:443", "ftp://h": "ftp://h",
		"file:///a": "null", "x://h": "null", "mailto:a": "null", "blob:https://h/a": "https://h", "blob:ftp://h/": "null",
		"blob:file:///a": "null", "blob:": "null", "blob:blob:http://h/": "null", "http://[::1]:8": "http://[::1]:8",
	} {
		if got := WHATWG.MustParse(in).Origin(); got != want {
			t.Errorf("Origin(%q) = %q, want %q", in, got, want)
		}
	}
	if got := RFC3986.MustParse("HTTP://H:0080/").Origin(); got != "http://h" {
		t.Errorf("rfc3986: Origin = %q", got)
	}
	for in, want := range map[string]string{"http://h:0081/": "http://h:81", "http://h:99999/": "null", "http://h:0/": "http://h:0", "ftp://h:/": "ftp://h"} {
		if got := RFC3986.MustParse(in).Origin(); got != want {
			t.Errorf("rfc3986: Origin(%q) = %q, want %q", in, got, want)
		}
	}
	if got := RFC3986.MustParse("http:a").Origin() + (URL{}).Origin(); got != "nullnull" {
		t.Errorf("without a host: Origin = %q", got)
	}
}

// The setters of the standard, and what they refuse.
func TestWHATWGWith(t *testing.T) {
	const refused = "refused"
	for _, row := range []struct {
		src, in string
		set     func(URL) (URL, error)
		want    string
	}{
		{"protocol", "http://h:443/", func(u URL) (URL, error) { return u.With(ComponentScheme, Some("HTTPS:x")) }, "https://h/"},
		{"protocol", "http://h/", func(u URL) (URL, error) { return u.With(ComponentScheme, Some("x")) }, refused},
		{"protocol", "x://h/", func(u URL) (URL, error) { return u.With(ComponentScheme, Some("http")) }, refused},
		{"protocol", "http://h/a", func(u URL) (URL, error) { return u.With(ComponentScheme, Some("file")) }, "file://h/a"},
		{"protocol", "http://localhost/C|/a", func(u URL) (URL, error) { return u.With(ComponentScheme, Some("file")) }, "file:///C:/a"},
		{"protocol", "x:/.//a", func(u URL) (URL, error) { return u.With(ComponentScheme, Some("y")) }, "y:/.//a"},
		{"protocol", "http://u@h/", func(u URL) (URL, error) { return u.With(ComponentScheme, Some("file")) }, refused},
		{"protocol", "file:///a", func(u URL) (URL, error) { return u.With(ComponentScheme, Some("http")) }, refused},
		{"protocol", "http://h/", func(u URL) (URL, error) { return u.With(ComponentScheme, Some("1")) }, refused},
		{"username", "http://h/", func(u URL) (URL, error) { return u.With(ComponentUser, Some("a@%41\t")) }, "http://a%40%41%09@h/"},
		{"username", "http://u:p@h/", func(u URL) (URL, error) { return u.With(ComponentUser, Field{}) }, "http://:p@h/"},
		{"username", "file:///a", func(u URL) (URL, error) { return u.With(ComponentUser, Some("u")) }, refused},
		{"password", "http://u:p@h/", func(u URL) (URL, error) { return u.With(ComponentPassword, Field{}) }, "http://u@h/"},
		{"password", "x:a", func(u URL) (URL, error) { return u.With(ComponentPassword, Some("p")) }, refused},
		{"host", "http://h:1/", func(u URL) (URL, error) { return u.with(setHost, "G:2/x", nil) }, "http://g:2/"},
		{"host", "http://h:1/", func(u URL) (URL, error) { return u.with(setHost, "[::1]:80", nil) }, "http://[::1]/"},
		{"host", "http://h:1/", func(u URL) (URL, error) { return u.with(setHost, "g:x", nil) }, "http://g:1/"},
		{"host", "x:/a", func(u URL) (URL, error) { return u.with(setHost, "h", nil) }, "x://h/a"},
		{"host", "x:/.//a", func(u URL) (URL, error) { return u.With(ComponentHost, Some("h")) }, "x://h//a"},
		{"host", "file:///a", func(u URL) (URL, error) { return u.With(ComponentHost, Some("localhost")) }, "file:///a"},
		{"host", "http://h/", func(u URL) (URL, error) { return u.With(ComponentHost, Some("")) }, refused},
		{"host", "http://h/", func(u URL) (URL, error) { return u.With(ComponentHost, Some("a b")) }, refused},
		{"host", "x:a", func(u URL) (URL, error) { return u.With(ComponentHost, Some("h")) }, refused},
		{"port", "http://h:1/", func(u URL) (URL, error) { return u.With(ComponentPort, Field{}) }, "http://h/"},
		{"port", "http://h/", func(u URL) (URL, error) { return u.With(ComponentPort, Some("8x")) }, "http://h:8/"},
		{"port", "http://h/", func(u URL) (URL, error) { return u.With(ComponentPort, Some("x")) }, refused},
		{"port", "http://h/", func(u URL) (URL, error) { return u.With(ComponentPort, Some("65536")) }, refused},
		{"pathname", "http://h/a", func(u URL) (URL, error) { return u.With(ComponentPath, Some("b/../c?#")) }, "http://h/c%3F%23"},
		{"pathname", "x:/a", func(u URL) (URL, error) { return u.With(ComponentPath, Some("//a")) }, "x:/.//a"},
		{"pathname", "x://h/a", func(u URL) (URL, error) { return u.With(ComponentPath, Some("")) }, "x://h"},
		{"pathname", "file:///a", func(u URL) (URL, error) { return u.With(ComponentPath, Some("C|/b")) }, "file:///C:/b"},
		{"pathname", "x:a", func(u URL) (URL, error) { return u.With(ComponentPath, Some("b")) }, refused},
		{"search", "http://h/", func(u URL) (URL, error) { return u.With(ComponentQuery, Some("??a'#")) }, "http://h/??a%27%23"},
		{"search", "http://h/?a", func(u URL) (URL, error) { return u.With(ComponentQuery, Some("?")) }, "http://h/?"},
		{"search", "x:a ?b", func(u URL) (URL, error) { return u.With(ComponentQuery, Field{}) }, "x:a%20"},
		{"search", "http://h/", func(u URL) (URL, error) { return u.With(ComponentQuery, Some("\t?a")) }, "http://h/??a"},
		{"hash", "http://h/", func(u URL) (URL, error) { return u.With(ComponentFragment, Some("\n#a")) }, "http://h/##a"},
		{"hash", "http://h/#a", func(u URL) (URL, error) { return u.With(ComponentFragment, Some("")) }, "http://h/"},
		{"hash", "http://h/", func(u URL) (URL, error) { return u.With(ComponentFragment, Some("#a b\n")) }, "http://h/#a%20b"},
	} {
		u, err := row.set(WHATWG.MustParse(row.in))
		got := u.String()
		if err != nil {
			got = refused
		} else {
			stable(t, u)
		}
		if got != row.want {
			t.Errorf("%s of %q = %q, %v, want %q", row.src, row.in, got, err, row.want)
		}
	}
	u := RFC3986.MustParse("http://h:1/")
	if v, err := u.With(ComponentScheme, Some("x")); err != nil || v.String() != "x://h:1/" {
		t.Errorf("rfc3986: With(ComponentScheme) = %q, %v", v, err)
	}
}

// The writer, the examiner and the state machine agree on texts made of the
// characters that matter to the standard's parser.
func TestWHATWGTwinsOnRandomTexts(t *testing.T) {
	words := strings.Fields(`http: https: file: ftp: x: mailto: // / / \ \\ : : @ @ ? # # % %2e %2E %61 %00 %zz . . .. /../ /./ [ ] [:: ::] :1 1 01 0x 0xff 256
		1.2.3.4 .1.2 00 65535 65536 80 443 a A h ab é ① ß 。 xn-- xn--a - -- _ ^ | C| c: C:/ localhost { < > " ' *`)
	words = append(words, " ", "\t", "\n", "\x00", "\x7f", "\u00AD", "\u0080", "\uFDD0", "\uFFFD")
	r := rand.New(rand.NewPCG(2026, 9))
	for range randomTexts {
		var b strings.Builder
		if r.IntN(2) == 0 {
			b.WriteString(words[r.IntN(6)] + "//")
		}
		for range 1 + r.IntN(6) {
			b.WriteString(words[r.IntN(len(words))])
		}
		rewritingTwins(t, WHATWG, b.String())
		if t.Failed() {
			return
		}
	}
}

const randomTexts = 3000

// The standard normalizes while it parses; Normalize does the rest.
func TestWHATWGNormalize(t *testing.T) {
	for _, row := range []struct {
		in    string
		level Level
		want  string
	}{
		{"HTTP://H:80/a/../b", LevelString, "http://h/b"},
		{"http://h/%7e%3a", LevelCase, "http://h/%7E%3A"},
		{"http://h/%7e%3a", LevelEscapes, "http://h/~%3A"},
		{"x:a%2E%2e/b", LevelScheme, "x:a../b"},
		{"x:../a", LevelScheme, "x:../a"},
		{"x:/.//a%7E", LevelScheme, "x:/.//a~"},
		{"x://H%41", LevelScheme, "x://ha"},
		{"x:%2%4440%%341", LevelScheme, "x:%2%4440%%341"},
	} {
		if got := WHATWG.MustParse(row.in).Normalize(row.level); got.String() != row.want {
			t.Errorf("Normalize(%q, %v) = %q, want %q", row.in, row.level, got, row.want)
		}
	}
}

// A scheme that a program adds is checked on the rewritten text.
func TestWHATWGWithScheme(t *testing.T) {
	e := WHATWG.With(Scheme{Name: "x-finger", Port: 79, Check: func(part string) (off, n int, r Rule) {
		if strings.Contains(part, "!") {
			return 0, 1, RuleSchemePart
		}
		return 0, 0, ""
	}})
	if u, err := e.Parse("X-Finger://h/a"); err != nil || u.String() != "x-finger://h/a" || !e.Valid("x-finger://h") {
		t.Errorf("Parse = %q, %v", u, err)
	}
	if n, ok := e.MustParse("x-finger://h").PortNumber(); n != 79 || !ok {
		t.Errorf("PortNumber = %d, %v", n, ok)
	}
	for _, in := range []string{"x-finger://h/!", "x-finger://u@h/"} {
		if _, err := e.Parse(in); err == nil || e.Valid(in) || failing(slices.Collect(e.Check(in))) < 0 {
			t.Errorf("Parse(%q) passed", in)
		}
		if _, err := e.Resolve(e.MustParse("x-finger://h"), in); err == nil {
			t.Errorf("Resolve(%q) passed", in)
		}
	}
	if b, err := e.AppendResolve(nil, e.MustParse("x-finger://h/a"), "b"); err != nil || string(b) != "x-finger://h/b" {
		t.Errorf("AppendResolve = %q, %v", b, err)
	}
}
