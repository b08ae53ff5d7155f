package open

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/destination"
)

func TestDialJudges(t *testing.T) {
	local := Net{Prefix: netip.MustParsePrefix("10.0.0.0/8"), Port: 8080}
	tests := []struct {
		src, url, want string
		policy         Policy
		dial           string
	}{
		{src: "typed", url: "http://127.0.0.1/", dial: "tcp 127.0.0.1:80"},
		{src: "typed", url: "http://inside.test/", dial: "tcp 10.0.0.1:80"},
		{src: "deny", url: "http://127.0.0.1/", policy: Policy{Special: SpecialDeny}, want: GuardPrivateAddress},
		{src: "deny", url: "http://inside.test/", policy: Policy{Special: SpecialDeny}, want: GuardPrivateAddress},
		{src: "deny", url: "http://mapped.test/", policy: Policy{Special: SpecialDeny}, want: GuardPrivateAddress},
		{src: "deny", url: "http://[::1]/", policy: Policy{Special: SpecialDeny}, want: GuardPrivateAddress},
		{src: "deny", url: "http://public.test/", policy: Policy{Special: SpecialDeny}, dial: "tcp 8.8.8.8:80"},
		{src: "deny", url: "http://both.test/", policy: Policy{Special: SpecialDeny}, dial: "tcp 8.8.4.4:80"},
		{src: "allow", url: "http://inside.test:8080/", policy: Policy{Special: SpecialDeny, AllowNet: []Net{local}}, dial: "tcp 10.0.0.1:8080"},
		{src: "allow", url: "http://inside.test/", policy: Policy{Special: SpecialDeny, AllowNet: []Net{local}}, want: GuardPrivateAddress},
	}
	for _, tt := range tests {
		n := newNetwork()
		c := New(n.options(Options{Policy: tt.policy}), &fake{schemes: everything})
		_, err := c.Open(t.Context(), parse(t, tt.url))
		if got := refusalOf(err); got != tt.want || tt.want == "" && err != nil {
			t.Errorf("%s: Open(%s): %v, want refusal %q", tt.src, tt.url, err, tt.want)
		}
		if got := strings.Join(n.dials, ", "); got != tt.dial {
			t.Errorf("%s: Open(%s) dialled %q, want %q", tt.src, tt.url, got, tt.dial)
		}
	}
}

// A name that was public once is refused at a special address under
// SpecialBound, and dialled under SpecialTyped.
func TestDialBindsNames(t *testing.T) {
	t.Parallel()
	local := []Net{{Prefix: netip.MustParsePrefix("10.0.0.0/8")}}
	for _, tt := range []struct {
		name   string
		policy Policy
		lookup []string // the addresses of the name, lookup by lookup
		want   string   // the addresses that are dialled; "refused" for a guard
	}{
		{"rebinding", Policy{Special: SpecialBound}, []string{"8.8.8.8", "127.0.0.1"}, "8.8.8.8 refused"},
		{"back again", Policy{Special: SpecialBound}, []string{"8.8.8.8", "10.0.0.1", "8.8.4.4"}, "8.8.8.8 refused 8.8.4.4"},
		{"both at once", Policy{Special: SpecialBound}, []string{"127.0.0.1 8.8.8.8", "10.0.0.1"}, "8.8.8.8 refused"},
		{"special from the start", Policy{Special: SpecialBound}, []string{"127.0.0.1", "10.0.0.1"}, "127.0.0.1 10.0.0.1"},
		{"allowed", Policy{Special: SpecialBound, AllowNet: local}, []string{"8.8.8.8", "10.0.0.1"}, "8.8.8.8 10.0.0.1"},
		{"not bound", Policy{}, []string{"8.8.8.8", "127.0.0.1"}, "8.8.8.8 127.0.0.1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			n := newNetwork()
			c := New(n.options(Options{Policy: tt.policy}), &fake{schemes: everything})
			var got []string
			for i, addrs := range tt.lookup {
				n.hosts["typed.test"], n.hosts["Typed.test."] = addrs, addrs
				n.dials = nil
				_, err := c.Open(t.Context(), parse(t, "http://"+[]string{"typed.test", "Typed.test."}[i%2]+"/"))
				if refusalOf(err) == GuardPrivateAddress {
					if text := err.Error(); !strings.Contains(text, addrs) {
						t.Errorf("error %q does not contain the address %s", text, addrs)
					}
					var r *Refusal
					errors.As(err, &r)
					if at := r.Address; at.Port() != 80 || !strings.Contains(addrs, at.Addr().String()) || destination.Special(at.Addr()) == "" {
						t.Errorf("Refusal.Address = %v, want the special address of %s with port 80", at, addrs)
					}
					got = append(got, "refused")
				}
				for _, dial := range n.dials {
					got = append(got, strings.TrimSuffix(strings.TrimPrefix(dial, "tcp "), ":80"))
				}
			}
			if text := strings.Join(got, " "); text != tt.want {
				t.Errorf("dialled %q, want %q", text, tt.want)
			}
		})
	}
}

// A lookup can return an IPv4 address as an IPv6 address. A refusal shows the
// IPv4 address.
func TestRefusalShowsMappedAddressAsIPv4(t *testing.T) {
	t.Parallel()
	c := New(newNetwork().options(Options{Policy: Policy{Special: SpecialDeny}}), &fake{schemes: everything})
	_, err := c.Open(t.Context(), parse(t, "http://mapped.test/"))
	var r *Refusal
	if !errors.As(err, &r) || r.Address.String() != "127.0.0.1:80" || !strings.Contains(r.Reason, "mapped.test is 127.0.0.1,") {
		t.Errorf("http://mapped.test/: %v, want a refusal of 127.0.0.1:80", err)
	}
}

// A referrer whose connection was kept counts as public if its name was public.
func TestRecallKnowsBoundNames(t *testing.T) {
	t.Parallel()
	n := newNetwork()
	f := &fake{schemes: everything}
	c := New(n.options(Options{Policy: Policy{Special: SpecialBound}}), f)
	if _, err := c.Open(t.Context(), parse(t, "http://public.test/")); err != nil {
		t.Fatal(err)
	}
	n.hosts["public.test"] = "127.0.0.1"
	_, err := c.Do(t.Context(), &Request{URL: parse(t, "http://inside.test/"), Referrers: []earl.URL{parse(t, "http://public.test/")}})
	if refusalOf(err) != GuardPrivateAddress {
		t.Errorf("a redirect from a name that was public: %v, want refusal %q", err, GuardPrivateAddress)
	}
}

// A host that an opener dials is checked like a URL: it may come from a server.
func TestDialJudgesWhatTheOpenerAsks(t *testing.T) {
	tests := []struct{ src, network, address, want string }{
		{"F1", "tcp", "public.test:25", GuardBadPort},
		{"F1", "udp", "public.test:53", GuardBadPort},
		{"A25", "tcp", "public.test:0", GuardPortRange},
		{"A25", "tcp", "public.test:99999", GuardPortRange},
		{"A25", "tcp", "public.test:http", GuardPortRange},
		{"A24", "tcp", "127.1:80", GuardBadHost},
		{"A8", "tcp", ":80", GuardBadHost},
		{"A8", "tcp", "a b:80", GuardBadHost},
		{"", "tcp", "public.test:80", ""},
		{"", "udp", "public.test:1525", ""},
		{"", "tcp", "[fe80::1%lo]:80", ""},
	}
	for _, tt := range tests {
		n := newNetwork()
		c := New(n.options(Options{}))
		d := &dialer{sockets: &c.sockets, url: parse(t, "http://public.test/"), policy: Policy{}.Effective(), walk: new(walk)}
		_, err := d.dial(t.Context(), tt.network, tt.address)
		if got := refusalOf(err); got != tt.want || tt.want == "" && err != nil {
			t.Errorf("%s: dial(%s %s): %v, want refusal %q", tt.src, tt.network, tt.address, err, tt.want)
		}
		if tt.want != "" && n.looks+len(n.dials) > 0 {
			t.Errorf("%s: dial(%s %s) was looked up or dialled", tt.src, tt.network, tt.address)
		}
	}
	// B10: a news URL has no server: only the user's news server is dialled.
	for port, want := range map[string]string{"119": "", "563": "", "25": GuardBadPort} {
		n := newNetwork()
		d := &dialer{sockets: &New(n.options(Options{})).sockets, url: parse(t, "news:a.b"), policy: Policy{}.Effective(), walk: new(walk)}
		if _, err := d.dial(t.Context(), "tcp", "public.test:"+port); refusalOf(err) != want || want == "" && err != nil {
			t.Errorf("news: dial port %s: %v, want refusal %q", port, err, want)
		}
	}
	d := &dialer{sockets: &New(Options{}).sockets, url: parse(t, "http://h/"), policy: Policy{}.Effective(), walk: new(walk)}
	for _, bad := range [][2]string{{"unix", "/run/x:1"}, {"tcp", "no-port"}} {
		if _, err := d.dial(t.Context(), bad[0], bad[1]); err == nil {
			t.Errorf("dial(%s %s) has no error", bad[0], bad[1])
		}
	}
}

// If the port of an ftp server is allowed, so are its data connections, and nothing else: no
// other scheme, host or server's port.
func TestDialAllowsDataConnections(t *testing.T) {
	policy := Policy{Special: SpecialDeny, AllowNet: []Net{{Prefix: netip.MustParsePrefix("127.0.0.1/32"), Port: 2121}}}.Effective()
	for _, tt := range []struct{ url, address, want string }{
		{"ftp://127.0.0.1:2121/a", "127.0.0.1:2121", ""},
		{"ftp://127.0.0.1:2121/a", "127.0.0.1:40000", ""},
		{"ftps://127.0.0.1:2121/a", "127.0.0.1:40000", ""},
		{"ftp://127.0.0.1:2121/a", "127.0.0.2:40000", GuardPrivateAddress},
		{"ftp://127.0.0.1:2122/a", "127.0.0.1:40000", GuardPrivateAddress},
		{"ftp://127.0.0.1/a", "127.0.0.1:40000", GuardPrivateAddress},
		{"http://127.0.0.1:2121/a", "127.0.0.1:40000", GuardPrivateAddress},
		{"prospero://127.0.0.1:2121/a", "127.0.0.1:40000", GuardPrivateAddress},
	} {
		n := newNetwork()
		d := &dialer{sockets: &New(n.options(Options{})).sockets, url: parse(t, tt.url), policy: policy, walk: new(walk)}
		if _, err := d.dial(t.Context(), "tcp", tt.address); refusalOf(err) != tt.want || tt.want == "" && err != nil {
			t.Errorf("%s: dial %s: %v, want refusal %q", tt.url, tt.address, err, tt.want)
		}
	}
}

func TestDialTakesTheNextAddress(t *testing.T) {
	n := newNetwork()
	n.fail["8.8.8.1:80"] = syscall.ECONNREFUSED
	c := New(n.options(Options{}), &fake{schemes: everything})
	if _, err := c.Open(t.Context(), parse(t, "http://two.test/")); err != nil {
		t.Fatal(err)
	}
	if want := []string{"tcp 8.8.8.1:80", "tcp 8.8.8.2:80"}; !slices.Equal(n.dials, want) || n.looks != 1 {
		t.Errorf("dialled %q after %d look-ups, want %q after 1", n.dials, n.looks, want)
	}
	n.fail["8.8.8.2:80"] = syscall.ENETUNREACH
	_, err := c.Open(t.Context(), parse(t, "http://two.test/"))
	if !errors.Is(err, ErrConnect) || !errors.Is(err, syscall.ECONNREFUSED) {
		t.Errorf("Open: %v, want ErrConnect and the first error", err)
	}
	var dns *net.DNSError
	_, err = c.Open(t.Context(), parse(t, "http://nowhere.test/"))
	if !errors.Is(err, ErrConnect) || !errors.As(err, &dns) {
		t.Errorf("Open: %v, want ErrConnect and the look-up's error", err)
	}
}

func TestDialHasATimeLimit(t *testing.T) {
	o := newNetwork().options(Options{Policy: Policy{Connect: time.Millisecond}})
	o.DialContext = func(ctx context.Context, _, _ string) (net.Conn, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	c := New(o, &fake{schemes: everything})
	_, err := c.Open(t.Context(), parse(t, "http://two.test/"))
	if !errors.Is(err, context.DeadlineExceeded) || !errors.Is(err, ErrConnect) {
		t.Errorf("Open: %v, want context.DeadlineExceeded", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	o.DialContext = func(context.Context, string, string) (net.Conn, error) {
		cancel()
		return nil, errors.New("some error")
	}
	c = New(o, &fake{schemes: everything})
	if _, err := c.Open(ctx, parse(t, "http://two.test/")); !errors.Is(err, context.Canceled) {
		t.Errorf("Open: %v, want context.Canceled", err)
	}
}

// TestPublicAddressDoesNotLeadToMetadata checks the guard on a redirect from a public server.
func TestPublicAddressDoesNotLeadToMetadata(t *testing.T) {
	for _, address := range []string{"168.63.129.16:80", "[64:ff9b::168.63.129.16]:80", "[fd20:ce::254]:80"} {
		n := newNetwork()
		d := &dialer{sockets: &New(n.options(Options{})).sockets, url: parse(t, "http://public.test/"), policy: Policy{}.Effective(), walk: new(walk)}
		d.walk.public.Store(true)
		if _, err := d.dial(t.Context(), "tcp", address); refusalOf(err) != GuardPrivateAddress || len(n.dials) > 0 {
			t.Errorf("dial %s: %v, dialled %q, want the refusal %q", address, err, n.dials, GuardPrivateAddress)
		}
	}
}

// Under SpecialDeny, AllowNet allows other special addresses, but never a metadata
// service. The user's own machine may open one that the user typed.
func TestMetadataIsNeverAllowed(t *testing.T) {
	everyNet := []Net{{Prefix: netip.MustParsePrefix("0.0.0.0/0")}, {Prefix: netip.MustParsePrefix("::/0")}}
	for _, tt := range []struct {
		url     string
		special Special
		want    string
	}{
		{"http://169.254.169.254/", SpecialDeny, GuardPrivateAddress},
		{"http://[::ffff:169.254.169.254]/", SpecialDeny, GuardPrivateAddress},
		{"http://[64:ff9b::a9fe:a9fe]/", SpecialDeny, GuardPrivateAddress},
		{"http://[fd00:ec2::254]/", SpecialDeny, GuardPrivateAddress},
		{"http://metadata.test/", SpecialDeny, GuardPrivateAddress},
		{"http://[fd00:c1::a9fe:a9fe]/", SpecialDeny, GuardPrivateAddress},
		{"http://[fd00:a9fe:a9fe::1]/", SpecialDeny, GuardPrivateAddress},
		{"http://[fd00:100::100:200]/", SpecialDeny, GuardPrivateAddress},
		{"http://[fe80::a9fe:a9fe]/", SpecialDeny, GuardPrivateAddress},
		{"http://169.254.169.252/", SpecialDeny, GuardPrivateAddress},
		{"http://[64:ff9b:1::a9fe:a9fe]/", SpecialDeny, GuardPrivateAddress},
		{"http://[2002:a9fe:a9fe::1]/", SpecialDeny, GuardPrivateAddress},
		{"http://[::ffff:0:a9fe:a9fe]/", SpecialDeny, GuardPrivateAddress},
		{"http://[::a9fe:a9fe]/", SpecialDeny, GuardPrivateAddress},
		{"http://[2001:0:808:808::5601:5601]/", SpecialDeny, GuardPrivateAddress},
		{"http://[fd12::5efe:a9fe:a9fe]/", SpecialDeny, GuardPrivateAddress},
		{"http://metadata.google.internal/", SpecialDeny, GuardPrivateAddress},
		{"http://METADATA.goog./", SpecialDeny, GuardPrivateAddress},
		{"http://169.254.169.253/", SpecialDeny, ""},
		{"http://169.254.169.254/", SpecialTyped, ""},
	} {
		n := newNetwork()
		n.hosts["metadata.test"] = "169.254.169.254"
		n.hosts["metadata.google.internal"], n.hosts["METADATA.goog."] = "10.0.0.1", "8.8.8.8"
		c := New(n.options(Options{Policy: Policy{Special: tt.special, AllowNet: everyNet}}), &fake{schemes: everything})
		_, err := c.Open(t.Context(), parse(t, tt.url))
		if refusalOf(err) != tt.want {
			t.Errorf("Open(%q) with Special %d: %v, want refusal %q", tt.url, tt.special, err, tt.want)
		}
		var refusal *Refusal
		if errors.As(err, &refusal) && refusal.Setting != "" {
			t.Errorf("Open(%q): the refusal says that %s allows it", tt.url, refusal.Setting)
		}
	}
}
