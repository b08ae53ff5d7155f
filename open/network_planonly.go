//go:build planonly

package open

import (
	"context"
	"errors"
	"net"
	"net/netip"
)

// errNoNetwork is the error of a client without options.
var errNoNetwork = errors.New("open: this program was built to make plans only")

func systemLookup(context.Context, string, string) ([]netip.Addr, error) { return nil, errNoNetwork }

// SystemDial returns an error: this program makes plans only.
func SystemDial(context.Context, string, string) (net.Conn, error) { return nil, errNoNetwork }
