package linkcheck_test

import (
	nethttp "net/http"
	"strings"
	"testing"

	"github.com/earl-url/earl/linkcheck"
)

// Issue 12, section 3: a result is a fault, a warning or OK.
func TestSeverityOfSchemes(t *testing.T) {
	t.Parallel()
	const fault, warning, ok = linkcheck.SeverityFault, linkcheck.SeverityWarning, linkcheck.SeverityOK
	for _, row := range []struct {
		url      string
		status   linkcheck.Status
		severity linkcheck.Severity
		message  string
	}{
		{"ssh://git@h.example/r.git", linkcheck.Skipped, ok, `does not open ssh: registered with IANA (provisional`},
		{"postgres://h.example/db", linkcheck.Skipped, ok, ""},
		{"irc://irc.example/#room", linkcheck.Skipped, ok, ""},
		{"urn:isbn:0451450523", linkcheck.Skipped, ok, "Names, not locators"},
		{"ws://h.example/s", linkcheck.Skipped, ok, "WebSocket"},
		{"doi:10.1000/182", linkcheck.Skipped, ok, ""},
		{"hxxp://evil.example/", linkcheck.Skipped, ok, ""},
		{"htps://h.example/", linkcheck.UnknownScheme, fault, `did you mean "https"?`},
		{"htttp://h.example/", linkcheck.UnknownScheme, fault, `did you mean "http"?`},
		{"htp://h.example/", linkcheck.UnknownScheme, fault, `did you mean "http"?`},
		{"hppts://h.example/", linkcheck.UnknownScheme, fault, `did you mean "https"?`},
		{"mailo:joe@h.example", linkcheck.UnknownScheme, fault, `did you mean "mailto"?`},
		{"localhost:8080/x", linkcheck.UnknownScheme, fault, "did you mean http://localhost:8080/x?"},
		{"note:remember", linkcheck.UnknownScheme, warning, `the scheme "note" is unknown`},
		{"mod:something", linkcheck.UnknownScheme, warning, ""},
		{"frobnicate://h.example/", linkcheck.UnknownScheme, warning, ""},
	} {
		got := one(t, quick(t), row.url)
		if got.Status != row.status || got.Severity != row.severity || !strings.Contains(got.Message, row.message) {
			t.Errorf("%s: %v, %v: %s; want %v, %v: %s", row.url, got.Status, got.Severity, got.Message, row.status, row.severity, row.message)
		}
	}
}

// redirects is a site whose paths are the status of a redirect to /page.
func redirects(w nethttp.ResponseWriter, r *nethttp.Request) {
	codes := map[string]int{"/301": 301, "/302": 302, "/303": 303, "/307": 307, "/308": 308}
	switch code := codes[r.URL.Path]; {
	case code != 0:
		nethttp.Redirect(w, r, "/page", code)
	case r.URL.Path == "/302-301":
		nethttp.Redirect(w, r, "/301", nethttp.StatusFound)
	case r.URL.Path == "/301-302":
		nethttp.Redirect(w, r, "/302", nethttp.StatusMovedPermanently)
	case r.URL.Path != "/page":
		nethttp.NotFound(w, r)
	}
}

// Only a permanent redirect is a warning. Source: rfc9110 15.4.
func TestSeverityOfRedirects(t *testing.T) {
	t.Parallel()
	site := serve(t, nethttp.HandlerFunc(redirects))
	for path, want := range map[string]linkcheck.Severity{
		"/301": linkcheck.SeverityWarning, "/308": linkcheck.SeverityWarning, "/301-302": linkcheck.SeverityWarning,
		"/302": linkcheck.SeverityOK, "/303": linkcheck.SeverityOK, "/307": linkcheck.SeverityOK, "/302-301": linkcheck.SeverityOK,
	} {
		if got := one(t, quick(t), site+path); got.Status != linkcheck.Redirected || got.Severity != want {
			t.Errorf("%s: %v, %v, want redirected, %v", path, got.Status, got.Severity, want)
		}
	}
}

// A summary counts results by severity. Strict makes warnings faults.
func TestStrict(t *testing.T) {
	t.Parallel()
	site := serve(t, nethttp.HandlerFunc(redirects))
	links := []string{site + "/page", site + "/301", site + "/302", site + "/none", "frob:x", "urn:x:y"}
	for strict, want := range map[bool][3]int{false: {3, 2, 1}, true: {3, 0, 3}} {
		o := quick(t)
		o.Strict = strict
		list, summary := run(t, o, linked(links...))
		if summary.Severities != want || summary.Faults() != want[2] || summary.Warnings() != want[1] {
			t.Errorf("strict %v: %v, want %v: %q", strict, summary.Severities, want, lines(list))
		}
	}
}

func TestSeverityWords(t *testing.T) {
	t.Parallel()
	for s, want := range []string{"ok", "warning", "fault"} {
		if got := linkcheck.Severity(s).String(); got != want {
			t.Errorf("Severity(%d) is %q, want %q", s, got, want)
		}
	}
}
