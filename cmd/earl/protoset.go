package main

import (
	"fmt"
	"slices"
	"strings"
)

// protoSet is the text of --proto, in curl's syntax: schemes between commas,
// each with "+" or nothing to add it, "-" to leave it out, "=" to have none
// but it; "all" is every one. It begins with all.
type protoSet struct {
	text  string
	words []string
}

func (p *protoSet) String() string { return p.text }
func (*protoSet) Type() string     { return "SCHEMES" }

// Set reads the text of the flag.
func (p *protoSet) Set(text string) error {
	words := strings.Split(strings.ToLower(text), ",")
	for i, word := range words {
		words[i] = strings.TrimSpace(word)
		if name := strings.TrimLeft(words[i], "+-="); name == "" || len(words[i])-len(name) > 1 || strings.ContainsAny(name, ":/ ") {
			return fmt.Errorf("%q is no scheme", word)
		}
	}
	*p = protoSet{text, words}
	return nil
}

// of returns the schemes among those that are known, nil if the flag was not
// given. One that is not known may be named all the same.
func (p *protoSet) of(known []string) []string {
	if p.text == "" {
		return nil
	}
	set := slices.Clone(known)
	for _, word := range p.words {
		name := strings.TrimLeft(word, "+-=")
		names := []string{name}
		if name == "all" {
			names = known
		}
		switch word[0] {
		case '-':
			set = slices.DeleteFunc(set, func(s string) bool { return slices.Contains(names, s) })
		case '=':
			set = slices.Clone(names)
		default:
			set = append(set, names...)
		}
	}
	return append(make([]string, 0, len(set)), set...) // never nil, which would be all
}
