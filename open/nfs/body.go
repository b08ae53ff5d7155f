package nfs

import (
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/earl-url/earl/internal/protocol/xdr"
	"github.com/earl-url/earl/open"
)

// ahead is how many calls of READ are under way. On loopback more are not
// faster; over a long distance the server sends while a request travels.
const ahead = 4

// block is a READ that was sent.
type block struct {
	q    request
	xid  uint32
	size int
}

// body is the content of a file. One goroutine may read it; any goroutine may
// close it.
type body struct {
	s    *session
	file object
	at   int64  // offset after data
	sent int64  // offset of the next READ
	end  int64  // where the content ends
	size int    // bytes that a READ requests
	data []byte // received and not yet returned
	wait []block
	err  error
}

// read returns the content of a file from offset to end; an end of 0 means the
// end of the file.
func (s *session) read(o object, offset, end int64) io.ReadCloser {
	b := &body{s: s, file: o, at: max(offset, 0), end: o.size, size: s.options.ReadSize}
	if end > 0 {
		b.end = min(end, o.size)
	}
	if s.version == 2 {
		b.size = min(b.size, maxData2)
	}
	b.sent = b.at
	return b
}

// Read reads the content. It waits for the server only if no data is left.
func (b *body) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if len(b.data) == 0 {
		if err := b.fill(); err != nil {
			return 0, err
		}
	}
	n := copy(p, b.data)
	b.data = b.data[n:]
	return n, nil
}

// WriteTo copies the rest to w.
func (b *body) WriteTo(w io.Writer) (total int64, err error) {
	for {
		n, err := w.Write(b.data)
		total += int64(n)
		b.data = b.data[n:]
		if err != nil {
			return total, err
		}
		if err := b.fill(); err == io.EOF {
			return total, nil
		} else if err != nil {
			return total, err
		}
	}
}

// Close closes the connection, at any time.
func (b *body) Close() error { return b.s.Close() }

// fill receives the next data. io.EOF means the end of the content.
func (b *body) fill() error {
	if b.err != nil {
		return b.err
	}
	err := b.next()
	if err != nil && err != io.EOF {
		err = prefixed(err)
	}
	if err != nil {
		b.err = err
		b.s.Close()
	}
	return err
}

// next sends the READs that may be under way, and receives the first of them.
func (b *body) next() error {
	if b.at >= b.end {
		return io.EOF
	}
	for len(b.wait) < ahead && b.sent < b.end {
		if err := b.send(); err != nil {
			return err
		}
	}
	head := b.wait[0]
	b.wait = b.wait[1:]
	data, end, err := b.receive(head)
	if err != nil {
		return err
	}
	b.data = data
	b.at += int64(len(data))
	switch short := len(data) < head.size; {
	case short && end:
		return fmt.Errorf("%w: the file ends at byte %d of %d", open.ErrCut, b.at, b.end)
	case len(data) == 0:
		return fmt.Errorf("%w: READ returned no data", open.ErrProtocol)
	case short:
		b.restart(len(data))
	}
	return nil
}

// errOffset is the error for an offset that version 2 cannot request.
var errOffset = fmt.Errorf("version 2 reads no file after 4 GiB: %w", errors.ErrUnsupported)

// send sends the next READ. Source: rfc1813 3.3.6; rfc1094 2.2.7.
func (b *body) send() error {
	n := int(min(int64(b.size), b.end-b.sent))
	q := b.s.request("READ", read3, read2, b.file.handle, "")
	if b.s.version == 2 {
		if b.sent > math.MaxUint32 {
			return errOffset
		}
		q.args = xdr.AppendUint32(q.args, uint32(b.sent))
		q.args = xdr.AppendUint32(xdr.AppendUint32(q.args, uint32(n)), 0)
	} else {
		q.args = xdr.AppendUint32(xdr.AppendUint64(q.args, uint64(b.sent)), uint32(n))
	}
	xid, err := b.s.send(q)
	if err != nil {
		return fmt.Errorf("READ: %w", err)
	}
	b.sent += int64(n)
	b.wait = append(b.wait, block{q, xid, n})
	return nil
}

// errCount is the error for a count that is not the length of the data.
var errCount = errors.New("the count is not the length of the data")

// receive receives the reply to a READ: its data, and whether the file ends
// after them. In version 2 a file ends after a short reply.
func (b *body) receive(k block) (data []byte, end bool, err error) {
	r, err := b.s.receive(k.xid)
	if err == nil {
		err = b.s.status(k.q, r)
	}
	if err != nil {
		return nil, false, err
	}
	if b.s.version == 2 {
		b.s.readAttributes(r)
		data, end = r.Opaque(k.size), true
		return data, end, b.s.finish(k.q, r)
	}
	b.s.optionalAttributes(r)
	count := r.Uint32()
	end = r.Bool()
	if data = r.Opaque(k.size); int64(len(data)) != int64(count) {
		r.Fail(errCount)
	}
	return data, end, b.s.finish(k.q, r)
}

// restart continues after a reply with fewer bytes than requested. Later READs
// request as many as the server sent. Those under way have other offsets.
func (b *body) restart(got int) {
	for _, k := range b.wait {
		b.s.drop(k.xid)
	}
	b.wait = b.wait[:0]
	b.sent, b.size = b.at, got
}
