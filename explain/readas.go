package explain

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/earl-url/earl"
)

// c0AndSpace are the characters that browsers remove around a URL.
const c0AndSpace = "\x00\x01\x02\x03\x04\x05\x06\x07\x08\t\n\v\f\r\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f "

// ReadAs returns a message about how earl.Auto read a URL or a reference: the
// URL that it read, and its first repair. It returns "" if u is the text
// unchanged. The message does not contain the password.
func ReadAs(text string, u earl.URL) string {
	if u.String() == text {
		return ""
	}
	remark := "read as " + u.Redacted()
	if u.Edition() != earl.WHATWG {
		return remark // the scheme was guessed
	}
	trimmed := strings.Trim(text, c0AndSpace)
	before := utf8.RuneCountInString(text[:strings.Index(text, trimmed)])
	for v := range earl.RFC3986.CheckReference(trimmed) {
		return remark + fmt.Sprintf(" (character %d: %s)", before+utf8.RuneCountInString(trimmed[:v.Off])+1, v.Rule.Sentence())
	}
	return remark
}
