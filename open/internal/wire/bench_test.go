package wire

import (
	"context"
	"io"
	"net"
	"os"
	"testing"
	"time"
)

func BenchmarkCopy(b *testing.B) {
	const size = 256 << 20
	run := func(name string, dst func(*testing.B) io.Writer, plain bool) {
		b.Run(name, func(b *testing.B) {
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				b.Fatal(err)
			}
			defer l.Close()
			go func() {
				buf := make([]byte, 1<<20)
				for {
					c, err := l.Accept()
					if err != nil {
						return
					}
					for range size / len(buf) {
						c.Write(buf)
					}
					c.Close()
				}
			}()
			b.SetBytes(size)
			for b.Loop() {
				n, err := net.Dial("tcp", l.Addr().String())
				if err != nil {
					b.Fatal(err)
				}
				c := New(context.Background(), n, time.Minute)
				var k int64
				if plain {
					k, err = c.copy(dst(b))
				} else {
					k, err = io.Copy(dst(b), c)
				}
				if k != size || err != nil {
					b.Fatal(k, err)
				}
				c.Close()
			}
		})
	}
	file := func(b *testing.B) io.Writer {
		f, err := os.Create(b.TempDir() + "/f")
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { f.Close(); os.Remove(f.Name()) })
		return f
	}
	null := func(b *testing.B) io.Writer {
		f, err := os.OpenFile("/dev/null", os.O_WRONLY, 0)
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { f.Close() })
		return f
	}
	pipe := func(b *testing.B) io.Writer {
		r, w, err := os.Pipe()
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { r.Close(); w.Close() })
		go func() {
			buf := make([]byte, 1<<20)
			for {
				if _, err := r.Read(buf); err != nil {
					return
				}
			}
		}()
		return w
	}
	for _, plain := range []bool{false, true} {
		n := map[bool]string{false: "splice", true: "buffer"}[plain]
		run("file/"+n, file, plain)
		run("null/"+n, null, plain)
		run("pipe/"+n, pipe, plain)
	}
}
