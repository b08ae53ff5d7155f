package linkcheck

import (
	"fmt"
	"strings"

	"github.com/earl-url/earl"
)

// inert are schemes that browsers know and that designate nothing to be opened:
// what they name stands in the URL, or is done by the program that shows the page.
var inert = wordSet("about blob data javascript sms tel")

// maxTypo is how many octets a scheme may be wrong in.
const maxTypo = 2

// unopened says why nobody opens the scheme of a URL, with the scheme that it may
// be a misspelling of.
func unopened(e *earl.Edition, u earl.URL) string {
	name := u.Scheme()
	if s, known := e.Scheme(name); known {
		return "nobody opens " + name + ": " + s.Note
	}
	best, least := "", min(maxTypo, len(name)/2)+1
	for s := range e.Schemes() {
		if n := distance(name, s.Name); n < least {
			best, least = s.Name, n
		}
	}
	switch {
	case best != "":
		return fmt.Sprintf("the scheme %q is unknown: did you mean %q?", name, best)
	case looksLikeHost(u):
		return fmt.Sprintf("the scheme %q is unknown: did you mean http://%s?", name, u.Redacted())
	}
	return fmt.Sprintf("the scheme %q is unknown", name)
}

// looksLikeHost reports whether what was read as a scheme is a host, and a port follows.
func looksLikeHost(u earl.URL) bool {
	part := u.SchemePart()
	return part != "" && '0' <= part[0] && part[0] <= '9' && (strings.Contains(u.Scheme(), ".") || u.Scheme() == "localhost")
}

// distance returns how many octets must be put in, left out or changed to make b
// of a; two that changed places count as one.
func distance(a, b string) int {
	var before []int
	last, row := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := last[j-1]
			if a[i-1] != b[j-1] {
				change++
			}
			row[j] = min(change, last[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, make([]int, len(b)+1)
	}
	return last[len(b)]
}
