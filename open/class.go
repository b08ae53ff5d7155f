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

// Class is the kind of an error of opening. Programs derive an exit status, the
// status of a link or the heading of a page from it. [ClassOf] returns it.
type Class uint8

// The values of Class.
const (
	ClassNone        Class = iota // no error
	ClassInvalid                  // the text is not a URL of its scheme: *earl.ParseError
	ClassRefused                  // refused by a guard: *Refusal, ErrLineBreak, earl.ErrControl; or earl.Auto: ParseError.Readings
	ClassUnsupported              // no opener has the scheme, or its opener cannot retrieve this URL
	ClassNotFound                 // the object does not exist
	ClassLogin                    // a login is needed, or was refused
	ClassConnect                  // no connection, or it failed: lookup, route, refused, TLS
	ClassTimeout                  // a time limit or a minimum rate
	ClassProtocol                 // the server sent an invalid response
	ClassTruncated                // the content ended early
	ClassChanged                  // the object is not in the state of Request.Version
	ClassUnchanged                // the object has not changed since Request.Since
	ClassServer                   // the server refused for another reason: ErrServer
	ClassInterrupted              // the caller cancelled the request
	ClassLocal                    // an error on this machine, such as of a file or the output, or an unknown cause
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
	// Retry returns how long the server asks to wait, or 0, and whether another
	// attempt can succeed.
	Retry() (time.Duration, bool)
}

// sentinels maps errors to their classes, the most specific first.
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

// ClassOf returns the class of an error of this package or of an opener, also
// if err wraps it. It returns ClassNone for nil and ClassLocal for an unknown
// error.
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

// isTimeout reports whether err is a timeout of package net.
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

// Retryable reports whether another attempt can succeed, and how long the
// server asks to wait before it, or 0. Another attempt does not help if the
// name does not exist, the certificate is refused, or a guard refuses the URL.
// An error with a method Retry() (time.Duration, bool) decides itself.
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
