package earl

import "bytes"

// An hrefWriter is the basic URL parser as a writer: it reads a text once and
// writes the URL that it means, serialised, behind what b holds already; dot
// segments are taken back inside it. Source: whatwg URL parsing.
type hrefWriter struct {
	b       []byte
	start   int       // where in b the URL starts
	ends    [8]uint32 // its marks, from start on
	base    URL       // the base, serialised; without text: none
	special bool
	file    bool
	port    uint16 // the scheme's default; 0: none
}

// url writes the URL that in means, a text without leading and trailing C0
// controls and spaces, and without tabs and newlines. It is false where the
// standard's parser fails. Source: whatwg scheme state.
func (w *hrefWriter) url(in []byte) bool {
	n := whatwgSchemeLen(in)
	if n == 0 {
		return w.withoutScheme(in)
	}
	for _, c := range in[:n] {
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		w.b = append(w.b, c)
	}
	w.scheme()
	rest := in[n+1:]
	switch {
	case w.file:
		return w.fileURL(rest)
	case w.special && !hasPrefix(rest, "//") && w.sameScheme():
		return w.relative(rest) // special relative or authority state
	case w.special:
		return w.authority(whatwgSkipSlashes(rest))
	case hasPrefix(rest, "//"): // path or authority state
		return w.authority(rest[2:])
	case hasPrefix(rest, "/"):
		w.noLogin()
		return w.tail(w.path(rest[1:]))
	}
	w.noLogin()
	return w.tail(w.opaquePath(rest))
}

// whatwgSchemeLen returns the length of the scheme that in starts with, 0 if it
// starts with none: a letter, other octets of a scheme, and a colon.
func whatwgSchemeLen(in []byte) int {
	if len(in) == 0 || whatwgClasses[in[0]]&whatwgAlpha == 0 {
		return 0
	}
	for i, c := range in {
		if whatwgClasses[c]&whatwgScheme == 0 {
			if c == ':' {
				return i
			}
			return 0
		}
	}
	return 0
}

// whatwgSpecial returns what the standard says of a scheme in lower case:
// whether it is special, and its default port. Source: whatwg URL miscellaneous.
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

// whatwgSkipSlashes returns in behind its leading slashes, of both kinds.
// Source: whatwg special authority ignore slashes state.
func whatwgSkipSlashes(in []byte) []byte {
	for len(in) > 0 && (in[0] == '/' || in[0] == '\\') {
		in = in[1:]
	}
	return in
}

// scheme takes what is written for the scheme, and puts the colon behind it.
func (w *hrefWriter) scheme() {
	scheme := string(w.b[w.start:])
	w.special, w.port = whatwgSpecial(scheme)
	w.file = w.special && w.port == 0
	w.mark(endScheme)
	w.b = append(w.b, ':')
}

// mark sets the mark k where the writing stands.
func (w *hrefWriter) mark(k int) { w.ends[k] = uint32(len(w.b) - w.start) }

// baseScheme returns the base's scheme, "" where there is no base.
func (w *hrefWriter) baseScheme() string { return w.base.text[:w.base.ends[endScheme]] }

// sameScheme reports whether there is a base with the scheme that was written.
func (w *hrefWriter) sameScheme() bool {
	return w.base.text != "" && w.baseScheme() == string(w.b[w.start:w.start+int(w.ends[endScheme])])
}

// isOpaque reports whether u, a URL of the standard, has an opaque path.
// Source: whatwg URL miscellaneous.
func (u URL) isOpaque() bool {
	return !u.hasLogin() && (u.ends[endPath] == u.ends[endPort] || u.text[u.ends[endPort]] != '/')
}

// withoutScheme writes the target of a reference without a scheme. Source: whatwg no scheme state.
func (w *hrefWriter) withoutScheme(in []byte) bool {
	if w.base.text == "" || w.base.isOpaque() && !hasPrefix(in, "#") {
		return false
	}
	w.b = append(w.b, w.baseScheme()...)
	w.scheme()
	switch {
	case w.file:
		return w.fileURL(in)
	case w.base.isOpaque():
		w.noLogin()
		w.basePath()
		w.mark(endPath)
		w.baseQuery()
		return w.fragment(in)
	}
	return w.relative(in)
}

// relative writes the target of a reference on a base of the same scheme, which
// is written. Source: whatwg relative state, relative slash state.
func (w *hrefWriter) relative(in []byte) bool {
	if len(in) > 0 && w.isSlash(in[0]) {
		switch {
		case w.special && len(in) > 1 && w.isSlash(in[1]):
			return w.authority(whatwgSkipSlashes(in))
		case hasPrefix(in, "//"):
			return w.authority(in[2:])
		}
		w.baseLogin()
		return w.tail(w.path(in[1:]))
	}
	w.baseLogin()
	return w.onBasePath(in, false)
}

// onBasePath writes the base's path and what of it a reference changes. drive
// says that the reference starts with a drive letter. Source: whatwg relative state, file state.
func (w *hrefWriter) onBasePath(in []byte, drive bool) bool {
	if len(in) == 0 || in[0] == '?' || in[0] == '#' {
		w.basePath()
		w.closePath()
		if len(in) > 0 && in[0] == '?' {
			return w.query(in)
		}
		w.baseQuery()
		return w.fragment(in)
	}
	if !drive {
		w.basePath()
		w.shorten()
	}
	return w.tail(w.path(in))
}

// isSlash reports whether c parts segments in the URL's scheme.
func (w *hrefWriter) isSlash(c byte) bool { return c == '/' || c == '\\' && w.special }

// noLogin marks that there is no host.
func (w *hrefWriter) noLogin() {
	for k := endUser; k <= endPort; k++ {
		w.mark(k)
	}
}

// baseLogin writes the base's login.
func (w *hrefWriter) baseLogin() {
	if !w.base.hasLogin() {
		w.noLogin()
		return
	}
	w.b = append(w.b, w.base.text[w.base.partStart():w.base.ends[endPort]]...)
	copy(w.ends[endUser:endPath], w.base.ends[endUser:endPath])
}

// basePath writes the base's path.
func (w *hrefWriter) basePath() { w.b = append(w.b, w.base.Path()...) }

// baseQuery writes the base's query.
func (w *hrefWriter) baseQuery() {
	w.mark(endParams)
	w.b = append(w.b, w.base.text[w.base.ends[endParams]:w.base.ends[endQuery]]...)
}

// authority writes the login that in starts with, and what follows it.
// Source: whatwg authority state, host state, port state.
func (w *hrefWriter) authority(in []byte) bool {
	end := w.authorityEnd(in)
	w.b = append(w.b, "//"...)
	host := in[:end]
	if at := bytes.LastIndexByte(host, '@'); at >= 0 {
		if at+1 == end {
			return false
		}
		w.credentials(host[:at])
		host = host[at+1:]
	} else {
		w.mark(endUser)
		w.mark(endPassword)
	}
	return w.hostport(host) && w.pathStart(in[end:])
}

// authorityEnd returns where the login that in starts with ends.
func (w *hrefWriter) authorityEnd(in []byte) int {
	for i, c := range in {
		if c == '/' || c == '?' || c == '#' || c == '\\' && w.special {
			return i
		}
	}
	return len(in)
}

// credentials writes the user and the password, without an empty password, and
// nothing if both are empty. Source: whatwg authority state, URL serializing.
func (w *hrefWriter) credentials(in []byte) {
	user, password, _ := bytes.Cut(in, []byte(":"))
	w.b = whatwgEncode(w.b, user, whatwgUser)
	w.mark(endUser)
	if len(password) > 0 {
		w.b = whatwgEncode(append(w.b, ':'), password, whatwgUser)
	}
	w.mark(endPassword)
	if len(user)+len(password) > 0 {
		w.b = append(w.b, '@')
	}
}

// hostport writes the host and the port, without a default port.
func (w *hrefWriter) hostport(in []byte) bool {
	host, port := whatwgCutPort(in)
	if len(host) == 0 && (w.special || port != nil) {
		return false
	}
	ok := true
	if w.b, ok = whatwgAppendHost(w.b, host, w.special); !ok {
		return false
	}
	w.mark(endHost)
	n, given, ok := whatwgPort(port)
	if given && (n != w.port || w.port == 0) {
		w.b = whatwgAppendPort(w.b, n)
	}
	w.mark(endPort)
	return ok
}

// whatwgCutPort cuts a host and port at the first colon outside of brackets; the
// port is nil where there is none. Source: whatwg host state.
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

// whatwgPort reads the digits of a port, and whether there are any. Source: whatwg port state.
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
	var digits [5]byte
	i := len(digits)
	for n := port; i == len(digits) || n > 0; n /= 10 {
		i--
		digits[i] = byte('0' + n%10)
	}
	return append(append(b, ':'), digits[i:]...)
}

// fileURL writes a URL of the scheme file, which is written.
// Source: whatwg file state, file slash state.
func (w *hrefWriter) fileURL(in []byte) bool {
	base := w.sameScheme()
	switch {
	case len(in) > 1 && w.isSlash(in[0]) && w.isSlash(in[1]):
		return w.fileHost(in[2:])
	case !base:
		w.b = append(w.b, "//"...)
		w.noLogin()
		if len(in) > 0 && w.isSlash(in[0]) {
			in = in[1:]
		}
		return w.tail(w.path(in))
	}
	w.baseLogin()
	if len(in) > 0 && w.isSlash(in[0]) {
		if in = in[1:]; !startsWithDrive(in) {
			if path := w.base.Path(); len(path) >= 3 && isDriveLetter([]byte(path[1:3]), ':') && (len(path) == 3 || path[3] == '/') {
				w.b = append(w.b, path[:3]...)
			}
		}
		return w.tail(w.path(in))
	}
	return w.onBasePath(in, startsWithDrive(in))
}

// fileHost writes the host of a file URL, of which "localhost" is none, and what
// follows it. Source: whatwg file host state.
func (w *hrefWriter) fileHost(in []byte) bool {
	w.b = append(w.b, "//"...)
	end := w.authorityEnd(in)
	if isDriveLetter(in[:end], ':') || isDriveLetter(in[:end], '|') {
		w.noLogin()
		return w.tail(w.path(in)) // the drive letter starts the path
	}
	w.noLogin()
	if host := len(w.b); end > 0 {
		ok := true
		if w.b, ok = whatwgAppendHost(w.b, in[:end], true); !ok {
			return false
		}
		if string(w.b[host:]) == "localhost" {
			w.b = w.b[:host]
		}
		w.mark(endHost)
		w.mark(endPort)
	}
	return w.pathStart(in[end:])
}

// isDriveLetter reports whether in is a letter and the octet behind it: a Windows drive letter.
func isDriveLetter(in []byte, behind byte) bool {
	return len(in) == 2 && whatwgClasses[in[0]]&whatwgAlpha != 0 && in[1] == behind
}

// startsWithDrive reports whether in starts with a Windows drive letter. Source: whatwg URL miscellaneous.
func startsWithDrive(in []byte) bool {
	return len(in) >= 2 && (isDriveLetter(in[:2], ':') || isDriveLetter(in[:2], '|')) &&
		(len(in) == 2 || in[2] == '/' || in[2] == '\\' || in[2] == '?' || in[2] == '#')
}

// pathStart writes the path behind a login, and what follows it. A special URL
// always has one. Source: whatwg path start state.
func (w *hrefWriter) pathStart(in []byte) bool {
	switch {
	case len(in) > 0 && w.isSlash(in[0]):
		in = in[1:]
	case !w.special:
		w.closePath()
		return w.tail(in)
	}
	return w.tail(w.path(in))
}

// path writes the segments of the path that in starts with, behind those that
// are written, and returns what follows it. Source: whatwg path state.
func (w *hrefWriter) path(in []byte) []byte {
	for {
		n := 0
		for n < len(in) && in[n] != '/' && in[n] != '?' && in[n] != '#' && (in[n] != '\\' || !w.special) {
			n++
		}
		last := n == len(in) || in[n] == '?' || in[n] == '#'
		w.segment(in[:n], last)
		if last {
			w.closePath()
			return in[n:]
		}
		in = in[n+1:]
	}
}

// segment writes one segment of a path.
func (w *hrefWriter) segment(in []byte, last bool) {
	switch whatwgDots(in) {
	case 2:
		w.shorten()
		fallthrough
	case 1:
		if last {
			w.b = append(w.b, '/')
		}
		return
	}
	drive := w.file && isDriveLetter(in, '|') && len(w.b) == w.pathAt()
	w.b = whatwgEncode(append(w.b, '/'), in, whatwgPath)
	if drive {
		w.b[len(w.b)-1] = ':'
	}
}

// pathAt is where in b the path starts.
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

// shorten takes back the path's last segment, but not a drive letter. Source:
// whatwg URL miscellaneous, shorten.
func (w *hrefWriter) shorten() {
	path := w.b[w.pathAt():]
	if w.file && len(path) == 3 && isDriveLetter(path[1:], ':') {
		return
	}
	if k := bytes.LastIndexByte(path, '/'); k >= 0 {
		w.b = w.b[:w.pathAt()+k]
	}
}

// closePath marks the end of the path. Where a path without a login before it
// would be read as one, "/." stands before it, in the text and not in the path.
// Source: whatwg URL serializing.
func (w *hrefWriter) closePath() {
	path := w.pathAt()
	if int(w.ends[endHost]) == int(w.ends[endScheme])+1 && hasPrefix(w.b[path:], "//") {
		w.b = guardPath(w.b, path, false)
		w.ends[endPort] += 2
	}
	w.mark(endPath)
}

// opaquePath writes an opaque path and returns what follows it. Of its spaces
// only one at its end is encoded. Source: whatwg opaque path state.
func (w *hrefWriter) opaquePath(in []byte) []byte {
	for {
		n := 0
		for n < len(in) && in[n] != '?' && in[n] != '#' && in[n] != ' ' {
			n++
		}
		w.b = whatwgEncode(w.b, in[:n], whatwgOpaquePath)
		in = in[n:]
		if len(in) == 0 || in[0] != ' ' {
			w.mark(endPath)
			return in
		}
		if in = in[1:]; len(in) > 0 && (in[0] == '?' || in[0] == '#') {
			w.b = append(w.b, "%20"...)
		} else {
			w.b = append(w.b, ' ')
		}
	}
}

// tail writes the query and the fragment that in is, behind the path.
func (w *hrefWriter) tail(in []byte) bool {
	if len(in) > 0 && in[0] == '?' {
		return w.query(in)
	}
	w.mark(endParams)
	return w.fragment(in)
}

// query writes the query that in starts with, and the fragment behind it.
// Source: whatwg query state.
func (w *hrefWriter) query(in []byte) bool {
	w.mark(endParams)
	end := bytes.IndexByte(in, '#')
	if end < 0 {
		end = len(in)
	}
	w.b = whatwgEncode(append(w.b, '?'), in[1:end], w.queryClass())
	return w.fragment(in[end:])
}

// queryClass is the class of octets that stand plain in the URL's query.
func (w *hrefWriter) queryClass() class {
	if w.special {
		return whatwgSpecialQuery
	}
	return whatwgQuery
}

// fragment writes the fragment that in is. Source: whatwg fragment state.
func (w *hrefWriter) fragment(in []byte) bool {
	w.mark(endQuery)
	if len(in) > 0 {
		w.b = whatwgEncode(append(w.b, '#'), in[1:], whatwgFragment)
	}
	return true
}
