package open

import (
	"context"
	"errors"
	"io"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl"
)

// A row of hopTests is a chain of redirects, and the guard that stops it.
var hopTests = []struct {
	src, want string
	from      string
	refer     map[string][]string
	policy    Policy
	end       string // the resulting URL
}{
	{src: "F5", from: "http://public.test/", refer: map[string][]string{"http://public.test/": {"https://other.test/"}}, end: "https://other.test/"},
	{src: "redirect", from: "http://public.test/", refer: map[string][]string{"http://public.test/": {"ftp://other.test/"}}, want: GuardRedirectScheme},
	{src: "redirect", from: "http://public.test/", refer: map[string][]string{"http://public.test/": {"file:///etc/passwd"}}, want: GuardRedirectScheme},
	{src: "redirect", from: "https://public.test/", refer: map[string][]string{"https://public.test/": {"gopher://other.test/"}}, want: GuardRedirectScheme},
	{src: "redirect", from: "ldap://public.test/", refer: map[string][]string{"ldap://public.test/": {"http://other.test/"}}, want: GuardRedirectScheme},
	{src: "redirect", from: "ldaps://public.test/", refer: map[string][]string{"ldaps://public.test/": {"imap://me@other.test/"}}, want: GuardRedirectScheme},
	{src: "rfc4511 4.1.10", from: "ldaps://public.test/", refer: map[string][]string{"ldaps://public.test/": {"ldap://other.test/dc=x"}}, end: "ldap://other.test/dc=x"},
	{src: "F5", from: "ldap://public.test/", refer: map[string][]string{"ldap://public.test/": {"ldap://127.0.0.1/"}}, want: GuardPrivateAddress},
	{src: "B25", from: "gopher://public.test/h", refer: map[string][]string{"gopher://public.test/h": {"http://other.test/"}}, end: "http://other.test/"},
	{src: "redirect", from: "gopher://public.test/h", refer: map[string][]string{"gopher://public.test/h": {"file:///etc/passwd"}}, want: GuardRedirectScheme},
	{src: "F5, a hand-off", from: "gopher://public.test/h", refer: map[string][]string{"gopher://public.test/h": {"telnet://other.test/"}}, want: GuardRedirectScheme},
	{src: "F5, a hand-off", from: "gopher://public.test/h", refer: map[string][]string{"gopher://public.test/h": {"mailto:a@other.test?cc=b@other.test"}}, want: GuardRedirectScheme},
	{src: "F5, a hand-off", from: "prospero://public.test/o", refer: map[string][]string{"prospero://public.test/o": {"telnet://other.test/"}}, want: GuardRedirectScheme},
	{src: "F5, a hand-off", from: "prospero://public.test/o", refer: map[string][]string{"prospero://public.test/o": {"mailto:a@other.test"}}, want: GuardRedirectScheme},
	{src: "F5", from: "prospero://public.test/o", refer: map[string][]string{"prospero://public.test/o": {"file:///etc/passwd"}}, want: GuardRedirectScheme},
	{src: "F5", from: "prospero://public.test/o", refer: map[string][]string{"prospero://public.test/o": {"gopher://other.test/h"}, "gopher://other.test/h": {"news:a@b"}}, end: "news:a@b"},
	{src: "B17", from: "prospero://public.test/o", refer: map[string][]string{"prospero://public.test/o": {"x-none://h/", "ftp://other.test/"}}, end: "ftp://other.test/"},
	{src: "F5", from: "http://public.test/", refer: map[string][]string{"http://public.test/": {"http://inside.test/"}}, want: GuardPrivateAddress},
	{src: "F5", from: "http://public.test/", refer: map[string][]string{"http://public.test/": {"http://127.0.0.1/"}}, want: GuardPrivateAddress},
	{src: "F5", from: "http://inside.test/", refer: map[string][]string{"http://inside.test/": {"http://10.0.0.2/"}}, end: "http://10.0.0.2/"},
	{src: "F5", from: "http://inside.test/", refer: map[string][]string{"http://inside.test/": {"http://127.0.0.1/"}}, want: GuardPrivateAddress},
	{src: "F5", from: "http://127.0.0.1/", refer: map[string][]string{"http://127.0.0.1/": {"http://169.254.7.7/"}}, want: GuardPrivateAddress},
	{src: "F5", from: "http://127.0.0.1/", refer: map[string][]string{"http://127.0.0.1/": {"http://[::1]/"}, "http://[::1]/": {"http://[fe80::1]/"}}, want: GuardPrivateAddress},
	{src: "F5", from: "http://127.0.0.1/", refer: map[string][]string{"http://127.0.0.1/": {"http://[::1]/"}}, end: "http://[::1]/"},
	{src: "F5", from: "http://127.0.0.1/", refer: map[string][]string{"http://127.0.0.1/": {"http://169.254.7.7/"}},
		policy: Policy{AllowNet: []Net{{Prefix: netip.MustParsePrefix("169.254.0.0/16")}}}, end: "http://169.254.7.7/"},
	{src: "F5", from: "ldap://127.0.0.1/", refer: map[string][]string{"ldap://127.0.0.1/": {"ldap://inside.test/"}}, want: GuardPrivateAddress},
	{src: "F5", from: "prospero://127.0.0.1/o", refer: map[string][]string{"prospero://127.0.0.1/o": {"ftp://inside.test/"}}, want: GuardPrivateAddress},
	{src: "F5", from: "gopher://inside.test/h", refer: map[string][]string{"gopher://inside.test/h": {"gopher://127.0.0.1/"}}, want: GuardPrivateAddress},
	{src: "F5", from: "http://inside.test/", refer: map[string][]string{"http://inside.test/": {"http://169.254.169.254/"}}, want: GuardPrivateAddress},
	{src: "F5", from: "http://inside.test/", refer: map[string][]string{"http://inside.test/": {"http://169.254.169.254/"}}, policy: Policy{Special: SpecialBound}, want: GuardPrivateAddress},
	{src: "F5", from: "http://inside.test/", refer: map[string][]string{"http://inside.test/": {"http://169.254.169.254/"}},
		policy: Policy{AllowNet: []Net{{Prefix: netip.MustParsePrefix("169.254.169.254/32")}}}, end: "http://169.254.169.254/"},
	{src: "F5", from: "http://169.254.169.254/", refer: map[string][]string{"http://169.254.169.254/": {"http://169.254.169.254/latest/"}}, end: "http://169.254.169.254/latest/"},
	{src: "F5", from: "http://inside.test/", refer: map[string][]string{"http://inside.test/": {"http://public.test/"}, "http://public.test/": {"http://127.0.0.1/"}}, want: GuardPrivateAddress},
	{src: "F5", from: "http://public.test/", refer: map[string][]string{"http://public.test/": {"http://127.0.0.1/"}},
		policy: Policy{AllowNet: []Net{{Prefix: netip.MustParsePrefix("127.0.0.0/8")}}}, end: "http://127.0.0.1/"},
	{src: "F5", from: "http://public.test/", refer: map[string][]string{"http://public.test/": {"http://other.test:25/"}}, want: GuardBadPort},
	{src: "F5", from: "gopher://public.test/h", refer: map[string][]string{"gopher://public.test/h": {"ftp://other.test/a%0Ab"}}, want: GuardCtlOctet},
	{src: "hops", from: "http://public.test/", refer: map[string][]string{"http://public.test/": {"http://public.test/"}}, want: GuardTooManyHops},
	{src: "hops", from: "http://public.test/", refer: map[string][]string{"http://public.test/": {"http://other.test/"}, "http://other.test/": {"http://other.test/x"}},
		policy: Policy{Hops: 1}, want: GuardTooManyHops},
	{src: "F3", from: "http://me:geheim@public.test/", refer: map[string][]string{"http://me:geheim@public.test/": {"http://me:geheim@other.test/"}}, want: GuardCrossCredentials},
	{src: "F3", from: "http://me:geheim@public.test/", refer: map[string][]string{"http://me:geheim@public.test/": {"http://me:g%65heim@public.test:8080/"}}, want: GuardCrossCredentials},
	{src: "F3", from: "http://me:geheim@public.test/", refer: map[string][]string{"http://me:geheim@public.test/": {"http://me:geheim@public.test/x"}}, end: "http://me:geheim@public.test/x"},
	{src: "F3", from: "http://me:geheim@public.test/", refer: map[string][]string{"http://me:geheim@public.test/": {"http://you:public@other.test/"}}, end: "http://you:public@other.test/"},
}

func TestFollow(t *testing.T) {
	for _, tt := range hopTests {
		f := &fake{schemes: everything, answer: map[string]func(*Call) (Resource, error){}}
		for from, to := range tt.refer {
			f.answer[from] = refer(to...)
		}
		c := New(newNetwork().options(Options{Policy: tt.policy}), f)
		res, err := c.Follow(t.Context(), parse(t, tt.from))
		if got := refusalOf(err); got != tt.want || tt.want == "" && err != nil {
			t.Errorf("%s: Follow(%s): %v, want refusal %q", tt.src, tt.from, err, tt.want)
			continue
		}
		if err != nil && strings.Contains(err.Error(), "geheim") {
			t.Errorf("F3: the error contains the password: %v", err)
		}
		if tt.end != "" && res.Base().String() != tt.end {
			t.Errorf("%s: Follow(%s) = %s, want %s", tt.src, tt.from, res.Base(), tt.end)
		}
	}
}

// The guards check redirects that a caller follows itself if it passes them as
// Referrers.
func TestReferrers(t *testing.T) {
	for _, tt := range hopTests {
		f := &fake{schemes: everything, answer: map[string]func(*Call) (Resource, error){}}
		for from, to := range tt.refer {
			f.answer[from] = refer(to...)
		}
		c := New(newNetwork().options(Options{Policy: tt.policy}), f)
		r := &Request{URL: parse(t, tt.from)}
		res, err := c.Do(t.Context(), r)
		for err == nil && res.Info().Kind == KindReferral {
			r.Referrers = append(r.Referrers, r.URL)
			for _, to := range res.(*Referral).Targets {
				r.URL = to
				if res, err = c.Do(t.Context(), r); err == nil {
					break
				}
			}
		}
		if got := refusalOf(err); got != tt.want || tt.want == "" && err != nil {
			t.Errorf("%s: from %s on: %v, want refusal %q", tt.src, tt.from, err, tt.want)
		}
	}
}

// FollowFunc reports each hop with the URLs before it. If a target fails, it
// tries the next one, and notes only the path that was taken.
func TestFollowFuncReportsHops(t *testing.T) {
	const a, b, c1, d, e = "prospero://public.test/a", "gopher://public.test/0b", "gopher://public.test/0c", "gopher://public.test/0d", "gopher://public.test/0e"
	f := &fake{schemes: everything, answer: map[string]func(*Call) (Resource, error){
		a: refer(b, d), b: refer(c1), d: refer(e),
		c1: func(*Call) (Resource, error) { return nil, ErrNotFound },
	}}
	c := New(newNetwork().options(Options{}), f)
	var got []string
	res, err := c.FollowFunc(t.Context(), &Request{URL: parse(t, a)}, func(ctx context.Context, r *Request, from *Referral) (Resource, error) {
		hop := r.URL.String()
		for _, u := range r.Referrers {
			hop = u.String() + " " + hop
		}
		got = append(got, hop)
		if (from == nil) != (len(r.Referrers) == 0) || from != nil && from.URL != r.Referrers[len(r.Referrers)-1] {
			t.Errorf("%s: the hop is from %v, the referrers are %v", r.URL, from, r.Referrers)
		}
		if _, err := c.ProbeRequest(ctx, r); err != nil {
			t.Errorf("ProbeRequest(%s): %v", r.URL, err)
		}
		return c.Do(ctx, r)
	})
	if err != nil || res.Base().String() != e {
		t.Fatalf("FollowFunc = %v, %v, want %s", res, err, e)
	}
	want := []string{a, a + " " + b, b + " " + a + " " + c1, a + " " + d, d + " " + a + " " + e}
	if !slices.Equal(got, want) {
		t.Errorf("opened %q, want %q", got, want)
	}
	if notes := []string{a + " redirected to " + d + " (302 Found)", d + " redirected to " + e + " (302 Found)"}; !slices.Equal(res.Info().Note, notes) {
		t.Errorf("notes %q, want %q", res.Info().Note, notes)
	}
	if res, err := c.FollowFunc(t.Context(), &Request{URL: parse(t, a)}, func(context.Context, *Request, *Referral) (Resource, error) { return nil, nil }); res != nil || err != nil {
		t.Errorf("FollowFunc of a nil Resource = %v, %v", res, err)
	}
}

// C4, F5: the guards use what a scheme designates, so they apply to a scheme
// that a program adds.
func TestFollowToAnAddedScheme(t *testing.T) {
	for d, want := range map[earl.Designated]string{
		earl.Object: "", earl.LocalFile: GuardRedirectScheme, earl.Service: GuardRedirectScheme, earl.Mailbox: GuardRedirectScheme,
	} {
		e := earl.RFC1738.With(earl.Scheme{Name: "x-mine", Designates: d})
		from, to := e.MustParse("gopher://public.test/h"), e.MustParse("x-mine:a")
		f := &fake{schemes: []string{"x-mine", "gopher"}, answer: map[string]func(*Call) (Resource, error){
			from.String(): func(r *Call) (Resource, error) {
				return &Referral{Meta: Meta{URL: r.URL, Kind: KindReferral}, Targets: []earl.URL{to}}, nil
			},
		}}
		c := New(newNetwork().options(Options{}), f)
		if _, err := c.Follow(t.Context(), from); refusalOf(err) != want || want == "" && err != nil {
			t.Errorf("to %s: %v, want refusal %q", d, err, want)
		}
		if _, err := c.Open(t.Context(), to); err != nil {
			t.Errorf("%s that the user requested: %v", d, err)
		}
	}
}

// C4: a redirect to an unsupported scheme returns ErrNoOpener, and no refusal
// by a guard.
func TestFollowToAServiceThatNothingOpens(t *testing.T) {
	f := &fake{schemes: []string{"gopher"}, answer: map[string]func(*Call) (Resource, error){"gopher://public.test/T": refer("tn3270://other.test/")}}
	if _, err := New(newNetwork().options(Options{}), f).Follow(t.Context(), parse(t, "gopher://public.test/T")); !errors.Is(err, ErrNoOpener) {
		t.Errorf("%v, want %v", err, ErrNoOpener)
	}
}

// C4: a scheme that requires a host is not opened without one, even if a
// program added the scheme.
func TestAddedSchemeWithoutAHost(t *testing.T) {
	for host, want := range map[bool]string{true: GuardBadHost, false: ""} {
		u := earl.RFC1738.With(earl.Scheme{Name: "x-mine", Host: host}).MustParse("x-mine:a")
		c := New(newNetwork().options(Options{}), &fake{schemes: []string{"x-mine"}})
		if _, err := c.Open(t.Context(), u); refusalOf(err) != want {
			t.Errorf("Host %v: %v, want refusal %q", host, err, want)
		}
	}
}

func TestGuardsOnHopsAreNeeded(t *testing.T) {
	c := New(newNetwork().options(Options{}), &fake{schemes: everything})
	for i, g := range hopGuards {
		others := slices.Delete(slices.Clone(hopGuards[:]), i, i+1)
		needed := 0
		for _, tt := range hopTests {
			from := parse(t, tt.from)
			for _, to := range tt.refer[tt.from] {
				h := &hop{client: c, policy: tt.policy.Effective(), walk: &walk{urls: []earl.URL{from}, hops: tt.policy.Hops}, from: from, to: parse(t, to)}
				if tt.want == g.name && h.check(others) == nil {
					needed++
				}
			}
		}
		if needed == 0 {
			t.Errorf("no row fails without the guard %s", g.name)
		}
	}
}

func TestFollowSaysWhichWay(t *testing.T) {
	f := &fake{schemes: everything, answer: map[string]func(*Call) (Resource, error){
		"https://me:geheim@public.test/": refer("http://other.test/"),
	}}
	var trace []string
	c := New(newNetwork().options(Options{Trace: func(e Event) { trace = append(trace, e.Line) }}), f)
	res, err := c.Follow(t.Context(), parse(t, "https://me:geheim@public.test/"))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"https://me:xxxxx@public.test/ redirected to http://other.test/ (302 Found): no longer protected by TLS"}
	if got := res.Info().Note; !slices.Equal(got, want) {
		t.Errorf("notes %q, want %q", got, want)
	}
	if !slices.Equal(trace, want) {
		t.Errorf("trace %q, want %q", trace, want)
	}
}

func TestFollowWithoutTarget(t *testing.T) {
	f := &fake{schemes: everything, answer: map[string]func(*Call) (Resource, error){"http://public.test/": refer()}}
	c := New(newNetwork().options(Options{}), f)
	if _, err := c.Follow(t.Context(), parse(t, "http://public.test/")); !errors.Is(err, ErrProtocol) {
		t.Errorf("Follow: %v, want ErrProtocol", err)
	}
}

// An opener that kept a connection does not dial. The referrer's address counts
// nevertheless.
func TestFollowJudgesHopsFromKeptConnections(t *testing.T) {
	for from, want := range map[string]string{"http://public.test/": GuardPrivateAddress, "http://[::1]/": "", "http://inside.test/": GuardPrivateAddress} {
		c := New(newNetwork().options(Options{}), keeps{to: "http://127.0.0.1/"})
		_, err := c.Follow(t.Context(), parse(t, from))
		if got := refusalOf(err); got != want {
			t.Errorf("Follow(%s): %v, want refusal %q", from, err, want)
		}
	}
}

// keeps is an opener that dials the second URL only.
type keeps struct{ to string }

func (keeps) Schemes() []string { return []string{"http"} }

func (k keeps) Open(ctx context.Context, r *Call) (Resource, error) {
	if r.URL.String() != k.to {
		return refer(k.to)(r)
	}
	address, _ := HostPort(r.URL)
	conn, err := r.Dial(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	conn.Close()
	return document(r, "", 0), nil
}

// A referrer that cannot be looked up counts as public. Source: F5.
func TestAReferrerWithoutAnAddressIsPublic(t *testing.T) {
	c := New(newNetwork().options(Options{}), &fake{schemes: everything})
	r := &Request{URL: parse(t, "http://127.0.0.1/"), Referrers: []earl.URL{parse(t, "http://unknown.test/")}}
	if _, err := c.Do(t.Context(), r); refusalOf(err) != GuardPrivateAddress {
		t.Errorf("from a host that is not found: %v, want refusal %q", err, GuardPrivateAddress)
	}
}

// The referrers of a request are counted once, however many redirects follow.
func TestReferrersCountOnce(t *testing.T) {
	f := &fake{schemes: everything, answer: map[string]func(*Call) (Resource, error){
		"http://public.test/b": refer("http://public.test/c"),
		"http://public.test/c": refer("http://public.test/d"),
	}}
	c := New(newNetwork().options(Options{Policy: Policy{Hops: 3}}), f)
	r := &Request{URL: parse(t, "http://public.test/b"), Referrers: []earl.URL{parse(t, "http://public.test/a")}}
	if _, err := c.FollowRequest(t.Context(), r); err != nil {
		t.Errorf("three hops of three: %v", err)
	}
}

// After a cancellation the next target is not tried.
func TestCancelBetweenTargets(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	f := &fake{schemes: everything, answer: map[string]func(*Call) (Resource, error){
		"http://public.test/": refer("http://public.test/1", "http://public.test/2"),
		"http://public.test/1": func(*Call) (Resource, error) {
			cancel()
			return nil, ErrNotFound
		},
	}}
	c := New(newNetwork().options(Options{}), f)
	if _, err := c.Follow(ctx, parse(t, "http://public.test/")); !errors.Is(err, ErrNotFound) || errors.Is(err, context.Canceled) {
		t.Errorf("Follow: %v, want the error of the first target alone", err)
	}
	if want := []string{"http://public.test/", "http://public.test/1"}; !slices.Equal(f.opened, want) {
		t.Errorf("opened %q, want %q", f.opened, want)
	}
}

// A server that answers and also redirects: its document is the result if no target opens, and is
// closed if one does. The guards on a hop decide. F5, G6.
func TestFollowInstead(t *testing.T) {
	for _, tt := range []struct {
		src, to, want string // the text of the result
		note          string // a part of its first note
		policy        Policy
	}{
		{src: "G6", to: "gopher://other.test/a", want: "object", note: "redirected to"},
		{src: "F5", to: "gopher://inside.test/a", want: "answer", note: GuardPrivateAddress},
		{src: "F5", to: "gopher://other.test:25/a", want: "answer", note: GuardBadPort},
		{src: "F5", to: "file:///etc/passwd", want: "answer", note: GuardRedirectScheme},
		{src: "hops", to: "gopher://other.test/a", want: "answer", note: GuardTooManyHops, policy: Policy{Hops: 1}},
		{src: "connect", to: "gopher://none.test/a", want: "answer", note: "no such host"},
		{src: "F6", to: "gopher://none.test/a", want: "ans", note: "no such host", policy: Policy{MaxSize: 3}},
	} {
		closed := false
		f := &fake{schemes: everything, answer: map[string]func(*Call) (Resource, error){
			"gopher://public.test/h": func(r *Call) (Resource, error) {
				res, _ := refer(tt.to)(r)
				doc := document(r, "answer", -1)
				doc.Body = closing{doc.Body, &closed}
				res.(*Referral).Instead = doc
				return res, nil
			},
		}}
		if tt.policy.Hops == 1 {
			f.answer["gopher://other.test/a"] = refer("gopher://other.test/b")
		}
		c := New(newNetwork().options(Options{Policy: tt.policy}), f)
		res, err := c.Follow(t.Context(), parse(t, "gopher://public.test/h"))
		if err != nil {
			t.Errorf("%s: Follow to %s: %v", tt.src, tt.to, err)
			continue
		}
		text, err := io.ReadAll(res.(*Document).Body)
		if string(text) != tt.want || tt.policy.MaxSize == 0 && err != nil || len(res.Info().Note) == 0 || !strings.Contains(res.Info().Note[0], tt.note) {
			t.Errorf("%s: Follow to %s gives %q, %v, with the notes %q; want %q and a note about %s", tt.src, tt.to, text, err, res.Info().Note, tt.want, tt.note)
		}
		if closed != (tt.want == "object") {
			t.Errorf("%s: the answer is closed: %v", tt.src, closed)
		}
	}
}

// closing is a body that records its Close.
type closing struct {
	io.ReadCloser
	closed *bool
}

func (c closing) Close() error { *c.closed = true; return c.ReadCloser.Close() }

// A redirect reaches a special address only of the class that the user typed, whether a
// connection was made for the first URL or kept.
func TestHopsStayInTheirClass(t *testing.T) {
	hosts := []struct {
		class string
		hosts []string
	}{
		{"public", []string{"8.8.8.8", "[2606:4700::1111]", "[64:ff9b::8.8.8.8]"}},
		{"loopback", []string{"127.0.0.1", "127.255.0.1", "[::1]", "[::ffff:127.0.0.1]", "[64:ff9b::127.0.0.1]"}},
		{"private", []string{"10.0.0.1", "192.168.1.1", "172.16.0.1", "[fd12::1]"}},
		{"shared", []string{"100.64.0.1"}},
		{"link-local", []string{"169.254.7.7", "[fe80::1]"}},
		{"metadata", []string{"169.254.169.254", "100.100.100.200", "[fd00:c1::a9fe:a9fe]", "[fe80::a9fe:a9fe]", "[2002:a9fe:a9fe::1]"}},
		{"other", []string{"198.18.0.1", "[2001:db8::1]", "0.0.0.0", "240.0.0.1"}},
	}
	for _, from := range hosts {
		for _, to := range hosts {
			for _, a := range from.hosts {
				for _, b := range to.hosts {
					want := GuardPrivateAddress
					if to.class == "public" || to.class == from.class && to.class != "metadata" || a == b {
						want = ""
					}
					for name, opener := range map[string]Opener{
						"dialled": &fake{schemes: everything, answer: map[string]func(*Call) (Resource, error){"http://" + a + "/": refer("http://" + b + "/x")}},
						"kept":    keeps{to: "http://" + b + "/x"},
					} {
						n := newNetwork()
						_, err := New(n.options(Options{}), opener).Follow(t.Context(), parse(t, "http://"+a+"/"))
						if got := refusalOf(err); got != want {
							t.Errorf("%s: from %s (%s) to %s (%s): %v, want refusal %q", name, a, from.class, b, to.class, err, want)
						}
					}
				}
			}
		}
	}
}

// A hop through a public server, and a name whose address changes, do not change the class.
func TestHopsStayInTheClassOfTheFirstServer(t *testing.T) {
	for _, tt := range []struct {
		chain []string
		want  string
	}{
		{[]string{"http://127.0.0.1/", "http://127.0.0.1/2", "http://127.0.0.1/3"}, ""},
		{[]string{"http://127.0.0.1/", "http://127.0.0.1/2", "http://10.0.0.1/"}, GuardPrivateAddress},
		{[]string{"http://127.0.0.1/", "http://public.test/", "http://127.0.0.1/2"}, GuardPrivateAddress},
		{[]string{"http://inside.test/", "http://inside.test/2", "http://169.254.7.7/"}, GuardPrivateAddress},
		{[]string{"http://127.0.0.1/", "http://metadata.google.internal/"}, GuardPrivateAddress},
		{[]string{"http://inside.test/", "http://metadata.goog./"}, GuardPrivateAddress},
		{[]string{"ftp://127.0.0.1/"}, ""},
	} {
		f := &fake{schemes: everything, answer: map[string]func(*Call) (Resource, error){}}
		for i := 1; i < len(tt.chain); i++ {
			f.answer[tt.chain[i-1]] = refer(tt.chain[i])
		}
		n := newNetwork()
		n.hosts["metadata.google.internal"], n.hosts["metadata.goog."] = "127.0.0.1", "10.0.0.9"
		_, err := New(n.options(Options{}), f).Follow(t.Context(), parse(t, tt.chain[0]))
		if got := refusalOf(err); got != tt.want {
			t.Errorf("%q: %v, want refusal %q", tt.chain, err, tt.want)
		}
	}
}
