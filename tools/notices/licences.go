package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// licences are the SPDX names of the licences that this project permits, each with a
// sentence that only its text has. All allow a program in binary form under Apache-2.0,
// if it comes with the texts.
var licences = []struct{ name, sentence string }{
	{"Apache-2.0", "apache license version 2.0, january 2004"},
	{"BSD-2-Clause", ""}, // see recognize
	{"BSD-3-Clause", "endorse or promote products derived from"},
	{"ISC", "for any purpose with or without fee is hereby granted, provided that the above copyright notice and this permission notice appear"},
	{"MIT", "permission is hereby granted, free of charge, to any person obtaining a copy"},
	{"Unlicense", "this is free and unencumbered software released into the public domain"},
	{"blessing", "all of the code and documentation in sqlite has been dedicated to the public domain"},
}

// redistribution is the first condition of both BSD licences.
const redistribution = "redistributions of source code must retain the above copyright notice"

// refused are sentences of licences that this project does not permit, because they ask
// for more than the texts.
var refused = []string{
	"gnu general public license", "gnu lesser general public license", "gnu affero general public license",
	"mozilla public license", "eclipse public license", "server side public license", "business source license", "commons clause",
}

var errNoLicence = errors.New("no permitted licence recognized: read its files, then extend licences.go or choose another module")

// recognize returns the SPDX expression of all licences in a text.
func recognize(text string) (string, error) {
	text = strings.Join(strings.Fields(strings.ToLower(text)), " ")
	for _, sentence := range refused {
		if strings.Contains(text, sentence) {
			return "", fmt.Errorf("the licence is not permitted: %q", sentence)
		}
	}
	var names []string
	for _, l := range licences {
		if l.sentence != "" && strings.Contains(text, l.sentence) {
			names = append(names, l.name)
		}
	}
	if strings.Contains(text, redistribution) && !slices.Contains(names, "BSD-3-Clause") {
		names = append(names, "BSD-2-Clause")
		slices.Sort(names)
	}
	if len(names) == 0 {
		return "", errNoLicence
	}
	return strings.Join(names, " AND "), nil
}
