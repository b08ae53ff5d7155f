package explain

import (
	"fmt"
	"unicode/utf8"

	"github.com/earl-url/earl"
)

// ReadAs returns a remark about how earl.Auto read a URL or a reference: as which
// URL, and what the first repair was. It is "" if u is the text unchanged. It has no
// password.
func ReadAs(text string, u earl.URL) string {
	if u.String() == text {
		return ""
	}
	remark := "read as " + u.Redacted()
	for v := range earl.RFC3986.CheckReference(text) {
		return remark + fmt.Sprintf(" (character %d: %s)", utf8.RuneCountInString(text[:v.Off])+1, v.Rule.Sentence())
	}
	return remark
}
