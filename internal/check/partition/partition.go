// Package partition checks the links of one partition of a table. An engine such
// as Spark groups the rows of a table by server, so that all URLs of a server
// are in one partition, and one process checks each partition: the limits for a
// server then hold for the whole cluster, without a service that all share.
//
// The state of a check is in the row: what was found, when, how often a URL
// failed, and when it is due again. A check that is repeated continues from the
// rows.
//
//	err := partition.Check(ctx, partition.Options{Check: linkcheck.Options{Client: client, Rate: 1}}, rows)
//
// It opens each URL once, waits between two requests to one server, follows
// robots.txt, and does not follow a redirect to another server: the row is then
// Moved, and the caller can add its Location as a row of the next round.
package partition

import (
	"context"
	"errors"
	"iter"
	"strconv"
	"strings"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/linkcheck"
)

// State says what is to be done about a row.
type State uint8

// The states.
const (
	Due     State = iota // it was not checked yet, or has to be checked again
	OK                   // the link works
	Moved                // it redirects; Location is the target
	Failed               // there is a problem with the link
	Blocked              // the server refuses programs; the link may be fine
	Skipped              // it is not opened: by robots.txt, or because nothing opens its scheme
)

var stateWords = [...]string{Due: "due", OK: "ok", Moved: "moved", Failed: "failed", Blocked: "blocked", Skipped: "skipped"}

// String returns the word for s, such as "due".
func (s State) String() string { return stateWords[s] }

// ParseState returns the State for a word. "" is Due.
func ParseState(word string) (State, bool) {
	for s, w := range stateWords {
		if w == word {
			return State(s), true
		}
	}
	return Due, word == ""
}

// Row is a URL with what is known about it. A zero time and "" mean unknown.
type Row struct {
	URL   string
	State State
	Tries int // failures in a row

	NextAt    time.Time // the row is not checked before this time
	CheckedAt time.Time
	Modified  time.Time // when the object was last changed, as its server reports it
	Status    string    // the word of a linkcheck.Status, such as "not-found"
	Why       string    // one sentence
	Location  string    // the target of a redirect
	Type      string    // the media type
	Size      int64     // in bytes; -1 if it is not known
	Digest    string    // of the content
	Shape     string    // the digest of the text without dates and counters
	Title     string
}

// The defaults of Options that are 0.
const (
	// DefaultRecheck is how long a link that works is not checked again. Most broken
	// links of a large list are found within a week.
	DefaultRecheck = 7 * 24 * time.Hour
	// DefaultRetry is the wait after a temporary failure. It doubles.
	DefaultRetry = time.Hour
	// DefaultTries is after how many temporary failures a link is Failed.
	DefaultTries = 5
)

// Options are the settings of Check. For limits, 0 means the default and a
// negative value no limit.
type Options struct {
	// Check has the client and the limits for a server. Check sets Robots,
	// SameServer and Store, and PerHost to 1 if it is 0.
	Check linkcheck.Options
	// PerServer is how many rows of one server are checked; the others stay Due.
	// 0 means all. Without it the largest server decides how long a round takes.
	PerServer int
	Recheck   time.Duration
	Retry     time.Duration
	Tries     int
	Now       func() time.Time // nil means time.Now
}

// effective returns o with its defaults.
func (o Options) effective() Options {
	if o.Recheck == 0 {
		o.Recheck = DefaultRecheck
	}
	if o.Retry == 0 {
		o.Retry = DefaultRetry
	}
	if o.Tries == 0 {
		o.Tries = DefaultTries
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Check.PerHost == 0 {
		o.Check.PerHost = 1
	}
	o.Check.Robots, o.Check.SameServer = true, true
	return o
}

// Check checks the rows that are due, and writes the results into them. When ctx
// ends, the rows that were not reached keep their state, and the error is nil: a
// later round continues. Any other error is one of the check itself.
func Check(ctx context.Context, o Options, rows []Row) error {
	o = o.effective()
	r := &round{o: o, rows: rows, now: o.Now(), found: make([]bool, len(rows))}
	o.Check.Store = r
	_, err := linkcheck.Run(ctx, o.Check, r.targets(), r.report)
	if err != nil && ctx.Err() != nil && errors.Is(err, context.Cause(ctx)) {
		return nil
	}
	return err
}

// A round is one call of Check. It is the Store of the check: earlier results are
// in the rows.
type round struct {
	o     Options
	rows  []Row
	now   time.Time
	found []bool                           // the row has a result of this round
	last  map[string]linkcheck.Observation // the earlier results that the rows have
}

// rowFile is the file of all places, so that no row counts as typed by a user.
const rowFile = "rows"

// targets yields the rows to check. The line of a place is the row.
func (r *round) targets() iter.Seq2[linkcheck.Link, error] {
	var due []int
	servers := map[string]int{}
	r.last = map[string]linkcheck.Observation{}
	for i := range r.rows {
		row := &r.rows[i]
		if row.NextAt.After(r.now) || row.NextAt.IsZero() && row.State != Due {
			continue
		}
		u, err := r.edition().Parse(row.URL)
		if err == nil {
			name := serverName(u)
			if servers[name]++; name != "" && r.o.PerServer > 0 && servers[name] > r.o.PerServer {
				continue
			}
			r.remember(linkcheck.Name(u), row)
		}
		due = append(due, i)
	}
	return func(yield func(linkcheck.Link, error) bool) {
		for _, i := range due {
			text := r.rows[i].URL
			place := linkcheck.Place{File: rowFile, Line: int64(i) + 1, Column: 1, Text: text}
			if !yield(linkcheck.Link{URL: text, Place: place}, nil) {
				return
			}
		}
	}
}

// edition returns the edition that reads the URLs.
func (r *round) edition() *earl.Edition {
	if r.o.Check.Edition != nil {
		return r.o.Check.Edition
	}
	return earl.Auto
}

// serverName returns the host and port of u, or "".
func serverName(u earl.URL) string {
	host, _ := u.Host()
	port, ok := u.PortNumber()
	if host == "" || !ok {
		return ""
	}
	return strings.ToLower(host) + ":" + strconv.Itoa(int(port))
}

// report writes a result into the rows of its places.
func (r *round) report(result linkcheck.Result) error {
	for _, p := range result.Places {
		r.set(int(p.Line)-1, &result)
	}
	return nil
}

// set writes a result into a row. A row can have several results: one of the URL,
// one of a missing fragment, and one of a text that had to be repaired. The worst
// of the first two counts.
func (r *round) set(i int, result *linkcheck.Result) {
	row := &r.rows[i]
	if r.found[i] && (result.Status == linkcheck.Repaired || !result.Status.Fault()) {
		return
	}
	r.found[i] = true
	row.CheckedAt, row.Status, row.Why = r.now, result.Status.String(), result.Message
	row.Location = ""
	if n := len(result.Hops); n > 0 {
		row.Location = result.Hops[n-1].To
	}
	if result.Final != "" && !result.Status.Fault() {
		row.Type, row.Size, row.Title, row.Modified = result.Type, result.Size, result.Title, result.Modified
	}
	if result.Digest != "" {
		row.Digest, row.Shape = result.Digest, result.Shape
	}
	row.State = stateOf(result)
	if row.State == Due {
		row.Tries++
		if r.o.Tries > 0 && row.Tries >= r.o.Tries {
			row.State = Failed
		}
		row.NextAt = r.now.Add(r.o.Retry << min(row.Tries-1, 10))
		return
	}
	row.Tries, row.NextAt = 0, time.Time{}
	if r.o.Recheck > 0 {
		row.NextAt = r.now.Add(r.o.Recheck)
	}
}

// stateOf returns the state after a result. What may pass is Due again.
func stateOf(result *linkcheck.Result) State {
	switch result.Status {
	case linkcheck.OK, linkcheck.Changed, linkcheck.Repaired:
		return OK
	case linkcheck.Redirected:
		return Moved
	case linkcheck.Skipped:
		return Skipped
	case linkcheck.Blocked:
		return Blocked
	case linkcheck.NoConnection, linkcheck.TimedOut, linkcheck.Broken:
		return Due
	}
	return Failed
}

// remember keeps the result that a row has, before a new one replaces it.
func (r *round) remember(name string, row *Row) {
	if status, ok := linkcheck.ParseStatus(row.Status); ok && !row.CheckedAt.IsZero() {
		r.last[name] = linkcheck.Observation{
			URL: name, Time: row.CheckedAt, Status: status, Final: name, Type: row.Type, Size: row.Size,
			Digest: row.Digest, Shape: row.Shape, Title: row.Title, Modified: row.Modified,
		}
	}
}

// Last returns the earlier result of a URL.
func (r *round) Last(_ context.Context, url string) (linkcheck.Observation, bool, error) {
	o, ok := r.last[url]
	return o, ok, nil
}

// Done returns nothing: a round is not resumed in its middle.
func (r *round) Done(context.Context, string) (linkcheck.Result, []linkcheck.Link, bool, error) {
	return linkcheck.Result{}, nil, false, nil
}

// Keep does nothing: report writes the results.
func (r *round) Keep(context.Context, linkcheck.Result, []linkcheck.Link) error { return nil }
