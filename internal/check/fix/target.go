package fix

import (
	"html"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/linkcheck"
)

// Why a link is left, where several places say so.
const (
	whySecret = "it has a password"
	whyForm   = "the text there is not the URL that was opened: it is encoded, or has another form"
)

// target returns the text that leads to a URL from a place, not escaped, and that
// URL with the fragment of the place. old is what the place leads to now.
func target(p *linkcheck.Place, s syntax, old, to string) (text, url, why string) {
	written := s.decode(p.Text)
	if isSecret(p.Text) || isSecret(written) || isSecret(old) || isSecret(to) || isSecret(p.Base.URL.String()) {
		return "", "", whySecret
	}
	u, err := earl.RFC3986.Parse(to)
	if err != nil {
		return "", "", "the new URL is not valid"
	}
	ref, err := earl.RFC3986.ParseReference(written)
	if err != nil || !means(p.Base, written, old) {
		return "", "", whyForm
	}
	if fragment, ok := ref.Fragment(); ok {
		if _, own := u.Fragment(); !own { // rfc9110 10.2.2
			if u, err = u.With(earl.ComponentFragment, earl.Some(earl.Octets(fragment))); err != nil {
				return "", "", "its fragment is not valid"
			}
		}
	}
	if text = u.String(); ref.Scheme() == "" {
		text = relative(p.Base, written, u)
	}
	return text, u.String(), ""
}

// means reports whether a reference designates a URL, which comes without fragment.
func means(b extract.Base, ref, url string) bool {
	if b.From != extract.NoBase {
		b.URL, _ = earl.RFC3986.Parse(b.URL.String())
	}
	if b.From != extract.NoBase && b.URL.IsZero() {
		return false
	}
	got, err := b.Resolve(earl.RFC3986, ref)
	if err != nil {
		return false
	}
	want, err := earl.RFC3986.Parse(url)
	if err != nil {
		return false
	}
	same, _ := got.WithoutFragment().Equal(want, earl.LevelScheme)
	return same
}

// relative returns the reference for u in the place of another one: one
// that began at the root does so again, else the shortest.
func relative(b extract.Base, before string, u earl.URL) string {
	if strings.HasPrefix(before, "/") && !strings.HasPrefix(before, "//") {
		_, rest, _ := strings.Cut(u.SchemePart(), "//")
		if i := strings.IndexByte(rest, '/'); i >= 0 {
			ref := rest[i:]
			if f, ok := u.Fragment(); ok {
				ref += "#" + f
			}
			if got, err := b.Resolve(earl.RFC3986, ref); err == nil && got.String() == u.String() {
				return ref
			}
		}
	}
	if ref, err := earl.RFC3986.Relativize(b.URL, u); err == nil && ref != "" {
		return ref
	}
	return u.String()
}

// isSecret reports whether a text has a password, or the mark that replaces one.
func isSecret(text string) bool {
	return strings.Contains(text, earl.Hidden) || earl.Redact(text) != text
}

// decode returns the reference that a text of a file says.
func (s syntax) decode(text string) string {
	if s == markup || s == markdown {
		text = html.UnescapeString(text)
	}
	lines := strings.Split(text, "\n")
	for i := range lines {
		if i > 0 {
			lines[i] = strings.TrimLeft(lines[i], "> \t") // quoted mail
		}
		lines[i] = strings.Join(strings.Fields(lines[i]), "") // rfc1738 appendix
	}
	return strings.Join(lines, "")
}
