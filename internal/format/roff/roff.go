// Package roff finds URLs in man pages and other documents of roff.
//
//	for m, err := range roff.URLs(file, roff.Options{}) {
//		if err != nil {
//			return err
//		}
//		fmt.Printf("%d:%d: %s\n", m.Line, m.Column, m.URL)
//	}
//
// It decodes escapes first: \fBhttp://www\&.example\&.org/a\-b\fR is http://www.example.org/a-b. A
// comment is not searched. The package follows groff(7) and groff_char(7). It runs no macros, so
// the value of a string that a page defines is not known, and ends a URL.
package roff

import (
	"io"
	"iter"
	"strings"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/format/textline"
)

// Options are the settings of [URLs].
type Options struct {
	// Options are the options for text.
	extract.Options
	// Base is the URL from which the document was retrieved. The zero Base means none.
	Base extract.Base
}

// URLs finds the URLs of a document, in its order. The Text of a match is unchanged, with its
// escapes. A line of more than 1 MiB and the longest URL is skipped with [extract.ErrTooLong].
//
// The sequence can be iterated only once, by one goroutine. An error of r ends it;
// [extract.ErrTooLong] does not.
func URLs(r io.Reader, o Options) iter.Seq2[extract.Match, error] {
	return func(yield func(extract.Match, error) bool) {
		if o.MaxLength <= 0 {
			o.MaxLength = extract.DefaultMaxLength
		}
		d := &document{o: o, in: textline.New(r, o.MaxLength), searcher: extract.NewSearcher(o.Options), yield: yield}
		d.read()
	}
}

// document is one document that is read.
type document struct {
	o        Options
	in       *textline.Reader
	searcher *extract.Searcher
	yield    func(extract.Match, error) bool
}

// read yields the matches of all lines.
func (d *document) read() {
	if err := d.in.Each(d.search); err != nil {
		d.yield(extract.Match{}, err)
	}
}

// search yields the matches of a line, and reports whether to continue.
func (d *document) search(line string, n int64) bool {
	switch {
	case int64(len(line)) < n:
		return d.give(extract.Match{Column: 1}, extract.ErrTooLong)
	case isComment(line):
		return true
	case strings.IndexByte(line, '\\') >= 0:
		return d.decoded(line)
	}
	for m, err := range d.searcher.Text(strings.NewReader(line)) {
		if !d.give(m, err) {
			return false
		}
	}
	return true
}

// decoded is search for a line with escapes.
func (d *document) decoded(line string) bool {
	t := decode(line)
	for m, err := range d.searcher.Text(strings.NewReader(string(t.b))) {
		first := int(m.Offset)
		m.Offset = int64(len(line))
		if first < len(t.start) {
			m.Offset = int64(t.start[first])
		}
		if n := len(m.Text); n > 0 {
			m.Text = line[m.Offset:t.end[first+n-1]]
		}
		m.Column = m.Offset + 1
		if !d.give(m, err) {
			return false
		}
	}
	return true
}

// give yields a match whose position is in the current line.
func (d *document) give(m extract.Match, err error) bool {
	m.Offset += d.in.Offset
	m.Line, m.Base = d.in.Line, d.o.Base
	return d.yield(m, err)
}

// isComment reports whether a line is a comment.
func isComment(line string) bool {
	if line == "" || line[0] != '.' && line[0] != '\'' {
		return false
	}
	rest := strings.TrimLeft(line[1:], " \t")
	return strings.HasPrefix(rest, `\"`) || strings.HasPrefix(rest, `\#`)
}

// starts are the first words of a man page, after empty lines: a comment, the macro for the title
// of a page, and that of mdoc.
var starts = []string{`.\"`, `'\"`, ".TH ", ".Dd "}

// Starts reports whether a document that begins with head is one of roff, and whether more bytes
// would not change the result. whole means that there are no more bytes.
func Starts(head string, whole bool) (is, sure bool) {
	head = strings.TrimLeft(head, "\r\n")
	sure = true
	for _, s := range starts {
		if strings.HasPrefix(head, s) {
			return true, true
		}
		sure = sure && !strings.HasPrefix(s, head)
	}
	return false, sure || whole
}
