package treecopy

import (
	"context"
	"iter"
	"sync"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/console"
	"github.com/earl-url/earl/cmd/earl/internal/savedir"
	"github.com/earl-url/earl/internal/robots"
)

// newCrawler returns the crawler of a site.
func newCrawler(ctx context.Context, copy *Copy, u earl.URL) *crawler {
	c := &crawler{copy: copy, typed: u, start: u, seen: map[key]string{}, names: namer{taken: map[string]node{}, dirs: copy.o.MaxDirs}}
	c.change = sync.NewCond(&c.mu)
	c.rules.Open, c.rules.Timeout = c.openRobots, 30*time.Second
	c.rules.Read = func(rules *robots.Rules) { c.readRobots(ctx, rules) }
	c.names.know(&copy.list, plain(u), func(path string) bool {
		_, err := savedir.Place{In: copy.dir, Name: path, Within: true}.Stat()
		return err == nil
	})
	c.seen[keyOf(u)] = ""
	return c
}

// run yields the files of the site. It returns false if yield returned false.
func (c *crawler) run(ctx context.Context, yield func(*File) bool) bool {
	defer c.queue.Close()
	stop := context.AfterFunc(ctx, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.change.Broadcast()
	})
	defer stop()
	more := true
	for it := range c.items(ctx, item{url: c.typed, first: true}) {
		if more = yield(c.file(it)); !more {
			break
		}
	}
	if ctx.Err() != nil || !more {
		return more
	}
	if c.copy.o.ConvertLinks {
		c.convertAll(ctx)
	}
	c.report()
	return true
}

// items yields the URLs to download. It ends when the queue is empty and no page is being
// read that could add more.
func (c *crawler) items(ctx context.Context, first item) iter.Seq[item] {
	return func(yield func(item) bool) {
		c.mu.Lock()
		c.pending++
		c.mu.Unlock()
		if !yield(first) {
			return
		}
		for {
			it, ok := c.pop(ctx)
			if !ok {
				return
			}
			if !c.allowed(ctx, it.url) {
				c.leave(&c.denied)
				c.copy.detail("%s skipped: robots.txt forbids it or cannot be read", it.url.Redacted())
				continue
			}
			if ctx.Err() != nil || !yield(it) {
				return
			}
		}
	}
}

// file returns the file of an item. It gets a name after the response of the server, because a
// redirect may lead to another URL.
func (c *crawler) file(it item) *File {
	f := &File{URL: c.own(it.url), copy: c.copy, crawl: c, item: it, line: Line{URL: plain(it.url), Start: plain(c.typed), Size: -1}}
	f.Place = savedir.Place{In: c.copy.dir, Within: true, Name: c.copy.list.pathOf(f.line.URL)}
	if !sameServer(c.typed, f.URL) {
		f.Referrer = c.typed
	}
	return f
}

// own returns a URL with the login of the user's URL, if both are on the same server.
func (c *crawler) own(u earl.URL) earl.URL {
	p := c.typed.Parts()
	if !p.User.Present || !sameServer(c.typed, u) || u.Parts().User.Present {
		return u
	}
	with, err := u.With(earl.ComponentUser, p.User)
	if err != nil {
		return u
	}
	if password, ok := p.Password.Reveal(); ok {
		if full, err := with.With(earl.ComponentPassword, earl.Some(password)); err == nil {
			return full
		}
	}
	return with
}

// report writes what was skipped because of the limits.
func (c *crawler) report() {
	from := c.start.Redacted()
	if c.limited {
		c.copy.incomplete("%s: not complete: the copy ended after %s (--max-files, --max-dirs)", from, console.Count(c.files, "file"))
	}
	if c.deep > 0 {
		c.copy.remark("%s: %s not followed: deeper than %d pages (--depth)", from, console.Count(c.deep, "link"), c.copy.o.Depth)
	}
	if c.denied > 0 && c.unread.Load() > 0 {
		c.copy.remark("%s: %s not followed: robots.txt forbids it or cannot be read", from, console.Count(c.denied, "link"))
	} else if c.denied > 0 {
		c.copy.remark("%s: %s not followed: robots.txt forbids it", from, console.Count(c.denied, "link"))
	}
	if c.away > 0 {
		c.copy.remark("%s: %s skipped: redirects to other servers (--span-hosts)", from, console.Count(c.away, "link"))
	}
	if c.nofollow > 0 {
		c.copy.remark("%s: the links of %s not followed: nofollow for robots", from, console.Count(c.nofollow, "page"))
	}
	c.copy.counts.partial.Add(int64(c.deep + c.denied + c.away + c.nofollow))
}
