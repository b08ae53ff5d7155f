package dialogue

import (
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// shortSecret is the length below which a secret is likely to be part of any
// text. Hiding each "e" would reveal the secret.
const shortSecret = 4

// Secrets are what errors and traces must not show: a server may repeat what it
// received.
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

// NotUnderstood returns the error of a line of a listing that was not
// understood, with the number of the line. Its text is that of Veil.
func (s Secrets) NotUnderstood(n int, line, reason string) error {
	return &open.NotUnderstood{Line: n, Text: s.Veil(line), Reason: reason}
}

// HideLogin is Hide for the server's texts during a login, which may repeat a
// short secret too. If they do, it hides the whole text.
func (s Secrets) HideLogin(text string) string {
	for _, secret := range s {
		if secret != "" && len(secret) < shortSecret && strings.Contains(text, secret) {
			return earl.Hidden
		}
	}
	return s.Hide(text)
}
