package transfer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/earl-url/earl/cmd/earl/internal/console"
	"github.com/earl-url/earl/cmd/earl/internal/savedir"
	"github.com/earl-url/earl/internal/term"
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

// sleep waits for a time. It returns false if ctx ends first.
func sleep(ctx context.Context, wait time.Duration) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
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
	why := fmt.Sprintf("no retry: %s were already written to the output", count(int(t.done), "byte"))
	if !changed {
		why += ", and " + blind
	}
	return fmt.Errorf("%w (%s)", err, why)
}

// An objectState identifies the state of an object: its version, size and time.
type objectState struct {
	version string
	size    int64
	time    time.Time
}

// stateOf returns the state of an opened object.
func stateOf(m *open.Meta) *objectState { return &objectState{m.Version, m.Size, m.Time} }

// exact reports whether s is precise enough to detect any change of the object.
func (s *objectState) exact() bool {
	return s.version != "" || s.size >= 0 && !s.time.IsZero()
}

// same reports whether no known value differs between two states.
func (s *objectState) same(other *objectState) bool {
	if s.version != "" && other.version != "" && s.version != other.version {
		return false
	}
	return s.size == other.size && s.time.Equal(other.time)
}

// A StatusError is an http response that is not what was requested.
type StatusError struct {
	status int
	resume bool // the request was for a part of the object
	after  time.Duration
}

// Error returns the number and the name of the status.
func (e *StatusError) Error() string {
	text := fmt.Sprintf("the server returned %d", e.status)
	if words := http.StatusText(e.status); words != "" {
		text += " " + words
	}
	if e.resume {
		text += " to the request for a part of the object"
	}
	return text
}

// Retry reports whether another attempt can succeed, and how long the server asks to
// wait.
func (e *StatusError) Retry() (time.Duration, bool) { return e.after, openhttp.IsBusy(e.status) }

// remarkStatus says that a document is the page of an error and not the object, unless the
// user sees the page.
func (t *Transfer) remarkStatus(m *open.Meta) {
	if m.Status < 400 || t.isSite() || t.r.o.Describe || t.to == (savedir.Place{}) && term.Is(t.r.o.Stdout) {
		return
	}
	to := t.Path()
	if to == "" {
		to = "stdout"
	}
	status := strings.TrimPrefix((&StatusError{status: m.Status}).Error(), "the server returned ")
	t.r.o.Reporter.Remark("%s: %s: %s gets the page of the error; --fail makes it an error", m.URL.Redacted(), status, to)
}

// checkStatus returns an error for an http status whose content must not be saved: with
// Fail, for the rest of a file, and if a retry may succeed.
func (t *Transfer) checkStatus(m *open.Meta) error {
	err := &StatusError{status: m.Status, resume: t.start+t.done > 0, after: m.RetryAfter}
	if m.Status < 400 || !(t.r.o.Fail || err.resume || t.left > 0 && openhttp.IsBusy(m.Status)) {
		return nil
	}
	return err
}
