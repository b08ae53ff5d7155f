package earl

import (
	"math"
	"strings"

	"github.com/earl-url/earl/internal/octet"
)

// maxLen is the maximum length of a URL, so that its offsets fit in 32 bits and
// in an int.
const maxLen = (math.MaxUint32 - 1) & math.MaxInt

// Parse reads s as a URL of the edition. It refuses a relative form, and a
// fragment if the edition's URLs have none. The error is a *ParseError with the
// first violation. Parse does not allocate unless it fails or the edition
// rewrites URLs, as WHATWG does.
func (e *Edition) Parse(s string) (u URL, err error) {
	ok := false
	switch {
	case e.rewriter != nil:
		ok = e.rewrite(&u, s, false)
	case e.choice != nil:
		return e.chooseURL(s)
	default:
		ok = e.scan(&u, s, false)
	}
	if !ok {
		return URL{}, e.parseError(s, false)
	}
	return u, nil
}

// read reads a text with the edition's parser and reports whether it has no
// violation. If it returns false, u is undefined.
func (e *Edition) read(u *URL, text string, reference bool) bool {
	if e.rewriter == nil {
		return e.scan(u, text, reference)
	}
	return e.rewrite(u, text, reference)
}

// MustParse is like Parse but panics if s is not a URL.
func (e *Edition) MustParse(s string) URL {
	u, err := e.Parse(s)
	if err != nil {
		panic(err)
	}
	return u
}

// AppendParse appends to b the text of the URL that Parse would return. The
// errors are those of Parse.
func (e *Edition) AppendParse(b []byte, s string) ([]byte, error) {
	if e.rewriter == nil || e.added != nil || e.choice != nil {
		u, err := e.Parse(s)
		return append(b, u.text...), err
	}
	out, ok := e.rewriter.append(b, s, "", [8]uint32{})
	if !ok {
		return b, e.parseError(s, false)
	}
	return out, nil
}

// Valid reports whether s is a URL of the edition. It does not allocate, except
// for a non-ASCII host under whatwg.
func (e *Edition) Valid(s string) bool {
	if e.rewriter != nil && e.added == nil {
		return e.rewriter.valid(s)
	}
	if e.choice != nil {
		_, err := e.chooseURL(s)
		return err == nil
	}
	var u URL
	return e.read(&u, s, false)
}

// parseError returns the first violation of a text that scan refused.
func (e *Edition) parseError(s string, reference bool) error {
	err := &ParseError{Edition: e, Input: s}
	if e.rewriter != nil {
		err.Violation = e.failure(s, "", [8]uint32{}, reference)
		return err
	}
	e.walk(s, reference, func(v Violation) bool {
		err.Violation = v
		return false
	})
	return err
}

// scan reads a text in one pass into u and reports whether it has no violation.
// If it returns false, u is undefined. It is the fast twin of walk, which
// splits the text first and then checks each component; a test compares them.
// Neither asks which edition it reads: forms and classes determine what is
// allowed.
func (e *Edition) scan(u *URL, text string, reference bool) bool {
	if uint64(len(text)) > maxLen {
		return false
	}
	u.text, u.edition, u.ends[endScheme] = text, e, 0
	colon := e.schemeEnd(text)
	i := 0
	f := e.relative
	switch {
	case colon < len(text) && text[colon] == ':' && colon > 0 && e.classes[text[0]]&e.schemeFirst != 0:
		u.ends[endScheme] = uint32(colon)
		i = colon + 1
		if f = &e.other; len(e.forms) > 0 {
			f = e.form(text[:colon])
		}
	case !reference || f == nil:
		return false
	}
	part, path := i, -1
	if len(text)-i >= 2 && text[i] == '/' && text[i+1] == '/' && f.login != never {
		path = e.scanLogin(u, f, text, i+2)
		switch {
		case path < 0 && f.loose:
		case path < 0, f.slash == must && (path == len(text) || text[path] != '/'):
			return false
		}
	} else if f = f.of(text[i:]); f.login == must {
		return false
	}
	if path < 0 {
		path = i
		u.ends[endUser], u.ends[endPassword], u.ends[endHost], u.ends[endPort] = uint32(i), uint32(i), uint32(i), uint32(i)
	}
	i = octet.Span(e.classes, text, path, f.path)
	u.ends[endPath] = uint32(i)
	if i < len(text) && text[i] == ';' && f.params != 0 {
		i = octet.Span(e.classes, text, i+1, f.params)
	}
	u.ends[endParams] = uint32(i)
	if i < len(text) && text[i] == '?' && f.query != 0 {
		i = octet.Span(e.classes, text, i+1, f.query)
	}
	u.ends[endQuery] = uint32(i)
	if f.check != nil {
		if _, _, r := f.check(text[:i], path); r != "" {
			return false
		}
	}
	if f.part != nil {
		if _, _, r := f.part(text[part:i]); r != "" {
			return false
		}
	}
	if i == len(text) {
		return true
	}
	// Only a fragment can follow.
	fragment := text[i] == '#' && (reference || e.fragmentInURL)
	return fragment && octet.Span(e.classes, text, i+1, e.fragment) == len(text) &&
		(e.character == nil || badCharacter(text[i:], e.character, false) == len(text)-i)
}

// schemeEnd returns the end of the scheme at the start of text.
func (e *Edition) schemeEnd(text string) int {
	if e.escapes {
		return octet.Span(e.classes, text, 0, e.scheme)
	}
	return octet.Stretch(e.classes, text, 0, e.scheme)
}

// scanLogin reads the login at i, after "//", sets its offsets, and returns its
// end, or -1 if it violates a rule. If an "@" follows, what looks like a host
// is a user, and what looks like "host:port" is "user:password".
func (e *Edition) scanLogin(u *URL, f *form, text string, i int) int {
	if e.split {
		return e.splitLogin(u, f, text, i)
	}
	first := f.user
	if first == 0 {
		first = e.host
	}
	user, password, host := i, i, i
	j := octet.Span(e.classes, text, i, first)
	if f.user != 0 && j < len(text) {
		k := j
		if text[j] == ':' {
			k = octet.Span(e.classes, text, j+1, f.password)
		}
		if k < len(text) && text[k] == '@' {
			user, password, host = j, k, k+1
			j = octet.Span(e.classes, text, host, e.host)
		}
	}
	if e.literal != nil && j == host && j < len(text) && text[j] == '[' {
		if j = e.literal(text, j); j == 0 {
			return -1
		}
	} else if !e.hostHolds(f, text, host, j) {
		return -1
	}
	u.ends[endUser], u.ends[endPassword], u.ends[endHost] = uint32(user), uint32(password), uint32(j)
	if j < len(text) && text[j] == ':' {
		k := octet.Run(e.classes, text, j+1, e.digit)
		if f.noPort || k == j+1 && !e.emptyPort {
			return -1
		}
		j = k
	}
	u.ends[endPort] = uint32(j)
	if j == len(text) || text[j] == '/' || text[j] == '#' || strings.IndexByte(e.delims, text[j]) >= 0 {
		return j
	}
	return -1
}

// splitLogin is scanLogin for editions in which the delimiters of user,
// password, host and port may also appear in them (R16).
func (e *Edition) splitLogin(u *URL, f *form, text string, i int) int {
	end := i
	for end < len(text) && text[end] != '#' && strings.IndexByte(e.delims, text[end]) < 0 {
		end++
	}
	login := text[:end]
	user, password, host, port := i, i, i, end
	if at := strings.LastIndexByte(login[i:], '@'); at >= 0 {
		user, password, host = i+at, i+at, i+at+1
		if colon := strings.IndexByte(login[i:user], ':'); colon >= 0 {
			user = i + colon
		}
	}
	literal := e.literal != nil && strings.HasPrefix(login[host:], "[")
	if literal {
		if port = e.literal(login, host); port == 0 || port < end && text[port] != ':' {
			return -1
		}
	} else if colon := strings.LastIndexByte(login[host:], ':'); colon >= 0 {
		port = host + colon
	}
	u.ends[endUser], u.ends[endPassword], u.ends[endHost], u.ends[endPort] = uint32(user), uint32(password), uint32(port), uint32(end)
	switch {
	case e.server != 0 && !literal:
		if octet.Span(e.classes, text, i, e.server) < end {
			return -1
		}
	case host > i && !e.userHolds(f, text, i, user, password), !e.hostHolds(f, text, host, port),
		port < end && (octet.Run(e.classes, text, port+1, e.digit) < end || port+1 == end && !e.emptyPort || f.noPort):
		return -1
	}
	return end
}

// userHolds reports whether the user text[i:user], and a password between user
// and password, are valid in the form.
func (e *Edition) userHolds(f *form, text string, i, user, password int) bool {
	empty := user == i || user < password && user+1 == password
	return f.user != 0 && !(e.filled && empty) && octet.Span(e.classes, text[:user], i, f.user) == user &&
		(user == password || octet.Span(e.classes, text[:password], user+1, f.password) == password)
}

// hostHolds reports whether text[i:j], which has only bytes of a host or a
// user, is a valid host in the form.
func (e *Edition) hostHolds(f *form, text string, i, j int) bool {
	if i == j {
		return f.noHost
	}
	if e.hostname == nil {
		return true
	}
	_, _, r := e.hostname(text, i, j)
	return r == ""
}
