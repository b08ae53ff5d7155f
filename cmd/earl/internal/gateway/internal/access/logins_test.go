package access

import (
	"fmt"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// secret is a password that appears nowhere else.
const secret = "s3cr3t-Zq7"

// B20: an empty password is a password, so the gateway does not ask for one.
func TestEmptyPasswordIsOne(t *testing.T) {
	var l Logins
	u := l.Take(earl.RFC3986.MustParse("ftp://me:@h/a"))
	if u.String() != "ftp://me@h/a" {
		t.Error(u)
	}
	got, err := l.Answer(t.Context(), open.Login{Scheme: "ftp", Host: "h:21", User: earl.Some("me")})
	if password, ok := got.Password.Reveal(); err != nil || !ok || password != "" {
		t.Errorf("%q %t %v", password, ok, err)
	}
	if _, err := l.Answer(t.Context(), open.Login{Scheme: "ftp", Host: "h:21", User: earl.Some("you")}); err == nil {
		t.Error("another user has it too")
	}
}

// The text that a page shows instead of a password is not a password. A URL copied from a page,
// or edited in the address bar, does not replace the login with that text.
func TestHiddenPasswordIsNone(t *testing.T) {
	var l Logins
	l.Take(earl.RFC3986.MustParse("ftp://me:" + secret + "@h/a"))
	shown := earl.RFC3986.MustParse("ftp://me:" + secret + "@h/b").Redacted()
	if u := l.Take(earl.RFC3986.MustParse(shown)); u.String() != "ftp://me@h/b" {
		t.Error(u)
	}
	got, err := l.Answer(t.Context(), open.Login{Scheme: "ftp", Host: "h:21", User: earl.Some("me")})
	if password, _ := got.Password.Reveal(); err != nil || password != secret {
		t.Errorf("%q %v", password, err)
	}
}

// The number of logins that are kept is bounded.
func TestLoginsAreBounded(t *testing.T) {
	var l Logins
	for i := range 2 * maxLogins {
		l.Add(open.Login{Scheme: "ftp", Host: fmt.Sprint("h", i)})
	}
	if n := l.Count(); n != maxLogins {
		t.Errorf("%d logins, want %d", n, maxLogins)
	}
}
