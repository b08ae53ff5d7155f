package prospero_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/prospero"
)

// elsewhere opens URLs of other schemes: it dials, and every host exists except
// "down".
type elsewhere struct{}

func (elsewhere) Schemes() []string { return []string{"ftp", "gopher", "file"} }

func (elsewhere) Open(ctx context.Context, r *open.Call) (open.Resource, error) {
	address, err := open.HostPort(r.URL)
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(address, "down") {
		return nil, open.ErrConnect
	}
	conn, err := r.Dial(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	conn.Close()
	return &open.Address{Meta: open.Meta{URL: r.URL}, AddrSpec: "found"}, nil
}

// follow follows prospero://public.test/n. Its server has a public address and
// sends the same response to every request.
func follow(t *testing.T, says string) (res open.Resource, dialed []string, err error) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		n := &network{answer: func(c *socket, b []byte) {
			if isData(b) {
				c.deliver(id(b, "\x03.."+says), 0)
			}
		}}
		client := open.New(open.Options{
			LookupNetIP: func(_ context.Context, _, host string) ([]netip.Addr, error) {
				return []netip.Addr{netip.MustParseAddr("9.9.9.9")}, nil
			},
			DialContext: func(ctx context.Context, kind, address string) (net.Conn, error) {
				dialed = append(dialed, kind+" "+address)
				c, _ := n.dial(ctx, "udp", address)
				return c, nil
			},
		}, prospero.Opener{}, elsewhere{})
		res, err = client.Follow(t.Context(), earl.RFC1738.MustParse("prospero://public.test/n"))
		if l, ok := res.(*open.Listing); ok {
			said := ""
			for e, eerr := range l.Entries {
				said += strings.Join(e.Note, "; ")
				if err == nil {
					err = eerr
				}
			}
			if err == nil {
				err = errors.New(said)
			}
		}
	})
	return res, dialed, err
}

// accessBy returns attributes of an object with these access methods.
func accessBy(methods ...string) string {
	text := "ATTRIBUTE OBJECT INTRINSIC UNIX-MODES SEQUENCE -rw-r--r--\n"
	for _, m := range methods {
		text += "ATTRIBUTE OBJECT INTRINSIC ACCESS-METHOD SEQUENCE " + m + "\n"
	}
	return text
}

// B17: the first URL of the access methods that can be opened is opened.
func TestFollow(t *testing.T) {
	res, dialed, err := follow(t, accessBy("NFS INTERNET-D a.test ASCII x /y", "AFTP INTERNET-D down.test ASCII x BINARY", "GOPHER INTERNET-D up.test ASCII 0x", "AFTP INTERNET-D up.test ASCII x"))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := res.Info().URL.String(), "gopher://up.test/00x"; got != want {
		t.Errorf("it ended at %s, want %s", got, want)
	}
	if got, want := strings.Join(dialed, ", "), "udp 9.9.9.9:1525, tcp 9.9.9.9:70"; got != want {
		t.Errorf("dialled %s, want %s", got, want)
	}
	if note := fmt.Sprint(res.Info().Note); !strings.Contains(note, "prospero://public.test/n redirected to gopher://up.test/00x") {
		t.Errorf("notes %s", note)
	}
}

// F1: the responses of a public server cannot refer to an address or a file of
// this machine.
func TestPublicServersLeadNowhereHere(t *testing.T) {
	for _, test := range []struct{ name, says, guard string }{
		{"access method", accessBy("AFTP INTERNET-D 127.0.0.1 ASCII x BINARY"), open.GuardPrivateAddress},
		{"forward", "FORWARDED INTERNET-D 127.0.0.1 ASCII m 0\n", open.GuardPrivateAddress},
		{"forwarding pointer", "ATTRIBUTE OBJECT FIELD FORWARDING-POINTER LINK L FP m INTERNET-D 127.0.0.1 ASCII m 0\n", open.GuardPrivateAddress},
		{"union", "LINK U DIRECTORY u INTERNET-D 127.0.0.1 ASCII m 0\n", open.GuardPrivateAddress},
		{"bad port", "LINK U DIRECTORY u INTERNET-D public.test(53) ASCII m 0\n", open.GuardBadPort},
		{"bad host", "FORWARDED INTERNET-D 'a b' ASCII m 0\n", open.GuardBadHost},
		{"local file", accessBy("LOCAL '' '' '' /etc/passwd"), "unsupported scheme"},
	} {
		_, dialed, err := follow(t, test.says)
		if err == nil || !strings.Contains(err.Error(), test.guard) {
			t.Errorf("%s: error %v, want %s", test.name, err, test.guard)
		}
		for _, address := range dialed {
			if address != "udp 9.9.9.9:1525" {
				t.Errorf("%s: dialled %s", test.name, address)
			}
		}
	}
}
