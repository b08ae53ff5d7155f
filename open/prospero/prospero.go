// Package prospero opens prospero URLs: it asks a directory server, over UDP,
// what an object is and how it is reached.
//
//	client := open.New(open.Options{}, prospero.Opener{}, new(ftp.Opener))
//	u, err := earl.RFC1738.Parse("prospero://host.dom//pros/name")
//	resource, err := client.Follow(ctx, u)
//
// An object with access methods is an *open.Referral to their URLs, in the
// server's order of preference; one that the server prefers to send itself, and
// that is small, is an *open.Document. A directory is an *open.Listing: its
// entries have URLs of their own, an external link that of its access method. The
// entries of union links are in it, and objects that have moved are found.
//
// What goes over the wire is read and written by the packages ardp and line
// below, of which a server can be made too.
//
// It follows rfc1738 3.11, the Prospero protocol, version 5, of 12 June 1993,
// with version 0 of ARDP, and, where a server speaks nothing newer, version 1. It
// does not authenticate, change anything, expand or filter on the server, or
// apply the filters of a directory; it hears nobody but the host and port asked.
package prospero

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/limit"
)

// DefaultWait is how long a server may have the client wait. A person has gone by then.
const DefaultWait = 5 * time.Minute

// Options are the settings of an [Opener]. The zero Options are the documented
// behaviour.
type Options struct {
	// Wait bounds the time for which a server may have the client wait for the
	// answer to one request, however often the server asks for more time. 0 means
	// DefaultWait, a negative value no limit.
	Wait time.Duration
	// Packets is how many datagrams are taken in one exchange, repeated ones
	// included. 0 means DefaultPackets, a negative value no limit.
	Packets int
	// ResponseSize is how many bytes a response may have. 0 means
	// DefaultResponseSize, a negative value no limit.
	ResponseSize int
	// Tries is how often a silent server is asked. 0 means DefaultTries, a negative
	// value no limit.
	Tries int
	// Retry is how long a server may be silent before the second try. It doubles
	// from try to try. 0 means DefaultRetry.
	Retry time.Duration
}

// The limits that a zero field of [Options] means.
const (
	// DefaultPackets is a response of DefaultResponseSize with every fifth packet repeated.
	DefaultPackets = 4096
	// DefaultResponseSize is a directory of some 30,000 links.
	DefaultResponseSize = 4 << 20
	// DefaultTries is how often clients of Prospero have always asked.
	DefaultTries = 4
	// DefaultRetry is how long they have always waited for the first word.
	DefaultRetry = 4 * time.Second
)

// effective returns o with a value for each limit.
func (o Options) effective() Options {
	o.Wait = limit.Of(o.Wait, DefaultWait)
	o.Packets = limit.Of(o.Packets, DefaultPackets)
	o.ResponseSize = limit.Of(o.ResponseSize, DefaultResponseSize)
	o.Tries = limit.Of(o.Tries, DefaultTries)
	o.Retry = limit.Of(o.Retry, DefaultRetry)
	return o
}

// Opener opens prospero URLs. The zero Opener is ready; several goroutines may
// share it.
type Opener struct{ Options }

// Schemes returns "prospero".
func (Opener) Schemes() []string { return []string{"prospero"} }

// Open asks for the attributes of the object, and then for its links if it is a
// directory. Errors: [open.ErrNotFound], [open.ErrLogin] where the server says
// so, with its words; [open.ErrCut]; [open.ErrProtocol]; [open.ErrConnect];
// [open.ErrNoOpener] for an object that no URL leads to; [os.ErrDeadlineExceeded]
// for a server that is silent; a *open.Refusal. Source: rfc1738 3.11.
func (o Opener) Open(ctx context.Context, r *open.Call) (open.Resource, error) {
	q, at, err := o.query(r)
	if err != nil {
		return nil, err
	}
	res, err := q.open(ctx, at)
	if err != nil {
		return nil, prefixed(err)
	}
	return res, nil
}

// Probe asks for the attributes of the object alone.
func (o Opener) Probe(ctx context.Context, r *open.Call) (open.Meta, error) {
	q, at, err := o.query(r)
	if err != nil {
		return open.Meta{}, err
	}
	found, err := q.object(ctx, at)
	if err != nil {
		return open.Meta{}, prefixed(err)
	}
	meta := q.meta(open.KindReferral, found.attributes)
	if found.isDirectory() {
		meta.Kind = open.KindListing
	}
	return meta, nil
}

// prefixed names the protocol in an error.
func prefixed(err error) error { return fmt.Errorf("prospero: %w", err) }

// query is one open of a prospero URL.
type query struct {
	opts  Options
	req   *open.Call
	moved map[string]string // where servers have sent later requests, by address
	old   map[string]bool   // servers that speak version 1 alone, by address
	notes []string
}

// maxName is how many octets an object name may have: one of 3,000 ended a
// server, for everybody.
const maxName = 1000

// query returns the query of a request, and the place that its URL names.
func (o Opener) query(r *open.Call) (*query, place, error) {
	view, err := earl.ParseProspero(r.URL)
	if err != nil {
		return nil, place{}, err
	}
	q := &query{opts: o.Options.effective(), req: r, moved: map[string]string{}, old: map[string]bool{}}
	at := placeOf(view)
	if at.long() {
		return nil, place{}, open.Refuse(open.GuardLongName, r.URL, fmt.Sprintf("an object name of more than %d octets", maxName))
	}
	for _, field := range view.Fields {
		switch strings.ToUpper(string(field.Name)) {
		case "OBJECT-VERSION", "HSONAME-TYPE", "HOST-TYPE":
		case "ID":
			if !strings.HasPrefix(string(field.Value), remoteID) {
				q.note("the server is not told of the field ID: only one that begins with REMOTE means something to it")
			}
		default:
			q.note("the server is not told of the field %s, which means nothing to it", field.Name.Printable())
		}
	}
	if len(view.Attributes) > 0 {
		q.note("the server is not told of the attributes, which mean nothing to it")
	}
	return q, at, nil
}

// long reports whether the server would have to read too long a name.
func (p place) long() bool {
	return len(p.name) > maxName || len(p.nameType)+len(p.version)+len(p.id) > maxName
}

// note adds what the person should know of how the URL was opened, once.
func (q *query) note(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	for _, note := range q.notes {
		if note == text {
			return
		}
	}
	q.notes = append(q.notes, text)
}

// takeNotes returns the notes so far and begins anew.
func (q *query) takeNotes() []string {
	notes := q.notes
	q.notes = nil
	return notes
}

// remark traces a remark of our own.
func (q *query) remark(format string, args ...any) {
	if q.req.Trace != nil {
		q.req.Trace(open.Event{Dir: '#', Line: fmt.Sprintf(format, args...)})
	}
}

// traceLines traces lines of a request or a response. One that is very long,
// since it holds an object, is traced by its beginning.
func (q *query) traceLines(dir byte, text string) {
	if q.req.Trace == nil {
		return
	}
	const longest = 500
	if len(text) > longest && dir == 'S' {
		q.req.Trace(open.Event{Dir: dir, Line: fmt.Sprintf("%s ... (%d octets)", earl.Octets(text[:longest]).Printable(), len(text))})
		return
	}
	for _, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		q.req.Trace(open.Event{Dir: dir, Line: earl.Octets(line).Printable()})
	}
}
