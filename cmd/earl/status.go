package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/config"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/ftp"
	"github.com/earl-url/earl/open/nntp"
)

// The exit statuses.
const (
	statusDone        = 0
	statusNo          = 1
	statusUsage       = 2
	statusHosts       = 3
	statusRefused     = 4
	statusNotFound    = 5
	statusConnect     = 6
	statusTime        = 7
	statusProtocol    = 8
	statusLogin       = 9
	statusHere        = 10
	statusInterrupted = 130
)

// statuses is what each exit status means, for help and the man page.
var statuses = [...]struct {
	code    int
	meaning string
}{
	{statusDone, "done; yes"},
	{statusNo, "no: not valid, not the same, nothing found, a link is broken"},
	{statusUsage, "the command line is wrong, or a file that it names cannot be read"},
	{statusHosts, "explain: editions read different hosts (before 1)"},
	{statusRefused, "refused by a guard: nothing was sent, or the hop that was refused was not made"},
	{statusNotFound, "not found (550, 404 with -f, no such file), or the server says no for a reason of its own"},
	{statusConnect, "no connection: name, route, refused, TLS"},
	{statusTime, "a time limit"},
	{statusProtocol, "the peer broke its protocol, or the object was cut short, has changed or has another checksum"},
	{statusLogin, "a login or an answer is needed, or the login was refused"},
	{statusHere, "trouble here: output cannot be written, disk full, no opener for the scheme"},
	{statusInterrupted, "interrupted"},
}

// statusText is the table of statuses as help shows it.
func statusText() string {
	var b strings.Builder
	for _, s := range statuses {
		fmt.Fprintf(&b, "    %3d  %s\n", s.code, s.meaning)
	}
	b.WriteString("\nSeveral URLs: the highest of their statuses.")
	return b.String()
}

// newStatusTopic returns the help topic "status".
func newStatusTopic() *cobra.Command {
	return &cobra.Command{Use: "status", Short: "What the exit statuses mean", Long: "The exit statuses of earl:\n\n" + statusText()}
}

// exit is the error of a command that has said all there is to say: only its status is left.
type exit int

// Error names the status.
func (e exit) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

// exitWith returns the exit for a status, nil for 0.
func exitWith(status int) error {
	if status == statusDone {
		return nil
	}
	return exit(status)
}

// A usageError is a fault of the command line.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

// usagef returns a fault of the command line.
func usagef(format string, args ...any) error { return &usageError{fmt.Errorf(format, args...)} }

// A hereError is trouble on this machine: output that cannot be written, above all.
type hereError struct{ err error }

func (e *hereError) Error() string { return e.err.Error() }
func (e *hereError) Unwrap() error { return e.err }

// here marks err as trouble on this machine; nil stays nil.
func here(err error) error {
	if err == nil {
		return nil
	}
	return &hereError{err}
}

// statusOf returns the exit status for an error, the most telling cause first.
func statusOf(err error) int {
	var (
		usage   *usageError
		setting *config.Error
		local   *hereError
		refusal *open.Refusal
		invalid *earl.ParseError
		other   *notListing
		status  *statusError
		sum     *checksumError
	)
	switch {
	case err == nil:
		return statusDone
	case errors.Is(err, context.Canceled):
		return statusInterrupted
	case errors.As(err, &usage), errors.As(err, &setting), errors.Is(err, nntp.ErrServer):
		return statusUsage
	case errors.As(err, &local):
		return statusHere
	case errors.As(err, &refusal), errors.Is(err, errName), errors.Is(err, open.ErrLineBreak), errors.Is(err, earl.ErrControl):
		return statusRefused
	case errors.As(err, &invalid), errors.As(err, &other):
		return statusNo
	case errors.Is(err, open.ErrNotFound), errors.As(err, &status):
		return statusNotFound
	case errors.Is(err, open.ErrLogin):
		return statusLogin
	case isTime(err):
		return statusTime
	case errors.Is(err, open.ErrProtocol), errors.Is(err, open.ErrCut), errors.Is(err, open.ErrChanged), errors.As(err, &sum):
		return statusProtocol
	case errors.Is(err, open.ErrNoOpener):
		return statusHere
	case isConnect(err):
		return statusConnect
	case errors.Is(err, os.ErrNotExist), isNo(err):
		return statusNotFound
	}
	return statusHere
}

// isNo reports whether a server refused for a reason of its own, such as 552 of
// ftp. A place behind the end of an object, 416 of http, was named here.
func isNo(err error) bool {
	var (
		byFTP  *ftp.Error
		byNews *nntp.Error
	)
	code, _ := httpStatus(err)
	return errors.As(err, &byFTP) || errors.As(err, &byNews) || code >= 400 && code != http.StatusRequestedRangeNotSatisfiable
}

// isTime reports whether a time limit ended the work.
func isTime(err error) bool {
	var timeout net.Error
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, os.ErrDeadlineExceeded) ||
		errors.As(err, &timeout) && timeout.Timeout()
}

// isConnect reports whether there was no connection, or it broke.
func isConnect(err error) bool {
	var (
		op        *net.OpError
		dns       *net.DNSError
		unknown   x509.UnknownAuthorityError
		name      x509.HostnameError
		invalid   x509.CertificateInvalidError
		record    tls.RecordHeaderError
		alert     tls.AlertError
		certCheck *tls.CertificateVerificationError
	)
	return errors.Is(err, open.ErrConnect) || errors.As(err, &op) || errors.As(err, &dns) ||
		errors.As(err, &unknown) || errors.As(err, &name) || errors.As(err, &invalid) ||
		errors.As(err, &record) || errors.As(err, &alert) || errors.As(err, &certCheck)
}
