package main

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/searchfiles"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/extract/document"
	"github.com/earl-url/earl/internal/reading"
	"github.com/earl-url/earl/internal/term"
)

// extractFlags are the flags of extract that are not fields of its options.
type extractFlags struct {
	kind, level, base, edition string
	loose                      bool
	unpacked                   sizeOrNone
}

// newExtract returns the command extract.
func newExtract(s *streams) *cobra.Command {
	x := extraction{s: s}
	flags := extractFlags{level: earl.LevelScheme.String(), edition: earl.Auto.Name()}
	c := &cobra.Command{
		Use:     "extract [FILE | DIRECTORY... | -]",
		GroupID: groupRead,
		Short:   "Find URLs in text, mail, HTML, Markdown and other documents",
		Long: `extract prints one URL per line with its position: "file:line:column: URL". Lines
and columns count from 1, columns in bytes. --urls prints only the URLs, -l only
the names of files that contain a URL, -c only the number of URLs in each file.

extract reads text, mail, mailboxes (mbox), HTML, Markdown, MDX, gemtext, man pages and JSON.
It recognizes the type of a file by its name or its first bytes; --type sets the type. All
other formats are read as text, without their relative references. In a directory
it searches all files, also in subdirectories, except .git, files that a .gitignore
excludes, and binary files. It does not follow symbolic links. It reads the messages
of a maildir as mail.

Files compressed with gzip, zstd, bzip2 or xz are decompressed. In zip and tar
archives and in office documents (.docx, .xlsx, .pptx, .odt, .ods, .odp, .epub)
each file is searched: "book.epub!OEBPS/ch1.xhtml:line:column: URL". In a PDF, the
links and the text of each page are searched: "paper.pdf!page 3:line:column: URL".
In a web archive (WARC, WACZ) the document of each record is searched.
If a file cannot be searched (encrypted, damaged, unknown format, too large),
extract reports it on stderr, and the exit status is 2.

In text, <URL:...> and <...> may continue over several lines, also in quoted mail.
Punctuation after a bare URL is not part of it. In HTML and Markdown, extract also
finds the URLs of attributes and links, and decodes character references and
escapes. In mail, headers and MIME parts are decoded, then searched.

A relative reference is printed unchanged. --absolute resolves it against the base
of the document: the one that the document specifies (such as BASE in HTML and
xml:base in XML), the headers of the message (Content-Base, Content-Location), or
--base, in this order. A reference without a
base is reported on stderr. --urls resolves references too, and skips those without
a base.

--unwrap prints the URL inside one that another service rewrote, such as Outlook
SafeLinks, a search engine, an archive or a proxy. It uses no network. The URL of
the document follows in parentheses, and is "wrapped" with --json.

With --json each line is an object with the URL, its text in the document, its
offset, its base, and other possible readings: a hyphen before a line break may be
a part of the URL or not. extract does not hide passwords. A data: URL is
shortened, except with --json and --urls.

The exit status is 0 if a URL was found, 1 if not, and 2 if a file could not be
searched to its end.`,
		Example: `  earl extract mail.txt
  earl extract --urls . | earl normalize --uniq
  earl extract --json --loose < access.log
  earl extract --absolute --base http://example.org/a/ page.html
  earl extract -l --scheme ftp,gopher docs/`,
		RunE: func(_ *cobra.Command, args []string) error {
			if err := x.set(&flags); err != nil {
				return err
			}
			return x.run(args)
		},
	}
	x.flags(c, &flags)
	return c
}

// flags adds the flags.
func (x *extraction) flags(c *cobra.Command, flags *extractFlags) {
	f := c.Flags()
	f.Bool("help", false, "help for extract") // without -h, which is --no-filename, as in grep
	f.BoolVar(&x.urls, "urls", false, "print only the URLs, one per line")
	f.BoolVarP(&x.list, "files-with-matches", "l", false, "print only the names of files that contain a URL")
	f.BoolVarP(&x.count, "count", "c", false, "print only the number of URLs in each file")
	f.BoolVarP(&x.withName, "with-filename", "H", false, "print the name of the file before each URL or number")
	f.BoolVarP(&x.noName, "no-filename", "h", false, "do not print names of files")
	f.BoolVar(&x.json, "json", false, "print one JSON object per line")
	f.BoolVar(&x.display, "display", false, "print URLs as in a sentence: é instead of %C3%A9")
	f.BoolVar(&x.o.Uniq, "uniq", false, "print only the first of equivalent URLs")
	f.StringVar(&flags.level, "level", flags.level, "with --uniq, compare URLs up to this `LEVEL`: string, case, escapes, dots or scheme")
	complete(c, "level", levels()...)
	f.StringSliceVar(&x.o.Schemes, "scheme", nil, "find only URLs of these `SCHEMES`, separated by commas")
	f.BoolVar(&flags.loose, "loose", false, "also find hosts without a scheme, and email addresses")
	f.BoolVar(&x.o.Extract.Defanged, "defanged", false, "also find defanged URLs, such as hxxp://h[.]org")
	f.BoolVar(&x.o.Source.Code, "code", false, "also search the code in Markdown")
	f.StringVar(&flags.kind, "type", "", "read every file as `TYPE`: "+strings.Join(typeWords(), ", ")+" (default by name and content)")
	complete(c, "type", typeWords()...)
	f.Var(&flags.unpacked, "max-unpacked", "stop unpacking a file after `BYTES` (k, M, G); 0 sets no limit (default 8G)")
	f.BoolVar(&x.o.Absolute, "absolute", false, "resolve relative references")
	f.BoolVar(&x.o.Unwrap, "unwrap", false, "find the URL inside one that a filter of mail, an archive or a proxy rewrote")
	f.StringVar(&flags.base, "base", "", "resolve references against the `URL` of the document")
	editionFlag(c, &flags.edition, earl.Auto.Name())
}

// typeWords returns the names of the types of documents.
func typeWords() (words []string) {
	for _, t := range document.Types() {
		words = append(words, string(t))
	}
	return words
}

// set reads the flags.
func (x *extraction) set(flags *extractFlags) error {
	x.o.Source.Type = document.Type(flags.kind)
	if flags.kind != "" {
		if err := oneOf("--type", flags.kind, typeWords()...); err != nil {
			return err
		}
	}
	var ok bool
	if x.o.Level, ok = earl.ParseLevel(flags.level); !ok {
		return usagef("--level %q: must be %s", flags.level, strings.Join(levels(), ", "))
	}
	var err error
	if x.o.Extract.Edition, err = edition(flags.edition); err != nil {
		return err
	}
	if flags.base != "" {
		u, err := reading.ParseBase(x.o.Extract.Edition, flags.base)
		if err != nil {
			return usagef("--base: %s", message(err))
		}
		x.o.Source.Base = extract.BaseOf(u)
	}
	x.o.Source.Limits.Bytes = int64(flags.unpacked)
	x.o.Extract.Hosts, x.o.Extract.Addresses = flags.loose, flags.loose
	x.o.Absolute = x.o.Absolute || x.urls
	return x.exclusive()
}

// exclusive returns an error for two flags that cannot be used together.
func (x *extraction) exclusive() error {
	switch {
	case x.withName && x.noName:
		return usagef("-H and -h cannot be used together")
	case x.json && x.urls:
		return usagef("--json and --urls cannot be used together")
	case x.json && x.display:
		return usagef("--json and --display cannot be used together")
	case x.list && x.count:
		return usagef("-l and -c cannot be used together")
	}
	return nil
}

// run searches every file, or stdin.
func (x *extraction) run(names []string) error {
	if len(names) == 0 {
		if term.Is(x.s.in) {
			return usagef("no file: give a file name, or pipe text into extract")
		}
		names = []string{searchfiles.Stdin}
	}
	x.out = bufio.NewWriter(x.s.out)
	x.o.Stdin = x.s.in
	x.o.Idle = func() bool { return x.out.Flush() == nil }
	if x.count && !x.noName && (len(names) > 1 || searchfiles.IsDirectory(names[0])) {
		x.withName = true
	}
	for f := range searchfiles.Search(names, x.o) {
		if x.file(f) != nil {
			break // Flush returns the error again
		}
	}
	if err := x.out.Flush(); err != nil {
		x.fault("%s", err)
	}
	if x.relative > 0 {
		x.s.say("earl: extract: %s without a base; --base sets it", references(x.relative))
	}
	if x.skipped > 0 {
		x.s.say("earl: extract: skipped %s without a base; --base sets it", references(x.skipped))
	}
	switch {
	case x.trouble:
		return exitWith(statusUsage)
	case x.found == 0:
		return exitWith(statusNo)
	}
	return nil
}

// references returns "1 relative reference" or "n relative references".
func references(n int64) string {
	if n == 1 {
		return "1 relative reference"
	}
	return fmt.Sprintf("%d relative references", n)
}
