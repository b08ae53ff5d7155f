package views

import (
	"strconv"
	"strings"

	"github.com/earl-url/earl"
)

// WAIS is the typed view of a wais URL. A document has WType and WPath, a
// search has Search, and a database has neither. Source: rfc1738 3.9.
type WAIS struct {
	Host     earl.Octets // the host
	Port     earl.Field  // the port in digits; absent: 210
	Database earl.Octets // the name of the database
	Search   earl.Field  // the words to search; in draft1993 "+" joins them, and each becomes a space
	WType    earl.Field  // the type of the document
	Length   earl.Field  // the length of the document in digits; only in draft1993 and in URLs of Lynx and libwww
	WPath    earl.Field  // the document-id, which only the server understands

	words earl.Octets // Search with a space for each unescaped "+" of the URL, or ""
}

// Parts yields the fields of v by their names in lower case.
func (v WAIS) Parts(yield func(earl.Part) bool) {
	_ = yield(octetsPart("host", earl.ComponentHost, v.Host)) &&
		yield(fieldPart("port", earl.ComponentPort, v.Port)) &&
		yield(octetsPart("database", earl.ComponentPath, v.Database)) &&
		yield(fieldPart("search", earl.ComponentQuery, v.Search)) &&
		yield(fieldPart("wtype", earl.ComponentPath, v.WType)) &&
		yield(fieldPart("length", earl.ComponentPath, v.Length)) &&
		yield(fieldPart("wpath", earl.ComponentPath, v.WPath))
}

// ParseWAIS returns the typed view of a wais URL. The error is a *ParseError.
//
// It also reads the document URLs of libwww, Mosaic and Lynx,
// "database/wtype/length/1=host;2=/path;...". A valid wpath has no unescaped
// "/", "=" or ";", so no valid URL is read in this way. WPath is then the
// document-id that these records encode, in the form that is sent to the
// server. ParseWAIS allocates nothing if u has no escapes and no "+" that means
// a space. Source: rfc1738 3.9, 5; draft1993 WAIS.
func ParseWAIS(u earl.URL) (WAIS, error) {
	if err := viewScheme(u, "wais"); err != nil {
		return WAIS{}, err
	}
	l, err := viewHost(u)
	if err != nil {
		return WAIS{}, err
	}
	path, off, err := viewURLPath(u)
	if err != nil {
		return WAIS{}, err
	}
	path, search, ok := strings.Cut(path, "?")
	database, doc, isDoc := strings.Cut(path, "/")
	v := WAIS{Host: l.Host, Port: l.Port, Database: earl.Unescape(database)}
	f := u.Edition().Syntax("wais")
	switch {
	case ok && f.Words:
		v.Search = earl.Some(unescapeWords(search))
	case ok:
		v.Search = earl.Some(earl.Unescape(search))
		if strings.Contains(search, "+") {
			v.words = unescapeWords(search)
		}
	}
	if !isDoc {
		return v, nil
	}
	wtype, wpath, whole := strings.Cut(doc, "/")
	if !whole || ok {
		return WAIS{}, u.Violation(off, restEnd(u)-off, earl.RuleWAIS)
	}
	v.WType = earl.Some(earl.Unescape(wtype))
	if digits, rest, ok := strings.Cut(wpath, "/"); f.Length || ok && isNumber(earl.Octets(digits)) && len(digits) <= 10 && rest != "" {
		v.Length, wpath = earl.Some(earl.Octets(digits)), rest
	}
	id, ok := waisRecords(wpath, true)
	if !ok {
		id = earl.Unescape(wpath)
	}
	v.WPath = earl.Some(id)
	return v, nil
}

// waisRecords converts records "tag=value;", the notation of libwww, to the
// document-id that they represent: the tag, the compressed length and the value
// of each. The last ";" may be missing. If decode is true, escapes in values
// are decoded, and the "=" may be escaped.
func waisRecords(text string, decode bool) (earl.Octets, bool) {
	if !strings.Contains(text, ";") {
		return "", false
	}
	var id []byte
	for text != "" {
		var record string
		record, text, _ = strings.Cut(text, ";")
		rest := strings.TrimLeft(record, "0123456789")
		tag, err := strconv.Atoi(record[:len(record)-len(rest)])
		value, ok := strings.CutPrefix(rest, "=")
		if decode && !ok && len(rest) >= 3 && strings.EqualFold(rest[:3], "%3D") {
			value, ok = rest[3:], true
		}
		if err != nil || !ok || tag < 1 || tag > maxTag {
			return "", false
		}
		octets := earl.Octets(value)
		if decode {
			octets = earl.Unescape(value)
		}
		id = appendRecord(id, byte(tag), octets)
	}
	return earl.Octets(id), true
}

// maxTag is the highest tag of a document-id: each is one byte.
const maxTag = 127

// appendRecord appends one element of a document-id: its tag, the length of its
// value in base 128, and the value. Source: WAIS functional specification 1.5.
func appendRecord(b []byte, tag byte, value earl.Octets) []byte {
	b = append(b, tag)
	n := uint64(len(value))
	shift := 0
	for n>>(shift+7) > 0 {
		shift += 7
	}
	for ; shift > 0; shift -= 7 {
		b = append(b, 0x80|byte(n>>shift))
	}
	return append(append(b, byte(n&0x7F)), value...)
}

// cutRecord removes the first element from a document-id. It returns false for
// an element that appendRecord would not write.
func cutRecord(id earl.Octets) (tag byte, value, rest earl.Octets, ok bool) {
	if len(id) < 2 || id[0] < 1 || id[0] > maxTag || id[1] == 0x80 {
		return 0, "", "", false
	}
	n, i := uint64(0), 1
	for ; i < len(id) && i < 5; i++ {
		n = n<<7 | uint64(id[i]&0x7F)
		if id[i] < 0x80 {
			i++
			break
		}
	}
	if id[i-1] >= 0x80 || n > uint64(len(id)-i) {
		return 0, "", "", false
	}
	end := i + int(n)
	return id[0], id[i:end], id[end:], true
}

// DocumentID returns the document's id, in the form that is sent to the server.
// It is WPath, except if WPath is a list of libwww's records
// "1=host;2=/path;...", which some program escaped as a whole to make the URL
// valid. Then the id is made from the records. A document-id cannot look like
// such a list, because it begins with a byte from 0x01 to 0x07.
// Source: rfc1738 3.9.
func (v WAIS) DocumentID() earl.Octets {
	text := string(v.WPath.Value)
	// Records end in 7=%00. Without a 0x00 they were escaped twice.
	twice := !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' })
	if id, ok := waisRecords(text, twice); ok {
		return id
	}
	return v.WPath.Value
}

// URL composes the URL of v. If v has a Length, the URL has the form of
// draft1993, and its records are not escaped so that Lynx can read it;
// otherwise it has the form of RFC 1738. All reserved characters are escaped in
// names and in the document-id, except the slashes of draft1993. In draft1993 a
// document needs a Length. Source: rfc1738 3.9, 5; draft1993 WAIS, BNF.
func (v WAIS) URL(e *earl.Edition) (earl.URL, error) {
	c, syntax := e.Composer("wais"), e.Syntax("wais")
	c.Need(v.Host != "", earl.RuleComposeHost)
	c.Login(earl.Login{Host: v.Host, Port: v.Port})
	c.Text("/")
	c.Octets(earl.ComponentPath, v.Database, "")
	doc := v.WType.Present
	c.Need(doc == v.WPath.Present && !(doc && v.Search.Present) && (doc || !v.Length.Present), earl.RuleComposeView)
	switch {
	case v.Search.Present && syntax.Words:
		c.Text("?")
		putWords(c, v.Search.Value)
	case v.Search.Present:
		c.Text("?")
		putSearch(c, v)
	}
	if doc {
		c.Text("/")
		c.Octets(earl.ComponentPath, v.WType.Value, "")
		c.Text("/")
		putDocument(c, v, syntax.Length)
	}
	return c.URL()
}

// Words returns the words of Search as they are sent to the server: with a
// space for each unescaped "+". Draft1993 and all clients of that time read "+"
// in this way. An escaped plus stays a plus. Departs: rfc1738 3.9 gives "+" no
// meaning.
func (v WAIS) Words() earl.Octets {
	if len(v.words) != len(v.Search.Value) {
		return v.Search.Value
	}
	for i := range len(v.words) {
		if v.words[i] != v.Search.Value[i] && !v.isPlus(i) { // Search is not the value that was parsed
			return v.Search.Value
		}
	}
	return v.words
}

// isPlus reports whether byte i of Search was an unescaped "+" in the URL.
func (v WAIS) isPlus(i int) bool {
	return i < len(v.words) && v.words[i] == ' ' && v.Search.Value[i] == '+'
}

// putSearch appends Search. It escapes each plus that does not separate words.
func putSearch(c *earl.Composer, v WAIS) {
	for i := range len(v.Search.Value) {
		if v.Search.Value[i] == '+' && !v.isPlus(i) {
			c.Escape('+')
		} else {
			c.Octets(earl.ComponentQuery, v.Search.Value[i:i+1], ";:@&=+")
		}
	}
}

// putDocument appends the length and the document-id. hasLength is set if the edition needs a
// length.
func putDocument(c *earl.Composer, v WAIS, hasLength bool) {
	id := v.WPath.Value
	if !v.Length.Present {
		c.Need(!hasLength, earl.RuleComposeView)
		c.Octets(earl.ComponentPath, id, "")
		return
	}
	digits := v.Length.Value
	c.Need(isNumber(digits) && (hasLength || len(digits) <= 10 && id != ""), earl.RuleComposeView)
	c.Text(string(digits))
	c.Text("/")
	switch {
	case isRecords(id):
		putRecords(c, id)
	case hasLength: // an unescaped ";" would make it look like records
		c.Octets(earl.ComponentPath, id, "/:@&+")
	default:
		c.Octets(earl.ComponentPath, id, "")
	}
}

// putRecords appends a document-id as libwww writes it; "=" is not escaped if the
// edition allows it.
func putRecords(c *earl.Composer, id earl.Octets) {
	for id != "" {
		var tag byte
		var value earl.Octets
		tag, value, id, _ = cutRecord(id)
		c.Text(strconv.Itoa(int(tag)))
		c.Octets(earl.ComponentPath, "=", "=")
		c.Octets(earl.ComponentPath, value, "/")
		c.Text(";")
	}
}

// isRecords reports whether id consists of elements.
func isRecords(id earl.Octets) bool {
	ok := id != ""
	for ok && id != "" {
		_, _, id, ok = cutRecord(id)
	}
	return ok
}
