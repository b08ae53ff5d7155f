package earl

import (
	"testing"
)

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
