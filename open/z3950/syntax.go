package z3950

import (
	"errors"
	"fmt"
	"strings"

	"github.com/earl-url/earl"
)

// A syntax is a record syntax. Source: ANSI/NISO Z39.50-1995 REC.1.
type syntax struct {
	name string // as in a URL
	oid  string
	kind kind
}

// kind is how a record is shown.
type kind uint8

const (
	kindMARC21 kind = iota // fields; its leader tells the character set
	kindMARC               // fields of another MARC format, whose character set is not known
	kindText               // text
	kindXML                // unchanged
)

// syntaxes are the record syntaxes that are shown. The first four are requested in this order if a URL
// contains none: MARC has the most, and text is always readable.
var syntaxes = [...]syntax{
	{"usmarc", "1.2.840.10003.5.10", kindMARC21},
	{"sutrs", "1.2.840.10003.5.101", kindText},
	{"xml", "1.2.840.10003.5.109.10", kindXML},
	{"unimarc", "1.2.840.10003.5.1", kindMARC},
	{"ukmarc", "1.2.840.10003.5.11", kindMARC},
	{"normarc", "1.2.840.10003.5.12", kindMARC},
	{"danmarc", "1.2.840.10003.5.14", kindMARC},
	{"marc21", "1.2.840.10003.5.10", kindMARC21},
	{"html", "1.2.840.10003.5.109.3", kindText},
}

// requested is how many of the syntaxes are requested without a wish.
const requested = 4

// syntaxOf returns the syntax with a name in upper or lower case, or with an object identifier.
func syntaxOf(name string) (syntax, bool) {
	for _, s := range syntaxes {
		if strings.EqualFold(s.name, name) || s.oid == name {
			return s, true
		}
	}
	return syntax{}, false
}

// wantedSyntaxes returns the syntaxes of the URL that are shown, or the usual ones. It notes the others.
func (t *task) wantedSyntaxes() ([]syntax, error) {
	if len(t.view.Syntaxes) == 0 {
		return syntaxes[:requested], nil
	}
	var list []syntax
	var unknown []string
	for _, name := range t.view.Syntaxes {
		if s, ok := syntaxOf(string(name)); ok {
			list = append(list, s)
		} else {
			unknown = append(unknown, name.Printable())
		}
	}
	switch {
	case len(list) == 0:
		return nil, notShown(strings.Join(unknown, ", "))
	case len(unknown) > 0:
		t.note("the record syntax %s is not requested: it cannot be shown", strings.Join(unknown, ", "))
	}
	return list, nil
}

// notShown returns the error for a record syntax without a form that users can read.
func notShown(name string) error {
	return fmt.Errorf("%w: the record syntax %s cannot be shown; usmarc, unimarc, sutrs and xml can", errors.ErrUnsupported, earl.Octets(name).Printable())
}
