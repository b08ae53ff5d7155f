package main

import (
	"sync"
	"sync/atomic"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/config"
	"github.com/earl-url/earl/cmd/earl/internal/console"
	"github.com/earl-url/earl/cmd/earl/internal/cookies"
	"github.com/earl-url/earl/cmd/earl/internal/replay"
	"github.com/earl-url/earl/cmd/earl/internal/writeout"
	"github.com/earl-url/earl/internal/guess"
	"github.com/earl-url/earl/open"
)

// A getter is one run of get or ls. It reports what its transfers do.
type getter struct {
	s           *streams
	flags       *getFlags
	given       func(flag string) bool // whether a flag is on the command line
	settings    *config.Settings
	edition     *earl.Edition
	policy      open.Policy
	client      *open.Client
	credentials *config.Credentials
	traceFile   *traceFile       // nil without --trace
	bars        *console.Bars    // nil if the progress of several transfers is not shown
	jar         *cookies.Jar     // nil without cookies
	format      *writeout.Format // nil without --write-out
	archive     *archiveWriter   // nil without --warc-file
	replay      *replay.Archive  // nil without --from-warc

	ask      console.Prompt
	keyboard *console.Keyboard
	asking   sync.Mutex   // one question at a time
	servers  sync.Map     // the addresses of the URLs that the user typed
	status   atomic.Int64 // the highest so far
	stopped  sync.Once    // reports an interruption once

	guessing sync.Once
	guess    guess.Options // see guesses
}

// close closes the connections and the archives that are read.
func (g *getter) close() {
	g.client.Close()
	if g.replay != nil {
		g.replay.Close()
	}
}

// raise makes the status at least this.
func (g *getter) raise(status int) {
	for old := g.status.Load(); int64(status) > old; old = g.status.Load() {
		if g.status.CompareAndSwap(old, int64(status)) {
			return
		}
	}
}

// interrupted reports once that the user interrupted the command.
func (g *getter) interrupted() {
	g.stopped.Do(func() { g.complain("earl: interrupted") })
	g.raise(statusInterrupted)
}
