// Package editions has all editions by name, for programs that let the user
// choose one or that compare them. It links every edition. A program that needs
// only one should use its variable, such as earl.RFC1738.
package editions

import (
	"iter"

	"github.com/earl-url/earl"
)

// all are the editions, in the order of their documents.
var all = [...]*earl.Edition{earl.Draft1993, earl.Draft1994, earl.RFC1738, earl.Draft1996, earl.RFC2396, earl.RFC3986, earl.RFC3987, earl.WHATWG}

// All yields every edition, in the order of their documents.
func All() iter.Seq[*earl.Edition] {
	return func(yield func(*earl.Edition) bool) {
		for _, e := range all {
			if !yield(e) {
				return
			}
		}
	}
}

// ByName returns the edition with a name, such as "rfc1738", and whether there
// is one. It also knows "auto", [earl.Auto], which All does not yield.
func ByName(name string) (*earl.Edition, bool) {
	if name == earl.Auto.Name() {
		return earl.Auto, true
	}
	for _, e := range all {
		if e.Name() == name {
			return e, true
		}
	}
	return nil, false
}

// Allowing yields the editions in which text is a valid URL.
func Allowing(text string) iter.Seq[*earl.Edition] {
	return func(yield func(*earl.Edition) bool) {
		for _, e := range all {
			if e.Valid(text) && !yield(e) {
				return
			}
		}
	}
}
