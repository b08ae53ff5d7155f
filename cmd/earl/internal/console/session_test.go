package console

import (
	"io"
	"net"
	"os"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/earl-url/earl/open"
)

// serviceConn is a session with a service in memory.
type serviceConn struct{ net.Conn }

func (serviceConn) OnTyping(func(open.Typing))  {}
func (serviceConn) Resize(uint16, uint16) error { return nil }

// TestEndOfInput: after the end of the input, a session ends without an error
// when the service has been silent for the idle time.
func TestEndOfInput(t *testing.T) {
	for _, tt := range []struct {
		name   string
		idle   time.Duration
		pause  time.Duration // before each line of the service
		lines  int
		closes bool // the service closes after its lines
		input  time.Duration
		want   time.Duration
		idled  bool
	}{
		{name: "silent", idle: 10 * time.Second, want: 10 * time.Second, idled: true},
		{name: "silent after the input", idle: 10 * time.Second, input: time.Hour, want: time.Hour + 10*time.Second, idled: true},
		{name: "still sending", idle: 10 * time.Second, pause: 9 * time.Second, lines: 10, want: 100 * time.Second, idled: true},
		{name: "closes", idle: 10 * time.Second, pause: 9 * time.Second, lines: 1, closes: true, want: 9 * time.Second},
		{name: "too late", idle: 10 * time.Second, pause: 11 * time.Second, lines: 1, want: 10 * time.Second, idled: true},
		{name: "no limit", idle: -1, pause: time.Hour, lines: 1, closes: true, want: time.Hour},
	} {
		synctest.Test(t, func(t *testing.T) {
			out, err := os.Create(t.TempDir() + "/out")
			if err != nil {
				t.Fatal(err)
			}
			defer out.Close()
			ours, theirs := net.Pipe()
			go io.Copy(io.Discard, theirs)
			var service sync.WaitGroup
			defer service.Wait()
			defer theirs.Close()
			service.Go(func() {
				for range tt.lines {
					time.Sleep(tt.pause)
					if _, err := io.WriteString(theirs, "line\r\n"); err != nil {
						return
					}
				}
				if tt.closes {
					theirs.Close()
				}
			})
			keys := make(chan []byte)
			time.AfterFunc(tt.input, func() { close(keys) })
			j := &joint{conn: serviceConn{ours}, out: out, keys: keys, idle: tt.idle}
			begin := time.Now()
			err = j.run(false)
			if took := time.Since(begin); err != nil || took != tt.want || j.idled.Load() != tt.idled {
				t.Errorf("%s: ends after %v, %v, by its silence %v; want %v, no error, %v", tt.name, took, err, j.idled.Load(), tt.want, tt.idled)
			}
		})
	}
}
