package linkcheck

import (
	"cmp"
	"slices"
	"strings"
)

// A delivery counts results and reports them.
type delivery struct {
	o       *Options
	report  func(Result) error
	summary Summary
	done    int // entries with a result
}

// deliver counts and reports the result of an entry for its new places, unless results are
// reported at the end.
func (d *delivery) deliver(e *entry) error {
	e.count(&d.summary, d.o)
	if d.o.Sorted {
		return nil
	}
	for _, result := range e.results(d.o) {
		if err := d.report(result); err != nil {
			return err
		}
	}
	e.places, e.counted = nil, 0
	return nil
}

// progress reports the progress of a check that knows some URLs.
func (d *delivery) progress(known int) {
	if d.o.Progress != nil {
		d.o.Progress(Progress{Done: d.done, Known: known, Pages: d.summary.Pages, Faults: d.summary.Faults()})
	}
}

// sorted reports all results by their places.
func (d *delivery) sorted(entries map[string]*entry) error {
	var all []Result
	for _, e := range entries {
		if e.done && !e.again { // otherwise the check was interrupted
			all = append(all, e.results(d.o)...)
		}
	}
	slices.SortFunc(all, compareResults)
	for _, result := range all {
		if err := d.report(result); err != nil {
			return err
		}
	}
	return nil
}

// compareResults orders results by their first places, then by URL.
func compareResults(a, b Result) int {
	return cmp.Or(comparePlaces(a.Places[0], b.Places[0]), strings.Compare(a.URL, b.URL), strings.Compare(a.Message, b.Message))
}

// capped records and reports a Crawl-delay that was capped, once for each server.
func (d *delivery) capped(c CrawlDelay) {
	if slices.ContainsFunc(d.summary.Capped, func(known CrawlDelay) bool { return known.Server == c.Server }) {
		return
	}
	d.summary.Capped = append(d.summary.Capped, c)
	slices.SortFunc(d.summary.Capped, func(a, b CrawlDelay) int { return cmp.Compare(a.Server, b.Server) })
	if d.o.Delayed != nil {
		d.o.Delayed(c)
	}
}
