package config

import (
	"fmt"
	"strings"

	"github.com/BurntSushi/toml"
)

// The limits of a configuration file. The parser of TOML copies the names of all tables
// around a key for each key, so that its memory grows with the square of the depth: a
// file of 40 KB would take gigabytes. checkTOML refuses such a file before the parser
// sees it. The settings of this program are four tables deep.
const (
	maxFile  = 1 << 20 // bytes
	maxDepth = 16      // tables and lists inside each other, and parts of a dotted key
	maxKeys  = 20_000  // keys, tables and lists
)

// tomlScan counts what a text of TOML has, without its strings and comments.
type tomlScan struct {
	text               string
	line               int // from 1
	depth, parts, keys int
}

// checkTOML returns a toml.ParseError if a text exceeds a limit. It reads the text once.
// It does not check the syntax: after a syntax error the parser stops too.
func checkTOML(text string) error {
	if len(text) > maxFile {
		return fmt.Errorf("has more than %d bytes", maxFile)
	}
	s := tomlScan{text: text, line: 1}
	for at := 0; at < len(text); {
		at = s.step(at)
		what, most := "", maxDepth
		switch {
		case s.depth > maxDepth:
			what = "tables or lists inside each other"
		case s.parts >= maxDepth:
			what = "names with dots between them"
		case s.keys > maxKeys:
			what, most = "keys, tables and lists", maxKeys
		default:
			continue
		}
		return toml.ParseError{Position: toml.Position{Line: s.line}, Message: fmt.Sprintf("more than %d %s", most, what)}
	}
	return nil
}

// step reads one character, string or comment, and returns the position after it.
func (s *tomlScan) step(at int) int {
	switch c := s.text[at]; c {
	case '#':
		return s.index(at, "\n")
	case '"', '\'':
		return s.quoted(at, s.text[at:at+1])
	case '.':
		s.parts++
		return at + 1
	case '\n':
		s.line++
	case '[', '{':
		s.depth, s.keys = s.depth+1, s.keys+1
	case ']', '}':
		s.depth--
	case '=':
		s.keys++
	case ',':
	default:
		return at + 1
	}
	s.parts = 0
	return at + 1
}

// index returns the position of the next mark, or the end of the text.
func (s *tomlScan) index(at int, mark string) int {
	if i := strings.Index(s.text[at:], mark); i >= 0 {
		return at + i
	}
	return len(s.text)
}

// quoted returns the position after the string that starts at a quote. A line end ends a
// string that has one quote on each side.
func (s *tomlScan) quoted(at int, quote string) int {
	end := quote
	if triple := strings.Repeat(quote, 3); strings.HasPrefix(s.text[at:], triple) {
		end = triple
	}
	for at += len(end); at < len(s.text); at++ {
		switch {
		case strings.HasPrefix(s.text[at:], end):
			return s.afterQuotes(at+len(end), end)
		case s.text[at] == '\\' && quote == `"`:
			if at++; at < len(s.text) && s.text[at] == '\n' {
				s.line++
			}
		case s.text[at] == '\n':
			if len(end) == 1 {
				return at
			}
			s.line++
		}
	}
	return len(s.text)
}

// afterQuotes returns the position after the quotes of a string whose first possible end
// is at. A string in three quotes can have two more before its end.
func (s *tomlScan) afterQuotes(at int, end string) int {
	for range len(end) - 1 {
		if at < len(s.text) && s.text[at] == end[0] {
			at++
		}
	}
	return at
}
