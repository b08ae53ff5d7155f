package earl

import "strings"

// Relativize returns the shortest reference that means u in a document whose
// base is base: Resolve(base, Relativize(base, u)) is u. A first segment that
// holds a colon gets "./". Both are read again if e did not read them; the error
// is then a *ParseError. A URL whose path has dot segments that resolving takes
// out comes back whole. Source: draft1996 13.3; rfc3986 5.2.
func (e *Edition) Relativize(base, u URL) (string, error) {
	e = e.writer()
	for _, p := range []*URL{&base, &u} {
		if text := p.text; p.edition != e && !e.scan(p, text, true) {
			return "", e.parseError(text, true)
		}
	}
	shortest := u.text
	for _, ref := range references(base, u) {
		if len(ref) >= len(shortest) {
			continue
		}
		if got, err := e.Resolve(base, ref); err == nil && got.text == u.text {
			shortest = ref
		}
	}
	return shortest, nil
}

// references returns what may mean u in a document at base, of equal lengths the
// better first. Which of them do depends on how the edition resolves.
func references(base, u URL) []string {
	if u.Scheme() != base.Scheme() {
		return nil
	}
	whole := u.text[u.partStart():]
	if base.hasLogin() != u.hasLogin() || base.hasLogin() && base.text[base.loginStart():base.ends[endPort]] != u.text[u.loginStart():u.ends[endPort]] {
		return []string{whole}
	}
	tail := u.text[u.ends[endPath]:]
	from := base.Path()
	if from == "" && base.hasLogin() {
		from = "/"
	}
	steps := stepsTo(from, u.Path())
	return []string{
		u.text[u.ends[endQuery]:],  // this document, perhaps a place in it
		u.text[u.ends[endParams]:], // its path with another query
		tail,
		strings.TrimSuffix(steps, "/") + tail, // "..", where it leaves a final slash
		steps + tail,
		"./" + steps + tail,
		u.Path() + tail,
		whole,
	}
}

// stepsTo returns the relative path from the directory of one path to another.
func stepsTo(from, to string) string {
	common := 0
	for i := 0; i < len(from) && i < len(to) && from[i] == to[i]; i++ {
		if from[i] == '/' {
			common = i + 1
		}
	}
	up := strings.Count(from[common:], "/")
	if up == 0 && common == len(to) {
		return "./"
	}
	return strings.Repeat("../", up) + to[common:]
}

// CanResolve reports whether relative references make sense with u as their
// base: the registry does not say never for its scheme, and u has a path with a
// slash, or a login. Resolving itself does not ask. Source: draft1996 3.3, 5.3.
func (u URL) CanResolve() bool {
	s := u.edition.findScheme(u.Scheme())
	if s != nil && s.Relative == Never {
		return false
	}
	return u.hasLogin() || strings.HasPrefix(u.Path(), "/")
}

// Safer returns u with an escape for each of its octets that some transport is
// known to spoil (space, quotes, brackets and the like), and for each of those in
// also, wherever the escape means the same as the octet: neither delimiters nor
// escapes are touched, so that twice is once. [URL.Normalize] takes needless
// escapes back. The scheme, the host and the port stay. Source: draft1993 Encoding.
func (u URL) Safer(also string) URL {
	if u.edition == nil {
		return u
	}
	b := make([]byte, 0, len(u.text)+8)
	if u.hasLogin() {
		b = append(b, u.text[:u.loginStart()]...)
		b = u.safer(b, u.text[u.loginStart():u.hostStart()], also)
		b = append(b, u.text[u.hostStart():u.ends[endPort]]...)
	} else {
		b = append(b, u.text[:u.ends[endPort]]...)
	}
	b = u.safer(b, u.text[u.ends[endPort]:], also)
	var v URL
	if string(b) == u.text || !u.edition.read(&v, string(b), true) {
		return u
	}
	return v
}

// safer appends text with escapes for what is unsafe, or in also, and means the
// same escaped.
func (u URL) safer(b []byte, text, also string) []byte {
	e := u.edition
	for i := range len(text) {
		o := text[i]
		same := e.classes[o]&e.same != 0 || strings.IndexByte(unsafe, o) >= 0
		if same && strings.IndexByte(unsafe, o) >= 0 || same && strings.IndexByte(also, o) >= 0 && !inEscape(text, i) {
			b = append(b, '%', hexDigits[o>>4], hexDigits[o&15])
		} else {
			b = append(b, o)
		}
	}
	return b
}

// inEscape reports whether the octet at i is a digit of an escape.
func inEscape(text string, i int) bool {
	return i >= 1 && text[i-1] == '%' && isEscape(text, i-1) || i >= 2 && text[i-2] == '%' && isEscape(text, i-2)
}
