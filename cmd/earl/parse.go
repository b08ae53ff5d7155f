package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/term"
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
	if base != nil {
		if _, err := parseBase(e, *base); err != nil {
			return usagef("--base: %s", message(err))
		}
	}
	paint := term.Painter{On: term.Colours(s.err)}
	newJob := func() job {
		p := &parser{reading: newReading(e), paint: paint, json: flags.json, given: base}
		return p.item
	}
	status, err := source{args: args, jsonl: flags.input == "jsonl"}.each(s, work{job: newJob})
	if err == nil {
		err = exitWith(status)
	}
	return err
}

// A parser is what one worker of parse has, and uses again for the next text.
type parser struct {
	reading  reading
	paint    term.Painter // of stderr
	json     bool
	given    *string // --base
	baseText string  // of baseURL
	baseURL  earl.URL
}

// item reads one text and appends what it is.
func (p *parser) item(a *answer, it item) error {
	p.reading.reset(it.text)
	base := it.base
	if base == nil {
		base = p.given
	}
	if base == nil {
		p.reading.read()
	} else {
		p.reference(*base)
	}
	a.judge(&p.reading)
	p.print(a, it)
	return nil
}

// reference reads the text against a base.
func (p *parser) reference(base string) {
	if p.baseURL.IsZero() || p.baseText != base {
		u, err := parseBase(p.reading.edition, base)
		if err != nil {
			p.reading.base = base
			for v := range p.reading.edition.Check(base) {
				p.reading.baseViolations = append(p.reading.baseViolations, v)
			}
			return
		}
		p.baseText, p.baseURL = base, u
	}
	p.reading.readReference(p.baseURL)
}

// print appends the reading.
func (p *parser) print(a *answer, it item) {
	r := &p.reading
	if p.json {
		a.out = append(appendReading(a.out, r, false), '\n')
		return
	}
	if len(r.violations) > 0 || len(r.baseViolations) > 0 {
		a.complain(violationsText(p.paint, r, it.line))
	}
	if !r.valid {
		return
	}
	a.out = append(append(a.out, r.url.String()...), '\n')
	if it.line > 0 {
		return
	}
	all := components(r.url)
	for _, c := range all {
		if c.given && (c.value != "" || c.name != "path") {
			a.out = fmt.Appendf(a.out, "  %-8s  %s\n", c.name, orEmpty(c.value))
		}
	}
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
