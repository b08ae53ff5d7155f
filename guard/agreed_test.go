package guard

import (
	"errors"
	"testing"
)

// G10: Agreed refuses a text in which programs read different servers, whatever its scheme
// is, and leaves addresses and ports to the client. Source: rfc3986 7.6.
func TestAgreed(t *testing.T) {
	for text, want := range map[string]string{
		"http://example.com/a?b#c":                "",
		"http://127.0.0.1:25/":                    "", // the client checks addresses and ports
		"ftp://host.dom/%2Fetc/motd;type=a":       "",
		"gopher://host.dom/7/find%09cats":         "",
		"gopher://[2001:db8::1]:7070/1":           "",
		"wais://host.dom:8210/db?cats":            "",
		"finger://host.dom/user":                  "",
		"nntp://news.example/comp.lang.c/1":       "",
		"prospero://host.dom:1525//pros/name;k=v": "",
		"news:comp.lang.c":                        "",
		"mailto:user@host.example":                "",
		"x-mine://host.dom/":                      "",
		"file:///etc/passwd":                      "", // the client decides about schemes
		"http://127.1/":                           GuardReadings,
		"gopher://example.com\\@evil.test/":       GuardLogin,
		"gopher://example.com\\@127.0.0.1/1":      GuardLogin,
		"ftp://example.com\\@evil.test/":          GuardReadings,
		"ftp://host.dom?x":                        GuardReadings,
		"http://example.com\\@evil.test/":         GuardURL,
		"http:example.com":                        GuardBadHost,
		"http://0x7f000001/":                      GuardReadings,
		"gopher://0x7f000001/":                    GuardBadHost,
		"gopher://2130706433/":                    GuardBadHost,
		"ftp://0177.0.0.1/":                       GuardReadings,
		"gopher://b\u00fccher.example/":           GuardBadHost,
		"ftp://-.example/":                        GuardBadHost,
		"gopher://127%2E0.0.1/":                   GuardBadHost,
		"http:///path":                            GuardBadHost,
		"ftp://host.dom:99999/":                   GuardPortRange,
		"ftp://user@host.dom/":                    GuardLogin,
		"ftp://user:secret@host.dom/":             GuardLogin,
		"http://user@host.dom/":                   GuardLogin,
		"example.com":                             GuardURL,
		"":                                        GuardURL,
	} {
		u, err := Options{}.Agreed(text)
		var e *Error
		got := ""
		if errors.As(err, &e) {
			got = e.Guard
		}
		if got != want || (err == nil) == u.IsZero() {
			t.Errorf("Agreed(%q) = %s, %v, want guard %q", text, u.Redacted(), err, want)
		}
	}
}
