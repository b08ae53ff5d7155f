package document

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// rules are what the ignore files of one directory say.
type rules struct {
	depth int // of its directory, below the topmost that counts
	list  []rule
}

// A rule is one line of it.
type rule struct {
	segments []string // of the pattern; "**" is any number of them
	negated  bool     // what matches is not ignored
	dirs     bool     // only directories match
}

// ignoreSize bounds a .gitignore, which people write by hand.
const ignoreSize = 1 << 20

// rulesAbove reads what the directories above root say in the repository that it
// is in, and returns the way from the repository down to root. Outside a
// repository there is nothing above.
func rulesAbove(root string) (all []rules, way []string) {
	full, err := filepath.Abs(root)
	if err != nil {
		return nil, nil
	}
	top := full
	for {
		if _, err := os.Lstat(filepath.Join(top, ".git")); err == nil {
			break
		}
		above := filepath.Dir(top)
		if above == top {
			return nil, nil
		}
		way, top = append(way, filepath.Base(top)), above
	}
	slices.Reverse(way)
	for i, name := range way {
		all = append(all, rulesOf(top, i))
		top = filepath.Join(top, name)
	}
	return all, way
}

// rulesOf reads the ignore files of a directory.
func rulesOf(dir string, depth int) rules {
	r := rules{depth: depth}
	r.read(filepath.Join(dir, ".gitignore"))
	r.read(filepath.Join(dir, IgnoreFile))
	return r
}

// read adds the rules of a file; a file that cannot be read has none.
func (r *rules) read(name string) {
	if info, err := os.Lstat(name); err != nil || !info.Mode().IsRegular() || info.Size() > ignoreSize {
		return
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return
	}
	for line := range strings.Lines(strings.TrimPrefix(string(text), "\uFEFF")) {
		if one, ok := parseRule(strings.TrimRight(line, "\r\n")); ok {
			r.list = append(r.list, one)
		}
	}
}

// parseRule reads one line. Source: gitignore(5), pattern format.
func parseRule(line string) (r rule, ok bool) {
	if strings.HasPrefix(line, "#") {
		return rule{}, false
	}
	line = trimBlanks(line)
	if line, r.negated = strings.CutPrefix(line, "!"); strings.HasSuffix(line, "/") {
		line, r.dirs = strings.TrimSuffix(line, "/"), true
	}
	if line == "" {
		return rule{}, false
	}
	rest, anchored := strings.CutPrefix(line, "/")
	if !anchored && !strings.Contains(line, "/") {
		r.segments = []string{"**"}
	}
	for segment := range strings.SplitSeq(rest, "/") {
		r.segments = append(r.segments, pattern(segment))
	}
	return r, true
}

// trimBlanks takes away the blanks at the end that no backslash keeps.
func trimBlanks(line string) string {
	for strings.HasSuffix(line, " ") {
		backslashes := len(line) - 1 - len(strings.TrimRight(line[:len(line)-1], `\`))
		if backslashes%2 == 1 {
			break
		}
		line = line[:len(line)-1]
	}
	return line
}

// classes writes the classes of POSIX as ranges.
var classes = strings.NewReplacer("[:alnum:]", "0-9A-Za-z", "[:alpha:]", "A-Za-z", "[:blank:]", " \t", "[:cntrl:]", "\x01-\x1f\x7f",
	"[:digit:]", "0-9", "[:lower:]", "a-z", "[:space:]", " \t-\r", "[:upper:]", "A-Z", "[:xdigit:]", "0-9A-Fa-f")

// pattern writes a segment as [path.Match] reads it: "[!" is "[^" there.
func pattern(segment string) string {
	b := []byte(segment)
	for i := 0; i+1 < len(b); i++ {
		switch {
		case b[i] == '\\':
			i++
		case b[i] == '[' && b[i+1] == '!':
			b[i+1] = '^'
		}
	}
	return classes.Replace(string(b))
}

// ignored reports whether a file or directory is left out: the last rule that it
// matches, of the nearest file that has one, says so. at is the way to it.
func ignored(all []rules, at []string, dir bool) bool {
	for _, r := range slices.Backward(all) {
		for _, one := range slices.Backward(r.list) {
			if (dir || !one.dirs) && one.matches(at[r.depth:]) {
				return !one.negated
			}
		}
	}
	return false
}

// matches reports whether a way matches the rule. It goes back to the last "**"
// alone, so its time is at most the product of both lengths.
func (r rule) matches(way []string) bool {
	p, w := 0, 0         // the next segments
	last, from := -1, -1 // the last "**", and what it matches up to
	for w < len(way) {
		if p < len(r.segments) && r.segments[p] == "**" {
			last, from = p, w
			if p++; p == len(r.segments) {
				return true // something is inside
			}
			continue
		}
		if p < len(r.segments) {
			if ok, _ := path.Match(r.segments[p], way[w]); ok {
				p, w = p+1, w+1
				continue
			}
		}
		if last < 0 {
			return false
		}
		from++
		p, w = last+1, from
	}
	return p == len(r.segments)
}
