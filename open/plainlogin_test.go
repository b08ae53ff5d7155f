package open

import (
	"errors"
	"testing"

	"github.com/earl-url/earl"
)

// F3, rfc8314 3: a password without TLS is only for this machine, or if the
// policy allows it.
func TestPlainLogin(t *testing.T) {
	for _, row := range []struct {
		url     string
		allowed bool
		refused bool
	}{
		{"ftp://h.test/", false, true},
		{"ftp://h.test/", true, false},
		{"ftp://192.0.2.1/", false, true},
		{"ftp://127.0.0.1:2121/", false, false},
		{"ftp://[::1]/", false, false},
		{"ftp://[::ffff:127.0.0.1]/", false, false},
		{"ftp://LOCALHOST./", false, false},
		{"ftp://localhost.h.test/", false, true},
	} {
		c := &Call{Request: Request{URL: earl.RFC3986.MustParse(row.url), Policy: Policy{PlainLogin: row.allowed}.Effective()}}
		err := c.CheckPlainLogin()
		var refusal *Refusal
		is := errors.As(err, &refusal) && refusal.Name == GuardPlainLogin && refusal.Setting == "Policy.PlainLogin"
		if is != row.refused || !is && err != nil {
			t.Errorf("CheckPlainLogin of %s, allowed %v: %v, want a refusal: %v", row.url, row.allowed, err, row.refused)
		}
	}
}
