// Package treecopy copies trees into a directory: a directory or a menu with everything below
// it, or a web site with the pages that it links to. It finds the files, gives them names, and
// keeps the list of what it saved. An Engine downloads them.
//
//	c := treecopy.New(treecopy.Options{Depth: 5, MaxFiles: 100, MaxDirs: 100}, savedir.New("down"), engine)
//	defer c.Close()
//	err := c.Load()
//	c.Files(ctx, u, func(f *treecopy.File) bool { ...download f to f.Place...; return true })
//	c.End(ctx)
//
// A server decides nothing about the directory: names never lead out of it, only files on the
// list are overwritten or deleted, and limits apply to what is found.
package treecopy

import (
	"context"
	"errors"
	"path"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/savedir"
	"github.com/earl-url/earl/open"
)

// Options are the limits of a copy of a tree.
type Options struct {
	Lists          string // the directory of the lists of copied files, or "" for no list
	Delete         bool   // delete files of earlier copies that the server no longer has
	Force          bool   // delete them even if the user changed them
	ConvertLinks   bool   // change the links of pages to the saved files
	Agent          string // the name of this program in robots.txt
	Depth          int    // levels of listings, at least 1
	MaxFiles       int    // a negative number is no limit
	MaxDirs        int    // a negative number is no limit
	Accept, Reject []string
	SpanHosts      bool // also save files from other servers
	Parent         bool // also save files that are not below the first listing
}

// wanted reports whether --accept and --reject allow a name.
func (o *Options) wanted(name string, kind open.Kind) bool {
	like := func(globs []string) bool {
		return slices.ContainsFunc(globs, func(glob string) bool {
			dir := strings.HasSuffix(glob, "/") // the pattern is only for directories
			ok, _ := path.Match(strings.TrimSuffix(glob, "/"), name)
			return ok && (!dir || kind == open.KindListing)
		})
	}
	return !like(o.Reject) && (len(o.Accept) == 0 || kind == open.KindListing || like(o.Accept))
}

// An Engine opens URLs for a Copy and reports what the Copy finds. Several goroutines may call
// it.
type Engine interface {
	// List opens a listing and passes it to take, and again at each retry. document reports
	// that the URL is that of a document.
	List(ctx context.Context, u earl.URL, take func(context.Context, *open.Listing) error) (document bool, err error)
	// Open opens a request and follows its redirects. If allow is not nil, Open calls it
	// before each request, with the redirect that led to the request, or nil. An error of
	// allow ends Open.
	Open(ctx context.Context, r *open.Request, allow func(r *open.Request, from *open.Referral) error) (open.Resource, error)
	// Note reports a message.
	Note(level Level, format string, args ...any)
	// Failed reports the error of a URL or a file. It passes the error to Count.
	Failed(ctx context.Context, name string, err error)
}

// A Level is the importance of a message.
type Level int

// The levels of messages.
const (
	Detail     Level = iota // for --verbose
	Remark                  // for every user
	Incomplete              // a limit was reached and files are missing
)

// A Copy copies the trees of one command line into one directory.
type Copy struct {
	o      Options
	engine Engine
	dir    *savedir.Dir
	list   manifest
	starts []string // the URLs of the user, without passwords
	counts counts
}

// New returns a Copy into a directory. The caller loads and closes it.
func New(o Options, dir *savedir.Dir, engine Engine) *Copy {
	return &Copy{o: o, engine: engine, dir: dir}
}

// counts are the numbers of files in a copy.
type counts struct {
	files, bytes, unchanged, edited, deleted, failed, limited atomic.Int64

	gone    atomic.Int64 // of failed: broken links
	unread  atomic.Int64 // lines of listings that were not understood
	partial atomic.Int64 // files skipped for other reasons than limits
}

// Count counts an error. A listing that may lack entries did not fail: the others are copied,
// and only below it nothing is deleted.
func (c *Copy) Count(err error) {
	var unread *open.UnreadError
	var vague *unsureError
	switch {
	case errors.As(err, &unread):
		c.counts.unread.Add(int64(unread.Count))
	case !errors.As(err, &vague):
		c.counts.failed.Add(1)
	}
}

// remark reports a remark.
func (c *Copy) remark(format string, args ...any) { c.engine.Note(Remark, format, args...) }

// detail reports a detail.
func (c *Copy) detail(format string, args ...any) { c.engine.Note(Detail, format, args...) }

// incomplete counts and reports that a limit was reached.
func (c *Copy) incomplete(format string, args ...any) {
	c.counts.limited.Add(1)
	c.engine.Note(Incomplete, format, args...)
}

// errLeftOut is the error of a URL that turns out not to be wanted.
var errLeftOut = errors.New("skipped")

// reached reports whether a limit is reached. A negative number is no limit.
func reached(n, limit int) bool { return limit >= 0 && n >= limit }
