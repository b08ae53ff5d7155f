// Package prospero opens prospero URLs. It asks a directory server, over UDP,
// what an object is and how to retrieve it.
//
//	client := open.New(open.Options{}, prospero.Opener{}, new(ftp.Opener))
//	u, err := earl.RFC1738.Parse("prospero://host.dom//pros/name")
//	resource, err := client.Follow(ctx, u)
//
// An object with access methods is an *open.Referral to their URLs, in the
// server's order of preference. A small object that the server prefers to send
// itself is an *open.Document. A directory is an *open.Listing. Its entries
// have URLs; that of an external link is the URL of its access method. A
// listing includes the entries of union links. The opener follows objects that
// have moved.
//
// The packages ardp and line below this one read and write the protocol. They
// can be used for a server too.
//
// The package follows rfc1738 3.11, the Prospero protocol, version 5, of 12
// June 1993, with version 0 of ARDP. It uses version 1 for servers that support
// nothing newer. It does not authenticate, change anything, expand or filter on
// the server, or apply the filters of a directory. It accepts datagrams only
// from the host and port that it has asked.
package prospero

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/limit"
	"github.com/earl-url/earl/views"
)

// DefaultWait is how long a server may make the client wait. Few users wait
// longer.
const DefaultWait = 5 * time.Minute

// Options are the settings of an [Opener]. The zero Options are the defaults.
type Options struct {
	// Wait limits the time for which a server may make the client wait for the
	// answer to one request, however often it requests more time. 0 means
	// 5 min, a negative value means no limit.
	Wait time.Duration
	// Packets is the maximum number of datagrams in one exchange, including
	// repeated ones. 0 means 4096, a negative value means no limit.
	Packets int
	// ResponseSize is the maximum number of bytes in a response. 0 means
	// 4 MiB, a negative value means no limit.
	ResponseSize int
	// Tries is how often a request is sent to a silent server. 0 means
	// 4, a negative value means no limit.
	Tries int
	// Retry is how long a server may be silent before the second try. The time
	// doubles with each try. 0 means 4 s.
	Retry time.Duration
}

// The defaults for limits of [Options] that are 0.
const (
	// defaultPackets allows a response of defaultResponseSize with every fifth
	// packet repeated.
	defaultPackets = 4096
	// defaultResponseSize allows a directory of about 30,000 links.
	defaultResponseSize = 4 << 20
	// defaultTries is the number of tries of the original Prospero clients.
	defaultTries = 4
	// defaultRetry is the time that those clients wait for the first reply.
	defaultRetry = 4 * time.Second
)

// effective returns o with a value for each limit.
func (o Options) effective() Options {
	o.Wait = limit.Of(o.Wait, DefaultWait)
	o.Packets = limit.Of(o.Packets, defaultPackets)
	o.ResponseSize = limit.Of(o.ResponseSize, defaultResponseSize)
	o.Tries = limit.Of(o.Tries, defaultTries)
	o.Retry = limit.Of(o.Retry, defaultRetry)
	return o
}

// Opener opens prospero URLs. The zero Opener is ready to use. Several
// goroutines may share it.
type Opener struct{ Options }

// Schemes returns "prospero".
func (Opener) Schemes() []string { return []string{"prospero"} }

// Open requests the attributes of the object, and its links if it is a
// directory. Errors: [open.ErrNotFound] and [open.ErrLogin] with the server's
// text; [open.ErrCut]; [open.ErrProtocol]; [open.ErrConnect];
// [open.ErrNoOpener] for an object without a URL; [os.ErrDeadlineExceeded] for
// a silent server; a *open.Refusal. Source: rfc1738 3.11.
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

// Probe requests only the attributes of the object.
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

// prefixed adds the protocol to an error.
func prefixed(err error) error { return fmt.Errorf("prospero: %w", err) }

// query is one open of a prospero URL.
type query struct {
	opts  Options
	req   *open.Call
	moved map[string]string // new addresses for later requests, by address
	old   map[string]bool   // servers that support only version 1, by address
	notes []string
}

// maxName is the maximum number of bytes in an object name. A name of 3,000
// bytes crashed a server.
const maxName = 1000

// query returns the query of a request, and the place in its URL.
func (o Opener) query(r *open.Call) (*query, place, error) {
	view, err := views.ParseProspero(r.URL)
	if err != nil {
		return nil, place{}, err
	}
	q := &query{opts: o.Options.effective(), req: r, moved: map[string]string{}, old: map[string]bool{}}
	at := placeOf(view)
	if at.long() {
		return nil, place{}, open.Refuse(open.GuardLongName, r.URL, fmt.Sprintf("an object name of more than %d bytes", maxName))
	}
	for _, field := range view.Fields {
		switch strings.ToUpper(string(field.Name)) {
		case "OBJECT-VERSION", "HSONAME-TYPE", "HOST-TYPE":
		case "ID":
			if !strings.HasPrefix(string(field.Value), remoteID) {
				q.note("the field ID is not sent: servers only understand one that begins with REMOTE")
			}
		default:
			q.note("the field %s is not sent: servers do not understand it", field.Name.Printable())
		}
	}
	if len(view.Attributes) > 0 {
		q.note("the attributes are not sent: servers do not understand them")
	}
	return q, at, nil
}

// long reports whether a name is too long for the server.
func (p place) long() bool {
	return len(p.name) > maxName || len(p.nameType)+len(p.version)+len(p.id) > maxName
}

// note adds a note for the user on how the URL was opened, once.
func (q *query) note(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	for _, note := range q.notes {
		if note == text {
			return
		}
	}
	q.notes = append(q.notes, text)
}

// takeNotes returns the notes so far and removes them.
func (q *query) takeNotes() []string {
	notes := q.notes
	q.notes = nil
	return notes
}

// remark traces a remark of this package.
func (q *query) remark(format string, args ...any) {
	if q.req.Trace != nil {
		q.req.Trace(open.Event{Dir: '#', Line: fmt.Sprintf(format, args...)})
	}
}

// traceLines traces lines of a request or a response. For a very long line,
// which contains an object, it traces the beginning.
func (q *query) traceLines(dir byte, text string) {
	if q.req.Trace == nil {
		return
	}
	const longest = 500
	if len(text) > longest && dir == 'S' {
		q.req.Trace(open.Event{Dir: dir, Line: fmt.Sprintf("%s ... (%d bytes)", earl.Octets(text[:longest]).Printable(), len(text))})
		return
	}
	for _, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		q.req.Trace(open.Event{Dir: dir, Line: earl.Octets(line).Printable()})
	}
}
