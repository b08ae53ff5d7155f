package earl

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
)

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

var (
	_ encoding.TextMarshaler   = URL{}
	_ encoding.TextAppender    = URL{}
	_ encoding.TextUnmarshaler = (*URL)(nil)
)

func TestReadIntoURL(t *testing.T) {
	u := RFC1738.Empty()
	if err := json.Unmarshal([]byte(`"ftp://h/a"`), &u); err != nil || u != RFC1738.MustParse("ftp://h/a") {
		t.Errorf("Unmarshal: %v, %v", u, err)
	}
	if err := u.UnmarshalText([]byte("ftp://h/a b")); err == nil || u.String() != "ftp://h/a" {
		t.Errorf("UnmarshalText of a bad text: %v, left %q", err, u)
	}
	if err := u.UnmarshalText(nil); err != nil || !u.IsZero() || u.Edition() != RFC1738 {
		t.Errorf("UnmarshalText of an empty text: %v, %q", err, u)
	}
	var zero URL
	if err := zero.UnmarshalText([]byte("ftp://h/")); !errors.Is(err, ErrNoEdition) {
		t.Errorf("UnmarshalText into the zero URL: %v", err)
	}
}

// A12, A19, A22: the result of Compose, and what it refuses to write.
func TestCompose(t *testing.T) {
	for _, row := range []struct {
		src  string
		p    Parts
		want by // the URL, or "rule" and its name
	}{
		{"A7", Parts{Scheme: "ftp", User: Some("a@b:c/d"), Password: NewSecret("@:/"), Host: Some("h"), Path: "/"},
			by{"ftp://a%40b%3Ac%2Fd:%40%3A%2F@h/", "ftp://a%40b%3Ac%2Fd:%40%3A%2F@h/", "ftp://a%40b%3Ac%2Fd:%40%3A%2F@h/", "ftp://a%40b%3Ac%2Fd:%40%3A%2F@h/", "ftp://a%40b%3Ac%2Fd:%40%3A%2F@h/", "ftp://a%40b%3Ac%2Fd:%40%3A%2F@h/", "ftp://a%40b%3Ac%2Fd:%40%3A%2F@h/", "ftp://a%40b%3Ac%2Fd:%40%3A%2F@h/"}},
		{"A6", Parts{Scheme: "ftp", User: Some(""), Host: Some("h")}, by{"rule empty-user", "ftp://@h", "ftp://@h", "ftp://@h", "ftp://@h", "ftp://@h", "ftp://@h", "rule compose-part"}},
		{"A22", Parts{Scheme: "ftp", Password: NewSecret("p"), Host: Some("h")}, by{"rule compose-user", "rule compose-user", "rule compose-user", "rule compose-user", "rule compose-user", "rule compose-user", "rule compose-user", "rule compose-user"}},
		{"A22", Parts{Scheme: "ftp", User: Some("u")}, by{"rule compose-user", "rule compose-user", "rule compose-user", "rule compose-user", "rule compose-user", "rule compose-user", "rule compose-user", "rule compose-user"}},
		{"A7 A28", Parts{Scheme: "ftp", User: Some("a;b:?"), Password: NewSecret("&=@/"), Host: Some("h"), Path: "/"}, by{"ftp://a;b%3A%3F:&%3D%40%2F@h/", "ftp://a;b%3A?:&=%40%2F@h/", "ftp://a;b%3A?:&=%40%2F@h/", "ftp://a;b%3A?:&=%40%2F@h/", "ftp://a;b%3A%3F:&=%40%2F@h/", "ftp://a;b%3A%3F:&=%40%2F@h/", "ftp://a;b%3A%3F:&=%40%2F@h/", "ftp://a%3Bb%3A%3F:&%3D%40%2F@h/"}},
		{"A19", Parts{Scheme: "x", Path: "a b#c%41%\"<>"}, by{"x:a%20b%23c%41%25%22%3C%3E", "x:a%20b%23c%41%25%22%3C%3E", "x:a%20b%23c%41%25%22%3C%3E", "x:a%20b%23c%41%25%22%3C%3E", "x:a%20b%23c%41%25%22%3C%3E", "x:a%20b%23c%41%25%22%3C%3E", "x:a%20b%23c%41%25%22%3C%3E", "x:a%20b%23c%41%25%22%3C%3E"}},
		{"A8", Parts{Scheme: "ftp", Host: Some("a b")}, by{"rule no-slash", "ftp://a%20b", "rule host", "ftp://a%20b", "ftp://a%20b", "ftp://a%20b", "ftp://a%20b", "rule domain-to-ASCII"}},
		{"A8", Parts{Scheme: "ftp", Host: Some("[::1]"), Path: "/"}, by{"rule host", "rule host", "rule host", "ftp://%5B%3A%3A1%5D/", "ftp://[::1]/", "ftp://[::1]/", "ftp://[::1]/", "ftp://[::1]/"}},
		{"A28", Parts{Scheme: "http", Host: Some("a;b"), Path: "/"}, by{"http://a;b/", "http://a%3Bb/", "rule host", "http://a;b/", "http://a;b/", "http://a;b/", "http://a;b/", "http://a;b/"}},
		{"B5", Parts{Scheme: "http", User: Some("u"), Host: Some("h")}, by{"rule no-user", "rule no-user", "rule no-user", "http://u@h", "http://u@h", "http://u@h", "http://u@h", "http://u@h/"}},
		{"A13", Parts{Scheme: "http", Host: Some("h"), Path: "/", Fragment: Some("f")}, by{"http://h/#f", "rule fragment", "rule fragment", "http://h/#f", "rule fragment", "http://h/#f", "http://h/#f", "http://h/#f"}},
		{"A12", Parts{Scheme: "ftp", Host: Some("h"), Path: "/", Query: Some("q")}, by{"rule reserved", "rule compose-part", "rule compose-part", "ftp://h/?q", "ftp://h/?q", "ftp://h/?q", "ftp://h/?q", "ftp://h/?q"}},
		{"A12", Parts{Scheme: "ftp", Host: Some("h"), Path: "a"}, by{"rule compose-path", "rule compose-path", "rule compose-path", "rule compose-path", "rule compose-path", "rule compose-path", "rule compose-path", "rule compose-path"}},
		{"A12", Parts{Scheme: "x", Path: "//a"}, by{"rule compose-path", "rule compose-path", "rule compose-path", "rule compose-path", "rule compose-path", "rule compose-path", "rule compose-path", "x:/.//a"}},
		{"A1", Parts{Scheme: "a b"}, by{"a b:", "rule scheme", "rule scheme", "rule scheme", "rule scheme", "rule scheme", "rule scheme", "rule missing-scheme-non-relative-URL"}},
		{"A9", Parts{Scheme: "ftp", Host: Some("h"), Port: Some("x")}, by{"rule port", "rule port", "rule port", "ftp://h:x", "ftp://h:x", "rule port", "rule port", "rule port-invalid"}},
		{"rfc3986 3.4", Parts{Scheme: "http", Host: Some("h"), Path: "/?", Query: Some("?#")}, by{"http://h/%3F?%3F%23", "http://h/%3F?%3F%23", "http://h/%3F?%3F%23", "http://h/%3F??%23", "http://h/%3F??%23", "http://h/%3F??%23", "http://h/%3F??%23", "http://h/%3F??%23"}},
	} {
		for _, e := range editionsUnderTest {
			u, err := e.Compose(row.p)
			got := u.String()
			if parse := (*ParseError)(nil); errors.As(err, &parse) {
				got = "rule " + parse.Violation.Rule.Name()
			}
			if got != row.want.of(e) {
				t.Errorf("%s: %s.Compose(%+v) = %s, want %s", row.src, e.Name(), row.p, got, row.want.of(e))
			}
		}
	}
}

func TestWith(t *testing.T) {
	u := RFC3986.MustParse("ftp://u:p@h:21/a?q#f")
	for _, row := range []struct {
		got  func() (URL, error)
		want string
	}{
		{func() (URL, error) { return u.With(ComponentUser, Some("v@")) }, "ftp://v%40:p@h:21/a?q#f"},
		{func() (URL, error) { return u.With(ComponentUser, Field{}) }, "ftp://h:21/a?q#f"},
		{func() (URL, error) { return u.With(ComponentPassword, Some("")) }, "ftp://u:@h:21/a?q#f"},
		{func() (URL, error) { return u.With(ComponentHost, Some("[::1]")) }, "ftp://u:p@[::1]:21/a?q#f"},
		{func() (URL, error) { return u.With(ComponentPort, Field{}) }, "ftp://u:p@h/a?q#f"},
		{func() (URL, error) { return u.With(ComponentPath, Some("/b c")) }, "ftp://u:p@h:21/b%20c?q#f"},
		{func() (URL, error) { return u.With(ComponentQuery, Field{}) }, "ftp://u:p@h:21/a#f"},
		{func() (URL, error) { return u.With(ComponentFragment, Some("g#")) }, "ftp://u:p@h:21/a?q#g%23"},
	} {
		if got, err := row.got(); err != nil || got.String() != row.want {
			t.Errorf("With = %q, %v, want %q", got, err, row.want)
		}
	}
	// The login does not change if another component does.
	for _, in := range []string{"ftp://%61;b%3B:%70@h&i%41/", "ftp://%5B%3A%3A1%5D/", "ftp://%5Bv/"} {
		if got, err := RFC3986.MustParse(in).With(ComponentPath, Some("/b")); err != nil || got.String() != in+"b" {
			t.Errorf("With the path %q = %q, %v", in, got, err)
		}
	}
	if got, err := RFC3986.MustParse("ftp://%5B%3A%3A1%5D/").With(ComponentPort, Some("1")); failed(err) != "4 compose-host" {
		t.Errorf("With a port makes a plain bracket of an escaped one: %q, %v", got, err)
	}
	if got, err := RFC3986.MustParse("x:a").With(ComponentPath, Some("b")); err != nil || got.String() != "x:b" {
		t.Errorf("With a path without a login = %q, %v", got, err)
	}
	if _, err := (URL{}).With(ComponentPath, Some("/")); !errors.Is(err, ErrNoEdition) {
		t.Errorf("With of the zero URL: %v", err)
	}
}

// A rewriting edition may change the login, but not what follows it.
func TestViewsRefuseARewrittenPath(t *testing.T) {
	c := RFC3986.Composer("ftp")
	c.Login(Login{Host: "h"})
	c.path-- // as if a byte were missing
	if _, err := c.URL(); failed(err) != "4 compose-view" {
		t.Errorf("url = %v, want compose-view", err)
	}
}

// failed prints an error: the offset and the rule's name.
func failed(err error) string {
	var e *ParseError
	if !errors.As(err, &e) {
		return fmt.Sprint("not a *ParseError: ", err)
	}
	return fmt.Sprint(e.Violation.Off, " ", e.Violation.Rule.Name())
}

// F3: a composer with a password is not printed as its text.
func TestComposerIsNotPrinted(t *testing.T) {
	c := RFC1738.Composer("ftp")
	c.Login(Login{User: Some("me"), Password: NewSecret("s3cret"), Host: "h"})
	if text := fmt.Sprintf("%v %+v", c, c); strings.Contains(text, "s3cret") || !strings.Contains(c.Written(), "s3cret") {
		t.Errorf("a composer is printed as %s", text)
	}
}
