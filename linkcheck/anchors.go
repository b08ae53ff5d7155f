package linkcheck

import (
	"encoding/binary"
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
	partly bool     // the page has more, or leads to a place of its own
}

// printOf returns the print of a name: FNV-1a, which is the same in a run that goes on.
func printOf(name string) uint64 {
	print := uint64(14695981039346656037)
	for i := range len(name) {
		print = (print ^ uint64(name[i])) * 1099511628211
	}
	return print
}

// add adds the name of a place.
func (a *anchors) add(name string) {
	if len(a.prints) == maxAnchors {
		a.partly = true
		return
	}
	a.prints = append(a.prints, printOf(name))
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
	_, ok := slices.BinarySearch(a.prints, printOf(name))
	return ok
}

// What the first octet of packed anchors says.
const (
	packedNone   = iota // no page: fragments are not judged
	packedWhole         // the prints follow
	packedPartly        // not every fragment can be judged
)

// pack returns a as octets.
func (a *anchors) pack() []byte {
	switch {
	case a == nil:
		return []byte{packedNone}
	case a.partly:
		return []byte{packedPartly}
	}
	b := make([]byte, 1, 1+8*len(a.prints))
	b[0] = packedWhole
	for _, p := range a.prints {
		b = binary.BigEndian.AppendUint64(b, p)
	}
	return b
}

// unpackAnchors returns what pack made of anchors; ok is false for nothing.
func unpackAnchors(b []byte) (a *anchors, ok bool) {
	switch {
	case len(b) == 0:
		return nil, false
	case b[0] == packedNone:
		return nil, true
	}
	a = &anchors{partly: b[0] == packedPartly}
	for b = b[1:]; len(b) >= 8; b = b[8:] {
		a.prints = append(a.prints, binary.BigEndian.Uint64(b))
	}
	return a, true
}
