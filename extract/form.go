package extract

import (
	"bytes"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/schemes"
	"github.com/earl-url/earl/internal/uts58"
)

// A form reads the text after a scheme and its colon in prose, if it is not
// "//" and a host. It is strict enough not to take any word before a colon for
// a scheme. It returns the end of the URL.
type form func(t text, i int) (end int, v verdict)

// A formTable has the forms of an edition's schemes. It must be used by only
// one goroutine.
type formTable struct {
	byName map[string]namedForm
	last   namedForm       // the last one found: most texts repeat one scheme
	known  map[string]bool // names as they are in the text
}

// A namedForm is the form of a scheme, whose name is in lower case.
type namedForm struct {
	name string
	form form
}

// formsOf returns the forms of an edition's schemes.
func formsOf(e *earl.Edition) *formTable {
	return &formTable{byName: formsByName(e), known: map[string]bool{}}
}

// editionForms are the forms of an edition's schemes, which do not change.
type editionForms struct {
	e      *earl.Edition
	byName map[string]namedForm
}

// lastForms are those of the edition that was used last: most programs use one edition for
// many short texts.
var lastForms atomic.Pointer[editionForms]

// formsByName returns the forms of an edition's schemes by their names in lower case.
func formsByName(e *earl.Edition) map[string]namedForm {
	if f := lastForms.Load(); f != nil && f.e == e {
		return f.byName
	}
	f := &editionForms{e, map[string]namedForm{}}
	for scheme := range e.Schemes() {
		f.byName[scheme.Name] = namedForm{scheme.Name, formFor(scheme)}
	}
	lastForms.Store(f)
	return f.byName
}

// formFor returns the form of a scheme. A scheme that a program has added
// accepts any text, or what its Check accepts.
func formFor(scheme earl.Scheme) form {
	switch scheme.Name {
	case "mailto":
		return mailto
	case "news":
		return news
	case "urn":
		return urn
	case "mid", "cid":
		return identifier
	case "file", "afs":
		return path
	}
	if f := opaqueForm([]byte(scheme.Name)); f != nil {
		return f
	}
	if _, registered := earl.RFC3986.Scheme(scheme.Name); registered {
		return nothing
	}
	return func(t text, i int) (int, verdict) {
		end, v := t.rest(i)
		if v == found && scheme.Check != nil {
			if _, _, rule := scheme.Check(string(t.b[i:end])); rule != "" {
				return 0, none
			}
		}
		return end, v
	}
}

// of returns the form of a scheme, in upper or lower case.
func (t *formTable) of(name []byte) (form, bool) {
	if len(name) > 0 && string(name) == t.last.name {
		return t.last.form, true
	}
	var room [schemeLength]byte
	for i, c := range name {
		room[i] = lower(c)
	}
	f, ok := t.byName[string(room[:len(name)])]
	if !ok {
		if f.form = opaqueForm(room[:len(name)]); f.form != nil {
			f.name, ok = string(room[:len(name)]), true
		}
	}
	if ok {
		t.last = f
	}
	return f.form, ok
}

// isKnown reports whether the edition knows a scheme, or it is registered with
// IANA or in wide use.
func (t *formTable) isKnown(name []byte) bool {
	if _, ok := t.of(name); ok {
		return true
	}
	known, ok := t.known[string(name)]
	if !ok {
		lower := strings.ToLower(string(name))
		known = lower != "hxxp" && lower != "hxxps" && schemes.Known(lower) // these are registered for defanged URLs
		if len(t.known) < maxKnown {
			t.known[string(name)] = known
		}
	}
	return known
}

// maxKnown is the maximum number of scheme names that are cached.
const maxKnown = 1000

// nothing is the form of a scheme whose URLs all have "//".
func nothing(text, int) (int, verdict) { return 0, none }

// rest reads any text of at least one byte.
func (t text) rest(i int) (end int, v verdict) {
	if end, v = t.tail(i, 0); v == found && end == i {
		return 0, none
	}
	return end, v
}

// path reads a path without a host, as in file:/etc/motd.
func path(t text, i int) (end int, v verdict) {
	switch c, ok := t.at(i); {
	case !ok:
		return 0, t.end()
	case c != '/':
		return 0, none
	}
	if end, v = t.rest(i + 1); v == none {
		return 0, none
	}
	return end, v
}

// mailto reads addresses, and headers after them. Source: rfc1738 3.5; rfc6068.
func mailto(t text, i int) (end int, v verdict) {
	if c, ok := t.at(i); ok && c == '?' {
		return t.rest(i + 1)
	}
	if end, v = t.address(i); v != found {
		return 0, v
	}
	if end, v = t.moreAddresses(end); v != found {
		return 0, v
	}
	switch c, ok := t.at(end); {
	case !ok:
		return 0, t.end()
	case c == '?':
		return t.tail(end, 0)
	}
	return end, found
}

// moreAddresses reads further addresses, each after a comma without a space.
func (t text) moreAddresses(i int) (end int, v verdict) {
	for {
		c, ok := t.at(i)
		if !ok {
			return 0, t.end()
		}
		if c != ',' {
			return i, found
		}
		switch end, v := t.address(i + 1); v {
		case found:
			i = end
		case none:
			return i, found
		default:
			return 0, v
		}
	}
}

// address reads local@domain.
func (t text) address(i int) (end int, v verdict) {
	at := i
	for at < len(t.b) && (isLocal(t.b[at]) || t.b[at] >= utf8.RuneSelf) {
		n := 1
		if t.b[at] >= utf8.RuneSelf {
			var r rune
			if r, n, v = t.rune(at); v != found {
				return 0, v
			} else if !uts58.IsEmail(r) {
				return 0, none
			}
		}
		at += n
	}
	switch c, ok := t.at(at); {
	case !ok:
		return 0, t.end()
	case c != '@' || at == i || t.b[i] == '.' || t.b[at-1] == '.' || bytes.Contains(t.b[i:at], []byte("..")):
		return 0, none
	}
	if end, v = t.host(at + 1); v != found {
		return 0, v
	}
	if end = t.trim(at+1, end, 0); end == at+1 {
		return 0, none
	}
	return end, found
}

// isLocal reports whether c can precede the "@" of an address or of a
// message-id.
func isLocal(c byte) bool { return is(c, localOctet) || c == '/' || c == '$' || c == '!' || c == '*' }

// news reads "*", a group with a dot in its name, or a message-id. Source:
// rfc1738 3.6.
func news(t text, i int) (end int, v verdict) {
	if c, ok := t.at(i); !ok {
		return 0, t.end()
	} else if c == '*' {
		return i + 1, found
	}
	for end = i; end < len(t.b) && isLocal(t.b[end]); {
		end++
	}
	switch c, ok := t.at(end); {
	case !ok:
		return 0, t.end()
	case c == '@':
		return t.address(i)
	}
	for end = i; end < len(t.b) && is(t.b[end], letter|digit) || end < len(t.b) && bytes.IndexByte([]byte(".-+_"), t.b[end]) >= 0; {
		end++
	}
	end = t.trim(i, end, 0)
	if end == i || !is(t.b[i], letter) || bytes.IndexByte(t.b[i:end], '.') < 0 {
		return 0, none
	}
	return end, found
}

// urn reads a namespace, a colon and a name. Source: rfc8141 2.
func urn(t text, i int) (end int, v verdict) {
	const longest = 32
	end = i
	for end < len(t.b) && end-i <= longest && is(t.b[end], letter|digit) || end > i && end < len(t.b) && end-i <= longest && t.b[end] == '-' {
		end++
	}
	switch c, ok := t.at(end); {
	case !ok:
		return 0, t.end()
	case c != ':' || end-i < 2:
		return 0, none
	}
	return t.rest(end + 1)
}

// identifier reads an identifier of a message or of a part of a message.
// Source: rfc2392.
func identifier(t text, i int) (end int, v verdict) {
	if end, v = t.address(i); v != found {
		return 0, v
	}
	if c, ok := t.at(end); !ok {
		return 0, t.end()
	} else if c == '/' {
		return t.tail(end, 0)
	}
	return end, found
}
