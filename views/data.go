package views

import (
	"encoding/base64"
	"errors"
	"strings"

	"github.com/earl-url/earl"
)

// Data is the typed view of a data URL, which contains its object: a media type
// and the bytes. No server is contacted. Source: rfc2397.
//
// The editions differ in how they read it. WHATWG does what browsers do: the
// first comma ends the media type, an invalid type is ignored, escapes in the
// media type are not decoded, and base64 may have white space and no padding.
// All other editions follow rfc2397: a value may be a quoted string, with each
// quote written as %22, and a comma in it belongs to the value.
type Data struct {
	MediaType earl.Field  // "type/subtype", as it is written; absent: text/plain
	Params    []earl.Pair // the parameters of the media type, in order; if there is no media type and none of them: charset=US-ASCII
	Base64    bool        // whether the URL has the bytes in base64
	Data      earl.Octets // the bytes, completely decoded
}

// Parts yields the fields of v by their names in lower case.
func (v Data) Parts(yield func(earl.Part) bool) {
	_ = yield(fieldPart("mediatype", earl.ComponentPath, v.MediaType)) &&
		yield(pairsPart("params", earl.ComponentPath, v.Params)) &&
		yield(flagPart("base64", earl.ComponentPath, v.Base64)) &&
		yield(octetsPart("data", earl.ComponentPath, v.Data))
}

// ContentType returns the media type with its parameters as a header field has
// it, with the default of a URL without one: "text/plain;charset=US-ASCII". The
// type and the names are in lower case. Source: rfc2397 2; rfc2045 5.1.
func (v Data) ContentType() string {
	if !v.MediaType.Present && len(v.Params) == 0 {
		return "text/plain;charset=US-ASCII"
	}
	var b strings.Builder
	b.WriteString("text/plain")
	if v.MediaType.Present {
		b.Reset()
		b.WriteString(strings.ToLower(string(v.MediaType.Value)))
	}
	for _, p := range v.Params {
		b.WriteString(";" + strings.ToLower(string(p.Name)) + "=")
		if isToken(string(p.Value)) {
			b.WriteString(string(p.Value))
			continue
		}
		b.WriteString(`"` + escapeQuoted(string(p.Value)) + `"`)
	}
	return b.String()
}

// escapeQuoted escapes the content of a quoted string. Source: rfc822 3.3.
func escapeQuoted(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, `\`, `\\`), `"`, `\"`)
}

// ParseData returns the typed view of a data URL. The error is a *ParseError: no
// comma, a media type that is not one, or invalid base64. Departs: a value may
// contain unescaped bytes that rfc2045 allows only in quotes, such as "/",
// because the result cannot be misread. Source: rfc2397 3.
func ParseData(u earl.URL) (Data, error) {
	if err := viewScheme(u, "data"); err != nil {
		return Data{}, err
	}
	head, data, off, err := splitData(u)
	if err != nil {
		return Data{}, err
	}
	var v Data
	if u.Edition().Syntax("data").Forgiving {
		v = forgivingHead(head)
	} else {
		end := len(head)
		head, v.Base64 = cutSuffixFold(head, ";base64")
		if n, ok := v.readHead(head); !ok {
			return Data{}, u.Violation(partStart(u)+n, end-n, ruleDataHead)
		}
	}
	if !v.Base64 {
		v.Data = earl.Unescape(data)
		return v, nil
	}
	bytes, bad, n := decodeBase64(data, u.Edition().Syntax("data").Forgiving)
	if bad >= 0 {
		return Data{}, u.Violation(off+bad, n, ruleDataBase64)
	}
	v.Data = earl.Octets(bytes)
	return v, nil
}

// splitData returns what is before and after the comma of a data URL, and the
// offset of the data.
func splitData(u earl.URL) (head, data string, off int, err error) {
	part := u.SchemePart()
	comma := strings.IndexByte(part, ',')
	if !u.Edition().Syntax("data").Forgiving {
		if comma = commaAfterQuotes(part); comma == -2 {
			return "", "", 0, u.Violation(partStart(u), len(part), ruleDataHead)
		}
	}
	if comma < 0 {
		return "", "", 0, u.Violation(partStart(u)+len(part), 0, ruleDataComma)
	}
	return part[:comma], part[comma+1:], partStart(u) + comma + 1, nil
}

// quote is how a URL contains a quote.
const quote = "%22"

// commaAfterQuotes returns the offset of the first comma outside a quoted value,
// -1 if there is no comma, and -2 if a quote is not closed. Source: rfc2397 3;
// rfc2045 5.1.
func commaAfterQuotes(part string) int {
	for i := 0; i < len(part); i++ {
		switch {
		case part[i] == ',':
			return i
		case part[i] == '=' && strings.HasPrefix(part[i+1:], quote):
			n := quotedEnd(part[i+1:])
			if n < 0 {
				return -2
			}
			i += n
		}
	}
	return -1
}

// quotedEnd returns the length of the quoted string at the start of text, which
// begins with a quote, or -1 if it has no end. In it a backslash, also escaped,
// quotes the next character.
func quotedEnd(text string) int {
	for i := len(quote); i < len(text); {
		n := charLen(text[i:])
		switch c := earl.Unescape(text[i : i+n]); c {
		case `"`:
			return i + n
		case `\`:
			if i += n; i < len(text) {
				i += charLen(text[i:])
			}
		default:
			i += n
		}
	}
	return -1
}

// charLen returns the length of the byte or the escape at the start of text.
func charLen(text string) int {
	if isEscape(text, 0) {
		return len("%HH")
	}
	return 1
}

// readHead reads the media type and its parameters. If one is invalid, n is its
// offset. Source: rfc2397 3.
func (v *Data) readHead(head string) (n int, ok bool) {
	typ, rest, more := strings.Cut(head, ";")
	if typ != "" {
		v.MediaType = earl.Some(earl.Unescape(typ))
		if !isMediaType(string(v.MediaType.Value)) {
			return 0, false
		}
	}
	n = len(typ)
	for more {
		n++ // the semicolon
		name, after, ok := strings.Cut(rest, "=")
		if !ok || !isToken(string(earl.Unescape(name))) {
			return n, false
		}
		end := strings.IndexByte(after, ';')
		if strings.HasPrefix(after, quote) {
			end = quotedEnd(after)
			if end < len(after) && after[end] != ';' {
				return n, false
			}
		}
		if end < 0 {
			end = len(after)
		}
		value := string(earl.Unescape(after[:end]))
		if strings.HasPrefix(after, quote) {
			value = unquoted(value[1 : len(value)-1])
		} else if value == "" {
			return n, false
		}
		v.Params = append(v.Params, earl.Pair{Name: earl.Unescape(name), Value: earl.Octets(value)})
		n += len(name) + len("=") + end
		if more = end < len(after); more {
			rest = after[end+1:]
		}
	}
	return n, true
}

// unquoted returns the value of a quoted string, without its quotes.
func unquoted(text string) string {
	if strings.IndexByte(text, '\\') < 0 {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) {
			i++
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// forgivingHead reads the text before the comma as browsers do: nothing in it
// is an error. Source: whatwg fetch, data: URL processor; whatwg mimesniff 4.4.
func forgivingHead(head string) (v Data) {
	head = strings.Trim(head, spaces)
	if before, ok := cutSuffixFold(head, "base64"); ok {
		if before, ok = strings.CutSuffix(strings.TrimRight(before, " "), ";"); ok {
			head, v.Base64 = before, true
		}
	}
	typ, rest, more := strings.Cut(head, ";")
	typ = strings.Trim(typ, spaces)
	if typ == "" && more {
		typ = "text/plain"
	}
	if !isMediaType(typ) || strings.ContainsAny(typ, "{}") {
		return v
	}
	var params []earl.Pair
	for more {
		var name, value string
		name, value, rest, more = forgivingParam(rest)
		if isToken(name) && !strings.ContainsAny(name, "{}") && !hasControl(earl.Octets(value)) {
			params = append(params, earl.Pair{Name: earl.Octets(name), Value: earl.Octets(value)})
		}
	}
	if head[0] != ';' || params == nil {
		v.MediaType = earl.Some(earl.Octets(typ))
	}
	v.Params = params
	return v
}

// spaces is the white space around the parts of a media type, and in base64.
// Source: whatwg infra 4.6.
const spaces = " \t\r\n\f"

// forgivingParam reads one parameter of a media type, and returns what follows
// its semicolon. The name is "" if the parameter is ignored.
func forgivingParam(text string) (name, value, rest string, more bool) {
	text = strings.TrimLeft(text, spaces)
	i := strings.IndexAny(text, ";=")
	if i < 0 || text[i] == ';' {
		_, rest, more = strings.Cut(text, ";")
		return "", "", rest, more
	}
	name, text = text[:i], text[i+1:]
	if !strings.HasPrefix(text, `"`) {
		value, rest, more = strings.Cut(text, ";")
		if value = strings.TrimRight(value, spaces); value == "" {
			name = ""
		}
		return name, value, rest, more
	}
	end := 1
	for end < len(text) && text[end] != '"' {
		if text[end] == '\\' && end+1 < len(text) {
			end++
		}
		end++
	}
	value = unquoted(text[1:end])
	_, rest, more = strings.Cut(text[end:], ";")
	return name, value, rest, more
}

// decodeBase64 decodes the data of a URL: first its escapes, then base64. If it
// is invalid, data[bad:bad+n] is wrong, and otherwise bad is -1. Browsers
// forgive white space and missing padding. Source: rfc2397 3; rfc2045 6.8;
// whatwg infra 8.
func decodeBase64(data string, forgives bool) (decoded []byte, bad, n int) {
	text, coding := string(earl.Unescape(data)), base64.StdEncoding
	skip := ""
	if !forgives {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "\r", "!"), "\n", "!") // Go's decoder skips line ends
	} else {
		skip, coding = spaces, base64.RawStdEncoding
		if strings.ContainsAny(text, spaces) {
			text = strings.Map(func(c rune) rune {
				if strings.ContainsRune(spaces, c) {
					return -1
				}
				return c
			}, text)
		}
		if len(text)%4 == 0 {
			text = strings.TrimSuffix(strings.TrimSuffix(text, "="), "=")
		}
	}
	decoded, err := coding.DecodeString(text)
	if err == nil {
		return decoded, -1, 0
	}
	var corrupt base64.CorruptInputError
	errors.As(err, &corrupt)
	if bad = rawOffset(data, int(corrupt), skip); bad < len(data) {
		n = charLen(data[bad:])
	}
	return nil, bad, n
}

// rawOffset returns the offset in data of the decoded byte i, not counting
// those in skip.
func rawOffset(data string, i int, skip string) int {
	at := 0
	for ; at < len(data); at += charLen(data[at:]) {
		if c := earl.Unescape(data[at : at+charLen(data[at:])]); strings.Contains(skip, string(c)) && skip != "" {
			continue
		}
		if i--; i < 0 {
			break
		}
	}
	return at
}

// cutSuffixFold removes a suffix in upper or lower case.
func cutSuffixFold(text, suffix string) (before string, found bool) {
	if i := len(text) - len(suffix); i >= 0 && strings.EqualFold(text[i:], suffix) {
		return text[:i], true
	}
	return text, false
}

// isMediaType reports whether text is "type/subtype".
func isMediaType(text string) bool {
	typ, subtype, _ := strings.Cut(text, "/")
	return isToken(typ) && isToken(subtype)
}

// isToken reports whether text is a token: one or more characters of US-ASCII,
// without controls, spaces and tspecials. Source: rfc2045 5.1.
func isToken(text string) bool {
	for i := range len(text) {
		if c := text[i]; c <= ' ' || c >= 0x7F || strings.IndexByte(`()<>@,;:\"/[]?=`, c) >= 0 {
			return false
		}
	}
	return text != ""
}

// URL composes the URL of v. A value that would be read as a quoted string is
// written as one. Browsers do not decode the media type, so WHATWG cannot write
// one that needs an escape. Source: rfc2397 3.
func (v Data) URL(e *earl.Edition) (earl.URL, error) {
	c := e.Composer("data")
	if v.MediaType.Present {
		c.Need(isMediaType(string(v.MediaType.Value)), earl.RuleComposeView)
		typ, subtype, _ := strings.Cut(string(v.MediaType.Value), "/")
		putToken(c, typ)
		c.Text("/")
		putToken(c, subtype)
	}
	for _, p := range v.Params {
		c.Need(isToken(string(p.Name)), earl.RuleComposeView)
		c.Text(";")
		putToken(c, string(p.Name))
		c.Text("=")
		if p.Value == "" || p.Value[0] == '"' {
			putToken(c, `"`+escapeQuoted(string(p.Value))+`"`)
		} else {
			putToken(c, string(p.Value))
		}
	}
	c.Need(!e.Syntax("data").Forgiving || strings.IndexByte(c.Written(), '%') < 0, earl.RuleComposeView)
	if v.Base64 {
		c.Text(";base64,")
		c.Octets(earl.ComponentPath, earl.Octets(base64.StdEncoding.EncodeToString([]byte(v.Data))), "/+=")
		return c.URL()
	}
	c.Text(",")
	c.Octets(earl.ComponentPath, v.Data, reserved)
	return c.URL()
}

// putToken appends text, and escapes what a token cannot contain.
func putToken(c *earl.Composer, text string) {
	for i := range len(text) {
		if isToken(text[i : i+1]) {
			c.Octets(earl.ComponentPath, earl.Octets(text[i:i+1]), "+")
		} else {
			c.Escape(text[i])
		}
	}
}
