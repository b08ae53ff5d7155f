package html

import (
	"fmt"
	"strings"

	"github.com/earl-url/earl/extract"
)

// A scope is an element with xml:base.
type scope struct {
	name string // of the element
	open int    // open elements with this name in it, with itself
	base extract.Base
}

// maxScopes is how deep elements with xml:base can be nested. No real document needs
// more.
const maxScopes = 1000

// scoped returns the base here.
func (d *document) scoped() extract.Base {
	if n := len(d.scopes); n > 0 {
		return d.scopes[n-1].base
	}
	return d.base
}

// enter begins an element of XML, which may have xml:base. Its base applies to its own
// attributes too. Source: XML Base 1.1, 3, 4.
func (d *document) enter(name string) {
	if n := len(d.scopes); n > 0 && d.scopes[n-1].name == name {
		d.scopes[n-1].open++
	}
	for _, a := range d.tag.attrs {
		if a.name != "xml:base" || a.long {
			continue
		}
		d.decode(a)
		m := d.match(0, len(d.p.text))
		outer := d.scoped()
		u, err := outer.Resolve(d.o.Edition, m.URL)
		switch {
		case err != nil:
			err = fmt.Errorf("%w: its xml:base is not a URL, or is relative without a base", ErrBase)
		case len(d.scopes) == maxScopes:
			err = fmt.Errorf("%w: more than %d are nested", ErrBase, maxScopes)
		}
		if err != nil {
			m.Base = outer
			d.emit(m, err)
			continue
		}
		b := extract.Base{URL: u.WithoutFragment(), From: extract.FromEmbedded, Message: outer.Message, At: extract.PlaceOf(&m)}
		d.scopes = append(d.scopes, scope{strings.Clone(name), 1, b})
	}
}

// leave ends an element.
func (d *document) leave(name string) {
	n := len(d.scopes)
	if n == 0 || d.scopes[n-1].name != name {
		return
	}
	if d.scopes[n-1].open--; d.scopes[n-1].open == 0 {
		d.scopes = d.scopes[:n-1]
	}
}
