package git

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"
)

// Changes are the lines that a range of commits adds or changes. They are not safe for
// concurrent use.
type Changes struct {
	lines map[string][]span // by the real path of a file
	real  map[string]string // the real paths of files, by the paths given to Has
}

// A span is a range of lines, both ends included, from 1.
type span struct{ first, last int64 }

// ErrRange is the error of a text that is not a range of commits.
var ErrRange = errors.New(`a range of commits is needed, such as "origin/main...HEAD"`)

// errMerge is the error of a diff with several old sides.
var errMerge = errors.New("git: the diff of a merge has several old sides: name two commits")

// Diff returns the lines that a range adds or changes, in the repository that
// contains dir. A range is what "git diff" accepts: "A..B", "A...B", or one commit,
// which is compared with the work tree. The new side must be checked out.
//
// In a renamed file all lines count as changed, because its relative links may point to
// other files. Files that git does not track have no changes. The error is [ErrRange], or
// git's message in one line.
func Diff(ctx context.Context, dir, commits string) (*Changes, error) {
	if commits == "" || strings.HasPrefix(commits, "-") {
		return nil, ErrRange
	}
	root, err := output(command(ctx, dir, "rev-parse", "--show-toplevel"))
	if err != nil {
		return nil, err
	}
	d := &diffReader{root: realPath(root), lines: map[string][]span{}}
	c := command(ctx, dir, "diff", "-U0", "--inter-hunk-context=0", "--no-color", "--no-ext-diff", "--no-textconv", "--text", "--no-renames", "--no-relative",
		"--ignore-submodules=all", "--src-prefix=a/", "--dst-prefix=b/", commits, "--")
	if err := run(c, d.read); err != nil {
		return nil, err
	}
	return &Changes{d.lines, map[string]string{}}, nil
}

// Has reports whether one of the lines first to last of a file is new or changed.
func (c *Changes) Has(file string, first, last int64) bool {
	path, ok := c.real[file]
	if !ok {
		path = realPath(file)
		c.real[file] = path
	}
	for _, s := range c.lines[path] {
		if first <= s.last && s.first <= last {
			return true
		}
	}
	return false
}

// Len returns how many files have new or changed lines.
func (c *Changes) Len() int { return len(c.lines) }

// A diffReader reads the output of git diff -U0.
type diffReader struct {
	root  string
	lines map[string][]span
	file  string // the file of the next hunks, or "" if it was deleted
	skip  int64  // remaining lines of the hunk
}

// maxHeader is how many bytes of a line of a diff are kept. It is more than the longest
// header, which contains a file name.
const maxHeader = 64 << 10

// read reads a diff. It keeps one header at a time in memory, and no content.
func (d *diffReader) read(r io.Reader) error {
	in := bufio.NewReaderSize(r, maxHeader)
	for {
		line, err := in.ReadSlice('\n')
		if len(line) > 0 {
			if err := d.line(bytes.TrimSuffix(line, []byte("\n"))); err != nil {
				return err
			}
		}
		for err == bufio.ErrBufferFull {
			_, err = in.ReadSlice('\n')
		}
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
	}
}

// line reads one line. It counts the lines of a hunk, because they may look like headers.
func (d *diffReader) line(line []byte) error {
	text := string(line)
	switch {
	case d.skip > 0:
		if text != "" && (text[0] == '+' || text[0] == '-') {
			d.skip--
		}
	case strings.HasPrefix(text, "@@@"):
		return errMerge
	case strings.HasPrefix(text, "@@ "):
		return d.hunk(text)
	case strings.HasPrefix(text, "diff --cc "), strings.HasPrefix(text, "diff --combined "):
		return errMerge
	case strings.HasPrefix(text, "diff --git "):
		d.file = ""
	case strings.HasPrefix(text, "+++ "):
		return d.name(strings.TrimSuffix(text[len("+++ "):], "\t"))
	}
	return nil
}

// name reads the name of the new file.
func (d *diffReader) name(text string) error {
	if text == "/dev/null" {
		d.file = ""
		return nil
	}
	if strings.HasPrefix(text, `"`) {
		var ok bool
		if text, ok = unquote(text); !ok {
			return fmt.Errorf("git: cannot read the file name %s", text)
		}
	}
	path, ok := strings.CutPrefix(text, "b/")
	if !ok {
		return fmt.Errorf("git: cannot read the file name %q", text)
	}
	d.file = realPath(filepath.Join(d.root, filepath.FromSlash(path)))
	return nil
}

// hunk reads the header of a hunk: "@@ -A,B +C,D @@".
func (d *diffReader) hunk(text string) error {
	fields := strings.Fields(text)
	if len(fields) < 4 {
		return fmt.Errorf("git: cannot read %q", text)
	}
	_, removed, ok1 := numbers(fields[1], "-")
	first, added, ok2 := numbers(fields[2], "+")
	if !ok1 || !ok2 {
		return fmt.Errorf("git: cannot read %q", text)
	}
	d.skip = removed + added
	if added > 0 && d.file != "" {
		d.lines[d.file] = append(d.lines[d.file], span{first, first + added - 1})
	}
	return nil
}

// numbers reads "-A,B". For "-A", B is 1.
func numbers(text, sign string) (start, count int64, ok bool) {
	text, ok = strings.CutPrefix(text, sign)
	a, b, two := strings.Cut(text, ",")
	start, err := strconv.ParseInt(a, 10, 62)
	count = 1
	if err == nil && two {
		count, err = strconv.ParseInt(b, 10, 62)
	}
	return start, count, ok && err == nil && start >= 0 && count >= 0
}

// unquote reads a name in git's quotes: with the escapes of C, and bytes as three octal
// digits.
func unquote(text string) (string, bool) {
	inner, ok := strings.CutSuffix(strings.TrimPrefix(text, `"`), `"`)
	if !ok {
		return text, false
	}
	var b []byte
	for i := 0; i < len(inner); i++ {
		if inner[i] != '\\' {
			b = append(b, inner[i])
			continue
		}
		if i++; i == len(inner) {
			return text, false
		}
		if j := strings.IndexByte(`abtnvfr"\`, inner[i]); j >= 0 {
			b = append(b, "\a\b\t\n\v\f\r\"\\"[j])
			continue
		}
		n, err := strconv.ParseUint(inner[i:min(i+3, len(inner))], 8, 8)
		if err != nil {
			return text, false
		}
		b = append(b, byte(n))
		i += 2
	}
	return string(b), true
}
