package config

import (
	"fmt"
	"slices"
	"strings"
)

// A SchemeSet is the value of --proto in curl's syntax: schemes between commas,
// each with "+" or nothing to add it, "-" to remove it, or "=" to allow only it;
// "all" is every scheme. The zero value allows all.
type SchemeSet struct {
	text  string
	items []string
}

// String returns the set as it was given.
func (p *SchemeSet) String() string { return p.text }

// Type returns the name of the value in help.
func (*SchemeSet) Type() string { return "SCHEMES" }

// Set reads the text of the flag.
func (p *SchemeSet) Set(text string) error {
	items := strings.Split(strings.ToLower(text), ",")
	for i, item := range items {
		items[i] = strings.TrimSpace(item)
		if name := strings.TrimLeft(items[i], "+-="); name == "" || len(items[i])-len(name) > 1 || strings.ContainsAny(name, ":/ ") {
			return fmt.Errorf("%q: must be a scheme", item)
		}
	}
	*p = SchemeSet{text, items}
	return nil
}

// of returns the allowed schemes: known schemes, and others in the set. It
// returns nil if all are allowed.
func (p *SchemeSet) of(known []string) []string {
	if p.text == "" {
		return nil
	}
	set := slices.Clone(known)
	for _, item := range p.items {
		name := strings.TrimLeft(item, "+-=")
		names := []string{name}
		if name == "all" {
			names = known
		}
		switch item[0] {
		case '-':
			set = slices.DeleteFunc(set, func(s string) bool { return slices.Contains(names, s) })
		case '=':
			set = slices.Clone(names)
		default:
			set = append(set, names...)
		}
	}
	return append(make([]string, 0, len(set)), set...) // never nil, which would allow all
}
