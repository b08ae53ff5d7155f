package earl

import (
	"cmp"
	"slices"
	"strings"
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
	Scheme     string   // "z39.50r" or "z39.50s"; "" means "z39.50r"
	Host       Octets   // the host
	Port       Field    // the port in digits; absent: 210
	Databases  []Octets // the names of the databases, joined by "+" in the URL
	DocID      Field    // the identifier of a record
	ElementSet Field    // "esn": the name of the element set, such as "F" for a full record
	Syntaxes   []Octets // "rs": the record syntaxes, joined by "+", in the order of preference
	Search     Field    // "x-search": the words of a search
	Scan       Field    // "x-scan": the term at which a list of the index begins
	Use        Field    // "x-use": the index for Search and Scan, such as "title"
	Record     Field    // "x-record": the number of one record of the result, in digits, from 1
}

// Parts yields the fields of v by their names in lower case.
func (v Z3950) Parts(yield func(Part) bool) {
	_ = yield(textPart("scheme", ComponentScheme, v.Scheme, true)) &&
		yield(octetsPart("host", ComponentHost, v.Host)) &&
		yield(fieldPart("port", ComponentPort, v.Port)) &&
		yield(listPart("databases", ComponentPath, v.Databases)) &&
		yield(fieldPart("docid", ComponentQuery, v.DocID)) &&
		yield(fieldPart("elementset", ComponentPath, v.ElementSet)) &&
		yield(listPart("syntaxes", ComponentPath, v.Syntaxes)) &&
		yield(fieldPart("search", ComponentPath, v.Search)) &&
		yield(fieldPart("scan", ComponentPath, v.Scan)) &&
		yield(fieldPart("use", ComponentPath, v.Use)) &&
		yield(fieldPart("record", ComponentPath, v.Record))
}

// ParseZ3950 returns the typed view of a z39.50r or z39.50s URL. The error is a
// *ParseError. It refuses a keyword that it does not know: such a URL would
// open something else. Source: rfc2056 2.
func ParseZ3950(u URL) (Z3950, error) {
	scheme := u.Scheme()
	if scheme != "z39.50r" && scheme != "z39.50s" {
		return Z3950{}, viewError(u, 0, u.at(endScheme), ruleViewScheme)
	}
	l, err := viewHost(u)
	if err != nil {
		return Z3950{}, err
	}
	path, off, err := viewPath(u)
	if err != nil {
		return Z3950{}, err
	}
	v := Z3950{Scheme: scheme, Host: l.host, Port: l.port}
	if path != "" {
		path, off = path[1:], off+1
	}
	names, keywords, more := strings.Cut(path, ";")
	databases, docID, ok := strings.Cut(names, "?")
	if ok {
		v.DocID = Some(Unescape(docID))
	}
	if databases != "" {
		v.Databases, ok = plusList(databases)
	} else {
		ok = !v.DocID.Present
	}
	if !ok || strings.Contains(databases, "/") {
		return Z3950{}, viewError(u, off, len(names), rule2056Path)
	}
	for off += len(names); more; {
		var keyword string
		keyword, keywords, more = strings.Cut(keywords, ";")
		if !v.setKeyword(u.edition, keyword) {
			return Z3950{}, viewError(u, off, 1+len(keyword), rule2056Keyword)
		}
		off += 1 + len(keyword)
	}
	if !v.isWhole() {
		return Z3950{}, viewError(u, u.at(endPort), u.at(endQuery)-u.at(endPort), rule2056Parts)
	}
	return v, nil
}

// plusList returns the decoded pieces of text between its pluses. It returns
// false if one is empty.
func plusList(text string) ([]Octets, bool) {
	list := make([]Octets, 0, strings.Count(text, "+")+1)
	for piece := range strings.SplitSeq(text, "+") {
		if piece == "" {
			return nil, false
		}
		list = append(list, Unescape(piece))
	}
	return list, true
}

// setKeyword sets the field for a text "keyword=value". It returns false if it
// does not know the keyword, or if the keyword appears twice.
func (v *Z3950) setKeyword(e *Edition, text string) bool {
	keyword, value, ok := strings.Cut(text, "=")
	if !ok || strings.ContainsAny(value, "/?") {
		return false
	}
	keyword = e.plainText(keyword)
	if keyword == "rs" {
		set := v.Syntaxes == nil
		v.Syntaxes, ok = plusList(value)
		return ok && set
	}
	f := v.keyword(keyword)
	if f == nil || f.Present {
		return false
	}
	*f = Some(Unescape(value))
	return true
}

// keyword returns the field of a keyword, except that of "rs", or nil.
func (v *Z3950) keyword(name string) *Field {
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
	for _, f := range []Field{v.DocID, v.Search, v.Scan} {
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
func (v Z3950) URL(e *Edition) (URL, error) {
	scheme := cmp.Or(v.Scheme, "z39.50r")
	c := compose(e, scheme)
	c.need(scheme == "z39.50r" || scheme == "z39.50s", ruleComposeView)
	c.need(v.Host != "", ruleComposeHost)
	c.need(v.isWhole() && !slices.Contains(v.Databases, "") && !slices.Contains(v.Syntaxes, ""), ruleComposeView)
	c.login(login{host: v.Host, port: v.Port})
	c.text("/")
	c.plusList(v.Databases)
	if v.DocID.Present {
		c.text("?")
		c.plusEscaped(v.DocID.Value)
	}
	c.keyword("esn", v.ElementSet)
	if len(v.Syntaxes) > 0 {
		c.text(";rs=")
		c.plusList(v.Syntaxes)
	}
	c.keyword("x-search", v.Search)
	c.keyword("x-scan", v.Scan)
	c.keyword("x-use", v.Use)
	c.keyword("x-record", v.Record)
	return c.url()
}

// plusList appends names with a "+" between them.
func (c *composer) plusList(list []Octets) {
	for i, o := range list {
		if i > 0 {
			c.text("+")
		}
		c.plusEscaped(o)
	}
}

// plusEscaped appends a value, with an escape for each "+", which would
// separate two values.
func (c *composer) plusEscaped(o Octets) {
	for i := range len(o) {
		if o[i] == '+' {
			c.escape('+')
		} else {
			c.putOctets(o[i:i+1], "", 0)
		}
	}
}

// keyword appends a field with its keyword.
func (c *composer) keyword(name string, f Field) {
	c.need(f.Present || f.Value == "", ruleComposeView)
	if f.Present {
		c.text(";")
		c.text(name)
		c.text("=")
		c.plusEscaped(f.Value)
	}
}
