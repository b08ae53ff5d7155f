package main

import (
	"errors"
	"fmt"
	"iter"
	"math/big"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/explain"
	"github.com/earl-url/earl/internal/guess"
	"github.com/earl-url/earl/internal/schemes"
	"github.com/earl-url/earl/internal/typo"
	"github.com/earl-url/earl/open"
)

// knownCommand returns an error for an unknown subcommand. It suggests the nearest
// subcommand, or get for a URL.
func knownCommand(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	word := args[0]
	hint := ""
	if near := typo.Nearest(word, commandNames(c)); near != "" {
		hint = fmt.Sprintf("; did you mean %q?", c.Name()+" "+near)
	} else if looksLikeURL(word) {
		hint = fmt.Sprintf("; did you mean %q?", c.Name()+" get "+redacted(word))
	}
	return usagef("unknown command %q%s", redacted(word), hint)
}

// unknownTopic returns the error of "earl help TOPIC" for a topic that does not
// exist.
func unknownTopic(root *cobra.Command, topic string) error {
	hint := ""
	if near := typo.Nearest(topic, commandNames(root)); near != "" && near != topic {
		hint = fmt.Sprintf("; did you mean %q?", near)
	}
	return usagef("unknown help topic %q%s", redacted(topic), hint)
}

// schemeHint returns the end of a message about a URL with an unknown scheme, with the URL
// that the user may have meant or the nearest scheme that earl opens, or "".
func schemeHint(arg string, err error) string {
	u, fault := earl.Auto.Parse(arg)
	if fault != nil || !errors.Is(err, open.ErrNoOpener) {
		return ""
	}
	if meant, ok := guess.Correct(arg); ok {
		return fmt.Sprintf("; did you mean %q?", meant.Redacted())
	}
	if schemes.Known(u.Scheme()) {
		return ""
	}
	if hint := explain.WrapperHint(arg); hint != "" {
		return "; " + hint
	}
	if meant, ok := guess.Colon(arg); ok {
		return fmt.Sprintf("; did you mean %q?", earl.Redact(meant))
	}
	near := typo.Nearest(u.Scheme(), slices.Values(openedSchemes()))
	if near == "" || near == u.Scheme() {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", near)
}

// commandNames yields the names of the subcommands and topics that help lists.
func commandNames(c *cobra.Command) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, sub := range c.Commands() {
			if !sub.Hidden && !yield(sub.Name()) {
				return
			}
		}
	}
}

// looksLikeURL reports whether word is a URL, or begins with a host.
func looksLikeURL(word string) bool {
	if _, ok := guess.URL(word, guess.Options{}); ok {
		return true
	}
	scheme, rest, ok := strings.Cut(word, ":")
	return ok && len(scheme) > 1 && rest != "" && earl.Auto.Valid(word)
}

// flagError returns the usage error for an error of pflag. For an unknown flag it
// suggests the nearest one.
func flagError(c *cobra.Command, err error) error {
	var (
		unknown *pflag.NotExistError
		invalid *pflag.InvalidValueError
	)
	if errors.As(err, &invalid) && isOfPflag(invalid.Unwrap()) {
		return usagef("--%s %w", invalid.GetFlag().Name, valueError(invalid.GetValue(), invalid.Unwrap()))
	}
	if errors.As(err, &unknown) {
		if hint := checkShort[unknown.GetSpecifiedName()]; hint != "" && c.Name() == "check" && unknown.GetSpecifiedShortnames() != "" {
			return usagef("-%s: %s", unknown.GetSpecifiedName(), hint)
		}
		if near := nearestFlag(c, unknown.GetSpecifiedName()); near != "" && unknown.GetSpecifiedShortnames() == "" {
			return usagef("%w; did you mean --%s?", err, near)
		}
	}
	return usagef("%w", err)
}

// checkShort are short flags that mean one thing in curl and another in lychee. check has
// neither: one meaning would send a login, the other would replace a file.
var checkShort = map[string]string{
	"c": "write --cookie-jar FILE (-c in curl) or --config FILE (-c in lychee)",
	"u": "write --user NAME:PASSWORD (-u in curl) or --user-agent NAME (-u in lychee)",
}

// nearestFlag returns the flag most similar to a name, or the flag whose last words are
// the name: "only-changed" for "changed". It returns "" if there is no such flag.
func nearestFlag(c *cobra.Command, name string) string {
	if near := typo.Nearest(name, flagNames(c)); near != "" {
		return near
	}
	for flag := range flagNames(c) {
		if strings.HasSuffix(flag, "-"+name) {
			return flag
		}
	}
	return ""
}

// isOfPflag reports whether a type of pflag refuses a value with an error. Such an error has
// no value in it; those of the types of this package begin with it.
func isOfPflag(err error) bool { return strings.HasPrefix(err.Error(), "must be ") }

// valueError says what the value of a flag must be. pflag calls a number that is too large
// no integer.
func valueError(value string, err error) error {
	if !isOfPflag(err) {
		return err
	}
	n, isNumber := new(big.Int).SetString(value, 0)
	switch {
	case !strings.HasSuffix(err.Error(), "integer"):
	case isNumber && n.Sign() > 0:
		err = errors.New("the number is too large")
	case !isNumber:
		err = errors.New("must be a whole number")
	}
	return fmt.Errorf("%q: %w", value, err)
}

// flagNames yields the names of the flags that help lists.
func flagNames(c *cobra.Command) iter.Seq[string] {
	return func(yield func(string) bool) {
		more := true
		c.Flags().VisitAll(func(f *pflag.Flag) { more = more && (f.Hidden || yield(f.Name)) })
	}
}
