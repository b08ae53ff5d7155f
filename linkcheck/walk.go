package linkcheck

import (
	"context"
	"errors"
	"fmt"
	"net/mail"
	"slices"
	"sync/atomic"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/robots"
	"github.com/earl-url/earl/linkcheck/internal/page"
	"github.com/earl-url/earl/linkcheck/internal/signs"
	"github.com/earl-url/earl/open"
)

// A walk opens a URL and follows its redirects.
type walk struct {
	*common
	url      earl.URL
	typed    bool
	want     want
	retrieve bool          // without a probe: the page of an error says more
	since    time.Time     // of the earlier result: an object that has not changed since is not read again
	interval time.Duration // between two requests of the host

	object
	verdict
	meta   open.Meta
	final  earl.URL // after the redirects; zero: not reached
	hops   []Hop
	opened int                           // URLs, with redirects
	header atomic.Pointer[open.Response] // of the last response of http
	gone   bool                          // the host could not be reached
	// noRules is a robots.txt that could not be read, if the URL was not opened for that.
	noRules *robots.Rules
}

// A verdictError is a verdict from inside a chain of redirects.
type verdictError struct{ verdict }

// Error returns the reason.
func (e *verdictError) Error() string { return e.message }

// do opens the URL and follows its redirects. If several errors occur, it returns the
// first.
func (w *walk) do(ctx context.Context) error {
	var first error
	_, err := w.o.Client.FollowFunc(ctx, &open.Request{URL: w.url}, func(ctx context.Context, r *open.Request, from *open.Referral) (open.Resource, error) {
		res, err := w.step(ctx, r, from)
		if first == nil {
			first = err
		}
		return res, err
	})
	if err != nil && first != nil && ctx.Err() == nil {
		return first
	}
	return err
}

// maxChain is how many URLs are opened for one link, with all targets of its redirects.
const maxChain = 2 * maxHops

// step opens one URL of a chain of redirects. If the result is a redirect, step returns
// it, otherwise nil.
func (w *walk) step(ctx context.Context, r *open.Request, from *open.Referral) (open.Resource, error) {
	if from != nil {
		if err := w.hop(ctx, r, from); err != nil {
			return nil, err
		}
	}
	if w.opened++; w.opened > maxChain {
		return nil, &verdictError{verdict{status: Failed, message: fmt.Sprintf("more than %d URLs in one chain of redirects", maxChain)}}
	}
	r.Policy, r.Accept, r.Since = w.sites.policy(r.URL), acceptPages, w.since
	r.Observer = &open.Observer{Response: w.header.Store}
	meta, res, err := w.ask(ctx, r)
	if err != nil {
		return nil, err
	}
	if referral, ok := res.(*open.Referral); ok {
		if referral.Instead == nil {
			return referral, nil
		}
		meta, res = referral.Instead.Meta, referral.Instead // the server has answered
	}
	return nil, w.take(ctx, meta, res)
}

// acceptPages is the field Accept of a browser. Some servers hide pages from programs
// that do not request pages. Source: rfc9110 12.5.1.
const acceptPages = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

// fields returns the fields of the last response.
func (w *walk) fields() map[string][]string {
	if r := w.header.Load(); r != nil {
		return r.Fields
	}
	return nil
}

// accepts reports whether the options accept a code for the server of the URL.
func (w *walk) accepts(code int) bool { return w.o.accepts(addressOf(w.url), code) }

// hop records a redirect, and checks whether it may be followed.
func (w *walk) hop(ctx context.Context, r *open.Request, from *open.Referral) error {
	to := r.URL.WithoutFragment()
	w.hops = append(w.hops[:len(r.Referrers)-1], Hop{To: r.URL.Redacted(), Permanent: from.Permanent})
	if w.o.SameServer && !earl.SameServer(w.url, r.URL) {
		return &verdictError{verdict{status: Redirected, message: "it redirects to another server, " + r.URL.Redacted()}}
	}
	if slices.ContainsFunc(r.Referrers, func(u earl.URL) bool { return u.WithoutFragment() == to }) {
		return &verdictError{verdict{status: Failed, message: "the redirects form a loop", section: "rfc9110 15.4"}}
	}
	if !w.typed && !w.sites.holds(to, w.o.Site) {
		w.want.links = false
	}
	if w.typed || !w.want.links && !w.o.Robots {
		return nil
	}
	if rules := w.robots.Of(ctx, to); !rules.Allow(to, w.o.Agent) {
		return &verdictError{w.forbids(rules)}
	}
	return nil
}

// forbids returns the verdict on a URL that the rules of its site do not allow.
func (w *walk) forbids(rules *robots.Rules) verdict {
	v, unread := w.o.forbids(rules)
	if unread {
		w.noRules = rules
	} else if isUnreachable(rules.Err()) {
		w.gone = len(w.hops) == 0
	}
	return v
}

// ask opens a URL in the cheapest way that shows enough: it probes if no content is
// needed, or if only the content of a page is. A failed probe is always confirmed by
// retrieving the object, because some servers treat a HEAD differently.
func (w *walk) ask(ctx context.Context, r *open.Request) (open.Meta, open.Resource, error) {
	if !w.retrieve && (!w.want.content || !isHTTP(r.URL) && w.o.Depth < Content) {
		m, err := w.probe(ctx, r)
		switch {
		case isSilent(err) && ctx.Err() == nil: // some servers never respond to HEAD
		case errors.Is(err, open.ErrProtocol), errors.Is(err, open.ErrCut):
		case err != nil, isBusy(m.Status):
			return m, nil, err
		case m.Kind == open.KindUnknown, m.Kind == open.KindReferral, m.Status >= 400 && !w.accepts(m.Status):
		case w.want.content && (m.Kind == open.KindListing || page.IsPage(page.TypeOf(&m)) || w.want.lines):
		default:
			return m, nil, nil
		}
	}
	res, err := w.o.Client.Do(ctx, r)
	if err != nil {
		return open.Meta{}, nil, err
	}
	return *res.Info(), res, nil
}

// probe asks about an object without retrieving it. With http it waits no longer than
// Options.Probe.
func (w *walk) probe(ctx context.Context, r *open.Request) (open.Meta, error) {
	if !isHTTP(r.URL) {
		return w.o.Client.ProbeRequest(ctx, r)
	}
	ctx, cancel := context.WithTimeout(ctx, w.o.Probe)
	defer cancel()
	return w.o.Client.ProbeRequest(ctx, r)
}

// isHTTP reports whether a URL is opened by http.
func isHTTP(u earl.URL) bool { return u.Scheme() == "http" || u.Scheme() == "https" }

// isSilent reports whether a probe ended because the server sent nothing.
func isSilent(err error) bool { return err != nil && open.ClassOf(err) == open.ClassTimeout }

// take makes a verdict from the response; res is nil if the object was only probed.
func (w *walk) take(ctx context.Context, m open.Meta, res open.Resource) error {
	w.meta, w.final = m, m.URL.WithoutFragment()
	w.verdict = w.o.verdictOfStatus(addressOf(w.url), m.Status)
	if m.Status != 0 && (w.status == OK || res == nil) && !w.accepts(m.Status) {
		w.verdict = blocked(w.verdict, m.Status, w.fields(), "", nil)
	}
	switch res := res.(type) {
	case nil:
		w.looked = !page.IsPage(page.TypeOf(&m))
	case *open.Document:
		return w.document(ctx, res)
	case *open.Listing:
		return w.listing(res, &w.want)
	case *open.Session:
		return res.Conn.Close()
	case *open.Address:
		w.looked = true
		w.address(res)
	default:
		w.looked = true
	}
	return nil
}

// address checks an address about which the opener has a note.
func (w *walk) address(a *open.Address) {
	if len(a.Note) == 0 {
		return
	}
	for _, to := range a.To {
		if _, err := mail.ParseAddress(to); err != nil {
			w.verdict = verdict{status: Invalid, message: a.Note[0], section: "rfc1738 3.5"}
			return
		}
	}
}

// document checks a document: its first bytes, or all of it.
func (w *walk) document(ctx context.Context, d *open.Document) error {
	defer d.Body.Close()
	switch isPage := page.IsPage(page.TypeOf(&d.Meta)); {
	case w.status != OK:
		w.refused(d)
		return nil
	case !w.want.content, !isPage && w.o.Depth < Content && !w.want.lines:
		w.looked = !isPage
		w.found(&w.want, nil)
		return page.Drain(d)
	}
	r, err := w.object.document(d, &w.want, w.o)
	if err != nil {
		return err
	}
	if r.Size >= 0 {
		w.meta.Size = r.Size
	}
	if r.HTML && d.Status != 0 && !w.accepts(d.Status) {
		w.checkPage(ctx, d.Status, r)
	}
	return nil
}

// refused looks for the reason of a refusal in its page. If the page cannot be read, the
// refusal is still the result.
func (w *walk) refused(d *open.Document) {
	title, body := page.ReadRefusal(d)
	if d.Status != 0 {
		w.verdict = blocked(w.verdict, d.Status, w.fields(), title, body)
	}
}

// checkPage checks what a page says: that a wall against robots sent it, that the domain
// is parked, or that the page does not exist.
func (w *walk) checkPage(ctx context.Context, code int, r *page.Reading) {
	text := r.Text()
	w.verdict = blocked(w.verdict, code, w.fields(), text.Title, r.Head)
	if w.status != OK || w.o.Depth < Content {
		return
	}
	if why := signs.Parked(text, w.url, w.final); why != "" {
		w.verdict = verdict{status: Parked, message: why}
		return
	}
	response := signs.Response{Text: text, Status: code, Final: w.final, Redirected: len(w.hops) > 0}
	why, missing := signs.Soft404(&response, w.url, func() *signs.Response { return w.sibling(ctx) })
	switch {
	case missing:
		w.verdict = verdict{status: Soft404, message: why, section: "rfc9110 15.5.5"}
	case why != "":
		w.message = why
	}
}

// sibling returns the response to a URL next to that of the walk that cannot exist.
func (w *walk) sibling(ctx context.Context) *signs.Response {
	return w.siblings.of(w.url, w.o.Edition, func(u earl.URL) *signs.Response { return w.askSibling(ctx, u) })
}

// askSibling requests a sibling; in a recursion only if robots.txt allows it.
func (w *walk) askSibling(ctx context.Context, u earl.URL) *signs.Response {
	if w.want.links && !w.robots.Of(ctx, u).Allow(u, w.o.Agent) {
		return nil
	}
	if w.pause(ctx); ctx.Err() != nil {
		return nil
	}
	s := new(signs.Response)
	res, err := w.o.Client.FollowFunc(ctx, &open.Request{URL: u, Accept: acceptPages}, func(ctx context.Context, r *open.Request, from *open.Referral) (open.Resource, error) {
		r.Policy = w.sites.policy(r.URL)
		s.Redirected = s.Redirected || from != nil
		s.Final = r.URL.WithoutFragment()
		return w.o.Client.Do(ctx, r)
	})
	if doc, ok := res.(*open.Document); ok && err == nil {
		defer doc.Body.Close()
		s.Status, s.Text = doc.Status, page.ReadHTML(doc)
	}
	return s
}

// pause waits between two requests to the host.
func (w *walk) pause(ctx context.Context) {
	select {
	case <-time.After(w.interval):
	case <-ctx.Done():
	}
}
