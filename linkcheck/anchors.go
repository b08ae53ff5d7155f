package linkcheck

import (
	"hash/maphash"
	"slices"
	"strings"

	"github.com/earl-url/earl"
)

// maxAnchors is what a page may have; of one with more no fragment is judged.
const maxAnchors = 100_000

// anchors are the places in a page that fragments lead to, 8 octets for each. A
// nil *anchors is of an object whose fragments nobody here can judge.
type anchors struct {
	prints []uint64 // sorted
	partly bool     // the page has more
}

// seed makes the prints of one process.
var seed = maphash.MakeSeed()

// add adds the name of a place.
func (a *anchors) add(name string) {
	if len(a.prints) == maxAnchors {
		a.partly = true
		return
	}
	a.prints = append(a.prints, maphash.String(seed, name))
}

// sort makes a ready to be asked.
func (a *anchors) sort() {
	slices.Sort(a.prints)
	a.prints = slices.Clip(slices.Compact(a.prints))
}

// has reports whether a fragment leads to a place in the page, or to none that can
// be judged: the top; text to be searched for (#:~:text=); the state of a script,
// which begins with "!" or "/". The fragment is looked for as it is written, then
// decoded. Source: HTML 7.4.6.4 (find a potential indicated element).
func (a *anchors) has(fragment string) bool {
	name, _, _ := strings.Cut(fragment, ":~:")
	if a == nil || a.partly || name == "" || strings.EqualFold(name, "top") || name[0] == '!' || name[0] == '/' {
		return true
	}
	return a.holds(name) || a.holds(string(earl.Unescape(name)))
}

// holds reports whether there is a place with a name.
func (a *anchors) holds(name string) bool {
	_, ok := slices.BinarySearch(a.prints, maphash.String(seed, name))
	return ok
}
