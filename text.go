package earl

import (
	"database/sql/driver"
	"errors"
	"fmt"
)

// ErrNoEdition is the error of reading into a URL that holds no edition. Read
// into [Edition.Empty], or name the edition in a field's type: [In].
var ErrNoEdition = errors.New("earl: no edition to read by; start from Edition.Empty, or use In")

// AppendText appends u whole to b, password included. It implements
// [encoding.TextAppender]; the error is always nil.
func (u URL) AppendText(b []byte) ([]byte, error) { return append(b, u.text...), nil }

// MarshalText returns u whole, password included. It implements
// [encoding.TextMarshaler]; the error is always nil.
func (u URL) MarshalText() ([]byte, error) { return []byte(u.text), nil }

// UnmarshalText reads b by the edition that u holds; the error is
// [ErrNoEdition] if it holds none, else that of [Edition.Parse]. An empty text
// gives an empty URL.
func (u *URL) UnmarshalText(b []byte) error { return u.Set(string(b)) }

// Set is UnmarshalText for a string. It implements [flag.Value].
func (u *URL) Set(s string) error {
	if u.edition == nil {
		return ErrNoEdition
	}
	if s == "" {
		*u = u.edition.Empty()
		return nil
	}
	v, err := u.edition.Parse(s)
	if err == nil {
		*u = v
	}
	return err
}

// Scan reads a string, octets or NULL from a data base. It implements
// [database/sql.Scanner]; NULL gives an empty URL.
func (u *URL) Scan(src any) error {
	switch src := src.(type) {
	case nil:
		return u.Set("")
	case string:
		return u.Set(src)
	case []byte:
		return u.Set(string(src))
	}
	return fmt.Errorf("earl: cannot read a URL from type %T", src)
}

// Value returns u whole for a data base, NULL if it has no text. It implements
// [database/sql/driver.Valuer]; the error is always nil.
func (u URL) Value() (driver.Value, error) {
	if u.IsZero() {
		return nil, nil
	}
	return u.text, nil
}

// Book names an edition in a type, for [In].
type Book interface{ Edition() *Edition }

// In is a URL that knows by its type which edition reads it, so that a struct
// field, a flag or a column can be read into the zero value.
type In[B Book] struct{ URL }

// UnmarshalText reads b by the edition of B.
func (u *In[B]) UnmarshalText(b []byte) error { return u.Set(string(b)) }

// Set is UnmarshalText for a string.
func (u *In[B]) Set(s string) error {
	var book B
	v := book.Edition().Empty()
	err := v.Set(s)
	if err == nil {
		u.URL = v
	}
	return err
}

// Scan is [URL.Scan] by the edition of B.
func (u *In[B]) Scan(src any) error {
	var book B
	v := book.Edition().Empty()
	err := v.Scan(src)
	if err == nil {
		u.URL = v
	}
	return err
}
