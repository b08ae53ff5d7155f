// Package links finds the links of documents for a gateway and checks them with package
// linkcheck. It keeps a few sets of links, with their results, in memory only.
//
//	set := links.Read(r, links.Document{Name: "README.md"})
//	sets.Add(set)
//	ctx, release, err := sets.Acquire(ctx, set)
//	if err != nil {
//		return err // another check is running
//	}
//	defer release()
//	err = set.Check(ctx, options, func(r linkcheck.Result) error { ... })
//	err = set.WriteReport(w, "html")
//
// It renders no page and opens no URL itself: the options of a check contain the client
// and the policy.
package links

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"io"
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/extract/document"
	"github.com/earl-url/earl/internal/check/inputs"
	"github.com/earl-url/earl/linkcheck"
	"github.com/earl-url/earl/linkcheck/report"
	"github.com/earl-url/earl/open"
)

const (
	// MaxLinks is the number of links of one set. A README has some 50 links and a long
	// page 500; a check of this number ends within minutes.
	MaxLinks = 2000
	// MaxText is the number of bytes of one document that are searched.
	MaxText = 1 << 20
	// MaxSets is the number of sets that are kept. The oldest set is dropped first.
	MaxSets = 4
	// maxFaults is the number of errors in a document that are reported.
	maxFaults = 10
)

// A Type is the type of a document: one of Types, or "".
type Type = document.Type

// Types are the types that a user can choose for a text.
var Types = []Type{document.Text, document.Markdown, document.HTML, document.Mail, document.CSS, document.Gemtext, document.XML, document.Man, inputs.List}

// A Document is a text with links, and what is known about it.
type Document struct {
	Name  string        // of its file; "" if it has none
	Type  document.Type // "" leaves it to Media, Name and the first lines
	Media string        // the media type that the server sent
	Base  earl.URL      // for relative references, or the zero URL if it is not known
	Title string        // its name in a report; "" means Name, or "-"
}

// A Set is the links of one document and the results of their check. Several goroutines
// may use it.
type Set struct {
	ID     string
	Title  string           // of the document, as in [linkcheck.Place].File
	Links  []linkcheck.Link // in the order of the document
	More   bool             // the document has more than MaxLinks links, or more than MaxText bytes
	Faults []string         // errors in the document

	mu      sync.Mutex
	results []linkcheck.Result
	summary linkcheck.Summary
	checked bool
}

// Read returns the links of a document. It reads up to MaxText bytes of r.
func Read(r io.Reader, d Document) *Set {
	title := d.Title
	if title == "" {
		title = d.Name
	}
	if title == "" {
		title = "-"
	}
	s := &Set{ID: rand.Text(), Title: title}
	text, err := io.ReadAll(io.LimitReader(r, MaxText+1))
	if err != nil {
		s.fault(err)
	}
	if len(text) > MaxText {
		text, s.More = text[:MaxText], true
	}
	var from extract.Base
	if !d.Base.IsZero() {
		from = extract.BaseOf(d.Base)
	}
	// The reader needs ReadAt and Seek, since an archive is read from its end.
	source := document.Source{Name: d.Name, Type: d.Type, Media: d.Media, Base: from}
	for l, err := range inputs.Document(strings.NewReader(string(text)), source, title, inputs.Options{}) {
		if err != nil {
			s.fault(err)
			continue
		}
		if !s.add(l) {
			break
		}
	}
	return s
}

// ReadListing returns the links of a listing, such as a gopher menu or a directory. The line
// of a link is the number of its entry.
func ReadListing(entries iter.Seq2[open.Entry, error], title string) *Set {
	s := &Set{ID: rand.Text(), Title: title}
	line := int64(0)
	var unread open.Unread
	for e, err := range entries {
		if unread.Add(err) {
			continue
		}
		if err != nil {
			s.fault(err)
			break
		}
		line++
		if e.URL.IsZero() {
			continue
		}
		text := e.URL.WithoutPassword().String()
		place := linkcheck.Place{File: title, Line: line, Column: 1, Text: text}
		if !s.add(linkcheck.Link{URL: text, Place: place}) {
			break
		}
	}
	if err := unread.Err(); err != nil {
		s.fault(err)
	}
	return s
}

// add adds a link, and reports whether there is room for another one.
func (s *Set) add(l linkcheck.Link) bool {
	if len(s.Links) == MaxLinks {
		s.More = true
		return false
	}
	s.Links = append(s.Links, l)
	return true
}

// fault adds an error of the document.
func (s *Set) fault(err error) {
	if len(s.Faults) < maxFaults {
		s.Faults = append(s.Faults, earl.Redact(err.Error()))
	}
}

// targets yields the links for a check.
func (s *Set) targets(ctx context.Context) iter.Seq2[linkcheck.Link, error] {
	return func(yield func(linkcheck.Link, error) bool) {
		for _, l := range s.Links {
			if ctx.Err() != nil || !yield(l, nil) {
				return
			}
		}
	}
}

// Results returns the results of the last check, in the order of the document, and its
// summary. It returns false for a set that was not checked.
func (s *Set) Results() ([]linkcheck.Result, linkcheck.Summary, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := slices.Clone(s.results)
	slices.SortStableFunc(all, func(a, b linkcheck.Result) int { return cmp.Compare(offset(&a), offset(&b)) })
	return all, s.summary, s.checked
}

// offset returns the line and the column of the first position of a result as one number.
func offset(r *linkcheck.Result) int64 {
	if len(r.Places) == 0 {
		return 0
	}
	return r.Places[0].Line*(MaxText+1) + r.Places[0].Column
}

// WriteReport writes the results of the last check in a format of package report.
func (s *Set) WriteReport(w io.Writer, format string) error {
	results, summary, _ := s.Results()
	out, err := report.New(format, w, report.Options{All: true})
	if err != nil {
		return err
	}
	for _, r := range results {
		if err := out.Result(r); err != nil {
			return err
		}
	}
	return out.Close(summary)
}

// ErrBusy is the error of Acquire while a check is running.
var ErrBusy = errors.New("another check is running")

// Sets keeps sets, and runs one check at a time. The zero value has no sets. Several
// goroutines may use it.
type Sets struct {
	mu     sync.Mutex
	all    []*Set // the oldest first
	cancel context.CancelFunc
	busy   string // the ID of the set that is being checked, or ""
}

// Add keeps a set.
func (k *Sets) Add(s *Set) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.all) == MaxSets {
		k.all = slices.Delete(k.all, 0, 1)
	}
	k.all = append(k.all, s)
}

// Get returns a set by its ID, or nil.
func (k *Sets) Get(id string) *Set {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, s := range k.all {
		if s.ID == id {
			return s
		}
	}
	return nil
}

// Clear drops all sets and stops the running check.
func (k *Sets) Clear() {
	k.Stop()
	k.mu.Lock()
	defer k.mu.Unlock()
	k.all = nil
}

// Running returns the ID of the set that is being checked, or "".
func (k *Sets) Running() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.busy
}

// Stop stops the running check, if there is one.
func (k *Sets) Stop() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.cancel != nil {
		k.cancel()
	}
}

// Acquire reserves the check of s. If another check is running, the error is ErrBusy. The
// caller calls release after the check. Release and Stop cancel ctx.
func (k *Sets) Acquire(parent context.Context, s *Set) (ctx context.Context, release func(), err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.busy != "" {
		return nil, nil, ErrBusy
	}
	ctx, cancel := context.WithCancel(parent)
	k.busy, k.cancel = s.ID, cancel
	return ctx, func() {
		cancel()
		k.mu.Lock()
		k.busy, k.cancel = "", nil
		k.mu.Unlock()
	}, nil
}

// Check checks the links of a set and calls tell with each result. If ctx ends, the check
// stops: Check keeps the results so far, and the summary says that the check was
// interrupted. The error is that of tell, or nil.
func (s *Set) Check(ctx context.Context, o linkcheck.Options, tell func(linkcheck.Result) error) error {
	s.mu.Lock()
	s.results, s.summary, s.checked = nil, linkcheck.Summary{Interrupted: true}, true
	s.mu.Unlock()
	summary, err := linkcheck.Run(ctx, o, s.targets(ctx), func(r linkcheck.Result) error {
		s.mu.Lock()
		s.results = append(s.results, r)
		s.mu.Unlock()
		return tell(r)
	})
	s.mu.Lock()
	s.summary = summary
	s.mu.Unlock()
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}
