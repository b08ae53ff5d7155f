package open

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl"
)

// packetServer returns a socket on loopback.
func packetServer(t *testing.T, address string) *net.UDPConn {
	t.Helper()
	c, err := net.ListenUDP("udp", net.UDPAddrFromAddrPort(netip.MustParseAddrPort(address)))
	if err != nil {
		t.Skipf("no socket at %s: %v", address, err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// F5, rfc1350 4: the answer may come from any port of the address that was dialled, and from then
// on only from that port. Datagrams from other addresses are ignored. The address is checked.
func TestUDPAnyPort(t *testing.T) {
	server, transfer, third, foreign := packetServer(t, "127.0.0.1:0"), packetServer(t, "127.0.0.1:0"), packetServer(t, "127.0.0.1:0"), packetServer(t, "127.0.0.2:0")
	address := server.LocalAddr().String()
	client := New(Options{}, &fake{schemes: everything})
	call, err := client.Prepare(t.Context(), &Request{URL: earl.RFC3986.MustParse("gopher://" + address + "/")})
	if err != nil {
		t.Fatal(err)
	}
	conn, err := call.Dial(t.Context(), UDPAnyPort, address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(5 * time.Second))
	if _, err := conn.Write([]byte("request")); err != nil {
		t.Fatal(err)
	}
	buf := make([]byte, 100)
	n, from, err := server.ReadFromUDPAddrPort(buf)
	if err != nil || string(buf[:n]) != "request" {
		t.Fatalf("the server received %q, %v", buf[:n], err)
	}
	sends := func(c *net.UDPConn, text string) {
		if _, err := c.WriteToUDPAddrPort([]byte(text), from); err != nil {
			t.Fatal(err)
		}
	}
	sends(foreign, "forged")
	sends(transfer, "first")
	sends(third, "other port")
	sends(server, "old port")
	sends(transfer, "second")
	for _, want := range []string{"first", "second"} {
		if n, err := conn.Read(buf); err != nil || string(buf[:n]) != want {
			t.Errorf("received %q, %v, want %q", buf[:n], err, want)
		}
	}
	conn.Write([]byte("acknowledged"))
	if n, _, err := transfer.ReadFromUDPAddrPort(buf); err != nil || string(buf[:n]) != "acknowledged" || conn.RemoteAddr().String() != transfer.LocalAddr().String() {
		t.Errorf("the other port received %q, %v; the remote address is %s", buf[:n], err, conn.RemoteAddr())
	}
	conn.SetReadDeadline(time.Now().Add(20 * time.Millisecond))
	sends(third, "other port")
	if n, err := conn.Read(buf); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("received %q, %v, want a timeout", buf[:n], err)
	}
}

// The network of a dial is one of three, and its address is checked as for the others.
func TestUDPAnyPortIsChecked(t *testing.T) {
	var dialled []string
	o := newNetwork().options(Options{Policy: Policy{Special: SpecialDeny}})
	o.DialContext = func(_ context.Context, network, address string) (net.Conn, error) {
		dialled = append(dialled, network+" "+address)
		return nil, errors.New("no network")
	}
	client := New(o, &fake{schemes: everything})
	call, err := client.Prepare(t.Context(), &Request{URL: earl.RFC3986.MustParse("gopher://public.test/")})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := call.Dial(t.Context(), UDPAnyPort, "inside.test:7069"); refusalOf(err) != GuardPrivateAddress {
		t.Errorf("a private address: %v", err)
	}
	call.Dial(t.Context(), UDPAnyPort, "public.test:7069")
	if _, err := call.Dial(t.Context(), "ip", "public.test:7069"); err == nil || !strings.Contains(err.Error(), UDPAnyPort) {
		t.Errorf("an unknown network: %v", err)
	}
	if got := strings.Join(dialled, "|"); got != UDPAnyPort+" 8.8.8.8:7069" {
		t.Errorf("dialled %s", got)
	}
}
