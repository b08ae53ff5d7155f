package open

import (
	"context"
	"errors"
	"net"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/earl-url/earl"
)

// F2: a URL that no view can read is checked as a whole. A control character is
// reported first, whatever other errors there are. Source: rfc1738 6.
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

// An opener gets only connections of tcp and udp: no guard protects other
// sockets of this machine.
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

// The checked address is the dialled one: an IPv4 address inside an IPv6
// address is dialled as the IPv4 address.
func TestDialUnwrapped(t *testing.T) {
	n := newNetwork()
	c := New(n.options(Options{}), &fake{schemes: everything})
	if _, err := c.Open(t.Context(), parse(t, "http://mapped.test/")); err != nil {
		t.Fatal(err)
	}
	if want := []string{"tcp 127.0.0.1:80"}; !slices.Equal(n.dials, want) {
		t.Errorf("dialled %q, want %q", n.dials, want)
	}
}

// C4: the error for a registered scheme without an opener contains the note of
// the registry. Source: rfc1738 4.
func TestRegisteredWithoutAnOpener(t *testing.T) {
	mine := earl.RFC1738.With(earl.Scheme{Name: "x-names", Note: "Names of ours; they locate nothing"})
	u, err := mine.Parse("x-names:a")
	if err != nil {
		t.Fatal(err)
	}
	_, err = New(newNetwork().options(Options{}), &fake{schemes: everything}).Open(t.Context(), u)
	if want := "unsupported scheme: x-names: Names of ours; they locate nothing"; !errors.Is(err, ErrNoOpener) || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// F5: the address of a redirecting URL is the one that was dialled for it, not
// the result of a second lookup, which may differ.
func TestReferrerIsNotLookedUpAgain(t *testing.T) {
	n := newNetwork()
	f := &fake{schemes: everything, answer: map[string]func(*Call) (Resource, error){"http://inside.test/": refer("http://10.0.0.2/")}}
	if _, err := New(n.options(Options{}), f).Follow(t.Context(), parse(t, "http://inside.test/")); err != nil {
		t.Fatal(err)
	}
	if n.looks != 1 {
		t.Errorf("%d look-ups, want 1", n.looks)
	}
}

// An address that does not respond leaves time to try the next one.
func TestDialSharesTheTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := newNetwork()
		o := n.options(Options{})
		dial := o.DialContext
		o.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
			if address == "8.8.8.1:80" {
				<-ctx.Done()
				return nil, ctx.Err()
			}
			return dial(ctx, network, address)
		}
		c, start := New(o, &fake{schemes: everything}), time.Now()
		if _, err := c.Open(t.Context(), parse(t, "http://two.test/")); err != nil {
			t.Error(err)
		}
		if took := time.Since(start); took >= defaultConnect {
			t.Errorf("the first address had %v, all the time there is", took)
		}
		if want := []string{"tcp 8.8.8.2:80"}; !slices.Equal(n.dials, want) {
			t.Errorf("dialled %q, want %q", n.dials, want)
		}
	})
}

// F3: a secret is bound to its scheme too: the same host and port with another
// scheme is another origin.
func TestSecretsStayWithTheirScheme(t *testing.T) {
	const from, to = "https://u:geheim@other.test:8443/", "http://u:geheim@other.test:8443/"
	f := &fake{schemes: everything, answer: map[string]func(*Call) (Resource, error){from: refer(to)}}
	if _, err := New(newNetwork().options(Options{}), f).Follow(t.Context(), parse(t, from)); refusalOf(err) != GuardCrossCredentials {
		t.Errorf("%v, want %s", err, GuardCrossCredentials)
	}
}
