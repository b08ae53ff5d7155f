package wais

import "strings"

// describes returns what the description of a database, a text of type WSRC,
// has for a person, on one line: "(:source :version 3 :description "..." ...)", keywords in any
// order, unknown ones passed over. "": nothing. What ends early is read as far as
// it goes. Source: WAIS source description, version 3.
func describes(octets []byte) (description string) {
	keyword := ""
	for token, rest := cutToken(string(octets)); token != ""; token, rest = cutToken(rest) {
		if strings.HasPrefix(token, `"`) && keyword == ":description" {
			description = strings.Join(strings.Fields(text([]byte(unquote(token)))), " ")
		}
		keyword = strings.ToLower(token)
	}
	return description
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
