package earl

import (
	"strings"
)

// Prospero is the typed view of a prospero URL. After the hsoname, draft1993
// has a version and attributes; all other editions have fields. A view with one
// kind cannot be written in an edition that has the other. Source: rfc1738
// 3.11; draft1993 Prospero.
type Prospero struct {
	Host       Octets   // the host
	Port       Field    // the UDP port in digits; absent: 1525
	HSOName    Octets   // the name of the object, which only the server understands
	Fields     []Pair   // the fields after ";", in order
	Version    Field    // the version of the object in digits; may be empty
	Attributes []Octets // the names of attributes, which have letters and digits; only with a version
}

// Parts yields the fields of v by their names in lower case.
func (v Prospero) Parts(yield func(Part) bool) {
	_ = yield(octetsPart("host", ComponentHost, v.Host)) &&
		yield(fieldPart("port", ComponentPort, v.Port)) &&
		yield(octetsPart("hsoname", ComponentPath, v.HSOName)) &&
		yield(pairsPart("fields", ComponentPath, v.Fields)) &&
		yield(fieldPart("version", ComponentPath, v.Version)) &&
		yield(listPart("attributes", ComponentPath, v.Attributes))
}

// ParseProspero returns the typed view of a prospero URL. The error is a
// *ParseError. If u has no escapes, ParseProspero allocates only the slice of
// Fields or Attributes. In draft1993 each %00 ends a component and is not part
// of it (R17). Source: rfc1738 3.11, 5; draft1993 Prospero.
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
	f := u.edition.form("prospero")
	if f.nulls {
		v := Prospero{Host: l.host, Port: l.port}
		v.readNulls(path)
		return v, nil
	}
	hsoname, fields, more := strings.Cut(path, ";")
	v := Prospero{Host: l.host, Port: l.port, HSOName: Unescape(hsoname), Fields: []Pair{}}
	if more {
		v.Fields = make([]Pair, 0, strings.Count(fields, ";")+1)
	}
	for off += len(hsoname); more; {
		var field string
		field, fields, more = strings.Cut(fields, ";")
		name, value, ok := strings.Cut(field, "=")
		// An edition with its own production has already checked the field; in
		// draft1994 a value may contain "=".
		if f.scheme == "" && (!ok || strings.Contains(field, "/") || strings.Contains(value, "=")) {
			return Prospero{}, viewError(u, off, 1+len(field), rule1738Prospero)
		}
		v.Fields = append(v.Fields, Pair{Unescape(name), Unescape(value)})
		off += 1 + len(field)
	}
	return v, nil
}

// encodedNull separates the components in draft1993.
const encodedNull = "%00"

// readNulls reads hsoname [ %00 version [ %00 attribute ... ] ].
// Source: draft1993 Prospero, BNF.
func (v *Prospero) readNulls(path string) {
	hsoname, rest, ok := strings.Cut(path, encodedNull)
	v.HSOName = Unescape(hsoname)
	if !ok {
		return
	}
	version, attributes, more := strings.Cut(rest, encodedNull)
	v.Version = Some(Unescape(version))
	if more {
		v.Attributes = make([]Octets, 0, strings.Count(attributes, encodedNull)+1)
	}
	for more {
		var attribute string
		attribute, attributes, more = strings.Cut(attributes, encodedNull)
		v.Attributes = append(v.Attributes, Unescape(attribute))
	}
}

// URL composes the URL of v. The slashes of the hsoname are not escaped; in a
// field "/", ";" and "=" are. In draft1993 the hsoname cannot contain 0x00,
// which ends it. Source: rfc1738 3.11, 5; draft1993 Prospero.
func (v Prospero) URL(e *Edition) (URL, error) {
	c := compose(e, "prospero")
	c.need(v.Host != "", ruleComposeHost)
	c.login(login{host: v.Host, port: v.Port})
	c.text("/")
	if c.f.nulls {
		c.nulls(v)
		return c.url()
	}
	c.need(!v.Version.Present && len(v.Attributes) == 0, ruleComposeView)
	c.putOctets(v.HSOName, "/?:@&=+", c.f.path)
	for _, field := range v.Fields {
		c.text(";")
		c.putOctets(field.Name, "?:@&+", c.f.path)
		c.text("=")
		c.putOctets(field.Value, "?:@&+", c.f.path)
	}
	return c.url()
}

// nulls appends hsoname, version and attributes. The edition checks that these
// are digits, and letters and digits.
func (c *composer) nulls(v Prospero) {
	c.need(len(v.Fields) == 0 && (v.Version.Present || len(v.Attributes) == 0), ruleComposeView)
	c.ended(v.HSOName, reserved, c.f.path)
	if !v.Version.Present {
		return
	}
	c.text(encodedNull)
	c.ended(v.Version.Value, "", 0)
	for _, attribute := range v.Attributes {
		c.text(encodedNull)
		c.ended(attribute, "", 0)
	}
}

// ended appends a component that 0x00 ends.
func (c *composer) ended(o Octets, also string, class class) {
	c.need(strings.IndexByte(string(o), 0) < 0, ruleComposeView)
	c.putOctets(o, also, class)
}
