package prospero_test

import (
	"errors"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/prospero"
)

// TestWait checks how long the client waits for a server that requests more
// time again and again.
func TestWait(t *testing.T) {
	for wait, want := range map[time.Duration]time.Duration{
		0: prospero.DefaultWait, time.Minute: time.Minute, time.Hour: time.Hour, -1: 0xFFFF * time.Second,
	} {
		synctest.Test(t, func(t *testing.T) {
			begin, asked := time.Now(), false
			n := &network{answer: func(c *socket, b []byte) {
				if asked {
					return
				}
				asked = true
				for d := range 2000 {
					c.deliver(id(b, "\x0b..\x00\x00\x00\x00\x00\x01\xff\xff"), time.Duration(d)*time.Second)
				}
			}}
			var o open.Options
			o.LookupNetIP, o.DialContext = n.lookup, n.dial
			_, err := open.New(o, prospero.Opener{Options: prospero.Options{Wait: wait, Packets: -1}}).Open(t.Context(), earl.RFC1738.MustParse("prospero://h.example/n"))
			took, most := time.Since(begin), want+time.Minute
			if wait < 0 {
				most += 2000 * time.Second // until the last datagram
			}
			if !errors.Is(err, os.ErrDeadlineExceeded) || took < want || took > most {
				t.Errorf("Wait %v: %v after %v, want a timeout after %v", wait, err, took, want)
			}
			time.Sleep(time.Hour) // late datagrams arrive
		})
	}
}
