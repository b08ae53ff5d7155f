package main

import (
	"context"
	"errors"
	"fmt"
	nethttp "net/http"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/earl-url/earl/cmd/earl/internal/config"
	"github.com/earl-url/earl/cmd/earl/internal/console"
	"github.com/earl-url/earl/cmd/earl/internal/pipeline"
	"github.com/earl-url/earl/cmd/earl/internal/savedir"
	"github.com/earl-url/earl/cmd/earl/internal/transfer"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/http"
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
	statusLocal       = 10
	statusInterrupted = 130
)

// statuses are the meanings of the exit statuses, for help and the man page.
var statuses = [...]struct {
	code    int
	meaning string
}{
	{statusDone, "done; yes"},
	{statusNo, "no: not valid, not equivalent, nothing found, a broken link"},
	{statusUsage, "usage error, or an input file cannot be read or searched to its end"},
	{statusHosts, "explain: programs would contact different hosts or ports (before 1)"},
	{statusRefused, "refused by policy: nothing was sent, or a redirect was not followed"},
	{statusNotFound, "not found (550, 404 with -f, no such file), or refused by the server"},
	{statusConnect, "no connection: unknown host, no route, refused, TLS error"},
	{statusTime, "timeout, or slower than the minimum rate"},
	{statusProtocol, "invalid response or listing, truncated or changed, wrong checksum"},
	{statusLogin, "login or answer needed, or login refused"},
	{statusLocal, "local error: cannot write output, disk full, unsupported scheme"},
	{statusInterrupted, "interrupted"},
}

// statusText returns the table of exit statuses for help.
func statusText() string {
	var b strings.Builder
	for _, s := range statuses {
		fmt.Fprintf(&b, "    %3d  %s\n", s.code, s.meaning)
	}
	b.WriteString("\nFor several URLs, the highest status counts. check and extract use only 0, 1 and 2. rows has its own statuses: see \"earl rows --help\".\n\nOver TLS, content that ends with its connection, without a length and without TLS's\nclose_notify, is truncated: 8, and the bytes that came are kept. -I ends with 5 if the\nserver tells nothing about the object.")
	return b.String()
}

// newStatusTopic returns the help topic "status".
func newStatusTopic() *cobra.Command {
	return &cobra.Command{Use: "status", Short: "List the exit statuses", Long: "The exit statuses of earl:\n\n" + statusText()}
}

// exit is the exit status of a command that has already printed its errors.
type exit int

// Error returns the status as text.
func (e exit) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

// Final marks e as an error that no transfer retries.
func (e exit) Final() {}

// exitWith returns the exit for a status, or nil for 0.
func exitWith(status int) error {
	if status == statusDone {
		return nil
	}
	return exit(status)
}

// A usageError is an error in the command line.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

// usagef returns a usageError.
func usagef(format string, args ...any) error { return &usageError{fmt.Errorf(format, args...)} }

// oneOf returns nil if value is in some, or the usage error of its flag.
func oneOf(flag, value string, some ...string) error {
	if slices.Contains(some, value) {
		return nil
	}
	last := len(some) - 1
	return usagef("%s %q: must be %s or %s", flag, value, strings.Join(some[:last], ", "), some[last])
}

// localErr marks err as a local error. It returns nil for nil.
func localErr(err error) error { return console.Local(err) }

// classStatus is the exit status for each class of error.
var classStatus = [...]int{
	open.ClassNone:        statusDone,
	open.ClassInvalid:     statusNo,
	open.ClassRefused:     statusRefused,
	open.ClassUnsupported: statusLocal,
	open.ClassNotFound:    statusNotFound,
	open.ClassLogin:       statusLogin,
	open.ClassConnect:     statusConnect,
	open.ClassTimeout:     statusTime,
	open.ClassProtocol:    statusProtocol,
	open.ClassTruncated:   statusProtocol,
	open.ClassChanged:     statusProtocol,
	open.ClassUnchanged:   statusDone,
	open.ClassServer:      statusNotFound,
	open.ClassInterrupted: statusInterrupted,
	open.ClassLocal:       statusLocal,
}

// statusOf returns the exit status for an error. Errors that this command defines have
// their own status; all others have the status of their class.
func statusOf(err error) int {
	var (
		usage   *usageError
		input   *pipeline.InputError
		setting *config.Error
		local   *console.LocalError
		missing *transfer.UsageError
		other   *transfer.NotListingError
		status  *transfer.StatusError
		sum     *transfer.ChecksumError
		web     *http.StatusError
		server  *nntp.ServerError
	)
	switch {
	case errors.Is(err, context.Canceled):
		return statusInterrupted
	case errors.As(err, &usage), errors.As(err, &input), errors.As(err, &missing), errors.As(err, &setting), errors.As(err, &server):
		return statusUsage
	case errors.As(err, &local):
		return statusLocal
	case errors.Is(err, savedir.ErrName):
		return statusRefused
	case errors.As(err, &other):
		return statusNo
	case errors.As(err, &status):
		return statusNotFound
	case errors.As(err, &sum), errors.As(err, &web) && web.Code == nethttp.StatusRequestedRangeNotSatisfiable:
		return statusProtocol
	}
	return classStatus[open.ClassOf(err)]
}

// checkArgs makes wrong arguments of a command usage errors.
func checkArgs(c *cobra.Command) {
	inner := c.Args
	if inner == nil {
		return
	}
	c.Args = func(c *cobra.Command, args []string) error {
		err := inner(c, args)
		var usage *usageError
		if err == nil || errors.As(err, &usage) {
			return err
		}
		if c.HasSubCommands() {
			return usagef("%s: %w", c.Name(), err)
		}
		return usagef("%s given, but the usage is: %s", count(len(args), "argument"), c.UseLine())
	}
}
