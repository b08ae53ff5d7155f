package transcript

import (
	"context"
	"io"
	"net"
	"strings"
	"time"

	"github.com/earl-url/earl/open"
)

// scripted is a connection whose server sends a text, whatever it receives.
type scripted struct {
	net.Conn
	r io.Reader
}

func (c scripted) Read(p []byte) (int, error)       { return c.r.Read(p) }
func (c scripted) Write(p []byte) (int, error)      { return len(p), nil }
func (c scripted) SetDeadline(time.Time) error      { return nil }
func (c scripted) SetReadDeadline(time.Time) error  { return nil }
func (c scripted) SetWriteDeadline(time.Time) error { return nil }
func (c scripted) Close() error                     { return nil }
func (c scripted) RemoteAddr() net.Addr             { return &net.TCPAddr{} }
func (c scripted) LocalAddr() net.Addr              { return &net.TCPAddr{} }

// Saying returns the options of a client whose server sends a text.
func Saying(text string) open.Options {
	return open.Options{DialContext: func(context.Context, string, string) (net.Conn, error) {
		return scripted{r: strings.NewReader(text)}, nil
	}}
}
