// Package transfer is the engine of downloads: it opens URLs, retries and resumes,
// saves documents to files or copies them to stdout, copies trees, and runs several
// transfers at a time.
//
//	r := transfer.New(transfer.Options{Client: client, Reporter: reporter, ...})
//	defer r.Close()
//	r.Run(ctx, urls)
//
// Its settings are plain values, not flags. It writes documents, and a Reporter prints
// everything else. A file name from a URL never leads out of the output directory.
package transfer

import (
	"context"
	"errors"
	"os"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/console"
	"github.com/earl-url/earl/cmd/earl/internal/savedir"
	"github.com/earl-url/earl/cmd/earl/internal/treecopy"
	"github.com/earl-url/earl/open"
)

// New returns a Runner. The caller closes it.
func New(o Options) *Runner {
	r := &Runner{o: o, dir: savedir.New(o.OutputDir)}
	if o.Recursive {
		r.tree = treecopy.New(o.Recursion, r.dir, engine{r})
	}
	return r
}

// Close closes the output directory and the file of headers.
func (r *Runner) Close() error {
	r.dir.Close()
	if r.tree == nil {
		return r.headers.close()
	}
	return errors.Join(r.tree.Close(), r.headers.close())
}

// Run downloads the URLs in texts, then those of InputFile, until ctx ends.
func (r *Runner) Run(ctx context.Context, texts []string) {
	if r.tree == nil {
		r.run(ctx, texts)
		return
	}
	if r.o.OutputDir != "" {
		if err := os.MkdirAll(r.o.OutputDir, 0o777); err != nil {
			r.failed(ctx, r.o.OutputDir, console.Local(err))
			return
		}
	}
	if err := r.tree.Load(); err != nil {
		r.failed(ctx, "the list of copied files", console.Local(err))
		return
	}
	r.run(ctx, texts)
	r.tree.End(ctx)
}

// run downloads the URLs.
func (r *Runner) run(ctx context.Context, texts []string) {
	downloads := r.downloads(ctx, texts)
	defer r.async.wait()
	if r.o.Parallel > 1 {
		q := &queue{max: r.o.Parallel, do: r.get}
		if r.o.Servers != nil {
			q.perHost = r.o.Servers.Connections
		}
		q.run(ctx, downloads)
		return
	}
	for d := range downloads {
		if r.get(ctx, d); ctx.Err() != nil {
			break
		}
	}
}

// An engine opens URLs for a copy of a tree with a Runner.
type engine struct{ r *Runner }

// List opens a listing, with retries.
func (e engine) List(ctx context.Context, u earl.URL, take func(context.Context, *open.Listing) error) (document bool, err error) {
	t := &Transfer{typed: u, take: take}
	err = e.r.transfer(ctx, t)
	return t.isDocument, err
}

// Open opens a request and follows its redirects, as far as allow allows it.
func (e engine) Open(ctx context.Context, r *open.Request, allow func(*open.Request, *open.Referral) error) (open.Resource, error) {
	client := e.r.o.Client
	if allow == nil {
		return client.FollowRequest(ctx, r)
	}
	return client.FollowFunc(ctx, r, func(ctx context.Context, q *open.Request, from *open.Referral) (open.Resource, error) {
		if err := allow(q, from); err != nil {
			return nil, err
		}
		return client.Do(ctx, q)
	})
}

// Note reports a message.
func (e engine) Note(level treecopy.Level, format string, args ...any) {
	switch level {
	case treecopy.Detail:
		e.r.o.Reporter.Verbose(format, args...)
	case treecopy.Remark:
		e.r.o.Reporter.Remark(format, args...)
	case treecopy.Incomplete:
		e.r.o.Reporter.Incomplete(format, args...)
	}
}

// Failed reports an error.
func (e engine) Failed(ctx context.Context, name string, err error) { e.r.failed(ctx, name, err) }
