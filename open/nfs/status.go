package nfs

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"time"

	"github.com/earl-url/earl/internal/protocol/rpc"
	"github.com/earl-url/earl/open"
)

// StatusError is an error code of an NFS or MOUNT server. Its class is that of
// one of the errors of package open. Source: rfc1813 2.6, 5.1.5; rfc1094 2.3.1.
type StatusError struct {
	Procedure string // such as "LOOKUP"
	Name      string // the path or name that the call is about; "" for an object without a name
	Code      uint32
	hint      string
}

// The codes that the package handles. MOUNT has the first ones too.
// Source: rfc1813 2.6, 5.1.5.
const (
	statusOK          = 0
	statusPermission  = 1
	statusNotFound    = 2
	statusIO          = 5
	statusAccess      = 13
	statusNoDirectory = 20
	statusDirectory   = 21
	statusInvalid     = 22
	statusLongName    = 63
	statusStale       = 70
	statusBadHandle   = 10001
	statusBadCookie   = 10003
	statusUnsupported = 10004
	statusFault       = 10006
	statusLater       = 10008
)

// describeStatus returns the name of a code, its meaning, and the error of
// package open for it.
func describeStatus(code uint32) (name, text string, class error) {
	switch code {
	case statusPermission:
		return "PERM", "not allowed", errPermission
	case statusNotFound:
		return "NOENT", "no such file or directory", open.ErrNotFound
	case statusIO:
		return "IO", "the server cannot read its disk", open.ErrServer
	case statusAccess:
		return "ACCES", "permission denied", errPermission
	case statusNoDirectory:
		return "NOTDIR", "not a directory", open.ErrNotFound
	case statusDirectory:
		return "ISDIR", "a directory", open.ErrServer
	case statusInvalid:
		return "INVAL", "invalid argument", open.ErrServer
	case statusLongName:
		return "NAMETOOLONG", "the name is too long", open.ErrNotFound
	case statusStale:
		return "STALE", "the file handle is no longer valid", open.ErrChanged
	case statusBadHandle:
		return "BADHANDLE", "the server does not accept the file handle", open.ErrServer
	case statusBadCookie:
		return "BAD_COOKIE", "the directory changed while it was read", open.ErrChanged
	case statusUnsupported:
		return "NOTSUPP", "the server does not support this", open.ErrServer
	case statusFault:
		return "SERVERFAULT", "an error in the server", open.ErrServer
	case statusLater:
		return "JUKEBOX", "the server asks to try again later", open.ErrServer
	}
	return "", "the server refused", open.ErrServer
}

// Error returns the procedure, the name, and the code with its meaning.
func (e *StatusError) Error() string {
	name, text, _ := describeStatus(e.Code)
	s := e.Procedure
	if e.Name != "" {
		s += " " + strconv.Quote(e.Name)
	}
	s += ": " + strconv.FormatUint(uint64(e.Code), 10)
	if name != "" {
		s += " " + name
	}
	s += ": " + text
	if e.hint != "" {
		s += "; " + e.hint
	}
	return s
}

// Unwrap returns the error of package open for the code.
func (e *StatusError) Unwrap() error {
	_, _, class := describeStatus(e.Code)
	return class
}

// laterWait is how long to wait when a server asks to try later. A server that
// loads a tape needs longer, and asks again. Source: rfc1813 2.6,
// NFS3ERR_JUKEBOX.
const laterWait = 5 * time.Second

// Retry reports whether another attempt can succeed.
func (e *StatusError) Retry() (time.Duration, bool) {
	if e.Code == statusLater {
		return laterWait, true
	}
	return 0, e.Code == statusStale || e.Code == statusBadCookie
}

// codeOf returns the code of a StatusError, or 0 for any other error.
func codeOf(err error) uint32 {
	var e *StatusError
	if errors.As(err, &e) {
		return e.Code
	}
	return statusOK
}

// stateOf returns the state of a reply without results, or Success for any other
// error.
func stateOf(err error) rpc.State {
	var e *rpc.Error
	if errors.As(err, &e) {
		return e.State
	}
	return rpc.Success
}

// replyError is a reply without results, as an error with a class.
type replyError struct {
	reply *rpc.Error
	what  string // such as "NFS version 3: LOOKUP"
	class error
}

// Error returns what was called and the state.
func (e *replyError) Error() string {
	text := e.what + ": " + e.reply.Error()
	if e.reply.State == rpc.WrongVersion && e.reply.Low >= 4 {
		return text + ": it speaks only version 4, which is another protocol, and earl reads versions 2 and 3"
	}
	return text
}

// Unwrap returns the reply and its class.
func (e *replyError) Unwrap() []error { return []error{e.reply, e.class} }

// newReplyError returns the error for a reply without results.
func newReplyError(what string, e *rpc.Error) error {
	class := open.ErrServer
	switch e.State {
	case rpc.NoProgram, rpc.WrongVersion, rpc.NoProcedure, rpc.WrongRPC:
		class = errors.ErrUnsupported
	case rpc.BadAuth:
		class = open.ErrLogin
	}
	return &replyError{e, what, class}
}

// Errors about an object or a link. A refusal is not an ErrLogin, because no login
// would help.
var (
	errPermission = fmt.Errorf("%w: %w", open.ErrServer, fs.ErrPermission)
	errSpecial    = fmt.Errorf("it is a device, a socket or a pipe, and not a file: %w", errors.ErrUnsupported)
	errEscape     = fmt.Errorf("the link points out of what the server exports: %w", open.ErrNotFound)
)
