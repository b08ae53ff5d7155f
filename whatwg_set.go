package earl

import (
	"bytes"
	"strings"

	"github.com/earl-url/earl/internal/octet"
)

// A record is a URL in parts, as in the standard. User, password and port are
// "" if absent, and host is nil. Query and fragment include their delimiter.
// Source: whatwg URL representation.
type record struct {
	scheme, user, password string
	host                   []byte
	port, path             string
	query, fragment        string
	opaque                 bool
}

// whatwgRecord splits a URL.
func whatwgRecord(u URL) record {
	r := record{scheme: u.text[:u.ends[endScheme]], path: u.Path(), opaque: u.isOpaque(),
		query: u.text[u.ends[endParams]:u.ends[endQuery]], fragment: u.text[u.ends[endQuery]:]}
	r.user, _ = u.User()
	r.password, _ = u.Password()
	r.port, _ = u.Port()
	if host, ok := u.Host(); ok {
		r.host = []byte(host)
	}
	return r
}

// text serialises the record. Source: whatwg URL serializing.
func (r record) text() (string, [8]uint32) {
	var w hrefWriter
	const delims = len(":" + "//" + ":" + "@" + ":" + "/.")
	size := len(r.scheme) + len(r.user) + len(r.password) + len(r.host) + len(r.port) + len(r.path) + len(r.query) + len(r.fragment) + delims
	b := w.scheme(append(make([]byte, 0, size), r.scheme...))
	if r.host == nil {
		w.noLogin(b)
	} else {
		b = append(append(b, "//"...), r.user...)
		w.mark(b, endUser)
		if r.password != "" {
			b = append(append(b, ':'), r.password...)
		}
		w.mark(b, endPassword)
		if r.user != "" || r.password != "" {
			b = append(b, '@')
		}
		b = append(b, r.host...)
		w.mark(b, endHost)
		if r.port != "" {
			b = append(append(b, ':'), r.port...)
		}
		w.mark(b, endPort)
	}
	b = w.closePath(append(b, r.path...))
	w.mark(b, endParams)
	b = append(b, r.query...)
	w.mark(b, endQuery)
	return string(append(b, r.fragment...)), w.ends
}

// writer returns a writer for one component of the record.
func (r *record) writer() *hrefWriter {
	w := &hrefWriter{}
	w.special, w.port = whatwgSpecial(r.scheme)
	w.file = w.special && w.port == 0
	return w
}

// noCredentials reports whether the URL cannot have a username, password and
// port. Source: whatwg URL miscellaneous.
func (r *record) noCredentials() bool { return len(r.host) == 0 || r.scheme == "file" }

// whatwgSet returns the URL with one component changed by the standard's
// setter. It returns false if the setter leaves the URL unchanged, because the
// value or the URL does not allow the change. Source: whatwg URL class.
func whatwgSet(text string, marks [8]uint32, what component, value string) (out string, ends [8]uint32, ok bool) {
	if uint64(len(text)) > whatwgMax || uint64(len(value)) > whatwgMax {
		return text, marks, false
	}
	r := whatwgRecord(URL{text: text, ends: marks})
	in := []byte(value)
	switch what {
	case setQuery: // a leading "?" is removed before tabs and newlines are
		in = bytes.TrimPrefix(in, []byte("?"))
	case setFragment:
		in = bytes.TrimPrefix(in, []byte("#"))
	}
	if what != setUser && what != setPassword {
		in = whatwgAppendClean(in[:0], string(in))
	}
	switch what {
	case setScheme:
		ok = r.setScheme(in)
	case setUser:
		if ok = !r.noCredentials(); ok {
			r.user = string(whatwgEncode(nil, in, octet.WHATWGUser))
		}
	case setPassword:
		if ok = !r.noCredentials(); ok {
			r.password = string(whatwgEncode(nil, in, octet.WHATWGUser))
		}
	case setHost, setHostname:
		ok = !r.opaque && r.setHost(in, what == setHostname)
	case setPort:
		ok = !r.noCredentials() && r.setPort(in, value == "")
	case setPath:
		if ok = !r.opaque; ok {
			r.setPath(in)
		}
	case setQuery:
		r.query, ok = "", true
		if value != "" {
			r.query = string(whatwgEncode([]byte("?"), in, r.writer().queryClass()))
		}
	case setFragment:
		r.fragment, ok = "", true
		if value != "" {
			r.fragment = string(whatwgEncode([]byte("#"), in, octet.WHATWGFragment))
		}
	}
	if !ok {
		return text, marks, false
	}
	out, ends = r.text()
	if what == setScheme {
		// "localhost" and "C|" have another meaning after "file:". Departs: the
		// standard applies it only when the resulting text is parsed again.
		return whatwgParse(out, "", [8]uint32{})
	}
	return out, ends, true
}

// setScheme is the scheme state with an override. A special scheme stays
// special, and a non-special one stays non-special. Source: whatwg scheme
// state.
func (r *record) setScheme(in []byte) bool {
	n := whatwgSchemeLen(append(in, ':'))
	if n == 0 {
		return false
	}
	scheme := strings.ToLower(string(in[:n]))
	was, _ := whatwgSpecial(r.scheme)
	special, port := whatwgSpecial(scheme)
	switch {
	case was != special,
		scheme == "file" && (r.user != "" || r.password != "" || r.port != ""),
		r.scheme == "file" && len(r.host) == 0:
		return false
	}
	r.scheme = scheme
	if n, given, _ := whatwgPort([]byte(r.port)); given && special && n == port {
		r.port = ""
	}
	return true
}

// setHost is the host state with an override, or the hostname state, which does
// not accept a port. Source: whatwg host state, file host state.
func (r *record) setHost(in []byte, hostname bool) bool {
	w := r.writer()
	in = in[:w.authorityEnd(in)]
	if w.file {
		return r.setFileHost(in)
	}
	host, port := whatwgCutPort(in)
	switch {
	case port != nil && (len(host) == 0 || hostname):
		return false
	case len(host) == 0 && (w.special || r.user != "" || r.password != "" || r.port != ""):
		return false
	}
	if len(host) == 0 {
		r.host = []byte{}
		return true
	}
	b, ok := whatwgAppendHost(nil, host, w.special)
	if !ok {
		return false
	}
	r.host = b
	r.setPort(port, false) // an invalid port leaves the port unchanged, but the host is set
	return true
}

// setFileHost is the file host state with an override.
func (r *record) setFileHost(in []byte) bool {
	r.host = []byte{}
	if len(in) == 0 {
		return true
	}
	host, ok := whatwgAppendHost(nil, in, true)
	if string(host) != "localhost" {
		r.host = host
	}
	return ok
}

// setPort is the port state with an override: it uses the leading digits of in.
// Source: whatwg port state.
func (r *record) setPort(in []byte, remove bool) bool {
	if remove {
		r.port = ""
		return true
	}
	n, given, ok := whatwgPort(in[:len(in)-len(bytes.TrimLeft(in, "0123456789"))])
	if !given || !ok {
		return false
	}
	r.port = ""
	if w := r.writer(); n != w.port || w.port == 0 {
		r.port = string(whatwgAppendPort(nil, n)[1:])
	}
	return true
}

// setPath is the path start state with an override: "?" and "#" do not end the
// path. Source: whatwg path start state.
func (r *record) setPath(in []byte) {
	w := r.writer()
	if len(in) == 0 && !w.special && r.host != nil {
		r.path = ""
		return
	}
	if len(in) > 0 && w.isSlash(in[0]) {
		in = in[1:]
	}
	var b []byte
	for last := false; !last; {
		n := 0
		for n < len(in) && !w.isSlash(in[n]) {
			n++
		}
		last = n == len(in)
		b = w.segment(b, in[:n], last)
		in = in[min(n+1, len(in)):]
	}
	r.path = string(b)
}
