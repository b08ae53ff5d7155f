package config

import (
	"net"
	"net/netip"
	"strings"
)

// noProxy is a list of hosts that are opened without a proxy, as in no_proxy:
// domains, each with its subdomains, addresses, and ranges of addresses, each
// optionally with ":port", or "*" for all. Commas or blanks separate them.
type noProxy []string

// newNoProxy reads a list.
func newNoProxy(text string) noProxy {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r == ',' || r == ' ' || r == '\t' })
}

// check returns an error for an item with a slash that is not a range of addresses. It
// would match no host, and a request that must not go through the proxy would.
func (n noProxy) check() error {
	for _, item := range n {
		if _, err := netip.ParsePrefix(item); err != nil && strings.Contains(item, "/") {
			return errorf("no_proxy: %q is not a range of addresses such as 10.0.0.0/8", item)
		}
	}
	return nil
}

// has reports whether the list has an address "host:port".
func (n noProxy) has(address string) bool {
	host, port, err := net.SplitHostPort(strings.ToLower(address))
	if err != nil {
		return false
	}
	addr, _ := netip.ParseAddr(host)
	for _, item := range n {
		if item == "*" || matches(item, host, port, addr.Unmap()) {
			return true
		}
	}
	return false
}

// matches reports whether one item of the list includes a host. The address is
// not valid if the host is a name.
func matches(item, host, port string, addr netip.Addr) bool {
	if prefix, err := netip.ParsePrefix(item); err == nil {
		return prefix.Contains(addr)
	}
	if single, err := netip.ParseAddr(strings.Trim(item, "[]")); err == nil {
		return single.Unmap() == addr
	}
	if name, p, err := net.SplitHostPort(item); err == nil {
		return p == port && matches(name, host, port, addr)
	}
	item, host = strings.Trim(item, "."), strings.TrimSuffix(host, ".")
	return item != "" && (host == item || strings.HasSuffix(host, "."+item))
}

// isLoopback reports whether an address "host:port" is on this machine.
func isLoopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return false
	}
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.Unmap().IsLoopback() || host == "localhost" || strings.HasSuffix(host, ".localhost")
}
