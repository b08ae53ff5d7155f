package treecopy

import (
	"context"
	"fmt"
	"path"
	"runtime"
	"strings"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/console"
	"github.com/earl-url/earl/cmd/earl/internal/savedir"
	"github.com/earl-url/earl/internal/robots"
	"github.com/earl-url/earl/open"
)

// inScope reports whether a URL may be downloaded. It must be on the same server. Unless
// a page needs it, it must also be below the directory of the first page.
func (c *crawler) inScope(it item) bool {
	o := &c.copy.o
	if it.url.Scheme() != c.typed.Scheme() && !(isWeb(it.url) && isWeb(c.typed)) {
		return false
	}
	if !sameSite(c.start, it.url) {
		return o.SpanHosts
	}
	return it.nested > 0 || o.Parent || strings.HasPrefix(it.url.Path(), dirOf(c.start))
}

// mayMatch reports whether --accept and --reject may allow a URL. Pages are always read
// for their links.
func (c *crawler) mayMatch(u earl.URL) bool {
	for dir := range strings.SplitSeq(strings.TrimPrefix(strings.TrimSuffix(dirOf(u), "/"), dirOf(c.start)), "/") {
		if dir != "" && c.rejectsDir(string(earl.Unescape(dir))) {
			return false
		}
	}
	name, err := savedir.Name(lastName(u), runtime.GOOS)
	return err != nil || c.wanted(name) || mayBePage(name)
}

// rejectsDir reports whether --reject excludes a directory with this name.
func (c *crawler) rejectsDir(name string) bool {
	return !c.copy.o.wanted(name, open.KindListing)
}

// mayBePage reports whether name can be the name of a page.
func mayBePage(name string) bool {
	switch strings.ToLower(strings.TrimPrefix(path.Ext(name), ".")) {
	case "", "htm", "html", "xhtml", "shtml", "php", "asp", "aspx", "jsp", "cgi", "gmi", "gemini":
		return true
	}
	return strings.Contains(name, "?")
}

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
