package access

import (
	"errors"
	"io"
	"net"
	"testing"
	"time"
)

// The number of connections at a time is limited. The next one waits until one ends, or until
// the listener closes.
func TestLimitListener(t *testing.T) {
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := LimitListener(inner, 1).(*limited)
	for range 2 {
		conn, err := net.Dial("tcp", inner.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
	}
	first, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := first.(io.ReaderFrom); !ok {
		t.Errorf("%T is not an io.ReaderFrom: the kernel moves nothing to it", first)
	}
	second := make(chan error)
	accept := func() {
		c, err := l.Accept()
		second <- err
		if err == nil {
			c.Close()
		}
	}
	go accept()
	select {
	case err := <-second:
		t.Fatalf("a second connection beside the only place: %v", err)
	case <-time.After(50 * time.Millisecond):
	}
	first.Close()
	first.Close() // releases one slot, not two
	if err := <-second; err != nil {
		t.Fatal(err)
	}
	l.places <- struct{}{}
	go accept()
	time.AfterFunc(10*time.Millisecond, func() { l.Close() })
	if err := <-second; !errors.Is(err, net.ErrClosed) {
		t.Errorf("Accept after Close: %v", err)
	}
	l.Close() // a second Close does nothing
}
