package inputs

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/unwrap"
)

// A Remap is a rule that replaces URLs: what the pattern matches of a URL becomes
// the replacement, in which $1 and ${name} are groups of the pattern.
type Remap struct {
	pattern     *regexp.Regexp
	replacement string
}

// ParseRemap reads a rule: a regular expression, a space and a replacement.
func ParseRemap(text string) (Remap, error) {
	pattern, replacement, ok := strings.Cut(strings.TrimSpace(text), " ")
	if replacement = strings.TrimSpace(replacement); !ok || strings.ContainsAny(replacement, " \t") {
		return Remap{}, fmt.Errorf("%q: must be a regular expression, a space and a replacement", earl.Redact(text))
	}
	p, err := regexp.Compile(pattern)
	if err != nil {
		return Remap{}, fmt.Errorf("%q: %s", earl.Redact(pattern), PatternFault(err))
	}
	return Remap{p, replacement}, nil
}

// PatternFault returns what is wrong with a regular expression, without its text, which
// may have a password.
func PatternFault(err error) string {
	var e *syntax.Error
	if errors.As(err, &e) {
		return e.Code.String()
	}
	return "it is not a regular expression"
}

// Rewrite returns a function that applies the first of the rules whose pattern a
// URL matches. A result that is not a URL in the edition of the URL changes
// nothing. Without rules it returns nil.
func Rewrite(rules []Remap) func(earl.URL) earl.URL {
	if len(rules) == 0 {
		return nil
	}
	return func(u earl.URL) earl.URL {
		text := u.String()
		for _, r := range rules {
			if !r.pattern.MatchString(text) {
				continue
			}
			if to, err := u.Edition().Parse(r.pattern.ReplaceAllString(text, r.replacement)); err == nil {
				return to
			}
			return u
		}
		return u
	}
}

// Unwrap returns a function that replaces a URL by the URL inside it if another
// service rewrote it, and then applies the function rewrite, which may be nil.
func Unwrap(rewrite func(earl.URL) earl.URL) func(earl.URL) earl.URL {
	return func(u earl.URL) earl.URL {
		if target, ok := unwrap.Target(u.String()); ok {
			if to, err := u.Edition().Parse(target); err == nil {
				u = to
			}
		}
		if rewrite != nil {
			u = rewrite(u)
		}
		return u
	}
}
