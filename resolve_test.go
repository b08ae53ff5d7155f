package earl

import (
	"slices"
	"testing"
)

// base3986 is the base of all the examples. Source: rfc3986 5.4.
const base3986 = "http://a/b/c/d;p?q"

// examples3986 is rfc3986 5.4.1 and 5.4.2, in its order.
var examples3986 = []struct{ ref, want string }{
	{"g:h", "g:h"}, {"g", "http://a/b/c/g"}, {"./g", "http://a/b/c/g"}, {"g/", "http://a/b/c/g/"},
	{"/g", "http://a/g"}, {"//g", "http://g"}, {"?y", "http://a/b/c/d;p?y"}, {"g?y", "http://a/b/c/g?y"},
	{"#s", "http://a/b/c/d;p?q#s"}, {"g#s", "http://a/b/c/g#s"}, {"g?y#s", "http://a/b/c/g?y#s"},
	{";x", "http://a/b/c/;x"}, {"g;x", "http://a/b/c/g;x"}, {"g;x?y#s", "http://a/b/c/g;x?y#s"},
	{"", "http://a/b/c/d;p?q"}, {".", "http://a/b/c/"}, {"./", "http://a/b/c/"}, {"..", "http://a/b/"},
	{"../", "http://a/b/"}, {"../g", "http://a/b/g"}, {"../..", "http://a/"}, {"../../", "http://a/"}, {"../../g", "http://a/g"},

	{"../../../g", "http://a/g"}, {"../../../../g", "http://a/g"}, {"/./g", "http://a/g"}, {"/../g", "http://a/g"},
	{"g.", "http://a/b/c/g."}, {".g", "http://a/b/c/.g"}, {"g..", "http://a/b/c/g.."}, {"..g", "http://a/b/c/..g"},
	{"./../g", "http://a/b/g"}, {"./g/.", "http://a/b/c/g/"}, {"g/./h", "http://a/b/c/g/h"}, {"g/../h", "http://a/b/c/h"},
	{"g;x=1/./y", "http://a/b/c/g;x=1/y"}, {"g;x=1/../y", "http://a/b/c/y"},
	{"g?y/./x", "http://a/b/c/g?y/./x"}, {"g?y/../x", "http://a/b/c/g?y/../x"},
	{"g#s/./x", "http://a/b/c/g#s/./x"}, {"g#s/../x", "http://a/b/c/g#s/../x"}, {"http:g", "http:g"},
}

// D2: the 42 examples of RFC 3986, strict.
func TestResolveRFC3986Examples(t *testing.T) {
	if len(examples3986) != 42 {
		t.Fatalf("%d examples, want 42", len(examples3986))
	}
	base := RFC3986.MustParse(base3986)
	for _, row := range examples3986 {
		if got, err := RFC3986.Resolve(base, row.ref); err != nil || got.String() != row.want {
			t.Errorf("Resolve(%q) = %q, %v, want %q", row.ref, got, err, row.want)
		}
	}
}

// examples1996 are the references of RFC 1808 section 5 and draft1996 section
// 13, and their targets on the base http://a/b/c/d;p?q in each edition that
// resolves like draft1996.
var examples1996 = []struct{ ref, want string }{
	{"g:h", "g:h"}, {"g", "http://a/b/c/g"}, {"./g", "http://a/b/c/g"}, {"g/", "http://a/b/c/g/"},
	{"/g", "http://a/g"}, {"//g", "http://g"}, {"?y", "http://a/b/c/d;p?y"}, {"g?y", "http://a/b/c/g?y"},
	{"g?y/./x", "http://a/b/c/g?y/./x"}, {"#s", "http://a/b/c/d;p?q#s"}, {"g#s", "http://a/b/c/g#s"},
	{"g#s/./x", "http://a/b/c/g#s/./x"}, {"g?y#s", "http://a/b/c/g?y#s"}, {";x", "http://a/b/c/d;x"},
	{"g;x", "http://a/b/c/g;x"}, {"g;x?y#s", "http://a/b/c/g;x?y#s"}, {".", "http://a/b/c/"}, {"./", "http://a/b/c/"},
	{"..", "http://a/b/"}, {"../", "http://a/b/"}, {"../g", "http://a/b/g"}, {"../..", "http://a/"},
	{"../../", "http://a/"}, {"../../g", "http://a/g"},
	// abnormal
	{"", "http://a/b/c/d;p?q"}, {"../../../g", "http://a/../g"}, {"../../../../g", "http://a/../../g"},
	{"/./g", "http://a/./g"}, {"/../g", "http://a/../g"}, {"g.", "http://a/b/c/g."}, {".g", "http://a/b/c/.g"},
	{"g..", "http://a/b/c/g.."}, {"..g", "http://a/b/c/..g"}, {"./../g", "http://a/b/g"}, {"./g/.", "http://a/b/c/g/"},
	{"g/./h", "http://a/b/c/g/h"}, {"g/../h", "http://a/b/c/h"}, {"http:g", "http:g"}, {"http:", "http:"},
}

// beyond1996 has more results of the algorithm; standards/README.md lists them.
var beyond1996 = []struct{ base, ref, want string }{
	{base3986, "?", "http://a/b/c/d;p?q"}, {base3986, ";", "http://a/b/c/d;p?q"}, {base3986, "#", "http://a/b/c/d;p?q"},
	{base3986, "g?", "http://a/b/c/g"}, {base3986, "g;x=1/../y", "http://a/b/c/g;x=1/../y"}, {base3986, "../../..", "http://a/.."},
	{base3986, "a_b:c", "http://a/b/c/a_b:c"}, {base3986, ":c", "http://a/b/c/:c"}, {base3986, "1:2", "1:2"},
	{base3986, "//h/a/../b", "http://h/a/../b"}, {base3986, "//", "http://a/b/c/d;p?q"},
	{"http://a", "g", "http://a/g"}, {"ftp://h/a/b;type=d", "c", "ftp://h/a/c"},
	// Step 6c runs after 6a and 6b: the "/" that "./" leaves at the start is the
	// path's leading slash, not an empty segment.
	{"x:b", ".//../c", "x:/../c"}, {"x:b", "a/..//../c", "x:/../c"}, {"x:a/b", "c//../d", "x:a/c/d"},
}

// D1, D10, R32: draft1996's 39 examples, and further results of the algorithm.
// The other two editions that use it agree.
func TestResolveDraft1996Examples(t *testing.T) {
	if len(examples1996) != 39 {
		t.Fatalf("%d examples, want 39", len(examples1996))
	}
	base := Draft1996.MustParse(base3986)
	for _, row := range examples1996 {
		if got, err := Draft1996.Resolve(base, row.ref); err != nil || got.String() != row.want {
			t.Errorf("Resolve(%q) = %q, %v, want %q", row.ref, got, err, row.want)
		}
	}
	for _, row := range beyond1996 {
		for _, e := range []*Edition{Draft1996, RFC1738, Draft1994} {
			base, err := e.ParseReference(row.base)
			if err != nil {
				continue // "?" is not part of rfc1738's hpath params
			}
			u, _ := base.URL()
			if got, err := e.Resolve(u, row.ref); err != nil || got.String() != row.want {
				t.Errorf("%s.Resolve(%q, %q) = %q, %v, want %q", e.Name(), row.base, row.ref, got, err, row.want)
			}
		}
	}
}

// D2, D7, D8: draft1993's partial form.
func TestResolveDraft1993PartialForm(t *testing.T) {
	for _, row := range []struct{ base, ref, want string }{
		{"http://a/b/c/d", "g", "http://a/b/c/g"}, {"http://a/b/c/d", "g/", "http://a/b/c/g/"}, {"http://a/b/c/d", "/g", "http://a/g"},
		{"http://a/b/c/d", "//g", "http://g"}, {"http://a/b/c/d", ".", "http://a/b/c"}, {"http://a/b/c/d", "./", "http://a/b/c/"},
		{"http://a/b/c/d", "..", "http://a/b"}, {"http://a/b/c/d", "../", "http://a/b/"}, {"http://a/b/c/d", "../g", "http://a/b/g"},
		{"http://a/b/c/d", "../..", "http://a"}, {"http://a/b/c/d", "../../", "http://a/"}, {"http://a/b/c/d", "./g/.", "http://a/b/c/g"},
		{"http://a/b/c/d", "g/..", "http://a/b/c"}, {"http://a/b/c/d", ";x", "http://a/b/c/;x"}, {"http://a/b/c/d", "../../../g", "http://a/../g"},
		{"news:comp.infosystems.www", "alt.test", "news:alt.test"},
		{"http://a/b?q#f", "c?r#g", "http://a/c?r#g"}, {"http://a/b?q#f", "#g", "http://a/b?q#g"}, {"http://a", "g", "http://a/g"},
		{"http://a/b", "x:y", "x:y"},
	} {
		got, err := Draft1993.Resolve(Draft1993.MustParse(row.base), row.ref)
		if err != nil || got.String() != row.want {
			t.Errorf("Resolve(%q, %q) = %q, %v, want %q", row.base, row.ref, got, err, row.want)
		}
	}
	if _, err := Draft1993.ParseReference("1:2/3"); err == nil {
		t.Error("a colon before any slash, and no scheme, passed")
	}
}

// rfc3986 5.2.2: the documented non-strict variant.
func TestResolveNonStrict(t *testing.T) {
	e := RFC3986.NonStrict()
	base := e.MustParse(base3986)
	for ref, want := range map[string]string{"http:g": "http://a/b/c/g", "http:": base3986, "http:?x": "http://a/b/c/d;p?x", "g:h": "g:h", "http://h/g": "http://h/g", "HTTP:/x": "http://a/x"} {
		if got, err := e.Resolve(base, ref); err != nil || got.String() != want {
			t.Errorf("Resolve(%q) = %q, %v, want %q", ref, got, err, want)
		}
	}
}

// D15: a relative path keeps the base's gophertype only if it is in a
// directory; otherwise it is flagged. R24: so is the "/" that is inserted
// between a base without a path and a relative path.
func TestCheckResolveFlags(t *testing.T) {
	for _, row := range []struct {
		src, base, ref string
		want, flags    string
	}{
		{"D15", "gopher://h/11/a/b", "c", "gopher://h/11/a/c", ""},
		{"D15", "gopher://h/0f", "c", "gopher://h/c", "0+1 gopher-type"},
		{"D15", "gopher://h/0f", "0g", "gopher://h/0g", ""},
		{"D15", "gopher://h/0f", "/1", "gopher://h/1", ""}, // not a relative path
		{"D15", "gopher://h/0f", "./g/h", "gopher://h/g/h", "0+5 gopher-type"},
		{"D15", "gophers://h/", "1c", "gophers://h/1c", ""}, // an absent type means type 1
		{"D15", "gopher://h/", "c", "gopher://h/c", "0+1 gopher-type"},
		{"D15", "gopher://h/0f", "#s", "gopher://h/0f#s", ""},
		{"D15", "gopher://h/0f", "http://h/c", "http://h/c", ""},
		{"D15", "gopher://h/0f", "//g/1", "gopher://g/1", ""},
		{"D15", "http://h/0f", "c", "http://h/c", ""},
		{"R24", "http://h", "g", "http://h/g", "0+1 base-path"},
		{"R24", "http://h/", "g", "http://h/g", ""},
		{"R24", "http://h", "/g", "http://h/g", ""},
		{"D15 R24", "gopher://h", "c", "gopher://h/c", "0+1 base-path, 0+1 gopher-type"},
		{"A11", "http://h/", "a|b", "", "!1+1 unsafe"},
	} {
		base := RFC1738.MustParse(row.base)
		u, _ := RFC1738.Resolve(base, row.ref)
		if got := described(slices.Collect(RFC1738.CheckResolve(base, row.ref))); got != row.flags || u.String() != row.want {
			t.Errorf("%s: %q on %q = %q, %s, want %q, %s", row.src, row.ref, row.base, u, got, row.want, row.flags)
		}
	}
	// rfc3986 5.2.3 inserts the "/" itself; whatwg checks the reference on its
	// base.
	for _, row := range []struct {
		e               *Edition
		base, ref, want string
	}{
		{RFC3986, "http://h", "g", ""},
		{RFC3986, "gopher://h/0f", "c", "0+1 gopher-type"},
		{WHATWG, "gopher://h/0f", "c|", "0+2 gopher-type, 1+1 invalid-URL-unit"},
		{WHATWG, "http://h/", `\a`, "0+1 invalid-reverse-solidus"},
		{WHATWG, "x://h/", `\a`, "0+1 invalid-URL-unit"},
		{WHATWG, "mailto:a@b", "c", "!0+0 missing-scheme-non-relative-URL"},
	} {
		if got := described(slices.Collect(row.e.CheckResolve(row.e.MustParse(row.base), row.ref))); got != row.want {
			t.Errorf("%s: CheckResolve(%q, %q) = %s, want %s", row.e.Name(), row.base, row.ref, got, row.want)
		}
	}
	for range WHATWG.CheckResolve(WHATWG.MustParse("gopher://h/0f"), "c|") {
		break
	}
	for range WHATWG.CheckResolve(WHATWG.MustParse("http://h/"), "c|<") {
		break
	}
}
