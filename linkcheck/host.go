package linkcheck

import (
	"cmp"
	"slices"
	"time"

	"github.com/earl-url/earl/internal/hostlimit"
)

// host is a server of URLs that are checked.
type host struct {
	name string
	rule hostlimit.Rule
	dead *verdict // the server could not be reached, with all retries
}

// newLimits returns the limits of a check. Visits start in its loop.
func (r *run) newLimits() *hostlimit.Limiter {
	return hostlimit.New(hostlimit.Options{
		Total: r.o.Parallel,
		Rule:  func(name string) hostlimit.Rule { return r.hosts[name].rule },
		After: r.after,
	})
}

// host returns the host of an entry. A URL without a host has no limit of its own.
func (r *run) host(e *entry) *host {
	name := addressOf(e.url)
	if name == "" {
		name = e.url.Scheme() + ":"
	}
	h := r.hosts[name]
	if h == nil {
		h = &host{name: name}
		if address := addressOf(e.url); address != "" {
			h.rule = r.rule(address)
		}
		r.hosts[name] = h
	}
	return h
}

// rule returns the limits of a server.
func (r *run) rule(address string) hostlimit.Rule {
	var own HostOptions
	if r.o.Host != nil {
		own = r.o.Host(address)
	}
	rule := hostlimit.Rule{Slots: cmp.Or(own.PerHost, r.o.PerHost)}
	if rate := cmp.Or(own.Rate, r.o.Rate); rate > 0 {
		rule.Interval = time.Duration(float64(time.Second) / rate)
	}
	return rule
}

// enqueue has an entry wait for a place at its server. It waits for launch first, so
// that all places of a URL in a page are known before the URL is opened.
func (r *run) enqueue(e *entry) { r.waiting = append(r.waiting, e) }

// launch submits the entries that wait for it.
func (r *run) launch() {
	for _, e := range r.waiting {
		r.limits.Submit(e.host.name, func(t *hostlimit.Ticket) {
			e.ticket = t
			r.start(e)
		})
	}
	r.waiting = nil
}

// start visits an entry in a goroutine, unless the check has ended.
func (r *run) start(e *entry) {
	if r.ctx.Err() != nil {
		return
	}
	r.active++
	v := &visit{run: r, url: e.url, typed: e.typed, read: e.read, again: e.done, tried: e.tries > 0, last: e.tries >= r.o.Retries, interval: e.host.rule.Interval, dead: e.host.dead}
	v.content = e.read || r.o.Depth == Content || e.hasFragment()
	if r.o.TextFragments {
		v.seek, v.texts = e.missingTexts(), map[string]bool{}
	}
	v.countLines = slices.ContainsFunc(e.places, func(p placed) bool { return e.isLine(p.fragment) })
	if r.o.Store != nil {
		for i := range e.places {
			v.places = append(v.places, e.places[i].Place)
		}
	}
	go func() {
		v.do(r.ctx)
		r.events <- func() { r.finish(e, v) }
	}()
}

// after has f done by the loop of the check, in a while.
func (r *run) after(d time.Duration, f func()) {
	time.AfterFunc(d, func() {
		select {
		case r.events <- f:
		case <-r.ctx.Done():
		}
	})
}
