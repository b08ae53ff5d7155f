package earl

import "strings"

// TFTP is the typed view of a tftp URL: a file of a host. The file is the whole
// path after its first "/", because the protocol has no directories. A mode may
// follow it. RFC 3617 has no port; this view accepts one, as other programs do.
// Source: rfc3617 3.
type TFTP struct {
	Host Octets // the host
	Port Field  // the port in digits; absent: 69
	File Octets // the name of the file
	Mode Field  // the mode "netascii" for text, or "octet"; absent: "octet"
}

// Parts yields the fields of v by their names in lower case.
func (v TFTP) Parts(yield func(Part) bool) {
	_ = yield(octetsPart("host", ComponentHost, v.Host)) &&
		yield(fieldPart("port", ComponentPort, v.Port)) &&
		yield(octetsPart("file", ComponentPath, v.File)) &&
		yield(fieldPart("mode", ComponentPath, v.Mode))
}

// modeMark is the text between a file and its mode. Source: rfc3617 3.
const modeMark = ";mode="

// ParseTFTP returns the typed view of a tftp URL. The error is a *ParseError.
// Source: rfc3617 3.
func ParseTFTP(u URL) (TFTP, error) {
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
	v := TFTP{Host: l.host, Port: l.port}
	file := path
	if i := strings.LastIndexByte(path, ';'); i >= 0 && len(path)-i >= len(modeMark) && strings.EqualFold(path[i:i+len(modeMark)], modeMark) {
		file, v.Mode = path[:i], Some(Unescape(path[i+len(modeMark):]))
	}
	if v.File = Unescape(file); v.File == "" || !isTFTPMode(v.Mode) {
		return TFTP{}, viewError(u, off, len(path), ruleTFTP)
	}
	return v, nil
}

// isTFTPMode reports whether a mode is absent, "octet" or "netascii". Source:
// rfc3617 3; rfc1350 5.
func isTFTPMode(mode Field) bool {
	if !mode.Present {
		return mode.Value == ""
	}
	return strings.EqualFold(string(mode.Value), "octet") || strings.EqualFold(string(mode.Value), "netascii")
}

// URL composes the URL of v. A ";" in a file is escaped, so that no mode begins
// there. Source: rfc3617 3.
func (v TFTP) URL(e *Edition) (URL, error) {
	c := compose(e, "tftp")
	c.need(v.Host != "", ruleComposeHost)
	c.login(login{host: v.Host, port: v.Port})
	c.need(v.File != "" && isTFTPMode(v.Mode), ruleComposeView)
	c.text("/")
	c.putOctets(v.File, "/?:@&=+", c.f.path)
	if v.Mode.Present {
		c.text(modeMark + string(v.Mode.Value))
	}
	return c.url()
}
