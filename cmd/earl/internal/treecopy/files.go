package treecopy

import (
	"context"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// Load reads the list of the files that earlier copies saved in the directory.
func (c *Copy) Load() error { return c.list.load(c.o.Lists, c.dir.Path()) }

// Close closes the list.
func (c *Copy) Close() error { return c.list.close() }

// Files yields a file for each document below the listing at a URL, or for the document at the
// URL. It returns false if yield returned false.
func (c *Copy) Files(ctx context.Context, u earl.URL, yield func(*File) bool) bool {
	c.starts = append(c.starts, plain(u))
	if isWeb(u) || isCapsule(u) {
		return newCrawler(ctx, c, u).run(ctx, yield)
	}
	return newWalker(c, u).run(ctx, yield)
}

// End deletes the files that the servers no longer have, if that is wanted and the copy is
// complete, and reports what was copied.
func (c *Copy) End(ctx context.Context) {
	if c.list.lost != nil {
		c.remark("cannot write the list of copied files: %v; the next copy will not know these files", c.list.lost)
	}
	switch {
	case !c.o.Delete || ctx.Err() != nil:
	case c.list.lost != nil:
		c.remark("--delete: nothing was deleted, because there is no list of copied files")
	case c.counts.failed.Load() > c.counts.gone.Load() || c.counts.limited.Load() > 0:
		c.remark("--delete: nothing was deleted, because the copy is not complete")
	default:
		c.deleteStale(ctx)
	}
	c.remark("%s", c.summary())
}

// Since returns the time after which an object must have changed to be downloaded again, or
// the zero time. A file whose links are converted is downloaded again.
func (f *File) Since(saved *Line) time.Time {
	if f.crawl == nil || f.crawl.rewrites(saved) {
		return time.Time{}
	}
	return saved.Time
}

// Open opens a request for a file of a web site.
func (f *File) Open(ctx context.Context, r *open.Request) (open.Resource, error) {
	return f.crawl.follow(ctx, f.item, r)
}

// Found sets the place of a document of a web site, which the server sent.
func (f *File) Found(m *open.Meta) error {
	if f.placed {
		return nil
	}
	return f.crawl.place(f, m)
}

// End is called after the download of a file. The links of a page become files. It returns
// the error of the download if it is one of the copy.
func (f *File) End(ctx context.Context, r Result, err error) error {
	if f.crawl == nil {
		return err
	}
	return f.crawl.finished(ctx, f, r, err)
}
