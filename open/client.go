// Package open opens URLs. The result is a document, a listing, an interactive
// service, an address, a form with questions, or a redirect to other URLs.
//
//	client := open.New(open.Options{}, all.Openers()...)
//	defer client.Close()
//	res, err := client.Follow(ctx, u)
//	switch res := res.(type) {
//	case *open.Document:
//		defer res.Body.Close()
//		_, err = io.Copy(os.Stdout, res.Body)
//	case *open.Listing:
//		for e, err := range res.Entries {
//			...
//		}
//	}
//
// Each protocol has a package below this one with its [Opener]. This package
// has what all protocols share: the [Policy] and the guards, which check a URL
// before any lookup; the connections, whose addresses are checked; redirects;
// and the classes of errors ([ClassOf]). [Client.Plan] returns what opening
// would send, and does not use the network. Opening only retrieves: it changes
// nothing on a server, so it is safe to repeat.
//
// The package does not cache, and it does not interpret the content of
// documents.
//
// Source: rfc1738 2, 6; for the ports, the Fetch Standard.
package open

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/destination"
)

// Options are the settings of a [Client]. The zero Options mean the default
// policy, no prompt for logins, no trace, and the system's network.
type Options struct {
	Policy Policy
	// Login asks the user for the missing part of a login: the user, the password
	// or the account. It is called only for the scheme, host and port of the URL.
	// Several goroutines may call it. If it is nil, nothing is asked.
	Login func(ctx context.Context, l Login) (Login, error)
	// Check is a guard of the program on URLs. It is called for each URL that is
	// opened, probed or planned, and so for each target of a redirect, after the
	// guards of the policy on URLs. Its error, such as a *Refusal, is returned
	// unchanged, and nothing is sent. Several goroutines may call it. nil means no
	// further check.
	Check func(u earl.URL) error
	// Trace receives each protocol line, with passwords hidden. Several goroutines
	// may call it. nil means no trace.
	Trace func(Event)
	// Gateways open the URLs of their schemes instead of the openers.
	Gateways []Gateway
	// Recorder keeps what is sent and received. nil means that nothing is kept.
	Recorder Recorder
	// LookupNetIP looks up the addresses of a host; network is "ip". nil means
	// that of net.DefaultResolver.
	LookupNetIP func(ctx context.Context, network, host string) ([]netip.Addr, error)
	// DialContext connects to an address that the policy has checked. The address
	// is "ip:port", the network "tcp", "udp" or [UDPAnyPort]. It must end when ctx
	// does: Policy.Connect limits it only in this way. nil means SystemDial.
	DialContext func(ctx context.Context, network, address string) (net.Conn, error)
}

// Client opens URLs with its openers. Several goroutines may share it.
type Client struct {
	options Options
	openers map[string]Opener // by scheme; never changed
	closers []io.Closer
	sockets sockets
	answers answers
}

// New returns a Client that opens the schemes of its openers. It panics if two
// of them have the same scheme.
func New(o Options, openers ...Opener) *Client {
	if o.LookupNetIP == nil {
		o.LookupNetIP = systemLookup
	}
	if o.DialContext == nil {
		o.DialContext = SystemDial
	}
	c := &Client{options: o, openers: map[string]Opener{}, sockets: sockets{resolve: o.LookupNetIP, connect: o.DialContext}}
	for _, opener := range openers {
		for _, scheme := range opener.Schemes() {
			if c.openers[scheme] != nil {
				panic("open: two openers for the scheme " + scheme)
			}
			c.openers[scheme] = opener
		}
		if closer, ok := opener.(io.Closer); ok {
			c.closers = append(c.closers, closer)
		}
	}
	for _, g := range o.Gateways {
		c.openers[g.scheme] = gatewayOpener{g}
	}
	return c
}

// Close closes what the openers keep, such as idle connections. It does not
// close resources that are still open.
func (c *Client) Close() error {
	var errs []error
	for _, closer := range c.closers {
		errs = append(errs, closer.Close())
	}
	return errors.Join(errs...)
}

// Opens reports whether the client has an opener for a scheme in lower case.
func (c *Client) Opens(scheme string) bool { return c.openers[scheme] != nil }

// Open opens one URL. It follows no redirect: it returns a *Referral for one,
// and a *Form if the URL needs input first. The error is a *Refusal, an error
// of this package, that of ctx, or one of the network. A time limit is
// context.DeadlineExceeded or os.ErrDeadlineExceeded. No error contains a
// password. ctx also applies to reading the result.
func (c *Client) Open(ctx context.Context, u earl.URL) (Resource, error) {
	return c.Do(ctx, &Request{URL: u})
}

// Do is Open for a Request. If r has no Policy, Login or Trace, the client's is
// used.
func (c *Client) Do(ctx context.Context, r *Request) (Resource, error) {
	opener, call, err := c.prepare(ctx, r)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	rec := record(c.options.Recorder, call)
	res, err := c.open(ctx, opener, call)
	return recorded(rec, res, err)
}

// open opens a prepared call.
func (c *Client) open(ctx context.Context, opener Opener, call *Call) (Resource, error) {
	res, err := opener.Open(ctx, call)
	if err != nil {
		return nil, call.hide(err)
	}
	if doc, ok := res.(*Document); ok && !call.Since.IsZero() && !doc.Time.IsZero() && !doc.Time.After(call.Since) {
		doc.Body.Close()
		return nil, fmt.Errorf("%w %s", ErrUnchanged, call.Since.UTC().Format(time.RFC3339))
	}
	call.secrets.hideIn(res)
	if form, asks := res.(*Form); asks {
		c.answers.watch(form)
	}
	return bound(call, res)
}

// Probe reports what a URL refers to without retrieving it. If the opener
// cannot tell, the kind is KindUnknown. The errors are those of Open.
func (c *Client) Probe(ctx context.Context, u earl.URL) (Meta, error) {
	return c.ProbeRequest(ctx, &Request{URL: u})
}

// ProbeRequest is Probe for a Request. It uses the client's settings like Do.
func (c *Client) ProbeRequest(ctx context.Context, r *Request) (Meta, error) {
	opener, call, err := c.prepare(ctx, r)
	if err != nil {
		return Meta{}, err
	}
	prober, ok := opener.(Prober)
	if !ok {
		return Meta{URL: r.URL, Size: -1}, nil
	}
	m, err := prober.Probe(ctx, call)
	return m, call.hide(err)
}

// Prepare returns the Call that an opener receives for r, after the guards have
// passed its URL. It is for programs that speak a protocol themselves and dial
// with the Call. The errors are those of Open.
func (c *Client) Prepare(ctx context.Context, r *Request) (*Call, error) {
	_, call, err := c.prepare(ctx, r)
	return call, err
}

// prepare checks r's URL and returns its opener and the Call.
func (c *Client) prepare(ctx context.Context, r *Request) (Opener, *Call, error) {
	opener, q, err := c.checked(ctx, r)
	if err != nil {
		return nil, nil, err
	}
	d := c.dialer(q)
	via := *d
	via.via = true
	q.Dial, q.DialVia = d.dial, via.dial
	return opener, q, nil
}

// dialer returns the dialer of a Call.
func (c *Client) dialer(q *Call) *dialer {
	return &dialer{sockets: &c.sockets, url: q.URL, policy: q.Policy, walk: q.walk, from: q.Referrers, observer: q.Observer}
}

// checked is prepare for a Plan: the Call cannot dial. So a program that only makes plans links
// no code that dials.
func (c *Client) checked(ctx context.Context, r *Request) (Opener, *Call, error) {
	q := &Call{Request: *r}
	if q.walk == nil {
		q.walk = new(walk)
	}
	if q.Policy == nil {
		q.Policy = &c.options.Policy
	}
	q.Policy = q.Policy.Effective()
	q.secrets = newSecrets(q.URL)
	for _, secret := range c.answers.in(wayTo(&q.Request)...) {
		q.secrets.add(secret)
		q.secrets.answer = true
	}
	if err := c.arrive(ctx, &q.Request); err != nil {
		return nil, nil, q.hide(err)
	}
	opener := c.openers[r.URL.Scheme()]
	if opener == nil {
		return nil, nil, noOpener(r.URL)
	}
	if err := checkURL(urlGuards[:], q.URL, q.Policy); err != nil {
		return nil, nil, err
	}
	if _, away := opener.(gatewayOpener); !away {
		if err := checkURL(fileGuards[:], q.URL, q.Policy); err != nil {
			return nil, nil, err
		}
	}
	if c.options.Check != nil {
		if err := c.options.Check(q.URL); err != nil {
			return nil, nil, err
		}
	}
	q.Pool = pool(q.Policy, q.walk)
	if err := c.dialer(q).checkLiteral(opener); err != nil {
		return nil, nil, err
	}
	if q.Login == nil {
		q.Login = c.options.Login
	}
	if q.Login != nil {
		q.Login = ownLogin(q.URL, q.secrets, q.Login)
	}
	if q.Trace == nil {
		q.Trace = c.options.Trace
	}
	if q.Trace != nil {
		q.Trace = hiddenTrace(q.secrets, q.Trace)
	}
	return opener, q, nil
}

// noOpener returns the error for a scheme without an opener, with the note of
// the scheme registry. Source: rfc1738 4; draft1993 Registration.
func noOpener(u earl.URL) error {
	if s, ok := u.Edition().Scheme(u.Scheme()); ok && s.Note != "" {
		return fmt.Errorf("%w: %s: %s", ErrNoOpener, s.Name, s.Note)
	}
	if name := u.Scheme(); strings.HasPrefix(name, "x-") {
		return fmt.Errorf("%w: %s: names that begin with x- are for experiments (rfc1738 4)", ErrNoOpener, name)
	}
	return fmt.Errorf("%w: %q", ErrNoOpener, u.Scheme())
}

// pool returns the Pool of a request. It identifies what decides the check of
// its dials.
func pool(p *Policy, w *walk) string {
	b := strconv.AppendBool(nil, w.public.Load())
	b = strconv.AppendUint(append(b, ' '), uint64(p.Special), 10)
	if class := w.typed(); class > destination.ClassPublic {
		b = strconv.AppendUint(append(b, ' ', 'c'), uint64(class), 10)
	}
	if len(p.AllowNet) > 0 || len(p.AllowPorts) > 0 {
		b = fmt.Append(append(b, ' '), p.AllowNet, p.AllowPorts)
	}
	return string(b)
}
