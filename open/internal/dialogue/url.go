package dialogue

import (
	"errors"
	"fmt"

	"github.com/earl-url/earl"
)

// Compose returns the URL of a view under e, or else under rfc3986, which takes
// hosts and octets that others do not.
func Compose(e *earl.Edition, v earl.View) (earl.URL, error) {
	u, err := v.URL(e)
	if err != nil {
		u, err = v.URL(earl.RFC3986)
	}
	return u, err
}

// errFile is the error of a link that no server may give.
var errFile = errors.New("it names a file of this machine")

// Link reads a URL that a server gave, by e or else by rfc3986. A file of this
// machine is none of a server's business. A password in it stays.
func Link(e *earl.Edition, text string) (earl.URL, error) {
	u, err := e.Parse(text)
	if err != nil {
		u, err = earl.RFC3986.Parse(text)
	}
	if err == nil && u.Scheme() == "file" {
		err = errFile
	}
	if err != nil {
		return earl.URL{}, err
	}
	return u, nil
}

// EntryLink is Link for the URL of an entry, without a password. Its error
// shows the text.
func EntryLink(e *earl.Edition, text string) (earl.URL, error) {
	u, err := Link(e, text)
	if err != nil {
		return earl.URL{}, fmt.Errorf("not a URL that can be opened here: %s", earl.Redact(earl.Octets(text).Printable()))
	}
	return u.WithoutPassword(), nil
}
