package linkcheck

import (
	"fmt"
	"iter"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/explain"
	"github.com/earl-url/earl/internal/typo"
)

// isInert reports whether browsers know a scheme, but it has nothing to open: the program
// that shows the page acts on the URL.
func isInert(scheme string) bool {
	switch scheme {
	case "about", "blob", "javascript", "sms", "tel":
		return true
	}
	return false
}

// unopened returns the verdict on a URL whose scheme the client does not open. The
// verdict is mild if the scheme is unknown but not an obvious mistake: it resembles no
// scheme that the client opens, and is not a host with a port.
func (o *Options) unopened(u earl.URL) (v *verdict, mild bool) {
	name := u.Scheme()
	if about := explain.About(o.Edition, name); about != "" {
		return &verdict{Skipped, "earl does not open " + name + ": " + about, ""}, false
	}
	v = &verdict{UnknownScheme, fmt.Sprintf("the scheme %q is unknown", name), "rfc1738 4"}
	if looksLikeHost(u) {
		v.message += fmt.Sprintf(": did you mean http://%s?", u.Redacted())
		return v, false
	}
	best := typo.Nearest(name, o.openedSchemes())
	if best == "" {
		return v, true
	}
	v.message += fmt.Sprintf(": did you mean %q?", best)
	return v, false
}

// openedSchemes returns the schemes that the client opens, the most frequent one first,
// without those of messages: such a URL is seldom typed.
func (o *Options) openedSchemes() iter.Seq[string] {
	return func(yield func(string) bool) {
		if o.Client.Opens("http") && !yield("http") { // "htp" is as similar to "ftp"
			return
		}
		for s := range o.Edition.Schemes() {
			if o.Client.Opens(s.Name) && s.Designates != earl.Message && !yield(s.Name) {
				return
			}
		}
	}
}

// looksLikeHost reports whether the scheme of u is a host name, followed by a port.
func looksLikeHost(u earl.URL) bool {
	part := u.SchemePart()
	return part != "" && '0' <= part[0] && part[0] <= '9' && (strings.Contains(u.Scheme(), ".") || u.Scheme() == "localhost")
}
