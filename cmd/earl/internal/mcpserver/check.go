package mcpserver

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/linkcheck"
)

const checkDescription = `Check links. With url, all links of the page at that URL are checked; with urls, the URLs of the list. Each result has a status, such as ok, redirected, not-found, no-fragment, no-connection, timed-out, blocked or refused, and a severity: ok, warning or fault.
Links are only retrieved, slowly for each server. URLs that fetch refuses have the status refused, and nothing is sent there.`

type checkInput struct {
	URL  string   `json:"url,omitempty" jsonschema:"The URL of a page whose links are checked. Give either url or urls."`
	URLs []string `json:"urls,omitempty" jsonschema:"The URLs to check. Give either url or urls."`
	All  bool     `json:"all,omitempty" jsonschema:"Also list the links that are OK. Default: only problems and warnings."`
}

// A LinkResult is the result of checking a link.
type LinkResult struct {
	URL      string `json:"url" jsonschema:"The URL of the link, without its fragment."`
	Status   string `json:"status" jsonschema:"The result, such as ok, redirected, not-found, no-fragment, no-connection, timed-out, blocked, refused or invalid."`
	Severity string `json:"severity" jsonschema:"ok, warning or fault."`
	Message  string `json:"message,omitempty" jsonschema:"The reason. It can contain text from a server."`
	Final    string `json:"final,omitempty" jsonschema:"The URL after redirects, if it is another one."`
	Fragment string `json:"fragment,omitempty" jsonschema:"The fragment that the page does not have."`
	Line     int64  `json:"line,omitempty" jsonschema:"The line of the page with the first such link, from 1."`
}

// Checked is the result of check.
type Checked struct {
	URL      string       `json:"url,omitempty" jsonschema:"The page whose links were checked."`
	Links    int          `json:"links" jsonschema:"The number of different URLs that were found."`
	Faults   int          `json:"faults" jsonschema:"How many have a problem."`
	Warnings int          `json:"warnings" jsonschema:"How many have a warning."`
	Results  []LinkResult `json:"results" jsonschema:"The results: problems first."`
	Skipped  int          `json:"skipped,omitempty" jsonschema:"How many links were not checked because of the limit of one call. Check them with urls."`
	Error    *Problem     `json:"error,omitempty" jsonschema:"Why the check is not complete."`
}

// problem returns why the check is not complete, or nil.
func (c *Checked) problem() *Problem { return c.Error }

// text returns the result for the model.
func (c *Checked) text() string {
	var b strings.Builder
	if c.URL != "" {
		fmt.Fprintf(&b, "Links of %s\n", c.URL)
	}
	if c.Error != nil {
		b.WriteString(c.Error.text())
	}
	fmt.Fprintf(&b, "%d URLs: %d with a problem, %d with a warning\n", c.Links, c.Faults, c.Warnings)
	for i := range c.Results {
		r := &c.Results[i]
		fmt.Fprintf(&b, "- %s %s", r.Status, r.URL)
		if r.Fragment != "" {
			b.WriteString("#" + r.Fragment)
		}
		if r.Line > 0 {
			fmt.Fprintf(&b, " (line %d)", r.Line)
		}
		if r.Message != "" {
			b.WriteString(": " + r.Message)
		}
		b.WriteByte('\n')
	}
	if c.Skipped > 0 {
		fmt.Fprintf(&b, "%d more links were not checked, because one call checks a limited number. Call check with urls for them.\n", c.Skipped)
	}
	return b.String()
}

// check is the tool check.
func (s *Server) check(ctx context.Context, in checkInput) *Checked {
	c := &Checked{Results: []LinkResult{}}
	if err := s.runCheck(ctx, in, c); err != nil {
		c.Error = problemOf(ctx, err)
	}
	return c
}

// runCheck checks links, and adds the results to c.
func (s *Server) runCheck(ctx context.Context, in checkInput, c *Checked) error {
	if (in.URL == "") == (len(in.URLs) == 0) {
		return fmt.Errorf("%w: give either url or urls", errInput)
	}
	var typed []earl.URL
	o := s.checkOptions()
	if in.URL != "" {
		u, err := s.read(in.URL)
		c.URL = line(earl.Redact(in.URL), maxURL)
		if err != nil {
			return err
		}
		typed = []earl.URL{u}
		o.Recursive, o.Levels, o.Pages = true, 1, 1
		o.Skip = limitLinks(s.o.MaxLinks, &c.Skipped)
	} else {
		typed = s.readAll(ctx, in.URLs, c)
	}
	select {
	case s.checks <- struct{}{}:
		defer func() { <-s.checks }()
	case <-ctx.Done():
		return ctx.Err()
	}
	var warnings, fine []LinkResult
	_, err := linkcheck.Run(ctx, o, links(ctx, typed), func(r linkcheck.Result) error {
		if r.Status == linkcheck.Skipped && r.Message == notChecked {
			return nil
		}
		c.Links++
		x := linkResult(&r)
		switch r.Severity {
		case linkcheck.SeverityFault:
			c.Faults++
			c.Results = append(c.Results, x)
		case linkcheck.SeverityWarning:
			c.Warnings++
			warnings = append(warnings, x)
		default:
			fine = append(fine, x)
		}
		return nil
	})
	c.Results = append(c.Results, warnings...)
	if in.All {
		c.Results = append(c.Results, fine...)
	}
	return err
}

// checkOptions returns the options of each check.
func (s *Server) checkOptions() linkcheck.Options {
	return linkcheck.Options{
		Client: s.client, Policy: s.policy,
		Parallel: maxCalls, PerHost: perServer, Rate: s.o.Rate,
		Retries: 1, Body: s.o.MaxSize,
		Message: func(err error) string {
			if p := problemOf(context.Background(), err); p.Guard != "" {
				return strings.TrimSpace(strings.ReplaceAll(p.text(), "\n", " "))
			}
			return ""
		},
	}
}

// readAll reads the URLs of a caller, up to the limit. It adds a result for each that a
// guard refuses.
func (s *Server) readAll(ctx context.Context, texts []string, c *Checked) []earl.URL {
	if len(texts) > s.o.MaxLinks {
		c.Skipped = len(texts) - s.o.MaxLinks
		texts = texts[:s.o.MaxLinks]
	}
	var list []earl.URL
	for _, text := range texts {
		u, err := s.read(text)
		if err == nil {
			list = append(list, u)
			continue
		}
		p := problemOf(ctx, err)
		status := linkcheck.Invalid
		if p.Guard != "" && p.Guard != "bad-url" {
			status = linkcheck.Refused
		}
		c.Links++
		c.Faults++
		c.Results = append(c.Results, LinkResult{
			URL: line(earl.Redact(text), maxURL), Status: status.String(), Severity: linkcheck.SeverityFault.String(),
			Message: strings.TrimSpace(strings.ReplaceAll(p.text(), "\n", " ")),
		})
	}
	return list
}

// notChecked is the message of a link over the limit.
const notChecked = "over the limit of links"

// limitLinks returns a function for Options.Skip that skips all but the first n links,
// and counts the others.
func limitLinks(n int, skipped *int) func(earl.URL) string {
	seen := map[earl.URL]bool{} // whether the link is checked
	return func(u earl.URL) string {
		checked, ok := seen[u]
		if !ok {
			checked = len(seen)-*skipped < n
			seen[u] = checked
			if !checked {
				*skipped++
			}
		}
		if checked {
			return ""
		}
		return notChecked
	}
}

// links yields the URLs as links that the caller typed.
func links(ctx context.Context, list []earl.URL) iter.Seq2[linkcheck.Link, error] {
	return func(yield func(linkcheck.Link, error) bool) {
		for _, u := range list {
			if ctx.Err() != nil || !yield(linkcheck.Link{URL: u.String()}, nil) {
				return
			}
		}
	}
}

// linkResult returns a result for the model.
func linkResult(r *linkcheck.Result) LinkResult {
	x := LinkResult{
		URL: clean(r.URL), Status: r.Status.String(), Severity: r.Severity.String(),
		Message: line(r.Message, maxMessage), Fragment: line(r.Fragment, maxName),
	}
	if r.Final != "" && r.Final != r.URL {
		x.Final = clean(r.Final)
	}
	if len(r.Places) > 0 {
		x.Line = r.Places[0].Line
	}
	return x
}
