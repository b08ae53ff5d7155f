package destination

import (
	"context"
	"net"
	"net/netip"
	"time"
)

// minAttempt is the least time for one of several addresses, as in package net.
const minAttempt = 2 * time.Second

// LookupFunc is the type of net.Resolver.LookupNetIP.
type LookupFunc = func(ctx context.Context, network, host string) ([]netip.Addr, error)

// DialFunc is the type of net.Dialer.DialContext.
type DialFunc = func(ctx context.Context, network, address string) (net.Conn, error)

// Lookup returns the addresses of a host, at least one. The host may be an
// address.
func Lookup(ctx context.Context, lookup LookupFunc, host string) ([]netip.Addr, error) {
	if addr, err := netip.ParseAddr(host); err == nil {
		return []netip.Addr{addr}, nil
	}
	addrs, err := lookup(ctx, "ip", host)
	if err == nil && len(addrs) == 0 {
		err = &net.DNSError{Err: "no address", Name: host, IsNotFound: true}
	}
	return addrs, err
}

// Connect dials the addresses in turn, each with its share of the remaining
// time. It returns the first connection and its address, or the first error.
func Connect(ctx context.Context, dial DialFunc, network string, addrs []netip.Addr, port uint16) (net.Conn, netip.Addr, error) {
	var first error
	for i, addr := range addrs {
		share, cancel := attempt(ctx, len(addrs)-i)
		conn, err := dial(share, network, netip.AddrPortFrom(addr, port).String())
		cancel()
		if err == nil {
			return conn, addr, nil
		}
		if first == nil {
			first = err
		}
		if ctx.Err() != nil {
			break
		}
	}
	return nil, netip.Addr{}, first
}

// attempt returns ctx with a deadline for the first of n addresses.
func attempt(ctx context.Context, n int) (context.Context, context.CancelFunc) {
	end, ok := ctx.Deadline()
	if !ok {
		return context.WithCancel(ctx)
	}
	left := time.Until(end)
	return context.WithTimeout(ctx, max(left/time.Duration(n), min(left, minAttempt)))
}
