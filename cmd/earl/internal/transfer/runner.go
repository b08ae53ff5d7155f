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
	"os"
	"strings"
	"sync/atomic"
	"time"

	"github.com/earl-url/earl/cmd/earl/internal/console"
	"github.com/earl-url/earl/open"
)

// A Runner runs the transfers of one command line.
type Runner struct {
	o     Options
	dir   outputDir   // where files are saved
	async asyncWriter // writes small files

	headers headerFile
	copy    manifest // with Recursive
	starts  []string // the URLs of the user, without passwords; with Recursive
	counts  counts
	count   atomic.Int64 // transfers that have started
}

// counts are the numbers of files in a copy.
type counts struct {
	files, bytes, unchanged, edited, deleted, failed, limited atomic.Int64

	gone    atomic.Int64 // of failed: broken links
	unread  atomic.Int64 // lines of listings that were not understood
	partial atomic.Int64 // files skipped for other reasons than limits
}

// A countingReporter counts failures.
type countingReporter struct {
	Reporter
	counts *counts
}

// Failed counts and reports an error. A listing that may lack entries did not fail: the
// others are copied, and only below it nothing is deleted.
func (c countingReporter) Failed(ctx context.Context, name string, err error) {
	var unread *open.UnreadError
	var vague *unsureError
	switch {
	case errors.As(err, &unread):
		c.counts.unread.Add(int64(unread.Count))
	case !errors.As(err, &vague):
		c.counts.failed.Add(1)
	}
	c.Reporter.Failed(ctx, name, err)
}

// Incomplete counts and reports that a limit was reached.
func (c countingReporter) Incomplete(format string, args ...any) {
	c.counts.limited.Add(1)
	c.Reporter.Incomplete(format, args...)
}

// New returns a Runner. The caller closes it.
func New(o Options) *Runner {
	r := &Runner{o: o, dir: outputDir{path: o.OutputDir}}
	r.o.Reporter = countingReporter{o.Reporter, &r.counts}
	return r
}

// Close closes the output directory and the file of headers.
func (r *Runner) Close() error {
	r.dir.close()
	return errors.Join(r.copy.close(), r.headers.close())
}

// Run downloads the URLs in texts, then those of InputFile, until ctx ends.
func (r *Runner) Run(ctx context.Context, texts []string) {
	if !r.o.Recursive || r.o.Instead != nil {
		r.run(ctx, texts)
		return
	}
	if r.o.OutputDir != "" {
		if err := os.MkdirAll(r.o.OutputDir, 0o777); err != nil {
			r.o.Reporter.Failed(ctx, r.o.OutputDir, console.Local(err))
			return
		}
	}
	if err := r.copy.load(r.o.Recursion.Lists, r.o.OutputDir); err != nil {
		r.o.Reporter.Failed(ctx, "the list of copied files", console.Local(err))
		return
	}
	r.run(ctx, texts)
	if r.copy.lost != nil {
		r.o.Reporter.Remark("cannot write the list of copied files: %v; the next copy will not know these files", r.copy.lost)
	}
	switch {
	case !r.o.Recursion.Delete || ctx.Err() != nil:
	case r.copy.lost != nil:
		r.o.Reporter.Remark("--delete: nothing was deleted, because there is no list of copied files")
	case r.counts.failed.Load() > r.counts.gone.Load() || r.counts.limited.Load() > 0:
		r.o.Reporter.Remark("--delete: nothing was deleted, because the copy is not complete")
	default:
		r.deleteStale(ctx)
	}
	r.o.Reporter.Remark("%s", r.summary())
}

// run downloads the URLs.
func (r *Runner) run(ctx context.Context, texts []string) {
	downloads := r.downloads(ctx, texts)
	defer r.async.wait()
	if r.o.Parallel > 1 {
		q := &queue{max: r.o.Parallel, perHost: r.o.Connections, do: r.get}
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
		r.o.Reporter.Failed(ctx, d.name(), err)
	}
	if later != nil {
		r.async.put(func() {
			if err := later(); err != nil {
				r.o.Reporter.Failed(ctx, d.name(), err)
			}
		})
	}
}

// download downloads one URL. For a small document it may return a function that writes
// the file; otherwise it returns nil.
func (r *Runner) download(ctx context.Context, d download) (later func() error, err error) {
	u := d.url
	if u.IsZero() {
		if u, err = r.o.Parse(d.text); err != nil {
			return nil, err
		}
		if r.o.Instead != nil {
			return nil, r.o.Instead(ctx, u)
		}
	}
	t := &Transfer{typed: u, to: d.to, values: d.values, copy: d.copy, referrer: d.referrer, crawl: d.crawl, item: d.item}
	err = r.transfer(ctx, t)
	if d.crawl != nil {
		err = d.crawl.finished(ctx, t, err)
	}
	return t.later, err
}

// transfer runs a transfer within MaxTime.
func (r *Runner) transfer(ctx context.Context, t *Transfer) error {
	if limit := r.o.MaxTime; limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, limit, &timeError{limit})
		defer cancel()
	}
	t.r, t.number = r, int(r.count.Add(1))
	if o := &r.o; o.Finished != nil || o.HeaderFile != "" || o.HeadOnly || o.ServerName || t.crawl != nil {
		t.record = newRecorder(t)
	}
	defer t.close()
	err := t.run(ctx)
	if r.o.Finished != nil && t.walker == nil {
		r.o.Finished(ctx, t.record.finish(t), err)
	}
	if errors.Is(err, errEdited) {
		r.counts.edited.Add(1)
		r.counts.partial.Add(1) // the user may have changed its links
		r.o.Reporter.Remark("%s is kept because you changed it after the copy; --force overwrites it", t.to.name)
		t.unchanged = true
		return nil
	}
	if errors.Is(err, open.ErrUnchanged) && t.copy != nil {
		r.counts.unchanged.Add(1)
		r.o.Reporter.Verbose("%s: unchanged", t.to.name)
		t.unchanged = true
		return nil
	}
	if errors.Is(err, open.ErrUnchanged) {
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
