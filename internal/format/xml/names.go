package xml

import (
	"strings"
	"sync"

	"github.com/earl-url/earl/extract"
)

// A binding is a namespace in scope: a prefix in the document, and the prefix that the tables of
// this package have for it, or "".
type binding struct{ raw, prefix string }

// maxBindings is how many namespaces are in scope at most. More are not known.
const maxBindings = 1000

// tables are the tables of vocabulary.go, by what they are searched for.
type tables struct {
	namespaces map[string]string
	families   []namespace // whose URI is only the beginning
	roots      map[string]string
	rows       map[string][]row
	known      map[string]bool // prefixes
	attributes map[string]bool // canonical names in rows
}

// indexed returns the tables.
var indexed = sync.OnceValue(func() *tables {
	t := &tables{map[string]string{}, nil, map[string]string{}, map[string][]row{}, map[string]bool{}, map[string]bool{}}
	for _, n := range namespaces {
		if uri, ok := strings.CutSuffix(n.uri, "*"); ok {
			t.families = append(t.families, namespace{uri, n.prefix})
		} else {
			t.namespaces[n.uri] = n.prefix
		}
		t.known[n.prefix] = true
	}
	for _, r := range roots {
		for local := range strings.FieldsSeq(r.elements) {
			t.roots[local] = r.prefix
		}
		t.known[r.prefix] = true
	}
	for _, r := range rows {
		attributes := strings.Fields(r.attributes)
		if len(attributes) == 0 {
			attributes = []string{""}
		}
		for local := range strings.FieldsSeq(r.elements) {
			for _, a := range attributes {
				key := keyOf(r.prefix, local, a)
				t.rows[key] = append(t.rows[key], r)
				t.attributes[a] = true
			}
		}
	}
	return t
})

// keyOf returns the key of a row.
func keyOf(prefix, local, attribute string) string { return prefix + ":" + local + "@" + attribute }

// isKnown reports whether the tables have a vocabulary.
func isKnown(prefix string) bool { return indexed().known[prefix] }

// prefixOf returns the prefix of a namespace in the tables, or "".
func prefixOf(uri string) string {
	t := indexed()
	if prefix, ok := t.namespaces[uri]; ok {
		return prefix
	}
	for _, f := range t.families {
		if strings.HasPrefix(uri, f.uri) {
			return f.prefix
		}
	}
	return ""
}

// bind notes the namespace that an attribute declares, if it does. Source: Namespaces in XML 3.
func (d *decoder) bind(key, value []byte) {
	rest, ok := strings.CutPrefix(string(key), "xmlns")
	if !ok || rest != "" && rest[0] != ':' || len(d.bindings) == maxBindings {
		return
	}
	d.bindings = append(d.bindings, binding{strings.TrimPrefix(rest, ":"), prefixOf(strings.Trim(d.decoded(value), space))})
}

// bound returns the binding of a prefix of the document, or nil.
func (d *decoder) bound(raw string) *binding {
	for i := len(d.bindings) - 1; i >= 0; i-- {
		if d.bindings[i].raw == raw {
			return &d.bindings[i]
		}
	}
	return nil
}

// elementName returns the prefix of an element in the tables and its local name. An unknown
// namespace keeps the prefix of the document. The name of the root element shows a vocabulary
// whose namespace is missing or not known.
func (d *decoder) elementName(name string) (prefix, local string) {
	raw, local, ok := strings.Cut(name, ":")
	if !ok {
		raw, local = "", name
	}
	b := d.bound(raw)
	if prefix = raw; b != nil && b.prefix != "" {
		prefix = b.prefix
	}
	if !d.rooted {
		d.rooted = true
		if !isKnown(prefix) {
			if root, ok := indexed().roots[local]; ok {
				prefix = root
				if b != nil {
					b.prefix = root
				} else {
					d.bindings = append(d.bindings, binding{raw, root})
				}
			}
		}
		d.seekSelf(prefix == "atom" || prefix == "rss" || prefix == "rdf")
	}
	if d.o.Part && !isPart[prefix] {
		prefix = "office"
	}
	return prefix, local
}

// isPart has the vocabularies in an office document or EPUB that are not those of offices.
var isPart = map[string]bool{"xhtml": true, "svg": true, "opf": true, "ncx": true, "ocf": true, "dc": true, "smil": true}

// attributeName returns the canonical name of an attribute.
func (d *decoder) attributeName(name string) string {
	raw, local, ok := strings.Cut(name, ":")
	if !ok || raw == "xml" || raw == "xmlns" {
		return name
	}
	if b := d.bound(raw); b != nil && b.prefix != "" {
		raw = b.prefix
	}
	return raw + ":" + local
}

// formOf returns the form of an attribute of an element, or of its text if the attribute is "".
func (d *decoder) formOf(prefix, local, attribute string) form {
	t := indexed()
	if attribute == "" {
		return d.formIn(t.rows[keyOf(prefix, local, "")])
	}
	if attribute == "xmlns" || strings.HasPrefix(attribute, "xmlns:") {
		return name
	}
	anywhere := attribute
	if i := strings.IndexByte(attribute, ':'); i > 0 && !t.attributes[attribute] {
		anywhere = "*" + attribute[i:]
	}
	if t.attributes[attribute] || t.attributes[anywhere] {
		for _, key := range [...]string{
			keyOf(prefix, local, attribute), keyOf(prefix, "*", attribute), keyOf("*", local, attribute), keyOf("*", "*", attribute), keyOf("*", "*", anywhere),
		} {
			if f := d.formIn(t.rows[key]); f != none {
				return f
			}
		}
	}
	return none
}

// formIn returns the form of the first row whose condition is true for the tag that is read.
func (d *decoder) formIn(list []row) form {
	for i := range list {
		if d.meets(list[i].when) {
			return list[i].form
		}
	}
	return none
}

// meets reports whether the tag that is read meets the condition of a row.
func (d *decoder) meets(when string) bool {
	if when == "" {
		return true
	}
	key, want, _ := strings.Cut(when, "=")
	got, _ := d.valueOf(key)
	for word := range strings.FieldsSeq(got) {
		if strings.EqualFold(word, want) {
			return true
		}
	}
	return false
}

// seekSelf notes whether the URL of a feed may still come.
func (d *decoder) seekSelf(may bool) { d.waiting = may }

// awaitsSelf reports whether the URL of a feed may still come: until its first entry.
func (d *decoder) awaitsSelf() bool { return d.waiting }

// passFeed notes that the head of a feed ends at its first entry.
func (d *decoder) passFeed(prefix, local string) {
	if d.waiting && (local == "entry" || local == "item" && (prefix == "rss" || prefix == "rdf")) {
		d.waiting = false
	}
}

// noteSelf notes the URL that a feed has for itself. Source: rfc4287 4.2.7.2.
func (d *decoder) noteSelf(raw []byte, a attribute) {
	if !d.waiting {
		return
	}
	ref := strings.Trim(d.decoded(raw), space)
	u, err := d.o.Base.Resolve(d.o.Edition, ref)
	if err != nil {
		return
	}
	d.waiting = false
	at := d.placeOf(a)
	d.self = &base{known: true, resolved: extract.Base{URL: u.WithoutFragment(), From: extract.FromEmbedded, Message: d.o.Base.Message, At: at}}
}

// noteBase notes the base of a page of XHTML that is read as other XML. The first one counts.
func (d *decoder) noteBase(raw []byte, a attribute) {
	d.waiting = d.self == nil
	d.noteSelf(raw, a)
	d.waiting = false
}

// documentBase returns the base of the document.
func (d *decoder) documentBase() extract.Base {
	if d.self != nil {
		return d.self.resolved
	}
	return d.o.Base
}
