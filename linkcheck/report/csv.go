package report

import (
	stdcsv "encoding/csv"
	"io"
	"strconv"
	"strings"

	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/linkcheck"
)

// csv writes a row for each place, for spreadsheets. Source: rfc4180.
type csv struct {
	w     *stdcsv.Writer
	begun bool
}

// csvHead are the names of the columns.
var csvHead = []string{"file", "line", "column", "link", "url", "status", "severity", "known", "message", "archived"}

func newCSV(w io.Writer, _ Options) Writer { return &csv{w: stdcsv.NewWriter(w)} }

// begin writes the names of the columns.
func (c *csv) begin() error {
	if c.begun {
		return nil
	}
	c.begun = true
	return c.w.Write(csvHead)
}

// Result implements Writer.
func (c *csv) Result(r linkcheck.Result) error {
	if err := c.begin(); err != nil {
		return err
	}
	url, archived := full(&r), ""
	if isLocal(r.URL) {
		url = "" // the URL has an absolute path; the link has the file's name
	}
	if r.Archived != nil {
		archived = r.Archived.URL
	}
	for _, p := range places(&r) {
		row := []string{p.File, strconv.FormatInt(p.Line, 10), strconv.FormatInt(p.Column, 10), Text(&r, &p), url,
			r.Status.String(), r.Severity.String(), strconv.FormatBool(r.Known), r.Message, archived}
		for i := range row {
			row[i] = cell(row[i])
		}
		if err := c.w.Write(row); err != nil {
			return err
		}
	}
	c.w.Flush()
	return c.w.Error()
}

// cell returns a text that a spreadsheet does not read as a formula: a text that begins
// like a formula gets an apostrophe.
func cell(text string) string {
	text = term.Safe(text)
	if text != "" && strings.ContainsRune("=+-@", rune(text[0])) {
		return "'" + text
	}
	return text
}

// Close implements Writer. It writes no totals, because they do not fit into a table.
func (c *csv) Close(linkcheck.Summary) error {
	if err := c.begin(); err != nil {
		return err
	}
	c.w.Flush()
	return c.w.Error()
}
