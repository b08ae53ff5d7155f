package views

import (
	"strings"

	"github.com/earl-url/earl"
)

// TFTP is the typed view of a tftp URL: a file of a host. The file is the whole
// path after its first "/", because the protocol has no directories. A mode may
// follow it. RFC 3617 has no port; this view accepts one, as other programs do.
// Source: rfc3617 3.
type TFTP struct {
	Host earl.Octets // the host
	Port earl.Field  // the port in digits; absent: 69
	File earl.Octets // the name of the file
	Mode earl.Field  // the mode "netascii" for text, or "octet"; absent: "octet"
}

// Parts yields the fields of v by their names in lower case.
func (v TFTP) Parts(yield func(earl.Part) bool) {
	_ = yield(octetsPart("host", earl.ComponentHost, v.Host)) &&
		yield(fieldPart("port", earl.ComponentPort, v.Port)) &&
		yield(octetsPart("file", earl.ComponentPath, v.File)) &&
		yield(fieldPart("mode", earl.ComponentPath, v.Mode))
}

// modeMark is the text between a file and its mode. Source: rfc3617 3.
const modeMark = ";mode="

// ParseTFTP returns the typed view of a tftp URL. The error is a *ParseError.
// Source: rfc3617 3.
func ParseTFTP(u earl.URL) (TFTP, error) {
	if err := viewScheme(u, "tftp"); err != nil {
		return TFTP{}, err
	}
	l, err := viewHost(u)
	if err != nil {
		return TFTP{}, err
	}
	path, off, err := viewURLPath(u)
	if err != nil {
		return TFTP{}, err
	}
	v := TFTP{Host: l.Host, Port: l.Port}
	file := path
	if i := strings.LastIndexByte(path, ';'); i >= 0 && len(path)-i >= len(modeMark) && strings.EqualFold(path[i:i+len(modeMark)], modeMark) {
		file, v.Mode = path[:i], earl.Some(earl.Unescape(path[i+len(modeMark):]))
	}
	if v.File = earl.Unescape(file); v.File == "" || !isTFTPMode(v.Mode) {
		return TFTP{}, u.Violation(off, len(path), ruleTFTP)
	}
	return v, nil
}

// isTFTPMode reports whether a mode is absent, "octet" or "netascii". Source:
// rfc3617 3; rfc1350 5.
func isTFTPMode(mode earl.Field) bool {
	if !mode.Present {
		return mode.Value == ""
	}
	return strings.EqualFold(string(mode.Value), "octet") || strings.EqualFold(string(mode.Value), "netascii")
}

// URL composes the URL of v. A ";" in a file is escaped, so that no mode begins
// there. Source: rfc3617 3.
func (v TFTP) URL(e *earl.Edition) (earl.URL, error) {
	c := e.Composer("tftp")
	c.Need(v.Host != "", earl.RuleComposeHost)
	c.Login(earl.Login{Host: v.Host, Port: v.Port})
	c.Need(v.File != "" && isTFTPMode(v.Mode), earl.RuleComposeView)
	c.Text("/")
	c.Octets(earl.ComponentPath, v.File, "/?:@&=+")
	if v.Mode.Present {
		c.Text(modeMark + string(v.Mode.Value))
	}
	return c.URL()
}
