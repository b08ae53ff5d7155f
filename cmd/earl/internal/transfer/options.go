package transfer

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/console"
	"github.com/earl-url/earl/cmd/earl/internal/treecopy"
	"github.com/earl-url/earl/cmd/earl/internal/writeout"
	"github.com/earl-url/earl/open"
)

// Options are the settings of a Runner. Client, Read, Parse, Stdin, Stdout and
// Reporter are required. The zero values of all other fields turn their functions off.
type Options struct {
	Client *open.Client
	// Read returns the URL of an argument. It prints nothing.
	Read func(text string) (earl.URL, error)
	// Parse returns the URL of an argument, with its login.
	Parse func(text string) (earl.URL, error)
	// Instead, if not nil, is called for each URL of the user instead of opening it.
	Instead func(ctx context.Context, u earl.URL) error
	// Login returns the login for a server that requests one.
	Login func(ctx context.Context, typed earl.URL, l open.Login) (open.Login, error)
	// AnswerPolicy is the policy for URLs that contain the answers to a form. If it is
	// nil, the policy of the Client applies.
	AnswerPolicy *open.Policy
	NoFollow     bool // redirects are results and not followed

	Stdin, Stdout *os.File
	InputFile     string // a file with more URLs, one per line; "-" is Stdin
	Reporter      Reporter
	// Trace is called with each protocol line and the number of its transfer, from 1.
	Trace func(transfer int, e open.Event)
	// Meter, if not nil, returns the progress display of a file.
	Meter func(name string, start, total int64) console.Meter
	// Describe prints a document instead of writing it to stdout.
	Describe func(m *open.Meta) error
	// Saved is called for each document that was saved.
	Saved func(t *Transfer, m *open.Meta) error

	Parallel    int                       // transfers at a time; 0 and 1 mean one after the other
	Connections func(server string) int   // transfers at a time from a "host:port"; nil means no limit
	Rate        func(server string) int64 // bytes per second of one transfer; nil or 0 means no limit

	MaxTime      time.Duration // for one URL
	Retries      int
	RetryDelay   time.Duration // 0 means 1 s, then twice as long each time
	RetryMaxTime time.Duration // no retry begins after this time
	RetryAll     bool          // retry after every error of a server or the network
	Fail         bool          // an http status of 400 or more is an error
	Since        time.Time     // get only objects that changed after this time

	HeadOnly   bool   // the document is the header of the object
	HeaderFile string // the file for the headers of http responses; "-" is Stdout
	Compressed bool   // request coded content and decode it
	Raw        bool   // do not decode coded content
	MaxDecoded int64  // bytes of a decoded document; 0 means no limit
	// Finished is called after each transfer, with its error or nil.
	Finished func(ctx context.Context, x *writeout.Facts, err error)

	Listings   bool          // anything but a listing is an error
	Binary     bool          // a terminal gets the bytes of a document unchanged
	Output     string        // the file of a document; "" and "-" are stdout
	RemoteName bool          // save each document to a file named by the last part of its path
	Glob       bool          // expand {a,b} and [1-9] in URLs of the command line
	ServerName bool          // with RemoteName, use the name that the server suggests
	CreateDirs bool          // create the directories of Output and OutputDir
	Newer      bool          // do not get an object again if its file is current
	MaxAge     time.Duration // do not get an object again if its file is younger
	Whole      bool          // get each object of a copy again, also if it has not changed: an archive needs it
	RemoteTime bool          // set the times of files to those of the objects
	OutputDir  string        // the directory of files; "" is the working directory
	Force      bool          // overwrite existing files
	Range      Range
	Resume     Resume
	Checksum   Checksum

	Recursive bool
	Recursion treecopy.Options
}

// A Range is a part of an object, counted in bytes from 0. The zero Range is all of it.
type Range struct {
	Given bool
	First int64
	Stop  int64 // after the last byte; 0 is the end of the object
}

// Resume is where a download continues. The zero Resume begins at the start.
type Resume struct {
	Given bool
	Auto  bool  // at the end of the file
	At    int64 // at this byte, if not Auto
}

// A Reporter receives the messages and results of a Runner. Several goroutines may call
// it.
type Reporter interface {
	// Remark reports a remark.
	Remark(format string, args ...any)
	// Verbose reports a detail.
	Verbose(format string, args ...any)
	// Incomplete reports that a limit was reached and files are missing.
	Incomplete(format string, args ...any)
	// Failed reports the error of a URL or a file.
	Failed(ctx context.Context, name string, err error)
	// Resource prints a resource other than a document. The Reporter closes it.
	Resource(ctx context.Context, t *Transfer, r open.Resource) error
}

// toFile reports whether documents are saved to files.
func (o *Options) toFile() bool {
	return o.RemoteName || o.Recursive || o.Output != "" && o.Output != "-"
}

// Untimed reports whether no transfer needs the time of its object. The time is needed to
// set the time of a file, to print it, and to check whether an object changed between two
// attempts.
func (o *Options) Untimed() bool {
	return !o.Recursive && !o.Newer && !o.RemoteTime && !o.HeadOnly && !o.Resume.Given && o.Retries == 0 &&
		o.Describe == nil && o.Saved == nil && o.Since.IsZero()
}

// A UsageError is an error in the arguments or options of the user.
type UsageError struct{ Err error }

// Error implements error.
func (e *UsageError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *UsageError) Unwrap() error { return e.Err }

// usageError returns a *UsageError.
func usageError(format string, args ...any) error { return &UsageError{fmt.Errorf(format, args...)} }
