//go:build !planonly

package open

import (
	"context"
	"net"
	"net/netip"
	"sync/atomic"
)

// The lookup of a client without options.
var systemLookup = net.DefaultResolver.LookupNetIP

// SystemDial connects to "ip:port" on "tcp", "udp" or [UDPAnyPort]. It is the
// DialContext of a client without options. Source: rfc1350 4.
func SystemDial(ctx context.Context, network, address string) (net.Conn, error) {
	if network != UDPAnyPort {
		return new(net.Dialer).DialContext(ctx, network, address)
	}
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	family := "udp6"
	if to.Addr().Unmap().Is4() {
		family = "udp4"
	}
	socket, err := net.ListenUDP(family, nil)
	if err != nil {
		return nil, err
	}
	hearErrors(socket, family)
	c := &anyPortConn{UDPConn: socket}
	c.remote.Store(&to)
	return c, nil
}

// anyPortConn is a socket for datagrams to and from one address. The first
// datagram that it receives decides the port from then on. It ignores datagrams
// from other addresses and ports.
type anyPortConn struct {
	*net.UDPConn
	remote   atomic.Pointer[netip.AddrPort]
	answered atomic.Bool
}

// Read reads a datagram.
func (c *anyPortConn) Read(p []byte) (int, error) {
	for {
		n, from, err := c.ReadFromUDPAddrPort(p)
		if err != nil {
			return 0, err
		}
		remote := c.remote.Load()
		from = netip.AddrPortFrom(from.Addr().Unmap(), from.Port())
		if from.Addr().WithZone("") != remote.Addr().Unmap().WithZone("") || c.answered.Load() && from.Port() != remote.Port() {
			continue
		}
		if !c.answered.Swap(true) {
			to := netip.AddrPortFrom(remote.Addr(), from.Port())
			c.remote.Store(&to)
		}
		return n, nil
	}
}

// Write sends a datagram.
func (c *anyPortConn) Write(p []byte) (int, error) {
	return c.WriteToUDPAddrPort(p, *c.remote.Load())
}

// RemoteAddr returns the address to which Write sends.
func (c *anyPortConn) RemoteAddr() net.Addr { return net.UDPAddrFromAddrPort(*c.remote.Load()) }
