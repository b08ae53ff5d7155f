package dialogue

import (
	"strings"

	"github.com/earl-url/earl"
)

// shortSecret is the length below which a secret is likely to be part of any text:
// hiding each "e" would tell what it is.
const shortSecret = 4

// Secrets are what no error and no trace may show: a server may repeat what it
// was sent.
type Secrets []string

// Veil returns text, which may be in any language, with [earl.Hidden] for each
// secret that is not short.
func (s Secrets) Veil(text string) string {
	for _, secret := range s {
		if len(secret) >= shortSecret {
			text = strings.ReplaceAll(text, secret, earl.Hidden)
		}
	}
	return text
}

// Hide is Veil, in printable characters.
func (s Secrets) Hide(text string) string { return earl.Octets(s.Veil(text)).Printable() }

// HideLogin is Hide for what a server says during a login, when it may repeat a
// short secret too: there that hides the whole text.
func (s Secrets) HideLogin(text string) string {
	for _, secret := range s {
		if secret != "" && len(secret) < shortSecret && strings.Contains(text, secret) {
			return earl.Hidden
		}
	}
	return s.Hide(text)
}
