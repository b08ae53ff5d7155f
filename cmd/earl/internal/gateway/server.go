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
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/access"
	"github.com/earl-url/earl/internal/term"
)

const (
	// headerTime is how long a client may take to send its header: enough for a browser on
	// a slow line. A client that sends no header holds a connection until then.
	headerTime = 10 * time.Second
	// readTime is how long a client may take to send a request, such as a form with a
	// file.
	readTime = time.Minute
	// idleTime is how long a connection is kept between requests.
	idleTime = 2 * time.Minute
	// maxHeader is the size of the largest header, in bytes: enough for a long URL and for
	// the cookies of other programs on this machine.
	maxHeader = 64 << 10
	// maxConns is how many connections are open at a time: enough for a few browsers and
	// 300 incomplete requests.
	maxConns = 1024
	// maxForm is the size of the largest form with its files, in bytes.
	maxForm = 1 << 20
)

// Server returns an http.Server for a gateway or a proxy. It limits the size of a header,
// the time for a header and for a whole request, and the time that a connection is idle.
// If h panics, the server writes the panic and its stack to panics, such as [os.Stderr],
// without passwords. If panics is nil, it writes nothing. The server does not log other
// errors of connections, since they may quote what a client sent.
func Server(h http.Handler, panics io.Writer) *http.Server {
	return &http.Server{
		Handler:                      h,
		DisableGeneralOptionsHandler: true, // h checks every request itself
		ReadHeaderTimeout:            headerTime,
		ReadTimeout:                  readTime,
		IdleTimeout:                  idleTime,
		MaxHeaderBytes:               maxHeader,
		ErrorLog:                     log.New(panicLog{panics}, "", 0),
	}
}

// A panicLog writes the panics that net/http logs, and no other messages.
type panicLog struct{ w io.Writer }

// Write implements [io.Writer]. Each call receives one message.
func (l panicLog) Write(b []byte) (int, error) {
	if l.w != nil && bytes.HasPrefix(b, []byte("http: panic serving ")) {
		text := earl.Redact(strings.ReplaceAll(string(b), "\t", "    "))
		for line := range strings.Lines("earl: gateway: internal error: " + text) {
			fmt.Fprintln(l.w, term.Safe(strings.TrimSuffix(line, "\n")))
		}
	}
	return len(b), nil
}

// Limit returns a listener that accepts connections from l. At most 1024 of its
// connections are open at a time.
func Limit(l net.Listener) net.Listener {
	return access.LimitListener(l, maxConns)
}
