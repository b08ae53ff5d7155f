package transfer

import (
	"context"
	"iter"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/hostlimit"
)

// A download is one URL to get.
type download struct {
	text   string      // as the user gave it; "": url came from a listing
	values []string    // of the lists and ranges of the pattern that text comes from
	url    earl.URL    // zero: text is not parsed yet
	to     destination // where it is saved; zero: see Options
	server string      // "host:port", or ""

	copy     *copied  // what is known of the file of a copy; nil: it is not of a copy
	referrer earl.URL // of another server that led to url; zero: none
	crawl    *crawler // takes the document of a site; nil: it is not of a site
	item     item     // of crawl
}

// name returns the name of d in messages.
func (d download) name() string {
	if d.text != "" {
		return d.text
	}
	return d.url.Redacted()
}

// address returns the "host:port" of a text that may be a URL, "" for one that
// has none, and if downloads run one after the other, which have no queue.
func (r *Runner) address(text string) string {
	if r.o.Parallel <= 1 {
		return ""
	}
	u, err := r.o.Read(text)
	if err != nil {
		return ""
	}
	return addressOf(u)
}

// ahead is how many downloads wait at most: enough to find one whose server
// has a place, and little memory.
const ahead = 1024

// A queue runs several downloads at a time, in their order as far as the limits of
// the servers let it.
type queue struct {
	max     int                     // downloads at a time
	perHost func(server string) int // downloads at a time at a server; nil: no limit
	do      func(context.Context, download)
}

// run runs all downloads. It begins none after ctx has ended.
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
	return hostlimit.Rule{Places: q.perHost(server)}
}
