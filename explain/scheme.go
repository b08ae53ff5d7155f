package explain

import (
	"errors"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/schemes"
	"github.com/earl-url/earl/open"
)

// About returns what is known about a scheme, given in lower case: what it is, if the edition knows
// it, and its registration with IANA. It returns "" for an unknown scheme. Source: rfc1738 4;
// rfc7595.
func About(e *earl.Edition, scheme string) string {
	var parts []string
	if s, ok := e.Scheme(scheme); ok {
		parts = append(parts, s.Note)
	}
	r, registered := schemes.Find(scheme)
	switch {
	case registered:
		parts = append(parts, "registered with IANA ("+r.String()+")")
	case len(parts) > 0:
		parts = append(parts, "not registered with IANA")
	case strings.HasPrefix(scheme, "x-"):
		return "an experimental name, which is not registered (rfc1738 4)"
	case schemes.Known(scheme):
		return "in use without a registration with IANA"
	}
	return strings.Join(parts, "; ")
}

// Unopened returns why earl does not open the URL, as [Unopened] does, or "" also if the Options
// have no client.
func (x *Explanation) Unopened() string {
	if !errors.Is(x.PlanError, open.ErrNoOpener) {
		return ""
	}
	return Unopened(x.Main.Edition, x.Main.URL.Scheme())
}

// Unopened returns why earl opens no URL of a scheme, given in lower case, as a sentence without a
// full stop, or "" if earl has an opener for it.
func Unopened(e *earl.Edition, name string) string {
	if s, ok := e.Scheme(name); ok && s.Example != "" {
		return "" // only this program has no opener for it
	}
	if about := About(e, name); about != "" {
		return "earl does not open " + name + ": " + about
	}
	return "earl does not know the scheme " + name + ", and IANA has not registered it"
}
