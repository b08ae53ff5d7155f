package treecopy

import (
	"context"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/console"
)

// pop returns the next item. While pages are being read, it waits for items from them.
func (c *crawler) pop(ctx context.Context) (item, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for ctx.Err() == nil {
		if c.read < c.queue.Size() {
			e, n, err := entryAt(&c.queue, c.read)
			if err != nil {
				c.copy.engine.Failed(ctx, c.start.Redacted(), console.Local(err))
				return item{}, false
			}
			c.read += n
			u, err := earl.WHATWG.Parse(e.url)
			if err != nil {
				continue
			}
			c.pending++
			return item{url: u, depth: int(e.size >> 8), nested: int(e.size & 0xFF)}, true
		}
		if c.pending == 0 {
			return item{}, false
		}
		c.change.Wait()
	}
	return item{}, false
}

// add puts a link into the queue if it is wanted. The caller must hold the lock.
func (c *crawler) add(it item) error {
	k := keyOf(it.url)
	if _, again := c.seen[k]; again {
		return nil
	}
	if !c.inScope(it) {
		if c.copy.list.pathOf(plain(it.url)) != "" { // an earlier copy saved this URL
			c.copy.counts.partial.Add(1)
		}
		return nil
	}
	o := &c.copy.o
	switch {
	case it.nested == 0 && it.depth > o.Depth:
		c.deep++
		return nil
	case it.nested > maxNested, len(it.url.String()) > maxLink, !c.mayMatch(it.url):
		c.copy.counts.partial.Add(1)
		return nil
	case reached(c.files+1, o.MaxFiles), c.bytes > maxLinks:
		c.limited = true
		return nil
	}
	c.bytes += len(it.url.String())
	c.files++
	c.seen[k] = ""
	_, err := c.queue.Write(appendEntry(nil, walkEntry{url: it.url.WithoutFragment().String(), size: int64(it.depth)<<8 | int64(it.nested)}))
	return err
}
