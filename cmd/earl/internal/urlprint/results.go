// Package urlprint prints the results of reading texts. It has the workers of the commands
// parse, normalize and resolve, for package pipeline.
//
//	pipeline.Source{Args: args}.Each(streams, pipeline.Work{Job: urlprint.Parse{Edition: e, Editor: editor}.Job})
//
// It reads no flags, and it contains no rules of a standard.
package urlprint

import (
	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/pipeline"
	"github.com/earl-url/earl/internal/diagram"
	"github.com/earl-url/earl/internal/reading"
)

// notValid is the exit status of a run with a text that is not valid.
const notValid = 1

// Results has the settings of commands that print one URL per line.
type Results struct {
	Edition *earl.Edition
	Read    func(*reading.Reading) // reads one text; called by several workers, each with its own Reading
	Errors  diagram.Format         // how errors are printed
	JSON    bool                   // print an object for each text
	Rows    bool                   // print one line for each item, also a skipped one
	Once    *pipeline.Uniq         // if not nil, print each URL once
}

// Work returns the work on the texts.
func (o Results) Work() pipeline.Work {
	w := pipeline.Work{Job: o.job}
	if o.Once != nil {
		w.Settle = o.Once.Settle
	}
	return w
}

// job returns a worker.
func (o Results) job() pipeline.Job {
	r := reading.New(o.Edition)
	return func(out *pipeline.Output, it pipeline.Item) error {
		r.Reset(it.Text)
		if !it.Skipped {
			o.Read(&r)
		}
		o.print(out, &r, it)
		if o.Once != nil {
			o.Once.Note(out, r.URL)
		}
		return nil
	}
}

// print appends the URL of one reading, or the errors of the text.
func (o Results) print(out *pipeline.Output, r *reading.Reading, it pipeline.Item) {
	switch {
	case o.JSON && it.Skipped:
		out.Out = append(out.Out, "null\n"...)
	case o.JSON:
		out.Out = append(r.AppendJSON(out.Out, false), '\n')
	case r.Valid:
		out.Out = append(append(out.Out, r.URL.String()...), '\n')
	case o.Rows:
		out.Out = append(out.Out, '\n')
	}
	if it.Skipped {
		return
	}
	if !o.JSON && (!r.Valid || r.Reference && len(r.Violations) > 0) {
		out.Complain(o.Errors.Reading(r, placeOf(it)))
	}
	if !r.Valid {
		out.Raise(notValid)
	}
}

// placeOf returns the place of an item.
func placeOf(it pipeline.Item) diagram.Place {
	return diagram.Place{File: it.File, Line: it.Line, Column: it.Column}
}
