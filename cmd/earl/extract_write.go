package main

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/earl-url/earl/cmd/earl/internal/searchfiles"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/extract/document"
	"github.com/earl-url/earl/internal/jsonobject"
	"github.com/earl-url/earl/internal/term"
)

// file writes the matches in a file as it finds them, or their count.
func (x *extraction) file(f *searchfiles.File) error {
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
		if x.list {
			break
		}
		if m.Relative && err == nil && m.Member == "" && m.Base.From == extract.NoBase {
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
	switch {
	case x.list && n > 0:
		return x.writeName(f.Name)
	case x.count && !binary:
		return x.writeCount(f.Name, n)
	}
	return nil
}

// report writes an error of a file or of a match to stderr.
func (x *extraction) report(file string, m *searchfiles.Match, err error) {
	var relative *searchfiles.RelativeError
	switch {
	case errors.Is(err, document.ErrBinary):
		x.s.say("earl: extract: %s: binary file skipped", file)
	case m.Line == 0 && !m.Found:
		x.fault("%s: %s", file, message(cause(err)))
	case errors.As(err, &relative) && x.urls && relative.Err == nil:
		x.skipped++
	default:
		if relative == nil && !document.Harmless(err) {
			x.trouble = true
		}
		x.s.say("earl: extract: %s:%d:%d: %s", m.In(file), m.Line, m.Column, redacted(message(err)))
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

// shownData is how many bytes of a data: URL are shown: its media type, and
// enough to recognise it.
const shownData = 64

// write writes one match.
func (x *extraction) write(file string, m *searchfiles.Match) error {
	b := x.line[:0]
	if x.display {
		m.Written = extract.Display(m.Written)
	}
	switch {
	case x.json:
		b = m.AppendJSON(b, file)
	case x.urls && x.withName:
		b = appendLine(append(append(b, term.Safe(m.In(file))...), ": "...), m.Written)
	case x.urls:
		b = appendLine(b, m.Written)
	default:
		if !x.noName {
			b = append(append(b, term.Safe(m.In(file))...), ':')
		}
		b = fmt.Appendf(b, "%d:%d: %s", m.Line, m.Column, term.Safe(shortened(m.Written)))
		if m.Wrapped != "" {
			b = append(append(append(b, " (in "...), term.Safe(m.Wrapped)...), ')')
		}
	}
	x.line = append(b, '\n')
	_, err := x.out.Write(x.line)
	return err
}

// shortened returns url, without most of the data of a data: URL.
func shortened(url string) string {
	const scheme = "data:"
	if len(url) <= shownData || !strings.EqualFold(url[:len(scheme)], scheme) {
		return url
	}
	return fmt.Sprintf("%s... (%d bytes)", url[:shownData], len(url))
}

// appendLine appends a URL as one line. It escapes control bytes and leaves all other
// bytes unchanged.
func appendLine(b []byte, url string) []byte {
	for i := range len(url) {
		if c := url[i]; c < ' ' || c == 0x7F {
			b = fmt.Appendf(b, "%%%02X", c)
		} else {
			b = append(b, c)
		}
	}
	return b
}

// writeName writes the name of a file.
func (x *extraction) writeName(file string) (err error) {
	if x.json {
		_, err = x.out.Write(jsonobject.AppendLine(nil, jsonobject.FileWithMatches{File: file}))
	} else {
		_, err = fmt.Fprintf(x.out, "%s\n", term.Safe(file))
	}
	return err
}

// writeCount writes the number of matches, and the file's name with -H.
func (x *extraction) writeCount(file string, n int64) (err error) {
	switch {
	case x.json:
		_, err = x.out.Write(jsonobject.AppendLine(nil, jsonobject.FileCount{File: file, Count: n}))
	case x.withName:
		_, err = fmt.Fprintf(x.out, "%s:%d\n", term.Safe(file), n)
	default:
		_, err = fmt.Fprintf(x.out, "%d\n", n)
	}
	return err
}

// An extraction is one run of extract.
type extraction struct {
	s                 *streams
	o                 searchfiles.Options
	json, urls        bool
	display           bool // write URLs for people
	list, count       bool
	withName, noName  bool
	out               *bufio.Writer
	line              []byte
	found             int64
	relative, skipped int64 // references without a base: printed, skipped
	trouble           bool
}

// fault reports an error and makes the exit status 2.
func (x *extraction) fault(format string, args ...any) {
	x.trouble = true
	x.s.say("earl: extract: "+format, args...)
}
