package wais

import "strings"

// A sourceField is one field of the description of a database.
type sourceField struct{ name, value string }

// parseSource returns the fields of the description of a database, in the order of the text. The
// text has the type WSRC: "(:source :version 3 :description "..." ...)". The values of a list are
// separated by a space. An incomplete description is parsed up to its end. Source: WAIS source
// description, version 3.
func parseSource(octets []byte) []sourceField {
	var fields []sourceField
	values := -1 // number of values of the last field; -1: it is complete
	for token, rest := cutToken(string(octets)); token != ""; token, rest = cutToken(rest) {
		switch {
		case token == "(" || strings.EqualFold(token, ":source"):
		case token == ")":
			values = -1
		case token[0] == ':' && values != 0: // ":cost-unit :free" has one keyword and a value
			fields = append(fields, sourceField{name: strings.ToLower(text([]byte(token[1:])))})
			values = 0
		case values >= 0:
			fields[len(fields)-1].add(token)
			values++
		}
	}
	return fields
}

// add adds a value to a field, on one line.
func (f *sourceField) add(token string) {
	if token[0] == '"' {
		token = unquote(token)
	}
	words := strings.Join(strings.Fields(text([]byte(token))), " ")
	f.value = strings.TrimSpace(f.value + " " + strings.TrimPrefix(words, ":"))
}

// described returns the value of the field description, or "".
func described(fields []sourceField) string {
	for _, f := range fields {
		if f.name == "description" {
			return f.value
		}
	}
	return ""
}

// cutToken takes the first token from s: a string, a parenthesis or a word. It returns "" at the
// end.
func cutToken(s string) (token, rest string) {
	s = strings.TrimLeft(s, " \t\r\n\f")
	switch {
	case s == "":
		return "", ""
	case s[0] == '"':
		for i := 1; i < len(s); i++ {
			switch s[i] {
			case '\\':
				i++
			case '"':
				return s[:i+1], s[i+1:]
			}
		}
		return s, ""
	case s[0] == '(' || s[0] == ')':
		return s[:1], s[1:]
	}
	n := strings.IndexAny(s, " \t\r\n\f()\"")
	if n < 0 {
		n = len(s)
	}
	return s[:n], s[n:]
}

// unquote returns the value of a string, which may lack its end.
func unquote(token string) string {
	token = token[1:]
	var b strings.Builder
	for i := 0; i < len(token) && token[i] != '"'; i++ {
		if token[i] == '\\' && i+1 < len(token) {
			i++
		}
		b.WriteByte(token[i])
	}
	return b.String()
}
