package open

import (
	"context"
	"errors"
	"io/fs"
	"net"
	"os"
	"syscall"
	"time"

	"github.com/earl-url/earl"
)

// Class is what an error of opening means, for programs: an exit status, the
// status of a link, the heading of a page. [ClassOf] is the one place that knows.
type Class uint8

// The values of Class.
const (
	ClassNone        Class = iota // no error
	ClassInvalid                  // the text is not a URL of its scheme: *earl.ParseError
	ClassRefused                  // a guard refused it: *Refusal, ErrLineBreak, earl.ErrControl; or earl.Auto: ParseError.Readings
	ClassUnsupported              // nothing opens the scheme, or nothing retrieves this URL of it
	ClassNotFound                 // the object is not there
	ClassLogin                    // a login is needed, or was refused
	ClassConnect                  // no connection, or it broke: name, route, refused, TLS
	ClassTimeout                  // a time limit or a minimum rate
	ClassProtocol                 // the server sent an invalid response
	ClassTruncated                // the content ended early
	ClassChanged                  // the object is not the one that Request.Version names
	ClassUnchanged                // the object has not changed since Request.Since
	ClassServer                   // the server refused for a reason of its own: ErrServer
	ClassInterrupted              // the caller cancelled it
	ClassLocal                    // this machine: a file, memory, output, or an unknown cause
)

var classWords = [...]string{"none", "invalid", "refused", "unsupported", "not-found", "login", "connect", "timeout", "protocol",
	"truncated", "changed", "unchanged", "server", "interrupted", "local"}

// String returns the word for c, such as "not-found".
func (c Class) String() string {
	if int(c) < len(classWords) {
		return classWords[c]
	}
	return classWords[ClassLocal]
}

// retrier is an error that knows whether another attempt can succeed.
type retrier interface {
	error
	// Retry returns how long the server asks to wait, 0 if it does not say, and
	// whether another attempt can succeed.
	Retry() (time.Duration, bool)
}

// sentinels are the errors that name a class, the most telling first.
var sentinels = [...]struct {
	target error
	class  Class
}{
	{context.Canceled, ClassInterrupted},
	{ErrLineBreak, ClassRefused},
	{earl.ErrControl, ClassRefused},
	{ErrUnchanged, ClassUnchanged},
	{ErrNotFound, ClassNotFound},
	{ErrLogin, ClassLogin},
	{context.DeadlineExceeded, ClassTimeout},
	{os.ErrDeadlineExceeded, ClassTimeout},
	{ErrChanged, ClassChanged},
	{ErrCut, ClassTruncated},
	{ErrProtocol, ClassProtocol},
	{ErrNoOpener, ClassUnsupported},
	{errors.ErrUnsupported, ClassUnsupported},
	{ErrConnect, ClassConnect},
	{ErrServer, ClassServer},
	{fs.ErrNotExist, ClassNotFound},
	{fs.ErrPermission, ClassLogin},
	{syscall.ECONNRESET, ClassConnect},
}

// ClassOf returns the class of an error of this package, of an opener, or of an
// error that wraps one: ClassNone for nil, ClassLocal for what it does not know.
func ClassOf(err error) Class {
	if err == nil {
		return ClassNone
	}
	var (
		refusal *Refusal
		invalid *earl.ParseError
	)
	switch {
	case errors.As(err, &refusal):
		return ClassRefused
	case errors.As(err, &invalid) && invalid.Readings != nil:
		return ClassRefused
	case errors.As(err, &invalid):
		return ClassInvalid
	}
	for _, s := range sentinels {
		if errors.Is(err, s.target) {
			return s.class
		}
	}
	switch {
	case isTimeout(err):
		return ClassTimeout
	case isNetwork(err):
		return ClassConnect
	}
	return ClassLocal
}

// isTimeout reports whether a limit of package net ended the work.
func isTimeout(err error) bool {
	var timeout net.Error
	return errors.As(err, &timeout) && timeout.Timeout()
}

// isNetwork reports whether err comes from a connection or a lookup.
func isNetwork(err error) bool {
	var (
		op  *net.OpError
		dns *net.DNSError
	)
	return errors.As(err, &op) || errors.As(err, &dns)
}

// Retryable reports whether another attempt can succeed, and how long the server
// asks to wait before it, 0 if it does not say. A name that does not exist, a
// certificate that is refused and what a guard refused do not change. An error
// with a method Retry() (time.Duration, bool) answers for itself.
func Retryable(err error) (wait time.Duration, ok bool) {
	var (
		self retrier
		dns  *net.DNSError
	)
	switch {
	case errors.As(err, &self):
		return self.Retry()
	case errors.As(err, &dns) && dns.IsNotFound:
		return 0, false
	}
	switch ClassOf(err) {
	case ClassConnect, ClassTimeout, ClassTruncated, ClassChanged:
		return 0, true
	}
	return 0, false
}
