package open

import (
	"fmt"
	"slices"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/destination"
)

// newsPorts are nntp and nntps. A news URL does not contain the host of the
// user's news server, which may use either, and neither does the URL of a
// message. Source: rfc1738 3.6; rfc2392 2.
var newsPorts = [...]uint16{119, 563}

// mapperPort is the port of the port mapper, which reports the port of the
// MOUNT service of an nfs server. Source: rfc1833 3; rfc2224 7.
const mapperPort = 111

// badPort returns why a port is refused for u's scheme, or "". The default port
// of the scheme is allowed.
func badPort(port uint16, u earl.URL, p *Policy) string {
	if !destination.IsBadPort(port) || slices.Contains(p.AllowPorts, port) {
		return ""
	}
	if s, ok := u.Edition().Scheme(u.Scheme()); ok && s.Port == port {
		return ""
	}
	if (u.Scheme() == "news" || u.Designates() == earl.Message) && slices.Contains(newsPorts[:], port) {
		return ""
	}
	if u.Scheme() == "nfs" && port == mapperPort {
		return ""
	}
	return fmt.Sprintf("port %d belongs to another protocol", port)
}
