package urlprint

import (
	"errors"
	"fmt"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/pipeline"
	"github.com/earl-url/earl/explain"
	"github.com/earl-url/earl/internal/diagram"
	"github.com/earl-url/earl/internal/guess"
	"github.com/earl-url/earl/internal/reading"
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/internal/trurl"
)

// Parse has the settings of the command parse.
type Parse struct {
	Edition *earl.Edition
	Base    *string        // the base of texts without another base; if nil, they are URLs
	Editor  *trurl.Editor  // changes and prints URLs
	Display trurl.Display  // how URLs are printed
	Errors  diagram.Format // how errors are printed

	AcceptSpace bool // escape spaces before reading
	Guess       bool // guess the scheme of a text without one
	Curl        bool // only schemes of curl are valid

	JSON     bool  // print an object for each text
	OneLine  bool  // print one line for each URL, without its components
	Rows     bool  // print one line for each item, also a skipped one
	Quiet    bool  // print no errors
	Stop     error // if not nil, end the run with this error at the first text that is not valid
	Terminal bool  // stdout is a terminal
}

// Job returns a worker.
func (o Parse) Job() pipeline.Job {
	p := &parser{Parse: o, reading: reading.New(o.Edition)}
	p.reading.Display = o.Display
	return p.item
}

// A parser is the state of one worker, used for one text after the other.
type parser struct {
	Parse
	reading  reading.Reading
	baseText string   // the text of baseURL
	baseURL  earl.URL // of the last text with a base
}

// item reads one text, edits it, and appends the result.
func (p *parser) item(o *pipeline.Output, it pipeline.Item) error {
	if it.Skipped {
		p.skip(o)
		return nil
	}
	p.readItem(it)
	r := &p.reading
	if r.Valid && p.Curl && !trurl.CurlHas(r.URL.Scheme()) {
		p.refuse(o, it)
		return p.end(o, false)
	}
	valid := r.Valid
	if valid && p.Editor.Edits() {
		for u, err := range p.Editor.Apply(r.URL) {
			if r.URL, r.Valid, r.EditViolations = u, true, nil; err != nil {
				r.Failed(err)
				valid = false
			}
			p.print(o, it)
			if !p.JSON {
				r.Violations = r.Violations[:0] // do not report them twice
			}
		}
	} else {
		p.print(o, it)
	}
	return p.end(o, valid)
}

// readItem reads one text, by the options.
func (p *parser) readItem(it pipeline.Item) {
	r, text, base := &p.reading, it.Text, it.Base
	if base == nil {
		base = p.Base
	}
	if p.Guess {
		text = guess.Scheme(text)
	}
	p.read(text, base)
	if repaired := p.repair(text); !r.Valid && repaired != text {
		if p.read(repaired, base); !r.Valid {
			p.read(text, base) // to find the violations of the original text
		}
	}
	if r.Valid {
		r.Input = it.Text
	}
}

// end sets the status for one text, and returns the error that ends the run.
func (p *parser) end(o *pipeline.Output, valid bool) error {
	if valid {
		return nil
	}
	o.Raise(notValid)
	return p.Stop
}

// repair returns the text that the flags of trurl accept: with spaces escaped for
// --accept-space, and with the host in ASCII if hosts are converted.
func (p *parser) repair(text string) string {
	if p.AcceptSpace {
		text = trurl.EscapeSpaces(text)
	}
	if p.Editor.ConvertsHosts() {
		text = trurl.ASCIIHost(text)
	}
	return text
}

// refuse appends the error of a URL whose scheme curl does not have.
func (p *parser) refuse(o *pipeline.Output, it pipeline.Item) {
	if p.JSON {
		p.reading.URL, p.reading.Valid = earl.URL{}, false
		o.Out = append(p.reading.AppendJSON(o.Out, false), '\n')
		return
	}
	if !p.Quiet {
		o.Complain(p.Errors.Line(it.Text, placeOf(it), fmt.Errorf("curl does not support the scheme %q", p.reading.URL.Scheme())))
	}
	if p.Rows {
		o.Out = p.Editor.AppendEmpty(o.Out)
	}
}

// skip appends the output row for a line without a text.
func (p *parser) skip(o *pipeline.Output) {
	if p.JSON {
		o.Out = append(o.Out, "null\n"...)
	} else {
		o.Out = p.Editor.AppendEmpty(o.Out)
	}
}

// read reads a text, against a base if there is one.
func (p *parser) read(text string, base *string) {
	p.reading.Reset(text)
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
	if p.JSON {
		o.Out = append(r.AppendJSON(o.Out, false), '\n')
		return
	}
	if len(r.Violations)+len(r.BaseViolations)+len(r.EditViolations) > 0 && !p.Quiet {
		o.Complain(p.Errors.Reading(r, placeOf(it)))
	}
	if !r.Valid {
		if p.Rows {
			o.Out = p.Editor.AppendEmpty(o.Out)
		}
		return
	}
	if r.URL.Scheme() == "url" && !p.Quiet {
		if hint := explain.WrapperHint(r.Input); hint != "" {
			o.Complain(p.Errors.Line(it.Text, placeOf(it), errors.New(hint)))
		}
	}
	if p.OneLine {
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
		b = fmt.Appendf(b, "  %-8s  %s\n", c.Name, quoteEmpty(value))
	}
	return b
}

// printLine appends the line for the URL, by the flags of trurl.
func (p *parser) printLine(o *pipeline.Output, it pipeline.Item) {
	n := len(o.Out)
	var err error
	if o.Out, err = p.Editor.AppendLine(o.Out, p.reading.URL); err != nil {
		o.Out = o.Out[:n]
		o.Raise(notValid)
		if !p.Quiet {
			o.Complain(p.Errors.Line(it.Text, placeOf(it), err))
		}
		if p.Rows {
			o.Out = p.Editor.AppendEmpty(o.Out)
		}
		return
	}
	if p.Terminal {
		o.Out = append(o.Out[:n], term.SafeLines(string(o.Out[n:]))...)
	}
}

// quoteEmpty returns text, or two quotes if it is empty.
func quoteEmpty(text string) string {
	if text == "" {
		return `""`
	}
	return text
}
