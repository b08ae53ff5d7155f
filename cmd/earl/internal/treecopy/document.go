package treecopy

import (
	"context"
	"errors"
	"fmt"

	"github.com/earl-url/earl/open"
)

// follow opens the request of an item. If the URL redirects to another site, follow
// returns errAway, unless it is the URL of the user.
func (c *crawler) follow(ctx context.Context, it item, r *open.Request) (open.Resource, error) {
	return c.copy.engine.Open(ctx, r, func(q *open.Request, from *open.Referral) error {
		c.mu.Lock()
		defer c.mu.Unlock()
		if from == nil || it.first || c.inScope(item{url: q.URL, nested: it.nested}) {
			return nil
		}
		return fmt.Errorf("%w: it redirects to %s", errAway, q.URL.Redacted())
	})
}

// place sets the file of a document that the server sent. It returns errLeftOut if
// another download has the same document.
func (c *crawler) place(f *File, m *open.Meta) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if f.item.first {
		c.start = asBrowser(m.URL)
	}
	u := bare(asBrowser(m.URL))
	k := keyOf(u)
	name, err := c.names.path(c.start, u, k, c.copy.list.pathOf(plain(u)))
	if err != nil {
		c.limited = c.limited || errors.Is(err, errLeftOut)
		return err
	}
	if asked := keyOf(f.item.url); asked != k {
		if other, again := c.seen[k]; again && !f.item.first {
			c.seen[asked] = other
			return fmt.Errorf("%w: same document as %s", errLeftOut, u.Redacted())
		}
		c.seen[asked] = name
	}
	c.seen[k] = name
	f.line.URL, f.Place.Name, f.placed = plain(u), name, true
	return nil
}
