package extract

import "bytes"

// opaqueForm returns the form of a scheme for which no edition has a production
// and whose URLs have no "//", or nil. The name is in lower case. Only schemes are listed
// whose syntax shows that the word before the colon is a scheme: "tip: read
// this" is not a URL.
func opaqueForm(name []byte) form {
	switch string(name) {
	case "magnet":
		return query
	case "tel", "sms", "smsto", "mms", "callto", "fax":
		return telephone
	case "data":
		return data
	case "mailserver":
		return mailserver
	case "sip", "sips", "xmpp", "im", "pres", "acct", "mailbox", "jabber":
		return identity
	case "geo":
		return coordinates
	case "doi", "hdl":
		return handle
	case "bitcoin", "bitcoincash", "ethereum", "litecoin", "monero", "dogecoin", "lightning", "nostr", "cashaddr":
		return account
	case "tag":
		return tagged
	case "did", "spotify", "ark", "swh", "info", "matrix", "payto", "openpgp4fpr", "otpauth":
		return named
	case "about":
		return aboutPage
	}
	return nil
}

// query reads text that starts with "?". Source: the magnet URI project.
func query(t text, i int) (end int, v verdict) {
	switch c, ok := t.at(i); {
	case !ok:
		return 0, t.end()
	case c != '?':
		return 0, none
	}
	return t.rest(i + 1)
}

// telephone reads a number of at least three digits, and an optional extension
// or headers. Source: rfc3966 3; rfc5724 2.
func telephone(t text, i int) (end int, v verdict) {
	const least, longest = 3, 64
	digits, open := 0, 0
number:
	for end = i; end < len(t.b) && end-i < longest; end++ {
		switch c := t.b[end]; {
		case is(c, digit):
			digits++
		case c == '(':
			open++
		case c == ')' && open > 0:
			open--
		case c == '+' && end == i, bytes.IndexByte([]byte("-.*#"), c) >= 0:
		default:
			break number
		}
	}
	switch c, ok := t.at(end); {
	case !ok:
		return 0, t.end()
	case digits < least || is(c, letter):
		return 0, none
	case c == ';' || c == '?' || c == ',':
		return t.tail(end, 0)
	}
	return t.trim(i, end, 0), found
}

// data reads an optional media type, a comma and the data. Source: rfc2397 3.
func data(t text, i int) (end int, v verdict) {
	const longest = 256
	slash := false
	for end = i; end < len(t.b) && end-i < longest; end++ {
		switch c := t.b[end]; {
		case c == ',':
			if end > i && !slash && t.b[i] != ';' {
				return 0, none
			}
			return t.rest(end + 1)
		case c == '/':
			slash = true
		case !is(c, letter|digit) && bytes.IndexByte([]byte(";=+-._!#$&^%\"'"), c) < 0:
			return 0, none
		}
	}
	if end-i >= longest {
		return 0, none
	}
	return 0, t.end()
}

// mailserver reads an address, a slash, and the subject and the text after it.
// Source: draft-ietf-uri-url-mailserver-01.
func mailserver(t text, i int) (end int, v verdict) {
	if end, v = t.address(i); v != found {
		return 0, v
	}
	switch c, ok := t.at(end); {
	case !ok:
		return 0, t.end()
	case c != '/':
		return 0, none
	}
	return t.rest(end + 1)
}

// identity reads the address of a user, and what may follow it. Source: rfc3261
// 19.1; rfc5122 2.2; rfc7565 4.
func identity(t text, i int) (end int, v verdict) {
	if end, v = t.address(i); v != found {
		return 0, v
	}
	if end, v = t.port(end); v != found {
		return 0, v
	}
	switch c, ok := t.at(end); {
	case !ok:
		return 0, t.end()
	case c == '/' || c == '?' || c == ';' || c == '#':
		return t.tail(end, 0)
	}
	return end, found
}

// coordinates reads two numbers separated by a comma, and what may follow them.
// Source: rfc5870 3.3.
func coordinates(t text, i int) (end int, v verdict) {
	end = i
	for number := range 2 {
		start := end
		if end < len(t.b) && t.b[end] == '-' {
			end++
		}
		digits := end
		for end < len(t.b) && (is(t.b[end], digit) || t.b[end] == '.') {
			end++
		}
		switch c, ok := t.at(end); {
		case !ok:
			return 0, t.end()
		case end == digits || t.b[digits] == '.' || end-start > 32, number == 0 && c != ',':
			return 0, none
		case number == 0:
			end++
		}
	}
	return t.tail(end, 0)
}

// handle reads a prefix of digits or with a dot, a slash and a name. Source:
// ISO 26324; rfc3650.
func handle(t text, i int) (end int, v verdict) {
	for end = i; end < len(t.b) && (is(t.b[end], digit) || t.b[end] == '.'); {
		end++
	}
	switch c, ok := t.at(end); {
	case !ok:
		return 0, t.end()
	case c != '/' || end == i:
		return 0, none
	}
	return t.rest(end + 1)
}

// account reads a long word of letters and digits, and a query. Source: BIP 21.
func account(t text, i int) (end int, v verdict) {
	const least = 25
	for end = i; end < len(t.b) && is(t.b[end], letter|digit); {
		end++
	}
	switch c, ok := t.at(end); {
	case !ok:
		return 0, t.end()
	case end-i < least:
		return 0, none
	case c == '?':
		return t.tail(end, 0)
	}
	return end, found
}

// tagged reads an authority, a comma, a date, a colon and a name. Source: rfc4151 2.1.
func tagged(t text, i int) (end int, v verdict) {
	const longest = 256
	comma := 0
	for end = i; end < len(t.b) && end-i < longest; end++ {
		switch c := t.b[end]; {
		case c == ',' && comma == 0 && end > i:
			comma = end + 1
		case c == ':' && comma > 0 && end-comma >= len("2005"):
			return t.rest(end + 1)
		case comma > 0 && !is(c, digit) && c != '-', comma == 0 && !is(c, letter|digit) && bytes.IndexByte([]byte("-._@"), c) < 0:
			return 0, none
		}
	}
	if end-i >= longest {
		return 0, none
	}
	return 0, t.end()
}

// named reads a word, a colon or a slash, and a name: "did:web:example.org".
func named(t text, i int) (end int, v verdict) {
	const longest = 64
	for end = i; end < len(t.b) && end-i < longest && (is(t.b[end], letter|digit) || t.b[end] == '-'); {
		end++
	}
	switch c, ok := t.at(end); {
	case !ok:
		return 0, t.end()
	case end == i || c != ':' && c != '/' || end-i >= longest:
		return 0, none
	}
	return t.rest(end + 1)
}

// aboutPage reads the name of an internal page of browsers. Source: rfc6694
// 2.1; HTML.
func aboutPage(t text, i int) (end int, v verdict) {
	for end = i; end < len(t.b) && is(t.b[end], letter); {
		end++
	}
	c, ok := t.at(end)
	if !ok {
		return 0, t.end()
	}
	switch string(bytes.ToLower(t.b[i:min(end, i+16)])) {
	case "blank", "srcdoc", "config", "newtab", "invalid", "version", "preferences", "plugins", "support", "memory":
	default:
		return 0, none
	}
	if c == '?' || c == '#' {
		return t.tail(end, 0)
	}
	return end, found
}
