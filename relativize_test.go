package earl

import (
	"strings"
	"testing"
)

// D6: Relativize returns the shortest reference that resolves to the URL.
func TestRelativize(t *testing.T) {
	for _, row := range []struct{ base, u, want string }{
		{"http://a/b/c/d?q", "http://a/b/c/d?q", ""},
		{"http://a/b/c/d?q", "http://a/b/c/d?q#f", "#f"},
		{"http://a/b/c/d?q", "http://a/b/c/d?r", "?r"},
		{"http://a/b/c/d?q", "http://a/b/c/d", "d"},
		{"http://a/b/c/d?q", "http://a/b/c/", "."},
		{"http://a/b/c/d", "http://a/b/c/e", "e"},
		{"http://a/b/c/d", "http://a/b/c/e/f", "e/f"},
		{"http://a/b/c/d", "http://a/b/", ".."},
		{"http://a/b/c/d", "http://a/", "/"},
		{"http://a/b/c/d", "http://a/b/g", "../g"},
		{"http://a/b/c/d", "http://a/g", "/g"},
		{"http://a/b/c/d", "http://h/g", "//h/g"},
		{"http://a/b/c/d", "ftp://a/b/c/d", "ftp://a/b/c/d"},
		{"http://a/b/c/d", "http://a/b/c/x:y", "./x:y"},
		{"http://a/b/c/d", "http://a/b/c//e", ".//e"},
		{"http://a/b/c/d", "http://a//e", "//a//e"},
		{"http://a", "http://a/b", "b"},
		{"x:a/b", "x:a/c", "c"},
		{"mailto:a@b", "mailto:c@d", "c@d"},
	} {
		base, u := RFC3986.MustParse(row.base), RFC3986.MustParse(row.u)
		got, err := RFC3986.Relativize(base, u)
		if err != nil || got != row.want {
			t.Errorf("Relativize(%q, %q) = %q, %v, want %q", row.base, row.u, got, err, row.want)
		}
	}
	if _, err := RFC3986.Relativize(Draft1994.MustParse("http://a/{"), RFC3986.MustParse("http://a/")); err == nil {
		t.Error("a base that the edition cannot read passed")
	}
}

// D6: resolve(base, relativize(base, u)) = u, in every edition, for every URL
// that it reads, except for paths with dot segments.
func FuzzRelativize(f *testing.F) {
	for _, row := range productions {
		f.Add("http://a/b/c/d;p?q", row.in)
		f.Add(row.in, "http://a/b/e:f?q#g")
	}
	f.Fuzz(func(t *testing.T, base, in string) {
		for _, e := range editionsUnderTest {
			b, err := e.Parse(base)
			u, err2 := e.Parse(in)
			if err != nil || err2 != nil || strings.Contains(u.Path(), "/.") || strings.HasPrefix(u.Path(), ".") {
				continue
			}
			ref, err := e.Relativize(b, u)
			if err != nil {
				t.Fatalf("%s: Relativize(%q, %q): %v", e.Name(), base, in, err)
			}
			if got, err := e.Resolve(b, ref); err != nil || got.String() != u.String() {
				t.Errorf("%s: Resolve(%q, %q) = %q, %v, want %q", e.Name(), base, ref, got, err, u)
			}
			if got, err := e.AppendResolve([]byte("a"), b, ref); err != nil || string(got) != "a"+u.String() {
				t.Errorf("%s: AppendResolve(%q, %q) = %q, %v", e.Name(), base, ref, got, err)
			}
		}
	})
}

// D4, D9: the bases for which relative references make sense.
func TestCanResolve(t *testing.T) {
	for in, want := range map[string]bool{
		"http://h": true, "ftp://h/a": true, "file:///a": true, "nntp://h/g": true, "gopher://h/1": true, "wais://h/d": true, "prospero://h/a": true,
		"mailto:a@b": false, "news:a.b": false, "telnet://h/": false, "x:/a": true, "x:a": false, "urn:a:b": false,
	} {
		if got := RFC3986.MustParse(in).CanResolve(); got != want {
			t.Errorf("CanResolve(%q) = %v, want %v", in, got, want)
		}
	}
}

// safe checks A5 for any URL: calling Safer twice is the same as once, and the
// result is a URL with the same parts.
func safe(t *testing.T, u URL) {
	t.Helper()
	e := u.edition
	for _, also := range []string{"", "~e2;/.%"} {
		s := u.Safer(also)
		if again := s.Safer(also); again != s {
			t.Errorf("%s: Safer(%q, %q) = %q, again %q", e.Name(), u, also, s, again)
		}
		if back, err := e.Parse(s.String()); err != nil || back != s {
			t.Errorf("%s: Safer(%q, %q) = %q, read as %q, %v", e.Name(), u, also, s, back, err)
		}
		if !sameParts(s.Parts(), u.Parts()) {
			t.Errorf("%s: Safer(%q, %q) = %q, which has different parts", e.Name(), u, also, s)
		}
	}
}

// A5: calling Safer twice is the same as once, keeps the meaning, and does not
// change escapes.
func TestSafer(t *testing.T) {
	for _, row := range []struct {
		e              *Edition
		in, also, want string
	}{
		{RFC3986, "http://h/~a/%7e?~#~", "", "http://h/%7Ea/%7e?%7E#%7E"},
		{RFC3986, "http://h/a.b/%2e", ".", "http://h/a%2Eb/%2e"},
		{RFC3986, "http://h/%2e2", "2e", "http://h/%2e%32"},
		{RFC3986, "http://h/a;b&c=d/e", ";&=/", "http://h/a;b&c=d/e"},
		{Draft1994, "ftp://u[1]@h/{a}", "", "ftp://u%5B1%5D@h/%7Ba%7D"},
		{Draft1993, "ftp://h/a b\"c", "", "ftp://h/a%20b%22c"},
		{RFC1738, "ftp://h/a", "", "ftp://h/a"},
		{WHATWG, "x:/.//a.", ".", "x:/.//a%2E"}, // the "/." before the path is not part of it
	} {
		u := row.e.MustParse(row.in)
		got := u.Safer(row.also)
		if got.String() != row.want {
			t.Errorf("Safer(%q, %q) = %q, want %q", row.in, row.also, got, row.want)
		}
		if again := got.Safer(row.also); again != got {
			t.Errorf("Safer of %q is not stable: %q", got, again)
		}
		if Unescape(got.SchemePart()) != Unescape(u.SchemePart()) {
			t.Errorf("Safer(%q) means something else: %q", row.in, got)
		}
	}
}
