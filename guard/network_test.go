package guard

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"sync"
	"testing"
)

// network is a fake network: names with the answers of their lookups, and
// addresses with real servers on this machine.
type network struct {
	mu      sync.Mutex
	names   map[string][]string // each answer is addresses separated by spaces; the last one stays
	servers map[string]string   // "address:port" to the address of a real server
	dials   []string
	inside  int // requests that reached the server inside
}

// newNetwork returns a network with a server at public.test:80, which redirects
// as the query "to" says, and one inside that must not be reached.
func newNetwork(t *testing.T) *network {
	n := &network{names: map[string][]string{"public.test": {"93.184.216.34"}, "inside.test": {"10.0.0.1"}}, servers: map[string]string{}}
	outside := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if to := r.FormValue("to"); to != "" {
			w.Header()["Location"] = []string{to}
			w.WriteHeader(http.StatusFound)
		}
	}))
	inside := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.inside++
	}))
	t.Cleanup(outside.Close)
	t.Cleanup(inside.Close)
	for _, at := range []string{"93.184.216.34:80", "93.184.216.35:80", "93.184.216.34:8080"} {
		n.servers[at] = outside.Listener.Addr().String()
	}
	for _, at := range []string{"10.0.0.1", "127.0.0.1", "169.254.169.254", "168.63.129.16", "[::1]", "192.168.0.1", "[64:ff9b::a00:1]", "0.0.0.0"} {
		for _, port := range []string{":80", ":443", ":22", ":6379", ":8080"} {
			n.servers[at+port] = inside.Listener.Addr().String()
		}
	}
	return n
}

// options returns o with the lookups and connections of n.
func (n *network) options(o Options) Options {
	o.LookupNetIP, o.DialContext = n.lookup, n.dial
	return o
}

// lookup returns the next answer for a host.
func (n *network) lookup(_ context.Context, _, host string) ([]netip.Addr, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	answers := n.names[hostKey(host)]
	if len(answers) == 0 {
		return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	}
	if len(answers) > 1 {
		n.names[hostKey(host)] = answers[1:]
	}
	return addresses(answers[0]), nil
}

// dial connects to the real server of an address.
func (n *network) dial(ctx context.Context, network, address string) (net.Conn, error) {
	n.mu.Lock()
	n.dials = append(n.dials, address)
	real, ok := n.servers[address]
	n.mu.Unlock()
	if !ok {
		return nil, errors.New("no server at " + address)
	}
	return new(net.Dialer).DialContext(ctx, network, real)
}

// dialled reports whether an address was dialled.
func (n *network) dialled(address string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Contains(n.dials, address)
}

// reached returns how many requests reached the server inside.
func (n *network) reached() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.inside
}
