package linkcheck

import (
	"context"
	"fmt"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// allowed reports whether robots.txt allows a recursion to get a URL, and the
// pause between two requests that the site wants. Only http has robots.txt.
func (r *run) allowed(ctx context.Context, u earl.URL) (bool, time.Duration) {
	site := r.robots.Of(ctx, u)
	return site.Allow(u, r.o.Agent), site.Delay(r.o.Agent)
}

// openRobots opens a robots.txt and follows its redirects. Each URL is checked
// like that of a page: a special address only if the user typed it.
func (r *run) openRobots(ctx context.Context, u earl.URL) (*open.Document, error) {
	res, err := r.o.Client.FollowFunc(ctx, &open.Request{URL: u}, func(ctx context.Context, q *open.Request, _ *open.Referral) (open.Resource, error) {
		if len(q.Referrers) > open.DefaultHops {
			return nil, fmt.Errorf("%w: %s: no robots.txt after %d redirects", open.ErrProtocol, u.Redacted(), open.DefaultHops)
		}
		q.Policy = r.policy(q.URL)
		return r.o.Client.Do(ctx, q)
	})
	if err != nil {
		return nil, err
	}
	if doc, ok := res.(*open.Document); ok {
		return doc, nil
	}
	// A configured gateway may return anything.
	return nil, fmt.Errorf("%w: %s is not a document", open.ErrProtocol, u.Redacted())
}
