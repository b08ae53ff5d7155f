package main

import (
	"bufio"
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/linkcheck"
	"github.com/earl-url/earl/linkcheck/memory"
)

// newHistory returns the command history.
func newHistory(s *streams) *cobra.Command {
	db, name, json := "", earl.RFC3986.Name(), false
	c := &cobra.Command{
		Use:     "history --db FILE URL...",
		GroupID: groupRead,
		Short:   "Say what checks have seen behind a URL",
		Long: `Print every look that "earl check --db FILE" took at a URL, the oldest first: when,
the status, the media type, the size in octets and the title, and where it led to if
that is another URL. The file is only read.

The exit status is 0 if the URL was seen, 1 if not, 2 if the file cannot be read.`,
		Example: `  earl history --db links.sqlite http://host.dom/docs/`,
		Args:    cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if db == "" {
				return usagef("--db: name the file that checks keep what they see in")
			}
			e, err := edition(name)
			if err != nil {
				return err
			}
			return writeHistory(s, db, e, args, json)
		},
	}
	editionFlag(c, &name)
	c.Flags().StringVar(&db, "db", "", "the `FILE` that checks keep what they see in")
	c.Flags().BoolVar(&json, "json", false, "write one JSON object a line")
	_ = c.MarkFlagFilename("db", "sqlite", "db")
	return c
}

// writeHistory writes what a file has of each URL.
func writeHistory(s *streams, db string, e *earl.Edition, urls []string, json bool) error {
	out := bufio.NewWriter(s.out)
	status := statusDone
	for _, text := range urls {
		ref, err := e.ParseReference(text)
		if err != nil {
			return usagef("%w", err)
		}
		u, ok := ref.URL()
		if !ok {
			return usagef("%s is relative", redacted(text))
		}
		seen := false
		for o, err := range memory.History(context.Background(), db, linkcheck.Name(u)) {
			if err != nil {
				return usagef("%w", err)
			}
			seen = true
			if json {
				out.Write(appendObservation(nil, &o))
			} else {
				writeObservation(out, &o)
			}
		}
		if !seen {
			s.say("earl: history: %s: never seen", redacted(text))
			status = statusNo
		}
	}
	if err := out.Flush(); err != nil {
		return usagef("%w", err)
	}
	return exitWith(status)
}

// writeObservation writes a look as a row.
func writeObservation(out *bufio.Writer, o *linkcheck.Observation) {
	size := "-"
	if o.Size >= 0 {
		size = fmt.Sprint(o.Size)
	}
	row := fmt.Sprintf("%s  %-14s  %-24s  %9s  %s", o.Time.UTC().Format(time.RFC3339), o.Status, orDash(o.Type), size, o.Title)
	if o.Final != "" && o.Final != o.URL {
		row += "  -> " + o.Final
	}
	fmt.Fprintln(out, term.Safe(row))
}

// orDash returns a text, "-" for none.
func orDash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

// appendObservation appends the object of a look and a line feed. What is not known
// is null.
func appendObservation(b []byte, o *linkcheck.Observation) []byte {
	b = appendString(append(b, `{"url":`...), o.URL)
	b = appendString(append(b, `,"time":`...), o.Time.UTC().Format(time.RFC3339))
	b = appendString(append(b, `,"status":`...), o.Status.String())
	for _, text := range [...]struct{ key, value string }{
		{"final", o.Final}, {"type", o.Type}, {"digest", o.Digest}, {"shape", o.Shape}, {"title", o.Title},
	} {
		b = append(append(append(b, `,"`...), text.key...), `":`...)
		if text.value == "" {
			b = append(b, "null"...)
		} else {
			b = appendString(b, text.value)
		}
	}
	if o.Size < 0 {
		return append(b, ",\"size\":null}\n"...)
	}
	return fmt.Appendf(b, ",\"size\":%d}\n", o.Size)
}
