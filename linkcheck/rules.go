package linkcheck

import (
	"context"
	"errors"
	"fmt"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/robots"
	"github.com/earl-url/earl/open"
)

// maxHops is how many redirects a robots.txt may have, as many as package open follows by
// default.
const maxHops = 10

// newRules returns the rules of the robots.txt of all sites. problem is called with lines
// that were not understood.
func newRules(o *Options, s *sites, problem func(RobotsProblem)) *robots.Sites {
	return &robots.Sites{
		Open:    func(ctx context.Context, u earl.URL) (*open.Document, error) { return openRobots(ctx, o, s, u) },
		Read:    func(r *robots.Rules) { reportLines(r, problem) },
		Timeout: o.Timeout, Retries: o.Retries, Backoff: o.Backoff,
	}
}

// reportLines reports lines of a robots.txt that were not understood.
func reportLines(rules *robots.Rules, problem func(RobotsProblem)) {
	if unread := rules.Unread(); unread != (robots.Unread{}) {
		problem(RobotsProblem{URL: rules.URL().Redacted(), Lines: unread.Lines, First: unread.First, Cut: unread.Cut})
	}
}

// openRobots opens a robots.txt and follows its redirects. Each URL is checked
// like that of a page: a special address only if the user typed it.
func openRobots(ctx context.Context, o *Options, s *sites, u earl.URL) (*open.Document, error) {
	res, err := o.Client.FollowFunc(ctx, &open.Request{URL: u}, func(ctx context.Context, q *open.Request, _ *open.Referral) (open.Resource, error) {
		if len(q.Referrers) > maxHops {
			return nil, fmt.Errorf("%w: %s: no robots.txt after %d redirects", open.ErrProtocol, u.Redacted(), maxHops)
		}
		q.Policy = s.policy(q.URL)
		return o.Client.Do(ctx, q)
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

// forbids returns the verdict on a URL that the rules of its site do not allow. If
// robots.txt could not be read because the server cannot be reached or is refused, that is
// the verdict on the URL too; otherwise unread is set.
func (o *Options) forbids(rules *robots.Rules) (v verdict, unread bool) {
	err := rules.Err()
	var refusal *open.Refusal
	switch {
	case err == nil:
		return verdict{status: Skipped, message: "the site's robots.txt forbids it", section: "rfc9309 2.2.2"}, false
	case errors.As(err, &refusal) && refusal.URL == rules.URL(): // as is every URL of the server
		return o.verdictOf(err), false
	case isUnreachable(err):
		return o.verdictOf(err), false
	}
	return verdict{status: Skipped, message: "the site's robots.txt cannot be read: " + o.verdictOf(err).message, section: "rfc9309 2.3.1.4"}, true
}
