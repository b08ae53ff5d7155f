package open

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl/editions"
)

// A row of urlTests is a URL and the guard that refuses it, or "".
var urlTests = []struct {
	src, url, want string
	policy         Policy
}{
	{src: "F2", url: "ftp://public.test/a%0Db", want: GuardCtlOctet},
	{src: "F2", url: "ftp://public.test/a%0ADELE%20x", want: GuardCtlOctet},
	{src: "F2", url: "ftp://public.test/a%00b", want: GuardCtlOctet},
	{src: "F2", url: "ftp://public.test/a%09b", want: GuardCtlOctet},
	{src: "F2", url: "ftp://public.test/a%7Fb", want: GuardCtlOctet},
	{src: "F2", url: "ftp://public.test/a%80b", want: ""},
	{src: "F2", url: "ftp://us%0Der@public.test/", want: GuardCtlOctet},
	{src: "F2", url: "ftp://user:pa%0Ass@public.test/", want: GuardCtlOctet},
	{src: "F2", url: "ftp://pub%0Alic.test/", want: GuardCtlOctet},
	{src: "F2", url: "ftp://public.test/a?%0D", want: GuardCtlOctet},
	{src: "F2", url: "x-mine://public.test/a%0D", want: GuardCtlOctet},
	{src: "F2", url: "http://public.test/a%0Db?%0A", want: ""},
	{src: "F2", url: "http://public.test/%00", want: ""},
	{src: "F2", url: "http://us%0Der@public.test/", want: GuardCtlOctet},
	{src: "F2", url: "file:///a%00", want: GuardCtlOctet},
	{src: "F2", url: "file:///a%0A", want: ""},
	{src: "F2", url: "news:comp.%0Alang", want: GuardCtlOctet},
	{src: "F2", url: "nntp://public.test/a.b%0D/1", want: GuardCtlOctet},
	{src: "F2", url: "mailto:a@b.test?body=a%0D%0Ab", want: ""},
	{src: "F2 A27", url: "wais://public.test/db/t/%00%0A%1F%7F", want: ""},
	{src: "F2", url: "wais://public.test/d%1Fb", want: GuardCtlOctet},
	{src: "F2", url: "wais://public.test/d%00b/t/p", want: GuardCtlOctet},
	{src: "F2", url: "wais://public.test/db?a%0Db", want: GuardCtlOctet},
	{src: "F2", url: "wais://public.test/db?%1F", want: GuardCtlOctet},
	{src: "F2", url: "wais://public.test/db/t%0A/p", want: GuardCtlOctet},
	{src: "F2", url: "wais://public.test/db/p%0A", want: GuardCtlOctet},
	{src: "F1", url: "wais://public.test/db%40other.test:25", want: GuardRelay},
	{src: "F1", url: "wais://public.test/db?a%40b", want: ""},
	{src: "F2", url: "gopher://public.test/1a%0Db", want: GuardCtlOctet},
	{src: "F2", url: "gopher://public.test/%0Da", want: GuardCtlOctet},
	{src: "F6", url: "gopher://public.test/1a%09b%09+", want: ""},
	{src: "F6", url: "gopher://public.test/1a%09b%0D%09+", want: GuardCtlOctet},
	{src: "F6", url: "gopher://public.test/1a%09b%09+%09", want: GuardCtlOctet},
	{src: "F6", url: "gopher://public.test/1a?x%09b%09%0D", want: GuardCtlOctet},
	{src: "F6", url: ask, want: GuardCtlOctet},
	{src: "F6", url: ask, want: "", policy: Policy{Ask: true}},
	{src: "F6", url: strings.Replace(ask, "two", "t%0Awo", 1), want: GuardCtlOctet, policy: Policy{Ask: true}},
	{src: "F6", url: strings.Replace(ask, "two", ".", 1), want: GuardCtlOctet, policy: Policy{Ask: true}},
	{src: "F6", url: ask + "DELETE", want: GuardCtlOctet, policy: Policy{Ask: true}},
	{src: "F6", url: strings.TrimSuffix(ask, ".%0D%0A"), want: GuardCtlOctet, policy: Policy{Ask: true}},
	{src: "F6", url: strings.Replace(ask, "one%0D%0Atwo%0D%0A", "", 1), want: "", policy: Policy{Ask: true}},
	{src: "F6", url: strings.Replace(ask, "/0sel", "/0s%0Del", 1), want: GuardCtlOctet, policy: Policy{Ask: true}},
	{src: "F6", url: strings.Replace(ask, "/0sel", "/0s%00el", 1), want: GuardCtlOctet, policy: Policy{Ask: true}},
	{src: "F6", url: strings.Replace(ask, "%09%09", "%09a%1Bb%09", 1), want: GuardCtlOctet, policy: Policy{Ask: true}},
	{src: "F6", url: strings.Replace(ask, "+-1", "+-2", 1), want: GuardCtlOctet, policy: Policy{Ask: true}},
	{src: "F6", url: strings.Replace(ask, "+%091", "+%090", 1), want: GuardCtlOctet, policy: Policy{Ask: true}},
	{src: "F6", url: strings.Replace(ask, "+%091", "+Text/plain%20En_US%091", 1), want: "", policy: Policy{Ask: true}},
	{src: "F6", url: strings.Replace(ask, "+%091", "+Text/plain%0DEn_US%091", 1), want: GuardCtlOctet, policy: Policy{Ask: true}},
	{src: "F6", url: strings.Replace(ask, "%09%09", "%09", 1), want: GuardCtlOctet, policy: Policy{Ask: true}},
	{src: "F2", url: "prospero://public.test/a%0Ab", want: GuardCtlOctet},
	{src: "F2", url: "prospero://public.test/a;f=%0D", want: GuardCtlOctet},
	{src: "F2", url: "prospero://public.test/a;f=v", want: ""},

	{src: "A25", url: "ftp://public.test:0/", want: GuardPortRange},
	{src: "A25", url: "http://public.test:00/", want: GuardPortRange, policy: Policy{AllowPorts: []uint16{0}}},
	{src: "A25", url: "ftp://public.test:99999/", want: GuardPortRange},
	{src: "A25", url: "ftp://public.test:65536/", want: GuardPortRange},
	{src: "A25", url: "ftp://public.test:18446744073709551637/", want: GuardPortRange},
	{src: "A25", url: "ftp://public.test:65535/", want: ""},
	{src: "A25", url: "ftp://public.test:00080/", want: ""},
	{src: "A9", url: "ftp://public.test:/", want: ""},

	{src: "F1", url: "http://public.test:25/", want: GuardBadPort},
	{src: "F1", url: "http://public.test:0025/", want: GuardBadPort},
	{src: "F1", url: "gopher://public.test:25/", want: GuardBadPort},
	{src: "F1", url: "ftp://public.test:6379/", want: GuardBadPort},
	{src: "F1", url: "gopher://public.test:11211/", want: GuardBadPort},
	{src: "F1", url: "http://public.test:21/", want: GuardBadPort},
	{src: "F1", url: "ftp://public.test:21/", want: ""},
	{src: "F1", url: "ftp://public.test:2121/", want: ""},
	{src: "F1", url: "nntp://public.test/a.b", want: ""},
	{src: "F1", url: "telnet://public.test/", want: ""},
	{src: "F1", url: "http://public.test:25/", want: "", policy: Policy{AllowPorts: []uint16{25}}},
	{src: "F1", url: "http://public.test:26/", want: "", policy: Policy{AllowPorts: []uint16{25}}},

	{src: "A24", url: "http://1.2.3.256/", want: GuardBadHost},
	{src: "A24", url: "http://999.1.1.1/", want: GuardBadHost},
	{src: "A24", url: "http://8.8.8.8/", want: ""},
	{src: "A24", url: "http://8.8.8.08/", want: GuardBadHost},
	{src: "A24", url: "http://0177.0.0.1/", want: GuardBadHost},
	{src: "A24", url: "http://127.1/", want: GuardBadHost},
	{src: "A24", url: "http://2130706433/", want: GuardBadHost},
	{src: "A24", url: "http://0x7f000001/", want: GuardBadHost},
	{src: "A24", url: "http://127.0.0.1./", want: GuardBadHost},
	{src: "A24", url: "http://1.2.3.4.5/", want: GuardBadHost},
	{src: "A8", url: "http://[2001:4860:4860::8888]/", want: ""},
	{src: "A8", url: "http://[v1.x]/", want: GuardBadHost},
	{src: "A8", url: "http://%5B%3A%3A1%5D/", want: GuardBadHost},
	{src: "A8", url: "http://%3A%3A1/", want: GuardBadHost},
	{src: "A8", url: "http:///x", want: GuardBadHost},
	{src: "A8", url: "ftp:///x", want: GuardBadHost},
	{src: "A8", url: "http://pub%20lic.test/", want: GuardBadHost},
	{src: "A8", url: "http://pub%2Flic.test/", want: GuardBadHost},
	{src: "A8", url: "http://public.test%3A25/", want: GuardBadHost},
	{src: "A8", url: "http://public.test%40other.test/", want: GuardBadHost},
	{src: "A8", url: "http://publi%63.test/", want: ""},
	{src: "A8", url: "http://publi%C3%A7.test/", want: GuardBadHost},
	{src: "A8", url: "http://" + strings.Repeat("a", 255) + "/", want: GuardBadHost},
	{src: "A8", url: "http://public.test./", want: ""},
	{src: "A8", url: "http://%31%32%37.0.0.1/", want: GuardBadHost},
	{src: "A8", url: "http://12%37.0.0.1/", want: GuardBadHost},
	{src: "A8", url: "http://8.8.8.%38/", want: GuardBadHost},
	{src: "A8", url: "http://127%2E0%2e0.1/", want: GuardBadHost},
	{src: "A8", url: "http://public%2etest/", want: GuardBadHost},
	{src: "A8", url: "http://public.test%2E/", want: GuardBadHost},
	{src: "A8", url: "gopher://public%2Etest/", want: GuardBadHost},
	{src: "A8", url: "http://./", want: GuardBadHost},
	{src: "A8", url: "http://%2e/", want: GuardBadHost},
	{src: "A8", url: "http://../", want: GuardBadHost},
	{src: "A8", url: "http://.public.test/", want: GuardBadHost},
	{src: "A8", url: "http://public..test/", want: GuardBadHost},
	{src: "A8", url: "http://public.test../", want: GuardBadHost},
	{src: "A8", url: "file:///x", want: ""},
	{src: "B15", url: "file://public.test/x", want: GuardFileHost},
	{src: "B15", url: "file://127.0.0.1/x", want: GuardFileHost},
	{src: "B15", url: "file://LOCALHOST/x", want: ""},
	{src: "F2 B32", url: "file:///a/..%2f..%2fb", want: GuardEncodedSlash},
	{src: "F2 B32", url: "file:///a/%2e%2e/b", want: GuardPathEscape},
	{src: "F2 B32", url: "file:////public.test/b", want: GuardPathEscape},
	{src: "F2 B32", url: "file:///a/..b/.../b..", want: ""},
	{src: "A8", url: "news:comp.lang.c", want: ""},
	{src: "B28", url: "news:comp.lang.c%20x", want: GuardNewsName},
	{src: "B28", url: "news:a%20b@public.test", want: GuardNewsName},
	{src: "B28", url: "news:a%3E%3Cb@public.test", want: GuardNewsName},
	{src: "B28", url: "news:" + strings.Repeat("x", 248-4) + "@a.b", want: ""},
	{src: "B28", url: "news:" + strings.Repeat("x", 249-4) + "@a.b", want: GuardNewsName},
	{src: "B28", url: "news:reply/2%25x$y@public.test", want: ""},
	{src: "B28", url: "news:*", want: ""},
	{src: "B11", url: "nntp://public.test/a%20b/1", want: GuardNewsName},
	{src: "B11", url: "nntps://public.test/a%20b", want: GuardNewsName},
	{src: "F1", url: "nntps://public.test/a.b", want: ""},
	{src: "A8", url: "nntps:///a.b", want: GuardBadHost},

	{src: "F1", url: "ftp://public.test/", want: GuardScheme, policy: Policy{Schemes: []string{"https"}}},
	{src: "F1", url: "ftp://public.test/", want: "", policy: Policy{Schemes: []string{"https", "ftp"}}},
	{src: "F1", url: "file:///x", want: GuardScheme, policy: Policy{Schemes: []string{}}},
}

// ask is the gopher URL of a filled-out form. Source: rfc1738 3.4.9.
const ask = "gopher://public.test/0sel%09%09+%091%0D%0A+-1%0D%0Aone%0D%0Atwo%0D%0A.%0D%0A"

func TestGuardsOnURLs(t *testing.T) {
	for _, tt := range urlTests {
		n := newNetwork()
		n.hosts["public.test."] = "8.8.8.8"
		f := &fake{schemes: everything}
		c := New(n.options(Options{Policy: tt.policy}), f)
		_, err := c.Open(t.Context(), parse(t, tt.url))
		if got := refusalOf(err); got != tt.want || tt.want == "" && err != nil {
			t.Errorf("%s: Open(%s): %v, want refusal %q", tt.src, tt.url, err, tt.want)
		}
		if tt.want != "" && (len(f.opened) > 0 || n.looks > 0 || len(n.dials) > 0) {
			t.Errorf("%s: Open(%s): %d look-ups and %q, want none", tt.src, tt.url, n.looks, n.dials)
		}
	}
}

// Each guard is needed: without it, a URL that only it refuses passes all
// others.
func TestGuardsOnURLsAreNeeded(t *testing.T) {
	all := slices.Concat(urlGuards[:], fileGuards[:])
	for i, g := range all {
		others := slices.Delete(slices.Clone(all), i, i+1)
		needed := 0
		for _, tt := range urlTests {
			if tt.want == g.name && checkURL(others, parse(t, tt.url), tt.policy.Effective()) == nil {
				needed++
			}
		}
		if needed == 0 {
			t.Errorf("no row fails without the guard %s", g.name)
		}
	}
}

// TestHostGuardIsNeeded checks that no other guard refuses a host that decoding
// changes, or an empty name. The dialer would connect to each of them.
func TestHostGuardIsNeeded(t *testing.T) {
	all := slices.Concat(urlGuards[:], fileGuards[:])
	others := slices.DeleteFunc(slices.Clone(all), func(g urlGuard) bool { return g.name == GuardBadHost })
	for _, text := range []string{"http://%31%32%37.0.0.1/", "http://good%2eexample/", "http://./"} {
		u, p := parse(t, text), Policy{}.Effective()
		if err := checkURL(others, u, p); err != nil {
			t.Errorf("%s: without the guard bad-host: %v, want no error", text, err)
		}
		if got := refusalOf(checkURL(all, u, p)); got != GuardBadHost {
			t.Errorf("%s: refused by %q, want %q", text, got, GuardBadHost)
		}
	}
}

// A9, F1: a port over 65535 is refused, whichever edition read the URL. The
// edition whatwg does not read it.
func TestPortRangeInEveryEdition(t *testing.T) {
	for e := range editions.All() {
		for _, scheme := range []string{"http", "ftp", "gopher", "wais", "telnet", "nntp"} {
			for _, port := range []string{"65536", "0", "65616", "4294967376", "18446744073709551696"} {
				text := scheme + "://public.test:" + port + "/"
				u, err := e.Parse(text)
				if err != nil {
					continue
				}
				n := newNetwork()
				_, err = New(n.options(Options{}), &fake{schemes: everything}).Open(t.Context(), u)
				if refusalOf(err) != GuardPortRange || len(n.dials) > 0 {
					t.Errorf("%s: Open(%s): %v, dialled %q, want the refusal %q", e.Name(), text, err, n.dials, GuardPortRange)
				}
			}
		}
	}
}

// A refusal has the position and the section.
func TestRefusalPlace(t *testing.T) {
	for _, tt := range []struct {
		url      string
		off, len int
	}{
		{"ftp://public.test/a%0D%0ANOOP", 19, 3},
		{"ftp://u:p%0D@public.test/", 9, 3},
		{"gopher://public.test/7a%09b%0Ac", 27, 3},
		{"gopher://public.test/0a%09b%09c%09d", 31, 3},
		{"ftp://public.test:25/", 18, 2},
		{"ftp://public.test:99999/", 18, 5},
		{"ftp://1.2.3.256/", 6, 9},
		{"file:///a/%2e%2e/b", 7, 11},
	} {
		_, err := New(Options{}, &fake{schemes: everything}).Open(t.Context(), parse(t, tt.url))
		var r *Refusal
		if !errors.As(err, &r) || r.Off != tt.off || r.Len != tt.len || r.Section == "" {
			t.Errorf("Open(%s): %#v, want bytes %d, %d", tt.url, err, tt.off, tt.len)
		}
	}
}
