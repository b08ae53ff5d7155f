//go:build !planonly

package open

import "net"

// The network of a client without options.
var (
	systemLookup = net.DefaultResolver.LookupNetIP
	systemDial   = new(net.Dialer).DialContext
)
