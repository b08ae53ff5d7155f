package wire

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/earl-url/earl/open"
)

const (
	// lineBuffer has room for a line; longer reads bypass it.
	lineBuffer = 4 << 10
	// copyBuffer is the size above which a copy on loopback gets no faster.
	copyBuffer = 256 << 10
	// spliceChunk is how many bytes the kernel moves between two checks of the
	// clock.
	spliceChunk = 16 << 20
)

// Conn is a connection with the limits of an opener: a deadline for each read
// and write, and a maximum length of lines. Cancelling ctx closes it. One
// goroutine may read while another writes. Any goroutine may call Close, more
// than once. Conn is an io.WriterTo, which copies as fast as the connection
// allows.
//
// The errors are:
//
//   - that of ctx, if it has ended
//   - an [os.ErrDeadlineExceeded], if the server sends nothing
//   - a [*SlowError], if it sends too slowly
//   - [open.ErrCut], if the connection broke
//   - any other error of the connection below
type Conn struct {
	conn   net.Conn
	r      *bufio.Reader
	ctxErr func() error
	stop   func() bool
	idle   time.Duration
	until  atomic.Pointer[time.Time] // the latest deadline, or nil
	closed atomic.Bool
	meter  *Meter // nil: the server may be slow
}

// New returns a Conn on c. Cancelling ctx closes it. idle is how long the
// server may send or accept nothing; it is positive, as in an effective Policy.
func New(ctx context.Context, c net.Conn, idle time.Duration) *Conn {
	w := &Conn{conn: c, ctxErr: ctx.Err, idle: idle}
	w.r = bufio.NewReaderSize(rawReader{w}, lineBuffer)
	w.stop = context.AfterFunc(ctx, func() { c.Close() })
	return w
}

// Measure makes reads of c fail with a [*SlowError] if the server is slower
// than p allows. Each Write restarts the measurement: the next bytes are the
// response to it. Call Measure before the first read. It returns c.
func (c *Conn) Measure(p *open.Policy) *Conn {
	c.meter = NewMeter(p)
	return c
}

// Unbind detaches c from its ctx. It returns false and closes c if the ctx has
// ended, or if the server has sent bytes that were not read.
func (c *Conn) Unbind() bool {
	if !c.stop() || c.Buffered() > 0 {
		c.Close()
		return false
	}
	c.ctxErr = func() error { return nil }
	c.SetUntil(time.Time{})
	return true
}

// Bind attaches c to ctx after an Unbind: the end of ctx closes c.
func (c *Conn) Bind(ctx context.Context) {
	c.ctxErr = ctx.Err
	c.stop = context.AfterFunc(ctx, func() { c.conn.Close() })
}

// ReadLine reads a line and returns it without its LF or CR LF, valid until the
// next read. The whole line must arrive within the idle time. A line of more
// than max bytes, without its line end, is an [open.ErrProtocol] with setting,
// the field of the Policy for the limit. An incomplete line is an
// [open.ErrCut]; io.EOF means that no line began.
func (c *Conn) ReadLine(max int, setting string) ([]byte, error) {
	if err := c.armRead(); err != nil {
		return nil, err
	}
	var long []byte // the line so far, once it does not fit into the buffer
	for {
		piece, err := c.r.ReadSlice('\n')
		line := piece
		if long != nil || err == bufio.ErrBufferFull {
			long = append(long, piece...)
			line = long
		}
		switch {
		case err == nil:
			line = TrimLineEnd(line)
			if len(line) <= max {
				return line, nil
			}
			return nil, Limit{max, setting}.TooLong()
		case err == bufio.ErrBufferFull:
			if len(line)-1 > max { // one byte may be the CR
				return nil, Limit{max, setting}.TooLong()
			}
		case err == io.EOF && len(line) > 0:
			return nil, fmt.Errorf("%w: the connection ended inside a line", open.ErrCut)
		default:
			return nil, c.fail(err)
		}
	}
}

// rawReader is the reader below a Conn's buffer: it measures, but it sets no
// deadline and maps no errors.
type rawReader struct{ c *Conn }

func (r rawReader) Read(p []byte) (int, error) {
	if r.c.meter == nil {
		return r.c.conn.Read(p)
	}
	start := time.Now()
	n, err := r.c.conn.Read(p)
	if slow := r.c.meter.Took(int64(n), start); err == nil {
		err = slow
	}
	return n, err
}

// Read reads what the server sends, within the idle time.
func (c *Conn) Read(p []byte) (int, error) {
	if err := c.armRead(); err != nil {
		return 0, err
	}
	n, err := c.r.Read(p)
	return n, c.fail(err)
}

// Buffered returns how many bytes were received and not yet read.
func (c *Conn) Buffered() int { return c.r.Buffered() }

// Write writes all of p. Each single write takes at most the idle time.
func (c *Conn) Write(p []byte) (int, error) {
	if err := c.conn.SetWriteDeadline(c.deadline()); err != nil {
		return 0, c.fail(err)
	}
	c.meter.Restart()
	n, err := c.conn.Write(p)
	return n, c.fail(err)
}

// WriteSecret is Write for a message with a secret: see [open.WriteSecret].
func (c *Conn) WriteSecret(message, shown []byte) (int, error) {
	if err := c.conn.SetWriteDeadline(c.deadline()); err != nil {
		return 0, c.fail(err)
	}
	c.meter.Restart()
	n, err := open.WriteSecret(c.conn, message, shown)
	return n, c.fail(err)
}

// WriteTo copies everything that the server sends to w. The idle time limits
// each wait for the server, not the copy; it waits for a slow w.
func (c *Conn) WriteTo(w io.Writer) (int64, error) {
	total, err := c.writeBuffered(w)
	if err != nil {
		return total, err
	}
	var n int64
	tcp, _ := c.conn.(*net.TCPConn)
	if dst := splicer(w); dst != nil && tcp != nil {
		n, err = c.splice(dst, tcp)
	} else {
		n, err = c.copy(w)
	}
	return total + n, err
}

// splicer returns w if the kernel can copy to it, else nil.
func splicer(w io.Writer) io.ReaderFrom {
	switch w := w.(type) {
	case *os.File:
		return w
	case open.Splicer:
		return w
	}
	return nil
}

// writeBuffered writes the bytes in the buffer of the line reader.
func (c *Conn) writeBuffered(w io.Writer) (int64, error) {
	n := c.r.Buffered()
	if n == 0 {
		return 0, nil
	}
	b, _ := c.r.Peek(n)
	k, err := w.Write(b)
	c.r.Discard(k)
	return int64(k), err
}

// copy is WriteTo through a buffer.
func (c *Conn) copy(w io.Writer) (total int64, err error) {
	buf := make([]byte, copyBuffer)
	for {
		if err := c.armRead(); err != nil {
			return total, err
		}
		n, err := rawReader{c}.Read(buf)
		if n > 0 {
			k, werr := w.Write(buf[:n])
			total += int64(k)
			if werr != nil {
				return total, werr
			}
		}
		if err == io.EOF {
			return total, nil
		}
		if err != nil {
			return total, c.fail(err)
		}
	}
}

// splice is WriteTo by the kernel, in chunks. If bytes of a chunk arrived
// before the deadline, the server was not silent, and the copy continues.
func (c *Conn) splice(dst io.ReaderFrom, tcp *net.TCPConn) (total int64, err error) {
	for {
		if err := c.armRead(); err != nil {
			return total, err
		}
		chunk := &io.LimitedReader{R: tcp, N: spliceChunk}
		start := time.Now()
		n, err := dst.ReadFrom(chunk)
		total += n
		slow := c.tookChunk(n, start)
		switch {
		case err != nil && n > 0 && errors.Is(err, os.ErrDeadlineExceeded) && !c.past():
		case errors.Is(err, syscall.EPIPE): // the reader of dst is gone
			return total, err
		case err != nil:
			return total, c.fail(err)
		case chunk.N > 0:
			return total, nil
		}
		if slow != nil {
			return total, slow
		}
	}
}

// tookChunk measures what the kernel copied since start. A copy that takes
// longer than the idle time waited for its destination, so it does not count.
func (c *Conn) tookChunk(n int64, start time.Time) error {
	if time.Since(start)-time.Second > c.idle {
		c.meter.Restart()
		return nil
	}
	return c.meter.Took(n, start)
}

// SetUntil sets a time at which all reads and writes end, such as the end of a
// login. The zero time means no such time.
func (c *Conn) SetUntil(t time.Time) {
	if t.IsZero() {
		c.until.Store(nil)
		return
	}
	c.until.Store(&t)
}

// deadline returns the end of a read or write that begins now.
func (c *Conn) deadline() time.Time {
	t := time.Now().Add(c.idle)
	if until := c.until.Load(); until != nil && until.Before(t) {
		return *until
	}
	return t
}

// armRead sets the deadline of a read. It fails on a closed connection. The
// read reports that itself, after the bytes that were received before.
func (c *Conn) armRead() error {
	err := c.conn.SetReadDeadline(c.deadline())
	if errors.Is(err, net.ErrClosed) || errors.Is(err, io.ErrClosedPipe) {
		return nil
	}
	return c.fail(err)
}

// past reports whether the time of SetUntil has passed.
func (c *Conn) past() bool {
	until := c.until.Load()
	return until != nil && !time.Now().Before(*until)
}

// fail returns the error of a Conn for an error of the connection below.
func (c *Conn) fail(err error) error {
	var slow *SlowError
	switch {
	case err == nil || err == io.EOF:
		return err
	case c.ctxErr() != nil:
		return c.ctxErr()
	case errors.As(err, &slow):
		return err
	case errors.Is(err, os.ErrDeadlineExceeded) && c.past():
		return fmt.Errorf("not finished within the time limit: %w", os.ErrDeadlineExceeded)
	case errors.Is(err, os.ErrDeadlineExceeded):
		return fmt.Errorf("the server sent nothing for %v: %w", c.idle, os.ErrDeadlineExceeded)
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE), errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("%w: %w", open.ErrCut, err)
	}
	return err
}

// OfConn reports whether an error of a copy comes from a Conn and not from the
// writer.
func OfConn(err error) bool {
	return errors.Is(err, open.ErrCut) || errors.Is(err, os.ErrDeadlineExceeded) ||
		errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// Upgrade replaces the connection below, for example with TLS over it. It fails
// with [open.ErrProtocol] if the server has sent more than was read, because
// that part came unprotected. No other goroutine may read or write meanwhile.
func (c *Conn) Upgrade(n net.Conn) error {
	if c.r.Buffered() > 0 {
		return fmt.Errorf("%w: bytes before TLS begins", open.ErrProtocol)
	}
	c.conn = n
	return nil
}

// NetConn returns the connection below.
func (c *Conn) NetConn() net.Conn { return c.conn }

// LocalAddr returns the local address of the connection below.
func (c *Conn) LocalAddr() net.Addr { return c.conn.LocalAddr() }

// RemoteAddr returns the server's address.
func (c *Conn) RemoteAddr() net.Addr { return c.conn.RemoteAddr() }

// Close closes the connection. A second call does nothing.
func (c *Conn) Close() error {
	if c.closed.Swap(true) {
		return nil
	}
	c.stop()
	if err := c.conn.Close(); !errors.Is(err, net.ErrClosed) { // the end of ctx closed it
		return err
	}
	return nil
}
