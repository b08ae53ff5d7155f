package earl

import (
	"iter"
	"strings"

	"github.com/earl-url/earl/internal/octet"
)

// Edition is an edition of the standard: [RFC1738], [RFC2396], [RFC3986],
// [RFC3987], [WHATWG], one of the drafts, or an edition that [Edition.With] returned. It is static data for
// the parser: classes of bytes, a form for each scheme, and rules. All methods
// are safe for concurrent use.
//
// The file of an edition names no other edition, its functions take and return
// plain values, and none of its data is computed when the program starts. So a
// program does not link the editions that it does not name.
type Edition struct {
	name    string
	title   string
	charset string // of the characters that escapes represent; "": escapes represent bytes

	classes     *[256]octet.Class
	scheme      octet.Class // bytes of a scheme
	schemeFirst octet.Class // the first byte of a scheme
	digit       octet.Class // bytes of a port
	plain       octet.Class // not escaped in any component
	host        octet.Class // bytes of a host
	delims      string      // bytes that end a login, "/" first
	emptyPort   bool        // ":" is allowed without digits
	escapes     bool        // a scheme may have escapes
	split       bool        // a login is first split at its last "@", the first ":" before it and the last ":" after it, then checked
	filled      bool        // a user and a password cannot be empty
	server      octet.Class // bytes of a login that is checked as a whole; 0: its parts are checked
	noEmpty     bool        // an empty params, query or fragment counts as absent

	forms    []form // the productions of single schemes
	other    form   // the production of all other schemes
	relative *form  // for a reference without a scheme; nil: the edition has none

	same         octet.Class // an escape of one of these bytes means the same as the byte itself
	dots         bool        // dot segments are steps of a hierarchy, whatever the scheme
	rfc5952      bool        // the normal form of an IPv6 address is that of rfc5952
	allowsUnsafe bool        // a component can have bytes that are unsafe and not plain: the normal form escapes them (R2)

	absoluteBase bool // a BASE of HTML must be absolute: draft1996 14

	fragment      octet.Class // bytes of a fragment
	private       octet.Class // bytes of a component that can have characters for private use: rfc3987 2.2
	fragmentInURL bool        // a URL can have a fragment, not only a reference

	rewriter *rewriter // the parser of an edition that rewrites URLs; nil: scan and walk read the text unchanged

	// resolve appends the target of a reference; nil: the algorithm of rfc3986
	// 5.2.
	resolve func(b []byte, base, ref string) []byte
	// literal returns the end of the IP literal that starts at i, or 0; nil:
	// the edition has no IP literals.
	literal func(text string, i int) (end int)
	// character reports whether a component, of class private or another, can
	// have a character outside ASCII; nil: the classes have no bytes of such
	// characters. The check of each form tests what precedes the fragment.
	character func(c rune, private bool) bool
	// hostname checks the host text[i:end], which has only bytes of a host;
	// nil: every such host is valid.
	hostname func(text string, i, end int) (off, n int, r Rule)

	faults  [numFaults]Rule // the rule for each fault
	added   []Scheme        // the schemes that With added
	choice  *choice         // the editions to choose from; nil: no choice, this edition reads
	lenient bool            // rfc3986 5.2.2: a reference with the base's scheme and no login is relative
}

// A form is one production for the text after a scheme's colon.
type form struct {
	scheme   string                                        // "" for other and relative
	login    need                                          // whether there is "//" and a host
	user     octet.Class                                   // bytes of a user; 0: no user is allowed
	password octet.Class                                   // bytes of a password
	noHost   bool                                          // the host may be empty
	noPort   bool                                          // no port is allowed
	slash    need                                          // whether the path after a login needs a "/"; never: there is no path
	path     octet.Class                                   // bytes of the path, including "/"
	params   octet.Class                                   // bytes of params; 0: ";" does not start params
	query    octet.Class                                   // bytes of the query; 0: "?" does not start a query
	loose    bool                                          // an invalid login is read as a path
	opaque   *form                                         // the production of a text that does not start with "/"; nil: this one
	check    func(text string, i int) (off, n int, r Rule) // further checks of text[i:], the path and the query
	part     func(part string) (off, n int, r Rule)        // the Check of a Scheme that With added

	syntax Syntax // what a view has to know
}

// Syntax is how an edition writes the parts of one scheme's URLs where the editions differ. The
// zero Syntax is that of RFC 1738 for a scheme without a production of its own. A view reads it, so
// that it need not know the names of editions.
type Syntax struct {
	Production bool   // the edition has a production for the scheme; else it reads such a URL like one of any scheme
	Login      bool   // "//" and a host must follow the scheme's colon
	Slash      bool   // a "/" must follow the host
	NoTypecode bool   // ftp: ";" does not start a typecode, it is a character of its segment
	Words      bool   // gopher, wais: a search follows "?", and "+" joins its words
	BarePlus   bool   // gopher: a gopher+ string is allowed without a search (R10)
	Length     bool   // wais: a document's length precedes its path, which may have unescaped slashes
	Nulls      bool   // prospero: "%00" separates hsoname, version and attributes (R17)
	Headers    bool   // mailto: "?" starts header fields (rfc6068 2)
	Forgiving  bool   // data: the URL is read as browsers do (whatwg fetch, data: URL processor)
	Article    string // news: the reserved characters that an article can have before its "@"; "": all that the path can have
}

// Syntax returns how e writes the URLs of a scheme, in lower case.
func (e *Edition) Syntax(scheme string) Syntax {
	f := e.writer().form(scheme)
	s := f.syntax
	s.Production, s.Login, s.Slash = f.scheme != "", f.login == must, f.slash == must
	return s
}

// need is whether a form has a component.
type need uint8

const (
	may need = iota
	must
	never
)

// Name returns the name of the edition as option -e takes it: "rfc1738".
func (e *Edition) Name() string { return e.name }

// Title returns the name and date of the edition's document.
func (e *Edition) Title() string { return e.title }

// Charset returns the name of the charset whose characters the edition's
// escapes represent. It is "ISO-8859-1" in draft1993, where %E9 is "é". It is
// "" if they represent bytes of no charset. Views contain bytes under every
// edition: nothing is converted. Source: draft1993 Encoding; rfc1738 2.2.
func (e *Edition) Charset() string { return e.charset }

// AbsoluteBase reports whether the HREF of HTML's BASE must be absolute, as in
// draft1996. The HTML standard resolves a relative HREF against the URL of the
// document. Source: draft1996 14.
func (e *Edition) AbsoluteBase() bool { return e.absoluteBase }

// Empty returns a URL without text that has the edition e, for
// [URL.UnmarshalText] and for decoding JSON.
func (e *Edition) Empty() URL { return URL{edition: e} }

// form returns the form for a scheme, in lower or upper case.
func (e *Edition) form(scheme string) *form {
	for i := range e.forms {
		if f := &e.forms[i]; len(f.scheme) == len(scheme) && (f.scheme == scheme || strings.EqualFold(f.scheme, scheme)) {
			return f
		}
	}
	return &e.other
}

// of returns the form for a text after the scheme's colon.
func (f *form) of(text string) *form {
	if f.opaque != nil && (text == "" || text[0] != '/') {
		return f.opaque
	}
	return f
}

// With returns a copy of e that also knows the scheme s; e does not change. The
// scheme-specific part is read like that of an unknown scheme, with two
// additional rules: after "//" it must have a login that s.Login allows, and
// s.Check must accept it. With panics if the name is not a scheme in lower
// case, or if e already has a scheme with this name. Source: rfc1738 4.
func (e *Edition) With(s Scheme) *Edition {
	if s.Name == "" || s.Name != strings.ToLower(s.Name) || !e.isScheme(s.Name) {
		panic("earl: Edition.With: " + s.Name + " is not a scheme name in lower case")
	}
	if e.findScheme(s.Name) != nil {
		panic("earl: Edition.With: the edition already has the scheme " + s.Name)
	}
	if e.choice != nil {
		c := *e
		c.choice, c.added = e.choice.with(s), append(e.added[:len(e.added):len(e.added)], s)
		return &c
	}
	f := e.other
	f.scheme, f.part, f.loose = s.Name, s.Check, false
	if f.opaque != nil {
		opaque := *f.opaque
		opaque.part = s.Check
		f.opaque = &opaque
	}
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
	return octet.Run(e.classes, name, 0, e.scheme) == len(name) && e.classes[name[0]]&e.schemeFirst != 0
}

// Schemes yields the schemes that e knows by name: first those of the registry,
// then those that With added.
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

// Scheme returns the description of a scheme, and whether e knows the scheme.
// The name is in lower case. If e is nil, Scheme uses the registry.
func (e *Edition) Scheme(name string) (Scheme, bool) {
	if s := e.findScheme(name); s != nil {
		return *s, true
	}
	return Scheme{}, false
}

// findScheme returns the description of a scheme in lower case, or nil.
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

// schemeOf is findScheme for a scheme in lower or upper case.
func (e *Edition) schemeOf(scheme string) *Scheme {
	if !hasUpper(scheme) {
		return e.findScheme(scheme)
	}
	for _, list := range [...][]Scheme{e.added, schemes[:]} {
		for i := range list {
			if strings.EqualFold(list[i].Name, scheme) {
				return &list[i]
			}
		}
	}
	return nil
}

// defaultPort returns the default port of a scheme, in lower or upper case, or
// 0.
func (e *Edition) defaultPort(scheme string) uint16 {
	if s := e.schemeOf(scheme); s != nil {
		return s.Port
	}
	return 0
}
