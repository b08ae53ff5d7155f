package fetch

import (
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"time"
)

const (
	// writeTime is how long a response waits for a client that accepts no bytes.
	writeTime = time.Minute
	// splicePiece is how many bytes the kernel moves to a client before the deadline is
	// set again.
	splicePiece = 256 << 10
)

// deadlineWriter writes a response and sets a deadline for each piece. It lets the kernel
// move a body from the connection of its server to that of the client.
type deadlineWriter struct {
	w     io.Writer
	until func(time.Time) error // sets a deadline
	idle  time.Duration         // how long the server of the body may be silent
}

// Writer returns a writer for the body of a response. A client that accepts nothing
// for a minute ends the response.
func (f *Fetcher) Writer(w http.ResponseWriter) io.Writer {
	return deadlineWriter{w, http.NewResponseController(w).SetWriteDeadline, f.idle}
}

// Abort ends a response whose body is not complete. It sends the bytes that the response
// has, and then closes the connection, so that the client does not take a part for the whole.
func Abort(w http.ResponseWriter) {
	_ = http.NewResponseController(w).Flush() // else a short body would not be sent at all
	panic(http.ErrAbortHandler)
}

// ConnWriter is like Writer, for a hijacked connection.
func (f *Fetcher) ConnWriter(c net.Conn) io.Writer {
	return deadlineWriter{c, c.SetWriteDeadline, f.idle}
}

func (p deadlineWriter) Write(b []byte) (int, error) {
	p.wait(writeTime)
	return p.w.Write(b)
}

// Splice makes p an [open.Splicer].
func (p deadlineWriter) Splice() {}

// ReadFrom implements [io.ReaderFrom]. The kernel moves the bytes that an opener reads from
// a connection, in pieces that a slow client accepts in time. ReadFrom copies any other
// reader with Write.
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
			return total, errSlow // the client is slow, not the server; bytes in the kernel are lost
		}
		if err != nil || piece.N > 0 {
			return total, err
		}
	}
	return total, nil
}

// errSlow is the error of a response whose client accepts no bytes.
var errSlow = errors.New("the browser accepts no data")

// wait sets the client's deadline for accepting a piece, and returns it.
func (p deadlineWriter) wait(d time.Duration) time.Time {
	end := time.Now().Add(d)
	_ = p.until(end) // only the response of a test has no deadlines
	return end
}
