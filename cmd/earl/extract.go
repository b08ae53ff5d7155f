package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/term"
)

// textTypes are the types of documents that are read.
var textTypes = []string{"text"}

// newExtract returns the command extract.
func newExtract(s *streams) *cobra.Command {
	x := extraction{s: s}
	kind, level, once, loose := textTypes[0], earl.LevelScheme.String(), false, false
	c := &cobra.Command{
		Use:     "extract [FILE... | -]",
		GroupID: groupRead,
		Short:   "Find URLs in text, with their places",
		Long: `Find the URLs in files, or in stdin, and print each with its place:

  file:line:column: URL

Lines and columns count from 1, columns in octets. <URL:...> and <...> are read
over any number of lines, in quoted mail too; a bare URL is left without the
punctuation around it. Lines may be of any length. A reference without a scheme in
a wrapper is printed as it is, and named on stderr: plain text has no base.

With --json each is one object a line, with the text as it stands, its offset, how
sure it is, and other readings: of a hyphen before a line break nobody can say
whether it belongs to the URL.

Passwords are printed whole, because the URL is what was asked for. The exit status
is 0 if URLs were found, 1 if none, 2 if a file could not be read to its end.`,
		Example: `  earl extract mail.txt
  earl extract --json --loose < log
  earl extract --uniq --scheme ftp,gopher *.txt`,
		RunE: func(_ *cobra.Command, args []string) error {
			if !slices.Contains(textTypes, kind) {
				return usagef("--type %q: one of %v", kind, textTypes)
			}
			var ok bool
			if x.level, ok = earl.ParseLevel(level); !ok {
				return usagef("--level %q: one of %v", level, levels())
			}
			if once {
				x.seen = newUniq()
			}
			x.options.Hosts, x.options.Addresses = loose, loose
			return x.run(args)
		},
	}
	f := c.Flags()
	f.BoolVar(&x.json, "json", false, "write one JSON object a line")
	f.BoolVar(&once, "uniq", false, "print URLs that are the same up to the level once")
	f.StringVar(&level, "level", level, "how far --uniq goes: string, case, escapes, dots or scheme")
	complete(c, "level", levels()...)
	f.StringSliceVar(&x.schemes, "scheme", nil, "only URLs of these `SCHEMES`, separated by commas")
	f.BoolVar(&x.count, "count", false, "print only how many there are, for each file")
	f.BoolVar(&loose, "loose", false, "find hosts without a scheme and e-mail addresses too")
	f.BoolVar(&x.options.Defanged, "defanged", false, "find URLs that were made harmless, such as hxxp://h[.]org")
	f.StringVar(&kind, "type", kind, "what the files are: text")
	complete(c, "type", textTypes...)
	return c
}

// An extraction is one run of extract.
type extraction struct {
	s       *streams
	options extract.Options
	json    bool
	count   bool
	schemes []string // in any case; none: all
	level   earl.Level
	seen    *uniq // nil: all are printed

	out     *bufio.Writer
	line    []byte
	found   int64
	trouble bool
}

// run searches every file, or stdin.
func (x *extraction) run(files []string) error {
	if len(files) == 0 {
		if term.Is(x.s.in) {
			return usagef("no file: name one, or pipe text into it")
		}
		files = []string{"-"}
	}
	x.out = bufio.NewWriter(x.s.out)
	for _, name := range files {
		before := x.found
		if err := x.file(name); err != nil {
			x.fault("%s: %s", name, err)
		}
		if x.count {
			x.writeCount(name, x.found-before, len(files) > 1)
		}
	}
	if err := x.out.Flush(); err != nil {
		x.fault("%s", err)
	}
	switch {
	case x.trouble:
		return exitWith(statusUsage)
	case x.found == 0:
		return exitWith(statusNo)
	}
	return nil
}

// fault says what went wrong.
func (x *extraction) fault(format string, args ...any) {
	x.trouble = true
	x.s.say("earl: extract: "+format, args...)
}

// file searches one file; "-" is stdin.
func (x *extraction) file(name string) error {
	f := x.s.in
	if name != "-" {
		var err error
		if f, err = os.Open(name); err != nil {
			return errors.Unwrap(err)
		}
		defer f.Close()
	}
	for m, err := range extract.Text(flushing{f, x.out}, x.options) {
		if errors.Is(err, extract.ErrTooLong) {
			x.fault("%s:%d:%d: %s", name, m.Line, m.Column, message(err))
			continue
		}
		if err != nil {
			var path *os.PathError
			if errors.As(err, &path) {
				return path.Err
			}
			return err
		}
		if !x.wants(&m) {
			continue
		}
		if x.found++; x.count {
			continue
		}
		if err := x.write(name, &m); err != nil {
			return err
		}
	}
	return nil
}

// flushing is a file before each read of which everything found is written, for
// whoever waits for it.
type flushing struct {
	in  io.Reader
	out *bufio.Writer
}

// Read implements io.Reader.
func (f flushing) Read(p []byte) (int, error) {
	if err := f.out.Flush(); err != nil {
		return 0, err
	}
	return f.in.Read(p)
}

// wants reports whether a match is of a scheme that was asked for, and new.
func (x *extraction) wants(m *extract.Match) bool {
	if x.schemes != nil {
		scheme, _, ok := strings.Cut(m.URL, ":")
		if !ok || m.Relative || !slices.ContainsFunc(x.schemes, func(s string) bool { return strings.EqualFold(s, scheme) }) {
			return false
		}
	}
	return x.seen == nil || x.seen.first(x.key(m.URL))
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

// write writes one match, and says on stderr that it has no base.
func (x *extraction) write(file string, m *extract.Match) error {
	if m.Relative {
		x.s.say("earl: extract: %s:%d:%d: %s is relative, and plain text has no base", file, m.Line, m.Column, redacted(m.URL))
	}
	if x.json {
		x.line = appendMatch(x.line[:0], file, m)
	} else {
		x.line = fmt.Appendf(x.line[:0], "%s:%d:%d: %s\n", term.Safe(file), m.Line, m.Column, term.Safe(m.URL))
	}
	_, err := x.out.Write(x.line)
	return err
}

// writeCount writes how many there are, with the file's name if there are several.
func (x *extraction) writeCount(file string, n int64, named bool) {
	switch {
	case x.json:
		x.line = appendString(append(x.line[:0], `{"file":`...), file)
		fmt.Fprintf(x.out, "%s,\"count\":%d}\n", x.line, n)
	case named:
		fmt.Fprintf(x.out, "%s:%d\n", term.Safe(file), n)
	default:
		fmt.Fprintf(x.out, "%d\n", n)
	}
}
