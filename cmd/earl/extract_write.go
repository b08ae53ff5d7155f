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

// writeAll writes what is found in a file, as it is found; its name too if there
// are several.
func (x *extraction) writeAll(w *search, several bool) error {
	before := x.found
	for {
		var finds []*find
		more := true
		select {
		case finds, more = <-w.finds:
		default: // whoever waits for what was found before has it now
			if err := x.out.Flush(); err != nil {
				return err
			}
			finds, more = <-w.finds
		}
		if !more {
			break
		}
		for _, f := range finds {
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

// take writes a find, or says what is wrong.
func (x *extraction) take(file string, f *find) error {
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

// sayRelative says of a relative reference what it lacks, and reports whether it is
// printed: with --absolute only what has become absolute is.
func (x *extraction) sayRelative(file string, f *find) bool {
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

// hasScheme reports whether a find is of a scheme that was asked for.
func (x *extraction) hasScheme(f *find) bool {
	scheme, _, ok := strings.Cut(f.written, ":")
	return ok && (!f.Relative || f.written != f.URL) && slices.ContainsFunc(x.schemes, func(s string) bool { return strings.EqualFold(s, scheme) })
}

// key returns a URL as all that are known to be the same up to the level would be
// written; what is not valid is the same as itself alone.
func (x *extraction) key(url string) string {
	u, err := earl.RFC3986.Parse(url)
	if err != nil {
		return url
	}
	return u.Normalize(x.level).String()
}

// first reports whether a text was not asked about before.
func (q *uniq) first(text string) bool {
	p := q.print(text)
	_, again := q.seen[p]
	q.seen[p] = struct{}{}
	return !again
}

// write writes one find.
func (x *extraction) write(file string, f *find) error {
	if x.json {
		x.line = appendFind(x.line[:0], file, f)
	} else {
		x.line = fmt.Appendf(x.line[:0], "%s:%d:%d: %s\n", term.Safe(file), f.Line, f.Column, term.Safe(f.written))
	}
	_, err := x.out.Write(x.line)
	return err
}

// writeCount writes how many there are, with the file's name if there are several.
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
