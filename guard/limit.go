package guard

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"
)

// limits ends one request when a limit is reached.
type limits struct {
	settings *settings
	host     string
	ctx      context.Context
	cancel   context.CancelCauseFunc
	total    *time.Timer
}

// start starts the total time of a request.
func (s *settings) start(ctx context.Context, host string) *limits {
	l := &limits{settings: s, host: host}
	l.ctx, l.cancel = context.WithCancelCause(ctx)
	l.total = l.after(s.Total, GuardTotal, "not finished within %v")
	return l
}

// after ends the request after some time with the Error of a guard.
func (l *limits) after(d time.Duration, guard, format string) *time.Timer {
	return time.AfterFunc(d, func() {
		if err := l.settings.refuse(guard, l.host, fmt.Sprintf(format, d)); err != nil {
			l.cancel(err)
		}
	})
}

// stop ends the request and its timers.
func (l *limits) stop() {
	l.total.Stop()
	l.cancel(nil)
}

// limit returns a response whose body has the limits.
func (l *limits) limit(resp *http.Response) (*http.Response, error) {
	s := l.settings
	if resp.Body == http.NoBody {
		l.stop()
		return resp, nil
	}
	if resp.ContentLength > s.MaxSize && resp.Request.Method != http.MethodHead {
		if err := l.tooLarge(); err != nil {
			resp.Body.Close()
			l.stop()
			return nil, err
		}
	}
	b := &body{ReadCloser: resp.Body, limits: l, left: s.MaxSize}
	b.idle = l.after(s.Idle, GuardIdle, "the server sent nothing for %v")
	b.idle.Stop()
	resp.Body = b
	if w, ok := b.ReadCloser.(io.Writer); ok && resp.StatusCode == http.StatusSwitchingProtocols {
		b.left = limit(int64(-1), 0) // another protocol, whose messages have no common size
		resp.Body = &upgraded{b, w}
	}
	return resp, nil
}

// tooLarge returns the Error of the guard max-size.
func (l *limits) tooLarge() error {
	return l.settings.refuse(GuardMaxSize, l.host, fmt.Sprintf("the body has more than %d bytes", l.settings.MaxSize))
}

// body is the body of a response with its limits.
type body struct {
	io.ReadCloser
	*limits
	left int64
	idle *time.Timer
	err  error // of an earlier Read
}

// Read reads at most the bytes that are left, within Options.Idle.
func (b *body) Read(p []byte) (int, error) {
	if b.err != nil {
		return 0, b.err
	}
	if b.left < int64(len(p)) {
		p = p[:b.left+1] // one more byte shows that there is more
	}
	b.idle.Reset(b.settings.Idle)
	n, err := b.ReadCloser.Read(p)
	b.idle.Stop()
	if int64(n) > b.left {
		if tooLarge := b.tooLarge(); tooLarge != nil {
			n, err = int(b.left), tooLarge
		}
	}
	b.left = max(0, b.left-int64(n))
	if err != nil {
		if err != io.EOF {
			err = ended(b.ctx, err)
		}
		b.err = err
		b.stop()
	}
	return n, err
}

// Close closes the body and ends its timers.
func (b *body) Close() error {
	b.idle.Stop()
	err := b.ReadCloser.Close()
	b.stop()
	return err
}

// upgraded is the body of a response that changed the protocol, such as to a
// websocket. Options.Idle and Options.Total apply to it.
type upgraded struct {
	*body
	io.Writer
}
