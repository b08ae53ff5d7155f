// Package baseline knows the faults of an earlier check, so that a check fails only for
// new ones.
//
//	b, err := baseline.Read(file) // a report in the format "jsonl"
//	if err != nil {
//		return err
//	}
//	summary, err := linkcheck.Run(ctx, options, targets, func(r linkcheck.Result) error {
//		for _, part := range b.Split(r) {
//			report(part) // part.Known says which
//		}
//		return nil
//	})
//	b.Count(&summary)
//
// A fault is known if the earlier report has one with the same file, the same text
// and the same status. Its line does not matter, so that edits above it do not make
// it new. A Baseline does not look at servers or files.
package baseline

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/linkcheck"
	"github.com/earl-url/earl/linkcheck/report"
)

// An Entry is a link of an earlier report that was a fault or a warning.
type Entry struct {
	File   string // with slashes; or the URL of a page; "" for a command line
	Text   string // without its password
	Status string // such as "not-found"
}

// String returns the entry in one line.
func (e Entry) String() string {
	if e.File == "" {
		return e.Text + ": " + e.Status
	}
	return e.File + ": " + e.Text + ": " + e.Status
}

// A Baseline is an earlier report. It is for one goroutine.
type Baseline struct {
	met    map[Entry]bool  // each entry, and whether this check has met it
	faults map[string]bool // each fault of this check, and whether it is known in all places
}

// line is a line of a report, as far as it matters here.
type line struct {
	URL      string
	Status   string
	Severity string
	Fault    bool // reports of older versions have no warnings
	Fragment *string
	Places   []struct{ File, Text string }
	Summary  *struct{}
}

// Read reads a report in the format "jsonl". The error contains the number of the object
// that is not from a report.
func Read(r io.Reader) (*Baseline, error) {
	b := &Baseline{met: map[Entry]bool{}, faults: map[string]bool{}}
	in := json.NewDecoder(r)
	for n := 1; ; n++ {
		var l line
		err := in.Decode(&l)
		switch {
		case errors.Is(err, io.EOF) && n > 1:
			return b, nil
		case errors.Is(err, io.EOF):
			return nil, errors.New("the file is empty: use a report of earl check --json")
		case err != nil:
			return nil, fmt.Errorf("object %d: %w", n, err)
		case l.Summary != nil:
			continue
		case l.Status == "":
			return nil, fmt.Errorf("object %d has no status: use a report of earl check --json", n)
		}
		b.add(&l)
	}
}

// add adds the places of a link that is a fault or a warning.
func (b *Baseline) add(l *line) {
	if l.Severity == linkcheck.SeverityOK.String() || l.Severity == "" && !l.Fault {
		return
	}
	for _, p := range l.Places {
		b.met[Entry{fileName(earl.HideTokens(p.File)), earl.HideTokens(cmp.Or(p.Text, l.URL)), l.Status}] = false // the report may show tokens
	}
}

// fileName returns the name of a file in an Entry: relative to the working directory if
// it is below it. The URL of a page is unchanged.
func fileName(name string) string {
	if name == "" || strings.Contains(name, "://") {
		return name
	}
	if wd, err := os.Getwd(); err == nil && filepath.IsAbs(name) {
		if rel, err := filepath.Rel(wd, name); err == nil && filepath.IsLocal(rel) {
			name = rel
		}
	}
	return filepath.ToSlash(filepath.Clean(name))
}

// entry returns the entry of a result in one of its places.
func entry(r *linkcheck.Result, p *linkcheck.Place) Entry {
	return Entry{fileName(earl.HideTokens(p.File)), earl.HideTokens(cmp.Or(report.Text(r, p), r.URL)), r.Status.String()}
}

// Split divides a result into new and known faults: if the baseline has a fault in only
// some of its places, the result becomes two. Other results are unchanged.
func (b *Baseline) Split(r linkcheck.Result) []linkcheck.Result {
	if r.Severity != linkcheck.SeverityFault || len(r.Places) == 0 {
		b.meet(&r)
		return []linkcheck.Result{r}
	}
	var fresh, known []linkcheck.Place
	for _, p := range r.Places {
		e := entry(&r, &p)
		if _, ok := b.met[e]; ok {
			b.met[e] = true
			known = append(known, p)
		} else {
			fresh = append(fresh, p)
		}
	}
	key := r.URL + "#" + r.Fragment
	all, met := b.faults[key]
	b.faults[key] = fresh == nil && (all || !met)
	var parts []linkcheck.Result
	if fresh != nil {
		part := r
		part.Places = fresh
		parts = append(parts, part)
	}
	if known != nil {
		part := r
		part.Places, part.Known = known, true
		parts = append(parts, part)
	}
	return parts
}

// meet marks the entries of a warning, so that they are not among those that are gone.
func (b *Baseline) meet(r *linkcheck.Result) {
	for _, p := range r.Places {
		e := entry(r, &p)
		if _, ok := b.met[e]; ok && r.Severity == linkcheck.SeverityWarning {
			b.met[e] = true
		}
	}
}

// Count moves the faults that are known in all of their places from the faults of a
// summary to its Known.
func (b *Baseline) Count(s *linkcheck.Summary) {
	for _, known := range b.faults {
		if known {
			s.Known++
			s.Severities[linkcheck.SeverityFault]--
		}
	}
}

// Gone returns the entries that the check has not met, in order: links that work
// again or were removed, if the check has read the same documents.
func (b *Baseline) Gone() []Entry {
	var gone []Entry
	for e, met := range b.met {
		if !met {
			gone = append(gone, e)
		}
	}
	slices.SortFunc(gone, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Text, b.Text), cmp.Compare(a.Status, b.Status))
	})
	return gone
}
