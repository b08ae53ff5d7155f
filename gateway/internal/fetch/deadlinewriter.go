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
	// writeTime is how long a client may accept nothing of a response.
	writeTime = time.Minute
	// splicePiece is what the kernel moves to a client before the deadline is set
	// again.
	splicePiece = 256 << 10
)

// deadlineWriter is a response whose client has a time to accept each piece. The
// kernel moves a body from the connection of its server to that of the client.
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

// ConnWriter is Writer for a connection that was taken over from a response.
func (f *Fetcher) ConnWriter(c net.Conn) io.Writer {
	return deadlineWriter{c, c.SetWriteDeadline, f.idle}
}

func (p deadlineWriter) Write(b []byte) (int, error) {
	p.wait(writeTime)
	return p.w.Write(b)
}

// Splice makes p an [open.Splicer].
func (p deadlineWriter) Splice() {}

// ReadFrom lets the kernel move what an opener reads from a connection, in pieces
// that the slowest client accepts in time. It copies everything else by Write.
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
			return total, errSlow // what the kernel held is lost: the client is slow, not the server
		}
		if err != nil || piece.N > 0 {
			return total, err
		}
	}
	return total, nil
}

// errSlow is the error of a response that the client does not accept.
var errSlow = errors.New("the browser takes nothing")

// wait sets the deadline by which the client must accept a piece, and returns it.
func (p deadlineWriter) wait(d time.Duration) time.Time {
	end := time.Now().Add(d)
	_ = p.until(end) // only the response of a test has no deadlines
	return end
}
