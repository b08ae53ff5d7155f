package host

import (
	"net/url"
	"strings"

	"github.com/earl-url/earl"
)

func hosts(u *url.URL, v url.URL, e earl.URL, text string) []bool {
	name := u.Hostname()
	other, _ := e.Host()
	return []bool{
		strings.HasSuffix(u.Host, "example.com"),                  // want `other hosts end with "example.com" too`
		strings.HasSuffix(strings.ToLower(v.Hostname()), "a.org"), // want `other hosts end with "a.org" too`
		strings.HasSuffix(name, "example.com"),                    // want `other hosts end`
		strings.HasSuffix(other, "example.com"),                   // want `other hosts end`
		strings.Contains(u.Host, "example"),                       // want `other hosts contain this text too`
		strings.HasPrefix(u.Host, "192.168."),                     // want `other hosts contain this text too`
		strings.HasPrefix(text, "https://example.com"),            // want `URLs of other hosts begin with "https://example.com" too`
		strings.HasPrefix(u.String(), "http://localhost"),         // want `URLs of other hosts begin`
		strings.HasPrefix(text, "https://example.com/"),
		strings.HasPrefix(text, "https://"),
		strings.HasSuffix(u.Host, ".example.com"),
		strings.HasSuffix(u.Path, "example.com"),
		strings.Contains(u.Host, ":"),
		u.Hostname() == "example.com",
	}
}
