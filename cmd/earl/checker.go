package main

import (
	"sync/atomic"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/cookies"
	"github.com/earl-url/earl/internal/check/inputs"
	"github.com/earl-url/earl/internal/check/site"
	"github.com/earl-url/earl/internal/git"
	"github.com/earl-url/earl/linkcheck"
	"github.com/earl-url/earl/open/http"
)

// A checker is one run of check.
type checker struct {
	s       *streams
	flags   *checkFlags
	edition *earl.Edition
	base    earl.URL // of references in files; if zero, the URL of each file
	options linkcheck.Options
	sources *inputs.Set
	site    *site.Server   // nil without --serve
	web     *http.Opener   // of the client
	changes *git.Changes   // of --only-changed; nil for all lines
	jar     *cookies.Jar   // nil without cookies
	line    *progressLine  // nil if progress is not shown
	archive *archiveWriter // nil without --warc-file
	trouble atomic.Bool    // an input could not be read
	found   atomic.Bool    // the inputs contain a link
}

// close closes the connections and the server of the site.
func (k *checker) close() {
	k.options.Client.Close()
	if k.site != nil {
		k.site.Close()
	}
}

// fault reports an error and makes the exit status 2.
func (k *checker) fault(format string, args ...any) {
	k.trouble.Store(true)
	k.line.clear()
	k.s.say("earl: check: "+format, args...)
}

// remark writes a remark to stderr, except with -s.
func (k *checker) remark(format string, args ...any) {
	if !k.flags.silent {
		k.line.clear()
		k.s.say("earl: check: "+format, args...)
	}
}

// robotsProblem reports a robots.txt that was not understood in full. One that could not
// be read leaves the check incomplete.
func (k *checker) robotsProblem(p linkcheck.RobotsProblem) {
	if p.Err != nil {
		k.fault("%s", p)
		return
	}
	k.remark("%s", p)
}
