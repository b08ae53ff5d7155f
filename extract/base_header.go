package extract

import (
	"errors"
	"fmt"
	"strings"

	"github.com/earl-url/earl"
)

// The header fields that specify a base. Source: draft1996 8.1, 15.4.
const (
	ContentBaseField     = "Content-Base"
	ContentLocationField = "Content-Location"
)

// ErrNotAbsolute is the error for a base that is not an absolute URL. It is not
// used.
var ErrNotAbsolute = errors.New("not an absolute URL, so it is not used as a base")

// Within returns the base of an entity inside a document whose base is b: a
// message, a part of a message, or an HTTP response. The header of the entity
// can specify a base; otherwise the result is b. The function values returns
// the values of the header fields with a name, in upper or lower case, like
// net/http.Header.Values. Within uses the first value.
//
// Content-Base takes precedence. White space in it, for example from folding,
// is removed. If it is not an absolute URL in edition e, it is ignored, and
// Within returns both a valid Base and [ErrNotAbsolute]. Without a
// Content-Base, an absolute Content-Location is the base. A relative
// Content-Location is not an error and not a base: it specifies where the
// content is, and only RFC 2557 makes it a base too.
//
// Base.At is not set.
//
// The base of a document retrieved by HTTP is BaseOf(the last URL).Within(edition,
// response.Header.Values). Source: draft1996 8.1, 8.2; reading R27.
func (b Base) Within(e *earl.Edition, values func(name string) []string) (Base, error) {
	var fault error
	if named := values(ContentBaseField); len(named) > 0 {
		text := strings.Join(strings.Fields(named[0]), "")
		if u, ok := absolute(e, text); ok {
			return Base{URL: u, From: FromContentBase, Message: b.Message}, nil
		}
		fault = fmt.Errorf("base: %s %q: %w", ContentBaseField, earl.Redact(text), ErrNotAbsolute)
	}
	if named := values(ContentLocationField); len(named) > 0 {
		if u, ok := absolute(e, strings.Join(strings.Fields(named[0]), "")); ok {
			return Base{URL: u, From: FromContentLocation, Message: b.Message}, fault
		}
	}
	return b, fault
}

// absolute reads a text as an absolute URL, without the fragment, which is not
// part of it. Source: draft1996 2, 8.1.
func absolute(e *earl.Edition, text string) (earl.URL, bool) {
	r, err := e.ParseReference(text)
	if err != nil {
		return earl.URL{}, false
	}
	u, ok := r.URL()
	return u.WithoutFragment(), ok
}
