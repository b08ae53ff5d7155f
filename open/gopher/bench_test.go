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

// BenchmarkGet copies an object of 256 MiB to the null device, and a text of as
// many octets, whose lines are looked at.
func BenchmarkGet(b *testing.B) {
	const size = 256 << 20
	line := strings.Repeat("x", 62) + "\r\n"
	block := []byte(strings.Repeat(line, 16<<10))
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			bufio.NewReader(c).ReadString('\n')
			for range size / len(block) {
				c.Write(block)
			}
			c.Close()
		}
	}()
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
			b.SetBytes(size)
			b.ReportAllocs()
			for b.Loop() {
				res, err := client.Open(b.Context(), u)
				if err != nil {
					b.Fatal(err)
				}
				body := res.(*open.Document).Body
				if n, err := io.Copy(null, body); n != size || err != nil {
					b.Fatal(n, err)
				}
				body.Close()
			}
		})
	}
}
