package wire

import (
	"errors"
	"io"
	"net"
	"os"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/earl-url/earl/open"
)

// drip sends size bytes after each pause until the reader closes the
// connection.
func drip(peer net.Conn, size int, pause time.Duration) {
	for {
		time.Sleep(pause)
		if _, err := peer.Write(make([]byte, size)); err != nil {
			return
		}
	}
}

// TestMeasure checks that each way of reading ends for a server below the
// minimum speed, and only for such a server.
func TestMeasure(t *testing.T) {
	read := map[string]func(c *Conn) error{
		"Read":    func(c *Conn) error { _, err := io.Copy(io.Discard, ReaderOnly{c}); return err },
		"WriteTo": func(c *Conn) error { _, err := c.WriteTo(WriterOnly{io.Discard}); return err },
	}
	for name, do := range read {
		for _, tt := range []struct {
			policy open.Policy
			size   int
			pause  time.Duration
			want   time.Duration // 0: the transfer continues
		}{
			{open.Policy{}, 1, time.Second, time.Minute},
			{open.Policy{}, 30, time.Second, 0}, // a modem of 300 bits per second
			{open.Policy{}, 700, 29 * time.Second, 0},
			{open.Policy{}, 300, 29 * time.Second, 87 * time.Second},
			{open.Policy{SpeedLimit: -1}, 1, time.Second, 0},
			{open.Policy{SpeedTime: -1}, 1, time.Second, 0},
			{open.Policy{SpeedLimit: 1}, 1, time.Second, 0},
			{open.Policy{SpeedLimit: 100, SpeedTime: 10 * time.Second}, 50, time.Second, 10 * time.Second},
		} {
			synctest.Test(t, func(t *testing.T) {
				c, peer := pipe(t.Context())
				c.Measure(tt.policy.Effective())
				var peers sync.WaitGroup
				peers.Go(func() { drip(peer, tt.size, tt.pause) })
				defer peers.Wait()
				if tt.want == 0 {
					time.AfterFunc(time.Hour, func() { peer.Close() })
				}
				begin := time.Now()
				err := do(c)
				c.Close()
				peer.Close()
				var slow *SlowError
				switch took := time.Since(begin); {
				case tt.want == 0 && (err != nil || took != time.Hour):
					t.Errorf("%s: %d bytes each %v by %+v: %v after %v, want no error", name, tt.size, tt.pause, tt.policy, err, took)
				case tt.want > 0 && (!errors.As(err, &slow) || !errors.Is(err, os.ErrDeadlineExceeded) || took != tt.want):
					t.Errorf("%s: %d bytes each %v by %+v: %v after %v, want a SlowError after %v", name, tt.size, tt.pause, tt.policy, err, took, tt.want)
				}
			})
		}
	}
}

// TestMeasureRestarts checks that the time between a response and the next
// request, and the bytes of earlier responses, do not count.
func TestMeasureRestarts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, peer := pipe(t.Context())
		c.Measure(new(open.Policy).Effective())
		go func() {
			question := make([]byte, 1)
			for {
				if _, err := peer.Read(question); err != nil {
					return
				}
				time.Sleep(25 * time.Second)
				peer.Write([]byte("x"))
			}
		}()
		for range 10 {
			if _, err := c.Write([]byte("?")); err != nil {
				t.Fatal(err)
			}
			if _, err := c.Read(make([]byte, 1)); err != nil {
				t.Fatalf("a short response after 25 s: %v", err)
			}
			time.Sleep(time.Hour)
		}
		c.Close()
		peer.Close()
	})
}

// dripFile is a destination to which the kernel copies: each copy takes some
// time, adds some bytes, and ends at the deadline of the connection.
type dripFile struct {
	n    int64
	took time.Duration
}

func (f dripFile) ReadFrom(io.Reader) (int64, error) {
	time.Sleep(f.took)
	return f.n, os.ErrDeadlineExceeded
}

// TestMeasureSplice checks a copy by the kernel: it ends for a slow server, and
// not for a slow destination.
func TestMeasureSplice(t *testing.T) {
	for _, tt := range []struct {
		file dripFile
		want time.Duration // 0: the copy continues
	}{
		{dripFile{30, idle}, 2 * idle},
		{dripFile{900, idle}, 0},
		{dripFile{30, 10 * idle}, 0}, // the destination accepted no more
	} {
		synctest.Test(t, func(t *testing.T) {
			c, peer := pipe(t.Context())
			c.Measure(new(open.Policy).Effective())
			c.SetUntil(time.Now().Add(time.Hour))
			begin := time.Now()
			n, err := c.splice(tt.file, nil)
			c.Close()
			peer.Close()
			var slow *SlowError
			if took := time.Since(begin); errors.As(err, &slow) != (tt.want > 0) || tt.want > 0 && took != tt.want || tt.want == 0 && took < time.Hour {
				t.Errorf("copies of %d bytes in %v: %d, %v after %v, want the end after %v", tt.file.n, tt.file.took, n, err, took, tt.want)
			}
		})
	}
}
