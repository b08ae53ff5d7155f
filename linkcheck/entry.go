package linkcheck

import (
	"cmp"
	"slices"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/hostlimit"
	"github.com/earl-url/earl/linkcheck/internal/page"
)

// A host is a server of URLs that are checked.
type host struct {
	name string
	rule hostlimit.Rule
	dead *verdict // the server could not be reached, with all retries
}

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
	anchors *page.Anchors
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
	official bool   // see Link
	example  bool   // see Link
}

// A textState is what is known about the text of a fragment. The zero value means that
// the check has not looked for it.
type textState uint8

const (
	textUnknown textState = iota
	textFound
	textMissing
)

// problem returns what is wrong with a URL at one place, unless the URL itself has a
// worse result.
func (e *entry) problem(p *placed) problem {
	switch {
	case e.result.Status.Fault() && p.official:
		return problem{official: true}
	case e.result.Status.Fault() && p.example && (e.host == nil || e.url.Designates() == earl.LocalFile):
		return problem{example: true}
	case e.result.Status > Changed:
	case e.isBeyond(p.fragment):
		return problem{fragment: p.fragment, lines: e.anchors.Lines}
	case e.isLine(p.fragment):
	case !e.anchors.Has(p.fragment) && !page.IsScripted(e.url, p.fragment):
		return problem{fragment: p.fragment}
	case e.texts[p.fragment] == textMissing:
		return problem{fragment: p.fragment, text: true}
	case e.result.Status == OK, e.result.Status == Redirected && !e.result.isMoved():
		return problem{repair: p.repair}
	}
	return problem{}
}

// isLine reports whether a fragment points at lines of a local file, as the pages of
// forges show them.
func (e *entry) isLine(fragment string) bool {
	_, ok := page.LastLine(fragment)
	return ok && e.url.Designates() == earl.LocalFile && !e.anchors.Names(fragment)
}

// isBeyond reports whether a fragment points at a line that a local file does not have.
func (e *entry) isBeyond(fragment string) bool {
	n, _ := page.LastLine(fragment)
	return e.isLine(fragment) && e.anchors != nil && e.anchors.Lines > 0 && n > e.anchors.Lines
}

// want returns what the check wants to know of the object of the URL.
func (e *entry) want(o *Options) want {
	w := want{links: e.read, content: e.read || o.Depth == Content || e.hasFragment()}
	w.lines = slices.ContainsFunc(e.places, func(p placed) bool { return e.isLine(p.fragment) })
	if o.TextFragments {
		w.texts = e.missingTexts()
	}
	return w
}

// lacks reports whether a place has a fragment that cannot be checked with what is known
// of the object.
func (e *entry) lacks(o *Options) bool {
	return !e.sure && e.hasFragment() || o.TextFragments && e.host != nil && len(e.missingTexts()) > 0
}

// hasFragment reports whether a place has a fragment.
func (e *entry) hasFragment() bool {
	return slices.ContainsFunc(e.places, func(p placed) bool { return p.fragment != "" })
}

// missingTexts returns the fragments of places whose texts the check has not looked for.
func (e *entry) missingTexts() (list []string) {
	for i := range e.places {
		fragment := e.places[i].fragment
		if e.texts[fragment] == textUnknown && page.HasText(fragment) && !slices.Contains(list, fragment) {
			list = append(list, fragment)
		}
	}
	return list
}

// learn records what a visit has read of the object. again means that it was opened only
// for that.
func (e *entry) learn(x *object, again bool) {
	for fragment, found := range x.texts {
		if e.texts == nil {
			e.texts = map[string]textState{}
		}
		e.texts[fragment] = textMissing
		if found {
			e.texts[fragment] = textFound
		}
	}
	if x.looked || again {
		e.anchors, e.sure = x.anchors, true
	}
}

// results returns the results for the places that are not yet reported: one for the URL,
// and one for each problem that only some places have.
func (e *entry) results(o *Options) []Result {
	var list []Result
	at := map[problem]int{}
	for i := range e.places {
		p := e.problem(&e.places[i])
		n, ok := at[p]
		if !ok {
			n = len(list)
			at[p] = n
			list = append(list, p.apply(e.result, o))
		}
		list[n].Places = append(list[n].Places, e.places[i].Place)
	}
	for i := range list {
		slices.SortFunc(list[i].Places, comparePlaces)
	}
	return list
}

// count adds the results for the new places to a summary.
func (e *entry) count(s *Summary, o *Options) {
	for ; e.counted < len(e.places); e.counted++ {
		p := e.problem(&e.places[e.counted])
		switch {
		case p == problem{} && !e.whole:
			e.whole = true
			s.add(&e.result)
		case p != problem{} && !e.partial[p]:
			if e.partial == nil {
				e.partial = map[problem]bool{}
			}
			e.partial[p] = true
			x := p.apply(e.result, o)
			s.add(&x)
		}
	}
}

// comparePlaces orders places by file and offset.
func comparePlaces(a, b Place) int {
	return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Offset, b.Offset), cmp.Compare(a.Line, b.Line), strings.Compare(a.Text, b.Text))
}
