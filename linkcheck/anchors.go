package linkcheck

import (
	"encoding/binary"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/earl-url/earl"
)

// maxAnchors is what a page may have; of one with more no fragment is judged.
const maxAnchors = 100_000

// anchors are the places in a page that fragments lead to, 8 octets for each. A
// nil *anchors is of an object whose fragments nobody here can judge.
type anchors struct {
	prints []uint64 // sorted
	partly bool     // the page has more, or leads to a place of its own
	folded bool     // letters of a fragment may be in upper case, as GitHub and GitLab find it
	lines  int      // of the object, if it is a local file; 0: not counted
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
// which begins with "!" or "/"; a view of an image. The fragment is looked for as it
// is written, then decoded, then as the scripts of GitHub and GitLab look for it.
// Source: HTML 7.4.6.4 (find a potential indicated element); SVG 2, 16.3.
func (a *anchors) has(fragment string) bool {
	name, _, _ := strings.Cut(fragment, ":~:")
	if a == nil || a.partly || name == "" || strings.EqualFold(name, "top") || name[0] == '!' || name[0] == '/' || isView(name) {
		return true
	}
	decoded := string(earl.Unescape(name))
	return a.holds(name) || a.holds(decoded) || a.holds("user-content-"+decoded) || a.holdsUser(decoded) || a.folded && a.holds(strings.ToLower(decoded))
}

// holdsUser reports whether a fragment is a name as the markup of GitHub has it, with
// "user-content-" before it.
func (a *anchors) holdsUser(fragment string) bool {
	name, ok := strings.CutPrefix(fragment, "user-content-")
	return ok && a.folded && a.holds(strings.ToLower(name))
}

// isView reports whether a fragment specifies what of an image, film or sound is
// shown. Source: SVG 2, 16.3.2; Media Fragments URI 1.0.
func isView(name string) bool {
	for _, start := range [...]string{"svgView(", "xywh=", "t="} {
		if strings.HasPrefix(name, start) {
			return true
		}
	}
	return false
}

// lines are the fragments for lines of a file as the pages of forges have them.
var lines = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(L\d+(C\d+)?(-L?\d+(C\d+)?)?|lines-\d+.*)$`)
})

// scripts are the fragments that the scripts of GitHub make places for.
var scripts = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(issuecomment-|discussioncomment-|discussion_r|pullrequestreview-|commitcomment-|event-|diff-|r\d|note_)`)
})

// isScripted reports whether a fragment of a URL is a place that only the scripts of
// a forge make: lines of a file, a comment. A file of this machine that is named
// with ?plain=1 is shown by GitHub as its source.
func isScripted(u earl.URL, fragment string) bool {
	query, _ := u.Query()
	switch host, _ := u.Host(); {
	case lines().MatchString(fragment):
		return strings.Contains("&"+query+"&", "&plain=1&") || strings.Contains(u.Path(), "/blob/") || strings.Contains(u.Path(), "/src/") || strings.EqualFold(host, "gist.github.com")
	case scripts().MatchString(fragment):
		return strings.EqualFold(host, "github.com") || strings.HasPrefix(strings.ToLower(host), "gitlab.")
	}
	return false
}

// hasExactly reports whether the page is known to have a place with a name.
func (a *anchors) hasExactly(name string) bool { return a != nil && a.holds(name) }

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
	packedFolded        // the prints follow, of names in lower case
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
	if b[0] = packedWhole; a.folded {
		b[0] = packedFolded
	}
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
	a = &anchors{partly: b[0] == packedPartly, folded: b[0] == packedFolded}
	for b = b[1:]; len(b) >= 8; b = b[8:] {
		a.prints = append(a.prints, binary.BigEndian.Uint64(b))
	}
	return a, true
}
