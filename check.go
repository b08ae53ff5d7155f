package earl

import (
	"iter"
	"strings"

	"github.com/earl-url/earl/internal/octet"
)

// Check yields every violation of s as a URL of the edition, in ascending order
// of offset. A run of bytes that break the same rule is one violation. After an
// invalid component the check continues with the next. Violations that the
// edition accepts are marked as Repaired; a text is valid if all its violations
// are.
func (e *Edition) Check(s string) iter.Seq[Violation] {
	return func(yield func(Violation) bool) {
		if e.choice != nil {
			yieldAll(e.checkURL(s), yield)
			return
		}
		e.check(s, false, yield)
	}
}

// CheckReference is Check for a reference: a URL or a relative form, with an
// optional fragment.
func (e *Edition) CheckReference(s string) iter.Seq[Violation] {
	return func(yield func(Violation) bool) {
		if e.choice != nil {
			yieldAll(e.checkReference(s), yield)
			return
		}
		e.check(s, true, yield)
	}
}

// check calls walk only if scan finds that there are violations.
func (e *Edition) check(s string, reference bool, yield func(Violation) bool) {
	if e.rewriter != nil {
		for _, v := range e.violations(s, reference, true) {
			if !yield(v) {
				return
			}
		}
		return
	}
	var u URL
	if !e.scan(&u, s, reference) {
		e.walk(s, reference, yield)
	}
}

// walk yields every violation of a text. It splits the text at its delimiters,
// whatever is between them, and then checks one component after the other. It
// is the slow twin of scan.
func (e *Edition) walk(text string, reference bool, yield func(Violation) bool) {
	w := walker{e: e, text: text}
	w.walk(yield, reference)
}

// walk walks over the text.
func (w *walker) walk(yield func(Violation) bool, reference bool) {
	e, text := w.e, w.text
	if uint64(len(text)) > maxLen {
		w.fault(yield, maxLen, len(text), faultLong)
		return
	}
	end := len(text)
	if i := strings.IndexByte(text, '#'); i >= 0 {
		end = i
	}
	f, i := w.scheme(yield, text[:end], reference)
	w.part(yield, f, text[:end], i)
	switch {
	case end == len(text):
	case reference || e.fragmentInURL:
		w.class(yield, end+1, len(text), e.fragment)
	default:
		w.fault(yield, end, len(text), faultFragment)
	}
}

// A walker is a walk over a text. Its methods get the function that takes the violations as an
// argument: in a field it would move to the heap, with the text of a rule.
type walker struct {
	e     *Edition
	text  string
	found int  // violations so far
	done  bool // yield returned false
}

// report yields one violation.
func (w *walker) report(yield func(Violation) bool, i, j int, r Rule) {
	w.found++
	if !w.done {
		w.done = !yield(Violation{Off: i, Len: j - i, Rule: r})
	}
}

// fault reports text[i:j] with the edition's rule for f.
func (w *walker) fault(yield func(Violation) bool, i, j int, f fault) {
	w.report(yield, i, j, w.e.faults[f])
}

// class reports the bytes of text[i:j] that are neither in class c nor escapes.
// Adjacent bytes that violate the same rule are one violation.
func (w *walker) class(yield func(Violation) bool, i, j int, c octet.Class) {
	if w.done {
		return
	}
	text := w.text[:j]
	for i = w.e.allowed(text, i, c); i < j; i = w.e.allowed(text, i, c) {
		start, f := i, w.e.octetFault(text[i])
		for i++; i < j && w.e.allowed(text, i, c) == i && w.e.octetFault(text[i]) == f; i++ {
		}
		w.fault(yield, start, i, f)
	}
}

// allowed returns the end of the longest run of characters of class c and
// escapes that starts at i.
func (e *Edition) allowed(text string, i int, c octet.Class) int {
	j := octet.Span(e.classes, text, i, c)
	if e.character == nil {
		return j
	}
	return i + badCharacter(text[i:j], e.character, c == e.private)
}

// octetFault returns the fault of a byte that is not allowed at its position.
func (e *Edition) octetFault(o byte) fault {
	switch {
	case o == '%':
		return faultEscape
	case o < ' ' || o == 0x7F:
		return faultControl
	case o >= 0x80:
		return faultHighBit
	case o == ' ':
		return faultSpace
	case e.classes[o] == 0:
		return faultUnsafe
	}
	return faultReserved
}

// scheme checks the scheme. It returns the form for the rest and its offset.
func (w *walker) scheme(yield func(Violation) bool, body string, reference bool) (*form, int) {
	e := w.e
	colon := e.schemeEnd(body)
	named := 0 < colon && colon < len(body) && body[colon] == ':'
	if named && e.classes[body[0]]&e.schemeFirst != 0 {
		return e.form(body[:colon]).of(body[colon+1:]), colon + 1
	}
	if reference && e.relative != nil {
		return e.relative, 0
	}
	if named {
		w.fault(yield, 0, 1, faultScheme)
		return &e.other, colon + 1
	}
	colon = strings.IndexAny(body, ":/?")
	if colon <= 0 || body[colon] != ':' {
		w.fault(yield, 0, 0, faultNoScheme)
		return &e.other, 0
	}
	for i := 0; i < colon; {
		j := octet.Run(e.classes, body, i, e.scheme)
		for i = j; i < colon && e.classes[body[i]]&e.scheme == 0; i++ {
		}
		if j < i {
			w.fault(yield, j, i, faultScheme)
		}
	}
	return &e.other, colon + 1
}

// part checks the scheme-specific part body[i:] by the form f.
func (w *walker) part(yield func(Violation) bool, f *form, body string, i int) {
	before, start := w.found, i
	if f.login != never && strings.HasPrefix(body[i:], "//") && !(f.loose && w.e.scanLogin(new(URL), f, body, i+2) < 0) {
		i = w.login(yield, f, body, i+2)
		if f.slash == must && (i == len(body) || body[i] != '/') {
			w.fault(yield, i, i, faultSlash)
		}
	} else if f.login == must {
		w.fault(yield, i, i, faultLogin)
	}
	path, query := i, len(body)
	if k := strings.IndexByte(body[i:], '?'); k >= 0 && f.query != 0 {
		query = i + k
	}
	params := query
	if k := strings.IndexByte(body[i:query], ';'); k >= 0 && f.params != 0 {
		params = i + k
	}
	w.class(yield, path, params, f.path)
	w.class(yield, min(params+1, query), query, f.params)
	w.class(yield, min(query+1, len(body)), len(body), f.query)
	// f.check expects that the classes accept the part.
	if w.found == before && f.check != nil {
		if off, n, r := f.check(body, path); r != "" {
			w.report(yield, off, off+n, r)
		}
	}
	if w.found == before && f.part != nil {
		if off, n, r := f.part(body[start:]); r != "" {
			w.report(yield, start+off, start+off+n, r)
		}
	}
}

// login checks the login at i, after "//", and returns its end.
func (w *walker) login(yield func(Violation) bool, f *form, body string, i int) int {
	end := len(body)
	if k := strings.IndexAny(body[i:], w.e.delims); k >= 0 {
		end = i + k
	}
	at := strings.LastIndexByte(body[i:end], '@')
	if w.e.server != 0 && !(w.e.literal != nil && strings.HasPrefix(body[i+at+1:end], "[")) {
		w.class(yield, i, end, w.e.server)
		return end
	}
	if at >= 0 {
		w.user(yield, f, body, i, i+at)
		i += at + 1
	}
	w.hostport(yield, f, body, i, end)
	return end
}

// user checks the user and the password in body[i:at].
func (w *walker) user(yield func(Violation) bool, f *form, body string, i, at int) {
	if f.user == 0 {
		w.fault(yield, i, at+1, faultUser)
		return
	}
	user, password, both := strings.Cut(body[i:at], ":")
	if w.e.filled && user == "" {
		w.fault(yield, i, i, faultEmpty)
	}
	w.class(yield, i, i+len(user), f.user)
	if w.e.filled && both && password == "" {
		w.fault(yield, at, at, faultEmpty)
	}
	w.class(yield, min(i+len(user)+1, at), at, f.password)
}

// hostport checks the host and the port in body[i:end].
func (w *walker) hostport(yield func(Violation) bool, f *form, body string, i, end int) {
	e, host := w.e, end
	if e.literal != nil && strings.HasPrefix(body[i:end], "[") {
		if host = e.literal(body[:end], i); host == 0 {
			host = end
			if k := strings.LastIndexByte(body[i:end], ']'); k >= 0 {
				host = i + k + 1
			}
			w.fault(yield, i, host, faultLiteral)
		} else if host < end && body[host] != ':' {
			w.fault(yield, host, end, faultLiteral)
			return
		}
	} else {
		// The colons in a bracketed address do not start a port, even in
		// editions without such hosts.
		k := strings.LastIndexByte(body[i:end], ']') + 1
		if colon := strings.LastIndexByte(body[i+k:end], ':'); colon >= 0 {
			host = i + k + colon
		}
		switch {
		case i == host && !f.noHost:
			w.fault(yield, i, i, faultNoHost)
		case i == host:
		case e.hostname != nil:
			if off, n, r := e.hostname(body, i, host); r != "" {
				w.report(yield, off, off+n, r)
			}
		default:
			w.class(yield, i, host, e.host)
		}
	}
	if host == end {
		return
	}
	switch digits := octet.Run(e.classes, body[:end], host+1, e.digit); {
	case f.noPort:
		w.fault(yield, host, end, faultNoPort)
	case digits < end, digits == host+1 && !e.emptyPort:
		w.fault(yield, host, end, faultPort)
	}
}
