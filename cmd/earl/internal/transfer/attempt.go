package transfer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/console"
	"github.com/earl-url/earl/open"
	openhttp "github.com/earl-url/earl/open/http"
)

const (
	// firstDelay is the wait before the first retry; each next is twice as long.
	firstDelay = time.Second
	// lastDelay is the longest wait, as in curl.
	lastDelay = 10 * time.Minute
)

// attempts gets the URL, with at most Retries retries. A retry continues where the
// previous attempt stopped, if the object is certainly the same.
func (t *Transfer) attempts(ctx context.Context) error {
	o := &t.r.o
	began, delay := time.Now(), firstDelay
	for t.left = o.Retries; ; t.left-- {
		err := t.attempt(ctx, t.typed)
		if err == nil || t.left == 0 || !t.mayRetry(ctx, err) {
			return err
		}
		wait := delay
		if d := o.RetryDelay; d > 0 {
			wait = d
		} else {
			after, _ := open.Retryable(err)
			wait = max(wait, after)
		}
		if limit := o.RetryMaxTime; limit > 0 && time.Since(began)+wait > limit {
			return err
		}
		if err := t.rewind(err); err != nil {
			return err
		}
		t.r.o.Reporter.Remark("%s: %s; trying again in %v, %d left", t.typed.Redacted(), message(err), wait, t.left-1)
		if !sleep(ctx, wait) {
			return context.Cause(ctx)
		}
		delay = min(2*delay, lastDelay)
	}
}

// attempt opens u and delivers the resource.
func (t *Transfer) attempt(ctx context.Context, u earl.URL) error {
	if t.r.o.HeadOnly {
		return t.head(ctx, t.request(u))
	}
	resource, err := t.open(ctx, t.request(u))
	if err != nil {
		if t.isComplete(ctx, err) {
			t.r.o.Reporter.Remark("%s: %s is already complete", u.Redacted(), t.to.Shown())
			return nil
		}
		return err
	}
	t.notes(resource)
	switch res := resource.(type) {
	case *open.Listing:
		if t.take != nil {
			return t.take(ctx, res)
		}
	case *open.Document:
		switch {
		case t.take != nil:
			res.Body.Close()
			t.isDocument = true
			return nil
		case !t.r.o.Listings:
			return t.Document(ctx, res)
		}
		res.Body.Close()
		return &NotListingError{}
	case *open.Session:
		if t.r.o.Listings || t.take != nil {
			res.Conn.Close()
			return &NotListingError{}
		}
	case *open.Form:
		if t.take != nil {
			return &NotListingError{}
		}
		if t.tree != nil {
			if err := t.tree.Refuses(); err != nil {
				return err
			}
		}
	case *open.Address:
		if t.r.o.Listings || t.take != nil {
			return &NotListingError{}
		}
	}
	return t.r.o.Reporter.Resource(ctx, t, resource)
}

// isComplete reports whether err, the response to a request for the rest of an object,
// means that the file is complete. Some servers only report that the range is not valid;
// then isComplete compares the sizes.
func (t *Transfer) isComplete(ctx context.Context, err error) bool {
	var status *openhttp.StatusError
	if !errors.As(err, &status) || status.Code != http.StatusRequestedRangeNotSatisfiable || !t.r.o.Resume.Auto || t.done > 0 || t.r.o.Checksum.name != "" {
		return false
	}
	m, err := t.probe(ctx)
	return err == nil && m.Status < 400 && m.Coding == "" && m.Size == t.start
}

// notes reports the notes of the opener. Those of the files of a copy are for -v, because
// each file may have the same.
func (t *Transfer) notes(r open.Resource) {
	report := t.r.o.Reporter.Remark
	if t.tree != nil {
		report = t.r.o.Reporter.Verbose
	}
	for _, n := range r.Info().Note {
		report("%s", n)
	}
}

// Answer opens a URL that contains the answers to a form.
func (t *Transfer) Answer(ctx context.Context, u earl.URL) error {
	t.answered = true
	return t.attempt(ctx, u)
}

// mayRetry reports whether a retry may succeed after err. Errors of the Reporter with a
// method Final are not retried.
func (t *Transfer) mayRetry(ctx context.Context, err error) bool {
	var (
		local   *console.LocalError
		usage   *UsageError
		refusal *open.Refusal
		unread  *open.UnreadError
		final   interface {
			error
			Final()
		}
	)
	switch {
	case ctx.Err() != nil, errors.As(err, &local), errors.As(err, &usage), errors.As(err, &refusal), errors.As(err, &unread), errors.As(err, &final):
		return false
	case t.r.o.RetryAll:
		return true
	}
	_, ok := open.Retryable(err)
	return ok
}

// rewind prepares the next attempt after err. The attempt continues after the written
// bytes if the object is certainly the same. Otherwise it starts again; for stdout, which
// cannot start again, rewind returns an error.
func (t *Transfer) rewind(err error) error {
	changed := errors.Is(err, open.ErrChanged)
	if t.done == 0 || t.first.exact() && !changed && !t.decoded {
		return nil
	}
	const blind = "the server does not say whether the object is still the same"
	if t.file != nil {
		if info, ferr := t.file.Stat(); ferr == nil && info.Mode().IsRegular() {
			if _, ferr := t.file.Seek(t.start, io.SeekStart); ferr != nil {
				return console.Local(ferr)
			}
			if !changed {
				t.r.o.Reporter.Remark("%s: %s, so it is downloaded again", t.typed.Redacted(), blind)
			}
			t.done, t.first = 0, nil
			return console.Local(t.file.Truncate(t.start))
		}
	}
	why := fmt.Sprintf("no retry: %s were already written to the output", console.Count(int(t.done), "byte"))
	if !changed {
		why += ", and " + blind
	}
	return fmt.Errorf("%w (%s)", err, why)
}
