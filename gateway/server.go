package gateway

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/earl-url/earl"
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
	// writeTime is how long a browser may take nothing of a response.
	writeTime = time.Minute
	// maxHeader is a long URL and a browser's cookies of other programs here.
	maxHeader = 64 << 10
	// maxConns is what a few browsers hold and 300 half-open requests beside them.
	maxConns = 1024
	// splicePiece is what the kernel moves to a browser between two looks at the clock.
	splicePiece = 256 << 10
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
	return &limited{Listener: l, places: make(chan struct{}, maxConns), closed: make(chan struct{})}
}

// deadlineWriter is a response whose reader may be slow, but not for ever. What comes
// over a connection is taken by the kernel from there.
type deadlineWriter struct {
	w     io.Writer
	until func(time.Time) error // sets a deadline
	idle  time.Duration         // how long what is read from may be silent
}

// deadlineWriter returns w as one whose reader may be slow.
func (g *Gateway) deadlineWriter(w http.ResponseWriter) deadlineWriter {
	return deadlineWriter{w, http.NewResponseController(w).SetWriteDeadline, g.policy.Effective().Idle}
}

func (p deadlineWriter) Write(b []byte) (int, error) {
	p.wait(writeTime)
	return p.w.Write(b)
}

// Splice makes p an [open.Splicer].
func (p deadlineWriter) Splice() {}

// ReadFrom takes what an opener has the kernel move, in pieces that the slowest
// browser takes in time, and all else by Write.
func (p deadlineWriter) ReadFrom(r io.Reader) (total int64, err error) {
	limited, ok := r.(*io.LimitedReader)
	if !ok {
		return io.Copy(struct{ io.Writer }{p}, r)
	}
	for limited.N > 0 {
		end := p.wait(p.idle + writeTime)
		piece := &io.LimitedReader{R: limited.R, N: min(limited.N, splicePiece)}
		n, err := io.Copy(p.w, piece)
		limited.N -= n
		total += n
		if errors.Is(err, os.ErrDeadlineExceeded) && !time.Now().Before(end) {
			return total, errSlow // what the kernel held is lost: this is no pause of the server
		}
		if err != nil || piece.N > 0 {
			return total, err
		}
	}
	return total, nil
}

// errSlow is the error of a response that nobody takes.
var errSlow = errors.New("the browser takes nothing")

// wait sets the time in which a piece of the response has to be taken, and returns
// its end.
func (p deadlineWriter) wait(d time.Duration) time.Time {
	end := time.Now().Add(d)
	_ = p.until(end) // what knows no deadlines is the response of a test
	return end
}
