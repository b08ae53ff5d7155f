package open

import (
	"context"
	"errors"
	"io"
	"net"
	"net/netip"
	"strings"
	"sync"
	"testing"

	"github.com/earl-url/earl"
)

// fake is an opener that dials the host of its URL once and returns results
// from a table.
type fake struct {
	schemes []string
	answer  map[string]func(r *Call) (Resource, error) // by URL; nil: a Document
	login   *Login                                     // the login that is requested before the response
	closed  *bool

	mu     sync.Mutex
	opened []string
}

func (f *fake) Schemes() []string { return f.schemes }

func (f *fake) Close() error {
	if f.closed != nil {
		*f.closed = true
	}
	return nil
}

func (f *fake) Open(ctx context.Context, r *Call) (Resource, error) {
	f.mu.Lock()
	f.opened = append(f.opened, r.URL.String())
	f.mu.Unlock()
	if address, err := HostPort(r.URL); err == nil {
		conn, err := r.Dial(ctx, "tcp", address)
		if err != nil {
			return nil, err
		}
		conn.Close()
	}
	if f.login != nil {
		if _, err := r.Login(ctx, *f.login); err != nil {
			return nil, err
		}
	}
	if answer := f.answer[r.URL.String()]; answer != nil {
		return answer(r)
	}
	return document(r, "object", -1), nil
}

// document returns a Document with a text.
func document(r *Call, text string, size int64) *Document {
	return &Document{Meta: Meta{URL: r.URL, Kind: KindDocument, Size: size}, Body: io.NopCloser(strings.NewReader(text))}
}

// refer returns a function that redirects to other URLs.
func refer(to ...string) func(r *Call) (Resource, error) {
	return func(r *Call) (Resource, error) {
		ref := &Referral{Meta: Meta{URL: r.URL, Kind: KindReferral}, Reason: "302 Found"}
		for _, s := range to {
			ref.Targets = append(ref.Targets, earl.RFC3986.MustParse(s))
		}
		return ref, nil
	}
}

// network is a network in which each host has one address. It records the
// dials.
type network struct {
	mu    sync.Mutex
	hosts map[string]string // host to addresses, separated by spaces
	dials []string
	fail  map[string]error // address to the error of its dial
	looks int
}

// options returns o in the network.
func (n *network) options(o Options) Options {
	o.LookupNetIP = func(_ context.Context, _, host string) ([]netip.Addr, error) {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.looks++
		var addrs []netip.Addr
		for _, a := range strings.Fields(n.hosts[host]) {
			addrs = append(addrs, netip.MustParseAddr(a))
		}
		if len(addrs) == 0 {
			return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
		}
		return addrs, nil
	}
	o.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.dials = append(n.dials, network+" "+address)
		if err := n.fail[address]; err != nil {
			return nil, err
		}
		a, b := net.Pipe()
		go io.Copy(io.Discard, b)
		return a, nil
	}
	return o
}

// newNetwork returns a network with some hosts.
func newNetwork() *network {
	return &network{
		hosts: map[string]string{
			"public.test": "8.8.8.8", "other.test": "9.9.9.9", "inside.test": "10.0.0.1", "both.test": "10.0.0.1 8.8.4.4",
			"two.test": "8.8.8.1 8.8.8.2", "mapped.test": "::ffff:127.0.0.1",
		},
		fail: map[string]error{},
	}
}

// everything are schemes for a fake.
var everything = []string{"http", "https", "ftp", "gopher", "file", "prospero", "x-mine", "mailto", "news", "wais", "nntp", "nntps", "telnet", "ldap", "ldaps", "imap"}

// parse reads a URL under rfc3986.
func parse(t *testing.T, s string) earl.URL {
	t.Helper()
	u, err := earl.RFC3986.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// refusalOf returns the name of the Refusal in err, or "".
func refusalOf(err error) string {
	var r *Refusal
	if errors.As(err, &r) {
		return r.Name
	}
	return ""
}
