package prospero

import (
	"net"
	"slices"
	"strconv"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/views"
)

// defaultPort is the UDP port of a directory server. Source: rfc1738 3.11.
const defaultPort = "1525"

// place is the location of an object: the last five fields of a link.
type place struct {
	hostType string // INTERNET-D
	host     string // in lower case, without its port
	port     string // digits; or ""
	nameType string // ASCII
	name     string // the hsoname
	version  string // "0": the current one
	id       string // of a field ID: "REMOTE n"; or ""
}

// placeOf returns the place in a URL. Source: rfc1738 3.11.
func placeOf(v views.Prospero) place {
	p := place{hostType: internet, host: strings.ToLower(string(v.Host)), port: string(v.Port.Value), nameType: ascii, name: string(v.HSOName), version: "0"}
	if v.Version.Value != "" {
		p.version = string(v.Version.Value)
	}
	for _, field := range v.Fields {
		switch strings.ToUpper(string(field.Name)) {
		case "OBJECT-VERSION":
			p.version = string(field.Value)
		case "HSONAME-TYPE":
			p.nameType = string(field.Value)
		case "ID":
			if strings.HasPrefix(string(field.Value), remoteID) { // no other ID is sent
				p.id = string(field.Value)
			}
		}
	}
	return p
}

// The host-type of Internet names, and the only hsoname-type.
const (
	internet = "INTERNET-D"
	ascii    = "ASCII"
)

// readPlace reads the fields host-type, host, hsoname-type, hsoname, version. A
// missing version means the current one.
func readPlace(tokens []string) (place, bool) {
	if len(tokens) < 4 {
		return place{}, false
	}
	p := place{hostType: tokens[0], nameType: tokens[2], name: tokens[3], version: "0"}
	p.host, p.port = splitHost(tokens[1])
	if len(tokens) > 4 && tokens[4] != "" {
		p.version = tokens[4]
	}
	return p, true
}

// splitHost splits a host token, "HOST.DOM(1527)". If the parentheses do not
// contain a port, they stay part of the host, which is then invalid.
func splitHost(token string) (host, port string) {
	host = strings.ToLower(token)
	name, rest, ok := strings.Cut(host, "(")
	digits, closed := strings.CutSuffix(rest, ")")
	if !ok || !closed {
		return host, ""
	}
	n, err := strconv.ParseUint(digits, 10, 16)
	if err != nil || n == 0 {
		return host, ""
	}
	return name, strconv.FormatUint(n, 10)
}

// address returns the address to dial for the place's server.
func (p place) address() string {
	return net.JoinHostPort(strings.Trim(p.host, "[]"), p.key().port)
}

// key returns the place in a form for comparison: equal places have equal keys.
func (p place) key() place {
	if p.port == "" {
		p.port = defaultPort
	}
	return p
}

// view returns the typed view of the place's URL.
func (p place) view() views.Prospero {
	v := views.Prospero{Host: earl.Octets(p.host), HSOName: earl.Octets(p.name)}
	if p.key().port != defaultPort {
		v.Port = earl.Some(earl.Octets(p.port))
	}
	for _, field := range [...]struct{ name, value, byDefault string }{
		{"OBJECT-VERSION", p.version, "0"}, {"HSONAME-TYPE", p.nameType, ascii}, {"ID", p.id, ""},
	} {
		if field.value != field.byDefault {
			v.Fields = append(v.Fields, earl.Pair{Name: earl.Octets(field.name), Value: earl.Octets(field.value)})
		}
	}
	return v
}

// url returns the place's URL under e. If e has no fields, the URL has the form
// of draft1993, or else is one of rfc3986.
// Source: rfc1738 3.11; draft1993 Prospero.
func (p place) url(e *earl.Edition) (earl.URL, error) {
	v := p.view()
	if len(v.Fields) == 1 && p.version != "0" {
		old := v
		old.Fields, old.Version = nil, earl.Some(earl.Octets(p.version))
		if u, err := old.URL(e); err == nil {
			return u, nil
		}
	}
	return compose(e, v)
}

// link is one entry of a directory.
type link struct {
	union  bool     // the entries of its target are part of the directory
	target []string // FILE, DIRECTORY, EXTERNAL ...
	name   string
	place
	attributes []attribute
}

// is reports whether a type is among the types of a link's target.
func (l *link) is(target string) bool { return slices.Contains(l.target, target) }

// readLink reads the tokens after LINK: L or U, target, name, and a place.
func readLink(tokens []string) (link, bool) {
	if len(tokens) < 7 {
		return link{}, false
	}
	l := link{union: tokens[0] == "U", target: strings.Split(tokens[1], "+"), name: tokens[2]}
	var ok bool
	l.place, ok = readPlace(tokens[3:])
	return l, ok
}

// attribute is one property of an object or a link. Attributes with the same
// name are several values, in the order of preference.
type attribute struct {
	appliesTo string // OBJECT, LINK, CACHED, REPLACEMENT, ADDITIONAL
	nature    string // INTRINSIC, FIELD, APPLICATION
	name      string
	value     []string
}

// readAttribute reads the tokens after ATTRIBUTE. The type of the value is
// optional for the known fields of a link.
func readAttribute(tokens []string) (attribute, bool) {
	if len(tokens) < 3 {
		return attribute{}, false
	}
	a := attribute{tokens[0], tokens[1], tokens[2], tokens[3:]}
	if len(a.value) == 0 {
		return a, true
	}
	if a.nature != "FIELD" || len(a.value) > 1 && isValueType(a.value[0], valueType(a.name)) {
		a.value = a.value[1:]
	}
	return a, true
}

// isValueType reports whether a token is the type of a value: ASCII is an old
// name of SEQUENCE. An unknown field may have any type.
func isValueType(token, typ string) bool {
	switch token {
	case "SEQUENCE", ascii:
		return typ == "SEQUENCE" || typ == ""
	case "LINK", "FILTER":
		return typ == token || typ == ""
	}
	return false
}

// valueType returns the type of a field's value, or "" for an unknown field.
func valueType(field string) string {
	switch field {
	case "ACCESS-METHOD", "BASE-TYPE", "DEST-EXP", "HOST", "HOST-TYPE", "HSONAME", "HSONAME-TYPE", "ID",
		"LINK-TYPE", "NAME-COMPONENT", "OWNER", "TARGET", "TTL", "VERSION":
		return "SEQUENCE"
	case "CLOSURE":
		return "LINK"
	case "FILTER":
		return "FILTER"
	}
	return ""
}

// first returns the value of the first attribute with a name.
func first(list []attribute, name string) ([]string, bool) {
	for _, a := range list {
		if a.name == name {
			return a.value, true
		}
	}
	return nil, false
}

// word returns the first token of the first attribute with a name, or "".
func word(list []attribute, name string) string {
	if value, _ := first(list, name); len(value) > 0 {
		return value[0]
	}
	return ""
}

// all returns the attributes with a name in the order of preference.
// Replacement attributes of a link replace the object's, and additional ones
// come after them.
func all(list []attribute, name string) (found []attribute) {
	replaced := slices.ContainsFunc(list, func(a attribute) bool { return a.name == name && a.appliesTo == "REPLACEMENT" })
	for _, a := range list {
		if a.name == name && a.appliesTo != "ADDITIONAL" && (!replaced || a.appliesTo == "REPLACEMENT") {
			found = append(found, a)
		}
	}
	for _, a := range list {
		if a.name == name && a.appliesTo == "ADDITIONAL" {
			found = append(found, a)
		}
	}
	return found
}
