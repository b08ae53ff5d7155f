package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/explain"
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/internal/trurl"
)

// parseFlags are the flags of parse.
type parseFlags struct {
	edition string
	base    string
	input   string
	json    bool
	trurlFlags
}

// newParse returns the command parse.
func newParse(s *streams) *cobra.Command {
	flags := parseFlags{edition: earl.RFC3986.Name()}
	c := &cobra.Command{
		Use:     "parse [URL... | -]",
		GroupID: groupRead,
		Short:   "Say whether texts are URLs, what their parts are, and change them",
		Long:    parseHelp,
		Example: `  earl parse 'ftp://myname@host.dom/%2Fetc/motd;type=a'
  earl parse -e rfc1738 --json < list.txt
  earl parse --base http://a/b/c/d '../g?y#s'
  earl parse -g '{host} {default:port}' < list.txt
  earl parse --qtrim 'utm_*' --sort-query < list.txt
  earl parse -s host=example.com -s port=8080 http://localhost/a`,
		RunE: func(c *cobra.Command, args []string) error {
			var base *string
			if c.Flags().Changed("base") {
				base = &flags.base
			}
			return runParse(s, flags, base, args)
		},
	}
	editionFlag(c, &flags.edition, earl.Auto.Name())
	completeURLs(c, false)
	f := c.Flags()
	f.StringVar(&flags.base, "base", "", "read each text as a reference against this `URL`")
	f.BoolVar(&flags.json, "json", false, "write one JSON object a line")
	f.StringVar(&flags.input, "input", "lines", `what stdin holds: lines, or jsonl (one {"input","base"} a line)`)
	complete(c, "input", "lines", "jsonl")
	flags.trurlFlags.add(c)
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
	editor, err := flags.editor(e, flags.json)
	if err != nil {
		return err
	}
	if flags.file != "" && len(args) > 0 {
		return usagef("-f and %q: URLs come from a file or from the command line", redacted(args[0]))
	}
	paint := term.Painter{On: term.Colours(s.err)}
	safe, line := term.Is(s.out), flags.printsLine(editor)
	newJob := func() job {
		p := &parser{flags: &flags, editor: editor, line: line, reading: newReading(e), paint: paint, safe: safe, given: base}
		p.reading.display = flags.options.Display
		return p.item
	}
	src := flags.source(editor, args)
	src.jsonl = flags.input == "jsonl"
	status, err := src.each(s, work{job: newJob})
	if err == nil {
		err = exitWith(status)
	}
	return err
}

// A parser is what one worker of parse has, and uses again for the next text.
type parser struct {
	flags    *parseFlags
	editor   *trurl.Editor
	line     bool // a URL is printed as one line, without its components
	reading  reading
	paint    term.Painter // of stderr
	safe     bool         // stdout is a terminal
	given    *string      // --base
	baseText string       // of baseURL
	baseURL  earl.URL
}

// item reads one text, edits it, and appends what it is.
func (p *parser) item(o *output, it item) error {
	r := &p.reading
	r.reset(it.text)
	base := it.base
	if base == nil {
		base = p.given
	}
	p.read(base)
	if p.flags.space && !r.valid && strings.Contains(it.text, " ") {
		r.reset(strings.ReplaceAll(it.text, " ", "%20"))
		if p.read(base); r.valid {
			r.input = it.text
		} else {
			r.reset(it.text)
			p.read(base)
		}
	}
	valid := r.valid
	if valid && p.editor.Edits() {
		for u, err := range p.editor.Apply(r.url) {
			if r.url, r.valid, r.editViolations = u, true, nil; err != nil {
				r.failed(err)
				valid = false
			}
			p.print(o, it)
			if !p.flags.json {
				r.violations = r.violations[:0] // they are reported once
			}
		}
	} else {
		p.print(o, it)
	}
	if o.count(valid); !valid && p.flags.verify {
		return exit(statusNo)
	}
	return nil
}

// read reads the text, against a base if there is one.
func (p *parser) read(base *string) {
	if base == nil {
		p.reading.read()
	} else {
		p.reference(*base)
	}
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
func (p *parser) print(o *output, it item) {
	r := &p.reading
	if p.flags.json {
		o.out = append(appendReading(o.out, r, false), '\n')
		return
	}
	if len(r.violations)+len(r.baseViolations)+len(r.editViolations) > 0 && !p.flags.quiet {
		o.complain(violationsText(p.paint, r, it.line))
	}
	if !r.valid {
		return
	}
	if r.url.Scheme() == "url" && !p.flags.quiet {
		if hint := term.Safe(explain.WrapperHint(r.input)); hint != "" {
			o.complain(lineText(it.line, errors.New(hint)))
		}
	}
	if p.line {
		p.printLine(o, it)
		return
	}
	o.out = append(append(o.out, r.url.String()...), '\n')
	if it.line > 0 {
		return
	}
	for _, c := range explain.Components {
		off, n, ok := r.url.Span(c.At)
		if !ok || n == 0 && c.At == earl.ComponentPath {
			continue
		}
		value := r.url.String()[off : off+n]
		if c.At == earl.ComponentScheme {
			value = r.url.Scheme()
		}
		o.out = fmt.Appendf(o.out, "  %-8s  %s\n", c.Name, orEmpty(value))
	}
}

// printLine appends the line that the flags of trurl make of the URL.
func (p *parser) printLine(o *output, it item) {
	n := len(o.out)
	var err error
	if o.out, err = p.editor.AppendLine(o.out, p.reading.url); err != nil {
		o.out = o.out[:n]
		o.count(false)
		if !p.flags.quiet {
			o.complain(lineText(it.line, err))
		}
		return
	}
	if p.safe {
		o.out = append(o.out[:n], term.SafeLines(string(o.out[n:]))...)
	}
}

// failed makes r the reading of a URL that could not be edited.
func (r *reading) failed(err error) {
	r.url, r.valid = earl.URL{}, false
	var edit *trurl.EditError
	var invalid *earl.ParseError
	if errors.As(err, &edit) && errors.As(err, &invalid) {
		r.edit, r.edited = edit.Edit, invalid.Input
		r.editViolations = []earl.Violation{invalid.Violation}
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
