package earl

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
)

// Hidden is printed in place of a password.
const Hidden = "xxxxx"

// Secret is a password: a component that may be absent and that no verb of fmt,
// no slog handler and no JSON encoder shows. The zero Secret is absent. Two
// secrets are not comparable with ==; reveal them. Any number of goroutines may
// share one. Source: rfc1738 6.
type Secret struct{ octets *Octets }

// NewSecret returns the secret o, which may be empty.
func NewSecret(o Octets) Secret { return Secret{&o} }

// Reveal returns the octets of the secret and whether it is present. It is the
// only way to them.
func (s Secret) Reveal() (Octets, bool) {
	if s.octets == nil {
		return "", false
	}
	return *s.octets, true
}

// equal reports whether two secrets are the same, or both absent.
func (s Secret) equal(t Secret) bool {
	o, ok := s.Reveal()
	p, present := t.Reveal()
	return ok == present && o == p
}

// Format writes [Hidden] under every verb.
func (Secret) Format(s fmt.State, _ rune) { io.WriteString(s, Hidden) }

// MarshalText returns [Hidden]. The error is always nil.
func (Secret) MarshalText() ([]byte, error) { return []byte(Hidden), nil }

// MarshalJSON writes an absent secret as null, else [Hidden].
func (s Secret) MarshalJSON() ([]byte, error) {
	if s.octets == nil {
		return []byte("null"), nil
	}
	return []byte(`"` + Hidden + `"`), nil
}

// UnmarshalText returns an error: what [Secret.MarshalText] wrote is not the
// password. It sees to it that a secret which is written and read again is not
// taken for the password "xxxxx".
func (*Secret) UnmarshalText([]byte) error {
	return errors.New("earl: a secret cannot be read back: its text is not the password")
}

// LogValue returns [Hidden].
func (Secret) LogValue() slog.Value { return slog.StringValue(Hidden) }
