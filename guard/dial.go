package guard

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"syscall"
	"time"

	"github.com/earl-url/earl/internal/destination"
)

// A Dialer makes connections to addresses that it checked. The zero Dialer is
// ready. Several goroutines may use it at the same time.
type Dialer struct {
	Options Options // Check, Base, Proxy and the limits of a response are not used
}

// DialContext connects to "host:port" on "tcp" or "udp". It looks up the host
// once, refuses it if one of its addresses is refused, and dials these
// addresses.
func (d Dialer) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	return d.Options.settings().dial(ctx, network, address)
}

// Control is for the field of a net.Dialer of the same name. It checks the
// address of each connection just before it is made. It does not see the host,
// so only entries of Options with addresses apply. DialContext is stricter.
func (d Dialer) Control(network, address string, _ syscall.RawConn) error {
	s := d.Options.settings()
	host, port, err := s.split(network, address)
	if err != nil {
		return err
	}
	return s.checkHost(host, port)
}

// families has the version of IP that a network allows, 0 for both.
var families = map[string]int{"tcp": 0, "tcp4": 4, "tcp6": 6, "udp": 0, "udp4": 4, "udp6": 6}

// split checks the form of a network and an address, and returns its host and
// port.
func (s *settings) split(network, address string) (host string, port uint16, err error) {
	if s.err != nil {
		return "", 0, s.err
	}
	if _, ok := families[network]; !ok {
		if err := s.refuse(GuardNetwork, "", fmt.Sprintf("network %q is neither tcp nor udp", network)); err != nil {
			return "", 0, err
		}
	}
	host, digits, err := net.SplitHostPort(address)
	if err != nil {
		return "", 0, s.refuse(GuardBadHost, "", "the address has no form host:port")
	}
	if reason := destination.BadHost(host); reason != "" {
		if err := s.refuse(GuardBadHost, host, reason); err != nil {
			return "", 0, err
		}
	}
	n, err := strconv.ParseUint(digits, 10, 16)
	if err != nil || n == 0 {
		return "", 0, s.refuse(GuardPortRange, host, "the port is not a number from 1 to 65535")
	}
	return host, uint16(n), nil
}

// dial is Dialer.DialContext.
func (s *settings) dial(ctx context.Context, network, address string) (net.Conn, error) {
	host, port, err := s.split(network, address)
	if err == nil {
		err = s.checkHost(host, port)
	}
	if err != nil {
		return nil, err
	}
	return s.connect(ctx, network, host, port, s.checkAddress)
}

// connect looks up a host, checks every address and dials them in turn.
func (s *settings) connect(ctx context.Context, network, host string, port uint16, check func(string, netip.Addr, uint16) error) (net.Conn, error) {
	late := s.refuse(GuardConnect, host, fmt.Sprintf("no connection within %v", s.Connect))
	end := time.Now().Add(s.Connect)
	limited, cancel := context.WithTimeoutCause(ctx, s.Connect, late)
	defer cancel()
	addrs, err := destination.Lookup(limited, s.LookupNetIP, host)
	if err != nil {
		return nil, ended(limited, err)
	}
	family := families[network]
	addrs = slices.DeleteFunc(slices.Clone(addrs), func(a netip.Addr) bool { return family != 0 && a.Unmap().Is4() != (family == 4) })
	for i, addr := range addrs {
		addrs[i] = addr.Unmap()
		if err := check(host, addr, port); err != nil {
			return nil, err
		}
	}
	if len(addrs) == 0 {
		return nil, &net.DNSError{Err: "no address for " + network, Name: host, IsNotFound: true}
	}
	conn, _, err := destination.Connect(limited, s.DialContext, network, addrs, port)
	if err != nil && late != nil && ctx.Err() == nil && !time.Now().Before(end) {
		return nil, late // the time of the last address can end just before that of limited
	}
	if err != nil {
		return nil, ended(limited, err)
	}
	return conn, nil
}

// ended returns the Error of the limit that ended ctx, or else err.
func ended(ctx context.Context, err error) error {
	if cause, ok := context.Cause(ctx).(*Error); ok {
		return cause
	}
	return err
}
