package earl

import (
	"strconv"
	"strings"
)

// WAIS is the typed view of a wais URL. A document has WType and WPath, a
// search has Search, and a database has neither. Source: rfc1738 3.9.
type WAIS struct {
	Host     Octets // the host
	Port     Field  // the port in digits; absent: 210
	Database Octets // the name of the database
	Search   Field  // the words to search; in draft1993 "+" joins them, and each becomes a space
	WType    Field  // the type of the document
	Length   Field  // the length of the document in digits; only in draft1993 and in URLs of Lynx and libwww
	WPath    Field  // the document-id, which only the server understands

	words Octets // Search with a space for each unescaped "+" of the URL, or ""
}

// Parts yields the fields of v by their names in lower case.
func (v WAIS) Parts(yield func(Part) bool) {
	_ = yield(octetsPart("host", ComponentHost, v.Host)) &&
		yield(fieldPart("port", ComponentPort, v.Port)) &&
		yield(octetsPart("database", ComponentPath, v.Database)) &&
		yield(fieldPart("search", ComponentQuery, v.Search)) &&
		yield(fieldPart("wtype", ComponentPath, v.WType)) &&
		yield(fieldPart("length", ComponentPath, v.Length)) &&
		yield(fieldPart("wpath", ComponentPath, v.WPath))
}

// ParseWAIS returns the typed view of a wais URL. The error is a *ParseError.
//
// It also reads the document URLs of libwww, Mosaic and Lynx,
// "database/wtype/length/1=host;2=/path;...". A valid wpath has no unescaped
// "/", "=" or ";", so no valid URL is read in this way. WPath is then the
// document-id that these records encode, in the form that is sent to the
// server. ParseWAIS allocates nothing if u has no escapes and no "+" that means
// a space. Source: rfc1738 3.9, 5; draft1993 WAIS.
func ParseWAIS(u URL) (WAIS, error) {
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
	v := WAIS{Host: l.host, Port: l.port, Database: Unescape(database)}
	f := u.edition.form("wais")
	switch {
	case ok && f.words:
		v.Search = Some(unescapeWords(search))
	case ok:
		v.Search = Some(Unescape(search))
		if strings.Contains(search, "+") {
			v.words = unescapeWords(search)
		}
	}
	if !isDoc {
		return v, nil
	}
	wtype, wpath, whole := strings.Cut(doc, "/")
	if !whole || ok {
		return WAIS{}, viewError(u, off, u.at(endQuery)-off, rule1738WAIS)
	}
	v.WType = Some(Unescape(wtype))
	if digits, rest, ok := strings.Cut(wpath, "/"); f.length || ok && isNumber(Octets(digits)) && len(digits) <= 10 && rest != "" {
		v.Length, wpath = Some(Octets(digits)), rest
	}
	id, ok := waisRecords(wpath, true)
	if !ok {
		id = Unescape(wpath)
	}
	v.WPath = Some(id)
	return v, nil
}

// waisRecords converts records "tag=value;", the notation of libwww, to the
// document-id that they represent: the tag, the compressed length and the value
// of each. The last ";" may be missing. If decode is true, escapes in values
// are decoded, and the "=" may be escaped.
func waisRecords(text string, decode bool) (Octets, bool) {
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
		octets := Octets(value)
		if decode {
			octets = Unescape(value)
		}
		id = appendRecord(id, byte(tag), octets)
	}
	return Octets(id), true
}

// maxTag is the highest tag of a document-id: each is one byte.
const maxTag = 127

// appendRecord appends one element of a document-id: its tag, the length of its
// value in base 128, and the value. Source: WAIS functional specification 1.5.
func appendRecord(b []byte, tag byte, value Octets) []byte {
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
func cutRecord(id Octets) (tag byte, value, rest Octets, ok bool) {
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
func (v WAIS) DocumentID() Octets {
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
func (v WAIS) URL(e *Edition) (URL, error) {
	c := compose(e, "wais")
	c.need(v.Host != "", ruleComposeHost)
	c.login(login{host: v.Host, port: v.Port})
	c.text("/")
	c.putOctets(v.Database, "", 0)
	doc := v.WType.Present
	c.need(doc == v.WPath.Present && !(doc && v.Search.Present) && (doc || !v.Length.Present), ruleComposeView)
	switch {
	case v.Search.Present && c.f.words:
		c.text("?")
		c.words(v.Search.Value)
	case v.Search.Present:
		c.text("?")
		c.search(v)
	}
	if doc {
		c.text("/")
		c.putOctets(v.WType.Value, "", 0)
		c.text("/")
		c.document(v)
	}
	return c.url()
}

// Words returns the words of Search as they are sent to the server: with a
// space for each unescaped "+". Draft1993 and all clients of that time read "+"
// in this way. An escaped plus stays a plus. Departs: rfc1738 3.9 gives "+" no
// meaning.
func (v WAIS) Words() Octets {
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

// search appends Search. It escapes each plus that does not separate words.
func (c *composer) search(v WAIS) {
	for i := range len(v.Search.Value) {
		if v.Search.Value[i] == '+' && !v.isPlus(i) {
			c.escape('+')
		} else {
			c.putOctets(v.Search.Value[i:i+1], ";:@&=+", c.f.query)
		}
	}
}

// document appends the length and the document-id.
func (c *composer) document(v WAIS) {
	id := v.WPath.Value
	if !v.Length.Present {
		c.need(!c.f.length, ruleComposeView)
		c.putOctets(id, "", 0)
		return
	}
	digits := v.Length.Value
	c.need(isNumber(digits) && (c.f.length || len(digits) <= 10 && id != ""), ruleComposeView)
	c.text(string(digits))
	c.text("/")
	switch {
	case isRecords(id):
		c.records(id)
	case c.f.length: // an unescaped ";" would make it look like records
		c.putOctets(id, "/:@&+", c.f.path)
	default:
		c.putOctets(id, "", 0)
	}
}

// records appends a document-id as libwww writes it; "=" is not escaped if the
// edition allows it.
func (c *composer) records(id Octets) {
	for id != "" {
		var tag byte
		var value Octets
		tag, value, id, _ = cutRecord(id)
		c.b = strconv.AppendUint(c.b, uint64(tag), 10)
		c.putOctets("=", "=", c.f.path)
		c.putOctets(value, "/", c.f.path)
		c.text(";")
	}
}

// isRecords reports whether id consists of elements.
func isRecords(id Octets) bool {
	ok := id != ""
	for ok && id != "" {
		_, _, id, ok = cutRecord(id)
	}
	return ok
}
