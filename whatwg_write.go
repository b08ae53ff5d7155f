package earl

import (
	"bytes"
	"strconv"

	"github.com/earl-url/earl/internal/octet"
)

// An hrefWriter is the basic URL parser as a writer. It reads a text once and
// appends the serialized URL to a buffer; it removes dot segments in the
// buffer. Each method takes and returns the buffer b and does not keep it, so
// that the buffer can be on the stack. Source: whatwg URL parsing.
type hrefWriter struct {
	start   int       // the offset of the URL in the buffer
	ends    [8]uint32 // its offsets, relative to start
	base    URL       // the serialized base; the zero URL: no base
	special bool
	file    bool
	port    uint16 // the scheme's default; 0: no default
}

// url appends the URL of in, a text without leading and trailing C0 controls
// and spaces, and without tabs and newlines. It returns false if the standard's
// parser fails. Source: whatwg scheme state.
func (w *hrefWriter) url(b, in []byte) ([]byte, bool) {
	n := whatwgSchemeLen(in)
	if n == 0 {
		return w.withoutScheme(b, in)
	}
	for _, c := range in[:n] {
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		b = append(b, c)
	}
	b = w.scheme(b)
	rest := in[n+1:]
	switch {
	case w.file:
		return w.fileURL(b, rest)
	case w.special && !hasPrefix(rest, "//") && w.sameScheme(b):
		return w.relative(b, rest) // special relative or authority state
	case w.special:
		return w.authority(b, whatwgSkipSlashes(rest))
	case hasPrefix(rest, "//"): // path or authority state
		return w.authority(b, rest[2:])
	}
	w.noLogin(b)
	if hasPrefix(rest, "/") {
		return w.pathAndTail(b, rest[1:]), true
	}
	b, rest = w.opaquePath(b, rest)
	return w.tail(b, rest), true
}

// whatwgSchemeLen returns the length of the scheme at the start of in, or 0: a
// letter, other bytes of a scheme, and a colon.
func whatwgSchemeLen(in []byte) int {
	if len(in) == 0 || octet.WHATWGClasses[in[0]]&octet.WHATWGAlpha == 0 {
		return 0
	}
	for i, c := range in {
		if octet.WHATWGClasses[c]&octet.WHATWGScheme == 0 {
			if c == ':' {
				return i
			}
			return 0
		}
	}
	return 0
}

// whatwgSpecial returns the properties of a scheme in lower case: whether it is
// special, and its default port. Source: whatwg URL miscellaneous.
func whatwgSpecial(scheme string) (special bool, port uint16) {
	switch scheme {
	case "https", "wss":
		return true, 443
	case "http", "ws":
		return true, 80
	case "ftp":
		return true, 21
	case "file":
		return true, 0
	}
	return false, 0
}

// whatwgSkipSlashes returns in without its leading slashes and backslashes.
// Source: whatwg special authority ignore slashes state.
func whatwgSkipSlashes(in []byte) []byte {
	for len(in) > 0 && (in[0] == '/' || in[0] == '\\') {
		in = in[1:]
	}
	return in
}

// scheme uses what has been written as the scheme, and appends the colon.
func (w *hrefWriter) scheme(b []byte) []byte {
	w.special, w.port = whatwgSpecialFold(b[w.start:])
	w.file = w.special && w.port == 0
	w.mark(b, endScheme)
	return append(b, ':')
}

// mark sets offset k to the current position.
func (w *hrefWriter) mark(b []byte, k int) { w.ends[k] = uint32(len(b) - w.start) }

// baseScheme returns the base's scheme, or "" if there is no base.
func (w *hrefWriter) baseScheme() string { return w.base.text[:w.base.ends[endScheme]] }

// sameScheme reports whether there is a base with the scheme that has been
// written.
func (w *hrefWriter) sameScheme(b []byte) bool {
	return w.base.text != "" && w.baseScheme() == string(b[w.start:w.start+int(w.ends[endScheme])])
}

// isOpaque reports whether u, a URL of the standard, has an opaque path.
// Source: whatwg URL miscellaneous.
func (u URL) isOpaque() bool {
	return !u.hasLogin() && (u.ends[endPath] == u.ends[endPort] || u.text[u.ends[endPort]] != '/')
}

// withoutScheme appends the target of a reference without a scheme. Source: whatwg no scheme state.
func (w *hrefWriter) withoutScheme(b, in []byte) ([]byte, bool) {
	if w.base.text == "" || w.base.isOpaque() && !hasPrefix(in, "#") {
		return b, false
	}
	b = w.scheme(append(b, w.baseScheme()...))
	switch {
	case w.file:
		return w.fileURL(b, in)
	case w.base.isOpaque():
		w.noLogin(b)
		b = append(b, w.base.Path()...)
		w.mark(b, endPath)
		return w.fragment(w.baseQuery(b), in), true
	}
	return w.relative(b, in)
}

// relative appends the target of a reference with a base of the same scheme,
// which has been written. Source: whatwg relative state, relative slash state.
func (w *hrefWriter) relative(b, in []byte) ([]byte, bool) {
	if len(in) == 0 || !w.isSlash(in[0]) {
		return w.onBasePath(w.baseLogin(b), in, false), true
	}
	switch {
	case w.special && len(in) > 1 && w.isSlash(in[1]):
		return w.authority(b, whatwgSkipSlashes(in))
	case hasPrefix(in, "//"):
		return w.authority(b, in[2:])
	}
	return w.pathAndTail(w.baseLogin(b), in[1:]), true
}

// onBasePath appends the base's path with the changes of a reference. drive
// means that the reference starts with a drive letter. Source: whatwg relative
// state, file state.
func (w *hrefWriter) onBasePath(b, in []byte, drive bool) []byte {
	if len(in) == 0 || in[0] == '?' || in[0] == '#' {
		b = w.closePath(append(b, w.base.Path()...))
		if len(in) > 0 && in[0] == '?' {
			return w.query(b, in)
		}
		return w.fragment(w.baseQuery(b), in)
	}
	if !drive {
		b = w.shorten(append(b, w.base.Path()...))
	}
	return w.pathAndTail(b, in)
}

// isSlash reports whether c separates segments in the URL's scheme.
func (w *hrefWriter) isSlash(c byte) bool { return c == '/' || c == '\\' && w.special }

// noLogin sets the offsets of a URL without a host.
func (w *hrefWriter) noLogin(b []byte) {
	for k := endUser; k <= endPort; k++ {
		w.mark(b, k)
	}
}

// baseLogin appends the base's login.
func (w *hrefWriter) baseLogin(b []byte) []byte {
	if !w.base.hasLogin() {
		w.noLogin(b)
		return b
	}
	copy(w.ends[endUser:endPath], w.base.ends[endUser:endPath])
	return append(b, w.base.text[w.base.partStart():w.base.ends[endPort]]...)
}

// baseQuery appends the base's query.
func (w *hrefWriter) baseQuery(b []byte) []byte {
	w.mark(b, endParams)
	return append(b, w.base.text[w.base.ends[endParams]:w.base.ends[endQuery]]...)
}

// authority appends the login at the start of in, and everything after it.
// Source: whatwg authority state, host state, port state.
func (w *hrefWriter) authority(b, in []byte) ([]byte, bool) {
	end := w.authorityEnd(in)
	b = append(b, "//"...)
	host := in[:end]
	if at := bytes.LastIndexByte(host, '@'); at >= 0 {
		if at+1 == end {
			return b, false
		}
		b = w.credentials(b, host[:at])
		host = host[at+1:]
	} else {
		w.mark(b, endUser)
		w.mark(b, endPassword)
	}
	b, ok := w.hostport(b, host)
	if !ok {
		return b, false
	}
	return w.pathStart(b, in[end:]), true
}

// indexOctet returns the offset of the first byte c, or the length of in. The
// compiler can prove that indexOctet does not change in, unlike
// bytes.IndexByte, so a string can be passed as a byte slice without a copy.
func indexOctet(in []byte, c byte) int {
	for i := range in {
		if in[i] == c {
			return i
		}
	}
	return len(in)
}

// authorityEnd returns the end of the login at the start of in.
func (w *hrefWriter) authorityEnd(in []byte) int {
	for i, c := range in {
		if c == '/' || c == '?' || c == '#' || c == '\\' && w.special {
			return i
		}
	}
	return len(in)
}

// credentials appends the user and the password, without an empty password, and
// nothing if both are empty. Source: whatwg authority state, URL serializing.
func (w *hrefWriter) credentials(b, in []byte) []byte {
	colon := indexOctet(in, ':')
	user, password := in[:colon], in[min(colon+1, len(in)):]
	b = whatwgEncode(b, user, octet.WHATWGUser)
	w.mark(b, endUser)
	if len(password) > 0 {
		b = whatwgEncode(append(b, ':'), password, octet.WHATWGUser)
	}
	w.mark(b, endPassword)
	if len(user)+len(password) > 0 {
		b = append(b, '@')
	}
	return b
}

// hostport appends the host and the port, without a default port.
func (w *hrefWriter) hostport(b, in []byte) ([]byte, bool) {
	host, port := whatwgCutPort(in)
	if len(host) == 0 && (w.special || port != nil) {
		return b, false
	}
	b, ok := whatwgAppendHost(b, host, w.special)
	if !ok {
		return b, false
	}
	w.mark(b, endHost)
	n, given, ok := whatwgPort(port)
	if given && (n != w.port || w.port == 0) {
		b = whatwgAppendPort(b, n)
	}
	w.mark(b, endPort)
	return b, ok
}

// whatwgCutPort splits a host and port at the first colon outside of brackets.
// The port is nil if the URL has none. Source: whatwg host state.
func whatwgCutPort(in []byte) (host, port []byte) {
	brackets := false
	for i, c := range in {
		switch {
		case c == '[':
			brackets = true
		case c == ']':
			brackets = false
		case c == ':' && !brackets:
			return in[:i], in[i+1:]
		}
	}
	return in, nil
}

// whatwgPort reads the digits of a port, and reports whether there are any.
// Source: whatwg port state.
func whatwgPort(in []byte) (n uint16, given, ok bool) {
	v := 0
	for _, c := range in {
		if c < '0' || c > '9' {
			return 0, false, false
		}
		if v = v*10 + int(c-'0'); v > 0xFFFF {
			return 0, false, false
		}
	}
	return uint16(v), len(in) > 0, true
}

// whatwgAppendPort appends a colon and a port.
func whatwgAppendPort(b []byte, port uint16) []byte {
	return strconv.AppendUint(append(b, ':'), uint64(port), 10)
}

// fileURL appends a URL of the scheme file, which has been written. Source:
// whatwg file state, file slash state.
func (w *hrefWriter) fileURL(b, in []byte) ([]byte, bool) {
	slash := len(in) > 0 && w.isSlash(in[0])
	switch {
	case slash && len(in) > 1 && w.isSlash(in[1]):
		return w.fileHost(b, in[2:])
	case !w.sameScheme(b):
		b = append(b, "//"...)
		w.noLogin(b)
		if slash {
			in = in[1:]
		}
		return w.pathAndTail(b, in), true
	}
	b = w.baseLogin(b)
	if !slash {
		return w.onBasePath(b, in, startsWithDrive(in)), true
	}
	if in = in[1:]; !startsWithDrive(in) {
		if path := w.base.Path(); len(path) >= 3 && isDriveLetter([]byte(path[1:3]), ':') && (len(path) == 3 || path[3] == '/') {
			b = append(b, path[:3]...)
		}
	}
	return w.pathAndTail(b, in), true
}

// fileHost appends the host of a file URL, and everything after it. "localhost"
// is dropped. Source: whatwg file host state.
func (w *hrefWriter) fileHost(b, in []byte) ([]byte, bool) {
	b = append(b, "//"...)
	w.noLogin(b)
	end := w.authorityEnd(in)
	switch host := len(b); {
	case isDriveLetter(in[:end], ':') || isDriveLetter(in[:end], '|'):
		return w.pathAndTail(b, in), true // the drive letter starts the path
	case end > 0:
		ok := true
		if b, ok = whatwgAppendHost(b, in[:end], true); !ok {
			return b, false
		}
		if string(b[host:]) == "localhost" {
			b = b[:host]
		}
		w.mark(b, endHost)
		w.mark(b, endPort)
	}
	return w.pathStart(b, in[end:]), true
}

// isDriveLetter reports whether in is a letter followed by the byte end: a Windows
// drive letter.
func isDriveLetter(in []byte, end byte) bool {
	return len(in) == 2 && octet.WHATWGClasses[in[0]]&octet.WHATWGAlpha != 0 && in[1] == end
}

// startsWithDrive reports whether in starts with a Windows drive letter. Source: whatwg URL miscellaneous.
func startsWithDrive(in []byte) bool {
	return len(in) >= 2 && (isDriveLetter(in[:2], ':') || isDriveLetter(in[:2], '|')) &&
		(len(in) == 2 || in[2] == '/' || in[2] == '\\' || in[2] == '?' || in[2] == '#')
}

// pathStart appends the path after a login, and everything after it. A special
// URL always has a path. Source: whatwg path start state.
func (w *hrefWriter) pathStart(b, in []byte) []byte {
	switch {
	case len(in) > 0 && w.isSlash(in[0]):
		in = in[1:]
	case !w.special:
		return w.tail(w.closePath(b), in)
	}
	return w.pathAndTail(b, in)
}

// pathAndTail appends the segments of the path at the start of in to those
// already written, and everything after it. Source: whatwg path state.
func (w *hrefWriter) pathAndTail(b, in []byte) []byte {
	for {
		n := 0
		for n < len(in) && in[n] != '/' && in[n] != '?' && in[n] != '#' && (in[n] != '\\' || !w.special) {
			n++
		}
		last := n == len(in) || in[n] == '?' || in[n] == '#'
		b = w.segment(b, in[:n], last)
		if last {
			return w.tail(w.closePath(b), in[n:])
		}
		in = in[n+1:]
	}
}

// segment appends one segment of a path.
func (w *hrefWriter) segment(b, in []byte, last bool) []byte {
	switch whatwgDots(in) {
	case 2:
		b = w.shorten(b)
		fallthrough
	case 1:
		if last {
			b = append(b, '/')
		}
		return b
	}
	drive := w.file && isDriveLetter(in, '|') && len(b) == w.pathAt()
	b = whatwgEncode(append(b, '/'), in, octet.WHATWGPath)
	if drive {
		b[len(b)-1] = ':'
	}
	return b
}

// pathAt is where in the buffer the path starts.
func (w *hrefWriter) pathAt() int { return w.start + int(w.ends[endPort]) }

// whatwgDots returns 1 for a single-dot URL path segment, 2 for a double-dot
// one, else 0. Source: whatwg URL representation.
func whatwgDots(in []byte) int {
	dots := 0
	for len(in) > 0 && dots < 3 {
		switch {
		case in[0] == '.':
			in = in[1:]
		case len(in) >= 3 && in[0] == '%' && in[1] == '2' && in[2]|0x20 == 'e':
			in = in[3:]
		default:
			return 0
		}
		dots++
	}
	if dots > 2 {
		return 0
	}
	return dots
}

// shorten removes the path's last segment, but not a drive letter. Source:
// whatwg URL miscellaneous, shorten.
func (w *hrefWriter) shorten(b []byte) []byte {
	path := b[w.pathAt():]
	if w.file && len(path) == 3 && isDriveLetter(path[1:], ':') {
		return b
	}
	return b[:w.pathAt()+max(0, bytes.LastIndexByte(path, '/'))]
}

// closePath marks the end of the path. If a path without a login would be read
// as a login, it inserts "/." before the path; this is part of the text, but
// not of the path. Source: whatwg URL serializing.
func (w *hrefWriter) closePath(b []byte) []byte {
	path := w.pathAt()
	if int(w.ends[endHost]) == int(w.ends[endScheme])+1 && hasPrefix(b[path:], "//") {
		b = guardPath(b, path, false)
		w.ends[endPort] += 2
	}
	w.mark(b, endPath)
	return b
}

// opaquePath appends an opaque path and returns what follows it. Only a space
// at its end is escaped. Source: whatwg opaque path state.
func (w *hrefWriter) opaquePath(b, in []byte) (out, rest []byte) {
	for {
		n := 0
		for n < len(in) && in[n] != '?' && in[n] != '#' && in[n] != ' ' {
			n++
		}
		b = whatwgEncode(b, in[:n], octet.WHATWGOpaquePath)
		in = in[n:]
		if len(in) == 0 || in[0] != ' ' {
			w.mark(b, endPath)
			return b, in
		}
		if in = in[1:]; len(in) > 0 && (in[0] == '?' || in[0] == '#') {
			b = append(b, "%20"...)
		} else {
			b = append(b, ' ')
		}
	}
}

// tail appends the query and the fragment in in, after the path.
func (w *hrefWriter) tail(b, in []byte) []byte {
	if len(in) > 0 && in[0] == '?' {
		return w.query(b, in)
	}
	w.mark(b, endParams)
	return w.fragment(b, in)
}

// query appends the query at the start of in, and the fragment after it.
// Source: whatwg query state.
func (w *hrefWriter) query(b, in []byte) []byte {
	w.mark(b, endParams)
	end := indexOctet(in, '#')
	b = whatwgEncode(append(b, '?'), in[1:end], w.queryClass())
	return w.fragment(b, in[end:])
}

// queryClass is the class of bytes that are not escaped in the URL's query.
func (w *hrefWriter) queryClass() octet.Class {
	if w.special {
		return octet.WHATWGSpecialQuery
	}
	return octet.WHATWGQuery
}

// fragment appends the fragment in in. Source: whatwg fragment state.
func (w *hrefWriter) fragment(b, in []byte) []byte {
	w.mark(b, endQuery)
	if len(in) > 0 {
		b = whatwgEncode(append(b, '#'), in[1:], octet.WHATWGFragment)
	}
	return b
}
