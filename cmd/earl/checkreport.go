package main

import (
	"cmp"
	"context"
	"errors"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/earl-url/earl/extract/document"
	"github.com/earl-url/earl/internal/check/archive"
	"github.com/earl-url/earl/internal/check/baseline"
	"github.com/earl-url/earl/internal/check/delivery"
	"github.com/earl-url/earl/internal/check/fix"
	"github.com/earl-url/earl/internal/git"
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/linkcheck"
	"github.com/earl-url/earl/linkcheck/report"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/http"
)

// maxGone is how many links that are gone from a baseline are listed: one screen.
const maxGone = 20

// reportFormats are the formats of a report.
var reportFormats = slices.Collect(report.Formats())

// checkReportFlags are the flags of check for reports and other uses of the results.
type checkReportFlags struct {
	format      string
	reports     []string
	all         bool
	sort        bool
	mode        string
	baseline    string
	onlyChanged string
	changedSet  bool // --only-changed is given
	archive     string
	diff, fix   bool
	quiet       bool
	noProgress  bool
}

// addReports adds the flags for reports and other uses of the results. json and output
// are fields of getFlags.
func (f *checkFlags) addReports(c *cobra.Command, v *pflag.FlagSet) {
	v.StringVar(&f.format, "format", f.format, "write the report as `FORMAT`: "+strings.Join(reportFormats, ", "))
	complete(c, "format", reportFormats...)
	v.BoolVar(&f.json, "json", false, "the same as --format jsonl")
	v.StringVarP(&f.Output, "output", "o", "", "write the report to `FILE` (default stdout)")
	v.StringArrayVar(&f.reports, "report", nil, "write one more report: `FORMAT=FILE`; may be repeated")
	v.BoolVarP(&f.all, "all", "v", false, "also report links without a problem; --verbose is the same")
	v.StringVar(&f.mode, "mode", "", "show severities in text reports as `MODE`: plain, color, emoji or task (default color on a terminal, otherwise plain)")
	complete(c, "mode", report.Modes()...)
	v.BoolVar(&f.sort, "sort", false, "write the report at the end, in the order of files and lines, with each URL once")
	v.StringVar(&f.baseline, "baseline", "", "do not fail for problems that are in `FILE`, the report of an earlier --json")
	v.StringVar(&f.onlyChanged, "only-changed", "", "check only links on lines that git diff `RANGE` adds or changes")
	v.BoolVarP(&f.silent, "silent", "s", false, "write no progress, remarks or summary to stderr; --quiet is the same")
	v.BoolVar(&f.quiet, "quiet", false, "")
	_ = v.MarkHidden("quiet")
	v.BoolVarP(&f.noProgress, "no-progress", "n", false, "show no progress on a terminal")
	v.StringVar(&f.archive, "archive", "", "for each broken link, look for a copy at the Memento `TIMEGATE` (default "+archive.DefaultTimeGate+")")
	v.Lookup("archive").NoOptDefVal = archive.DefaultTimeGate
	v.BoolVar(&f.diff, "diff", false, "print the changes that --fix would make, and do not make them; only -o FILE gets the report")
	v.BoolVar(&f.fix, "fix", false, "replace links in the files: permanent redirects by their target, broken links by the copy of --archive")
	_ = c.MarkFlagFilename("baseline", "jsonl", "json")
}

// reportNames are lychee's names of formats.
var reportNames = map[string]string{"compact": "text", "detailed": "text", "json": "jsonl"}

// formatOf returns the name of a format for its name in lychee.
func formatOf(name string) string { return cmp.Or(reportNames[name], name) }

// tidyReports replaces lychee's names of formats, and applies --json, --quiet and
// "detailed".
func (f *checkFlags) tidyReports() {
	f.all = f.all || f.format == "detailed"
	f.format = formatOf(f.format)
	if f.json {
		f.format = "jsonl"
	}
	for i, text := range f.reports {
		format, file, ok := strings.Cut(text, "=")
		if ok {
			f.reports[i] = formatOf(format) + "=" + file
		}
	}
	f.silent = f.silent || f.quiet
}

// checkReports returns an error for a wrong value of a flag for reports.
func (f *checkFlags) checkReports() error {
	formats := []string{f.format}
	for _, text := range f.reports {
		format, file, ok := strings.Cut(text, "=")
		if !ok || file == "" {
			return usagef("--report %q: must be FORMAT=FILE", text)
		}
		formats = append(formats, format)
	}
	for _, format := range formats {
		if !slices.Contains(reportFormats, format) {
			return usagef("report format %q: must be %s", format, strings.Join(reportFormats, ", "))
		}
	}
	if f.changedSet && f.onlyChanged == "" {
		return usagef("--only-changed %q: must be a range of git diff, such as main...", f.onlyChanged)
	}
	if f.mode != "" && !slices.Contains(report.Modes(), f.mode) {
		return usagef("--mode %q: must be %s", f.mode, strings.Join(report.Modes(), ", "))
	}
	return nil
}

// modeOf returns the mode of a report in a file: the value of --mode, or color on a
// terminal.
func (f *checkFlags) modeOf(s *streams, file string) string {
	if f.mode == "" && (file == "" || file == "-") && term.Colours(s.out) {
		return "color"
	}
	return f.mode
}

// sorted reports whether the results come at the end, in order: for --sort, for a report
// that is one document, and for --archive.
func (f *checkFlags) sorted() bool {
	isDocument := func(text string) bool {
		format, _, _ := strings.Cut(text, "=")
		return !report.IsStream(format)
	}
	return f.sort || f.archive != "" || isDocument(f.format) || slices.ContainsFunc(f.reports, isDocument)
}

// fixes reports whether --fix or --diff is set.
func (f *checkFlags) fixes() bool { return f.diff || f.fix }

// A checkResults delivers results to the reports.
type checkResults struct {
	*delivery.Delivery
	baseline *baseline.Baseline // nil without --baseline
	reports  []report.Writer
}

// results returns the delivery of the results.
func (k *checker) results(ctx context.Context) (*checkResults, error) {
	f := k.flags
	var r checkResults
	o := delivery.Options{Keep: f.fixes(), Remark: func(text string) { k.remark("%s", text) }}
	var err error
	if f.baseline != "" {
		if r.baseline, err = readBaseline(f.baseline); err != nil {
			return nil, err
		}
		o.Baseline = r.baseline
	}
	if f.archive != "" && f.offline {
		k.remark("--archive does nothing with --offline")
	} else if f.archive != "" {
		if o.Archive, err = k.finder(ctx); err != nil {
			return nil, err
		}
	}
	if o.Reports, err = f.openReports(k.s); err != nil {
		return nil, err
	}
	r.reports, r.Delivery = o.Reports, delivery.New(o)
	return &r, nil
}

// openReports creates the reports. If a diff goes to stdout, the report of --format needs
// a file.
func (f *checkFlags) openReports(s *streams) ([]report.Writer, error) {
	wanted := f.reports
	if !f.fixes() || f.Output != "" && f.Output != "-" {
		wanted = append([]string{f.format + "=" + f.Output}, wanted...)
	}
	var all []report.Writer
	for _, text := range wanted {
		format, file, _ := strings.Cut(text, "=")
		w, err := delivery.Create(format, file, s.out, report.Options{All: f.all, Version: version(), Baseline: f.baseline != "", Workspace: cmp.Or(os.Getenv("GITHUB_WORKSPACE"), os.Getenv("CI_PROJECT_DIR")), Mode: f.modeOf(s, file), ShowSecrets: s.showSecrets})
		if err != nil {
			for _, w := range all {
				delivery.Discard(w)
			}
			return nil, err
		}
		all = append(all, w)
	}
	return all, nil
}

// keepReports keeps the files of earlier reports, because an input could not be read: the
// new reports would lack its links.
func (k *checker) keepReports(reports []report.Writer) {
	for _, w := range reports {
		if delivery.KeepOld(w) {
			k.fault("the earlier report is kept, because an input could not be read; remove it to get the incomplete one")
		}
	}
}

// outputs returns the files that the run writes.
func (f *checkFlags) outputs() (list []string) {
	for _, text := range append([]string{"=" + f.Output, "=" + f.db}, f.reports...) {
		if _, name, _ := strings.Cut(text, "="); name != "" && name != "-" {
			list = append(list, name)
		}
	}
	return list
}

// readBaseline reads the file of --baseline.
func readBaseline(name string) (*baseline.Baseline, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, usagef("--baseline: %w; earl check --json -o FILE writes one", err)
	}
	defer file.Close()
	b, err := baseline.Read(file)
	if err != nil {
		return nil, usagef("--baseline %q: %w", name, err)
	}
	return b, nil
}

// finder returns a finder of copies at the TimeGate of --archive.
func (k *checker) finder(ctx context.Context) (*archive.Finder, error) {
	gate := k.flags.archive
	if gate == "wayback" { // lychee's name for it
		gate = archive.DefaultTimeGate
	}
	f, err := archive.New(archive.Options{
		Transport: archive.NewTransport(open.Options{Policy: k.options.Policy}, k.web, gate),
		TimeGate:  gate, UserAgent: k.web.UserAgent, Date: archive.Dates(ctx),
	})
	if err != nil {
		return nil, usagef("--archive: %s", message(err))
	}
	return f, nil
}

// webOpener returns the opener of http among openers.
func webOpener(openers []open.Opener) *http.Opener {
	for _, o := range openers {
		if web, ok := o.(*http.Opener); ok {
			return web
		}
	}
	return new(http.Opener)
}

// gone lists the faults of the baseline that the check did not find again. It lists
// nothing if only some lines were checked.
func (k *checker) gone(b *baseline.Baseline) {
	if b == nil || k.flags.onlyChanged != "" {
		return
	}
	gone := b.Gone()
	for i, e := range gone {
		if i == maxGone {
			k.remark("--baseline: %d more problems are gone", len(gone)-i)
			break
		}
		k.remark("--baseline: gone: %s", term.Safe(e.String()))
	}
}

// diffRange reads the changes of --only-changed.
func (k *checker) diffRange(ctx context.Context) (err error) {
	if k.flags.onlyChanged == "" {
		return nil
	}
	if k.changes, err = git.Diff(ctx, ".", k.flags.onlyChanged); err != nil {
		return usagef("--only-changed %q: %w", k.flags.onlyChanged, err)
	}
	return nil
}

// isChanged reports whether a link is on a line that --only-changed selects. It is true
// for links that are not in a file.
func (k *checker) isChanged(p *linkcheck.Place) bool {
	if k.changes == nil {
		return true
	}
	if _, err := os.Stat(p.File); err != nil {
		return true
	}
	return k.changes.Has(p.File, p.Line, p.Line+int64(strings.Count(p.Text, "\n")))
}

// rewrite makes the changes to the files, and prints those that were made as a diff. With
// --diff it only prints those that it would make.
func (k *checker) rewrite(results []linkcheck.Result) error {
	plan := fix.Make(slices.Values(results), fix.Options{Type: document.Type(k.flags.kind)})
	for _, left := range plan.Left() {
		k.s.say("earl: check: %s:%d:%d: not rewritten: %s", left.Place.File, left.Place.Line, left.Place.Column, left.Why)
	}
	err := plan.Err()
	if !k.flags.diff {
		err = errors.Join(err, plan.Apply())
	}
	if err != nil {
		for line := range strings.SplitSeq(err.Error(), "\n") {
			k.fault("%s", line)
		}
	}
	return k.printDiff(plan)
}

// printDiff prints the changes of a plan.
func (k *checker) printDiff(plan *fix.Plan) error {
	if !term.Is(k.s.out) {
		return plan.Diff(k.s.out)
	}
	out := term.NewWriter(k.s.out)
	if err := plan.Diff(out); err != nil {
		return err
	}
	return out.Close()
}
