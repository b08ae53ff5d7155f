package dict

import (
	"strings"

	"github.com/earl-url/earl"
)

// quoted returns an argument between quotes. A backslash is put before each
// quote and backslash. Source: rfc2229 2.2.
func quoted(o earl.Octets) earl.Octets {
	return `"` + earl.Octets(strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(string(o))) + `"`
}

// token returns an argument as an atom if it can be one, and between quotes
// otherwise. Source: rfc2229 2.2.
func token(o earl.Octets) earl.Octets {
	if strings.ContainsFunc(string(o), func(r rune) bool { return r <= ' ' || r == 0x7F || strings.ContainsRune(`"'\`, r) }) {
		return quoted(o)
	}
	return o
}

// cutToken returns the first argument of a line, decoded, and what follows it.
// ok is false if the line has no argument, or one whose quotes do not end.
// Source: rfc2229 2.2.
func cutToken(line string) (value, rest string, ok bool) {
	line = strings.TrimLeft(line, " \t")
	if line == "" {
		return "", "", false
	}
	quote := line[0]
	if quote != '"' && quote != '\'' {
		if i := strings.IndexAny(line, " \t"); i >= 0 {
			return line[:i], line[i:], true
		}
		return line, "", true
	}
	var b strings.Builder
	for i := 1; i < len(line); i++ {
		switch c := line[i]; {
		case c == quote:
			return b.String(), line[i+1:], true
		case c == '\\' && i+1 < len(line):
			i++
			b.WriteByte(line[i])
		default:
			b.WriteByte(c)
		}
	}
	return "", "", false
}

// cutTokens returns the first two arguments of a line, decoded.
func cutTokens(line string) (first, second string, ok bool) {
	first, rest, ok := cutToken(line)
	if ok {
		second, _, ok = cutToken(rest)
	}
	return first, second, ok
}
