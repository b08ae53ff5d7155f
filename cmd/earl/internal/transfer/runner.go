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
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"github.com/earl-url/earl/cmd/earl/internal/console"
	"github.com/earl-url/earl/cmd/earl/internal/savedir"
	"github.com/earl-url/earl/cmd/earl/internal/treecopy"
	"github.com/earl-url/earl/open"
)

// A Runner runs the transfers of one command line.
type Runner struct {
	o     Options
	dir   *savedir.Dir   // where files are saved
	tree  *treecopy.Copy // with Recursive
	async asyncWriter    // writes small files

	headers headerFile
	count   atomic.Int64 // transfers that have started
}

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

// failed reports an error.
func (r *Runner) failed(ctx context.Context, name string, err error) {
	if r.tree != nil {
		r.tree.Count(err)
	}
	r.o.Reporter.Failed(ctx, name, err)
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

// get downloads one URL and reports its error.
func (r *Runner) get(ctx context.Context, d download) {
	later, err := r.download(ctx, d)
	if err != nil {
		r.failed(ctx, d.name(), err)
	}
	if later != nil {
		r.async.put(func() {
			if err := later(); err != nil {
				r.failed(ctx, d.name(), err)
			}
		})
	}
}

// download downloads one URL. For a small document it may return a function that writes
// the file; otherwise it returns nil.
func (r *Runner) download(ctx context.Context, d download) (later func() error, err error) {
	if d.tree != nil {
		return r.copy(ctx, d.tree)
	}
	u, err := r.o.Reporter.Parse(d.text)
	if err != nil {
		return nil, err
	}
	t := &Transfer{typed: u, values: d.values}
	err = r.transfer(ctx, t)
	return t.later, err
}

// copy downloads a file of a copy of a tree, like download.
func (r *Runner) copy(ctx context.Context, f *treecopy.File) (later func() error, err error) {
	t := &Transfer{typed: f.URL, to: f.Place, tree: f}
	err = r.transfer(ctx, t)
	kept := errors.Is(err, open.ErrUnchanged)
	if kept {
		f.Keep(err)
		err = nil
	}
	var status *StatusError
	gone := errors.As(err, &status) && (status.status == http.StatusNotFound || status.status == http.StatusGone)
	return t.later, f.End(ctx, treecopy.Result{Meta: t.meta, Response: t.record.response(), Size: t.Size(), Unchanged: kept, Gone: gone}, err)
}

// transfer runs a transfer within MaxTime.
func (r *Runner) transfer(ctx context.Context, t *Transfer) error {
	if limit := r.o.MaxTime; limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, limit, &timeError{limit})
		defer cancel()
	}
	t.r, t.number = r, int(r.count.Add(1))
	if o := &r.o; o.Facts || o.HeaderFile != "" || o.HeadOnly || o.ServerName || t.isSite() {
		t.record = newRecorder(t)
	}
	defer t.close()
	err := t.run(ctx)
	if r.o.Facts && t.take == nil {
		r.o.Reporter.Finished(ctx, t.record.finish(t), err)
	}
	if errors.Is(err, open.ErrUnchanged) && t.tree == nil {
		r.o.Reporter.Remark("%s: %s", t.typed.Redacted(), message(err))
		return nil
	}
	return err
}

// A timeError is the error of a transfer that takes longer than MaxTime.
type timeError struct{ limit time.Duration }

func (e *timeError) Error() string {
	return fmt.Sprintf("not finished within %v (--max-time)", e.limit)
}
func (e *timeError) Unwrap() error { return context.DeadlineExceeded }

// message returns the text of an error without the prefix of the root package.
func message(err error) string { return strings.TrimPrefix(err.Error(), "earl: ") }

// count returns "1 thing" or "n things".
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
