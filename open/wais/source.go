package wais

import "strings"

// A sourceField is one field of the description of a database.
type sourceField struct{ name, value string }

// parseSource returns the fields of the description of a database, a text of type
// WSRC: "(:source :version 3 :description "..." ...)", in the order of the text. The
// values of a list have a space between them. A description that ends early is read
// as far as it goes. Source: WAIS source description, version 3.
func parseSource(octets []byte) []sourceField {
	var fields []sourceField
	values := -1 // those that the last field has; -1: it takes no more
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

// described returns the value of the field description, "" if there is none.
func described(fields []sourceField) string {
	for _, f := range fields {
		if f.name == "description" {
			return f.value
		}
	}
	return ""
}

// cutToken cuts the first token off s: a string, a parenthesis or a word. "": there is none.
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

// unquote returns what a string says, which may lack its end.
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
