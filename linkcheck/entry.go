package linkcheck

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/hostlimit"
)

// An entry is what a check knows about one URL. Only the loop uses it.
type entry struct {
	key    string // the URL's text, for the map
	url    earl.URL
	host   *host             // nil: it is not opened
	typed  bool              // by the user
	read   bool              // its links are wanted
	left   bool              // a limit stopped the check from reading its links
	tries  int               // failed ones
	ticket *hostlimit.Ticket // while it is visited

	done    bool
	result  Result // without places
	anchors *anchors
	sure    bool                 // anchors are known for certain
	again   bool                 // it is opened again to read the anchors
	visits  int                  // how often it was opened again
	texts   map[string]textState // by fragment

	places  []placed         // those not yet reported
	counted int              // how many of places are counted
	whole   bool             // its result is counted
	partial map[problem]bool // problems whose result is counted
}

// placed is a place with the fragment of the URL there.
type placed struct {
	Place
	fragment string
	repair   string // see target
}

// hasFragment reports whether a place has a fragment.
func (e *entry) hasFragment() bool {
	for i := range e.places {
		if e.places[i].fragment != "" {
			return true
		}
	}
	return false
}

// A problem is what is wrong with a URL at some of its places only. The zero problem
// means that nothing is.
type problem struct {
	fragment string // the missing fragment
	lines    int    // of the file, if the fragment points at a line after them
	text     bool   // the page does not contain the text of the fragment
	repair   string // what a browser repairs in the text at the place
}

// problem returns what is wrong with a URL at one place, unless the URL itself has a
// worse result.
func (e *entry) problem(p *placed) problem {
	switch {
	case e.result.Status > Changed:
	case e.isBeyond(p.fragment):
		return problem{fragment: p.fragment, lines: e.anchors.lines}
	case e.isLine(p.fragment):
	case !e.anchors.has(p.fragment) && !isScripted(e.url, p.fragment):
		return problem{fragment: p.fragment}
	case e.texts[p.fragment] == textMissing:
		return problem{fragment: p.fragment, text: true}
	case e.result.Status == OK, e.result.Status == Redirected && !isMoved(&e.result):
		return problem{repair: p.repair}
	}
	return problem{}
}

// isLine reports whether a fragment points at lines of a local file, as the pages of
// forges show them.
func (e *entry) isLine(fragment string) bool {
	_, ok := lastLine(fragment)
	return ok && e.url.Designates() == earl.LocalFile && !e.anchors.hasExactly(fragment)
}

// isBeyond reports whether a fragment points at a line that a local file does not have.
func (e *entry) isBeyond(fragment string) bool {
	n, _ := lastLine(fragment)
	return e.isLine(fragment) && e.anchors != nil && e.anchors.lines > 0 && n > e.anchors.lines
}

// A textState is what is known about the text of a fragment. The zero value means that
// the check has not looked for it.
type textState uint8

const (
	textUnknown textState = iota
	textFound
	textMissing
)

// missingTexts returns the fragments of places whose texts the check has not looked for.
func (e *entry) missingTexts() (list []string) {
	for i := range e.places {
		fragment := e.places[i].fragment
		if e.texts[fragment] == textUnknown && len(textDirectives(fragment)) > 0 && !slices.Contains(list, fragment) {
			list = append(list, fragment)
		}
	}
	return list
}

// apply makes x the result of a place with a problem.
func (r *run) apply(x *Result, p problem) {
	switch {
	case p.text:
		x.Status, x.Section, x.Fragment = NoFragment, "wicg scroll-to-text-fragment 3.5", p.fragment
		x.Message = "the page exists, but does not contain the text of #" + p.fragment
		x.Severity = SeverityFault
	case p.lines > 0:
		x.Status, x.Section, x.Fragment = NoFragment, "", p.fragment
		x.Message = fmt.Sprintf("the file exists, but has only %d lines", p.lines)
		if p.lines == 1 {
			x.Message = "the file exists, but has only 1 line"
		}
		x.Severity = SeverityFault
	case p.fragment != "":
		x.Status, x.Section, x.Fragment = NoFragment, "draft1996 2", p.fragment
		x.Message = fmt.Sprintf("the page exists, but has no %q", p.fragment)
		x.Severity = SeverityFault
	case p.repair != "":
		x.Status, x.Section, x.Message = Repaired, "", p.repair
		x.Severity = r.strict(SeverityWarning)
	}
}

// meet handles a link, which is in the object of an entry or is a target.
func (r *run) meet(l Link, from *entry) {
	r.summary.Places++
	t := r.target(l, from)
	e := r.entries[t.key]
	known := e != nil
	if !known {
		e = &entry{key: t.key, url: t.url, typed: t.typed}
		r.entries[t.key] = e
	}
	e.places = append(e.places, placed{l.Place, t.fragment, t.repair})
	switch {
	case known:
		r.settle(e)
	case t.verdict != nil:
		e.result = Result{URL: t.redacted(), Status: t.verdict.status, Message: t.verdict.message, Section: t.verdict.section, Size: -1}
		e.result.Severity = r.severity(&e.result, t.mild)
		e.done, e.sure = true, true
		r.done++
		r.settle(e)
		r.reportProgress()
	default:
		e.host = r.host(e)
		r.unfinished++
		if r.o.Recursive && (t.typed || r.sites.holds(t.url, r.o.Site)) {
			r.later = append(r.later, e)
			return
		}
		r.enqueue(e)
	}
}

// maxVisits is how often a URL is opened again for fragments that were found later.
const maxVisits = 3

// settle counts and reports the result of an entry. If a fragment was found after
// its URL was opened, the URL is opened again.
func (r *run) settle(e *entry) {
	if !e.done {
		return
	}
	wanted := !e.sure && e.hasFragment() || r.o.TextFragments && e.host != nil && len(e.missingTexts()) > 0
	if fine := e.result.Status <= Changed; fine && wanted && (e.again || e.visits < maxVisits) {
		if !e.again {
			e.again, e.tries = true, 0
			e.visits++
			r.unfinished++
			r.enqueue(e)
		}
		return
	}
	r.count(e)
	if r.o.Sorted {
		return
	}
	for _, result := range r.results(e) {
		if err := r.report(result); err != nil {
			r.fail(err)
			return
		}
	}
	e.places, e.counted = nil, 0
}

// count counts the results for the new places of an entry.
func (r *run) count(e *entry) {
	for ; e.counted < len(e.places); e.counted++ {
		p := e.problem(&e.places[e.counted])
		switch {
		case p == problem{} && !e.whole:
			e.whole = true
			r.summary.add(&e.result)
		case p != problem{} && !e.partial[p]:
			if e.partial == nil {
				e.partial = map[problem]bool{}
			}
			e.partial[p] = true
			x := e.result
			r.apply(&x, p)
			r.summary.add(&x)
		}
	}
}

// results returns the results of an entry for the places that are not yet reported: one
// for the URL, and one for each problem that only some places have.
func (r *run) results(e *entry) []Result {
	var list []Result
	at := map[problem]int{}
	for i := range e.places {
		p := e.problem(&e.places[i])
		n, ok := at[p]
		if !ok {
			n = len(list)
			at[p] = n
			list = append(list, e.result)
			r.apply(&list[n], p)
		}
		list[n].Places = append(list[n].Places, e.places[i].Place)
	}
	for i := range list {
		slices.SortFunc(list[i].Places, comparePlaces)
	}
	return list
}

// compareResults orders results by their first places, then by URL.
func compareResults(a, b Result) int {
	return cmp.Or(comparePlaces(a.Places[0], b.Places[0]), strings.Compare(a.URL, b.URL), strings.Compare(a.Message, b.Message))
}

// comparePlaces orders places by file and offset.
func comparePlaces(a, b Place) int {
	return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Offset, b.Offset), cmp.Compare(a.Line, b.Line), strings.Compare(a.Text, b.Text))
}
