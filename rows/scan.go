package rows

import (
	"errors"
	"strings"
)

// scanner reads a selection.
type scanner struct {
	text string
	at   int // the offset of the next byte
	last int // the offset of the last word, for errors
}

// argument is an argument of a column: a word, or a text in single quotes.
type argument struct {
	text   string
	quoted bool
}

// space skips white space.
func (s *scanner) space() {
	for s.at < len(s.text) && strings.IndexByte(" \t\r\n", s.text[s.at]) >= 0 {
		s.at++
	}
}

// done reports whether only white space is left.
func (s *scanner) done() bool {
	s.space()
	return s.at == len(s.text)
}

// skip skips the byte c and reports whether it was there.
func (s *scanner) skip(c byte) bool {
	s.space()
	if s.at < len(s.text) && s.text[s.at] == c {
		s.at++
		return true
	}
	return false
}

// word returns the next word, or "".
func (s *scanner) word() string {
	s.space()
	s.last = s.at
	for s.at < len(s.text) && strings.IndexByte(" \t\r\n,()'", s.text[s.at]) < 0 {
		s.at++
	}
	return s.text[s.last:s.at]
}

// keyword skips a word and reports whether it was there.
func (s *scanner) keyword(word string) bool {
	at, last := s.at, s.last
	if s.word() == word {
		return true
	}
	s.at, s.last = at, last
	return false
}

// arguments returns the arguments of a column, or nil if no bracket follows. In a
// text, two quotes are one.
func (s *scanner) arguments() ([]argument, error) {
	if !s.skip('(') {
		return nil, nil
	}
	args := []argument{}
	for !s.skip(')') {
		if len(args) > 0 && !s.skip(',') {
			return nil, errors.New("a comma or a closing bracket is missing after an argument")
		}
		a, err := s.argument()
		if err != nil {
			return nil, err
		}
		args = append(args, a)
	}
	return args, nil
}

// argument returns one argument.
func (s *scanner) argument() (argument, error) {
	if !s.skip('\'') {
		word := s.word()
		if word == "" {
			return argument{}, errors.New("an argument is missing")
		}
		return argument{text: word}, nil
	}
	text := ""
	for {
		before, after, ok := strings.Cut(s.text[s.at:], "'")
		if !ok {
			return argument{}, errors.New("the closing quote of a text is missing")
		}
		text += before
		s.at = len(s.text) - len(after)
		if s.at == len(s.text) || s.text[s.at] != '\'' {
			return argument{text: text, quoted: true}, nil
		}
		text += "'"
		s.at++
	}
}
