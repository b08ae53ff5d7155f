package linkcheck

import (
	"net/netip"
	"strings"

	"github.com/earl-url/earl"
)

// isThisMachine reports whether a host is localhost, or a loopback address in any form.
// Source: rfc6761 6.3; URL Standard, host parsing.
func isThisMachine(host string) bool {
	if name := "." + strings.TrimSuffix(strings.ToLower(host), "."); strings.HasSuffix(name, ".localhost") {
		return true
	}
	if u, err := earl.WHATWG.Parse("http://" + host + "/"); err == nil {
		host, _ = u.Host() // 127.1 is 127.0.0.1
	}
	a, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil && (a.Unmap().IsLoopback() || a.Unmap().IsUnspecified())
}
