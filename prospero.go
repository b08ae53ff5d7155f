package earl

import "strings"

// Prospero is the typed view of a prospero URL. Source: rfc1738 3.11.
type Prospero struct {
	Host    Octets          `json:"host"`
	Port    Field           `json:"port"`    // digits; absent: 1525, a UDP port
	HSOName Octets          `json:"hsoname"` // opaque: its slashes mean nothing to us
	Fields  []ProsperoField `json:"fields"`
}

// ProsperoField is one ";field=value". Source: rfc1738 3.11.
type ProsperoField struct {
	Name  Octets `json:"name"`
	Value Octets `json:"value"`
}

func (Prospero) view() {}

// ParseProspero returns the typed view of a prospero URL. The error is a
// *ParseError. It allocates the slice of Fields, and nothing else where nothing
// is escaped. Source: rfc1738 3.11, 5.
func ParseProspero(u URL) (Prospero, error) {
	if err := viewScheme(u, "prospero"); err != nil {
		return Prospero{}, err
	}
	l, err := viewHost(u)
	if err != nil {
		return Prospero{}, err
	}
	path, off, err := viewURLPath(u)
	if err != nil {
		return Prospero{}, err
	}
	hsoname, fields, more := strings.Cut(path, ";")
	v := Prospero{Host: l.host, Port: l.port, HSOName: Unescape(hsoname), Fields: []ProsperoField{}}
	if more {
		v.Fields = make([]ProsperoField, 0, strings.Count(fields, ";")+1)
	}
	for off += len(hsoname); more; {
		var field string
		field, fields, more = strings.Cut(fields, ";")
		name, value, ok := strings.Cut(field, "=")
		if !ok || strings.Contains(field, "/") || strings.Contains(value, "=") {
			return Prospero{}, viewError(u, off, 1+len(field), rule1738Prospero)
		}
		v.Fields = append(v.Fields, ProsperoField{Unescape(name), Unescape(value)})
		off += 1 + len(field)
	}
	return v, nil
}

// URL composes the URL of v. The slashes of the hsoname stand plain; in a field
// "/", ";" and "=" are escapes. Source: rfc1738 3.11, 5.
func (v Prospero) URL(e *Edition) (URL, error) {
	c := compose(e, "prospero")
	c.need(v.Host != "", ruleComposeHost)
	c.login(login{host: v.Host, port: v.Port})
	c.text("/")
	c.octets(v.HSOName, "/?:@&=", c.f.path)
	for _, field := range v.Fields {
		c.text(";")
		c.octets(field.Name, "?:@&", c.f.path)
		c.text("=")
		c.octets(field.Value, "?:@&", c.f.path)
	}
	return c.url()
}

// Request returns the lines that open v, as a person reads them: the attributes
// of the object, among them its access methods, then, if it turns out to be a
// directory, its links. Source: rfc1738 3.11; Prospero protocol, 12 June 1993.
func (v Prospero) Request() []string {
	kind, version := Octets("ASCII"), Octets("0")
	for _, field := range v.Fields {
		switch strings.ToUpper(string(field.Name)) {
		case "OBJECT-VERSION":
			version = field.Value
		case "HSONAME-TYPE":
			kind = field.Value
		}
	}
	object := prosperoToken(kind) + " " + prosperoToken(v.HSOName) + " " + prosperoToken(version)
	return []string{"GET-OBJECT-INFO #ALL " + object, "DIRECTORY " + object, "LIST ATTRIBUTES COMPONENTS"}
}

// prosperoToken returns a token of a Prospero line: quoted, its apostrophes
// doubled, where it is empty or has anything but letters, digits, ".", "_", "-".
func prosperoToken(o Octets) string {
	text := o.Printable()
	plain := text != ""
	for i := range len(text) {
		c := text[i] | 0x20
		plain = plain && ('a' <= c && c <= 'z' || '0' <= text[i] && text[i] <= '9' || strings.IndexByte("._-", text[i]) >= 0)
	}
	if plain {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", "''") + "'"
}
