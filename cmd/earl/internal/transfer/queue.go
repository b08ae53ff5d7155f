package transfer

import (
	"context"
	"iter"

	"github.com/earl-url/earl/cmd/earl/internal/treecopy"
	"github.com/earl-url/earl/internal/hostlimit"
	"github.com/earl-url/earl/open"
)

// A download is one URL to download.
type download struct {
	text   string         // the argument, or "" if tree is set
	values []string       // of the lists and ranges in the pattern of text
	tree   *treecopy.File // found by a copy of a tree, or nil
	server string         // "host:port", or ""
}

// name returns the name of d in messages.
func (d download) name() string {
	if d.tree != nil {
		return d.tree.URL.Redacted()
	}
	return d.text
}

// address returns the "host:port" of a text that may be a URL. It returns "" if there is
// none, or if downloads run one after the other, without a queue.
func (r *Runner) address(text string) string {
	if r.o.Parallel <= 1 {
		return ""
	}
	u, err := r.o.Reporter.Read(text)
	if err != nil {
		return ""
	}
	server, _ := open.HostPort(u)
	return server
}

// ahead is how many downloads can wait in the queue: enough to find one whose server has
// a free connection, and little memory.
const ahead = 1024

// A queue runs several downloads at a time, in order as far as the limits for servers
// allow.
type queue struct {
	max     int                     // downloads at a time
	perHost func(server string) int // downloads at a time from a server; nil means no limit
	do      func(context.Context, download)
}

// run runs all downloads. It starts no download after ctx has ended.
func (q *queue) run(ctx context.Context, downloads iter.Seq[download]) {
	limits := hostlimit.New(hostlimit.Options{Total: q.max, Rule: q.rule, InOrder: true})
	limits.Run(ctx, ahead, func(yield func(hostlimit.Job) bool) {
		for d := range downloads {
			if !yield(hostlimit.Job{Server: d.server, Do: func(ctx context.Context) { q.do(ctx, d) }}) {
				return
			}
		}
	})
}

// rule returns the limit of a server. A file has no server, and no limit.
func (q *queue) rule(server string) hostlimit.Rule {
	if server == "" || q.perHost == nil {
		return hostlimit.Rule{}
	}
	return hostlimit.Rule{Slots: q.perHost(server)}
}
