// Package stream has what an opener in another module needs for a protocol over
// TCP: connections with the limits of the policy, lines, and parts of a body.
// The openers of this module use the same code.
//
//	func (Opener) Open(ctx context.Context, c *open.Call) (open.Resource, error) {
//		line, err := stream.AppendLine(nil, "GET /")
//		...
//		conn, err := stream.Dial(ctx, c, address)
//		...
//		_, err = conn.Write(line)
//		...
//		meta := open.Meta{URL: c.URL, Kind: open.KindDocument, Size: -1}
//		return &open.Document{Meta: meta, Body: stream.Part(conn, c.Offset, c.End)}, nil
//	}
//
// Package opentest has the tests for such an opener. The package has no TLS.
package stream

import (
	"context"
	"io"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/wire"
)

// Dial connects to address, "host:port", on TCP by c.Dial, which checks it. A
// read or a write that takes longer than Policy.Idle, or a server that is slower
// than Policy.SpeedLimit, is an [os.ErrDeadlineExceeded]. When ctx ends, the
// connection is closed, and the error is that of ctx. A broken connection is an
// [open.ErrCut]. One goroutine may read while another writes.
func Dial(ctx context.Context, c *open.Call, address string) (io.ReadWriteCloser, error) {
	conn, err := c.Dial(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	return wire.New(ctx, conn, c.Policy.Idle).Measure(c.Policy), nil
}

// AppendLine appends a line with its CR LF to b. If the line has CR, LF or NUL,
// which would end it early, the error is [open.ErrLineBreak]. Source: rfc1738 6.
func AppendLine(b []byte, line earl.Octets) ([]byte, error) {
	return wire.AppendLine(b, "", line)
}

// Part returns the bytes of body from offset to end, such as Offset and End of a
// Request; an end of 0 means the end of body. It is for protocols that cannot
// request a part. If the body ends before offset, the error is an
// [open.ErrBeyond].
func Part(body io.ReadCloser, offset, end int64) io.ReadCloser {
	return wire.Part(body, offset, end)
}
