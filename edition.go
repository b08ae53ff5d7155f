package earl

import (
	"iter"
	"strings"
)

// Edition is one of the standard's editions: [RFC1738], [RFC3986], [WHATWG], one
// of the drafts, or one that [Edition.With] made. It is static data that a parser reads: classes of
// octets, a form for each scheme, rules. Every method may be called from several
// goroutines.
//
// An edition's file names no other edition, its functions take and return plain
// values, and nothing of it is computed when the program starts: an edition
// that a program does not name is not linked.
type Edition struct {
	name    string
	title   string
	charset string // of the characters that escapes stand for; "": they stand for octets

	classes     *[256]class
	scheme      class  // octets of a scheme
	schemeFirst class  // the first of them
	digit       class  // of a port
	plain       class  // written without an escape in any component
	host        class  // octets of a host
	delims      string // octets that end a login, "/" first
	emptyPort   bool   // ":" may stand without digits
	escapes     bool   // a scheme may have escapes
	split       bool   // a login is split at its last "@", its first ":" before and its last behind, then judged
	filled      bool   // a user and a password have an octet or more
	server      class  // octets of a login that is judged as a whole; 0: its parts are judged
	noEmpty     bool   // an empty params, query or fragment counts as none

	forms    []form // the productions of single schemes
	other    form   // the production of every other scheme
	relative *form  // of a reference without a scheme; nil: the edition has none

	same      class // an escape of one of these means the same as the octet itself
	sameQuery class // the same in a query, where "+" may join words, and a fragment
	dots      bool  // a path's dot segments mean steps of a hierarchy, whatever the scheme

	absoluteBase bool // a BASE of HTML must be absolute: draft1996 14

	mailHeaders bool // "?" starts header fields in a mailto URL: rfc6068 2

	fragment      class // octets of a fragment
	fragmentInURL bool  // "#" and a fragment are part of a URL, not only of a reference

	rewriter *rewriter // the parser of an edition that writes a URL anew; nil: scan and walk read it as it stands

	// resolve appends the target of a reference; nil: that of rfc3986 5.2.
	resolve func(b []byte, base, ref string) []byte
	// literal returns where the IP literal that starts at i ends, 0 if none does; nil: the edition has none.
	literal func(text string, i int) (end int)
	// hostname judges the host text[i:end], which has only octets of a host; nil: any will do.
	hostname func(text string, i, end int) (off, n int, r Rule)

	faults  [numFaults]Rule // the rule that each fault breaks
	added   []Scheme        // by With
	choice  *choice         // reads with one of several editions; nil: this edition reads
	lenient bool            // rfc3986 5.2.2: a reference with the base's scheme takes the base
}

// A form is one production for the text behind a scheme's colon.
type form struct {
	scheme   string                                        // "" for other and relative
	login    need                                          // of "//" and a host
	user     class                                         // octets of a user; 0: there is none
	password class                                         // octets of a password
	noHost   bool                                          // the host may be empty
	noPort   bool                                          // there is no port
	slash    need                                          // of the "/" that starts the path behind a login
	path     class                                         // octets of the path, "/" included
	params   class                                         // octets of params; 0: ";" starts none
	query    class                                         // octets of the query; 0: "?" starts none
	loose    bool                                          // a login that does not fit is read as a path
	check    func(text string, i int) (off, n int, r Rule) // what classes cannot say of text[i:], path and query
	part     func(part string) (off, n int, r Rule)        // the Check of a Scheme that With added

	// What the scheme's typed view reads by, besides; all false is RFC 1738's form.
	article  class // news: octets of an article before its "@"; 0: those of the path
	noType   bool  // ftp: ";" starts no typecode, it is a character of its segment
	words    bool  // gopher, wais: a search stands behind "?", and "+" joins its words
	barePlus bool  // gopher: a gopher+ string may stand without a search (R10)
	length   bool  // wais: a document's length stands before its path, whose slashes may be plain
	nulls    bool  // prospero: "%00" parts hsoname, version and attributes (R17)
}

// need says whether a component stands in a form.
type need uint8

const (
	may need = iota
	must
	never
)

// Name returns the edition's name, as the command's -e takes it: "rfc1738".
func (e *Edition) Name() string { return e.name }

// Title returns the name and date of the edition's document.
func (e *Edition) Title() string { return e.title }

// Charset returns the name of the charset whose characters the edition's escapes
// stand for: "ISO-8859-1" in draft1993, where %E9 is a letter. It is "" where
// they stand for octets of no charset. Views hold octets under every edition:
// nothing is converted. Source: draft1993 Encoding; rfc1738 2.2.
func (e *Edition) Charset() string { return e.charset }

// AbsoluteBase reports whether the HREF of HTML's BASE must be absolute, as
// draft1996 says. The HTML standard resolves a relative one against the URL of the
// document. Source: draft1996 14.
func (e *Edition) AbsoluteBase() bool { return e.absoluteBase }

// Empty returns a URL without text that holds e, to read into.
func (e *Edition) Empty() URL { return URL{edition: e} }

// form returns the form for a scheme, in either case.
func (e *Edition) form(scheme string) *form {
	for i := range e.forms {
		if f := &e.forms[i]; len(f.scheme) == len(scheme) && (f.scheme == scheme || strings.EqualFold(f.scheme, scheme)) {
			return f
		}
	}
	return &e.other
}

// With returns a copy of e that knows one scheme more; e stays as it is. The
// scheme-specific part is read like that of any unknown scheme, but what starts
// with "//" must be a login, with s.Login and s.Check on top. It panics on a name that is no scheme in lower case, and
// on one that e has. Source: rfc1738 4.
func (e *Edition) With(s Scheme) *Edition {
	if s.Name == "" || s.Name != strings.ToLower(s.Name) || !e.isScheme(s.Name) {
		panic("earl: Edition.With: " + s.Name + " is not a scheme in lower case")
	}
	if e.findScheme(s.Name) != nil {
		panic("earl: Edition.With: the edition has the scheme " + s.Name)
	}
	if e.choice != nil {
		c := *e
		c.choice, c.added = e.choice.with(s), append(e.added[:len(e.added):len(e.added)], s)
		return &c
	}
	f := e.other
	f.scheme, f.part, f.loose = s.Name, s.Check, false
	if !s.Login {
		f.user = 0
	}
	c := *e
	c.forms = append(e.forms[:len(e.forms):len(e.forms)], f)
	c.added = append(e.added[:len(e.added):len(e.added)], s)
	return &c
}

// isScheme reports whether name has the syntax of a scheme.
func (e *Edition) isScheme(name string) bool {
	e = e.writer()
	return run(e.classes, name, 0, e.scheme) == len(name) && e.classes[name[0]]&e.schemeFirst != 0
}

// Schemes yields the schemes that e knows by name: those of the registry, then
// those that With added.
func (e *Edition) Schemes() iter.Seq[Scheme] {
	return func(yield func(Scheme) bool) {
		for i := range schemes {
			if !yield(schemes[i]) {
				return
			}
		}
		for _, s := range e.added {
			if !yield(s) {
				return
			}
		}
	}
}

// Scheme returns what e knows of a scheme in lower case, and whether it knows it.
// A nil e knows the registry.
func (e *Edition) Scheme(name string) (Scheme, bool) {
	if s := e.findScheme(name); s != nil {
		return *s, true
	}
	return Scheme{}, false
}

// findScheme returns what e knows of a scheme in lower case, nil if nothing.
func (e *Edition) findScheme(name string) *Scheme {
	if e != nil {
		for i := range e.added {
			if e.added[i].Name == name {
				return &e.added[i]
			}
		}
	}
	return findScheme(name)
}

// defaultPort returns the default port of a scheme in either case, 0 for none.
func (e *Edition) defaultPort(scheme string) uint16 {
	if s := e.findScheme(lowerScheme(scheme)); s != nil {
		return s.Port
	}
	return 0
}
