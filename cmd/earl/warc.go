package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/earl-url/earl/internal/outfile"
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/warc"
	"github.com/earl-url/earl/warc/surt"
)

// newWarc returns the command warc.
func newWarc(s *streams) *cobra.Command {
	c := &cobra.Command{
		Use:     "warc COMMAND",
		GroupID: groupRead,
		Short:   "List, index and check web archives (WARC, WACZ)",
		Long: `"earl get --warc-file NAME" and "earl check --warc-file NAME" write web archives, and
"earl get --from-warc FILE" and "earl serve --warc FILE" open URLs from them. The commands
of warc read the files: WARC, compressed (.warc.gz) or not, and WACZ.

  ls      print the records
  index   print a sorted index (CDXJ) for pywb and other programs
  check   check the format, the lengths and the digests
  cat     print what a URL had, as "earl get --from-warc" does`,
		Example: `  earl warc ls site.warc.gz
  earl warc index -o site.cdxj site.warc.gz
  earl warc check site.warc.gz
  earl warc cat site.warc.gz https://host.dom/
  earl get -R --warc-file site --output-dir copy https://host.dom/`,
		Args: knownCommand,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(newWarcLs(s), newWarcIndex(s), newWarcCheck(s), newWarcCat(s))
	for _, below := range c.Commands() {
		checkArgs(below)
	}
	return c
}

// eachSource calls f with each WARC file in files. The error has the name of the file. A file
// with damaged records does not end eachSource: these errors are returned at the end.
func eachSource(names []string, f func(s *warc.Source) error) (damage error) {
	for _, name := range names {
		sources, closer, err := warc.Open(name)
		if err != nil {
			return usagef("warc: %w", err)
		}
		for i := range sources {
			if err = f(&sources[i]); err == nil {
				continue
			}
			err = fmt.Errorf("warc: %s: %w", sources[i].Name, err)
			if !errors.As(err, new(*warc.Damage)) {
				break
			}
			damage, err = errors.Join(damage, err), nil
		}
		closer.Close()
		if err != nil {
			return err
		}
	}
	return damage
}

// newWarcLs returns the command warc ls.
func newWarcLs(s *streams) *cobra.Command {
	c := &cobra.Command{
		Use:   "ls FILE...",
		Short: "Print a line for each record: date, type, status, media type, size, URL",
		Long: `ls prints a line for each record: its date, its type, the status of http or "-", the
media type, the bytes of its block, and its URL or "-".`,
		Example: `  earl warc ls site.warc.gz
  earl warc ls a.warc b.warc.gz
  earl warc ls site.wacz
  earl warc ls site.warc.gz | grep response
  earl warc ls site.warc.gz | wc -l`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			out := bufio.NewWriter(s.out)
			err := eachSource(args, func(source *warc.Source) error { return listRecords(out, source) })
			if e := out.Flush(); err == nil {
				err = localErr(e)
			}
			return err
		},
	}
	return c
}

// listRecords writes a line for each record.
func listRecords(w io.Writer, source *warc.Source) error {
	return source.Each(func(_ *warc.Reader, rec *warc.Record) error {
		c, err := warc.Describe(rec)
		if err != nil {
			return err
		}
		date, status := "-", "-"
		if when := rec.Date(); !when.IsZero() {
			date = when.Format(time.RFC3339)
		}
		if c.Status > 0 {
			status = strconv.Itoa(c.Status)
		}
		_, err = fmt.Fprintf(w, "%s %s %s %s %d %s\n", date, word(string(rec.Type())), status, word(c.Payload), rec.Size, word(rec.Target()))
		return localErr(err)
	}, nil)
}

// word returns a text of an archive as one word of a line, safe for a terminal.
func word(text string) string {
	if text == "" {
		return "-"
	}
	b := []byte(term.Safe(text))
	for i, c := range b {
		if c == ' ' {
			b[i] = '_'
		}
	}
	return string(b)
}

// newWarcIndex returns the command warc index.
func newWarcIndex(s *streams) *cobra.Command {
	var output string
	c := &cobra.Command{
		Use:   "index FILE...",
		Short: "Print the sorted index of archives in the CDXJ format",
		Long: `index prints a line for each response, resource, revisit and conversion record: the key
of its URL (a SURT, as the column surt of "earl rows"), its date, and a JSON object with its
place in the file. The lines are sorted by their bytes. Programs such as pywb find captures in
such an index, and "earl get --warc-dedup" finds payloads in it. The key of the reply to a
POST has the method and the body too. Records that are not understood are named on stderr,
and the exit status is then 10.`,
		Example: `  earl warc index site.warc.gz
  earl warc index -o site.cdxj site.warc.gz
  earl warc index part-*.warc.gz > all.cdxj
  earl warc index site.wacz
  earl get --warc-file new --warc-dedup site.cdxj https://host.dom/`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return indexArchives(s, output, args) },
	}
	c.Flags().StringVarP(&output, "output", "o", "", "write to `FILE`")
	_ = c.MarkFlagFilename("output", "cdxj")
	return c
}

// indexKind is what index -o replaces: a file whose first line has a date as its second
// field, or is the header of such an index.
var indexKind = outfile.Kind{Name: "an index of archives (CDXJ or CDX)", Is: func(head []byte, _ bool) bool {
	line, _, _ := bytes.Cut(head, []byte("\n"))
	fields := bytes.Fields(line)
	if bytes.HasPrefix(line, []byte(" CDX ")) || bytes.HasPrefix(line, []byte("!meta ")) {
		return true
	}
	return len(fields) > 2 && len(fields[1]) == 14 && len(bytes.Trim(fields[1], "0123456789")) == 0
}}

// indexArchives writes the index of archives.
func indexArchives(s *streams, output string, names []string) error {
	var out io.Writer = s.out
	var file *outfile.File
	if output != "" {
		if err := indexKind.Check(output); err != nil {
			return usagef("-o: %w", err)
		}
		var err error
		if file, err = outfile.Create(output, outfile.Options{Kind: &indexKind}); err != nil {
			return localErr(err)
		}
		defer file.Discard()
		out = file
	}
	var sorter warc.Sorter
	defer sorter.Close()
	damage := eachSource(names, func(source *warc.Source) error { return warc.Entries(source, surt.Key, sorter.Add) })
	if damage != nil && !errors.As(damage, new(*warc.Damage)) {
		return damage
	}
	if damage != nil && file != nil && file.Replaces() {
		return fmt.Errorf("%w\n%s is kept, because the new index would lack records; remove it to get that index", damage, output)
	}
	if _, err := sorter.WriteTo(out); err != nil {
		return localErr(err)
	}
	if file != nil {
		if err := file.Commit(); err != nil {
			return localErr(err)
		}
	}
	return damage
}

// newWarcCheck returns the command warc check.
func newWarcCheck(s *streams) *cobra.Command {
	return &cobra.Command{
		Use:   "check FILE...",
		Short: "Check the format, the lengths and the digests of archives",
		Long: `check reads each record and prints a line for each error: the file, the offset of the
record, and what is wrong. The exit status is 0 if there is no error, and 1 if not.`,
		Example: `  earl warc check site.warc.gz
  earl warc check a.warc.gz b.warc
  earl warc check site.wacz
  earl warc check site.warc.gz > problems.txt
  earl warc check *.warc.gz && echo complete`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			bad := 0
			err := eachSource(args, func(source *warc.Source) error {
				before := bad
				records, err := warc.Check(source, func(p warc.Problem) error {
					bad++
					_, err := fmt.Fprintf(s.out, "%s:%d: %s\n", term.Safe(source.Name), p.Offset, term.Safe(p.Text))
					return localErr(err)
				})
				if err == nil && bad == before {
					s.say("earl: %s: %s, no problems", source.Name, count(records, "record"))
				}
				return err
			})
			if err == nil && bad > 0 {
				return exit(statusNo)
			}
			return err
		},
	}
}

// newWarcCat returns the command warc cat.
func newWarcCat(s *streams) *cobra.Command {
	flags := newGetFlags()
	c := &cobra.Command{
		Use:   "cat FILE URL...",
		Short: "Print what URLs had, from an archive",
		Long: `cat opens each URL from an archive, as "earl get --from-warc FILE URL" does, and
follows the redirects in the archive. That command has more flags.`,
		Example: `  earl warc cat site.warc.gz https://host.dom/
  earl warc cat -o page.html site.warc.gz https://host.dom/
  earl warc cat site.wacz gopher://host.dom/0/about.txt
  earl warc cat --warc-date 2006-01-02 site.warc.gz https://host.dom/
  earl warc cat site.warc.gz https://host.dom/a https://host.dom/b`,
		Args: cobra.MinimumNArgs(2),
		RunE: func(c *cobra.Command, args []string) error {
			flags.fromWarc, flags.noConfig = args[:1], true
			return runGet(s, flags, c, args[1:])
		},
	}
	c.Flags().StringVarP(&flags.Output, "output", "o", "", "write to `FILE`")
	c.Flags().Var(&flags.warcDate, "warc-date", "open the capture nearest to this `DATE`, such as 2006 or 2006-01-02, not the newest")
	return c
}
