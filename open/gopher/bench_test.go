package gopher_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/netip"
	"os"
	"strings"
	"testing"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/gopher"
)

// benchSize is how many bytes the benchmark's server sends.
const benchSize = 256 << 20

// sendLines sends lines for any request.
func sendLines(l net.Listener) {
	block := []byte(strings.Repeat(strings.Repeat("x", 62)+"\r\n", 16<<10))
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		bufio.NewReader(c).ReadString('\n')
		for range benchSize / len(block) {
			c.Write(block)
		}
		c.Close()
	}
}

// BenchmarkGet copies an object of 256 MiB to the null device, and a text of
// the same size, whose lines are searched.
func BenchmarkGet(b *testing.B) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	defer l.Close()
	go sendLines(l)
	client := open.New(open.Options{
		LookupNetIP: func(context.Context, string, string) ([]netip.Addr, error) {
			return []netip.Addr{netip.MustParseAddr("127.0.0.1")}, nil
		},
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, l.Addr().String())
		},
	}, gopher.Opener{})
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		b.Fatal(err)
	}
	defer null.Close()
	for name, text := range map[string]string{"binary": "gopher://gopher.example/9/a", "text": "gopher://gopher.example/0/a"} {
		u, err := edition.Parse(text)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.SetBytes(benchSize)
			b.ReportAllocs()
			for b.Loop() {
				res, err := client.Open(b.Context(), u)
				if err != nil {
					b.Fatal(err)
				}
				body := res.(*open.Document).Body
				if n, err := io.Copy(null, body); n != benchSize || err != nil {
					b.Fatal(n, err)
				}
				body.Close()
			}
		})
	}
}
