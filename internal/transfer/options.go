package transfer

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/console"
	"github.com/earl-url/earl/internal/writeout"
	"github.com/earl-url/earl/open"
)

// Options are the settings of a Runner. Client, Read, Parse, Stdin, Stdout and
// Reporter are required; the zero value of every other field is off.
type Options struct {
	Client *open.Client
	// Read returns the URL that a text of the user means. It prints nothing.
	Read func(text string) (earl.URL, error)
	// Parse returns the URL of a text that the user gave, with the login that is known
	// for it.
	Parse func(text string) (earl.URL, error)
	// Instead is called for each URL of the user instead of opening it. Nil: URLs are
	// opened.
	Instead func(ctx context.Context, u earl.URL) error
	// Login answers a server that asks for a login while the user's URL is opened.
	Login func(ctx context.Context, typed earl.URL, l open.Login) (open.Login, error)
	// AnswerPolicy is the policy for the URL that the answers to a form lead to. Nil:
	// that of the Client.
	AnswerPolicy *open.Policy
	NoFollow     bool // redirects are results

	Stdin, Stdout *os.File
	InputFile     string // has more URLs, one per line; "-": Stdin
	Reporter      Reporter
	// Trace takes the protocol lines of a transfer, which has a number from 1 on.
	Trace func(transfer int, e open.Event)
	// Meter returns the display of progress of a file that is saved. Nil: no display.
	Meter func(name string, start, total int64) console.Meter
	// Describe prints a document instead of writing it to stdout.
	Describe func(m *open.Meta) error
	// Saved prints that a document was saved.
	Saved func(t *Transfer, m *open.Meta) error

	Parallel    int                       // transfers at a time; 0 and 1: one after the other
	Connections func(server string) int   // transfers at a time at a "host:port"; nil: no limit
	Rate        func(server string) int64 // bytes per second of one transfer; nil or 0: no limit

	MaxTime      time.Duration // for one URL
	Retries      int
	RetryDelay   time.Duration // 0: 1 s, then twice as long each time
	RetryMaxTime time.Duration // no retry begins later
	RetryAll     bool          // retry after every error of a server or the network
	Fail         bool          // a status of http from 400 on is an error
	Since        time.Time     // only what has changed since

	HeadOnly   bool   // the document is the header of the object
	HeaderFile string // takes the header of each response of http; "-": Stdout
	Compressed bool   // content may come coded, and is decoded
	Raw        bool   // content that came coded is not decoded
	MaxDecoded int64  // bytes of a document that was decoded; 0: no limit
	// Finished reports each transfer that has ended, with its error or nil.
	Finished func(ctx context.Context, x *writeout.Facts, err error)

	Listings   bool   // anything but a listing is an error
	Binary     bool   // a terminal gets the bytes of a document unchanged
	Output     string // the file of a document; "" and "-": stdout
	RemoteName bool   // each document has a file with the last name of its URL
	Glob       bool   // {a,b} and [1-9] in the URLs of the command line mean several
	ServerName bool   // with RemoteName: the server may suggest the name
	CreateDirs bool   // directories of Output and OutputDir are created
	Newer      bool   // a file that is the object already is left
	RemoteTime bool   // files have the time of the object
	OutputDir  string // where files are; "": the working directory
	Force      bool   // files that exist are overwritten
	Range      Range
	Resume     Resume
	Checksum   Checksum

	Recursive bool
	Recursion Recursion
}

// A Range is a part of an object, counted in bytes from 0. The zero Range is all of it.
type Range struct {
	Given bool
	First int64
	Stop  int64 // after the last byte; 0: the end of the object
}

// Resume is where a download continues. The zero Resume begins at the start.
type Resume struct {
	Given bool
	Auto  bool  // at the size of the file
	At    int64 // if not Auto
}

// Recursion are the limits of a copy of a tree.
type Recursion struct {
	Lists          string // the directory of the lists of copied files; "": no list is kept
	Delete         bool   // files of earlier copies that are gone at the server are deleted
	ConvertLinks   bool   // links of pages lead to the files that were saved
	Agent          string // whom robots.txt calls this program
	Depth          int    // listings from the first to the deepest; at least 1
	MaxFiles       int    // negative: no limit
	MaxDirs        int    // negative: no limit
	Accept, Reject []string
	SpanHosts      bool // other servers too
	Parent         bool // what is not below the first listing too
}

// A Reporter takes what a Runner has to report. Several goroutines may call it.
type Reporter interface {
	// Remark reports what is good to know.
	Remark(format string, args ...any)
	// Verbose reports a detail.
	Verbose(format string, args ...any)
	// Incomplete reports what a limit left out.
	Incomplete(format string, args ...any)
	// Failed reports the error of what the user or a server named so.
	Failed(ctx context.Context, name string, err error)
	// Resource shows a resource other than a document. The Reporter closes it.
	Resource(ctx context.Context, t *Transfer, r open.Resource) error
}

// toFile reports whether documents are saved to files.
func (o *Options) toFile() bool {
	return o.RemoteName || o.Recursive || o.Output != "" && o.Output != "-"
}

// Untimed reports whether no transfer needs the time of its object: for the time of a
// file or what is printed of it, or to tell whether an object changed between two
// attempts.
func (o *Options) Untimed() bool {
	return !o.Recursive && !o.Newer && !o.RemoteTime && !o.HeadOnly && !o.Resume.Given && o.Retries == 0 &&
		o.Describe == nil && o.Saved == nil && o.Since.IsZero()
}

// A UsageError is an error of what the user asked for.
type UsageError struct{ Err error }

// Error implements error.
func (e *UsageError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *UsageError) Unwrap() error { return e.Err }

// usageError returns a *UsageError.
func usageError(format string, args ...any) error { return &UsageError{fmt.Errorf(format, args...)} }
