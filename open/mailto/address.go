package mailto

import (
	"errors"
	"net/mail"
	"strings"
)

// maxAddress is short enough for an address on a line of an email.
// Source: rfc5322 2.1.1.
const maxAddress = 900

// errAddress is the error of addrSpecs for an invalid address.
var errAddress = errors.New("not an address of rfc822")

// addrSpecs splits a list of addr-specs on commas outside quoted strings, and
// removes the spaces around each. Display names, groups and comments are not
// addr-specs.
// Source: rfc822 6.1; rfc6068 2.
func addrSpecs(list string) ([]string, error) {
	var all []string
	for list != "" {
		n := quotedSpan(list)
		spec := strings.Trim(list[:n], " ")
		if _, err := canonical(spec); err != nil {
			return nil, err
		}
		all = append(all, spec)
		list = list[min(n+1, len(list)):]
	}
	return all, nil
}

// quotedSpan returns the offset of the first comma outside a quoted string, or
// the length of the list.
func quotedSpan(list string) int {
	quoted := false
	for i := 0; i < len(list); i++ {
		switch c := list[i]; {
		case c == '\\' && quoted:
			i++
		case c == '"':
			quoted = !quoted
		case c == ',' && !quoted:
			return i
		}
	}
	return len(list)
}

// canonical returns an addr-spec in the form of an email: quoted only if
// necessary.
func canonical(spec string) (string, error) {
	a, err := mail.ParseAddress("<" + spec + ">")
	if err != nil || a.Name != "" || len(spec) > maxAddress {
		return "", errAddress
	}
	return bare(a), nil
}

// bare returns the addr-spec of an address.
func bare(a *mail.Address) string {
	text := (&mail.Address{Address: a.Address}).String()
	return text[1 : len(text)-1] // without the angle brackets
}

// mailboxes reads a list of addresses, with or without display names.
func mailboxes(list string) ([]string, error) {
	found, err := mail.ParseAddressList(list)
	if err != nil {
		return nil, errAddress
	}
	var all []string
	for _, a := range found {
		text := bare(a)
		if len(text) > maxAddress {
			return nil, errAddress
		}
		if a.Name != "" {
			text = phrase(a.Name) + " <" + text + ">"
		}
		all = append(all, text)
	}
	return all, nil
}
