package earl

import (
	"slices"
	"testing"
)

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
