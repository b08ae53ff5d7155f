package main

import (
	"bufio"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/earl-url/earl"
)

// parseFlags are the flags of parse.
type parseFlags struct {
	edition string
	base    string
	input   string
	json    bool
}

// newParse returns the command parse.
func newParse(s *streams) *cobra.Command {
	flags := parseFlags{edition: earl.RFC3986.Name()}
	c := &cobra.Command{
		Use:     "parse [URL... | -]",
		GroupID: groupRead,
		Short:   "Say whether texts are URLs, and what their parts are",
		Long: `Read each URL by one edition of the standard. A URL of the command line is shown
with its parts, one of stdin as it is, a line each; --json writes one object a
line for both. What is not valid goes to stderr with every violation: where it
stands, the rule, and its section.

With --base each text is a reference: a URL or a relative form, perhaps with a
fragment. What is shown is the URL that it means.

The exit status is 0 if all are valid, 1 if some are not.`,
		Example: `  earl parse 'ftp://myname@host.dom/%2Fetc/motd;type=a'
  earl parse -e rfc1738 --json < list.txt
  earl parse --base http://a/b/c/d '../g?y#s'`,
		RunE: func(c *cobra.Command, args []string) error {
			var base *string
			if c.Flags().Changed("base") {
				base = &flags.base
			}
			return runParse(s, flags, base, args)
		},
	}
	editionFlag(c, &flags.edition)
	completeURLs(c, false)
	f := c.Flags()
	f.StringVar(&flags.base, "base", "", "read each text as a reference against this `URL`")
	f.BoolVar(&flags.json, "json", false, "write one JSON object a line")
	f.StringVar(&flags.input, "input", "lines", `what stdin holds: lines, or jsonl (one {"input","base"} a line)`)
	complete(c, "input", "lines", "jsonl")
	return c
}

// runParse reads every text and prints what it is.
func runParse(s *streams, flags parseFlags, base *string, args []string) error {
	e, err := edition(flags.edition)
	if err != nil {
		return err
	}
	if flags.input != "lines" && flags.input != "jsonl" {
		return usagef("--input %q: lines or jsonl", flags.input)
	}
	p := parser{
		s: s, edition: e, json: flags.json, given: base,
		out: bufio.NewWriterSize(s.out, 64<<10),
	}
	if base != nil {
		if _, err := parseBase(e, *base); err != nil {
			return usagef("--base: %s", message(err))
		}
	}
	err = eachItem(s, args, flags.input == "jsonl", p.out.Flush, p.item)
	if flushed := here(p.out.Flush()); err == nil {
		err = flushed
	}
	if err == nil && p.invalid {
		return exit(statusNo)
	}
	return err
}

// A parser is one run of parse. It keeps what is used again for the next text.
type parser struct {
	s       *streams
	edition *earl.Edition
	json    bool
	given   *string // --base
	out     *bufio.Writer
	invalid bool // some text was

	line     []byte
	reading  reading
	baseText string // of baseURL
	baseURL  earl.URL
}

// item reads one text and prints it.
func (p *parser) item(it item) error {
	r := &p.reading
	*r = reading{input: it.text, edition: p.edition, violations: r.violations[:0]}
	base := it.base
	if base == nil {
		base = p.given
	}
	if base == nil {
		r.read()
	} else {
		p.reference(*base)
	}
	p.invalid = p.invalid || !r.valid
	return here(p.print(it))
}

// reference reads the text against a base.
func (p *parser) reference(base string) {
	if p.baseURL.IsZero() || p.baseText != base {
		u, err := parseBase(p.edition, base)
		if err != nil {
			p.reading.base = base
			for v := range p.edition.Check(base) {
				p.reading.baseViolations = append(p.reading.baseViolations, v)
			}
			return
		}
		p.baseText, p.baseURL = base, u
	}
	p.reading.readReference(p.baseURL)
}

// print writes the reading.
func (p *parser) print(it item) error {
	r := &p.reading
	if p.json {
		p.line = append(appendReading(p.line[:0], r, false), '\n')
		_, err := p.out.Write(p.line)
		return err
	}
	if len(r.violations) > 0 || len(r.baseViolations) > 0 {
		if err := p.out.Flush(); err != nil { // so that both streams tell one story
			return err
		}
		writeViolations(p.s, r, it.line)
	}
	if !r.valid {
		return nil
	}
	fmt.Fprintln(p.out, r.url.String())
	if it.line > 0 {
		return nil
	}
	all := components(r.url)
	for _, c := range all {
		if c.given && (c.value != "" || c.name != "path") {
			fmt.Fprintf(p.out, "  %-8s  %s\n", c.name, orEmpty(c.value))
		}
	}
	return nil
}

// orEmpty returns text, or a sign that it is there and empty.
func orEmpty(text string) string {
	if text == "" {
		return `""`
	}
	return text
}

// violationOf returns the violation that err is about.
func violationOf(err error) (earl.Violation, bool) {
	var fault *earl.ParseError
	if errors.As(err, &fault) {
		return fault.Violation, true
	}
	return earl.Violation{}, false
}
