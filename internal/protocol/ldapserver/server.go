// Package ldapserver has a small directory server in memory, read-only and without
// logins. The demo and tests use it. It follows rfc4511 for bind, search and
// unbind, and refuses everything else.
package ldapserver

import (
	"bufio"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/earl-url/earl/internal/protocol/ber"
)

// Entry is an entry of a directory.
type Entry struct {
	DN         string // in the form of rfc4514, with a comma and no space between its parts
	Attributes []Attribute
}

// Attribute is an attribute with its values. An operational one is returned only
// if a search lists it.
type Attribute struct {
	Name        string
	Values      []string
	Operational bool
}

// Directory is a server for its entries. The first is the root of the tree. Do
// not change it while it serves; several goroutines may call Serve.
type Directory struct {
	Entries []Entry
	Idle    time.Duration // how long a client may be silent
}

// The limits of a request: far above any that a user writes.
const (
	maxRequest = 64 << 10
	maxDepth   = 40
)

// Codes of results. Source: rfc4511 4.1.9.
const (
	success       = 0
	protocolError = 2
	sizeExceeded  = 4
	noSuchObject  = 32
	badLogin      = 49
)

// Serve serves one connection until the client ends the session. The caller
// closes conn.
func (d *Directory) Serve(conn net.Conn) {
	r := bufio.NewReader(conn)
	for {
		conn.SetReadDeadline(time.Now().Add(d.Idle))
		m, err := ber.Read(r, ber.Limits{Size: maxRequest, Depth: maxDepth})
		parts := m.List(2)
		if err != nil || len(parts) < 2 {
			return
		}
		id, ok := parts[0].Int()
		if !ok {
			return
		}
		conn.SetWriteDeadline(time.Now().Add(d.Idle))
		w := &writer{conn: conn, id: id}
		switch op := parts[1]; op.Tag {
		case ber.App(0):
			w.result(ber.App(1), bind(op), "", "")
		case ber.App(2):
			return
		case ber.App(3):
			d.search(w, op)
		case ber.App(16): // abandon, which has no response
		default: // each other request has the tag of its response after its own
			w.result(op.Tag+1, protocolError, "", "this directory is read-only")
		}
		if w.err != nil {
			return
		}
	}
}

// writer writes the responses to a request.
type writer struct {
	conn net.Conn
	id   int64
	err  error
}

// send writes a message.
func (w *writer) send(operation []byte) {
	if w.err == nil {
		_, w.err = w.conn.Write(ber.Of(ber.Sequence, ber.Int(ber.Integer, w.id), operation))
	}
}

// result writes the end of an operation.
func (w *writer) result(tag ber.Tag, code int64, matched, text string) {
	w.send(ber.Of(tag, ber.Int(ber.Enumerated, code), ber.Bytes(ber.OctetString, matched), ber.Bytes(ber.OctetString, text)))
}

// bind returns the result of a login, which must be anonymous.
func bind(op ber.Element) int64 {
	parts := op.List(3)
	switch {
	case len(parts) < 3:
		return protocolError
	case len(parts[1].Content) > 0, len(parts[2].Content) > 0:
		return badLogin
	}
	return success
}

// search answers a search. Source: rfc4511 4.5.
func (d *Directory) search(w *writer, op ber.Element) {
	done := ber.App(5)
	parts := op.List(8)
	if len(parts) < 8 {
		w.result(done, protocolError, "", "an incomplete search")
		return
	}
	base := string(parts[0].Bytes())
	scope, _ := parts[1].Int()
	limit, _ := parts[3].Int()
	types, _ := parts[5].Bool()
	var names []string
	for name := range parts[7].Children() {
		names = append(names, string(name.Bytes()))
	}
	if root := d.root(); base == "" && scope == 0 && !d.has("") {
		if root.matches(parts[6]) {
			w.send(d.encode(root, names, types))
		}
		w.result(done, success, "", "")
		return
	}
	if !d.has(base) {
		w.result(done, noSuchObject, d.nearest(base), "")
		return
	}
	n := int64(0)
	for _, e := range d.Entries {
		if !inScope(e.DN, base, scope) || !e.matches(parts[6]) {
			continue
		}
		if n++; limit > 0 && n > limit {
			w.result(done, sizeExceeded, "", "")
			return
		}
		w.send(d.encode(e, names, types))
	}
	w.result(done, success, "", "")
}

// root returns the entry of the server itself, which is in no search of a tree. Source: rfc4512 5.1.
func (d *Directory) root() Entry {
	var e Entry
	if len(d.Entries) > 0 {
		e.Attributes = []Attribute{{Name: "namingContexts", Values: []string{d.Entries[0].DN}}}
	}
	e.Attributes = append(e.Attributes, Attribute{Name: "objectClass", Values: []string{"top"}}, Attribute{Name: "supportedLDAPVersion", Values: []string{"3"}})
	return e
}

// has reports whether an entry exists.
func (d *Directory) has(dn string) bool {
	return slices.ContainsFunc(d.Entries, func(e Entry) bool { return same(e.DN, dn) })
}

// nearest returns the nearest existing entry above one that is missing, or "".
func (d *Directory) nearest(dn string) string {
	for dn != "" {
		if _, dn = cut(dn); d.has(dn) {
			return dn
		}
	}
	return ""
}

// encode returns an entry with the attributes that a search lists. No name, or
// "*", means all that are not operational.
func (d *Directory) encode(e Entry, names []string, types bool) []byte {
	attributes := append(slices.Clone(e.Attributes), Attribute{"hasSubordinates", []string{strings.ToUpper(boolText(d.hasBelow(e.DN)))}, true})
	var list [][]byte
	for _, a := range attributes {
		listed := slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, a.Name) })
		all := len(names) == 0 || slices.Contains(names, "*")
		if !listed && (a.Operational || !all) {
			continue
		}
		var values [][]byte
		for _, v := range a.Values {
			if !types {
				values = append(values, ber.Bytes(ber.OctetString, v))
			}
		}
		list = append(list, ber.Of(ber.Sequence, ber.Bytes(ber.OctetString, a.Name), ber.Of(ber.Set, values...)))
	}
	return ber.Of(ber.App(4), ber.Bytes(ber.OctetString, e.DN), ber.Of(ber.Sequence, list...))
}

// boolText returns "true" or "false".
func boolText(b bool) string {
	if b {
		return "true"
	}
	return "false"
}

// hasBelow reports whether there are entries directly below one.
func (d *Directory) hasBelow(dn string) bool {
	return slices.ContainsFunc(d.Entries, func(e Entry) bool { return inScope(e.DN, dn, 1) })
}

// inScope reports whether a search from base reaches an entry.
func inScope(dn, base string, scope int64) bool {
	switch scope {
	case 0:
		return same(dn, base)
	case 1:
		_, above := cut(dn)
		return dn != "" && same(above, base)
	}
	for {
		if same(dn, base) {
			return true
		}
		if dn == "" {
			return false
		}
		_, dn = cut(dn)
	}
}

// same reports whether two names are of the same entry.
func same(a, b string) bool { return strings.EqualFold(plain(a), plain(b)) }

// plain returns a name without spaces after commas.
func plain(dn string) string { return strings.ReplaceAll(dn, ", ", ",") }

// cut splits a name at its first comma that is not escaped.
func cut(dn string) (first, rest string) {
	for i := range len(dn) {
		if dn[i] == ',' && (i == 0 || dn[i-1] != '\\') {
			return dn[:i], strings.TrimLeft(dn[i+1:], " ")
		}
	}
	return dn, ""
}

// matches reports whether an entry matches a filter. Values are compared without
// regard to case. Source: rfc4511 4.5.1.7.
func (e Entry) matches(f ber.Element) bool {
	switch f.Tag {
	case ber.Ctx(0):
		return !slices.ContainsFunc(f.List(maxRequest), func(part ber.Element) bool { return !e.matches(part) })
	case ber.Ctx(1):
		return slices.ContainsFunc(f.List(maxRequest), e.matches)
	case ber.Ctx(2):
		parts := f.List(1)
		return len(parts) == 1 && !e.matches(parts[0])
	case ber.Ctx(7):
		return e.any(string(f.Bytes()), func(string) bool { return true })
	}
	parts := f.List(2)
	if len(parts) < 2 {
		return false
	}
	name, want := string(parts[0].Bytes()), strings.ToLower(string(parts[1].Bytes()))
	switch f.Tag {
	case ber.Ctx(3), ber.Ctx(8):
		return e.any(name, func(v string) bool { return v == want })
	case ber.Ctx(4):
		return e.any(name, func(v string) bool { return contains(v, parts[1]) })
	case ber.Ctx(5):
		return e.any(name, func(v string) bool { return v >= want })
	case ber.Ctx(6):
		return e.any(name, func(v string) bool { return v <= want })
	}
	return false
}

// any reports whether a value of an attribute, in lower case, passes a test.
func (e Entry) any(name string, test func(v string) bool) bool {
	return slices.ContainsFunc(e.Attributes, func(a Attribute) bool {
		return strings.EqualFold(a.Name, name) && slices.ContainsFunc(a.Values, func(v string) bool { return test(strings.ToLower(v)) })
	})
}

// contains reports whether v has the pieces of a substring filter, in order.
func contains(v string, pieces ber.Element) bool {
	for piece := range pieces.Children() {
		text := strings.ToLower(string(piece.Bytes()))
		i := strings.Index(v, text)
		switch {
		case piece.Tag == ber.Ctx(0) && !strings.HasPrefix(v, text), piece.Tag == ber.Ctx(2) && !strings.HasSuffix(v, text), i < 0:
			return false
		case piece.Tag == ber.Ctx(2):
			return true
		}
		v = v[i+len(text):]
	}
	return true
}
