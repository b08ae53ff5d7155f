package open

import (
	"context"
	"slices"
	"testing"
)

// F2: what no view reads is judged as a whole: a control octet is named as such,
// whatever else is wrong. Source: rfc1738 6.
func TestControlOctetsOfWhatNoViewReads(t *testing.T) {
	c := New(newNetwork().options(Options{}), &fake{schemes: everything})
	for _, url := range []string{
		"prospero://public.test/a;b%0A", "wais://public.test/db/p%0A", "gopher://public.test/%0A%09%09", "x-mine://public.test/a?b%0A", "ftp://public.test/a;type=%0A",
	} {
		if _, err := c.Open(t.Context(), parse(t, url)); refusalOf(err) != GuardCtlOctet {
			t.Errorf("%s: %v, want %s", url, err, GuardCtlOctet)
		}
	}
}

// An opener gets connections of tcp and udp alone: the sockets of this machine's
// own services have no guard.
func TestDialNetworks(t *testing.T) {
	n := newNetwork()
	c := New(n.options(Options{}), &fake{schemes: everything})
	r, err := c.Prepare(t.Context(), &Request{URL: parse(t, "http://public.test/")})
	if err != nil {
		t.Fatal(err)
	}
	for _, network := range []string{"unix", "unixgram", "ip", "tcp4", ""} {
		if conn, err := r.Dial(context.Background(), network, "public.test:80"); err == nil {
			conn.Close()
			t.Errorf("a connection of %q", network)
		}
	}
	for _, network := range []string{"tcp", "udp"} {
		conn, err := r.Dial(context.Background(), network, "public.test:80")
		if err != nil {
			t.Fatal(err)
		}
		conn.Close()
	}
	if want := []string{"tcp 8.8.8.8:80", "udp 8.8.8.8:80"}; !slices.Equal(n.dials, want) {
		t.Errorf("dialled %q, want %q", n.dials, want)
	}
}
