package earl

import "errors"

// ErrNoEdition is the error of reading into a URL that holds no edition. Read
// into [Edition.Empty].
var ErrNoEdition = errors.New("earl: no edition to read by; start from Edition.Empty")

// AppendText appends u whole to b, password included. It implements
// [encoding.TextAppender]; the error is always nil.
func (u URL) AppendText(b []byte) ([]byte, error) { return append(b, u.text...), nil }

// MarshalText returns u whole, password included. It implements
// [encoding.TextMarshaler]; the error is always nil.
func (u URL) MarshalText() ([]byte, error) { return []byte(u.text), nil }

// UnmarshalText reads b by the edition that u holds; the error is
// [ErrNoEdition] if it holds none, else that of [Edition.Parse]. An empty text
// gives an empty URL. It implements [encoding.TextUnmarshaler], for JSON and
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
