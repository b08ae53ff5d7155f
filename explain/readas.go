package explain

import (
	"fmt"
	"unicode/utf8"

	"github.com/earl-url/earl"
)

// ReadAs returns a remark about how a text was read: as which URL, and what the
// first repair was. It is "" if u is the text unchanged. It has no password.
func ReadAs(text string, u earl.URL) string {
	if u.String() == text {
		return ""
	}
	remark := "read as " + u.Redacted()
	for v := range earl.Auto.Check(text) {
		if v.Repaired {
			remark += fmt.Sprintf(" (character %d: %s)", utf8.RuneCountInString(text[:v.Off])+1, v.Rule.Sentence())
		}
		break
	}
	return remark
}
