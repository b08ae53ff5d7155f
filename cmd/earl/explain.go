package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/pipeline"
	"github.com/earl-url/earl/explain"
	"github.com/earl-url/earl/internal/diagram"
	"github.com/earl-url/earl/internal/explanation"
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/all"
	"github.com/earl-url/earl/readers"
	"github.com/earl-url/earl/views"
)

// newExplain returns the command explain.
func newExplain(s *streams) *cobra.Command {
	name := "all"
	json, rules := false, false
	var chosen []string
	c := &cobra.Command{
		Use:     "explain [URL... | -]",
		GroupID: groupRead,
		Short:   "Show the parts of a URL and exactly what opening it would send",
		Long: `explain draws each URL and labels its components. It prints what each edition of
the standard reads, and where the editions differ. Then it prints the decoded parts
by the rules of the scheme, and the exact bytes that opening the URL would send. It
does not use the network. Passwords are printed as xxxxx.

URLs are arguments, or lines of stdin. With --json, explain prints one object per
line, in the same order.

It also prints what real programs read, such as libraries of other languages: a text
in which two of them read different hosts can pass a filter. --readers chooses the
programs.

The exit status is 3 if two programs, or rfc1738, rfc3986 and whatwg, would contact
different hosts or ports. Otherwise it is 1 if the text is not valid by rfc3986, or
by the edition of -e.`,
		Example: `  earl explain 'ftp://myname@host.dom/%2Fetc/motd;type=a'
  earl explain -e rfc1738 'gopher://host.dom/7/find%09cats'
  earl explain --readers curl,python,go 'http://127.0.0.1\@1.1.1.1/'
  earl explain --json - < urls.txt
  earl explain --rules`,
		Args: func(c *cobra.Command, args []string) error {
			if rules {
				return cobra.NoArgs(c, args)
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if rules {
				return listRules(s)
			}
			programs, err := chosenReaders(name, chosen)
			if err != nil {
				return err
			}
			return runExplain(s, name, programs, json, args)
		},
	}
	editionFlag(c, &name, "all")
	completeURLs(c, false)
	c.Flags().BoolVar(&json, "json", false, "print one JSON object per line")
	c.Flags().StringSliceVar(&chosen, "readers", nil, "the programs to compare, such as curl,python (default all)")
	c.Flags().BoolVar(&rules, "rules", false, "list the rules of all editions: name, section, sentence")
	return c
}

// listRules writes a line for each rule.
func listRules(s *streams) error {
	for r := range views.Rules() {
		if _, err := fmt.Fprintf(s.out, "%-16s %-32s %s\n", r.Name(), r.Section(), r.Sentence()); err != nil {
			return localErr(err)
		}
	}
	return nil
}

// runExplain explains every URL. Its status is the highest status of a URL.
func runExplain(s *streams, name string, programs []*readers.Reader, json bool, args []string) error {
	var asked []*earl.Edition
	if name != "all" {
		e, err := edition(name)
		if err != nil {
			return err
		}
		asked = []*earl.Edition{e}
	}
	client := open.New(open.Options{}, all.Openers()...)
	defer client.Close()
	options := explain.Options{Editions: asked, Client: client, Readers: programs}
	paint := term.Painter{On: term.Colours(s.out)}
	drawing := func(text string) string { return text }
	if term.Plain(s.out) {
		drawing = diagram.ASCII
	}
	first := true
	w := pipeline.Work{
		Job: func() pipeline.Job {
			return func(a *pipeline.Output, it pipeline.Item) error {
				x := explanation.Explanation{Explanation: explain.Explain(context.Background(), it.Text, options), Typed: it.Text, Flag: flagFor}
				a.Raise(explainStatus(x.Explanation))
				if json {
					a.Out = x.AppendJSON(a.Out)
					return nil
				}
				a.Out = append(a.Out, '\n') // an empty line between explanations; Settle removes the first
				a.Out = append(a.Out, drawing(x.Text(paint))...)
				return nil
			}
		},
		Settle: func(a *pipeline.Output) {
			if first && !json && len(a.Out) > 0 {
				a.Out = a.Out[1:]
				first = false
			}
		},
	}
	return s.each(pipeline.Source{Args: args}, w)
}

// chosenReaders returns the readers of --readers. Without it, they are all readers,
// or none if -e names one edition.
func chosenReaders(edition string, names []string) ([]*readers.Reader, error) {
	if len(names) == 0 {
		if edition == "all" {
			return readers.All(), nil
		}
		return nil, nil
	}
	var list []*readers.Reader
	for _, name := range names {
		r, ok := readers.ByName(name)
		if !ok {
			return nil, usagef("--readers %q: must be %s", name, strings.Join(readerNames(), ", "))
		}
		list = append(list, r)
	}
	return list, nil
}

// readerNames returns the names of all readers.
func readerNames() []string {
	var names []string
	for _, r := range readers.All() {
		names = append(names, r.Name)
	}
	return names
}

// explainStatus returns 3 if editions or programs would contact different servers.
// Otherwise it returns 1 if the requested edition refuses the text. If all editions are
// requested, rfc3986 decides.
func explainStatus(x *explain.Explanation) int {
	if x.Split() {
		return statusHosts
	}
	for _, r := range x.Readings {
		if !r.Valid && (len(x.Readings) == 1 || r.Edition == earl.RFC3986) {
			return statusNo
		}
	}
	return statusDone
}
