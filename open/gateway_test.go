package open

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl"
)

func TestGatewayURL(t *testing.T) {
	const whole, raw = "http://gw.test/open?url={url}", "http://gw.test:8001/{+rest}"
	tests := []struct{ src, scheme, template, url, want string }{
		{"C2", "wais", whole, "wais://h/db?a%20b", "http://gw.test/open?url=wais%3A%2F%2Fh%2Fdb%3Fa%2520b"},
		{"C2", "wais", raw, "wais://h:21/db?a%20b", "http://gw.test:8001/h:21/db?a%20b"},
		{"C2", "wais", "http://gw.test/{host}/{port}/x", "wais://h:21/db", "http://gw.test/h/21/x"},
		{"C2", "wais", "http://gw.test/{host}/{port}/x", "wais://h/db", "http://gw.test/h//x"},
		{"C2", "WAIS", "http://gw.test/{+url}", "wais://h/db#f", "http://gw.test/wais://h/db"},
		{"C2", "news", raw, "news:comp.lang", "http://gw.test:8001/comp.lang"},
		{"C2", "x-new", "http://gw.test/", "x-new:a", "http://gw.test/"},
		{"F3", "ftp", raw, "ftp://u:geheim1@h/a", "http://gw.test:8001/u@h/a"},
		{"F2", "wais", whole, "wais://h/%0D%0A", "http://gw.test/open?url=wais%3A%2F%2Fh%2F%250D%250A"},
	}
	for _, tt := range tests {
		g, err := ParseGateway(tt.scheme, tt.template)
		if err != nil {
			t.Errorf("%s: %v", tt.template, err)
			continue
		}
		if got, err := g.URL(earl.RFC3986.MustParse(tt.url)); err != nil || got.String() != tt.want {
			t.Errorf("%s: %s by %s is %v, %v, want %s", tt.src, tt.url, tt.template, got, err, tt.want)
		}
	}
	for _, template := range []string{"", "gw.test/{url}", "http://gw.test/{url", "http://gw.test/{path}", "http://gw.test/{}", "http://gw.test/{+}", "http://gw test/{url}", "http://gw.test/{url}#{"} {
		if g, err := ParseGateway("wais", template); err == nil {
			t.Errorf("template %q is read as %v", template, g)
		}
	}
	if g, err := ParseGateway("w s", "http://gw.test/"); err == nil {
		t.Errorf("the scheme %q is taken", g.Scheme())
	}
}

// gateway returns a gateway for a template.
func gateway(t *testing.T, scheme, template string) Gateway {
	t.Helper()
	g, err := ParseGateway(scheme, template)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestGatewayOpens(t *testing.T) {
	n := newNetwork()
	n.hosts["gw.test"] = "10.0.0.1"
	web := &fake{schemes: []string{"http"}}
	files := &fake{schemes: []string{"file"}}
	c := New(n.options(Options{Gateways: []Gateway{
		gateway(t, "wais", "http://gw.test/{+rest}"), gateway(t, "x-new", "http://gw.test/{url}"), gateway(t, "file", "http://gw.test/{+rest}"),
	}}), web, files, &fake{schemes: []string{"wais"}})

	// The host of the URL is not looked up, even if it is unknown. A public host does not
	// forbid a gateway on the local network.
	for _, tt := range []struct{ src, url, want string }{
		{"C2", "wais://nowhere.test/db", "http://gw.test/nowhere.test/db"},
		{"C2", "wais://public.test/db", "http://gw.test/public.test/db"},
		{"C2", "x-new:a", "http://gw.test/x-new%3Aa"},
		{"B15", "file://remote.test/etc/motd", "http://gw.test/remote.test/etc/motd"},
	} {
		web.opened, n.looks = nil, 0
		res, err := c.Follow(context.Background(), earl.RFC3986.MustParse(tt.url))
		if err != nil {
			t.Errorf("%s: %s: %v", tt.src, tt.url, err)
			continue
		}
		if !slices.Equal(web.opened, []string{tt.want}) || n.looks != 1 {
			t.Errorf("%s: %s opened %q with %d look-ups, want %s and 1", tt.src, tt.url, web.opened, n.looks, tt.want)
		}
		if notes := strings.Join(res.Info().Note, "\n"); !strings.Contains(notes, "gateway") {
			t.Errorf("%s: the notes do not name the gateway: %s", tt.url, notes)
		}
	}

	res, err := c.Open(context.Background(), earl.RFC3986.MustParse("wais://u:geheim1@h.test/db"))
	if referral, ok := res.(*Referral); !ok || err != nil || referral.Targets[0].String() != "http://gw.test/u@h.test/db" {
		t.Errorf("Open gives %v, %v, want the referral to the gateway", res, err)
	}
	var refusal *Refusal
	if _, err := c.Open(context.Background(), earl.RFC3986.MustParse("x-new:a%0Db")); !errors.As(err, &refusal) || refusal.Name != GuardCtlOctet {
		t.Errorf("F2: a control byte goes to a gateway: %v", err)
	}
}

// F5: a redirect from a gateway counts as from outside: it reaches no other address on the
// local network, even if the gateway is there.
func TestGatewayLeadsNowhereAtHome(t *testing.T) {
	for to, want := range map[string]string{"http://127.0.0.1/admin": GuardPrivateAddress, "http://gw.test/other": GuardPrivateAddress, "http://public.test/": ""} {
		n := newNetwork()
		n.hosts["gw.test"] = "10.0.0.1"
		web := &fake{schemes: []string{"http"}, answer: map[string]func(*Call) (Resource, error){"http://gw.test/h.test/db": refer(to)}}
		c := New(n.options(Options{Gateways: []Gateway{gateway(t, "wais", "http://gw.test/{+rest}")}}), web)
		if _, err := c.Follow(t.Context(), parse(t, "wais://h.test/db")); refusalOf(err) != want {
			t.Errorf("a gateway refers to %s: %v, want refusal %q", to, err, want)
		}
		r := &Request{URL: parse(t, to), Referrers: []earl.URL{parse(t, "wais://h.test/db"), parse(t, "http://gw.test/h.test/db")}}
		if _, err := c.Do(t.Context(), r); refusalOf(err) != want {
			t.Errorf("a gateway refers to %s, and the caller follows: %v, want refusal %q", to, err, want)
		}
	}
}

// F3: a gateway does not receive a password, and a note tells the user.
func TestGatewayIsToldNoPassword(t *testing.T) {
	c := New(newNetwork().options(Options{Gateways: []Gateway{gateway(t, "ftp", "http://public.test/{+rest}")}}), &fake{schemes: []string{"http"}})
	res, err := c.Follow(t.Context(), parse(t, "ftp://me:geheim@h.test/a"))
	if err != nil {
		t.Fatal(err)
	}
	if s := res.Base().String(); strings.Contains(s, "geheim") {
		t.Errorf("the gateway received a request for %s", s)
	}
	res, err = c.Open(t.Context(), parse(t, "ftp://me:geheim@h.test/a"))
	if err != nil || !slices.Contains(res.Info().Note, "the password is not sent to the gateway") {
		t.Errorf("Open: %v, notes %q", err, res.Info().Note)
	}
}
