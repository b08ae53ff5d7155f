package main

import (
	"bufio"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/base"
	"github.com/earl-url/earl/extract/document"
	"github.com/earl-url/earl/extract/files"
	"github.com/earl-url/earl/internal/term"
)

// extractFlags are the flags of extract as they are written.
type extractFlags struct {
	kind, level, base, edition string
	loose                      bool
}

// newExtract returns the command extract.
func newExtract(s *streams) *cobra.Command {
	x := extraction{s: s}
	flags := extractFlags{level: earl.LevelScheme.String(), edition: earl.RFC3986.Name()}
	c := &cobra.Command{
		Use:     "extract [FILE | DIRECTORY... | -]",
		GroupID: groupRead,
		Short:   "Find URLs in documents, with their places",
		Long: `Find the URLs in files, or in stdin, and print each with its place:

  file:line:column: URL

Lines and columns count from 1, columns in octets. A file is text, mail, a mailbox
(mbox), HTML or Markdown: --type says which, else its name, else its first octets.
In a directory, and all below it, every file is read but .git, what a .gitignore
names, and what is binary; the messages of a maildir are mail. Links are not followed.

In text <URL:...> and <...> are read over any number of lines, in quoted mail too;
a bare URL is left without the punctuation around it. Lines may be of any length.
In HTML and Markdown the URLs of attributes and links are found too, character
references and escapes decoded; code in Markdown is searched with --code. Of mail
headers and parts are read, and what is encoded is decoded.

A relative reference is printed as it is. --absolute resolves it against the base
that the document has: its own BASE, the headers of mail (Content-Base,
Content-Location), or --base, the URL that it was retrieved by, in this order.
A relative BASE is resolved against the other two, as browsers do; under
-e draft1996 it must be absolute. If no base is known, a relative BASE is not used,
and a relative reference is reported on stderr and not guessed.

With --json each is one object a line, with the text as it stands, its offset, how
sure it is, its base and what named that, and other readings: of a hyphen before a
line break nobody can say whether it belongs to the URL.

Passwords are printed whole, because the URL is what was asked for. The exit status
is 0 if URLs were found, 1 if none, 2 if a file could not be read to its end.`,
		Example: `  earl extract mail.txt
  earl extract --json --loose < log
  earl extract --absolute --base http://example.org/a/ page.html
  earl extract --uniq --scheme ftp,gopher docs/`,
		RunE: func(_ *cobra.Command, args []string) error {
			if err := x.set(&flags); err != nil {
				return err
			}
			return x.run(args)
		},
	}
	f := c.Flags()
	f.BoolVar(&x.json, "json", false, "write one JSON object a line")
	f.BoolVar(&x.o.Uniq, "uniq", false, "print URLs that are the same up to the level once")
	f.StringVar(&flags.level, "level", flags.level, "how far --uniq goes: string, case, escapes, dots or scheme")
	complete(c, "level", levels()...)
	editionFlag(c, &flags.edition)
	f.StringSliceVar(&x.o.Schemes, "scheme", nil, "only URLs of these `SCHEMES`, separated by commas")
	f.BoolVar(&x.count, "count", false, "print only how many there are, for each file")
	f.StringVar(&flags.base, "base", "", "the `URL` that the documents were retrieved by")
	f.BoolVar(&x.o.Absolute, "absolute", false, "resolve relative references")
	f.BoolVar(&flags.loose, "loose", false, "find hosts without a scheme and e-mail addresses too")
	f.BoolVar(&x.o.Extract.Defanged, "defanged", false, "find URLs that were made harmless, such as hxxp://h[.]org")
	f.BoolVar(&x.o.Source.Code, "code", false, "search the code in Markdown too")
	f.StringVar(&flags.kind, "type", "", "what the files are: text, mail, mbox, html or markdown")
	complete(c, "type", typeWords()...)
	return c
}

// typeWords returns the words for the types of documents.
func typeWords() (words []string) {
	for _, t := range document.Types() {
		words = append(words, string(t))
	}
	return words
}

// An extraction is one run of extract.
type extraction struct {
	s     *streams
	o     files.Options
	json  bool
	count bool

	out      *bufio.Writer
	line     []byte
	found    int64
	relative int64 // references without a base that were printed unresolved
	trouble  bool
}

// set reads the flags.
func (x *extraction) set(flags *extractFlags) error {
	x.o.Source.Type = document.Type(flags.kind)
	if flags.kind != "" && !slices.Contains(document.Types(), x.o.Source.Type) {
		return usagef("--type %q: one of %s", flags.kind, strings.Join(typeWords(), ", "))
	}
	var ok bool
	if x.o.Level, ok = earl.ParseLevel(flags.level); !ok {
		return usagef("--level %q: one of %s", flags.level, strings.Join(levels(), ", "))
	}
	var err error
	if x.o.Extract.Edition, err = edition(flags.edition); err != nil {
		return err
	}
	if flags.base != "" {
		u, err := parseBase(x.o.Extract.Edition, flags.base)
		if err != nil {
			return usagef("--base: %s", message(err))
		}
		x.o.Source.Base = base.Of(u)
	}
	x.o.Extract.Hosts, x.o.Extract.Addresses = flags.loose, flags.loose
	return nil
}

// run searches every file, or stdin.
func (x *extraction) run(names []string) error {
	if len(names) == 0 {
		if term.Is(x.s.in) {
			return usagef("no file: name one, or pipe text into it")
		}
		names = []string{files.Stdin}
	}
	x.out = bufio.NewWriter(x.s.out)
	x.o.Stdin = x.s.in
	x.o.Idle = func() bool { return x.out.Flush() == nil }
	several := len(names) > 1 || files.IsDirectory(names[0])
	for f := range files.Search(names, x.o) {
		if x.file(f, several) != nil {
			break // Flush returns the error again
		}
	}
	if err := x.out.Flush(); err != nil {
		x.fault("%s", err)
	}
	if x.relative > 0 {
		x.s.say("earl: extract: %s no base is known: --base names one", references(x.relative))
	}
	switch {
	case x.trouble:
		return exitWith(statusUsage)
	case x.found == 0:
		return exitWith(statusNo)
	}
	return nil
}

// references says for how many references there is something.
func references(n int64) string {
	if n == 1 {
		return "for 1 relative reference"
	}
	return fmt.Sprintf("for %d relative references", n)
}

// fault says what went wrong.
func (x *extraction) fault(format string, args ...any) {
	x.trouble = true
	x.s.say("earl: extract: "+format, args...)
}
