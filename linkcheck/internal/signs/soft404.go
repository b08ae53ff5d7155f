package signs

import (
	"fmt"
	"path"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/linkcheck/internal/page"
)

// sameWords is the minimum length of a page that is compared with another.
const sameWords = 20

// A Response is an http page, and how it was reached.
type Response struct {
	*page.Text          // nil if it is not known
	Status     int      // 0: unknown
	Final      earl.URL // after the redirects
	Redirected bool
}

// exists reports whether the server claims that an object exists. A nil Response was not
// requested.
func (r *Response) exists() bool {
	return r != nil && r.Text != nil && r.Status >= 200 && r.Status < 300
}

// Soft404 checks a page that was sent for u with a status of success. It compares the page
// with that of a sibling, an object next to u that cannot exist. sibling requests it, and
// is called only if that can decide; it may return nil. If missing is set, why is why the
// page does not exist; otherwise it is a remark about the server, or "".
func Soft404(r *Response, u earl.URL, sibling func() *Response) (why string, missing bool) {
	m := readMissing(r.Text, u)
	n := page.Words(r.Visible())
	says := m.title || m.heading || m.sentence && m.addressed && n <= missingWords
	if !says && (directoryOnly(u) || n < sameWords && !r.Redirected && !r.Shell) {
		return "", false
	}
	s := sibling()
	switch {
	case says && s.exists() && resembles(r.Text, s.Text):
		return fmt.Sprintf("the page says %q, like the page of a URL that cannot exist", page.Shorten(m.quote)), true
	case says:
		if m.certain(n) {
			return fmt.Sprintf("the page says %q", page.Shorten(m.quote)), true
		}
	case s.exists() && s.Redirected && r.Redirected && s.Final == r.Final && isDetour(u, r.Final):
		return "it redirects to " + page.Shorten(r.Final.Redacted()) + ", like a URL that cannot exist", true
	case s.exists() && !s.Redirected && !r.Redirected && equal(r.Text, s.Text):
		if r.Shell && r.Scripts > 0 {
			return "the server sends the same page for every URL; only its script knows which pages exist", false
		}
		return "the server sends the same page for a URL that cannot exist", true
	}
	return "", false
}

// isDetour reports whether a redirect from u led to another object than the requested one,
// and not to a login or a question that every visitor sees.
func isDetour(u, final earl.URL) bool {
	if path.Base(final.Path()) == path.Base(u.Path()) {
		return false
	}
	return !containsAny(strings.ToLower(final.Redacted()), []string{"login", "logon", "signin", "sign-in", "sign_in", "auth", "sso", "consent", "captcha", "account"})
}

// directoryOnly reports whether a URL is the URL of a whole site.
func directoryOnly(u earl.URL) bool { return strings.Trim(u.Path(), "/") == "" }

// equal reports whether two pages have the same text, apart from words with digits.
func equal(p, q *page.Text) bool {
	return p.Title == q.Title && withoutDigits(p.Visible()) == withoutDigits(q.Visible())
}

// resembles reports whether two pages have the same title and headings, apart from
// words with digits and with parts of a URL.
func resembles(p, q *page.Text) bool {
	return withoutDigits(p.Title) == withoutDigits(q.Title) && withoutDigits(strings.Join(p.Headings, " ")) == withoutDigits(strings.Join(q.Headings, " "))
}

// withoutDigits returns a text without the words that contain a digit or a slash.
func withoutDigits(text string) string {
	var b strings.Builder
	for word := range strings.FieldsSeq(text) {
		if !strings.ContainsAny(word, "0123456789/") {
			b.WriteString(word + " ")
		}
	}
	return b.String()
}
