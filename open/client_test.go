package open

import (
	"context"
	"errors"
	"os/exec"
	"strings"
	"testing"
)

func TestOpenFollowsNothing(t *testing.T) {
	f := &fake{schemes: everything, answer: map[string]func(*Call) (Resource, error){"http://public.test/": refer("http://other.test/")}}
	c := New(newNetwork().options(Options{}), f)
	res, err := c.Open(t.Context(), parse(t, "http://public.test/"))
	if _, ok := res.(*Referral); !ok || err != nil || len(f.opened) != 1 {
		t.Errorf("Open = %T, %v after %q", res, err, f.opened)
	}
}

// B18, C5: the error for a scheme without an opener contains the registry's
// note about the scheme.
func TestNoOpener(t *testing.T) {
	c := New(Options{}, &fake{schemes: []string{"http"}})
	for url, want := range map[string]string{
		"urn:isbn:0451450523": "unsupported scheme: urn: Names, not locators; never opened, because a name says what a thing is and not where (draft1993 Registration)",
		"afs:/x":              "unsupported scheme: afs: A file of the Andrew File System, where this machine has mounted it; reserved (rfc1738 4)",
		"x-none:abc":          "unsupported scheme: x-none: names that begin with x- are for experiments (rfc1738 4)",
		"none:abc":            `unsupported scheme: "none"`,
	} {
		_, err := c.Open(t.Context(), parse(t, url))
		if !errors.Is(err, ErrNoOpener) || err.Error() != want {
			t.Errorf("Open(%s): %v, want %s", url, err, want)
		}
	}
	if c.Opens("urn") || !c.Opens("http") {
		t.Error("Opens is wrong")
	}
}

func TestNewPanicsOnTwoOpeners(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("New did not panic")
		}
	}()
	New(Options{}, &fake{schemes: []string{"ftp"}}, &fake{schemes: []string{"http", "ftp"}})
}

func TestClientClosesItsOpeners(t *testing.T) {
	var closed bool
	if err := New(Options{}, &fake{closed: &closed}).Close(); err != nil || !closed {
		t.Errorf("Close: %v, closed %v", err, closed)
	}
}

func TestProbe(t *testing.T) {
	c := New(newNetwork().options(Options{}), &fake{schemes: []string{"http"}}, prober{})
	if m, err := c.Probe(t.Context(), parse(t, "http://public.test/")); err != nil || m.Kind != KindUnknown || m.Size != -1 {
		t.Errorf("Probe = %+v, %v", m, err)
	}
	if m, err := c.Probe(t.Context(), parse(t, "x-probe://public.test/")); err != nil || m.Kind != KindListing {
		t.Errorf("Probe = %+v, %v", m, err)
	}
	if _, err := c.Probe(t.Context(), parse(t, "x-probe://public.test:25/")); refusalOf(err) != GuardBadPort {
		t.Errorf("Probe: %v, want a refusal", err)
	}
}

type prober struct{}

func (prober) Schemes() []string                             { return []string{"x-probe"} }
func (prober) Open(context.Context, *Call) (Resource, error) { return nil, ErrNotFound }
func (prober) Probe(_ context.Context, r *Call) (Meta, error) {
	return Meta{URL: r.URL, Kind: KindListing}, nil
}

func TestRefusalNamesTheSetting(t *testing.T) {
	r := &Refusal{Name: GuardBadPort, URL: parse(t, "http://u:geheim@h:25/"), Reason: "port 25 belongs to another protocol", Setting: "Policy.AllowPorts"}
	const want = "refused (bad-port-list): http://u:xxxxx@h:25/: port 25 belongs to another protocol; allowed by Policy.AllowPorts"
	if r.Error() != want {
		t.Errorf("Error() = %s, want %s", r.Error(), want)
	}
}

// Code that needs net/http or TLS is in the openers.
func TestOpenImportsNeitherHTTPNorTLS(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".", "./internal/wire", "./file").CombinedOutput()
	if err != nil {
		t.Skipf("go list: %v: %s", err, out)
	}
	for _, pkg := range strings.Fields(string(out)) {
		if pkg == "net/http" || pkg == "crypto/tls" || pkg == "net/url" {
			t.Errorf("package open imports %s", pkg)
		}
	}
}

// Everything that the check of a dial depends on is part of the pool's key: a
// kept connection to this machine never serves a redirect from outside.
func TestPool(t *testing.T) {
	pools := map[string]string{}
	see := func(name string) func(r *Call) (Resource, error) {
		return func(r *Call) (Resource, error) {
			pools[name] = r.Pool
			return document(r, "", 0), nil
		}
	}
	f := &fake{schemes: everything, answer: map[string]func(*Call) (Resource, error){
		"http://inside.test/": see("typed"), "http://inside.test/2": see("typed, too"), "http://public.test/": refer("http://other.test/"),
		"http://other.test/": see("referred"), "http://other.test/3": see("denied"),
	}}
	n := newNetwork()
	c, strict := New(n.options(Options{}), f), New(n.options(Options{Policy: Policy{Special: SpecialDeny}}), f)
	for _, open := range []func() (Resource, error){
		func() (Resource, error) { return c.Open(t.Context(), parse(t, "http://inside.test/")) },
		func() (Resource, error) { return c.Open(t.Context(), parse(t, "http://inside.test/2")) },
		func() (Resource, error) { return c.Follow(t.Context(), parse(t, "http://public.test/")) },
		func() (Resource, error) { return strict.Open(t.Context(), parse(t, "http://other.test/3")) },
	} {
		if _, err := open(); err != nil {
			t.Fatal(err)
		}
	}
	if pools["typed"] != pools["typed, too"] || pools["typed"] == pools["referred"] || pools["typed"] == pools["denied"] || pools["referred"] == pools["denied"] {
		t.Errorf("pools %q", pools)
	}
}
