package gateway

import (
	"context"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/explain"
	"github.com/earl-url/earl/internal/guess"
	"github.com/earl-url/earl/readers"
)

// disputed reports whether programs or editions read different servers in a text, as
// "earl explain" decides it. The gateway opens such a text only in an edition that the
// user chose.
func disputed(text string, x *explain.Explanation) bool {
	_, err := earl.Auto.Parse(text)
	return x.Main.Valid && (err != nil || x.Split())
}

// disputed reports whether the gateway must not open a text that it reads as u: programs
// read different servers in it, and the user has not chosen to open u.
func (lk *linker) disputed(text string, u earl.URL) bool {
	if _, ok := lk.chosen.find(lk.keys.Sign(keptPurpose, u.String())); ok {
		return false
	}
	if guessed, ok := guess.URL(text, lk.guesses); ok {
		text = guessed // programs do not guess alike, and the page says what was guessed
	}
	return disputed(text, explain.Explain(context.Background(), text, explain.Options{Violations: 1, Readers: readers.All()}))
}

// choose notes that the user chose the edition that reads u.
func (lk *linker) choose(u earl.URL) {
	lk.chosen.add(lk.keys.Sign(keptPurpose, u.String()), u.String())
}
