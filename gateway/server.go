package gateway

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/gateway/internal/access"
	"github.com/earl-url/earl/internal/term"
)

const (
	// headerTime is what a browser on a slow line needs for its header, and no more:
	// who sends none holds a connection.
	headerTime = 10 * time.Second
	// readTime is for a form with a file.
	readTime = time.Minute
	// idleTime is how long a connection is kept between requests.
	idleTime = 2 * time.Minute
	// maxHeader is a long URL and a browser's cookies of other programs here.
	maxHeader = 64 << 10
	// maxConns is what a few browsers hold and 300 half-open requests beside them.
	maxConns = 1024
	// maxForm is a filled-out form, a file in it.
	maxForm = 1 << 20
)

// Server returns an http.Server for a gateway or a proxy, with the limits that
// both need: on the time and the size of a header, on the time of a body and on
// idle connections. A panic of h is written to panics, such as [os.Stderr], with its
// stack and without passwords; nil discards it. Other errors of a connection are not
// logged, since they may quote what was sent.
func Server(h http.Handler, panics io.Writer) *http.Server {
	return &http.Server{
		Handler:                      h,
		DisableGeneralOptionsHandler: true, // h judges every request
		ReadHeaderTimeout:            headerTime,
		ReadTimeout:                  readTime,
		IdleTimeout:                  idleTime,
		MaxHeaderBytes:               maxHeader,
		ErrorLog:                     log.New(panicLog{panics}, "", 0),
	}
}

// A panicLog writes what net/http logs of a panic, and nothing else.
type panicLog struct{ w io.Writer }

// Write implements [io.Writer]. Each call has one message.
func (l panicLog) Write(b []byte) (int, error) {
	if l.w != nil && bytes.HasPrefix(b, []byte("http: panic serving ")) {
		text := earl.Redact(strings.ReplaceAll(string(b), "\t", "    "))
		for line := range strings.Lines("earl: gateway: internal error: " + text) {
			fmt.Fprintln(l.w, term.Safe(strings.TrimSuffix(line, "\n")))
		}
	}
	return len(b), nil
}

// Limit bounds the connections that are open at a time.
func Limit(l net.Listener) net.Listener {
	return access.LimitListener(l, maxConns)
}
