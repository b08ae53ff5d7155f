package host

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"github.com/earl-url/earl"
)

func hosts(u *url.URL, v url.URL, e earl.URL, text string) []bool {
	name := u.Hostname()
	other, _ := e.Host()
	alone, _, _ := net.SplitHostPort(u.Host)
	return []bool{
		strings.HasSuffix(u.Host, "example.com"),                  // want `other hosts end with "example.com" too`
		strings.HasSuffix(strings.ToLower(v.Hostname()), "a.org"), // want `other hosts end with "a.org" too`
		strings.HasSuffix(name, "example.com"),                    // want `other hosts end`
		strings.HasSuffix(other, "example.com"),                   // want `other hosts end`
		strings.HasSuffix(alone, "example.com"),                   // want `other hosts end`
		strings.Contains(u.Host, "example"),                       // want `other hosts contain this text too`
		strings.HasPrefix(u.Host, "192.168."),                     // want `other hosts begin with "192.168." too`
		strings.HasPrefix(u.Host, "localhost"),                    // want `other hosts begin with "localhost" too`
		strings.HasPrefix(text, "https://example.com"),            // want `URLs of other hosts begin with this text too`
		strings.HasPrefix(u.String(), "http://localhost"),         // want `URLs of other hosts begin`
		strings.HasPrefix(text, "http://"+u.Host),                 // want `URLs of other hosts begin`
		strings.HasPrefix(text, "https://example.com/"),
		strings.HasPrefix(text, "http://"+u.Host+"/"),
		strings.HasPrefix(text, "https://"),
		strings.HasPrefix(u.Host, "www."),
		strings.HasPrefix(u.Host, "localhost:"),
		strings.HasPrefix(text, "http://localhost:"), // want `URLs of other hosts begin`
		strings.HasSuffix(u.Host, ".example.com"),
		strings.HasSuffix(u.Host, ":80"),
		strings.HasSuffix(u.Path, "example.com"),
		strings.Contains(u.Host, ":"),
		u.Hostname() == "example.com",
	}
}

func requests(r *http.Request, host string) []bool {
	origin := r.Header.Get("Origin")
	return []bool{
		strings.HasSuffix(origin, "example.com"), // want `other hosts end with "example.com" too`
		strings.Contains(r.Referer(), "example.com"),
		strings.HasPrefix(r.Host, "127.0.0.1"), // want `other hosts begin`
		strings.HasSuffix(host, "example.com"), // want `other hosts end`
		strings.HasPrefix(origin, "http://localhost:"),
		strings.HasPrefix(origin, "http://localhost"), // want `URLs of other hosts begin`
		strings.HasPrefix(r.Host, "localhost:"),
	}
}

func domains(u *url.URL, domains []string) bool {
	for _, d := range domains {
		if strings.HasSuffix(u.Hostname(), d) { // want `if it does not begin with a dot`
			return true
		}
	}
	return false
}

func dotted(u *url.URL, domain string) bool {
	return u.Hostname() == domain || strings.HasSuffix(u.Hostname(), "."+domain)
}

func wildcard(u *url.URL, pattern string) bool {
	return pattern[0] == '*' && strings.HasSuffix(u.Hostname(), pattern[1:])
}

func checked(u *url.URL, domain string) bool {
	return strings.HasPrefix(domain, ".") && strings.HasSuffix(u.Hostname(), domain)
}

func addresses(u *url.URL, r *http.Request) (net.IP, net.IP) {
	netip.ParseAddr(u.Host) // want `the field Host can have a port and brackets: use the method Hostname`
	netip.ParseAddr(u.Hostname())
	return net.ParseIP(u.Host), // want `use the method Hostname`
		net.ParseIP(r.Host) // want `use net.SplitHostPort first`
}
