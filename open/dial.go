package open

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/destination"
)

// sockets are the network of a client. All its requests share them.
type sockets struct {
	resolve func(ctx context.Context, network, host string) ([]netip.Addr, error)
	connect func(ctx context.Context, network, address string) (net.Conn, error)
	public  publicNames // under SpecialBound
}

// dialer is the Dial of one request. It looks up a host once, checks each
// address and dials a checked address. So no second lookup can return another
// address.
type dialer struct {
	sockets *sockets
	url     earl.URL
	policy  *Policy
	walk    *walk
	from    []earl.URL // the URLs that redirected to url
	via     bool       // it dials a host from a setting, not the URL's host

	observer *Observer
}

// UDPAnyPort is the network of a protocol over UDP whose server answers from
// another port than that of the request. The connection receives datagrams from
// the address that it was dialled for only. The first one decides the port of
// the server from then on. Source: rfc1350 4.
const UDPAnyPort = "udp-any-port"

// dial connects to "host:port" on "tcp", "udp" or UDPAnyPort. The error is a
// *Refusal, an ErrConnect that wraps that of net, or that of ctx.
func (d *dialer) dial(ctx context.Context, network, address string) (net.Conn, error) {
	if network != "tcp" && network != "udp" && network != UDPAnyPort {
		return nil, fmt.Errorf("open: dial: network %q must be tcp, udp or %s", network, UDPAnyPort)
	}
	host, digits, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("open: dial: %w", err)
	}
	port, err := strconv.ParseUint(digits, 10, 16)
	if err != nil || port == 0 {
		return nil, Refuse(GuardPortRange, d.url, fmt.Sprintf("port %q is not a number from 1 to 65535", digits))
	}
	if reason := badPort(uint16(port), d.url, d.policy); reason != "" {
		return nil, Refuse(GuardBadPort, d.url, reason)
	}

	limited, cancel := context.WithTimeout(ctx, d.policy.Connect)
	defer cancel()
	if reason := destination.BadHost(host); reason != "" {
		return nil, Refuse(GuardBadHost, d.url, reason)
	}
	addrs, err := d.sockets.lookup(limited, host)
	if err == nil {
		d.observer.looked()
		d.bind(host, addrs)
		addrs, err = d.check(host, addrs, uint16(port))
	}
	var conn net.Conn
	if err == nil {
		conn, err = d.connect(limited, network, addrs, uint16(port))
	}
	var refusal *Refusal
	switch {
	case err == nil:
		return conn, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.As(err, &refusal):
		return nil, err
	case limited.Err() != nil:
		return nil, &LimitError{"Policy.Connect", fmt.Errorf("%w: %s: %w: not within %v", ErrConnect, address, context.DeadlineExceeded, d.policy.Connect)}
	}
	return nil, fmt.Errorf("%w: %w", ErrConnect, err)
}

// lookup returns the addresses of a host. The host may be an address.
func (s *sockets) lookup(ctx context.Context, host string) ([]netip.Addr, error) {
	return destination.Lookup(ctx, s.resolve, host)
}

// check returns the addresses that the policy allows. If it allows none, the
// error is the Refusal of the first.
func (d *dialer) check(host string, addrs []netip.Addr, port uint16) ([]netip.Addr, error) {
	var passed []netip.Addr
	var first error
	for _, addr := range addrs {
		literal := addr.String() == host
		if !literal {
			addr = addr.Unmap() // a lookup can return 127.0.0.1 as ::ffff:127.0.0.1
		}
		if reason := d.private(host, addr, port); reason == "" {
			passed = append(passed, addr.Unmap())
		} else if first == nil {
			if !literal {
				reason = host + " is " + reason
			}
			refusal := Refuse(GuardPrivateAddress, d.url, reason)
			refusal.Address = netip.AddrPortFrom(addr, port)
			if d.never(destination.SpecialHost(host, addr)) {
				refusal.Setting = ""
			}
			first = refusal
		}
	}
	if len(passed) == 0 {
		return nil, first
	}
	return passed, nil
}

// checkLiteral checks the host of the URL if it is an address. Dial does not
// see the address if a proxy or a kept connection is used. If a gateway opens
// the URL, the gateway decides.
func (d *dialer) checkLiteral(opener Opener) error {
	if _, away := opener.(gatewayOpener); away {
		return nil
	}
	address, err := HostPort(d.url)
	if err != nil {
		return nil
	}
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return nil // a name
	}
	_, err = d.check(at.Addr().String(), []netip.Addr{at.Addr()}, at.Port())
	return err
}

// private returns why an address is refused, or "". Source: rfc1738 6.
func (d *dialer) private(host string, addr netip.Addr, port uint16) string {
	word := destination.SpecialHost(host, addr)
	if word == "" {
		return ""
	}
	if d.allowed(addr, port) && !d.never(word) {
		return ""
	}
	reason := fmt.Sprintf("%s, %s", addr, destination.Describe(word))
	switch {
	case d.policy.Special == SpecialDeny && d.via:
		return reason + ", of a proxy or news server in the settings"
	case d.policy.Special == SpecialDeny:
		return reason
	case d.walk.public.Load() && !d.via:
		return reason + ", and the link came from a public address"
	case !d.via && len(d.from) > 0 && !d.walk.typed().LeadsTo(destination.ClassOf(word)):
		return reason + ", and a redirect from another kind of address led to it"
	case word == destination.Metadata && !d.via && d.redirected(host):
		return reason + ", and a redirect from another host led to it"
	case d.policy.Special == SpecialBound && !d.via && d.sockets.public.has(host):
		return reason + ", and the name had a public address before"
	}
	return ""
}

// redirected reports whether another host redirected to this one.
func (d *dialer) redirected(host string) bool {
	return len(d.from) > 0 && !slices.ContainsFunc(d.from, func(u earl.URL) bool {
		address, err := HostPort(u)
		from, _, _ := net.SplitHostPort(address)
		return err == nil && publicName(from) == publicName(host)
	})
}

// never reports whether no setting allows special addresses with a word: those of
// metadata services under SpecialDeny, which give secrets to anyone who asks.
func (d *dialer) never(word string) bool {
	return word == destination.Metadata && d.policy.Special == SpecialDeny && !d.via
}

// bind remembers a host name with a public address, under SpecialBound. If the
// same lookup returned a special address too, private refuses that one at once.
func (d *dialer) bind(host string, addrs []netip.Addr) {
	if d.policy.Special != SpecialBound || d.via {
		return
	}
	if slices.ContainsFunc(addrs, func(a netip.Addr) bool { return destination.Special(a) == "" }) {
		d.sockets.public.add(host)
	}
}

// publicNames is the set of host names that had a public address. Several
// goroutines may use it.
type publicNames struct{ names sync.Map }

// add adds a host name.
func (p *publicNames) add(host string) { p.names.Store(publicName(host), nil) }

// has reports whether a host name was added.
func (p *publicNames) has(host string) bool {
	_, ok := p.names.Load(publicName(host))
	return ok
}

// publicName returns a host name in the form that publicNames compares: in
// lower case, without the final dot.
func publicName(host string) string { return strings.TrimSuffix(strings.ToLower(host), ".") }

// allowed reports whether AllowNet contains an address. If it contains the
// control port of an ftp server, it allows its data connections too, whose
// ports the server chooses. The ftp opener dials no other host for them, and no
// port under 1024.
// Source: rfc959 3.2.
func (d *dialer) allowed(addr netip.Addr, port uint16) bool {
	ports := []uint16{port}
	if control, ok := d.url.PortNumber(); ok && (d.url.Scheme() == "ftp" || d.url.Scheme() == "ftps") {
		ports = append(ports, control)
	}
	for _, n := range d.policy.AllowNet {
		for _, p := range ports {
			if destination.Net(n).Contains(netip.AddrPortFrom(addr, p)) {
				return true
			}
		}
	}
	return false
}

// connect dials the addresses in turn, each with its share of the remaining
// time.
func (d *dialer) connect(ctx context.Context, network string, addrs []netip.Addr, port uint16) (net.Conn, error) {
	conn, addr, err := destination.Connect(ctx, d.sockets.connect, network, addrs, port)
	if err != nil {
		return nil, err
	}
	d.observer.connected(conn)
	if d.via {
		d.walk.through.Store(true)
	} else {
		d.walk.dialled.Store(true)
	}
	word := destination.Special(addr)
	if word == "" {
		d.walk.public.Store(true)
	}
	if !d.via {
		d.walk.class.Store(uint32(destination.ClassOf(word)))
	}
	return conn, nil
}
