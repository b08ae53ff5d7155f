package gateway

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strconv"

	"github.com/earl-url/earl/open"
)

// GuardOwnPort is the name of the refusal to reach this program by way of itself.
const GuardOwnPort = "own-port"

// dialContext connects to an address that the policy has judged.
type dialContext func(ctx context.Context, network, address string) (net.Conn, error)

// ports are the ports that this program listens on.
type ports []uint16

func ownPorts(o Options) ports {
	own := slices.Clone(ports(o.OwnPorts))
	for _, host := range o.Hosts {
		if n, err := strconv.ParseUint(portOf(host), 10, 16); err == nil {
			own = append(own, uint16(n))
		}
	}
	return own
}

// guard returns dial without the way back to this program: a URL that opens a
// URL here would be a request in the person's name, or never end.
func (own ports) guard(dial dialContext) dialContext {
	if dial == nil {
		dial = new(net.Dialer).DialContext
	}
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		at, err := netip.ParseAddrPort(address)
		if err != nil {
			return nil, fmt.Errorf("gateway: dial: %w", err)
		}
		if slices.Contains(own, at.Port()) && isHere(at.Addr()) {
			return nil, &open.Refusal{Name: GuardOwnPort, Reason: fmt.Sprintf("%s is this gateway itself", address), Section: "rfc1738 6"}
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
		return true // which is safe to assume
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
