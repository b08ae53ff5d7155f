package open

import (
	"fmt"
	"net"
	"strconv"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/destination"
)

// HostPort returns the host and port to dial for u. The host is decoded and has
// no brackets around an IPv6 address. The port is that of the URL, or the
// default of its scheme. The error is a *Refusal: guard "bad-host" if the URL
// has no host or an invalid one, "bad-port" if it has no port.
func HostPort(u earl.URL) (string, error) {
	name, reason := destination.Host(u)
	if reason != "" {
		return "", Refuse(GuardBadHost, u, reason)
	}
	port, ok := u.PortNumber()
	if !ok {
		return "", Refuse(GuardPortRange, u, "the URL has no port from 1 to 65535")
	}
	return net.JoinHostPort(name, strconv.Itoa(int(port))), nil
}

// ParseNet reads a Net. Examples are "10.0.0.0/8", "127.0.0.1", "[::1]:8080"
// and "10.0.0.0/8:80".
func ParseNet(s string) (Net, error) {
	n, err := destination.ParseNet(s)
	if err != nil {
		return Net{}, fmt.Errorf("open: %w", err)
	}
	return Net(n), nil
}

// String returns n in the form that ParseNet reads.
func (n Net) String() string { return destination.Net(n).String() }
