package open

import (
	"context"
	"io"
	"iter"
	"net"
	"net/netip"
	"os"
	"sync"
)

// A Recorder keeps what a client sends and receives, such as for an archive.
// With a Recorder each opening has its own connections, and http is HTTP/1.1.
// Several goroutines may call it.
type Recorder interface {
	// Record begins the recording of one opening. If it returns nil, the opening
	// is not recorded. The URL of r identifies what is recorded.
	Record(r *Request) Recording
}

// A Recording receives what one opening sends and receives. The bytes are those
// inside TLS. Those of ftp and http contain passwords; the other openers send
// passwords with [WriteSecret]. Several goroutines may call it.
type Recording interface {
	// Connect is called for each new connection, on "tcp" or "udp".
	Connect(network string, remote netip.AddrPort) Wire
	// Opened is called with the resource, before its content is read. It is not
	// called if the opening failed.
	Opened(m *Meta)
	// Content receives the content of a document, in order.
	Content(p []byte)
	// Done ends the recording. The argument is nil if the resource was read to its
	// end, [os.ErrClosed] if the caller closed it before, or the error of the
	// opening. Later calls of other methods do nothing.
	Done(err error) error
}

// A Wire receives the bytes of one connection. Each call for a connection on
// "udp" is a datagram.
type Wire interface {
	Sent(p []byte)
	Received(p []byte)
}

// A plainConn is a connection that already has the bytes inside TLS, such as one
// that replays a recording. No opener starts TLS on it.
type plainConn interface {
	net.Conn
	Plain()
}

// OverTLS starts TLS on a connection of [Call.Dial] and returns the connection
// inside TLS. It calls start with the connection that carries TLS. A recording
// continues inside TLS. A connection with a method Plain() already has the
// bytes inside TLS, such as one that replays a recording: it is returned unchanged.
func OverTLS(conn net.Conn, start func(below net.Conn) (net.Conn, error)) (net.Conn, error) {
	if plain, ok := conn.(plainConn); ok {
		return plain, nil
	}
	recorded, ok := conn.(*recordedConn)
	if !ok {
		return start(conn)
	}
	over, err := start(recorded.Conn)
	if err != nil {
		return nil, err
	}
	return &recordedConn{over, recorded.wire}, nil
}

// recordedConn passes the bytes of a connection to a Wire.
type recordedConn struct {
	net.Conn
	wire Wire
}

// NetConn returns the connection below.
func (c *recordedConn) NetConn() net.Conn { return c.Conn }

func (c *recordedConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if n > 0 {
		c.wire.Received(p[:n])
	}
	return n, err
}

// Write records first: the response may come before Write returns.
func (c *recordedConn) Write(p []byte) (int, error) {
	c.wire.Sent(p)
	return c.Conn.Write(p)
}

// WriteSecret records shown, and sends message.
func (c *recordedConn) WriteSecret(message, shown []byte) (int, error) {
	c.wire.Sent(shown)
	return WriteSecret(c.Conn, message, shown)
}

// WriteSecret writes a message with a secret, such as a password, to the server.
// shown is the same message with [earl.Hidden] instead of the secret: a recording
// gets shown, and so does a connection that replays one, with its method
// WriteSecret. Other writers get the message.
func WriteSecret(w io.Writer, message, shown []byte) (int, error) {
	if s, ok := w.(interface {
		WriteSecret(message, shown []byte) (int, error)
	}); ok {
		return s.WriteSecret(message, shown)
	}
	return w.Write(message)
}

// record begins the recording of a call, or returns nil. A URL with a secret
// answer to a form is not recorded, because every record would have the secret.
// A file that a gateway opens instead of a URL is recorded under that URL: the
// file is only where this machine has what the URL identifies.
func record(to Recorder, q *Call) Recording {
	if to == nil {
		return nil
	}
	if q.secrets.answer {
		if q.Trace != nil {
			q.Trace(Event{'#', "this is not recorded: the URL has a secret answer to a form"})
		}
		return nil
	}
	r := q.Request
	if !r.asked.IsZero() {
		r.URL = r.asked
	}
	recording := to.Record(&r)
	if recording == nil {
		return nil
	}
	q.Recorded, q.Pool = true, ""
	type dialFunc = func(ctx context.Context, network, address string) (net.Conn, error)
	wrap := func(dial dialFunc) dialFunc {
		return func(ctx context.Context, network, address string) (net.Conn, error) {
			conn, err := dial(ctx, network, address)
			if err != nil {
				return nil, err
			}
			if network == UDPAnyPort {
				network = "udp"
			}
			return &recordedConn{conn, recording.Connect(network, RemoteOf(conn))}, nil
		}
	}
	q.Dial, q.DialVia = wrap(q.Dial), wrap(q.DialVia)
	return recording
}

// recorded returns res so that its content goes to the recording too. A resource
// without content ends the recording.
func recorded(rec Recording, res Resource, err error) (Resource, error) {
	if rec == nil {
		return res, err
	}
	if err != nil {
		if failed := rec.Done(err); failed != nil {
			return nil, failed
		}
		return nil, err
	}
	rec.Opened(res.Info())
	switch res := res.(type) {
	case *Document:
		res.Body = &recordedBody{body: res.Body, recordedEnd: recordedEnd{rec: rec}}
	case *Listing:
		end := &recordedEnd{rec: rec}
		entries, shut := res.Entries, res.Close
		res.Entries = recordedEntries(entries, end)
		res.Close = func() error {
			err := shut()
			if failed := end.done(os.ErrClosed); failed != nil {
				return failed
			}
			return err
		}
	case *Session:
		rec.Done(os.ErrClosed)
	default:
		if err := rec.Done(nil); err != nil {
			return nil, err
		}
	}
	return res, nil
}

// recordedEnd ends a recording once.
type recordedEnd struct {
	rec  Recording
	once sync.Once
	err  error
}

// done ends the recording and returns its error.
func (e *recordedEnd) done(err error) error {
	e.once.Do(func() { e.err = e.rec.Done(err) })
	return e.err
}

// recordedEntries yields the entries of a listing, then ends the recording.
func recordedEntries(entries iter.Seq2[Entry, error], end *recordedEnd) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		var last error
		for e, err := range entries {
			last = err
			if !yield(e, err) {
				end.done(os.ErrClosed)
				return
			}
		}
		if err := end.done(last); err != nil {
			yield(Entry{Meta: Meta{Size: -1}}, err)
		}
	}
}

// recordedBody is a body whose bytes go to a recording too.
type recordedBody struct {
	body io.ReadCloser
	recordedEnd
}

// Read reads the next bytes. At the end of the body it returns the error of the
// recording, if there is one.
func (b *recordedBody) Read(p []byte) (int, error) {
	n, err := b.body.Read(p)
	if n > 0 {
		b.rec.Content(p[:n])
	}
	switch {
	case err == io.EOF:
		if failed := b.done(nil); failed != nil {
			err = failed
		}
	case err != nil:
		b.done(err)
	}
	return n, err
}

// Close closes the body and ends the recording.
func (b *recordedBody) Close() error {
	err := b.body.Close()
	if failed := b.done(os.ErrClosed); err == nil {
		err = failed
	}
	return err
}
