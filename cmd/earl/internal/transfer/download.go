package transfer

import (
	"context"
	"errors"
	"net/http"

	"github.com/earl-url/earl/cmd/earl/internal/treecopy"
	"github.com/earl-url/earl/open"
)

// A download is one URL to download.
type download struct {
	text   string         // the argument, or "" if tree is set
	values []string       // of the lists and ranges in the pattern of text
	tree   *treecopy.File // found by a copy of a tree, or nil
	server string         // "host:port", or ""
}

// name returns the name of d in messages.
func (d download) name() string {
	if d.tree != nil {
		return d.tree.URL.Redacted()
	}
	return d.text
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
		t.record = newRecorder(t.typed, t.number)
	}
	defer t.close()
	err := t.run(ctx)
	if r.o.Facts && t.take == nil {
		file := ""
		if t.wrote {
			file = t.Path()
		}
		r.o.Reporter.Finished(ctx, t.record.finish(file), err)
	}
	if errors.Is(err, open.ErrUnchanged) && t.tree == nil {
		r.o.Reporter.Remark("%s: %s", t.typed.Redacted(), message(err))
		return nil
	}
	return err
}

// run gets the URL.
func (t *Transfer) run(ctx context.Context) error {
	if err := t.begin(); err != nil {
		return err
	}
	if err := t.plan(ctx); err != nil {
		return err
	}
	return t.ended(ctx, t.attempts(ctx))
}
