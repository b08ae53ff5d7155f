package earl

import "testing"

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
