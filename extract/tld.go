package extract

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// files are top-level domains that are also file name extensions. A host in one
// of them is accepted only if there is further evidence.
const files = " ai am bz cc cl do gz in is la md me mk ml mm mo ms my no pl pm ps py re rs sc sh so st tf to ts vi app dev name zip "

// members are top-level domains that are also names in programs, such as "x.map". A host in
// one of them needs the same evidence.
const members = " bar foo box call case channel click date day direct dot download events fail fit fly group guide help here host how inc " +
	"java link map menu mov new next now one open parts pid pin ping place play plus prime prod read report run safe save " +
	"search select show skin style tab tools watch win zero zip "

// has reports whether a list contains a label. Its words have spaces around
// them.
func has(list string, label []byte) bool {
	const longest = 24
	if len(label) > longest {
		return false
	}
	var room [longest + 2]byte
	word := append(room[:0], ' ')
	for _, c := range label {
		word = append(word, lower(c))
	}
	return strings.Contains(list, string(append(word, ' ')))
}

// isHost reports whether a name without a scheme is a host, and whether this is
// certain. A port or a path after it makes it more likely.
func isHost(name []byte, port, path bool) (sure, ok bool) {
	top := lastLabel(name)
	www := len(name) > 4 && (bytes.EqualFold(name[:4], []byte("www.")) || bytes.EqualFold(name[:4], []byte("ftp.")))
	points := bytes.Count(name, []byte{'.'})
	switch {
	case bytes.Contains(name, []byte("..")) || bytes.Contains(name, []byte("-.")) || bytes.Contains(name, []byte(".-")):
		return false, false
	case isNumber(name):
		return true, points == 3 && path
	case www && points >= 2:
		return true, len(top) >= 2 && !isNumber(top)
	case !isDelegated(top):
		return false, false
	case has(files, top):
		return false, points >= 2 || path
	case has(members, top) || isCapitalized(top):
		return false, path
	}
	return port || path || points >= 2 || top[0] >= utf8.RuneSelf, true
}

// isCapitalized reports whether a label has a capital letter only at its start, as the
// words of a sentence and names in programs have.
func isCapitalized(label []byte) bool {
	return len(label) > 1 && !bytes.EqualFold(label[:min(len(label), len("xn--"))], []byte("xn--")) && label[0] < utf8.RuneSelf && lower(label[0]) != label[0] && lower(label[1]) == label[1]
}

// isNumber reports whether b has only digits and dots.
func isNumber(b []byte) bool {
	for _, c := range b {
		if !is(c, digit) && c != '.' {
			return false
		}
	}
	return true
}
