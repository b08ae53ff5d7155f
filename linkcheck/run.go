package linkcheck

import (
	"context"
	"iter"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/linkcheck/internal/page"
)

// Run checks links, and calls report with the result for each URL. Equivalent URLs are
// opened once and reported together, with all their places. A missing fragment, or a text
// that had to be repaired, has a result of its own.
//
// Targets whose Place has no File are those that the user typed; they must come first. A
// recursion stays below them, and only their hosts and ports may be private. All others
// are links of documents. Their references are resolved against the Base of their Place.
// Run ranges over the targets in another goroutine. They should end when ctx does. If the
// targets yield an error, the check ends.
//
// Run calls report from one goroutine at a time. An error of report or of the Store ends
// the check, and Run returns it. When ctx ends, Run stops, reports what it has found so
// far, and returns the cause; with the same Store the check can be continued. No
// goroutine keeps running after Run returns.
//
// Memory use grows by about 450 bytes for each URL plus the text of its result, 250 bytes
// for each place until it is reported, and 8 bytes for each anchor of a page.
func Run(ctx context.Context, o Options, targets iter.Seq2[Link, error], report func(Result) error) (Summary, error) {
	outer := ctx
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	o = o.effective()
	r := newRun(ctx, &o, report)
	r.fail = cancel
	r.results.summary.Began = time.Now()
	r.loop(targets)
	if o.Sorted && (ctx.Err() == nil || outer.Err() != nil) {
		r.check(r.results.sorted(r.entries))
	}
	r.results.summary.Interrupted = ctx.Err() != nil
	r.results.summary.URLs = len(r.entries)
	r.results.summary.Took = time.Since(r.results.summary.Began)
	if ctx.Err() != nil {
		return r.results.summary, context.Cause(ctx)
	}
	return r.results.summary, nil
}

// A run is one check. Only its loop uses it; the goroutines that visit URLs share the
// common fields.
type run struct {
	*common
	ctx     context.Context
	fail    context.CancelCauseFunc // ends the check
	events  chan func()             // functions that the loop calls
	entries map[string]*entry
	queue   *queue
	pages   recursion
	results delivery

	met        bool // all targets were met
	active     int  // running visits
	unfinished int  // entries that wait for a visit or are visited

	unruled map[string]bool // the robots.txt whose problems were reported
}

// newRun returns a check that has not begun.
func newRun(ctx context.Context, o *Options, report func(Result) error) *run {
	r := &run{ctx: ctx, events: make(chan func()), entries: map[string]*entry{}, unruled: map[string]bool{}}
	r.common = newCommon(o, func(p RobotsProblem) { r.send(func() { r.robotsProblem(p) }) })
	r.queue = newQueue(o, r.after)
	r.pages = recursion{walked: map[string]bool{}, level: -1}
	r.results = delivery{o: o, report: report}
	return r
}

// check ends the check if err is not nil.
func (r *run) check(err error) {
	if err != nil {
		r.fail(err)
	}
}

// gather is how long targets are collected before the first URL is opened. A URL that
// appears once with a fragment and once without is then opened only once.
const gather = time.Second

// loop handles the targets and visits each URL, until all have results or ctx ends.
func (r *run) loop(targets iter.Seq2[Link, error]) {
	links := make(chan Link)
	go r.list(targets, links)
	in, gathered := links, false
	r.after(gather, func() { gathered = true })
	for r.ctx.Err() == nil {
		if r.met {
			for _, e := range r.pages.next(r.o) {
				r.queue.add(e)
			}
		}
		if r.met || gathered {
			r.queue.launch(r.start)
		}
		if r.met && r.unfinished == 0 && len(r.pages.later) == 0 {
			break
		}
		select {
		case l, ok := <-in:
			if !ok {
				r.met, in = true, nil
				continue
			}
			r.meet(l, nil)
		case do := <-r.events:
			do()
		case <-r.ctx.Done():
		}
	}
	r.drain(links)
}

// list sends the targets to the loop.
func (r *run) list(targets iter.Seq2[Link, error], links chan<- Link) {
	defer close(links)
	for l, err := range targets {
		if err != nil {
			r.fail(err)
			return
		}
		select {
		case links <- l:
		case <-r.ctx.Done():
			return
		}
	}
}

// drain waits until all goroutines have ended.
func (r *run) drain(links <-chan Link) {
	for r.active > 0 {
		(<-r.events)()
	}
	for range links {
	}
}

// send has f done by the loop, unless the check ends.
func (r *run) send(f func()) {
	select {
	case r.events <- f:
	case <-r.ctx.Done():
	}
}

// after has f done by the loop, in a while.
func (r *run) after(d time.Duration, f func()) {
	time.AfterFunc(d, func() { r.send(f) })
}

// meet handles a link, which is in the object of an entry or is a target.
func (r *run) meet(l Link, from *entry) {
	r.results.summary.Places++
	var in earl.URL
	if from != nil {
		in = from.url
	}
	t := r.target(l, in)
	e := r.entries[t.key]
	known := e != nil
	if !known {
		e = &entry{key: t.key, url: t.url, typed: t.typed}
		r.entries[t.key] = e
	}
	e.places = append(e.places, placed{l.Place, t.fragment, t.repair, l.Official, l.Example})
	switch {
	case known:
		r.settle(e)
	case t.verdict != nil:
		e.result = Result{URL: t.redacted(), Status: t.verdict.status, Message: t.verdict.message, Section: t.verdict.section, Size: -1}
		e.result.Severity = r.o.severity(&e.result, t.mild)
		e.done, e.sure = true, true
		r.results.done++
		r.settle(e)
		r.results.progress(len(r.entries))
	default:
		e.host = r.queue.host(e.url)
		r.unfinished++
		if r.o.Recursive && (t.typed || r.sites.holds(t.url, r.o.Site)) {
			r.pages.later = append(r.pages.later, e)
			return
		}
		r.queue.add(e)
	}
}

// maxVisits is how often a URL is opened again for fragments that were found later.
const maxVisits = 3

// settle delivers the result of an entry. If a fragment was found after its URL was
// opened, the URL is opened again.
func (r *run) settle(e *entry) {
	if !e.done {
		return
	}
	if fine := e.result.Status <= Changed; fine && (e.again || e.visits < maxVisits) && e.lacks(r.o) {
		if !e.again {
			e.again, e.tries = true, 0
			e.visits++
			r.unfinished++
			r.queue.add(e)
		}
		return
	}
	r.check(r.results.deliver(e))
}

// start visits an entry in a goroutine, unless the check has ended.
func (r *run) start(e *entry) {
	if r.ctx.Err() != nil {
		return
	}
	r.active++
	last := e.tries >= r.o.Retries
	v := &visit{again: e.done, last: last, dead: e.host.dead}
	v.walk = walk{common: r.common, url: e.url, typed: e.typed, want: e.want(r.o), retrieve: r.o.Retrieve || last && e.tries > 0, interval: e.host.rule.Interval}
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

// finish handles the end of a visit.
func (r *run) finish(e *entry, v *visit) {
	r.active--
	if r.ctx.Err() != nil {
		return
	}
	if v.delay > 0 {
		if kept := r.queue.delay(e.host, v.delay); kept < v.delay {
			r.results.capped(CrawlDelay{Server: serverOf(e.url), Asked: v.delay, Kept: kept})
		}
	}
	ticket := e.ticket
	e.ticket = nil
	switch {
	case v.err != nil:
		r.fail(v.err)
	case v.retry > 0:
		wait := min(max(v.retry, r.o.Backoff<<e.tries), r.o.Patience)
		e.tries++
		if v.wait {
			r.queue.limits.Pause(e.host.name, wait)
			ticket.Again()
			return
		}
		r.after(wait, func() { r.queue.add(e) })
	default:
		r.storeResult(e, v)
	}
	r.queue.launch(r.start) // before other operations take the free connection
	ticket.Done()
}

// storeResult stores the result of a visit, and handles the links of its page.
func (r *run) storeResult(e *entry, v *visit) {
	r.unfinished--
	if v.gone {
		dead := v.verdict
		e.host.dead = &dead
	}
	if v.noRules != nil {
		r.robotsProblem(RobotsProblem{URL: v.noRules.URL().Redacted(), Err: v.noRules.Err()})
	}
	switch {
	case !e.done:
		e.done = true
		r.results.done++
		e.result = v.result
		e.result.Severity = r.o.severity(&e.result, false)
		if !v.result.Status.Fault() && (e.left && page.IsPage(v.result.Type) || v.unread != "") {
			r.results.summary.Unread++
		}
	case v.result.Status.Fault(): // at the second visit
		e.result, e.whole = v.result, false
		e.result.Severity = r.o.severity(&e.result, false)
	}
	e.again = false
	e.learn(&v.object, v.again)
	if e.read && !v.again {
		r.pages.reading--
		r.follow(e, v)
	}
	r.settle(e)
	r.results.progress(len(r.entries))
}

// follow handles the links of a page, unless another URL led to the page before.
func (r *run) follow(e *entry, v *visit) {
	if e.typed && !v.final.IsZero() {
		r.sites.addStart(v.final)
	}
	if !r.pages.isFirst(e, v.final) {
		return
	}
	if len(v.links) > 0 || v.result.Status <= Changed && page.IsPage(v.result.Type) {
		r.results.summary.Pages++
	}
	for _, l := range v.links {
		r.meet(l, e)
	}
}

// robotsProblem reports a problem once.
func (r *run) robotsProblem(p RobotsProblem) {
	if r.o.RobotsProblem == nil || r.unruled[p.URL] {
		return
	}
	r.unruled[p.URL] = true
	r.o.RobotsProblem(p)
}
