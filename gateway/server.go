package gateway

import (
	"io"
	"log"
	"net"
	"net/http"
	"time"

	"golang.org/x/net/netutil"
)

const (
	// headerTime is what a browser on a slow line needs for its header, and no more:
	// who sends none holds a connection.
	headerTime = 10 * time.Second
	// readTime is for a form with a file.
	readTime = time.Minute
	// idleTime is how long a connection is kept between requests.
	idleTime = 2 * time.Minute
	// writeTime is how long a browser may take nothing of a response.
	writeTime = time.Minute
	// maxHeader is a long URL and a browser's cookies of other programs here.
	maxHeader = 64 << 10
	// maxConns is what a few browsers hold and 300 half-open requests beside them.
	maxConns = 1024
	// maxForm is a filled-out form, a file in it.
	maxForm = 1 << 20
)

// Server returns an http.Server for a gateway or a proxy, with the limits that
// both need: on the time and the size of a header, on the time of a body and on
// idle connections. What goes wrong in a connection is not logged, since it may
// quote what was sent.
func Server(h http.Handler) *http.Server {
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: headerTime,
		ReadTimeout:       readTime,
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          log.New(io.Discard, "", 0),
	}
}

// Limit bounds the connections that are open at a time.
func Limit(l net.Listener) net.Listener { return netutil.LimitListener(l, maxConns) }

// patient is a response whose reader may be slow, but not for ever.
type patient struct{ w http.ResponseWriter }

func (p patient) Write(b []byte) (int, error) {
	// A ResponseWriter that knows no deadlines is one of a test.
	_ = http.NewResponseController(p.w).SetWriteDeadline(time.Now().Add(writeTime))
	return p.w.Write(b)
}
