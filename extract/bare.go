package extract

import "bytes"

// bare reads a bare URL whose scheme starts at start and ends with the colon at
// p. The scheme may be shorter: name is its length. If prefixed is set, "URL:"
// precedes it, and any scheme is accepted.
func (t text) bare(forms *formTable, start, p int, prefixed bool) (name, end int, v verdict) {
	name = p - start
	c, ok := t.at(p + 1)
	if !ok {
		return name, 0, t.end()
	}
	if c != '/' {
		return t.opaque(forms, start, p, prefixed)
	}
	if c, ok = t.at(p + 2); !ok {
		return name, 0, t.end()
	} else if c != '/' {
		return t.opaque(forms, start, p, prefixed)
	}
	if name = t.schemeIn(forms, start, p); name < 2 {
		return name, 0, none // "C://"
	}
	quote := byte(0)
	if p > name {
		quote = t.b[p-name-1]
	}
	end, v = t.hierarchical(p+3, quote, bytes.EqualFold(t.b[p-name:p], []byte("file")))
	return name, end, v
}

// schemeIn returns the length of the scheme between start and the colon at p,
// after which comes "//": all of the text, or a registered scheme after a dot,
// a hyphen, or an escape of a program or of JSON, such as "\n" or
// "\u003c".
func (t text) schemeIn(forms *formTable, start, p int) int {
	all := t.b[start:p]
	if _, ok := forms.of(all); ok {
		return len(all)
	}
	if len(all) > 1 && start > 0 && t.b[start-1] == '\\' && bytes.IndexByte([]byte("abfnrtv"), all[0]) >= 0 {
		if _, ok := forms.of(all[1:]); ok {
			return len(all) - 1
		}
	}
	if n := len("u003c"); len(all) > n && start > 0 && t.b[start-1] == '\\' {
		if _, ok := hexRune(all); ok {
			if _, ok := forms.of(all[n:]); ok {
				return len(all) - n
			}
		}
	}
	if i := bytes.LastIndexAny(all, ".-"); i >= 0 {
		if _, ok := forms.of(all[i+1:]); ok {
			return len(all) - i - 1
		}
	}
	return len(all)
}

// opaque reads a URL without "//".
func (t text) opaque(forms *formTable, start, p int, prefixed bool) (name, end int, v verdict) {
	name = p - start
	read, ok := forms.of(t.b[start:p])
	switch {
	case prefixed && isName(t.b[start:p]):
		end, v = t.rest(p + 1)
	case !ok || start > 0 && t.b[start-1] == '_':
		return name, 0, none
	default:
		end, v = read(t, p+1)
	}
	return name, end, v
}

// isName reports whether b is not the prefix "URL" itself.
func isName(b []byte) bool { return !bytes.EqualFold(b, []byte(prefix[:len(prefix)-1])) }

// hierarchical reads a URL after its "//". quote is the byte before the URL. If
// local is set, its host may be empty.
func (t text) hierarchical(i int, quote byte, local bool) (end int, v verdict) {
	c, ok := t.at(i)
	if !ok {
		return 0, t.end()
	}
	if local && c == '/' {
		return path(t, i)
	}
	host, v := t.afterLogin(i)
	if v != found {
		return 0, v
	}
	if end, v = t.hostport(host); v != found {
		return 0, v
	}
	if c, ok = t.at(end); !ok {
		return 0, t.end()
	} else if c == '/' || c == '?' || c == '#' {
		if end, v = t.tail(end, quote); v != found {
			return 0, v
		}
	}
	if end = t.trim(host, end, quote); end == host || hasEmptyLabel(t.b[host:end]) {
		return 0, none
	}
	return end, found
}

// hasEmptyLabel reports whether the host at the start of b has two dots in a row. Source:
// rfc1034 3.1.
func hasEmptyLabel(b []byte) bool {
	n := bytes.Index(b, []byte(".."))
	return n >= 0 && !bytes.ContainsAny(b[:n], "/?#")
}

// afterLogin returns the start of the host, after the last "@" of a possible
// login.
func (t text) afterLogin(i int) (host int, v verdict) {
	host = i
	for ; i < len(t.b); i++ {
		if t.b[i] == '@' {
			host = i + 1
		} else if !is(t.b[i], loginOctet) {
			return host, found
		}
	}
	if v = t.end(); v == none {
		v = found
	}
	return host, v
}

// hostport reads a host and a port.
func (t text) hostport(i int) (end int, v verdict) {
	c, ok := t.at(i)
	if !ok {
		return 0, t.end()
	}
	if c == '[' {
		end, v = t.literal(i)
	} else {
		end, v = t.host(i)
	}
	if v != found {
		return 0, v
	}
	return t.port(end)
}

// literal reads an IPv6 address in brackets. Source: rfc3986 3.2.2.
func (t text) literal(i int) (end int, v verdict) {
	const longest = 64
	colons := 0
	for end = i + 1; end < len(t.b) && end-i < longest; end++ {
		switch c := t.b[end]; {
		case c == ':':
			colons++
		case c == ']' && colons >= 2:
			return end + 1, found
		case !is(c, letter|digit) && c != '.' && c != '%' && c != '-':
			return 0, none
		}
	}
	if end-i >= longest {
		return 0, none
	}
	return 0, t.end()
}

// escape reports whether the "%" at i begins an escape.
func (t text) escape(i int) verdict {
	for k := i + 1; k <= i+2; k++ {
		if c, ok := t.at(k); !ok {
			return t.end()
		} else if !is(c, digit) && (lower(c) < 'a' || lower(c) > 'f') {
			return none
		}
	}
	return found
}

// port reads a port. A colon without digits belongs to the URL only if text
// follows that can follow a port.
func (t text) port(i int) (end int, v verdict) {
	if c, ok := t.at(i); !ok {
		return 0, t.end()
	} else if c != ':' {
		return i, found
	}
	end = i + 1
	for end < len(t.b) && is(t.b[end], digit) {
		end++
	}
	switch c, ok := t.at(end); {
	case !ok:
		return 0, t.end()
	case end == i+1 && c != '/' && c != '?' && c != '#':
		return i, found
	}
	return end, found
}
