package transfer

import (
	"context"
	"io"
	"time"

	"golang.org/x/time/rate"
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
