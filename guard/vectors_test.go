package guard

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"slices"
	"testing"
)

// A vector is a row of testdata/vectors.json.
type vector struct {
	URL      string
	Resolves []netip.Addr
	Options  struct {
		Allow, Only, Deny []string
		Login             bool
	}
	Want, Guard, Why string
}

// vectors returns the rows of testdata/vectors.json.
func vectors(t *testing.T) []vector {
	t.Helper()
	text, err := os.ReadFile("testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Version int
		Vectors []vector
	}
	if err := json.Unmarshal(text, &file); err != nil || file.Version != 1 || len(file.Vectors) < 400 {
		t.Fatalf("testdata/vectors.json: version %d, %d vectors, %v", file.Version, len(file.Vectors), err)
	}
	return file.Vectors
}

// errDialled is the error of a connection that the guard allowed.
var errDialled = errors.New("dialled")

// public is the address of names in vectors without addresses.
var public = netip.MustParseAddr("93.184.216.34")

// verdict returns the guard that refuses a vector, or "" if an address of the
// vector was dialled. off is the guard that is off.
func (v *vector) verdict(t *testing.T, off string) string {
	t.Helper()
	o := Options{Allow: v.Options.Allow, Only: v.Options.Only, Deny: v.Options.Deny, Login: v.Options.Login, off: off}
	answer := v.Resolves
	if answer == nil {
		answer = []netip.Addr{public}
	}
	looked := false
	o.LookupNetIP = func(context.Context, string, string) ([]netip.Addr, error) {
		looked = true
		return answer, nil
	}
	var dials []netip.AddrPort
	o.DialContext = func(_ context.Context, _, address string) (net.Conn, error) {
		dials = append(dials, netip.MustParseAddrPort(address))
		return nil, errDialled
	}
	checked := guardOf(o.Check(v.URL))
	u, err := url.Parse(v.URL)
	if err != nil {
		return checked
	}
	_, err = Transport(o).RoundTrip(&http.Request{Method: "GET", URL: u, Header: http.Header{}})
	sent := guardOf(err)
	if off == "" {
		v.verify(t, checked, err, answer, dials, looked)
	}
	return sent
}

// verify checks that Check and RoundTrip agree, and that nothing else was looked
// up or dialled.
func (v *vector) verify(t *testing.T, checked string, err error, answer []netip.Addr, dials []netip.AddrPort, looked bool) {
	sent := guardOf(err)
	u, _ := url.Parse(v.URL)
	switch {
	case checked != "" && sent != checked:
		t.Errorf("%s: Check: guard %q, RoundTrip: %v", v.URL, checked, err)
	case checked != "" && looked:
		t.Errorf("%s: the host was looked up", v.URL)
	case sent != "" && len(dials) > 0:
		t.Errorf("%s: refused by %q, but dialled %v", v.URL, sent, dials)
	case sent == "" && !errors.Is(err, errDialled):
		t.Errorf("%s: RoundTrip: %v, want a connection", v.URL, err)
	}
	for _, at := range dials {
		if literal, err := netip.ParseAddr(u.Hostname()); !(err == nil && literal.Unmap() == at.Addr()) && !slices.ContainsFunc(answer, func(a netip.Addr) bool { return a.Unmap() == at.Addr() }) {
			t.Errorf("%s: dialled %s, which was not checked", v.URL, at)
		}
	}
}

// guardOf returns the guard of an error, or "".
func guardOf(err error) string {
	var e *Error
	if errors.As(err, &e) {
		return e.Guard
	}
	return ""
}

// F1: the published vectors.
func TestVectors(t *testing.T) {
	for _, v := range vectors(t) {
		got := v.verdict(t, "")
		if got != v.Guard || (v.Want == "pass") != (v.Guard == "") || v.Why == "" {
			t.Errorf("%s (%s), %v, %+v: guard %q, want %s %q", v.URL, v.Why, v.Resolves, v.Options, got, v.Want, v.Guard)
		}
	}
}

// F1: texts that editions and net/url read alike, and other programs do not. They pass if
// the programs are not compared.
func TestReadersAreNeeded(t *testing.T) {
	for _, text := range []string{
		"http://u@@a.test/", "http://@@a.test/", "https://u:p@@a.test:8443/x", "http://u@b.test@a.test/",
		"http://u@b.test:81@a.test/", "http://127.0.0.1@@[2606:4700::1111]/", "http://u@@@a.test/",
	} {
		if got := guardOf(Options{Login: true}.Check(text)); got != GuardReadings {
			t.Errorf("%s: guard %q, want %q", text, got, GuardReadings)
		}
		if got := guardOf(Options{Login: true, off: GuardReadings}.Check(text)); got != "" {
			t.Errorf("%s: guard %q without the comparison, want none", text, got)
		}
	}
}
