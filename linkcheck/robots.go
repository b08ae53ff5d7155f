package linkcheck

import (
	"context"
	"errors"
	"fmt"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/robots"
	"github.com/earl-url/earl/open"
)

// A RobotsProblem is a robots.txt that was not read, or not understood in full.
type RobotsProblem struct {
	URL string
	// Err is why the file could not be read. URLs of its site were then not opened, so the
	// check is not complete. Source: rfc9309 2.3.1.4.
	Err error
	// Lines is how many lines were not understood; the rules of the others were followed.
	// Source: rfc9309 2.3.1.1.
	Lines int
	First int  // the number of the first of these lines, from 1
	Cut   bool // the file is longer than 500 KiB, and the rest was not read
}

// String returns a sentence about the problem.
func (p RobotsProblem) String() string {
	unread := robots.Unread{Lines: p.Lines, First: p.First, Cut: p.Cut}
	if p.Err != nil {
		return fmt.Sprintf("%s cannot be read, so nothing else of this site is opened: %s", p.URL, plain(p.Err))
	}
	return p.URL + ": " + unread.String()
}

// readRobots reports lines of a robots.txt that were not understood.
func (r *run) readRobots(rules *robots.Rules) {
	unread := rules.Unread()
	if unread == (robots.Unread{}) {
		return
	}
	p := RobotsProblem{URL: rules.URL().Redacted(), Lines: unread.Lines, First: unread.First, Cut: unread.Cut}
	select {
	case r.events <- func() { r.robotsProblem(p) }:
	case <-r.ctx.Done():
	}
}

// robotsProblem reports a problem once. Only the loop calls it.
func (r *run) robotsProblem(p RobotsProblem) {
	if r.o.RobotsProblem == nil || r.unruled[p.URL] {
		return
	}
	r.unruled[p.URL] = true
	r.o.RobotsProblem(p)
}

// forbids is the verdict on a URL that the rules of its site do not allow. If robots.txt
// could not be read because the server cannot be reached, that is the verdict on the URL
// too.
func (v *visit) forbids(rules *robots.Rules) verdict {
	err := rules.Err()
	var refusal *open.Refusal
	switch {
	case err == nil:
		return verdict{status: Skipped, message: "the site's robots.txt forbids it", section: "rfc9309 2.2.2"}
	case errors.As(err, &refusal) && refusal.URL == rules.URL(): // as is every URL of the server
		return v.run.verdictOf(err)
	case isUnreachable(err):
		v.gone = len(v.hops) == 0
		return v.run.verdictOf(err)
	}
	v.noRules = rules
	return verdict{status: Skipped, message: "the site's robots.txt cannot be read: " + v.run.verdictOf(err).message, section: "rfc9309 2.3.1.4"}
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
