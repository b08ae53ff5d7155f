package gopher_test

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/gopher"
)

// A server that is never silent for long and never ends its first line delays
// an open no longer than the limit of a line.
func TestFirstLineHasATimeLimit(t *testing.T) {
	for _, tt := range []struct{ url, octets string }{
		{"gopher://8.8.8.8/0a", "3"}, {"gopher://8.8.8.8/1", "0"}, {"gopher://8.8.8.8/0a%09%09+", "+"}, {"gopher://8.8.8.8/0a%09w", "3"},
		{"gopher://8.8.8.8/0a%09%09!", "3"},
	} {
		synctest.Test(t, func(t *testing.T) {
			c := open.New(open.Options{DialContext: func(context.Context, string, string) (net.Conn, error) {
				a, b := net.Pipe()
				go io.Copy(io.Discard, b)
				go func() {
					for {
						time.Sleep(29 * time.Second)
						if _, err := io.WriteString(b, tt.octets); err != nil {
							return
						}
					}
				}()
				return a, nil
			}}, gopher.Opener{})
			begin := time.Now()
			res, err := c.Open(t.Context(), earl.RFC3986.MustParse(tt.url))
			took := time.Since(begin)
			if doc, ok := res.(*open.Document); ok {
				doc.Body.Close()
			}
			if l, ok := res.(*open.Listing); ok {
				l.Close()
			}
			if took > 3*(open.Policy{}).Effective().Idle || err != nil && !errors.Is(err, os.ErrDeadlineExceeded) && !errors.Is(err, open.ErrProtocol) {
				t.Errorf("Open(%s) takes %v: %v", tt.url, took, err)
			}
			time.Sleep(time.Minute) // the server sees that the client has closed
		})
	}
}
