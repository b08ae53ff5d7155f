package base

import (
	"errors"
	"fmt"
	"strings"

	"github.com/earl-url/earl"
)

// The fields of a header that name a base. Source: draft1996 8.1, 15.4.
const (
	ContentBaseField     = "Content-Base"
	ContentLocationField = "Content-Location"
)

// ErrNotAbsolute says that what should name a base is no absolute URL, and so names none.
var ErrNotAbsolute = errors.New("not an absolute URL, so it names no base")

// Within returns the base of an entity that stands within b: of a message, of a
// part of one, of what HTTP answered with. Its header names one, or b stays. The
// function values returns the values of the fields of the header with a name, which
// is given in any case, as net/http.Header.Values does; of several the first counts.
//
// Content-Base comes first; all white space in it, such as that of folds, is
// dropped. A Content-Base that is no absolute URL as edition e reads it is not used,
// and comes as [ErrNotAbsolute]; the Base is good all the same. Without one an
// absolute Content-Location counts. A relative one is no fault, and no base: it says
// where the content can be had, and only RFC 2557 would make a base of it too.
//
// For what was retrieved by HTTP, Of(the last URL).Within(edition, response.Header.Values)
// is the base. Source: draft1996 8.1, 8.2; reading R27.
func (b Base) Within(e *earl.Edition, values func(name string) []string) (Base, error) {
	var fault error
	if named := values(ContentBaseField); len(named) > 0 {
		text := strings.Join(strings.Fields(named[0]), "")
		if u, ok := absolute(e, text); ok {
			return Base{URL: u, From: ContentBase}, nil
		}
		fault = fmt.Errorf("base: %s %q: %w", ContentBaseField, earl.Redact(text), ErrNotAbsolute)
	}
	if named := values(ContentLocationField); len(named) > 0 {
		if u, ok := absolute(e, strings.Join(strings.Fields(named[0]), "")); ok {
			return Base{URL: u, From: ContentLocation}, fault
		}
	}
	return b, fault
}

// absolute reads a text as an absolute URL, without the fragment, which is no part
// of one. Source: draft1996 2, 8.1.
func absolute(e *earl.Edition, text string) (earl.URL, bool) {
	r, err := e.ParseReference(text)
	if err != nil {
		return earl.URL{}, false
	}
	u, ok := r.URL()
	return u.WithoutFragment(), ok
}
