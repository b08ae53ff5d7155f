package earl

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
)

// Hidden is printed instead of a password.
const Hidden = "xxxxx"

// Secret is a password. It may be absent, and no verb of fmt, no slog handler
// and no JSON encoder shows it. The zero Secret is absent. Do not compare
// secrets with ==; compare what Reveal returns. A Secret is safe for concurrent
// use. Source: rfc1738 6.
type Secret struct{ octets *Octets }

// NewSecret returns a Secret that is present and has the value o, which may be
// empty.
func NewSecret(o Octets) Secret { return Secret{&o} }

// Reveal returns the value of the secret and whether it is present. It is the
// only way to get the value.
func (s Secret) Reveal() (Octets, bool) {
	if s.octets == nil {
		return "", false
	}
	return *s.octets, true
}

// equal reports whether two secrets are equal, or both absent.
func (s Secret) equal(t Secret) bool {
	o, ok := s.Reveal()
	p, present := t.Reveal()
	return ok == present && o == p
}

// Format writes [Hidden] for every verb.
func (Secret) Format(s fmt.State, _ rune) { io.WriteString(s, Hidden) }

// MarshalText returns [Hidden]. The error is always nil.
func (Secret) MarshalText() ([]byte, error) { return []byte(Hidden), nil }

// MarshalJSON returns null if the secret is absent, else [Hidden].
func (s Secret) MarshalJSON() ([]byte, error) {
	if s.octets == nil {
		return []byte("null"), nil
	}
	return []byte(`"` + Hidden + `"`), nil
}

// UnmarshalText returns an error, because the result of [Secret.MarshalText] is
// not the password. Without it, reading a written secret again would give the
// password "xxxxx".
func (*Secret) UnmarshalText([]byte) error {
	return errors.New("earl: a secret cannot be read back: its text is not the password")
}

// LogValue returns [Hidden].
func (Secret) LogValue() slog.Value { return slog.StringValue(Hidden) }
