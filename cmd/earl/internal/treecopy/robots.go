package treecopy

import (
	"context"
	"fmt"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/robots"
	"github.com/earl-url/earl/open"
)

// allowed reports whether robots.txt allows a URL. It also waits for the Crawl-delay of
// robots.txt.
func (c *crawler) allowed(ctx context.Context, u earl.URL) bool {
	rules := c.rules.Of(ctx, u)
	if !rules.Allow(u, c.copy.o.Agent) || isCapsule(u) && !rules.Allow(u, capsuleAgent) {
		return false
	}
	if d := min(rules.Delay(c.copy.o.Agent), maxDelay); d > 0 {
		if wait := time.Until(c.next); wait > 0 {
			select {
			case <-ctx.Done():
			case <-time.After(wait):
			}
		}
		c.next = time.Now().Add(d)
	}
	return true
}

// openRobots opens a robots.txt.
func (c *crawler) openRobots(ctx context.Context, u earl.URL) (*open.Document, error) {
	req := &open.Request{URL: u}
	if !sameServer(c.typed, u) {
		req.Referrers = []earl.URL{c.typed}
	}
	res, err := c.copy.engine.Open(ctx, req, nil)
	if err != nil {
		return nil, err
	}
	if d, ok := res.(*open.Document); ok {
		return d, nil
	}
	return nil, fmt.Errorf("%w: %s is not a document", open.ErrProtocol, u.Redacted())
}

// readRobots reports a robots.txt that could not be read, which is an error of the copy,
// and lines that were not understood.
func (c *crawler) readRobots(ctx context.Context, rules *robots.Rules) {
	at := rules.URL().Redacted()
	switch err := rules.Err(); {
	case ctx.Err() != nil:
	case err != nil:
		c.unread.Add(1)
		c.copy.engine.Failed(ctx, at, fmt.Errorf("cannot be read, so no link to this server is followed (rfc9309 2.3.1.4): %w", err))
	case rules.Unread() != robots.Unread{}:
		c.copy.remark("%s: %s", at, rules.Unread())
	}
}
