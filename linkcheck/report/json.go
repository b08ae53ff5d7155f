package report

import (
	"io"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/jsonobject"
	"github.com/earl-url/earl/linkcheck"
)

// lines writes JSON, one object per line. A byte that is not UTF-8 becomes U+FFFD.
type lines struct {
	w    io.Writer
	show bool // tokens
}

func newJSON(w io.Writer, o Options) Writer { return lines{w, o.ShowSecrets} }

// Result implements Writer.
func (l lines) Result(r linkcheck.Result) error {
	o := jsonobject.Result{
		URL: r.URL, Status: r.Status.String(), Severity: r.Severity.String(), Fault: r.Severity == linkcheck.SeverityFault, Known: r.Known,
		Fragment: jsonobject.Text(r.Fragment, r.Status == linkcheck.NoFragment), Message: r.Message, Section: r.Section,
		Places: []jsonobject.Place{}, Hops: []jsonobject.Hop{}, Final: r.Final, Time: jsonobject.Time(r.Time), Took: r.Took.Seconds(),
		Type: r.Type, Size: jsonobject.Size(r.Size), Digest: r.Digest, Shape: r.Shape, Title: r.Title,
	}
	for _, p := range r.Places {
		o.Places = append(o.Places, placeOf(&r, &p, l.show))
	}
	for _, h := range r.Hops {
		o.Hops = append(o.Hops, jsonobject.Hop(h))
	}
	if c := r.Archived; c != nil {
		o.Archived = &jsonobject.Copy{URL: c.URL, Time: jsonobject.Time(c.Time)}
	}
	if b := r.Before; b != nil {
		o.Before = &jsonobject.EarlierResult{
			Time: jsonobject.Time(b.Time), Status: b.Status.String(), Final: b.Final,
			Type: b.Type, Size: jsonobject.Size(b.Size), Digest: b.Digest, Shape: b.Shape, Title: b.Title,
		}
	}
	return l.write(o)
}

// placeOf returns the object of a place of a result. show shows the tokens of its base.
func placeOf(r *linkcheck.Result, p *linkcheck.Place, show bool) jsonobject.Place {
	o := jsonobject.Place{File: p.File, Offset: p.Offset, Line: p.Line, Column: p.Column, Text: Text(r, p), BaseFrom: p.Base.From.String()}
	if p.Base.From != extract.NoBase {
		text := p.Base.URL.Redacted()
		if !show {
			text = earl.HideTokens(text)
		}
		o.Base = jsonobject.Text(text, true)
	}
	return o
}

// Close implements Writer.
func (l lines) Close(s linkcheck.Summary) error {
	o := jsonobject.Summary{
		Started: jsonobject.Time(s.Began), Took: s.Took.Seconds(), URLs: s.URLs, Places: s.Places, Pages: s.Pages, Unread: s.Unread,
		Faults: s.Faults(), Warnings: s.Warnings(), Known: s.Known,
		ByStatus: map[string]int{}, Skipped: map[string]int{}, CrawlDelays: []jsonobject.CrawlDelay{}, Interrupted: s.Interrupted,
	}
	for status, n := range s.Counts {
		if n > 0 {
			o.ByStatus[linkcheck.Status(status).String()] = n
		}
	}
	for why, n := range s.Skipped() {
		o.Skipped[why] = n
	}
	for _, d := range s.Capped {
		o.CrawlDelays = append(o.CrawlDelays, jsonobject.CrawlDelay{Server: d.Server, Asked: d.Asked.Seconds(), Kept: d.Kept.Seconds()})
	}
	return l.write(jsonobject.End{Summary: o})
}

// write writes an object as one line.
func (l lines) write(object any) error {
	_, err := l.w.Write(jsonobject.AppendLine(nil, object))
	return err
}
