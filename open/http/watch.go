package http

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/secure"
)

// watch cancels the context of a request if the server sends nothing for too
// long. Its clock runs only while the client waits for the server.
type watch struct {
	ctx    context.Context
	parent context.Context
	cancel context.CancelCauseFunc
	timer  *time.Timer
	idle   time.Duration
	remote netip.AddrPort // of the connection of the request
	over   *tls.Conn      // the same connection, if it has TLS
	head   *headConn      // the same connection; nil for HTTP/2, and for https through a proxy
}

// errSilent is the cause of a cancellation by a watch.
var errSilent = errors.New("silent")

// newWatch returns a watch whose clock is running. Call stop.
func newWatch(parent context.Context, idle time.Duration) *watch {
	w := &watch{parent: parent, idle: idle}
	w.ctx, w.cancel = context.WithCancelCause(parent)
	w.timer = time.AfterFunc(idle, func() { w.cancel(errSilent) })
	return w
}

// wait restarts the clock.
func (w *watch) wait() { w.timer.Reset(w.idle) }

// pause stops the clock.
func (w *watch) pause() { w.timer.Stop() }

// stop ends the request if it has not ended.
func (w *watch) stop() {
	w.timer.Stop()
	w.cancel(nil)
}

// ended returns why the watch or the caller ended the request, or nil.
func (w *watch) ended() error {
	switch {
	case w.parent.Err() != nil:
		return w.parent.Err()
	case context.Cause(w.ctx) == errSilent:
		return fmt.Errorf("the server sent nothing for %v: %w", w.idle, os.ErrDeadlineExceeded)
	}
	return nil
}

// failure returns what an error of RoundTrip means.
func (c *call) failure(w *watch, err error) error {
	if ended := w.ended(); ended != nil {
		return ended
	}
	var refusal *open.Refusal
	var op *net.OpError
	switch {
	case errors.As(err, &refusal), errors.Is(err, open.ErrConnect), errors.Is(err, errProxyRecorded):
		return err
	case isCut(err):
		return fmt.Errorf("%w: the connection ended inside the header of the response", open.ErrCut)
	case errors.As(err, &op), errors.Is(err, os.ErrDeadlineExceeded), errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("%w: %w", open.ErrConnect, err)
	case strings.Contains(err.Error(), "readLoopPeekFailLocked"):
		return fmt.Errorf("%w: the server sent bytes before the request", open.ErrProtocol)
	case strings.Contains(err.Error(), "server response headers exceeded"), strings.Contains(err.Error(), "header list larger than"):
		return &open.LimitError{Setting: "http.Options.Headers", Err: fmt.Errorf("%w: a header of more than %d bytes", open.ErrProtocol, c.opener.headers())}
	}
	return fmt.Errorf("%w: %s", open.ErrProtocol, c.hide(err.Error())) // without the wrapped error, which may contain a secret
}

// isCut reports whether an error means that the connection ended early.
func isCut(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE)
}

// dialKey is the key of a *dialling in the context of a request.
type dialKey struct{}

// dialling is what the dials of a request need. net/http would let a dial
// continue for other requests when its own no longer needs it. Here each dial
// serves only its own request, because no later check of the walk may use its
// result.
type dialling struct {
	watch *watch
	req   *open.Call
	dial  func(ctx context.Context, network, address string) (net.Conn, error)

	mu     sync.Mutex
	over   bool
	ctx    context.Context // context of the dials; ends with the request, or with the header of its response
	cancel context.CancelFunc
	dials  sync.WaitGroup
}

// errOver is the error of a dial that is no longer needed.
var errOver = errors.New("the request is over")

// newDialling returns the dialling of a request. Call stop.
func newDialling(w *watch, r *open.Call) *dialling {
	return &dialling{watch: w, req: r, dial: r.Dial}
}

// begin returns the dialling of a request that still needs a connection. The
// caller calls dials.Done.
func begin(ctx context.Context) (*dialling, error) {
	d := ctx.Value(dialKey{}).(*dialling)
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.over {
		return nil, errOver
	}
	if d.ctx == nil { // most requests use a kept connection
		d.ctx, d.cancel = context.WithCancel(d.watch.ctx)
	}
	d.dials.Add(1)
	return d, nil
}

// stop ends the dials and waits for them.
func (d *dialling) stop() {
	d.mu.Lock()
	d.over = true
	d.mu.Unlock()
	if d.cancel != nil { // begin no longer sets it
		d.cancel()
	}
	d.dials.Wait()
}

// dial connects for the request in ctx. The policy has its own limit for that.
func dial(ctx context.Context, network, address string) (net.Conn, error) {
	d, err := begin(ctx)
	if err != nil {
		return nil, err
	}
	defer d.dials.Done()
	d.watch.pause()
	if d.req.URL.Scheme() == "https" { // through a proxy: net/http puts TLS over it
		if d.req.Recorded {
			return nil, errProxyRecorded
		}
		conn, err := d.dial(d.ctx, network, address)
		if err != nil {
			return nil, err
		}
		return &secure.RawConn{Conn: conn}, nil
	}
	conn, err := d.dial(d.ctx, network, address)
	if err != nil {
		return nil, err
	}
	return &headConn{Conn: conn, limit: maxHead}, nil
}

// maxHead is the longest header of HTTP/1.0 in which a headConn looks for a field. It is more
// than Options.Headers usually allows.
const maxHead = 1 << 20

// errProxyRecorded is the error for a URL through a proxy, if the bytes are
// recorded: they would be those of the proxy, or encrypted.
var errProxyRecorded = fmt.Errorf("a recording through this proxy: %w", errors.ErrUnsupported)

// dialTLS connects and starts TLS, within Policy.Login. It closes the
// connection if the certificate does not verify.
func dialTLS(ctx context.Context, address string, config *tls.Config) (net.Conn, error) {
	d, err := begin(ctx)
	if err != nil {
		return nil, err
	}
	defer d.dials.Done()
	d.watch.pause()
	conn, err := d.dial(d.ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	over, err := open.OverTLS(conn, func(below net.Conn) (net.Conn, error) { return d.handshake(below, address, config) })
	if err != nil {
		return nil, err
	}
	if t, ok := over.(*tls.Conn); ok && t.ConnectionState().NegotiatedProtocol == "h2" {
		return over, nil // net/http must see its protocol
	}
	return &headConn{Conn: over, limit: maxHead}, nil
}

// handshake starts TLS on a connection. A recorded connection has HTTP/1.1.
func (d *dialling) handshake(conn net.Conn, address string, config *tls.Config) (net.Conn, error) {
	config = config.Clone()
	if config.ServerName == "" {
		config.ServerName, _, _ = net.SplitHostPort(address)
	}
	if d.req.Recorded {
		config.NextProtos = []string{"http/1.1"}
	}
	limited, cancel := context.WithTimeout(d.ctx, d.req.Policy.Login)
	defer cancel()
	t := tls.Client(&secure.RawConn{Conn: conn}, config)
	if err := t.HandshakeContext(limited); err != nil {
		conn.Close()
		return nil, fmt.Errorf("TLS: %w", secure.Failure(err))
	}
	d.req.Observer.Secured(secure.Of(t.ConnectionState()))
	return t, nil
}
