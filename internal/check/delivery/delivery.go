// Package delivery passes the results of a check to its reports, through a baseline and a
// web archive.
//
//	d := delivery.New(delivery.Options{Baseline: known, Reports: reports})
//	summary, err := linkcheck.Run(ctx, options, targets, d.Result)
//	if e := d.Close(ctx, &summary); err == nil {
//		err = e
//	}
package delivery

import (
	"context"
	"errors"

	"github.com/earl-url/earl/internal/check/archive"
	"github.com/earl-url/earl/internal/check/baseline"
	"github.com/earl-url/earl/linkcheck"
	"github.com/earl-url/earl/linkcheck/report"
)

// Options are where the results go. The zero Options drop them.
type Options struct {
	Baseline *baseline.Baseline // knows faults of an earlier check; nil: none
	Archive  *archive.Finder    // finds copies of broken links; nil: no search
	Reports  []report.Writer    // Close closes them
	Keep     bool               // Results returns links that have another URL now
	// Remark is called by Close with each error of an archive, in one line. nil: no call.
	Remark func(string)
}

// A Delivery passes on the results of one check. It is for one goroutine.
type Delivery struct {
	o       Options
	waiting []linkcheck.Result // for the archive
	kept    []linkcheck.Result
}

// New returns a Delivery.
func New(o Options) *Delivery { return &Delivery{o: o} }

// Result handles a result. With an archive all results wait for Close, so that their
// order does not change.
func (d *Delivery) Result(r linkcheck.Result) error {
	parts := []linkcheck.Result{r}
	if d.o.Baseline != nil {
		parts = d.o.Baseline.Split(r)
	}
	if d.o.Archive != nil {
		d.waiting = append(d.waiting, parts...)
		return nil
	}
	return d.write(parts)
}

// write writes results to the reports.
func (d *Delivery) write(results []linkcheck.Result) error {
	for _, r := range results {
		if d.o.Keep && (len(r.Hops) > 0 || r.Archived != nil) {
			d.kept = append(d.kept, r)
		}
		for _, w := range d.o.Reports {
			if err := w.Result(r); err != nil {
				return err
			}
		}
	}
	return nil
}

// Close asks the archive, moves known faults to the summary's Known, and closes all
// reports, even after an error.
func (d *Delivery) Close(ctx context.Context, s *linkcheck.Summary) error {
	if d.o.Archive != nil {
		for _, remark := range d.o.Archive.Fill(ctx, d.waiting) {
			if d.o.Remark != nil {
				d.o.Remark(remark.String())
			}
		}
	}
	errs := []error{d.write(d.waiting)}
	d.waiting = nil
	if d.o.Baseline != nil {
		d.o.Baseline.Count(s)
	}
	for _, w := range d.o.Reports {
		errs = append(errs, w.Close(*s))
	}
	return errors.Join(errs...)
}

// Results returns the results that have a redirect or a copy in an archive, with
// Options.Keep and after Close.
func (d *Delivery) Results() []linkcheck.Result { return d.kept }
