package store

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/earl-url/earl"
)

// hiddenDigest is how many bytes of a digest tell URLs apart whose tokens are hidden: too
// few to test a guess, and enough for the URLs of one database.
const hiddenDigest = 4

// shown returns a text as a database has it: without its passwords and its tokens. The
// first hidden token is followed by a digest of the text, so that two URLs that differ
// only in their tokens stay two URLs. A text from a database is unchanged.
func shown(text string) string {
	text = earl.Redact(text)
	hidden := earl.HideTokens(text)
	if hidden == text {
		return text
	}
	sum := sha256.Sum256([]byte(text))
	return strings.Replace(hidden, earl.Hidden, earl.Hidden+"-"+hex.EncodeToString(sum[:hiddenDigest]), 1)
}

// isSecret reports whether a text has a password or a token, or the mark of a removed one.
func isSecret(text string) bool { return strings.Contains(text, earl.Hidden) || shown(text) != text }
