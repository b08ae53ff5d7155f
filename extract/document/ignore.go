package document

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// rules are the rules in the ignore files of one directory.
type rules struct {
	depth  int // of its directory, relative to the topmost directory with rules
	list   []rule
	failed []unread
}

// unread is an ignore file whose rules are not known.
type unread struct {
	name string
	err  error
}

// errIgnoreSize is for a file of more than ignoreSize bytes.
var errIgnoreSize = errors.New("document: an ignore file of more than 1 MiB is not read")

// A rule is one line of an ignore file.
type rule struct {
	segments []string // of the pattern; "**" matches any number of them
	negated  bool     // a file that matches is not ignored
	dirs     bool     // only directories match
}

// ignoreSize is the maximum size of a .gitignore, which people write by hand.
const ignoreSize = 1 << 20

// rulesAbove reads the rules of the directories above root in its repository,
// and returns the path from the repository to root. Outside a repository it
// returns none.
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

// read adds the rules of a file. As in git, a link to a file has none.
func (r *rules) read(name string) {
	info, err := os.Lstat(name)
	var text []byte
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && !info.Mode().IsRegular():
		return
	case err == nil && info.Size() > ignoreSize:
		err = errIgnoreSize
	case err == nil:
		text, err = os.ReadFile(name)
	}
	if err != nil {
		r.failed = append(r.failed, unread{name, err})
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

// trimBlanks removes the trailing blanks that no backslash escapes.
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

// classes replaces the POSIX classes with ranges.
var classes = strings.NewReplacer("[:alnum:]", "0-9A-Za-z", "[:alpha:]", "A-Za-z", "[:blank:]", " \t", "[:cntrl:]", "\x01-\x1f\x7f",
	"[:digit:]", "0-9", "[:lower:]", "a-z", "[:space:]", " \t-\r", "[:upper:]", "A-Z", "[:xdigit:]", "0-9A-Fa-f")

// pattern converts a segment to the syntax of [path.Match], where "[!" is "[^".
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

// ignored reports whether a file or directory is ignored. The last matching
// rule of the nearest file with a match decides. at is the path to the file.
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

// matches reports whether a path matches the rule. It backtracks only to the
// last "**", so its time is at most the product of both lengths.
func (r rule) matches(way []string) bool {
	p, w := 0, 0         // indexes of the next segments
	last, from := -1, -1 // the last "**", and the end of what it matches
	for w < len(way) {
		if p < len(r.segments) && r.segments[p] == "**" {
			last, from = p, w
			if p++; p == len(r.segments) {
				return true // the file is inside a directory that matches
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
