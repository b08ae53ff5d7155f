package inputs

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"
)

// checkPattern reports whether a pattern of file names can be read.
func checkPattern(text string) error {
	for segment := range strings.SplitSeq(filepath.ToSlash(text), "/") {
		if _, err := path.Match(segment, ""); err != nil {
			return fmt.Errorf("%q: no such file, and not a pattern of file names: %w", text, err)
		}
	}
	return nil
}

// pattern returns the directory that a pattern of file names begins with, and a
// function that reports whether the path of a file matches. "**" is any number of
// directories, the other signs are those of [path.Match].
func (in *Set) pattern(text string) (root string, match func(string) bool) {
	segments := strings.Split(filepath.ToSlash(text), "/")
	n := 0
	for n < len(segments)-1 && !strings.ContainsAny(segments[n], "*?[") {
		n++
	}
	root = strings.Join(segments[:n], "/")
	switch {
	case n == 0:
		root = "."
	case root == "":
		root = "/"
	}
	segments = segments[n:]
	return filepath.FromSlash(root), func(name string) bool {
		rel, err := filepath.Rel(filepath.FromSlash(root), name)
		return err == nil && in.matches(segments, strings.Split(filepath.ToSlash(rel), "/"))
	}
}

// matches reports whether the segments of a path match those of a pattern. It goes
// back only to the last "**", so its time is at most the product of both lengths.
func (in *Set) matches(pattern, name []string) bool {
	p, n := 0, 0
	last, from := -1, 0
	for n < len(name) {
		switch {
		case p < len(pattern) && pattern[p] == "**":
			last, from = p, n
			p++
			continue
		case p < len(pattern) && in.matchesSegment(pattern[p], name[n]):
			p, n = p+1, n+1
			continue
		case last < 0:
			return false
		}
		from++
		p, n = last+1, from
	}
	for p < len(pattern) && pattern[p] == "**" {
		p++
	}
	return p == len(pattern)
}

// matchesSegment reports whether a name matches one segment of a pattern.
func (in *Set) matchesSegment(pattern, name string) bool {
	if in.o.FoldCase {
		pattern, name = strings.ToLower(pattern), strings.ToLower(name)
	}
	ok, _ := path.Match(pattern, name)
	return ok
}
