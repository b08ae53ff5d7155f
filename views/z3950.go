package views

import (
	"cmp"
	"slices"
	"strings"

	"github.com/earl-url/earl"
)

// Z3950 is the typed view of a z39.50r or z39.50s URL. A z39.50r URL retrieves
// one record: it has databases and a DocID. A z39.50s URL is for a session with
// the server, and all that follows its host is optional.
//
// RFC 2056 has no syntax for the words of a search. It leaves room for
// extensions of the form ";keyword=value", and this view has four of them, only
// in z39.50s URLs. Their keywords begin with "x-", because no document defines
// them. The zero Z3950 is not a valid view, because every URL needs a host.
// Source: rfc2056 2.
type Z3950 struct {
	Scheme     string        // "z39.50r" or "z39.50s"; "" means "z39.50r"
	Host       earl.Octets   // the host
	Port       earl.Field    // the port in digits; absent: 210
	Databases  []earl.Octets // the names of the databases, joined by "+" in the URL
	DocID      earl.Field    // the identifier of a record
	ElementSet earl.Field    // "esn": the name of the element set, such as "F" for a full record
	Syntaxes   []earl.Octets // "rs": the record syntaxes, joined by "+", in the order of preference
	Search     earl.Field    // "x-search": the words of a search
	Scan       earl.Field    // "x-scan": the term at which a list of the index begins
	Use        earl.Field    // "x-use": the index for Search and Scan, such as "title"
	Record     earl.Field    // "x-record": the number of one record of the result, in digits, from 1
}

// Parts yields the fields of v by their names in lower case.
func (v Z3950) Parts(yield func(earl.Part) bool) {
	_ = yield(textPart("scheme", earl.ComponentScheme, v.Scheme, true)) &&
		yield(octetsPart("host", earl.ComponentHost, v.Host)) &&
		yield(fieldPart("port", earl.ComponentPort, v.Port)) &&
		yield(listPart("databases", earl.ComponentPath, v.Databases)) &&
		yield(fieldPart("docid", earl.ComponentQuery, v.DocID)) &&
		yield(fieldPart("elementset", earl.ComponentPath, v.ElementSet)) &&
		yield(listPart("syntaxes", earl.ComponentPath, v.Syntaxes)) &&
		yield(fieldPart("search", earl.ComponentPath, v.Search)) &&
		yield(fieldPart("scan", earl.ComponentPath, v.Scan)) &&
		yield(fieldPart("use", earl.ComponentPath, v.Use)) &&
		yield(fieldPart("record", earl.ComponentPath, v.Record))
}

// ParseZ3950 returns the typed view of a z39.50r or z39.50s URL. The error is a
// *ParseError. It refuses a keyword that it does not know: such a URL would
// open something else. Source: rfc2056 2.
func ParseZ3950(u earl.URL) (Z3950, error) {
	scheme := u.Scheme()
	if scheme != "z39.50r" && scheme != "z39.50s" {
		return Z3950{}, u.Violation(0, len(u.Scheme()), earl.RuleViewScheme)
	}
	l, err := viewHost(u)
	if err != nil {
		return Z3950{}, err
	}
	path, off, err := viewPath(u)
	if err != nil {
		return Z3950{}, err
	}
	v := Z3950{Scheme: scheme, Host: l.Host, Port: l.Port}
	if path != "" {
		path, off = path[1:], off+1
	}
	names, keywords, more := strings.Cut(path, ";")
	databases, docID, ok := strings.Cut(names, "?")
	if ok {
		v.DocID = earl.Some(earl.Unescape(docID))
	}
	if databases != "" {
		v.Databases, ok = plusList(databases)
	} else {
		ok = !v.DocID.Present
	}
	if !ok || strings.Contains(databases, "/") {
		return Z3950{}, u.Violation(off, len(names), rule2056Path)
	}
	for off += len(names); more; {
		var keyword string
		keyword, keywords, more = strings.Cut(keywords, ";")
		if !v.setKeyword(u.Edition(), keyword) {
			return Z3950{}, u.Violation(off, 1+len(keyword), rule2056Keyword)
		}
		off += 1 + len(keyword)
	}
	if !v.isWhole() {
		return Z3950{}, u.Violation(restStart(u), restEnd(u)-restStart(u), rule2056Parts)
	}
	return v, nil
}

// plusList returns the decoded pieces of text between its pluses. It returns
// false if one is empty.
func plusList(text string) ([]earl.Octets, bool) {
	list := make([]earl.Octets, 0, strings.Count(text, "+")+1)
	for piece := range strings.SplitSeq(text, "+") {
		if piece == "" {
			return nil, false
		}
		list = append(list, earl.Unescape(piece))
	}
	return list, true
}

// setKeyword sets the field for a text "keyword=value". It returns false if it
// does not know the keyword, or if the keyword appears twice.
func (v *Z3950) setKeyword(e *earl.Edition, text string) bool {
	keyword, value, ok := strings.Cut(text, "=")
	if !ok || strings.ContainsAny(value, "/?") {
		return false
	}
	keyword = e.PlainText(keyword)
	if keyword == "rs" {
		set := v.Syntaxes == nil
		v.Syntaxes, ok = plusList(value)
		return ok && set
	}
	f := v.keyword(keyword)
	if f == nil || f.Present {
		return false
	}
	*f = earl.Some(earl.Unescape(value))
	return true
}

// keyword returns the field of a keyword, except that of "rs", or nil.
func (v *Z3950) keyword(name string) *earl.Field {
	switch name {
	case "esn":
		return &v.ElementSet
	case "x-search":
		return &v.Search
	case "x-scan":
		return &v.Scan
	case "x-use":
		return &v.Use
	case "x-record":
		return &v.Record
	}
	return nil
}

// isWhole reports whether the parts of v belong together: z39.50r needs
// databases and a docid; at most one of docid, search and scan is present; an
// index needs words, and a record number needs a search.
func (v *Z3950) isWhole() bool {
	asked := 0
	for _, f := range []earl.Field{v.DocID, v.Search, v.Scan} {
		if f.Present {
			asked++
		}
	}
	extended := v.Search.Present || v.Scan.Present || v.Use.Present || v.Record.Present
	switch {
	case asked > 1,
		v.DocID.Present && len(v.Databases) == 0,
		v.Scheme != "z39.50s" && (!v.DocID.Present || extended),
		v.Use.Present && !v.Search.Present && !v.Scan.Present,
		v.Record.Present && (!v.Search.Present && !v.DocID.Present || !isNumber(v.Record.Value)):
		return false
	}
	return true
}

// URL composes the URL of v. It escapes all reserved characters.
// Source: rfc2056 2.
func (v Z3950) URL(e *earl.Edition) (earl.URL, error) {
	scheme := cmp.Or(v.Scheme, "z39.50r")
	c := e.Composer(scheme)
	c.Need(scheme == "z39.50r" || scheme == "z39.50s", earl.RuleComposeView)
	c.Need(v.Host != "", earl.RuleComposeHost)
	c.Need(v.isWhole() && !slices.Contains(v.Databases, "") && !slices.Contains(v.Syntaxes, ""), earl.RuleComposeView)
	c.Login(earl.Login{Host: v.Host, Port: v.Port})
	c.Text("/")
	putPlusList(c, v.Databases)
	if v.DocID.Present {
		c.Text("?")
		putPlusEscaped(c, v.DocID.Value)
	}
	putKeyword(c, "esn", v.ElementSet)
	if len(v.Syntaxes) > 0 {
		c.Text(";rs=")
		putPlusList(c, v.Syntaxes)
	}
	putKeyword(c, "x-search", v.Search)
	putKeyword(c, "x-scan", v.Scan)
	putKeyword(c, "x-use", v.Use)
	putKeyword(c, "x-record", v.Record)
	return c.URL()
}

// putPlusList appends names with a "+" between them.
func putPlusList(c *earl.Composer, list []earl.Octets) {
	for i, o := range list {
		if i > 0 {
			c.Text("+")
		}
		putPlusEscaped(c, o)
	}
}

// putPlusEscaped appends a value, with an escape for each "+", which would
// separate two values.
func putPlusEscaped(c *earl.Composer, o earl.Octets) {
	for i := range len(o) {
		if o[i] == '+' {
			c.Escape('+')
		} else {
			c.Octets(earl.ComponentPath, o[i:i+1], "")
		}
	}
}

// putKeyword appends a field with its keyword.
func putKeyword(c *earl.Composer, name string, f earl.Field) {
	c.Need(f.Present || f.Value == "", earl.RuleComposeView)
	if f.Present {
		c.Text(";")
		c.Text(name)
		c.Text("=")
		putPlusEscaped(c, f.Value)
	}
}
