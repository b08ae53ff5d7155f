// Package textlist reads lists of URLs and other texts, one per line, as users and their
// editors write them:
//
//	for line, err := range textlist.Lines(r, textlist.Options{}) {
//		fmt.Println(line.Text, line.Number)
//	}
//
// A list may have line ends of Windows, a byte order mark, empty lines, blanks
// around its texts, and comments. curl (--url @FILE), wget (-i) and trurl (-f)
// accept these too. Every command of earl that reads a list uses this package.
package textlist

import (
	"bufio"
	"errors"
	"io"
	"iter"
	"strings"

	"github.com/earl-url/earl/internal/ascii"
)

// Options set how the lines of a list are read. The zero value is for a list without
// comments: the byte order mark, blanks around texts and carriage returns are removed, and
// empty lines are skipped.
type Options struct {
	Comments bool // skip lines that begin with "#", as curl does
	Strict   bool // each line is one text, even an empty one; only the line feed is removed
}

// mark is the byte order mark of UTF-8.
const mark = "\uFEFF"

// Text returns the text in a line, the column of its first byte, from 1, and false if the
// line is skipped. The line has no line feed, and n is its number, from 1. A byte order
// mark does not count in the columns of the first line.
func (o Options) Text(line string, n int) (text string, column int, ok bool) {
	if o.Strict {
		return line, 1, true
	}
	if n == 1 {
		line = strings.TrimPrefix(line, mark)
	}
	first, end := 0, len(line)
	for first < end && ascii.IsSpace(line[first]) {
		first++
	}
	for end > first && ascii.IsSpace(line[end-1]) {
		end--
	}
	if first == end || o.Comments && line[first] == '#' {
		return "", 0, false
	}
	return line[first:end], first + 1, true
}

// A Line is a text of a list.
type Line struct {
	Text   string
	Number int // from 1
}

// Lines yields the texts of a list, then the error of the reader, if any. A line may have
// any length.
func Lines(r io.Reader, o Options) iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		in := bufio.NewReader(r)
		for n := 1; ; n++ {
			line, err := in.ReadString('\n')
			if err == nil || line != "" {
				text, _, ok := o.Text(strings.TrimSuffix(line, "\n"), n)
				if ok && !yield(Line{text, n}, nil) {
					return
				}
			}
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield(Line{}, err)
				return
			}
		}
	}
}
