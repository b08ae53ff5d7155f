package views

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/earl-url/earl"
)

// normalTokens are the pieces of random URLs whose normal form could have
// another meaning.
var normalTokens = []string{"/", "/", "a", "B", ".", "..", "%2e", "%2F", "%61", ";", ";type=a", ";t%79pe=i", ";%74ype%3Da", ";esn=", ";%65sn=", ";rs=", ";x%2Dsearch=", ";x-record=1", "?", "%3F", "%09", "+", "%2B", "=", "%3D", "&", "%26", "@", "%40", ":", "1", "~", "%7E", "%00", "*"}

// A4, rfc3986 6.2.2.3: normalizing changes nothing that is sent. The view of
// the normal form is the view of the URL, except for the case of the host and a
// default port. A URL of http is left out: its paths have dot segments, which
// every client removes.
func TestNormalizeKeepsTheView(t *testing.T) {
	r := rand.New(rand.NewPCG(1738, 3986))
	views := 0
	for range 200_000 {
		scheme := pick(r, "ftp", "nntp", "gopher", "wais", "prospero", "telnet", "finger", "z39.50r", "z39.50s", "ldap", "pop", "imap")
		in := scheme + "://" + pick(r, "", "u@", "u%41:p@") + pick(r, "h", "H", "%48", "[::0]") + pick(r, "", ":", ":21", ":070") + randomTokens(r)
		if pick(r, false, false, false, true) {
			in = pick(r, "mailto:", "news:") + pick(r, "a", "%61") + randomTokens(r)
		}
		for _, e := range []*earl.Edition{earl.RFC1738, earl.RFC3986, earl.Draft1993, earl.Draft1994, earl.Draft1996, earl.WHATWG} {
			u, err := e.Parse(in)
			if err != nil {
				continue
			}
			v, err := Parse(u)
			n := u.Normalize(earl.LevelScheme)
			w, again := Parse(n)
			if (err == nil) != (again == nil) {
				t.Fatalf("%s: %q: %v, its normal form %q: %v", e.Name(), in, err, n, again)
			}
			if err != nil {
				continue
			}
			if views++; sentText(v) != sentText(w) {
				t.Fatalf("%s: %q is %s, its normal form %q is %s", e.Name(), in, sentText(v), n, sentText(w))
			}
		}
	}
	if views < 100_000 {
		t.Fatalf("only %d views", views)
	}
}

// domains matches the domain of each address.
var domains = regexp.MustCompile(`@[^,@"?]*`)

// randomTokens returns up to eight tokens.
func randomTokens(r *rand.Rand) string {
	var b strings.Builder
	for range r.IntN(9) {
		b.WriteString(normalTokens[r.IntN(len(normalTokens))])
	}
	return b.String()
}

// sentText returns the parts of a view as text, without the host and the port.
// An absent part and an empty one are the same here: "ftp://h" and "ftp://h/".
// So are an absent gophertype and "1", and domains of addresses in another case.
func sentText(v earl.View) string {
	var b strings.Builder
	for p := range v.Parts {
		text := p.Printable()
		switch {
		case p.Name == "host", p.Name == "port", text == "", p.Name == "type" && text == "1":
			continue
		case p.Name == "addrspec":
			text = domains.ReplaceAllStringFunc(text, strings.ToLower)
		}
		b.WriteString(p.Name + "=" + text + " ")
	}
	return b.String()
}
