package earl

import "errors"

// ErrNoEdition is the error of [URL.UnmarshalText] for a URL without an
// edition. Start with [Edition.Empty].
var ErrNoEdition = errors.New("earl: the URL has no edition; start with Edition.Empty")

// AppendText appends all of u to b, including its password. It implements
// [encoding.TextAppender]; the error is always nil.
func (u URL) AppendText(b []byte) ([]byte, error) { return append(b, u.text...), nil }

// MarshalText returns all of u, including its password, so JSON shows it. For
// a log use [URL.Redacted]. MarshalText implements [encoding.TextMarshaler]; the
// error is always nil.
func (u URL) MarshalText() ([]byte, error) { return []byte(u.text), nil }

// UnmarshalText parses b with the edition of u. The error is [ErrNoEdition] if
// u has no edition, else that of [Edition.Parse]. For an empty text, u becomes
// an empty URL. It implements [encoding.TextUnmarshaler], for JSON and
// [flag.TextVar].
func (u *URL) UnmarshalText(b []byte) error {
	if u.edition == nil {
		return ErrNoEdition
	}
	if len(b) == 0 {
		*u = u.edition.Empty()
		return nil
	}
	v, err := u.edition.Parse(string(b))
	if err == nil {
		*u = v
	}
	return err
}
