package prospero

import (
	"fmt"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// oldRequest returns the request of version 1 for the links at a place. Version
// 1 has no quotes, so it cannot request a name with a blank.
func (p place) oldRequest() (earl.Octets, error) {
	if p.name == "" || strings.ContainsAny(p.name, " \t") {
		return "", fmt.Errorf("%w: version 1 of the protocol cannot request the name %q", open.ErrNotFound, shown(p.name))
	}
	return earl.Octets("VERSION 1\nAUTHENTICATOR UNAUTHENTICATED anonymous\n" +
		"DIRECTORY " + ascii + " " + p.name + "\nLIST ATTRIBUTES COMPONENTS \n"), nil
}

// fromOld converts a line of version 1 to lines of version 5. In version 1 a
// link has its access method in its type, "EXTERNAL(AFTP,BINARY)", and a magic
// number after it. The value of an attribute goes up to the end of the line.
func fromOld(text string) [][]string {
	tokens := strings.Fields(text)
	if len(tokens) == 0 {
		return nil
	}
	switch tokens[0] {
	case notDirectory:
		return [][]string{{"FAILURE", notDirectory}}
	case "LINK-INFO":
		// LINK-INFO applies-to name ASCII value
		parts := strings.SplitN(text, " ", 5)
		if len(parts) < 5 {
			return nil
		}
		return [][]string{{"ATTRIBUTE", parts[1], "INTRINSIC", parts[2], "SEQUENCE", parts[4]}}
	case "LINK":
		return oldLink(tokens)
	}
	return [][]string{tokens}
}

// oldLink returns the lines for a link of version 1, its access method and its
// ID.
func oldLink(tokens []string) [][]string {
	if len(tokens) < 9 {
		return [][]string{tokens[:1]}
	}
	lines := [][]string{tokens[:min(len(tokens), 9)]}
	target, arguments, ok := strings.Cut(tokens[2], "(")
	switch {
	case target == "SYM-LINK":
		tokens[2] = "SYMBOLIC"
	case ok:
		tokens[2] = target
		method, args, _ := strings.Cut(strings.TrimSuffix(arguments, ")"), ",")
		value := []string{"ATTRIBUTE", "LINK", "FIELD", "ACCESS-METHOD", "SEQUENCE", method, "", "", "", ""}
		if args != "" {
			value = append(value, strings.Split(args, ",")...)
		}
		lines = append(lines, value)
	}
	if len(tokens) > 9 {
		lines = append(lines, []string{"ID", "REMOTE", tokens[9]})
	}
	return lines
}
