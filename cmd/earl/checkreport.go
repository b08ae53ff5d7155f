package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"time"

	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/linkcheck"
)

// reportFormats are the formats of a report.
var reportFormats = []string{"text", "jsonl"}

// A reportWriter writes results as they come. Close writes what is at the end.
type reportWriter interface {
	Result(linkcheck.Result) error
	Close(linkcheck.Summary) error
}

// report returns the writer of the report that the flags ask for.
func (f *checkFlags) report(s *streams) (reportWriter, error) {
	file := s.out
	if f.output != "" && f.output != "-" {
		var err error
		if file, err = os.Create(f.output); err != nil {
			return nil, err
		}
	}
	w := &reportFile{file: file, ours: file != s.out, out: bufio.NewWriter(file), all: f.all, append: appendResultText}
	if f.format == "jsonl" {
		w.append, w.all = appendResultJSON, true
	}
	return w, nil
}

// A reportFile is a report of lines.
type reportFile struct {
	file   *os.File
	ours   bool // to close
	out    *bufio.Writer
	all    bool // results that are no fault too
	append func([]byte, *linkcheck.Result) []byte
	line   []byte
}

// Result writes a result, so that whoever waits for it has it.
func (w *reportFile) Result(r linkcheck.Result) error {
	if !w.all && !r.Status.Fault() && r.Status != linkcheck.Changed {
		return nil
	}
	w.line = w.append(w.line[:0], &r)
	if _, err := w.out.Write(w.line); err != nil {
		return err
	}
	return w.out.Flush()
}

// Close ends the report.
func (w *reportFile) Close(linkcheck.Summary) error {
	err := w.out.Flush()
	if w.ours {
		if e := w.file.Close(); err == nil {
			err = e
		}
	}
	return err
}

// appendResultText appends a line for each place of a result.
func appendResultText(b []byte, r *linkcheck.Result) []byte {
	what := term.Safe(r.URL) + ": " + r.Status.String()
	if r.Message != "" {
		what += ": " + term.Safe(r.Message)
	}
	for i := range r.Places {
		if p := &r.Places[i]; p.File != "" {
			b = fmt.Appendf(b, "%s:%d:%d: ", term.Safe(p.File), p.Line, p.Column)
		}
		b = append(append(b, what...), '\n')
	}
	return b
}

// appendResultJSON appends the object of a result and a line feed. What is not known
// is null.
func appendResultJSON(b []byte, r *linkcheck.Result) []byte {
	text := func(key, value string) {
		if b = append(append(append(b, ",\""...), key...), "\":"...); value == "" {
			b = append(b, "null"...)
			return
		}
		b = appendString(b, value)
	}
	b = appendString(append(b, `{"url":`...), r.URL)
	text("status", r.Status.String())
	text("message", r.Message)
	text("section", r.Section)
	text("final", r.Final)
	text("type", r.Type)
	b = append(b, `,"size":`...)
	if r.Size < 0 {
		b = append(b, "null"...)
	} else {
		b = strconv.AppendInt(b, r.Size, 10)
	}
	text("digest", r.Digest)
	text("title", r.Title)
	when := ""
	if !r.Time.IsZero() {
		when = r.Time.UTC().Format(time.RFC3339)
	}
	text("time", when)
	b = append(b, `,"hops":[`...)
	for i, hop := range r.Hops {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendString(append(b, `{"url":`...), hop.To)
		b = append(appendBool(append(b, `,"permanent":`...), hop.Permanent), '}')
	}
	b = append(b, `],"places":[`...)
	for i := range r.Places {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendPlace(b, &r.Places[i])
	}
	return append(b, "]}\n"...)
}

// appendPlace appends the object of a place.
func appendPlace(b []byte, p *linkcheck.Place) []byte {
	b = appendString(append(b, `{"file":`...), p.File)
	b = fmt.Appendf(b, `,"offset":%d,"line":%d,"column":%d,"text":`, p.Offset, p.Line, p.Column)
	return append(appendString(b, p.Text), '}')
}
