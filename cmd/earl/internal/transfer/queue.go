package transfer

import (
	"context"
	"iter"

	"github.com/earl-url/earl/internal/hostlimit"
)

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

// ahead is how many downloads can wait in the queue: enough to find one whose server has
// a free connection, and little memory.
const ahead = 1024
