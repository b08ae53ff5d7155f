package page

import (
	"encoding/binary"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/earl-url/earl"
)

// maxAnchors is how many anchors a page may have. If it has more, its fragments are not
// checked.
const maxAnchors = 100_000

// Anchors are the places in a page that fragments lead to, 8 bytes for each. A nil
// *Anchors means that fragments of the object cannot be checked.
type Anchors struct {
	Partly bool // not all anchors are known, or a redirect had a fragment itself
	Folded bool // fragments match in upper and lower case, as on GitHub and GitLab
	Lines  int  // of the object, if it is a local file; 0: not counted

	prints []uint64 // sorted
}

// printOf returns the print of a name: its FNV-1a hash, which is the same in a resumed
// run.
func printOf(name string) uint64 {
	print := uint64(14695981039346656037)
	for i := range len(name) {
		print = (print ^ uint64(name[i])) * 1099511628211
	}
	return print
}

// Add adds the name of a place.
func (a *Anchors) Add(name string) {
	if len(a.prints) == maxAnchors {
		a.Partly = true
		return
	}
	a.prints = append(a.prints, printOf(name))
}

// Sort sorts the prints, so that Has can search them.
func (a *Anchors) Sort() {
	slices.Sort(a.prints)
	a.prints = slices.Clip(slices.Compact(a.prints))
}

// Has reports whether a fragment leads to a place in the page. It is also true for
// fragments that cannot be checked: the top; a text to search for (#:~:text=); the state
// of a script, which begins with "!" or "/"; a view of an image. The fragment is compared
// unchanged, then decoded, then in the way of the scripts of GitHub and GitLab.
func (a *Anchors) Has(fragment string) bool {
	name, _, _ := strings.Cut(fragment, ":~:")
	if a == nil || a.Partly || name == "" || strings.EqualFold(name, "top") || name[0] == '!' || name[0] == '/' || isView(name) {
		return true
	}
	decoded := string(earl.Unescape(name))
	return a.holds(name) || a.holds(decoded) || a.holds("user-content-"+decoded) || a.holdsUser(decoded) || a.Folded && a.holds(strings.ToLower(decoded))
}

// holdsUser reports whether a fragment is the name of a place with "user-content-" before
// it, as in the markup of GitHub.
func (a *Anchors) holdsUser(fragment string) bool {
	name, ok := strings.CutPrefix(fragment, "user-content-")
	return ok && a.Folded && a.holds(strings.ToLower(name))
}

// isView reports whether a fragment specifies which part of an image, film or sound is
// shown. Source: SVG 2, 16.3.2; Media Fragments URI 1.0.
func isView(name string) bool {
	for _, start := range [...]string{"svgView(", "xywh=", "t="} {
		if strings.HasPrefix(name, start) {
			return true
		}
	}
	return false
}

// lines matches the fragments for lines of a file on the pages of forges.
var lines = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(L\d+(C\d+)?(-L?\d+(C\d+)?)?|lines-\d+.*)$`)
})

// scripts matches the fragments for which scripts of GitHub make places.
var scripts = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(issuecomment-|discussioncomment-|discussion_r|pullrequestreview-|commitcomment-|event-|diff-|r\d|note_)`)
})

// IsScripted reports whether a fragment of a URL is a place that only the scripts of a
// forge make, lines of a file or a comment, or one that the style sheet of a page reads.
// GitHub shows the source of a file with
// ?plain=1; this counts for a local file too.
func IsScripted(u earl.URL, fragment string) bool {
	query, _ := u.Query()
	switch host, _ := u.Host(); {
	case isPicture(u) && styles().MatchString(fragment):
		return true
	case lines().MatchString(fragment):
		return strings.Contains("&"+query+"&", "&plain=1&") || strings.Contains(u.Path(), "/blob/") || strings.Contains(u.Path(), "/src/") || strings.EqualFold(host, "gist.github.com")
	case scripts().MatchString(fragment):
		return strings.EqualFold(host, "github.com") || strings.HasPrefix(strings.ToLower(host), "gitlab.")
	}
	return false
}

// styles matches fragments of pictures that the style sheet of a page reads: those of GitHub
// and of MkDocs Material for the colours of a page, and those for the place of a picture.
var styles = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(gh-(dark|light)-mode-only|only-(dark|light)|(float-?)?(left|right)|center)$`)
})

// isPicture reports whether the name of an object is that of a picture.
func isPicture(u earl.URL) bool {
	switch strings.ToLower(path.Ext(u.Path())) {
	case ".svg", ".svgz", ".png", ".apng", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".bmp", ".ico", ".jxl", ".heic", ".tif", ".tiff":
		return true
	}
	return false
}

// Names reports whether the page certainly has a place with a name.
func (a *Anchors) Names(name string) bool { return a != nil && a.holds(name) }

// holds reports whether there is a place with a name.
func (a *Anchors) holds(name string) bool {
	_, ok := slices.BinarySearch(a.prints, printOf(name))
	return ok
}

// The first byte of packed anchors.
const (
	packedNone   = iota // not a page: fragments are not checked
	packedWhole         // the prints follow
	packedPartly        // not every fragment can be checked
	packedFolded        // the prints follow, of names in lower case
)

// Pack returns a as bytes.
func (a *Anchors) Pack() []byte {
	switch {
	case a == nil:
		return []byte{packedNone}
	case a.Partly:
		return []byte{packedPartly}
	}
	b := make([]byte, 1, 1+8*len(a.prints))
	if b[0] = packedWhole; a.Folded {
		b[0] = packedFolded
	}
	for _, p := range a.prints {
		b = binary.BigEndian.AppendUint64(b, p)
	}
	return b
}

// UnpackAnchors reverses Pack; ok is false for no bytes.
func UnpackAnchors(b []byte) (a *Anchors, ok bool) {
	switch {
	case len(b) == 0:
		return nil, false
	case b[0] == packedNone:
		return nil, true
	}
	a = &Anchors{Partly: b[0] == packedPartly, Folded: b[0] == packedFolded}
	for b = b[1:]; len(b) >= 8; b = b[8:] {
		a.prints = append(a.prints, binary.BigEndian.Uint64(b))
	}
	return a, true
}
