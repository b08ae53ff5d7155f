package earl

import (
	"strings"

	"github.com/earl-url/earl/internal/octet"
)

// The functions below check productions that several editions share. Each is
// the check of a form. It checks text[i:], the path and the query, whose bytes
// are already in the form's classes. It returns the given rule if the text
// violates the production.

// typecodePart checks fpath [ ";type=" ftptype ]: no other ";". Source: rfc1738 3.2.2, 5.
func typecodePart(text string, i int, rule Rule) (off, n int, r Rule) {
	k := strings.IndexByte(text[i:], ';')
	if k < 0 {
		return 0, 0, ""
	}
	typecode, ok := strings.CutPrefix(text[i+k:], ";type=")
	if ok && len(typecode) == 1 && strings.IndexByte("aidAID", typecode[0]) >= 0 {
		return 0, 0, ""
	}
	return i + k, len(text) - i - k, rule
}

// filledPart checks that a part is not empty.
func filledPart(text string, i int, rule Rule) (off, n int, r Rule) {
	if i == len(text) {
		return i, 0, rule
	}
	return 0, 0, ""
}

// slashPart checks that a part is empty or "/". Source: rfc1738 3.8, 5.
func slashPart(text string, i int, rule Rule) (off, n int, r Rule) {
	if len(text)-i > 1 {
		return i + 1, len(text) - i - 1, rule
	}
	return 0, 0, ""
}

// isWord reports whether text is a byte of class first followed by bytes of
// class rest, without escapes.
func isWord(table *[256]octet.Class, text string, first, rest octet.Class) bool {
	return text != "" && table[text[0]]&first != 0 && octet.Run(table, text, 0, rest) == len(text)
}

// allDigits reports whether text is one or more digits.
func allDigits(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

// isHostnumber reports whether text is digits "." digits "." digits "." digits,
// of any length. Source: rfc1738 5.
func isHostnumber(text string) bool {
	for range 3 {
		group, rest, _ := strings.Cut(text, ".")
		if !allDigits(group) {
			return false
		}
		text = rest
	}
	return allDigits(text)
}

// groupNumberPart checks "/" group [ "/" digits ]; the number is optional (R7).
// Source: rfc1738 3.7, 5.
func groupNumberPart(text string, i int, isGroup func(string) bool, groupRule, numberRule Rule) (off, n int, r Rule) {
	group, number, more := strings.Cut(text[i+1:], "/")
	switch {
	case !isGroup(group):
		return i + 1, len(group), groupRule
	case more && !allDigits(number):
		return len(text) - len(number), len(number), numberRule
	}
	return 0, 0, ""
}

// databasePart checks "/" and a database, optionally followed by "?" and a
// search, or by a path with docSlashes slashes, which is a document. Source:
// rfc1738 3.9, 5.
func databasePart(text string, i, docSlashes int, rule Rule) (off, n int, r Rule) {
	path, _, search := strings.Cut(text[i:], "?")
	if k := strings.Count(path, "/"); k == 1 || k == docSlashes && !search {
		return 0, 0, ""
	}
	return i, len(text) - i, rule
}

// fieldsPart checks ppath *[ ";" fieldname "=" fieldvalue ], with names and
// values of class c. Source: rfc1738 3.11, 5.
func fieldsPart(table *[256]octet.Class, c octet.Class, text string, i int, rule Rule) (off, n int, r Rule) {
	for k := strings.IndexByte(text[i:], ';'); k >= 0; k = strings.IndexByte(text[i:], ';') {
		i += k
		field, _, _ := strings.Cut(text[i+1:], ";")
		name, value, ok := strings.Cut(field, "=")
		if !ok || octet.Span(table, name, 0, c) != len(name) || octet.Span(table, value, 0, c) != len(value) {
			return i, 1 + len(field), rule
		}
		i++
	}
	return 0, 0, ""
}

// firstSegment checks that the first segment of the relative path text[i:] has
// no ":". Source: rfc2396 5; rfc3986 4.2; rfc3987 2.2.
func firstSegment(text string, i int, rule Rule) (off, n int, r Rule) {
	if i > 0 { // after a login
		return 0, 0, ""
	}
	if k := strings.IndexAny(text, ":/?"); k >= 0 && text[k] == ':' {
		return k, 1, rule
	}
	return 0, 0, ""
}
