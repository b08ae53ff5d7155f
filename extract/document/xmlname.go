package document

import (
	"bytes"
	"io"
	"iter"
	"strings"

	"github.com/earl-url/earl/extract"
)

// xmlBehind is how many bytes before a URL are kept to see what it is in: more than the
// start tag of a document with many namespaces has.
const xmlBehind = 16 << 10

// An xmlText is the text of an XML document that is searched. It keeps the last bytes.
type xmlText struct {
	r      io.Reader
	search *extract.Searcher
	buf    []byte
	base   int64 // offset of buf[0]
	root   []byte
}

// searchXML finds the URLs of an XML text, and marks those that are names.
func searchXML(r io.Reader, o extract.Options) iter.Seq2[extract.Match, error] {
	return func(yield func(extract.Match, error) bool) {
		t := &xmlText{r: r, search: extract.NewSearcher(o)}
		for m, err := range t.search.Text(t) {
			if err == nil && t.isName(m.Offset) {
				m.Doubt = extract.Name
			}
			if !yield(m, err) {
				return
			}
		}
	}
}

// Read implements io.Reader.
func (t *xmlText) Read(p []byte) (int, error) {
	n, err := t.r.Read(p)
	if drop := t.search.Passed() - xmlBehind - t.base; drop > int64(len(t.buf)/2) {
		t.buf = t.buf[:copy(t.buf, t.buf[drop:])]
		t.base += drop
	}
	if t.buf = append(t.buf, p[:n]...); t.root == nil && t.base == 0 {
		t.root = rootName(t.buf)
	}
	return n, err
}

// rootName returns the name of the root element, without its prefix, or nil.
func rootName(b []byte) []byte {
	for {
		i := bytes.IndexByte(b, '<')
		if i < 0 || i+1 >= len(b) {
			return nil
		}
		if b = b[i+1:]; isNameByte(b[0]) {
			name, rest := cutName(b)
			if len(rest) == 0 {
				return nil
			}
			return bytes.Clone(local(name))
		}
	}
}

// isName reports whether the URL at an offset is a name by the element or the attribute
// that it is in.
func (t *xmlText) isName(offset int64) bool {
	before := t.buf[max(0, offset-t.base-xmlBehind):max(0, offset-t.base)]
	i := bytes.LastIndexByte(before, '<')
	if i > 0 && bytes.HasPrefix(before[i:], []byte("<![CDATA[")) && len(bytes.TrimSpace(before[i+len("<![CDATA["):])) == 0 {
		before = before[:i]
		i = bytes.LastIndexByte(before, '<')
	}
	if i < 0 || i+1 >= len(before) {
		return false
	}
	tag := before[i+1:]
	if tag[0] == '!' { // DOCTYPE, ENTITY, NOTATION: XML 2.8, 4.2.2, 4.7
		return !bytes.HasPrefix(tag, []byte("!--")) && !bytes.HasPrefix(tag, []byte("![")) && bytes.IndexByte(tag, '>') < 0
	}
	if !isNameByte(tag[0]) {
		return false
	}
	element, rest := cutName(tag)
	return t.namedBy(string(local(element)), rest)
}

// namedBy reports whether a URL after the name of an element and the rest of its tag is a
// name.
func (t *xmlText) namedBy(element string, rest []byte) bool {
	permanent := true
	for {
		rest = bytes.TrimLeft(rest, " \t\r\n")
		if len(rest) > 0 && rest[0] == '>' {
			return len(bytes.TrimSpace(rest[1:])) == 0 && (element == "guid" && !permanent || element == "id" && (string(t.root) == "feed" || string(t.root) == "entry"))
		}
		name, after := cutName(rest)
		after = bytes.TrimLeft(after, " \t\r\n")
		if len(name) == 0 || len(after) == 0 || after[0] != '=' {
			return false
		}
		after = bytes.TrimLeft(after[1:], " \t\r\n")
		if len(after) == 0 || after[0] != '"' && after[0] != '\'' {
			return false
		}
		value, next, closed := bytes.Cut(after[1:], after[:1])
		if !closed {
			return isNameAttribute(string(name), element, value)
		}
		if string(name) == "isPermaLink" && strings.EqualFold(string(bytes.TrimSpace(value)), "false") {
			permanent = false
		}
		rest = next
	}
}

// isNameAttribute reports whether a URL in the value of an attribute, after some text of
// the value, is a name. Source: Namespaces in XML 3; XML Schema 1 3.15.2, 4.3.2; RELAX NG
// 4.3; XML Signature 6.1; rfc4287 4.2.2.2, 4.2.7.2.
func isNameAttribute(name, element string, before []byte) bool {
	prefix, local, ok := strings.Cut(name, ":")
	if !ok {
		prefix, local = "", name
	}
	switch local {
	case "targetNamespace", "namespace", "datatypeLibrary", "Algorithm", "soapAction", "systemId", "publicId":
		return true
	case "ns":
		return prefix == ""
	case "datatype":
		return prefix == "rdf"
	case "rel":
		return element == "link"
	case "scheme":
		return element == "category"
	case "schemaLocation": // pairs of a namespace and a document, but one document for xs:import
		return prefix != "" && len(bytes.Fields(before))%2 == 0
	}
	return name == "xmlns" || prefix == "xmlns"
}

// local returns a name without its prefix.
func local(name []byte) []byte { return name[bytes.IndexByte(name, ':')+1:] }

// cutName splits a text after the name that it begins with.
func cutName(b []byte) (name, rest []byte) {
	n := 0
	for n < len(b) && (isNameByte(b[n]) || n > 0 && (b[n] == '-' || b[n] == '.' || '0' <= b[n] && b[n] <= '9')) {
		n++
	}
	return b[:n], b[n:]
}

// isNameByte reports whether a name of XML can begin with c. Source: XML 2.3.
func isNameByte(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' || c == ':' || c >= 0x80
}
