package linkcheck

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/hostlimit"
	"github.com/earl-url/earl/internal/robots"
	"github.com/earl-url/earl/open"
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
	r := &run{o: o.effective(), ctx: ctx, cancel: cancel, report: report, events: make(chan func()),
		unruled: map[string]bool{}, entries: map[string]*entry{}, hosts: map[string]*host{}, walked: map[string]bool{}, level: -1}
	typed, linked := r.o.Policy, r.o.Policy
	linked.Special = open.SpecialDeny
	if typed.Special == open.SpecialTyped {
		typed.Special = open.SpecialBound // pages are opened long after the first lookup
	}
	r.typed, r.linked = &typed, &linked
	r.robots.Open, r.robots.Read, r.robots.Timeout = r.openRobots, r.readRobots, r.o.Timeout
	r.robots.Retries, r.robots.Backoff = r.o.Retries, r.o.Backoff
	r.limits = r.newLimits()
	r.summary.Began = time.Now()
	r.loop(targets)
	if r.o.Sorted && (ctx.Err() == nil || outer.Err() != nil) {
		r.reportSorted()
	}
	r.summary.Interrupted = ctx.Err() != nil
	r.summary.URLs = len(r.entries)
	r.summary.Took = time.Since(r.summary.Began)
	if ctx.Err() != nil {
		return r.summary, context.Cause(ctx)
	}
	return r.summary, nil
}

// A run is one check. Only its loop uses the fields after events; the goroutines that
// visit URLs share the fields before it.
type run struct {
	o             Options // effective
	ctx           context.Context
	cancel        context.CancelCauseFunc
	typed, linked *open.Policy // for typed URLs, for links of documents
	sites         sites
	robots        robots.Sites
	siblings      siblings
	events        chan func() // functions that the loop calls

	report  func(Result) error
	summary Summary
	entries map[string]*entry
	hosts   map[string]*host
	limits  *hostlimit.Limiter
	waiting []*entry // for launch to visit

	met        bool // all targets were met
	active     int  // running visits
	unfinished int  // entries that wait for a visit or are visited
	done       int  // entries with a result

	level   int      // of the pages that are being read
	asked   int      // objects that were opened to read their links
	reading int      // pages of this level that are still to be read
	later   []*entry // pages of the next level
	walked  map[string]bool

	unruled map[string]bool // the robots.txt whose problems were reported
}

// policy returns the guards for a URL.
func (r *run) policy(u earl.URL) *open.Policy {
	if r.sites.asked(u) {
		return r.typed
	}
	return r.linked
}

// fail ends the check.
func (r *run) fail(err error) { r.cancel(err) }

// gather is how long targets are collected before the first URL is opened. A URL that
// appears once with a fragment and once without is then opened only once.
const gather = time.Second

// loop handles the targets and visits each URL, until all have results or ctx ends.
func (r *run) loop(targets iter.Seq2[Link, error]) {
	links := make(chan Link)
	go r.send(targets, links)
	in, gathered := links, false
	r.after(gather, func() { gathered = true })
	for r.ctx.Err() == nil {
		r.nextLevel()
		if r.met || gathered {
			r.launch()
		}
		if r.met && r.unfinished == 0 && len(r.later) == 0 {
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

// send sends the targets to the loop.
func (r *run) send(targets iter.Seq2[Link, error], links chan<- Link) {
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

// nextLevel starts with the pages that the pages of this level link to, in an order that
// does not depend on which server was fastest.
func (r *run) nextLevel() {
	if !r.met || r.reading > 0 || len(r.later) == 0 {
		return
	}
	r.level++
	slices.SortFunc(r.later, func(a, b *entry) int { return cmp.Compare(a.key, b.key) })
	for _, e := range r.later {
		if r.asked < r.o.Pages && r.level < r.o.Levels {
			r.asked++
			r.reading++
			e.read = true
		} else {
			e.left = true
		}
		r.enqueue(e)
	}
	r.later = nil
}

// finish handles the end of a visit.
func (r *run) finish(e *entry, v *visit) {
	r.active--
	if r.ctx.Err() != nil {
		return
	}
	if v.delay > 0 {
		r.keepDelay(e, v.delay)
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
			r.limits.Pause(e.host.name, wait)
			ticket.Again()
			return
		}
		r.after(wait, func() { r.enqueue(e) })
	default:
		r.storeResult(e, v)
	}
	r.launch() // before other operations take the free connection
	ticket.Done()
}

// keepDelay applies the Crawl-delay of a host, up to Options.MaxCrawlDelay.
func (r *run) keepDelay(e *entry, asked time.Duration) {
	kept := min(asked, r.o.MaxCrawlDelay)
	rule := &e.host.rule
	rule.Interval = max(rule.Interval, kept)
	r.limits.Pause(e.host.name, rule.Interval)
	server := serverOf(e.url)
	if kept == asked || slices.ContainsFunc(r.summary.Capped, func(d CrawlDelay) bool { return d.Server == server }) {
		return
	}
	d := CrawlDelay{Server: server, Asked: asked, Kept: kept}
	r.summary.Capped = append(r.summary.Capped, d)
	slices.SortFunc(r.summary.Capped, func(a, b CrawlDelay) int { return cmp.Compare(a.Server, b.Server) })
	if r.o.Delayed != nil {
		r.o.Delayed(d)
	}
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
		r.done++
		e.result = v.result
		e.result.Severity = r.severity(&e.result, false)
		if !v.result.Status.Fault() && (e.left && isPage(v.result.Type) || v.unread != "") {
			r.summary.Unread++
		}
	case v.result.Status.Fault(): // at the second visit
		e.result, e.whole = v.result, false
		e.result.Severity = r.severity(&e.result, false)
	}
	e.again = false
	for fragment, found := range v.texts {
		if e.texts == nil {
			e.texts = map[string]textState{}
		}
		e.texts[fragment] = textMissing
		if found {
			e.texts[fragment] = textFound
		}
	}
	if v.looked || v.again {
		e.anchors, e.sure = v.anchors, true
	}
	if e.read && !v.again {
		r.reading--
		r.follow(e, v)
	}
	r.settle(e)
	r.reportProgress()
}

// follow handles the links of a page, unless another URL led to the page before.
func (r *run) follow(e *entry, v *visit) {
	if e.typed && !v.final.IsZero() {
		r.sites.addStart(v.final)
	}
	page := e.key
	if !v.final.IsZero() {
		page = normal(v.final).String()
	}
	if r.walked[page] {
		return
	}
	r.walked[page] = true
	if len(v.links) > 0 || v.result.Status <= Changed && isPage(v.result.Type) {
		r.summary.Pages++
	}
	for _, l := range v.links {
		r.meet(l, e)
	}
}

// reportProgress reports the progress of the check.
func (r *run) reportProgress() {
	if r.o.Progress != nil {
		r.o.Progress(Progress{Done: r.done, Known: len(r.entries), Pages: r.summary.Pages, Faults: r.summary.Faults()})
	}
}

// reportSorted reports all results by their places.
func (r *run) reportSorted() {
	var all []Result
	for _, e := range r.entries {
		if e.done && !e.again { // otherwise the check was interrupted
			all = append(all, r.results(e)...)
		}
	}
	slices.SortFunc(all, compareResults)
	for _, result := range all {
		if err := r.report(result); err != nil {
			r.fail(err)
			return
		}
	}
}
