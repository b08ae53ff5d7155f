package main

import (
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/earl-url/earl"
)

// minSecret is the length of a password from which every copy of it is hidden: a shorter
// one is a piece of ordinary words.
const minSecret = 4

// showSecretsFlag is the flag that shows tokens. Passwords are always hidden.
const showSecretsFlag = "show-secrets"

// addShowSecrets adds the flag --show-secrets.
func addShowSecrets(f *pflag.FlagSet, s *streams, where string) {
	f.BoolVar(&s.showSecrets, showSecretsFlag, false, "show the tokens of URLs in "+where+"; passwords stay hidden")
}

// hidden returns a text for stderr or a trace without the passwords of the arguments,
// which errors of other packages quote, and without tokens, except with --show-secrets.
func (s *streams) hidden(text string) string {
	for _, h := range s.secrets {
		text = strings.ReplaceAll(text, h.secret, h.shown)
	}
	if s.showSecrets {
		return text
	}
	return earl.HideTokens(text)
}

// A replacement is a text with a password, and what is shown in its place.
type replacement struct{ secret, shown string }

// secretsOf returns the replacements for the passwords of arguments, the longest first.
func secretsOf(args []string) []replacement {
	var all, pieces []replacement
	for _, arg := range args {
		_, value, _ := strings.Cut(arg, "=") // of a flag
		for _, word := range []string{arg, value} {
			safe := earl.HidePassword(word)
			if safe == word {
				continue
			}
			all = append(all, replacement{word, safe}, replacement{strconv.Quote(word), strconv.Quote(safe)})
			if secret := changed(word, safe); len(secret) >= minSecret { // of a file name that was cleaned
				pieces = append(pieces, replacement{secret, earl.Hidden})
			}
		}
	}
	return append(all, pieces...)
}

// changed returns the part of word that safe replaces.
func changed(word, safe string) string {
	from := 0
	for from < min(len(word), len(safe)) && word[from] == safe[from] {
		from++
	}
	n := 0
	for n < min(len(word), len(safe))-from && word[len(word)-1-n] == safe[len(safe)-1-n] {
		n++
	}
	return word[from : len(word)-n]
}
