package earl

import "strings"

// A generic is a text split by draft1996 section 7. Its parts include their
// delimiters: scheme and colon, "//" and server, path, ";" and params, "?" and
// query, "#" and fragment.
type generic struct{ scheme, server, path, params, query, fragment string }

// isSchemeOctet reports whether a scheme can contain c. Source: draft1996
// 7.4.2.
func isSchemeOctet(c byte) bool {
	letter := c | 0x20
	return 'a' <= letter && letter <= 'z' || '0' <= c && c <= '9' || c == '+' || c == '-' || c == '.'
}

// splitGeneric splits a text. An empty params, query, fragment or server counts
// as absent. Source: draft1996 7.4.
func splitGeneric(text string) (g generic) {
	g.fragment, text = cutTail(text, '#')
	colon := 0
	for colon < len(text) && isSchemeOctet(text[colon]) {
		colon++
	}
	if 0 < colon && colon < len(text) && text[colon] == ':' {
		g.scheme, text = text[:colon+1], text[colon+1:]
	}
	if strings.HasPrefix(text, "//") {
		n := strings.IndexByte(text[2:], '/')
		if n < 0 {
			n = len(text) - 2
		}
		if n > 0 {
			g.server = text[:2+n]
		}
		text = text[2+n:]
	}
	g.query, text = cutTail(text, '?')
	g.params, g.path = cutTail(text, ';')
	return g
}

// cutTail splits a text before the first byte c. A tail that is only c is
// returned as "".
func cutTail(text string, c byte) (tail, head string) {
	i := strings.IndexByte(text, c)
	switch {
	case i < 0:
		return "", text
	case i+1 == len(text):
		return "", text[:i]
	}
	return text[i:], text[:i]
}

// resolveGenericRL appends the target of a reference by the seven steps of
// draft1996 section 9. A ".." with nothing left to remove is kept. A reference
// whose path starts with "/" keeps its dot segments. For a base with a server
// and no path, a "/" is inserted (R24).
func resolveGenericRL(b []byte, base, ref string) []byte {
	if ref == "" { // 2 a
		return append(b, base...)
	}
	r := splitGeneric(ref)
	if r.scheme != "" { // 2 b
		return append(b, ref...)
	}
	t := splitGeneric(base)
	b = append(b, t.scheme...) // 2 c
	if r.server == "" {        // 3
		b = append(b, t.server...)
		switch {
		case r.path == "": // 5
			b = append(b, t.path...)
			if r.params == "" {
				r.params = t.params
				if r.query == "" {
					r.query = t.query
				}
			}
		case r.path[0] != '/': // 6
			start := len(b)
			b = append(b, t.path[:strings.LastIndexByte(t.path, '/')+1]...)
			if len(b) == start && t.server != "" {
				b = append(b, '/')
			}
			b = removeSegments(append(b, r.path...), start)
			r.path = ""
		}
	} else {
		b = append(b, r.server...)
	}
	b = append(b, r.path...) // 7
	b = append(append(b, r.params...), r.query...)
	return append(b, r.fragment...)
}

// removeSegments removes "./", a final ".", "<segment>/../" and a final
// "<segment>/.." from the path b[start:] in place, where segment is not "..".
// Source: draft1996 9, step 6.
func removeSegments(b []byte, start int) []byte {
	w, top := start, start // no segment before top can be removed
	for i := w; i < len(b); {
		j := i
		for j < len(b) && b[j] != '/' {
			j++
		}
		end := min(j+1, len(b)) // including its slash
		up := string(b[i:j]) == ".."
		switch {
		case string(b[i:j]) == ".":
		case up && w > top:
			w--
			for w > top && b[w-1] != '/' {
				w--
			}
		default:
			w += copy(b[w:], b[i:end])
			if up || b[start] == '/' && w == start+1 { // the path's leading slash
				top = w
			}
		}
		i = end
	}
	return b[:w]
}

// resolvePartial appends the target of a reference by draft1993's rules for a
// partial name. A reference is a full name if it has a colon before any slash.
// "//" starts another host, and a leading "/" an absolute path. Otherwise the
// path is that of the base up to its last slash, followed by the reference.
// Then "/xxx/.." and "/." are removed, so that ".." and "." leave no final
// slash. Search and fragment are cut off first and appended again unchanged
// (R20). Source: draft1993 Partial form.
func resolvePartial(b []byte, base, ref string) []byte {
	r, t := splitPartial(ref), splitPartial(base)
	switch {
	case ref == "":
		return append(b, base...)
	case r.scheme != "":
		return append(b, ref...)
	}
	b = append(b, t.scheme...)
	switch {
	case r.server != "":
		b = append(append(b, r.server...), r.path...)
	case r.path == "": // this document
		b = append(append(b, t.server...), t.path...)
		if r.query == "" {
			b = append(b, t.query...)
		}
	case r.path[0] == '/':
		b = append(append(b, t.server...), r.path...)
	default:
		b = append(b, t.server...)
		start := len(b)
		b = append(b, t.path[:strings.LastIndexByte(t.path, '/')+1]...)
		if len(b) == start && t.server != "" {
			b = append(b, '/')
		}
		b = removeElements(append(b, r.path...), start)
	}
	return append(append(b, r.query...), r.fragment...)
}

// splitPartial splits a text as in draft1993: there are no params, and a server
// ends at the next slash or search.
func splitPartial(text string) (g generic) {
	if i := strings.IndexByte(text, '#'); i >= 0 {
		text, g.fragment = text[:i], text[i:]
	}
	if i := strings.IndexByte(text, '?'); i >= 0 {
		text, g.query = text[:i], text[i:]
	}
	if i := strings.IndexAny(text, ":/"); i > 0 && text[i] == ':' {
		g.scheme, text = text[:i+1], text[i+1:]
	}
	if strings.HasPrefix(text, "//") {
		n := strings.IndexByte(text[2:], '/')
		if n < 0 {
			n = len(text) - 2
		}
		g.server, text = text[:2+n], text[2+n:]
	}
	g.path = text
	return g
}

// removeElements removes "/." and "/xxx/.." from the path b[start:] in place,
// where xxx is neither "." nor "..". Source: draft1993 Partial form.
func removeElements(b []byte, start int) []byte {
	w := start
	for w < len(b) && b[w] != '/' {
		w++
	}
	top := w
	for i := w; i < len(b); {
		j := i + 1
		for j < len(b) && b[j] != '/' {
			j++
		}
		up := string(b[i:j]) == "/.."
		switch {
		case string(b[i:j]) == "/.":
		case up && w > top:
			for w--; b[w] != '/'; w-- {
			}
		default:
			w += copy(b[w:], b[i:j])
			if up {
				top = w
			}
		}
		i = j
	}
	return b[:w]
}
