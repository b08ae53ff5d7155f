package transfer

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/earl-url/earl/open"
	openhttp "github.com/earl-url/earl/open/http"
)

// A UsageError is an error in the arguments or options of the user.
type UsageError struct{ Err error }

// Error implements error.
func (e *UsageError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *UsageError) Unwrap() error { return e.Err }

// usageError returns a *UsageError.
func usageError(format string, args ...any) error { return &UsageError{fmt.Errorf(format, args...)} }

// A NotListingError is the error of a resource that is not a listing, if only
// listings are requested.
type NotListingError struct{}

// Error implements error.
func (*NotListingError) Error() string {
	return "it is not a directory or a menu; \"earl get\" opens it"
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

// A timeError is the error of a transfer that takes longer than MaxTime.
type timeError struct{ limit time.Duration }

func (e *timeError) Error() string {
	return fmt.Sprintf("not finished within %v (--max-time)", e.limit)
}

func (e *timeError) Unwrap() error { return context.DeadlineExceeded }

// An upToDateError is the error of a file that is already current.
type upToDateError struct{ file, why string }

// Error returns the name of the file in a message.
func (e *upToDateError) Error() string { return e.file + " " + e.why }

// Is reports whether target is open.ErrUnchanged.
func (e *upToDateError) Is(target error) bool { return target == open.ErrUnchanged }

// errCoding is the cause of an error about content codings.
var errCoding = fmt.Errorf("%w: cannot resume", open.ErrServer)

// message returns the text of an error without the prefix of the root package.
func message(err error) string { return strings.TrimPrefix(err.Error(), "earl: ") }
