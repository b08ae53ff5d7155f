package transfer

import (
	"context"
	"os"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/console"
	"github.com/earl-url/earl/cmd/earl/internal/treecopy"
	"github.com/earl-url/earl/cmd/earl/internal/writeout"
	"github.com/earl-url/earl/open"
)

// Options are the settings of a Runner. Client, Reporter, Stdin and Stdout are required. The
// zero values of all other fields turn their functions off.
type Options struct {
	Client   *open.Client
	Reporter Reporter
	Servers  Servers // nil means no limits
	// AnswerPolicy is the policy for URLs that contain the answers to a form. If it is
	// nil, the policy of the Client applies.
	AnswerPolicy  *open.Policy
	Stdin, Stdout *os.File

	Input
	Retry
	Content
	Saving
	Reports

	Recursive bool // copy trees
	Recursion treecopy.Options
	Whole     bool // get each object of a copy again, also if it has not changed: an archive needs it
	Parallel  int  // transfers at a time; 0 and 1 mean one after the other
}

// Input is where the URLs are from.
type Input struct {
	InputFile string // a file with more URLs, one per line; "-" is Stdin
	GlobOff   bool   // do not expand {a,b} and [1-9] in URLs of the command line
}

// Retry are the limits of time and the retries of a transfer.
type Retry struct {
	MaxTime      time.Duration // for one URL
	Retries      int
	RetryDelay   time.Duration // 0 means 1 s, then twice as long each time
	RetryMaxTime time.Duration // no retry begins after this time
	RetryAll     bool          // retry after every error of a server or the network
	Fail         bool          // an http status of 400 or more is an error
}

// Content is what is requested.
type Content struct {
	NoFollow   bool      // redirects are results and not followed
	Listings   bool      // anything but a listing is an error
	Since      time.Time // get only objects that changed after this time
	HeadOnly   bool      // the document is the header of the object
	HeaderFile string    // the file for the headers of http responses; "-" is Stdout
	Compressed bool      // request coded content and decode it
	Raw        bool      // do not decode coded content
	MaxDecoded int64     // bytes of a decoded document; 0 means no limit
}

// Saving is where documents are saved, and when.
type Saving struct {
	Output     string        // the file of a document; "" and "-" are stdout
	RemoteName bool          // save each document to a file named by the last part of its path
	ServerName bool          // with RemoteName, use the name that the server suggests
	OutputDir  string        // the directory of files; "" is the working directory
	CreateDirs bool          // create the directories of Output and OutputDir
	Force      bool          // overwrite existing files
	Newer      bool          // do not get an object again if its file is current
	MaxAge     time.Duration // do not get an object again if its file is younger
	RemoteTime bool          // set the times of files to those of the objects
	Range      Range
	Resume     Resume
	Checksum   Checksum
}

// Reports are the results that the Reporter receives besides messages.
type Reports struct {
	Describe bool // documents are passed to Document instead of stdout, and saved ones to Saved
	Facts    bool // Finished is called
	Trace    bool // Trace is called
	Progress bool // Meter is called
}

// Servers limits the transfers of each server, a "host:port".
type Servers interface {
	// Connections returns how many transfers run at a time. 0 means no limit.
	Connections(server string) int
	// Rate returns the bytes per second of one transfer. 0 means no limit.
	Rate(server string) int64
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

// A Reporter is the program that uses a Runner: it reads the URLs of its user, receives
// messages and results, and shows them. Several goroutines may call it.
type Reporter interface {
	// Read returns the URL of an argument. It prints nothing.
	Read(text string) (earl.URL, error)
	// Parse returns the URL of an argument, with its login.
	Parse(text string) (earl.URL, error)
	// Login returns the login for a server that requests one, to open a URL of the user.
	Login(ctx context.Context, u earl.URL, l open.Login) (open.Login, error)

	// Remark reports a remark.
	Remark(format string, args ...any)
	// Verbose reports a detail.
	Verbose(format string, args ...any)
	// Incomplete reports that a limit was reached and files are missing.
	Incomplete(format string, args ...any)
	// Failed reports the error of a URL or a file.
	Failed(ctx context.Context, name string, err error)
	// Trace reports a protocol line and the number of its transfer, from 1.
	Trace(transfer int, e open.Event)
	// Meter returns the progress display of a file.
	Meter(name string, start, total int64) console.Meter

	// Document prints the properties of a document.
	Document(m *open.Meta) error
	// Saved is called for each document that was saved.
	Saved(t *Transfer, m *open.Meta) error
	// Resource prints a resource other than a document. The Reporter closes it.
	Resource(ctx context.Context, t *Transfer, r open.Resource) error
	// Finished is called after each transfer, with its error or nil.
	Finished(ctx context.Context, x *writeout.Facts, err error)
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
		!o.Describe && o.Since.IsZero()
}
