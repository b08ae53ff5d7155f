package access

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// DialContext connects to an address that the policy has checked.
type DialContext func(ctx context.Context, network, address string) (net.Conn, error)

// SelfPorts are the ports that this program listens on.
type SelfPorts []uint16

// NewSelfPorts returns ports and the ports of hosts. Each host is a "host:port".
func NewSelfPorts(hosts []string, ports []uint16) SelfPorts {
	own := slices.Clone(SelfPorts(ports))
	for _, host := range hosts {
		if n, err := strconv.ParseUint(portOf(host), 10, 16); err == nil {
			own = append(own, uint16(n))
		}
	}
	return own
}

// Guard returns a DialContext that refuses connections to this program and otherwise calls
// dial. A URL of the gateway inside the gateway could send requests as the user, or open
// itself without end. If dial is nil, Guard uses [open.SystemDial].
func (own SelfPorts) Guard(dial DialContext) DialContext {
	if dial == nil {
		dial = open.SystemDial
	}
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		at, err := netip.ParseAddrPort(address)
		if err != nil {
			return nil, fmt.Errorf("gateway: dial: %w", err)
		}
		if slices.Contains(own, at.Port()) && isHere(at.Addr()) {
			refusal := open.Refuse(open.GuardOwnPort, earl.URL{}, fmt.Sprintf("%s is this gateway itself", address))
			refusal.Address = at
			return nil, refusal
		}
		return dial(ctx, network, address)
	}
}

// isHere reports whether an address is one of this machine.
func isHere(addr netip.Addr) bool {
	addr = addr.Unmap().WithZone("")
	if addr.IsLoopback() || addr.IsUnspecified() {
		return true
	}
	mine, err := net.InterfaceAddrs()
	if err != nil {
		return true // the safe assumption
	}
	return slices.ContainsFunc(mine, func(a net.Addr) bool {
		n, ok := a.(*net.IPNet)
		if !ok {
			return false
		}
		ip, ok := netip.AddrFromSlice(n.IP)
		return ok && ip.Unmap() == addr
	})
}

// Lookup finds the addresses of a host.
type Lookup func(ctx context.Context, network, host string) ([]netip.Addr, error)

// LocalLookup returns a Lookup that resolves names under localhost to this machine, like
// browsers, and otherwise calls lookup. So no name server receives the random name of a
// gateway, and Guard protects its port like that of 127.0.0.1. If lookup is nil,
// LocalLookup uses [net.DefaultResolver].
// Source: rfc6761 6.3.
func LocalLookup(lookup Lookup) Lookup {
	if lookup == nil {
		lookup = net.DefaultResolver.LookupNetIP
	}
	return func(ctx context.Context, network, host string) ([]netip.Addr, error) {
		if name := strings.ToLower(strings.TrimSuffix(host, ".")); strings.HasSuffix(name, ".localhost") {
			return []netip.Addr{netip.AddrFrom4([4]byte{127, 0, 0, 1}), netip.IPv6Loopback()}, nil
		}
		return lookup(ctx, network, host)
	}
}
