package main

import (
	"bufio"
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/check/store"
	"github.com/earl-url/earl/internal/jsonobject"
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/linkcheck"
)

// newHistory returns the command history.
func newHistory(s *streams) *cobra.Command {
	h := history{s: s}
	c := &cobra.Command{
		Use:     "history --db FILE URL",
		GroupID: groupOpen,
		Short:   "Print the results of earlier checks of a URL",
		Long: `history prints one line for each run of "earl check --db FILE", the oldest first:

  TIME STATUS, TYPE, SIZE "TITLE" -> URL AFTER REDIRECTS

A line ends in "changed" if the content differs from the last time it was read. A
page has not changed if only dates and counters in it differ. The URL is looked up
without its fragment and its password, because check stores it without them.

The database is an SQLite file. history only reads it, and can read it during a
check. "sqlite3 FILE .schema" lists the tables for other queries, such as
SELECT * FROM broken. --db has no default, because each set of documents has its own
database.

The exit status is 0 if the database has the URL, 1 if not, and 2 if the file
cannot be read.`,
		Example: `  earl history --db links.sqlite http://host.dom/
  earl history --db links.sqlite --json ftp://host.dom/pub/
  earl history --db links.sqlite https://host.dom/a | grep changed
  earl history --db links.sqlite gopher://host.dom/ | tail -n 1
  earl history --db links.sqlite --json http://host.dom/ | head -n 1`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if h.db == "" {
				return usagef("history: --db FILE is missing: give the database of earl check --db")
			}
			return h.run(c.Context(), args[0])
		},
	}
	completeURLs(c, false)
	c.Flags().StringVar(&h.db, "db", "", "read the database `FILE` of earl check --db")
	c.Flags().BoolVar(&h.json, "json", false, "print one JSON object per line")
	_ = c.MarkFlagFilename("db", "sqlite", "db")
	return c
}

// A history is one run of the command.
type history struct {
	s    *streams
	db   string
	json bool

	last linkcheck.Observation // the newest that has read the content
}

// run prints every observation of a URL.
func (h *history) run(ctx context.Context, text string) error {
	url := earl.Redact(text)
	if u, err := earl.RFC3986.Parse(text); err == nil {
		url = linkcheck.Name(u)
	}
	if ctx == nil {
		ctx = context.Background()
	}
	out := bufio.NewWriter(h.s.out)
	found := false
	for o, err := range store.History(ctx, h.db, url) {
		if err != nil {
			h.s.say("earl: %s", err)
			_ = out.Flush() // prints the lines read so far; the status shows that lines are missing
			return exitWith(statusUsage)
		}
		found = true
		if _, err := out.Write(h.append(nil, &o)); err != nil {
			return localErr(err)
		}
	}
	if err := out.Flush(); err != nil {
		return localErr(err)
	}
	if !found {
		h.s.say("earl: history: %s has no results for %s", h.db, url)
		return exitWith(statusNo)
	}
	return nil
}

// append appends the line of an observation.
func (h *history) append(b []byte, o *linkcheck.Observation) []byte {
	changed := o.Status == linkcheck.Changed || o.Shape != "" && h.last.Shape != "" && o.Shape != h.last.Shape
	if h.json {
		b = jsonobject.AppendLine(b, observationOf(o, changed))
	} else {
		b = appendObservationText(b, o, changed, h.last.Time)
	}
	if o.Shape != "" {
		h.last = *o
	}
	return b
}

// appendObservationText appends an observation as text.
func appendObservationText(b []byte, o *linkcheck.Observation, changed bool, since time.Time) []byte {
	b = fmt.Appendf(b, "%s %s", timeWord(o.Time), o.Status)
	if o.Type != "" {
		b = fmt.Appendf(b, ", %s", term.Safe(o.Type))
	}
	if o.Size >= 0 {
		b = fmt.Appendf(b, ", %d bytes", o.Size)
	}
	if o.Title != "" {
		b = fmt.Appendf(b, " \"%s\"", term.Safe(o.Title))
	}
	if o.Final != "" && o.Final != o.URL {
		b = fmt.Appendf(b, " -> %s", term.Safe(o.Final))
	}
	switch {
	case changed && !since.IsZero():
		b = fmt.Appendf(b, ": changed since %s", timeWord(since))
	case changed:
		b = append(b, ": changed"...)
	}
	return append(b, '\n')
}

// timeWord returns a time in UTC, to the second.
func timeWord(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.UTC().Format(time.RFC3339)
}

// observationOf returns the JSON object of an observation.
func observationOf(o *linkcheck.Observation, changed bool) jsonobject.Observation {
	return jsonobject.Observation{
		URL: o.URL, Time: jsonobject.Time(o.Time), Status: o.Status.String(), Changed: changed, Final: o.Final,
		Type: o.Type, Size: jsonobject.Size(o.Size), Digest: o.Digest, Shape: o.Shape, Title: o.Title,
	}
}
