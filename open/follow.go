package open

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/destination"
)

// walk is the state of one Open or Follow across its URLs.
type walk struct {
	public  atomic.Bool   // a public address was reached
	dialled atomic.Bool   // the client dialled the current URL
	through atomic.Bool   // a proxy or a gateway was used
	class   atomic.Uint32 // the destination.Class of the address that was dialled last
	first   atomic.Uint32 // the destination.Class of the first server that redirected
	hops    int           // hops that passed the guards, including those that failed later
	arrived bool          // hops includes the hop to the current URL
	notes   []string
	urls    []earl.URL // the URLs that redirected, in order
	reason  string     // of the last Referral
}

// typed returns the class of the address that the user typed, or 0 if no server redirected.
func (w *walk) typed() destination.Class { return destination.Class(w.first.Load()) }

// Follow opens u and follows each Referral until it reaches another resource.
// The guards check each hop. Of several targets it takes the first that opens.
// The Note of the resource lists the hops. The errors are those of Open for the
// URLs that were tried.
func (c *Client) Follow(ctx context.Context, u earl.URL) (Resource, error) {
	return c.FollowRequest(ctx, &Request{URL: u})
}

// FollowRequest is Follow for a Request. It uses the client's settings like Do.
func (c *Client) FollowRequest(ctx context.Context, r *Request) (Resource, error) {
	return c.FollowFunc(ctx, r, func(ctx context.Context, r *Request, _ *Referral) (Resource, error) { return c.Do(ctx, r) })
}

// FollowFunc is FollowRequest with a function that is called for each hop: for
// the first URL and for each target of a Referral. The argument from is the
// Referral of the hop, nil for the first URL. r.Referrers are the URLs before
// this one. open calls Do or ProbeRequest with r, and may replace its Policy.
// If it returns an error, the next target is tried. A nil Resource without an
// error ends the walk. Use it to refuse hosts by a rule of the program.
func (c *Client) FollowFunc(ctx context.Context, r *Request, open func(ctx context.Context, r *Request, from *Referral) (Resource, error)) (Resource, error) {
	q := *r
	q.walk = new(walk)
	res, err := c.follow(ctx, &q, nil, open)
	if err != nil || res == nil {
		return nil, err
	}
	m := res.Info()
	m.Note = append(q.walk.notes, m.Note...)
	return res, nil
}

// follow opens r. If the result is a Referral, it opens the first target that
// succeeds.
func (c *Client) follow(ctx context.Context, r *Request, from *Referral, open func(context.Context, *Request, *Referral) (Resource, error)) (Resource, error) {
	w, before := r.walk, len(r.walk.notes)
	w.arrived = false
	res, err := open(ctx, r, from)
	if err != nil {
		return nil, err
	}
	if from != nil {
		w.notes = append(w.notes, c.answers.hide(hopNote(from.URL, r.URL, from.Reason), wayTo(r)...))
	}
	referral, ok := res.(*Referral)
	if !ok {
		return res, nil
	}
	res, err = c.targets(ctx, r, referral, open)
	if err != nil {
		w.notes = w.notes[:before]
	}
	return res, err
}

// targets opens the targets of a referral in order and returns the first that
// opens.
func (c *Client) targets(ctx context.Context, r *Request, from *Referral, open func(context.Context, *Request, *Referral) (Resource, error)) (Resource, error) {
	if len(from.Targets) == 0 {
		return nil, fmt.Errorf("%w: a redirect without a target: %s", ErrProtocol, from.Reason)
	}
	w := r.walk
	for _, note := range from.Note {
		c.remark(r, note)
		w.notes = append(w.notes, note)
	}
	referrers := append(slices.Clip(r.Referrers), from.URL)
	var errs []error
	for _, to := range from.Targets {
		w.urls = w.urls[:min(len(w.urls), len(referrers))]
		w.reason = from.Reason
		q := *r
		q.URL, q.Referrers, q.asked = to, referrers, earl.URL{}
		if to.Designates() == earl.LocalFile && c.away(from.URL.Scheme()) {
			q.asked = from.URL
		}
		res, err := c.follow(ctx, &q, from, open)
		if err == nil && from.Instead != nil {
			from.Instead.Body.Close()
		}
		if err == nil || ctx.Err() != nil {
			return res, err
		}
		w.dialled.Store(false) // by a target that failed
		errs = append(errs, err)
	}
	if from.Instead != nil {
		for _, err := range errs {
			w.notes = append(w.notes, c.answers.hide(fmt.Sprintf("%s redirects, and the target was not opened: %v", from.URL.Redacted(), err), from.URL))
			c.remark(r, w.notes[len(w.notes)-1])
		}
		return from.Instead, nil
	}
	if len(errs) == 1 {
		return nil, errs[0]
	}
	return nil, errors.Join(errs...)
}

// wayTo returns the URLs that redirected to a request, and its own.
func wayTo(r *Request) []earl.URL { return append(slices.Clip(r.Referrers), r.URL) }

// arrive checks the hop to a request against the URLs that redirected to it.
func (c *Client) arrive(ctx context.Context, r *Request) error {
	w := r.walk
	if len(r.Referrers) == 0 || w.arrived {
		return nil
	}
	for _, u := range r.Referrers[len(w.urls):] {
		w.urls = append(w.urls, u)
		c.recall(ctx, w, u)
	}
	w.hops = max(w.hops, len(w.urls)-1)
	h := hop{client: c, policy: r.Policy, walk: w, from: w.urls[len(w.urls)-1], to: r.URL}
	if err := h.check(hopGuards[:]); err != nil {
		return err
	}
	w.hops++
	w.arrived = true
	c.remark(r, c.answers.hide(hopNote(h.from, h.to, w.reason), wayTo(r)...))
	return nil
}

// remark sends a remark of this package to the trace.
func (c *Client) remark(r *Request, line string) {
	switch {
	case r.Trace != nil:
		r.Trace(Event{'#', line})
	case c.options.Trace != nil:
		c.options.Trace(Event{'#', line})
	}
}

// recall marks the walk as public if the redirecting URL is at a public
// address. It matters if an earlier connection was used again, because then
// nothing was dialled that would have shown the address. A host without a
// lookup result counts as public, and so does a URL opened through a proxy or a
// gateway. The gateway itself comes from a setting, so no URL redirected to it.
func (c *Client) recall(ctx context.Context, w *walk, u earl.URL) {
	if _, away := c.openers[u.Scheme()].(gatewayOpener); away {
		w.through.Store(true)
		return
	}
	if w.through.Load() {
		w.public.Store(true)
	}
	if w.dialled.Swap(false) {
		w.first.CompareAndSwap(0, w.class.Load())
		return
	}
	if w.public.Load() {
		return
	}
	address, err := HostPort(u)
	if err != nil {
		return // no host: no server outside redirected
	}
	host, _, _ := net.SplitHostPort(address)
	if c.public.has(host) { // whatever its lookup returns now
		w.public.Store(true)
		return
	}
	addrs, err := c.lookup(ctx, host)
	w.public.Store(err != nil || slices.ContainsFunc(addrs, func(a netip.Addr) bool { return destination.Special(a) == "" }))
	if !w.public.Load() {
		w.first.CompareAndSwap(0, uint32(destination.ClassOf(destination.Special(addrs[0]))))
	}
}

// hop is one step from a URL to a target of its Referral.
type hop struct {
	client   *Client
	policy   *Policy
	walk     *walk
	from, to earl.URL
}

// hopGuard is one check of a hop, made before the guards on its target.
type hopGuard struct {
	name  string
	check func(h *hop) (reason string)
}

// hopGuards are the guards on a hop, in the order in which they run.
var hopGuards = [...]hopGuard{
	{GuardTooManyHops, checkHops},
	{GuardRedirectScheme, checkRedirect},
	{GuardCrossCredentials, checkCredentials},
}

// check returns the Refusal of the first guard that h does not pass.
func (h *hop) check(guards []hopGuard) error {
	for _, g := range guards {
		if reason := g.check(h); reason != "" {
			return Refuse(g.name, h.to, reason)
		}
	}
	return nil
}

// checkHops limits the redirects of one Follow, including those that failed.
func checkHops(h *hop) string {
	if h.walk.hops < h.policy.Hops {
		return ""
	}
	return fmt.Sprintf("more than %d redirects", h.policy.Hops)
}

// checkRedirect allows an http URL to redirect only to http and https, a gemini
// URL only to gemini, and an ldap URL only to ldap and ldaps, because other
// schemes may be less private. A prospero object and a gopher item may point to any scheme, with two
// exceptions. One is a file of this machine, which no link from outside opens.
// The other is a redirect to another program: a terminal session or an email
// starts only if the user opened that URL.
// Source: rfc1738 3.11; draft1993 Gopher.
func checkRedirect(h *hop) string {
	from, to := h.from.Scheme(), h.to.Scheme()
	what := h.to.Designates()
	switch {
	case isHTTP(from) && !isHTTP(to):
		return fmt.Sprintf("%s redirects to %s: http redirects only to http and https", h.from.Redacted(), to)
	case from == "gemini" && to != from && !h.client.away(from):
		return fmt.Sprintf("%s redirects to %s: gemini redirects only to gemini", h.from.Redacted(), to)
	case isLDAP(from) && !isLDAP(to) && !h.client.away(from):
		return fmt.Sprintf("%s redirects to %s: ldap redirects only to ldap and ldaps", h.from.Redacted(), to)
	case what == earl.LocalFile && h.from.Designates() != what:
		return h.from.Redacted() + " redirects to a file of this machine"
	case !what.IsLinkedFrom(h.from.Designates()):
		return h.from.Redacted() + " redirects to a message in the mail of the user"
	case what.IsHandOff() && to != from && h.client.Opens(to): // without an opener the error is ErrNoOpener
		return fmt.Sprintf("%s redirects to %s, which opens only if the user requests it directly", h.from.Redacted(), to)
	}
	return ""
}

// away reports whether a gateway opens the URLs of a scheme. Its redirects are
// from the settings.
func (c *Client) away(scheme string) bool {
	_, ok := c.openers[scheme].(gatewayOpener)
	return ok
}

// isHTTP reports whether a scheme is http or https.
func isHTTP(scheme string) bool { return scheme == "http" || scheme == "https" }

// isLDAP reports whether a scheme is ldap or ldaps.
func isLDAP(scheme string) bool { return scheme == "ldap" || scheme == "ldaps" }

// checkCredentials keeps a password with its scheme, host and port. A target at
// another one cannot have the password of a URL that redirected to it.
// Source: rfc1738 6.
func checkCredentials(h *hop) string {
	to, ok := h.to.Password()
	if !ok || to == "" {
		return ""
	}
	for _, u := range h.walk.urls {
		if password, ok := u.Password(); ok && earl.Unescape(password) == earl.Unescape(to) && !sameOrigin(u, h.to) {
			return "it has the password of " + u.Redacted()
		}
	}
	return ""
}

// sameOrigin reports whether two URLs have the same scheme, host and port.
func sameOrigin(a, b earl.URL) bool {
	x, errX := HostPort(a)
	y, errY := HostPort(b)
	return errX == nil && errY == nil && a.Scheme() == b.Scheme() && strings.EqualFold(x, y)
}

// hopNote returns the note for a hop.
func hopNote(from, to earl.URL, reason string) string {
	s := fmt.Sprintf("%s redirected to %s", from.Redacted(), to.Redacted())
	if reason != "" {
		s += " (" + reason + ")"
	}
	if from.Scheme() == to.Scheme()+"s" {
		s += ": no longer protected by TLS"
	}
	return s
}
