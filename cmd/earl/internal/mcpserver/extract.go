package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/extract/document"
)

const extractDescription = `Find the URLs in a text, also wrapped ones and ones in mail, HTML or Markdown, without using the network. Each has its position. Passwords in URLs are replaced by xxxxx.`

const (
	// maxText is how many bytes of text extract searches: more than models write.
	maxText = 1 << 20
	// maxMatches is how many URLs one result has.
	maxMatches = 1000
)

type extractInput struct {
	Text  string `json:"text" jsonschema:"The text to search, at most 1 MiB."`
	Type  string `json:"type,omitempty" jsonschema:"The format of the text: text, mail, mbox, html, markdown, css, gemtext or xml. Default: recognized by the content."`
	Base  string `json:"base,omitempty" jsonschema:"The URL of the text. Relative references are resolved against it."`
	Loose bool   `json:"loose,omitempty" jsonschema:"Also find hosts without a scheme, email addresses, and URLs in the form hxxp://example[.]org."`
}

// A Match is a URL in a text.
type Match struct {
	URL        string `json:"url" jsonschema:"The URL: absolute, if the text has a base."`
	Text       string `json:"text,omitempty" jsonschema:"How it is written. Missing if that is the URL."`
	Line       int64  `json:"line" jsonschema:"The line, from 1."`
	Column     int64  `json:"column" jsonschema:"The byte of the line, from 1."`
	Kind       string `json:"kind" jsonschema:"wrapped, bare, scheme-less, address, attribute, text, official or template."`
	Confidence string `json:"confidence" jsonschema:"How certain it is that this is a URL, and all of it: low, medium or high."`
	Doubt      string `json:"doubt,omitempty" jsonschema:"Why this may be only a part of a URL, or not a link. Do not open it. Missing if it is whole."`
	Relative   bool   `json:"relative,omitempty" jsonschema:"It is a relative reference without a base."`
}

// Extracted is the result of extract.
type Extracted struct {
	Count   int      `json:"count" jsonschema:"The number of URLs in the text."`
	Matches []Match  `json:"matches" jsonschema:"The URLs, in the order of the text."`
	More    bool     `json:"more,omitempty" jsonschema:"There are more URLs than matches."`
	Error   *Problem `json:"error,omitempty" jsonschema:"Why the text was not searched, or only a part."`
}

// problem returns why the text was not searched, or nil.
func (x *Extracted) problem() *Problem { return x.Error }

// text returns the result for the model.
func (x *Extracted) text() string {
	var b strings.Builder
	if x.Error != nil {
		b.WriteString(x.Error.text())
	}
	fmt.Fprintf(&b, "%d URLs\n", x.Count)
	for i := range x.Matches {
		m := &x.Matches[i]
		fmt.Fprintf(&b, "- %s (line %d, column %d, %s, confidence %s", m.URL, m.Line, m.Column, m.Kind, m.Confidence)
		if m.Text != "" {
			fmt.Fprintf(&b, ", written %q", m.Text)
		}
		if m.Doubt != "" {
			b.WriteString(", doubtful: " + m.Doubt)
		}
		if m.Relative {
			b.WriteString(", relative, and the text has no base")
		}
		b.WriteString(")\n")
	}
	if x.More {
		fmt.Fprintf(&b, "Only the first %d are listed.\n", len(x.Matches))
	}
	return b.String()
}

// extract is the tool extract.
func (s *Server) extract(ctx context.Context, in extractInput) *Extracted {
	x := &Extracted{Matches: []Match{}}
	source := document.Source{Type: document.Type(in.Type)}
	if err := in.check(&source); err != nil {
		x.Error = problemOf(ctx, err)
		return x
	}
	o := extract.Options{Edition: earl.RFC3986, Hosts: in.Loose, Addresses: in.Loose, Defanged: in.Loose}
	for m, err := range document.URLs(strings.NewReader(in.Text), source, o) {
		if ctx.Err() != nil {
			x.Error = problemOf(ctx, ctx.Err())
			return x
		}
		if err != nil && !errors.Is(err, extract.ErrTooLong) {
			if x.Error == nil && !document.Harmless(err) {
				x.Error = problemOf(ctx, err)
			}
			continue
		}
		if m.URL == "" {
			continue
		}
		if x.Count++; x.Count > maxMatches {
			x.More = true
			continue
		}
		x.Matches = append(x.Matches, matchOf(m))
	}
	return x
}

// check checks the arguments, and sets the base of the source.
func (in *extractInput) check(source *document.Source) error {
	switch {
	case len(in.Text) > maxText:
		return fmt.Errorf("%w: the text has more than %d bytes", errInput, maxText)
	case in.Type != "" && !slices.Contains(document.Types(), source.Type):
		return fmt.Errorf("%w: type %q must be text, mail, mbox, html, markdown, css, gemtext or xml", errInput, in.Type)
	case len(in.Base) > maxURL:
		return fmt.Errorf("%w: base has more than %d bytes", errInput, maxURL)
	}
	if in.Base != "" {
		u, err := earl.Auto.Parse(in.Base)
		if err != nil {
			return fmt.Errorf("%w: base: %w", errInput, err)
		}
		source.Base = extract.BaseOf(u)
	}
	return nil
}

// matchOf returns a match without passwords.
func matchOf(m extract.Match) Match {
	x := Match{URL: m.URL, Line: m.Line, Column: m.Column, Kind: m.Kind.String(), Confidence: m.Confidence.String(), Doubt: m.Doubt.Reason(), Relative: m.Relative}
	if m.Relative && m.Base.From != extract.NoBase {
		if u, err := m.Base.Resolve(earl.Auto, m.URL); err == nil {
			x.URL, x.Relative = u.String(), false
		}
	}
	x.URL = clean(earl.Redact(x.URL))
	if text := clean(earl.Redact(m.Text)); text != x.URL {
		x.Text = text
	}
	return x
}
