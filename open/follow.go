package open

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/earl-url/earl"
)

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
