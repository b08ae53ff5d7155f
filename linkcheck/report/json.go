package report

import (
	"encoding/json"
	"io"
	"time"

	"github.com/earl-url/earl/base"
	"github.com/earl-url/earl/internal/jsonstring"
	"github.com/earl-url/earl/linkcheck"
)

// A resultObject is a line of "jsonl". Its keys do not change. A byte that is not UTF-8
// becomes U+FFFD.
type resultObject struct {
	URL      string          `json:"url"`      // redacted, without its fragment
	Status   string          `json:"status"`   // such as "not-found"
	Severity string          `json:"severity"` // "fault", "warning" or "ok"
	Fault    bool            `json:"fault"`    // whether the severity is "fault"
	Known    bool            `json:"known"`    // whether a baseline has the problem: it does not count
	Fragment *string         `json:"fragment"` // the missing fragment; null unless the status is "no-fragment"
	Message  string          `json:"message"`  // the reason; "" for none
	Section  string          `json:"section"`  // the section of a standard for the message
	Places   []placeObject   `json:"places"`
	Hops     []hopObject     `json:"hops"`   // the redirects, in order
	Final    string          `json:"final"`  // the URL after all redirects; "" if it was not opened
	Time     *time.Time      `json:"time"`   // when it was opened; null if it was not
	Took     float64         `json:"took"`   // seconds
	Type     string          `json:"type"`   // the media type; "" if unknown
	Size     *int64          `json:"size"`   // bytes; null if unknown
	Digest   string          `json:"digest"` // of the content; "" if it was not read
	Shape    string          `json:"shape"`  // the digest without dates and counters
	Title    string          `json:"title"`
	Archived *copyObject     `json:"archived"` // a copy in a web archive; null if none was found
	Before   *observedObject `json:"before"`   // the earlier result; null if there is none
}

// A placeObject is the position of a link.
type placeObject struct {
	File     string  `json:"file"`   // or the URL of a page; "" for a command line
	Offset   int64   `json:"offset"` // bytes from 0
	Line     int64   `json:"line"`   // from 1
	Column   int64   `json:"column"` // bytes from 1
	Text     string  `json:"text"`   // unchanged from the file, without its password
	Base     *string `json:"base"`   // null for none
	BaseFrom string  `json:"baseFrom"`
}

// A hopObject is a redirect.
type hopObject struct {
	To        string `json:"to"`
	Permanent bool   `json:"permanent"`
}

// A copyObject is a copy in a web archive.
type copyObject struct {
	URL  string     `json:"url"`
	Time *time.Time `json:"time"`
}

// An observedObject is an earlier result.
type observedObject struct {
	Time   *time.Time `json:"time"`
	Status string     `json:"status"`
	Final  string     `json:"final"`
	Type   string     `json:"type"`
	Size   *int64     `json:"size"`
	Digest string     `json:"digest"`
	Shape  string     `json:"shape"`
	Title  string     `json:"title"`
}

// A summaryObject is the last line of "jsonl".
type summaryObject struct {
	Summary struct {
		Started  *time.Time     `json:"started"`
		Took     float64        `json:"took"` // seconds
		URLs     int            `json:"urls"`
		Places   int            `json:"places"`
		Pages    int            `json:"pages"`
		Unread   int            `json:"unread"` // pages that were left out, or not read to their end
		Faults   int            `json:"faults"` // without known ones
		Warnings int            `json:"warnings"`
		Known    int            `json:"known"`       // problems that are in the baseline
		Status   map[string]int `json:"byStatus"`    // without statuses that no URL has
		Capped   []delayObject  `json:"crawlDelays"` // those that were reduced
		Cut      bool           `json:"interrupted"` // whether the check ended early
	} `json:"summary"`
}

// A delayObject is a Crawl-delay of a robots.txt that was reduced.
type delayObject struct {
	Server string  `json:"server"`
	Asked  float64 `json:"asked"` // seconds
	Kept   float64 `json:"kept"`  // seconds
}

// lines writes JSON, one object per line.
type lines struct{ w io.Writer }

func newJSON(w io.Writer, _ Options) Writer { return lines{w} }

// Result implements Writer.
func (l lines) Result(r linkcheck.Result) error {
	o := resultObject{
		URL: r.URL, Status: r.Status.String(), Severity: r.Severity.String(), Fault: r.Severity == linkcheck.SeverityFault, Known: r.Known, Message: r.Message, Section: r.Section,
		Places: []placeObject{}, Hops: []hopObject{}, Final: r.Final, Time: timeOf(r.Time), Took: r.Took.Seconds(),
		Type: r.Type, Size: size(r.Size), Digest: r.Digest, Shape: r.Shape, Title: r.Title,
	}
	if r.Status == linkcheck.NoFragment {
		o.Fragment = &r.Fragment
	}
	for _, p := range r.Places {
		po := placeObject{File: p.File, Offset: p.Offset, Line: p.Line, Column: p.Column, Text: Text(&r, &p), BaseFrom: p.Base.From.String()}
		if p.Base.From != base.None {
			text := p.Base.URL.Redacted()
			po.Base = &text
		}
		o.Places = append(o.Places, po)
	}
	for _, h := range r.Hops {
		o.Hops = append(o.Hops, hopObject(h))
	}
	if c := r.Archived; c != nil {
		o.Archived = &copyObject{c.URL, timeOf(c.Time)}
	}
	if b := r.Before; b != nil {
		o.Before = &observedObject{timeOf(b.Time), b.Status.String(), b.Final, b.Type, size(b.Size), b.Digest, b.Shape, b.Title}
	}
	return writeJSON(l.w, o)
}

// Close implements Writer.
func (l lines) Close(s linkcheck.Summary) error {
	var o summaryObject
	to := &o.Summary
	to.Started, to.Took, to.URLs, to.Places, to.Pages, to.Unread, to.Faults = timeOf(s.Began), s.Took.Seconds(), s.URLs, s.Places, s.Pages, s.Unread, s.Faults()
	to.Warnings, to.Known = s.Warnings(), s.Known
	to.Cut = s.Interrupted
	to.Status = map[string]int{}
	for status, n := range s.Counts {
		if n > 0 {
			to.Status[linkcheck.Status(status).String()] = n
		}
	}
	to.Capped = []delayObject{}
	for _, d := range s.Capped {
		to.Capped = append(to.Capped, delayObject{d.Server, d.Asked.Seconds(), d.Kept.Seconds()})
	}
	return writeJSON(l.w, o)
}

// timeOf returns a time in UTC, or nil for the zero time.
func timeOf(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC()
	return &t
}

// size returns a number of bytes, or nil if it is unknown.
func size(n int64) *int64 {
	if n < 0 {
		return nil
	}
	return &n
}

// writeJSON writes an object and a line feed.
func writeJSON(w io.Writer, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = w.Write(append(jsonstring.Escape(b), '\n'))
	return err
}
