package open

import (
	"net"
	"net/netip"
	"strings"
)

// CheckPlainLogin returns the Refusal, guard "plain-login", of a password that
// the opener would send without TLS. It returns nil if the policy allows that,
// or if the host of the URL is "localhost" or a loopback address. A name that
// has a loopback address does not count: a proxy can look it up elsewhere.
// Source: rfc8314 3.
func (c *Call) CheckPlainLogin() error {
	address, err := HostPort(c.URL)
	if err != nil || c.Policy.PlainLogin {
		return err
	}
	host, _, _ := net.SplitHostPort(address)
	ip, err := netip.ParseAddr(host)
	if strings.EqualFold(strings.TrimSuffix(host, "."), "localhost") || err == nil && ip.Unmap().IsLoopback() {
		return nil
	}
	return Refuse(GuardPlainLogin, c.URL, "a password would be sent to "+address+" without TLS")
}
