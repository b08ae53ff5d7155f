package whois

import (
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/views"
)

// urls returns the URLs of pointers.
func urls(list []pointer) string {
	var texts []string
	for _, p := range list {
		texts = append(texts, p.url.String())
	}
	return strings.Join(texts, " ")
}

// G6: the lines of registries that name servers.
func TestReadAnswer(t *testing.T) {
	for _, row := range []struct {
		src, query, text  string
		next, other, rdap string
	}{
		{"IANA", "example.com", "% IANA WHOIS server\n\nrefer:        whois.verisign-grs.com\n\ndomain:       COM\nwhois:        whois.verisign-grs.com\n",
			"whois://whois.verisign-grs.com/example.com", "whois://whois.verisign-grs.com/example.com", ""},
		{"ARIN", "192.0.2.1", "NetRange:       192.0.2.0 - 192.0.2.255\r\nRef:            https://rdap.arin.net/registry/ip/192.0.2.0\r\nReferralServer:  whois://whois.ripe.net:4343\r\nReferralServer: rwhois://rwhois.example.net:4321\r\n",
			"whois://whois.ripe.net:4343/192.0.2.1", "", "https://rdap.arin.net/registry/ip/192.0.2.0"},
		{"Verisign", "example.com", "   Registrar WHOIS Server: whois.registrar.example\r\n   Registrar URL: http://www.registrar.example\r\n   Registrar WHOIS Server: whois.registrar.example\r\n",
			"whois://whois.registrar.example/example.com", "", ""},
		{"a page", "a", "Whois Server: https://registrar.example/whois\n", "", "https://registrar.example/whois", ""},
		{"rfc9082 3.1", "example.com", "RDAP Server: https://rdap.registry.example/v1/\n", "", "", "https://rdap.registry.example/v1/domain/example.com"},
		{"rfc9082 3.1", "192.0.2.0/24", "rdap: https://registry.example/rdap\n", "", "", "https://registry.example/rdap/ip/192.0.2.0/24"},
		{"rfc9082 3.1", "2001:db8::1", "RDAP: https://registry.example/rdap\n", "", "", "https://registry.example/rdap/ip/2001:db8::1"},
		{"rfc9082 3.1", "AS64496", "RDAP: https://registry.example/rdap\n", "", "", "https://registry.example/rdap/autnum/64496"},
		{"rfc9082 3.1", "-T person jane", "RDAP: https://registry.example/rdap\n", "", "", "https://registry.example/rdap"},
		{"no host is guessed", "example.com", "Registrar URL: https://www.registrar.example/\nRDAP: none\nrdap: javascript:alert(1)\n", "", "", ""},
		{"an empty value", "a", "refer:\nRegistrar WHOIS Server: \nWhois Server: /\n", "", "", ""},
		{"not a host", "a", "refer: a b\nrefer: ftp://h/\nrefer: h%0D\nrefer: u@h\nrefer: h:x\nrefer: h\tq\nrefer: file:///etc/passwd\n", "", "", ""},
		{"IPv6", "a", "refer: [2001:db8::1]:4343\n", "whois://[2001:db8::1]:4343/a", "", ""},
		{"a path", "a b", "ReferralServer: whois://h.example/other\n", "whois://h.example/a%20b", "", ""},
		{"other words", "a", "please refer: to h.example\nremarks: whois: h.example\n", "", "", ""},
	} {
		a := readAnswer(row.text, views.Whois{Host: "w", Query: earl.Some(earl.Octets(row.query))}, earl.RFC3986)
		if urls(a.next) != row.next || strings.TrimSpace(strings.Replace(urls(a.other), "rwhois://rwhois.example.net:4321/", "", 1)) != row.other || urls(a.rdap) != row.rdap {
			t.Errorf("%s: %q gives %q, %q, %q; want %q, %q, %q", row.src, row.text, urls(a.next), urls(a.other), urls(a.rdap), row.next, row.other, row.rdap)
		}
	}
	long := readAnswer("refer: a.example "+strings.Repeat(" ", 2000)+"\nrdap: https://a.example/rdap/domain/"+strings.Repeat("x", 100_000)+"\n", views.Whois{}, earl.RFC3986)
	if n := len(long.next) + len(long.other) + len(long.rdap); n != 0 {
		t.Errorf("%d lines of more than %d bytes name a server", n, maxPointer)
	}
	many := readAnswer(strings.Repeat("refer: a.example\nrefer: b.example\n", 100)+strings.Repeat("whois: c.example\n", 1), views.Whois{}, earl.RFC3986)
	if urls(many.next) != "whois://a.example/ whois://b.example/" && urls(many.next) != "whois://a.example whois://b.example" {
		t.Errorf("repeated servers give %q", urls(many.next))
	}
}

// FuzzAnswer: for any answer, there are few pointers, a redirect is to whois only with the query of
// the user, and RDAP is a page of the web.
func FuzzAnswer(f *testing.F) {
	f.Add("refer: whois.example\nRDAP: https://rdap.example/\n", "example.com")
	f.Add("ReferralServer: rwhois://[::1]:4321/x\nRef: http://rdap.example/ip/1", "AS1")
	f.Fuzz(func(t *testing.T, text, query string) {
		v := views.Whois{Host: "w", Query: earl.Some(earl.Octets(query))}
		a := readAnswer(text, v, earl.RFC1738)
		if n := len(a.next) + len(a.other) + len(a.rdap); n > maxPointers {
			t.Errorf("%d pointers", n)
		}
		for _, p := range a.next {
			to, err := views.ParseWhois(p.url)
			if err != nil || string(to.Query.Value) != query {
				t.Errorf("%q, about %q: %s, %v", text, query, p.url, err)
			}
		}
		for _, p := range append(a.rdap, a.other...) {
			if s := p.url.Scheme(); s != "http" && s != "https" && s != "rwhois" && s != "whois" {
				t.Errorf("%q gives %s", text, p.url)
			}
		}
	})
}
