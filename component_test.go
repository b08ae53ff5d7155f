package earl

import "testing"

// A11: a component can be pointed at.
func TestSpan(t *testing.T) {
	for _, in := range []string{"ftp://user:pass@host.dom:2121/a/b?q#f", "x:", "http://h", "ftp://:@h:/", "news:a@b", "//u@[::1]/?#"} {
		r, err := RFC3986.ParseReference(in)
		if err != nil {
			t.Fatal(err)
		}
		u := r.u
		scheme := func() (string, bool) { return u.text[:u.ends[endScheme]], u.ends[endScheme] > 0 }
		path := func() (string, bool) { return u.Path(), true }
		for c, get := range []func() (string, bool){scheme, u.User, u.Password, u.Host, u.Port, path, u.Params, u.Query, u.Fragment} {
			want, there := get()
			off, n, ok := u.Span(Component(c))
			if ok != there || ok && in[off:off+n] != want {
				t.Errorf("Span(%q, %d) = %d, %d, %v, want %q, %v", in, c, off, n, ok, want, there)
			}
		}
	}
	if _, _, ok := (URL{}).Span(ComponentHost); ok {
		t.Error("the zero URL has a host")
	}
}
