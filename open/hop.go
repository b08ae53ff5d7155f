package open

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/destination"
)

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
	if c.sockets.public.has(host) { // whatever its lookup returns now
		w.public.Store(true)
		return
	}
	addrs, err := c.sockets.lookup(ctx, host)
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
