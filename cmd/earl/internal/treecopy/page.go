package treecopy

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"path"
	"strings"

	"github.com/earl-url/earl/cmd/earl/internal/console"
	"github.com/earl-url/earl/open"
)

// finished is called after a download. It puts the links of a page into the queue.
func (c *crawler) finished(ctx context.Context, f *File, r Result, err error) error {
	defer c.leave(new(int))
	if errors.Is(err, errAway) {
		c.mu.Lock()
		c.away++
		c.mu.Unlock()
		c.copy.remark("%s: %v", f.item.url.Redacted(), err)
		return nil
	}
	if r.Gone && !f.item.first {
		c.copy.counts.gone.Add(1)
		c.copy.list.isGone(f.line.URL)
	}
	if errors.Is(err, errLeftOut) {
		c.copy.detail("%s: %v", f.item.url.Redacted(), err)
		return nil
	}
	if err != nil || ctx.Err() != nil {
		return err
	}
	p := page{url: r.Meta.URL, path: f.Place.Name, media: mediaOf(r.Meta.Type, f.Place.Name), meta: r.Meta}
	if r.Unchanged {
		if p.url.IsZero() { // the server sent no document, so the file is from an earlier copy
			p.url, p.media = f.item.url, ""
			if old := c.copy.list.find(f.Place.Name, f.line.URL); old != nil {
				p.media = mediaOf(old.Type, f.Place.Name)
			}
		}
		c.mu.Lock()
		c.seen[keyOf(f.item.url)] = f.Place.Name
		c.mu.Unlock()
	}
	if p.media == "" {
		c.drop(f, r, p)
		return nil
	}
	text, err := c.readPage(p.path)
	if err != nil {
		return console.Local(err)
	}
	if len(text) == maxPage {
		c.copy.counts.partial.Add(1)
		c.copy.remark("%s: only its first %d MiB were searched for links", p.url.Redacted(), maxPage>>20)
	}
	err = c.addLinks(f, r, p, text)
	if !c.wanted(p.path) {
		c.drop(f, r, p)
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pages = append(c.pages, p)
	return err
}

// drop removes a file that --accept or --reject does not allow. It was downloaded because
// it might have links. A file of an earlier copy, which wanted it, is kept.
func (c *crawler) drop(f *File, r Result, p page) {
	if c.wanted(p.path) || r.Unchanged || f.known {
		return
	}
	root, err := c.copy.dir.Root()
	if err != nil || root.Remove(localPath(p.path)) != nil {
		return
	}
	c.copy.counts.files.Add(-1)
	c.copy.counts.bytes.Add(-r.Size)
	c.copy.list.record(Line{Path: p.path, Gone: true})
}

// addLinks puts the links of a page into the queue.
func (c *crawler) addLinks(f *File, r Result, p page, text []byte) error {
	from := f.item
	follow := from.nested == 0
	if follow && c.forbidsFollowing(r, p, text) {
		follow = false
		c.mu.Lock()
		c.nofollow++
		c.mu.Unlock()
	}
	in := linkReader{page: p}
	for l := range in.links(text) {
		it := item{url: bare(l.url), depth: from.depth + 1}
		switch {
		case l.use == useNeeds:
			it.depth, it.nested = from.depth, from.nested+1
		case l.use != useFollows || !follow:
			continue
		}
		c.mu.Lock()
		err := c.add(it)
		c.mu.Unlock()
		if err != nil {
			return console.Local(err)
		}
	}
	if in.unread > 0 {
		c.copy.counts.partial.Add(1)
		c.copy.remark("%s: %s not understood", p.url.Redacted(), console.Count(in.unread, "link"))
	}
	return nil
}

// forbidsFollowing reports whether a page, or the header of its response, asks robots not
// to follow its links.
func (c *crawler) forbidsFollowing(r Result, p page, text []byte) bool {
	if resp := r.Response; resp != nil && headerForbidsFollowing(resp.Fields["X-Robots-Tag"], c.copy.o.Agent) {
		return true
	}
	if p.media != "html" {
		return false
	}
	in := linkReader{page: p}
	for range in.links(text) {
		if in.forbids {
			break
		}
	}
	return in.forbids
}

// rewrites reports whether the links of a file are converted. Such a file must be
// downloaded again, because it no longer contains what the server sent.
func (c *crawler) rewrites(old *Line) bool {
	m := mediaOf(old.Type, old.Path)
	return c.copy.o.ConvertLinks && m != ""
}

// mediaOf returns "html", "css" or "gemtext" for a document with links, or "".
func mediaOf(media, name string) string {
	t, _, err := mime.ParseMediaType(media)
	switch ext := strings.ToLower(path.Ext(name)); {
	case t == "text/html", t == "application/xhtml+xml", err != nil && (ext == ".html" || ext == ".htm"):
		return "html"
	case t == "text/css", err != nil && ext == ".css":
		return "css"
	case t == "text/gemini":
		return "gemtext"
	}
	return ""
}

// readPage reads the file of a page, at most maxPage bytes.
func (c *crawler) readPage(name string) ([]byte, error) {
	root, err := c.copy.dir.Root()
	if err != nil {
		return nil, err
	}
	f, err := root.Open(localPath(name))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxPage))
}

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
