package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/base"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/extract/document"
	"github.com/earl-url/earl/internal/term"
)

// writeAll writes the matches in a file as they are found, or their count, which
// has the file's name if there are several files.
func (x *extraction) writeAll(w *fileSearch, several bool) error {
	before := x.found
	for {
		var matches []*fileMatch
		more := true
		select {
		case matches, more = <-w.matches:
		default: // the search is slower: write what was found before
			if err := x.out.Flush(); err != nil {
				return err
			}
			matches, more = <-w.matches
		}
		if !more {
			break
		}
		for _, f := range matches {
			if err := x.take(w.name, f); err != nil {
				return err
			}
		}
	}
	if x.count && !errors.Is(w.err, document.ErrBinary) {
		return x.writeCount(w.name, x.found-before, several)
	}
	return nil
}

// take writes a match, or reports its error.
func (x *extraction) take(file string, f *fileMatch) error {
	switch {
	case errors.Is(f.err, document.ErrBinary):
		x.s.say("earl: extract: %s: a binary file, left out", file)
		return nil
	case f.err != nil && f.Line == 0 && f.lacksURL():
		x.fault("%s: %s", file, message(cause(f.err)))
		return nil
	case f.err != nil:
		x.trouble = x.trouble || !document.Harmless(f.err)
		x.s.say("earl: extract: %s:%d:%d: %s", file, f.Line, f.Column, redacted(message(f.err)))
	}
	if f.lacksURL() {
		return nil
	}
	if x.seen != nil && !x.seen.first(f.key) {
		return nil
	}
	if f.Relative && !x.sayRelative(file, f) {
		return nil
	}
	if x.found++; x.count {
		return nil
	}
	return x.write(file, f)
}

// sayRelative reports why a relative reference was not resolved, and returns
// whether it is printed: with --absolute only absolute URLs are.
func (x *extraction) sayRelative(file string, f *fileMatch) bool {
	why := ""
	switch {
	case x.absolute && f.noBase != nil && f.Base.From != base.None:
		why = redacted(message(f.noBase))
	case f.Base.From != base.None:
		return true
	case f.Kind != extract.Attribute:
		why = "is relative, and plain text has no base"
	case x.absolute:
		why = "is relative, and no base is known"
	default:
		x.relative++
		return true
	}
	x.s.say("earl: extract: %s:%d:%d: %s %s", file, f.Line, f.Column, cmp.Or(redacted(f.URL), "a reference to the document itself"), why)
	return !x.absolute
}

// hasScheme reports whether a match is of a scheme that was requested.
func (x *extraction) hasScheme(f *fileMatch) bool {
	scheme, _, ok := strings.Cut(f.written, ":")
	return ok && (!f.Relative || f.written != f.URL) && slices.ContainsFunc(x.schemes, func(s string) bool { return strings.EqualFold(s, scheme) })
}

// key returns the text that all URLs share that are equivalent at the level. A
// text that is not valid is its own key.
func (x *extraction) key(url string) string {
	u, err := earl.RFC3986.Parse(url)
	if err != nil {
		return url
	}
	return u.Normalize(x.level).String()
}

// first reports whether a text is new, and remembers it.
func (q *uniq) first(text string) bool {
	p := q.print(text)
	_, again := q.seen[p]
	q.seen[p] = struct{}{}
	return !again
}

// write writes one match.
func (x *extraction) write(file string, f *fileMatch) error {
	if x.json {
		x.line = appendMatch(x.line[:0], file, f)
	} else {
		x.line = fmt.Appendf(x.line[:0], "%s:%d:%d: %s\n", term.Safe(file), f.Line, f.Column, term.Safe(f.written))
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
