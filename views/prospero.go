package views

import (
	"strings"

	"github.com/earl-url/earl"
)

// Prospero is the typed view of a prospero URL. After the hsoname, draft1993
// has a version and attributes; all other editions have fields. A view with one
// kind cannot be written in an edition that has the other. Source: rfc1738
// 3.11; draft1993 Prospero.
type Prospero struct {
	Host       earl.Octets   // the host
	Port       earl.Field    // the UDP port in digits; absent: 1525
	HSOName    earl.Octets   // the name of the object, which only the server understands
	Fields     []earl.Pair   // the fields after ";", in order
	Version    earl.Field    // the version of the object in digits; may be empty
	Attributes []earl.Octets // the names of attributes, which have letters and digits; only with a version
}

// Parts yields the fields of v by their names in lower case.
func (v Prospero) Parts(yield func(earl.Part) bool) {
	_ = yield(octetsPart("host", earl.ComponentHost, v.Host)) &&
		yield(fieldPart("port", earl.ComponentPort, v.Port)) &&
		yield(octetsPart("hsoname", earl.ComponentPath, v.HSOName)) &&
		yield(pairsPart("fields", earl.ComponentPath, v.Fields)) &&
		yield(fieldPart("version", earl.ComponentPath, v.Version)) &&
		yield(listPart("attributes", earl.ComponentPath, v.Attributes))
}

// ParseProspero returns the typed view of a prospero URL. The error is a
// *ParseError. If u has no escapes, ParseProspero allocates only the slice of
// Fields or Attributes. In draft1993 each %00 ends a component and is not part
// of it (R17). Source: rfc1738 3.11, 5; draft1993 Prospero.
func ParseProspero(u earl.URL) (Prospero, error) {
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
	f := u.Edition().Syntax("prospero")
	if f.Nulls {
		v := Prospero{Host: l.Host, Port: l.Port}
		v.readNulls(path)
		return v, nil
	}
	hsoname, fields, more := strings.Cut(path, ";")
	v := Prospero{Host: l.Host, Port: l.Port, HSOName: earl.Unescape(hsoname), Fields: []earl.Pair{}}
	if more {
		v.Fields = make([]earl.Pair, 0, strings.Count(fields, ";")+1)
	}
	for off += len(hsoname); more; {
		var field string
		field, fields, more = strings.Cut(fields, ";")
		name, value, ok := strings.Cut(field, "=")
		// An edition with its own production has already checked the field; in
		// draft1994 a value may contain "=".
		if !f.Production && (!ok || strings.Contains(field, "/") || strings.Contains(value, "=")) {
			return Prospero{}, u.Violation(off, 1+len(field), earl.RuleProspero)
		}
		v.Fields = append(v.Fields, earl.Pair{Name: earl.Unescape(name), Value: earl.Unescape(value)})
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
	v.HSOName = earl.Unescape(hsoname)
	if !ok {
		return
	}
	version, attributes, more := strings.Cut(rest, encodedNull)
	v.Version = earl.Some(earl.Unescape(version))
	if more {
		v.Attributes = make([]earl.Octets, 0, strings.Count(attributes, encodedNull)+1)
	}
	for more {
		var attribute string
		attribute, attributes, more = strings.Cut(attributes, encodedNull)
		v.Attributes = append(v.Attributes, earl.Unescape(attribute))
	}
}

// URL composes the URL of v. The slashes of the hsoname are not escaped; in a
// field "/", ";" and "=" are. In draft1993 the hsoname cannot contain 0x00,
// which ends it. Source: rfc1738 3.11, 5; draft1993 Prospero.
func (v Prospero) URL(e *earl.Edition) (earl.URL, error) {
	c := e.Composer("prospero")
	c.Need(v.Host != "", earl.RuleComposeHost)
	c.Login(earl.Login{Host: v.Host, Port: v.Port})
	c.Text("/")
	if e.Syntax("prospero").Nulls {
		putNulls(c, v)
		return c.URL()
	}
	c.Need(!v.Version.Present && len(v.Attributes) == 0, earl.RuleComposeView)
	c.Octets(earl.ComponentPath, v.HSOName, "/?:@&=+")
	for _, field := range v.Fields {
		c.Text(";")
		c.Octets(earl.ComponentPath, field.Name, "?:@&+")
		c.Text("=")
		c.Octets(earl.ComponentPath, field.Value, "?:@&+")
	}
	return c.URL()
}

// putNulls appends hsoname, version and attributes. The edition checks that these
// are digits, and letters and digits.
func putNulls(c *earl.Composer, v Prospero) {
	c.Need(len(v.Fields) == 0 && (v.Version.Present || len(v.Attributes) == 0), earl.RuleComposeView)
	putEnded(c, v.HSOName, reserved)
	if !v.Version.Present {
		return
	}
	c.Text(encodedNull)
	putEnded(c, v.Version.Value, "")
	for _, attribute := range v.Attributes {
		c.Text(encodedNull)
		putEnded(c, attribute, "")
	}
}

// putEnded appends a component that 0x00 ends.
func putEnded(c *earl.Composer, o earl.Octets, also string) {
	c.Need(strings.IndexByte(string(o), 0) < 0, earl.RuleComposeView)
	c.Octets(earl.ComponentPath, o, also)
}
