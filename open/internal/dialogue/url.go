package dialogue

import (
	"errors"
	"fmt"

	"github.com/earl-url/earl"
)

// Compose returns the URL of a view under e. If e does not allow it, the URL is
// one of rfc3986, which accepts other hosts and bytes.
func Compose(e *earl.Edition, v earl.View) (earl.URL, error) {
	u, err := v.URL(e)
	if err != nil {
		u, err = v.URL(earl.RFC3986)
	}
	return u, err
}

// errLocal is the error of a link to a local file or to a message in the mail of
// the user, which no server may send.
var errLocal = errors.New("the link points to a file or a message on this machine")

// Link parses a URL that a server sent, with e or else with rfc3986. It refuses
// a file or a message of this machine. It keeps a password.
func Link(e *earl.Edition, text string) (earl.URL, error) {
	u, err := e.Parse(text)
	if err != nil {
		u, err = earl.RFC3986.Parse(text)
	}
	if err == nil && u.Designates().IsLocal() {
		err = errLocal
	}
	if err != nil {
		return earl.URL{}, err
	}
	return u, nil
}

// EntryLink is Link for the URL of an entry. It removes the password. Its error
// contains the text.
func EntryLink(e *earl.Edition, text string) (earl.URL, error) {
	u, err := Link(e, text)
	if err != nil {
		return earl.URL{}, fmt.Errorf("not a URL that can be opened here: %s", earl.Redact(earl.Octets(text).Printable()))
	}
	return u.WithoutPassword(), nil
}
