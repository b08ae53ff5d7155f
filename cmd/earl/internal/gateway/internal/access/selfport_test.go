package access

import (
	"net/netip"
	"testing"
)

// isHere recognizes all addresses of this machine.
func TestIsHere(t *testing.T) {
	for _, here := range []string{"127.0.0.1", "127.9.9.9", "::1", "0.0.0.0", "::", "::ffff:127.0.0.1"} {
		if !isHere(netip.MustParseAddr(here)) {
			t.Errorf("%s is not here", here)
		}
	}
	if isHere(netip.MustParseAddr("192.0.2.1")) {
		t.Error("192.0.2.1 is here")
	}
}
