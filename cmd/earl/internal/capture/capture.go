// Package capture writes what a client of package open retrieves to a web
// archive.
//
//	files, err := warc.Create("site", warc.FilesOptions{Info: info})
//	client := open.New(open.Options{Recorder: capture.New(files, nil)}, all.Openers()...)
//
// The records of one opening are, with the same date:
//
//	http, https   response and request, as on the wire inside TLS
//	ftp, ftps     resource with the bytes of each data connection, and metadata
//	              text/x-ftp-control-conversation
//	file          resource with the document
//	other         response application/x-SCHEME; msgtype=response with all bytes
//	              that were received, request with all that were sent, resource
//	              with the document if it is one, and metadata with the order
//	              of the bytes if that is not first request, then response
//
// A transfer coding of http is kept, and the digest of the payload includes it, as
// in the files of wget and warcio. If an http payload was written before, a revisit
// record refers to it. A document that is not complete has WARC-Truncated. A telnet
// session and a HEAD are not written: a session is what the user typed, and
// other programs would take the response to a HEAD for an empty page. Nor is a
// request for a part of an object of another scheme than http: they would take it
// for the whole.
//
// Passwords, cookies and credentials are replaced by [earl.Hidden], so the bytes
// of a header may differ from those on the wire. The digests are of what is
// written.
//
// Source: The WARC Format 1.1 (ISO 28500:2017).
package capture

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/spool"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/warc"
)

// Target returns the URL of a record for u: without its fragment and password, and with the
// passwords of other URLs in it hidden. Its server and the rest of its path stay, also if the
// user may have meant a password by them: a record is about the URL that was requested.
func Target(u earl.URL) string {
	u = u.WithoutFragment().WithoutPassword()
	text := u.String()
	at, _, ok := u.Span(earl.ComponentPath)
	if host, _ := u.Host(); !ok || host == "" || at == 0 {
		return u.Redacted()
	}
	const server = "x://host.example" // no login, so that only URLs in the rest have one
	return text[:at] + strings.TrimPrefix(earl.HidePassword(server+text[at:]), server)
}

// Recorder writes archives. It is an [open.Recorder]. Several goroutines may use
// it.
type Recorder struct {
	files *warc.Files

	mu   sync.Mutex
	seen map[string]Original // by digest
}

// Original is the record that has a payload.
type Original struct {
	ID     string // "" if it is not known
	Target string
	Date   time.Time
}

// New returns a Recorder that writes to files. The payloads of known, by their
// digests, are not written again. The Recorder does not close files.
func New(files *warc.Files, known map[string]Original) *Recorder {
	r := &Recorder{files: files, seen: map[string]Original{}}
	for digest, o := range known {
		r.seen[digest] = o
	}
	return r
}

// Record implements [open.Recorder].
func (r *Recorder) Record(q *open.Request) open.Recording {
	what := q.URL.Designates()
	if q.Head || what.IsHandOff() || what == earl.Content {
		return nil // a link is enough to open such a URL again
	}
	return &recording{to: r, url: q.URL, part: q.Offset > 0 || q.End > 0, began: time.Now()}
}

// original returns the record that has a payload, or remembers o as that
// record.
func (r *Recorder) original(digest string, o Original) (Original, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if first, ok := r.seen[digest]; ok {
		return first, true
	}
	r.seen[digest] = o
	return Original{}, false
}

// recording is one opening.
type recording struct {
	to    *Recorder
	url   earl.URL
	part  bool // only a part of the object was requested
	began time.Time

	mu      sync.Mutex
	conns   []*conn
	meta    *open.Meta // nil: the opening failed
	content spool.Spool
	done    bool
	err     error // of a temporary file
}

// conn is a connection of a recording.
type conn struct {
	rec            *recording
	udp            bool
	remote         netip.AddrPort
	sent, received spool.Spool
	turns          []turn
}

// turn is a number of bytes in one direction. On UDP it is a datagram.
type turn struct {
	sent bool
	n    int64
}

// Connect implements [open.Recording].
func (r *recording) Connect(network string, remote netip.AddrPort) open.Wire {
	r.mu.Lock()
	defer r.mu.Unlock()
	c := &conn{rec: r, udp: network == "udp", remote: remote}
	r.conns = append(r.conns, c)
	return c
}

// Sent implements [open.Wire].
func (c *conn) Sent(p []byte) { c.add(&c.sent, true, p) }

// Received implements [open.Wire].
func (c *conn) Received(p []byte) { c.add(&c.received, false, p) }

// add adds bytes to one direction.
func (c *conn) add(to *spool.Spool, sent bool, p []byte) {
	c.rec.mu.Lock()
	defer c.rec.mu.Unlock()
	if c.rec.done || c.rec.err != nil {
		return
	}
	_, c.rec.err = to.Write(p)
	if last := len(c.turns) - 1; !c.udp && last >= 0 && c.turns[last].sent == sent {
		c.turns[last].n += int64(len(p))
		return
	}
	c.turns = append(c.turns, turn{sent, int64(len(p))})
}

// Opened implements [open.Recording].
func (r *recording) Opened(m *open.Meta) {
	r.mu.Lock()
	defer r.mu.Unlock()
	meta := *m
	r.meta = &meta
}

// Content implements [open.Recording]. The bytes of http and ftp are those of
// the connection.
func (r *recording) Content(p []byte) {
	switch r.url.Scheme() {
	case "http", "https", "ftp", "ftps":
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.done && r.err == nil {
		_, r.err = r.content.Write(p)
	}
}

// Done implements [open.Recording]. It writes the records.
func (r *recording) Done(err error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.done {
		return nil
	}
	r.done = true
	defer r.close()
	if r.err != nil {
		return failed(r.err)
	}
	drafts, e := r.drafts(truncation(err))
	if e != nil {
		return failed(e)
	}
	if len(drafts) == 0 {
		return nil
	}
	if e := r.to.files.Write(drafts...); e != nil {
		return failed(e)
	}
	return nil
}

// failed returns the error of an archive that cannot be written.
func failed(err error) error { return fmt.Errorf("the archive cannot be written: %w", err) }

// close removes the temporary files.
func (r *recording) close() {
	r.content.Close()
	for _, c := range r.conns {
		c.sent.Close()
		c.received.Close()
	}
}

// truncation returns the value of WARC-Truncated for the end of a recording, or
// "" for a complete one. Source: WARC 1.1 5.13.
func truncation(err error) string {
	var refusal *open.Refusal
	switch {
	case err == nil:
		return ""
	case errors.As(err, &refusal) && refusal.Name == open.GuardMaxSize:
		return "length"
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded):
		return "time"
	case errors.Is(err, open.ErrCut):
		return "disconnect"
	}
	return "unspecified"
}

// drafts returns the records. The first is the one that the others refer to.
func (r *recording) drafts(truncated string) ([]*warc.Draft, error) {
	var list []*warc.Draft
	var err error
	switch r.url.Scheme() {
	case "http", "https":
		return r.http(truncated)
	}
	if r.part { // only a response of http says which part it is
		return nil, nil
	}
	switch r.url.Scheme() {
	case "ftp", "ftps":
		list, err = r.ftp(truncated)
	default:
		list, err = r.exchange(truncated)
	}
	for i, d := range list {
		if i > 0 {
			d.Fields = append(d.Fields, warc.Field{Name: warc.FieldConcurrent, Value: "<" + list[0].ID + ">"})
		}
	}
	return list, err
}

// draft returns a record of the opening. c may be nil.
func (r *recording) draft(t warc.Type, c *conn, contentType string) *warc.Draft {
	d := &warc.Draft{Type: t, ID: warc.NewID(), Date: r.began, Target: Target(r.url), ContentType: contentType, Payload: -1}
	if c != nil && c.remote.IsValid() {
		d.Fields = append(d.Fields, warc.Field{Name: warc.FieldAddress, Value: c.remote.Addr().Unmap().WithZone("").String()})
	}
	return d
}

// truncate marks a record as truncated, if it is.
func truncate(d *warc.Draft, truncated string) {
	if truncated != "" {
		d.Fields = append(d.Fields, warc.Field{Name: warc.FieldTruncated, Value: truncated})
	}
}
