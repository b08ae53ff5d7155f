package transfer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"golang.org/x/time/rate"

	"github.com/earl-url/earl/internal/coding"
	"github.com/earl-url/earl/open"
)

// maxBurst is the largest read of a body with a limited rate, in bytes. It is small, so
// that slow transfers are even.
const maxBurst = 32 << 10

// limited reads a body no faster than a number of bytes per second.
type limited struct {
	io.ReadCloser
	ctx     context.Context
	limiter *rate.Limiter
}

// limit returns body. If the rate is above 0, the result reads body at that rate.
func limit(ctx context.Context, body io.ReadCloser, octets int64) io.ReadCloser {
	if octets <= 0 {
		return body
	}
	burst := int(min(max(octets/10, 1), maxBurst))
	l := rate.NewLimiter(rate.Limit(octets), burst)
	return &limited{body, ctx, l}
}

// Read reads bytes, then waits as long as they take at the rate.
func (l *limited) Read(p []byte) (int, error) {
	n, err := l.ReadCloser.Read(p[:min(len(p), l.limiter.Burst())])
	if n > 0 && !sleep(l.ctx, l.limiter.ReserveN(time.Now(), n).Delay()) {
		return n, context.Cause(l.ctx)
	}
	return n, err
}

// sleep waits for a time. It returns false if ctx ends first.
func sleep(ctx context.Context, wait time.Duration) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}

// rest is a body after a part of it was read. The part comes first again.
type rest struct {
	io.Reader
	io.Closer
}

// failing is a reader that returns only an error.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// A decodedBody is a body that is decoded while it is read.
type decodedBody struct {
	io.Reader
	decoder, raw io.Closer
}

// Read reads decoded bytes. Content that does not match its coding is a protocol error.
func (b *decodedBody) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	switch {
	case errors.Is(err, coding.ErrCorrupt):
		err = fmt.Errorf("http: %w: %w", open.ErrProtocol, err)
	case err == io.ErrUnexpectedEOF:
		err = fmt.Errorf("http: %w: the compressed content is truncated", open.ErrCut)
	}
	return n, err
}

// Close closes the body and releases the decoder.
func (b *decodedBody) Close() error {
	err := b.raw.Close()
	b.decoder.Close()
	return err
}

// A cappedReader reads a limited number of bytes. It returns an error if there are more.
type cappedReader struct {
	io.Reader
	left int64
}

// Read reads.
func (c *cappedReader) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p[:min(int64(len(p)), c.left+1)])
	if c.left -= int64(n); c.left < 0 {
		return n + int(c.left), fmt.Errorf("%w: the decoded document is larger than --max-size", open.ErrCut)
	}
	return n, err
}
