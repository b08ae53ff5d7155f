package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/explain"
	"github.com/earl-url/earl/internal/guess"
	"github.com/earl-url/earl/internal/pipeline"
	"github.com/earl-url/earl/internal/reading"
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/internal/trurl"
)

// parseFlags are the flags of parse.
type parseFlags struct {
	edition string
	base    string
	json    bool
	listFlags
	trurlFlags
}

// newParse returns the command parse.
func newParse(s *streams) *cobra.Command {
	flags := parseFlags{edition: earl.RFC3986.Name()}
	c := &cobra.Command{
		Use:     "parse [URL... | -]",
		GroupID: groupRead,
		Short:   "Check URLs, print their components, and change them",
		Long:    parseHelp,
		Example: parseExample,
		RunE: func(c *cobra.Command, args []string) error {
			var base *string
			if c.Flags().Changed("base") {
				base = &flags.base
			}
			if flags.trurlsVersion {
				return writeVersion(s)
			}
			return runParse(s, c, flags, base, args)
		},
	}
	editionFlag(c, &flags.edition, earl.Auto.Name())
	completeURLs(c, false)
	f := c.Flags()
	f.StringVar(&flags.base, "base", "", "read each text as a reference in a document at `URL`")
	f.BoolVar(&flags.json, "json", false, "print one JSON object per line")
	flags.listFlags.add(c, false, "jsonl")
	flags.trurlFlags.add(c)
	group(f, "Input", "edition", "base", "url", "url-file", "input", "skip-comments", "accept-space", "guess-scheme", "no-guess-scheme", "curl")
	group(f, "Output", "json", "get", "rows", "format", "quiet", "verify", "urlencode", "default-port", "keep-port", "punycode", "as-idn", "as-written")
	group(f, "Changes", "set", "append", "iterate", "qtrim", "trim", "replace", "replace-append", "sort-query", "query-separator", "redirect")
	return c
}

// runParse reads every text and prints what it is.
func runParse(s *streams, c *cobra.Command, flags parseFlags, base *string, args []string) error {
	e, err := edition(flags.edition)
	if err != nil {
		return err
	}
	if err := flags.listFlags.check("jsonl"); err != nil {
		return err
	}
	faults, err := s.faults(flags.format)
	if err != nil {
		return err
	}
	if base != nil {
		if _, err := reading.ParseBase(e, *base); err != nil {
			return usagef("--base: %s", message(err))
		}
	}
	editor, err := flags.editor(c, e, flags.json)
	if err != nil {
		return err
	}
	if flags.rows && !editor.OneLine() {
		return usagef("--rows: one line for each URL is not possible with --iterate, or with a line feed in -g")
	}
	if flags.file != "" && len(args) > 0 {
		return usagef("-f and %q: URLs come from a file or from the command line", redacted(args[0]))
	}
	safe, line := term.Is(s.out), flags.rows || flags.rewrites(c)
	newJob := func() pipeline.Job {
		p := &parser{flags: &flags, editor: editor, line: line, reading: reading.New(e), faults: faults, safe: safe, given: base}
		p.reading.Display = flags.options.Display
		return p.item
	}
	args, file := flags.texts(editor, args)
	src := flags.source(args, base != nil)
	src.File = file
	return s.each(src, pipeline.Work{Job: newJob})
}

// A parser is the state of one worker of parse, used for one text after the other.
type parser struct {
	flags    *parseFlags
	editor   *trurl.Editor
	line     bool // a URL is printed as one line, without its components
	reading  reading.Reading
	faults   faultWriter
	safe     bool     // stdout is a terminal
	given    *string  // --base
	baseText string   // the text of baseURL
	baseURL  earl.URL // of the last text with a base
}

// item reads one text, edits it, and appends the result.
func (p *parser) item(o *pipeline.Output, it pipeline.Item) error {
	if it.Skipped {
		p.skip(o)
		return nil
	}
	r := &p.reading
	if p.flags.guess && !p.flags.noGuess {
		it.Text = guess.Scheme(it.Text)
	}
	r.Reset(it.Text)
	base := it.Base
	if base == nil {
		base = p.given
	}
	p.read(base)
	if repaired := p.repair(it.Text); !r.Valid && repaired != it.Text {
		r.Reset(repaired)
		if p.read(base); r.Valid {
			r.Input = it.Text
		} else {
			r.Reset(it.Text)
			p.read(base)
		}
	}
	if r.Valid && p.flags.curl && !trurl.CurlHas(r.URL.Scheme()) {
		p.refuse(o, it)
		return p.end(o, false)
	}
	valid := r.Valid
	if valid && p.editor.Edits() {
		for u, err := range p.editor.Apply(r.URL) {
			if r.URL, r.Valid, r.EditViolations = u, true, nil; err != nil {
				r.Failed(err)
				valid = false
			}
			p.print(o, it)
			if !p.flags.json {
				r.Violations = r.Violations[:0] // they are reported once
			}
		}
	} else {
		p.print(o, it)
	}
	return p.end(o, valid)
}

// end sets the status for one text, and ends the run at the first that is not
// valid if --verify asks for that.
func (p *parser) end(o *pipeline.Output, valid bool) error {
	if valid {
		return nil
	}
	o.Raise(statusNo)
	if p.flags.verify {
		return exit(statusNo)
	}
	return nil
}

// repair returns a text as the flags of trurl accept it: with --accept-space, and
// with a host in ASCII if hosts are converted.
func (p *parser) repair(text string) string {
	if p.flags.space {
		text = trurl.EscapeSpaces(text)
	}
	if p.editor.ConvertsHosts() {
		text = trurl.ASCIIHost(text)
	}
	return text
}

// refuse appends the error of a URL whose scheme curl does not have.
func (p *parser) refuse(o *pipeline.Output, it pipeline.Item) {
	if p.flags.json {
		p.reading.URL, p.reading.Valid = earl.URL{}, false
		o.Out = append(p.reading.AppendJSON(o.Out, false), '\n')
		return
	}
	if !p.flags.quiet {
		o.Complain(p.faults.line(it.Text, placeOf(it), fmt.Errorf("curl does not have the scheme %q", p.reading.URL.Scheme())))
	}
	if p.flags.rows {
		o.Out = p.editor.AppendEmpty(o.Out)
	}
}

// skip appends the row of a line without a text.
func (p *parser) skip(o *pipeline.Output) {
	if p.flags.json {
		o.Out = append(o.Out, "null\n"...)
	} else {
		o.Out = p.editor.AppendEmpty(o.Out)
	}
}

// read reads the text, against a base if there is one.
func (p *parser) read(base *string) {
	if base == nil {
		p.reading.Read()
		return
	}
	if p.baseURL.IsZero() || p.baseText != *base {
		u, err := reading.ParseBase(p.reading.Edition, *base)
		if err != nil {
			p.reading.ReadAgainst(*base)
			return
		}
		p.baseText, p.baseURL = *base, u
	}
	p.reading.ReadReference(p.baseURL)
}

// print appends the reading.
func (p *parser) print(o *pipeline.Output, it pipeline.Item) {
	r := &p.reading
	if p.flags.json {
		o.Out = append(r.AppendJSON(o.Out, false), '\n')
		return
	}
	if len(r.Violations)+len(r.BaseViolations)+len(r.EditViolations) > 0 && !p.flags.quiet {
		o.Complain(p.faults.text(r, placeOf(it)))
	}
	if !r.Valid {
		if p.flags.rows {
			o.Out = p.editor.AppendEmpty(o.Out)
		}
		return
	}
	if r.URL.Scheme() == "url" && !p.flags.quiet {
		if hint := explain.WrapperHint(r.Input); hint != "" {
			o.Complain(p.faults.line(it.Text, placeOf(it), errors.New(hint)))
		}
	}
	if p.line {
		p.printLine(o, it)
		return
	}
	o.Out = append(append(o.Out, r.URL.String()...), '\n')
	if it.Line == 0 {
		o.Out = appendComponents(o.Out, r.URL)
	}
}

// appendComponents appends a line for each component of u except an empty path.
func appendComponents(b []byte, u earl.URL) []byte {
	for _, c := range explain.Components {
		off, n, ok := u.Span(c.At)
		if !ok || n == 0 && c.At == earl.ComponentPath {
			continue
		}
		value := u.String()[off : off+n]
		if c.At == earl.ComponentScheme {
			value = u.Scheme()
		}
		b = fmt.Appendf(b, "  %-8s  %s\n", c.Name, orEmpty(value))
	}
	return b
}

// printLine appends the line that the flags of trurl make of the URL.
func (p *parser) printLine(o *pipeline.Output, it pipeline.Item) {
	n := len(o.Out)
	var err error
	if o.Out, err = p.editor.AppendLine(o.Out, p.reading.URL); err != nil {
		o.Out = o.Out[:n]
		o.Raise(statusNo)
		if !p.flags.quiet {
			o.Complain(p.faults.line(it.Text, placeOf(it), err))
		}
		if p.flags.rows {
			o.Out = p.editor.AppendEmpty(o.Out)
		}
		return
	}
	if p.safe {
		o.Out = append(o.Out[:n], term.SafeLines(string(o.Out[n:]))...)
	}
}

// orEmpty returns text, or a sign that it is empty.
func orEmpty(text string) string {
	if text == "" {
		return `""`
	}
	return text
}
