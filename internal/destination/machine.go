package destination

import (
	"os"
	"strings"
)

// IsThisMachine reports whether a host is the name of this machine, as the system
// knows it: the whole name, or its first label if the name has a domain. Nothing is
// looked up. Source: rfc1738 3.10.
func IsThisMachine(host string) bool {
	name, err := os.Hostname()
	return err == nil && isNameOf(host, name)
}

// isNameOf reports whether a host is a machine with this name.
func isNameOf(host, name string) bool {
	host, name = strings.TrimSuffix(host, "."), strings.TrimSuffix(name, ".")
	first, _, _ := strings.Cut(name, ".")
	return host != "" && (strings.EqualFold(host, name) || strings.EqualFold(host, first))
}
