package mailto

import (
	"errors"
	"net/mail"
	"strings"
)

// maxAddress leaves an address room in a line of a letter. Source: rfc5322 2.1.1.
const maxAddress = 900

// errAddress is what addrSpecs says of what is no address.
var errAddress = errors.New("no address of rfc822")

// addrSpecs parts a list of addr-specs at its commas, quoted ones aside, and
// takes the spaces around each away. Display names, groups and comments are no
// addr-specs. Source: rfc822 6.1; rfc6068 2.
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

// quotedSpan returns where the first comma stands outside a quoted string, the
// length of the list if none does.
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

// canonical returns an addr-spec as it is written in a letter: quoted only where
// it must be.
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
