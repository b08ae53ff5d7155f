package nfs

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/earl-url/earl/internal/protocol/rpc"
	"github.com/earl-url/earl/internal/protocol/xdr"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/wire"
)

// request is a call before it has a number.
type request struct {
	program, version, procedure uint32
	name                        string // of the procedure, such as "LOOKUP"
	about                       string // the path or name that it is about, or ""
	args                        []byte
}

// message returns the bytes of a request with a number.
func (q request) message(xid uint32) []byte {
	call := rpc.Call{XID: xid, Program: q.program, Version: q.version, Procedure: q.procedure, Credential: rpc.Unprivileged}
	return rpc.AppendRecord(nil, call.Append(nil, q.args))
}

// what returns the service and the version for an error.
func (q request) what() string {
	service := "NFS"
	switch q.program {
	case programMount:
		service = "MOUNT"
	case programMapper:
		service = "port mapper"
	}
	return fmt.Sprintf("%s version %d: %s", service, q.version, q.name)
}

// describe returns the request for a trace.
func (q request) describe() string {
	if q.about == "" {
		return q.name
	}
	return q.name + " " + strconv.QuoteToASCII(q.about)
}

// conn is a connection to a server, on which several calls may wait for their
// replies. One goroutine may use it; any goroutine may call Close.
type conn struct {
	call    *open.Call
	wire    *wire.Conn
	options Options
	xid     uint32             // the number of the last call
	waiting map[uint32]request // the calls that wait for a reply
	dropped map[uint32]bool    // those of waiting whose reply no one needs
	early   map[uint32][]byte  // replies that came before they were needed
	buf     []byte             // the latest record
	spare   [][]byte           // buffers for records: no more than there were early ones at once
}

// connect dials a server.
func connect(ctx context.Context, r *open.Call, address string, o Options) (*conn, error) {
	n, err := r.Dial(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	return &conn{
		call: r, wire: wire.New(ctx, n, r.Policy.Idle).Measure(r.Policy), options: o,
		waiting: map[uint32]request{}, dropped: map[uint32]bool{}, early: map[uint32][]byte{},
	}, nil
}

// Close closes the connection, at any time.
func (c *conn) Close() error { return c.wire.Close() }

// trace reports a line of the exchange.
func (c *conn) trace(dir byte, line string) {
	if c.call.Trace != nil {
		c.call.Trace(open.Event{Dir: dir, Line: line})
	}
}

// send sends a call and returns its number. The numbers begin with 1, so that a
// plan is the same as what is sent: a number only pairs a call with its reply on
// this connection.
func (c *conn) send(q request) (uint32, error) {
	c.xid++
	c.trace('C', q.describe())
	if _, err := c.wire.Write(q.message(c.xid)); err != nil {
		return 0, err
	}
	c.waiting[c.xid] = q
	return c.xid, nil
}

// do sends a call and returns a reader of its results.
func (c *conn) do(q request) (*xdr.Reader, error) {
	xid, err := c.send(q)
	if err != nil {
		return nil, err
	}
	return c.receive(xid)
}

// drop says that no one needs the reply to a call.
func (c *conn) drop(xid uint32) {
	if record, ok := c.early[xid]; ok {
		delete(c.early, xid)
		delete(c.waiting, xid)
		c.spare = append(c.spare, record)
		return
	}
	c.dropped[xid] = true
}

// receive returns a reader of the results of a call, valid until the next
// receive. The error is a *replyError for a reply without results.
func (c *conn) receive(xid uint32) (*xdr.Reader, error) {
	q := c.waiting[xid]
	record, ok := c.early[xid]
	if ok {
		delete(c.early, xid)
		c.spare, c.buf = append(c.spare, c.buf), record
	}
	for !ok {
		var err error
		if record, err = c.next(); err != nil {
			return nil, fmt.Errorf("%s: %w", q.name, err)
		}
		switch got := binary.BigEndian.Uint32(record); {
		case got == xid:
			ok = true
		case c.dropped[got]:
			delete(c.dropped, got)
			delete(c.waiting, got)
		case c.waits(got):
			c.early[got] = record
			c.buf = nil
			if n := len(c.spare); n > 0 {
				c.buf, c.spare = c.spare[n-1], c.spare[:n-1]
			}
		default:
			return nil, fmt.Errorf("%s: %w: a reply to call %d, which was not made", q.name, open.ErrProtocol, got)
		}
	}
	delete(c.waiting, xid)
	_, results, err := rpc.ParseReply(record)
	var refused *rpc.Error
	switch {
	case errors.As(err, &refused):
		c.trace('S', q.name+": "+refused.Error())
		return nil, newReplyError(q.what(), refused)
	case err != nil:
		return nil, invalid(q, err)
	}
	return results, nil
}

// waits reports whether a call waits for its first reply.
func (c *conn) waits(xid uint32) bool {
	_, waits := c.waiting[xid]
	_, has := c.early[xid]
	return waits && !has
}

// next reads the next message. It has at least the number of its call.
func (c *conn) next() ([]byte, error) {
	record, err := rpc.ReadRecord(c.wire, c.buf, c.options.Record, c.options.Fragments)
	var size *rpc.SizeError
	switch {
	case errors.As(err, &size):
		setting := "nfs.Options.Record"
		if size.Fragments {
			setting = "nfs.Options.Fragments"
		}
		return nil, &open.LimitError{Setting: setting, Err: fmt.Errorf("%w: %w", open.ErrProtocol, err)}
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return nil, fmt.Errorf("%w: the server closed the connection", open.ErrCut)
	case err != nil:
		return nil, err
	case len(record) < 4:
		return nil, fmt.Errorf("%w: a message of %d bytes", open.ErrProtocol, len(record))
	}
	c.buf = record
	return record, nil
}

// invalid returns the error for results that cannot be read.
func invalid(q request, err error) error {
	return fmt.Errorf("%s: %w: %w", q.name, open.ErrProtocol, err)
}

// finish returns the error of a reader after the results of a request were read,
// and traces the reply.
func (c *conn) finish(q request, r *xdr.Reader) error {
	if err := r.Err(); err != nil {
		return invalid(q, err)
	}
	c.trace('S', q.name+": ok")
	return nil
}

// status reads the status of a reply. Another one than OK is a StatusError.
func (c *conn) status(q request, r *xdr.Reader) error {
	code := r.Uint32()
	if err := r.Err(); err != nil {
		return invalid(q, err)
	}
	if code == statusOK {
		return nil
	}
	err := &StatusError{Procedure: q.name, Name: q.about, Code: code}
	c.trace('S', err.Error())
	return err
}
