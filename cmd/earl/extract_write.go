package main

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/earl-url/earl/base"
	"github.com/earl-url/earl/extract/document"
	"github.com/earl-url/earl/extract/files"
	"github.com/earl-url/earl/internal/term"
)

// file writes the matches in a file as they are found, or their count.
func (x *extraction) file(f *files.File, several bool) error {
	n, binary := int64(0), false
	for m, err := range f.Matches() {
		if err != nil {
			binary = errors.Is(err, document.ErrBinary)
			x.report(f.Name, &m, err)
		}
		if !m.Found {
			continue
		}
		n++
		if m.Relative && err == nil && m.Base.From == base.None {
			x.relative++
		}
		if x.count {
			continue
		}
		if err := x.write(f.Name, &m); err != nil {
			return err
		}
	}
	x.found += n
	if x.count && !binary {
		return x.writeCount(f.Name, n, several)
	}
	return nil
}

// report writes an error of a file or of a match to stderr.
func (x *extraction) report(file string, m *files.Match, err error) {
	var relative *files.RelativeError
	switch {
	case errors.Is(err, document.ErrBinary):
		x.s.say("earl: extract: %s: a binary file, left out", file)
	case m.Line == 0 && !m.Found:
		x.fault("%s: %s", file, message(cause(err)))
	default:
		if !errors.As(err, &relative) && !document.Harmless(err) {
			x.trouble = true
		}
		x.s.say("earl: extract: %s:%d:%d: %s", file, m.Line, m.Column, redacted(message(err)))
	}
}

// cause returns the error of a file without its name.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// write writes one match.
func (x *extraction) write(file string, m *files.Match) error {
	if x.json {
		x.line = append(m.AppendJSON(x.line[:0], file), '\n')
	} else {
		x.line = fmt.Appendf(x.line[:0], "%s:%d:%d: %s\n", term.Safe(file), m.Line, m.Column, term.Safe(m.Written))
	}
	_, err := x.out.Write(x.line)
	return err
}

// writeCount writes the number of matches, and the file's name if it is named.
func (x *extraction) writeCount(file string, n int64, named bool) (err error) {
	switch {
	case x.json:
		x.line = appendString(append(x.line[:0], `{"file":`...), file)
		_, err = fmt.Fprintf(x.out, "%s,\"count\":%d}\n", x.line, n)
	case named:
		_, err = fmt.Fprintf(x.out, "%s:%d\n", term.Safe(file), n)
	default:
		_, err = fmt.Fprintf(x.out, "%d\n", n)
	}
	return err
}
