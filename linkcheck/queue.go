package linkcheck

import (
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/hostlimit"
)

// A queue has the entries that wait for their servers.
type queue struct {
	o       *Options
	hosts   map[string]*host
	limits  *hostlimit.Limiter
	waiting []*entry // for launch to visit
}

// newQueue returns a queue without entries. after has a function called later by the
// goroutine that uses the queue.
func newQueue(o *Options, after func(time.Duration, func())) *queue {
	q := &queue{o: o, hosts: map[string]*host{}}
	q.limits = hostlimit.New(hostlimit.Options{
		Total: o.Parallel,
		Rule:  func(name string) hostlimit.Rule { return q.hosts[name].rule },
		After: after,
	})
	return q
}

// host returns the host of a URL. A URL without a host has no limit of its own.
func (q *queue) host(u earl.URL) *host {
	address := addressOf(u)
	name := address
	if name == "" {
		name = u.Scheme() + ":"
	}
	h := q.hosts[name]
	if h == nil {
		h = &host{name: name}
		if address != "" {
			h.rule = q.o.rule(address)
		}
		q.hosts[name] = h
	}
	return h
}

// add has an entry wait for a place at its server. It waits for launch first, so that all
// places of a URL in a page are known before the URL is opened.
func (q *queue) add(e *entry) { q.waiting = append(q.waiting, e) }

// launch submits the entries that wait for it. start is called with each when its server
// has a place.
func (q *queue) launch(start func(*entry)) {
	for _, e := range q.waiting {
		q.limits.Submit(e.host.name, func(t *hostlimit.Ticket) {
			e.ticket = t
			start(e)
		})
	}
	q.waiting = nil
}

// delay applies the Crawl-delay of a host, up to Options.MaxCrawlDelay, and returns the
// delay that is kept.
func (q *queue) delay(h *host, asked time.Duration) (kept time.Duration) {
	kept = min(asked, q.o.MaxCrawlDelay)
	h.rule.Interval = max(h.rule.Interval, kept)
	q.limits.Pause(h.name, h.rule.Interval)
	return kept
}
