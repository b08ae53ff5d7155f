package tftp_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/tftp"
)

// server is a TFTP server of the tests. It answers each request from a new port.
type server struct {
	t         *testing.T
	conn      *net.UDPConn
	file      []byte
	wrap      uint16                                // the number after 65535
	drop      func(block int, try int) bool         // whether to lose a block
	disturb   func(c *net.UDPConn, to *net.UDPAddr) // before the first block
	twice     bool                                  // each block is sent twice
	acks      atomic.Int32                          // acknowledgements received
	requests  atomic.Int32
	transfers atomic.Int32
}

// start serves until the test ends and returns the URL of its file.
func (s *server) start() string {
	var err error
	if s.conn, err = net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)}); err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { s.conn.Close() })
	go func() {
		b := make([]byte, 1500)
		for {
			n, from, err := s.conn.ReadFromUDP(b)
			if err != nil {
				return
			}
			if name := s.name(); !strings.HasPrefix(string(b[:n]), "\x00\x01"+name+"\x00") {
				continue // it is for the server of another test, which had this port before
			}
			s.requests.Add(1)
			go s.transfer(string(b[:n]), from)
		}
	}()
	return "tftp://" + s.conn.LocalAddr().String() + "/" + s.name()
}

// name returns the name of the file, which no other test uses.
func (s *server) name() string { return strings.ReplaceAll(s.t.Name(), "/", "-") }

// transfer sends the file.
func (s *server) transfer(request string, to *net.UDPAddr) {
	s.transfers.Add(1)
	c, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		return
	}
	defer c.Close()
	words := strings.Split(request[2:], "\x00")
	size := 512
	for i := range words {
		if words[i] == "blksize" {
			size, _ = strconv.Atoi(words[i+1])
		}
	}
	if s.disturb != nil {
		s.disturb(c, to)
	}
	oack := "\x00\x06blksize\x00" + strconv.Itoa(size) + "\x00tsize\x00" + strconv.Itoa(len(s.file)) + "\x00"
	if !s.exchange(c, to, []byte(oack), 0, 0) {
		return
	}
	number := uint16(1)
	for n := 0; ; n++ {
		piece := s.file[n*size : min(len(s.file), (n+1)*size)]
		packet := binary.BigEndian.AppendUint16([]byte{0, 3}, number)
		if !s.exchange(c, to, append(packet, piece...), number, n+1) || len(piece) < size {
			return
		}
		if number++; number == 0 {
			number = s.wrap
		}
	}
}

// exchange sends a packet until it is acknowledged.
func (s *server) exchange(c *net.UDPConn, to *net.UDPAddr, packet []byte, number uint16, block int) bool {
	b := make([]byte, 100)
	for try := range 20 {
		if s.drop == nil || !s.drop(block, try) {
			c.WriteToUDP(packet, to)
			if s.twice {
				c.WriteToUDP(packet, to)
			}
		}
		c.SetReadDeadline(time.Now().Add(200 * time.Millisecond))
		for {
			n, err := c.Read(b)
			if err != nil {
				break
			}
			if n == 4 && b[1] == 4 {
				s.acks.Add(1)
				if binary.BigEndian.Uint16(b[2:]) == number {
					return true
				}
			}
		}
	}
	return false
}

// get opens a URL and returns its content.
func get(ctx context.Context, url string, o tftp.Options) ([]byte, error) {
	client := open.New(open.Options{}, tftp.Opener{Options: o})
	defer client.Close()
	res, err := client.Open(ctx, earl.RFC3986.MustParse(url))
	if err != nil {
		return nil, err
	}
	doc := res.(*open.Document)
	defer doc.Body.Close()
	return io.ReadAll(doc.Body)
}

// pattern returns n bytes that are different in each block.
func pattern(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(i) ^ byte(i>>8) ^ byte(i>>16)
	}
	return b
}

// G8: a server that answers from a new port, loses packets, repeats them, and begins its numbers
// again sends each file whole. Source: rfc1350 2, 4; rfc1123 4.2.3.1.
func TestTransfers(t *testing.T) {
	for _, row := range []struct {
		name string
		s    *server
		o    tftp.Options
	}{
		{name: "an empty file", s: &server{}},
		{name: "one block that is full", s: &server{file: pattern(1428)}},
		{name: "many blocks", s: &server{file: pattern(100_000)}},
		{name: "numbers that begin again with 0", s: &server{file: pattern(8*70_000 + 3)}, o: tftp.Options{Block: 8}},
		{name: "numbers that begin again with 1", s: &server{file: pattern(8*70_000 + 3), wrap: 1}, o: tftp.Options{Block: 8}},
		{name: "lost blocks", s: &server{file: pattern(5_000), drop: func(block, try int) bool { return try == 0 && block%2 == 1 }}},
		{name: "lost answers to the request", s: &server{file: pattern(5_000), drop: func(block, try int) bool { return block == 0 && try < 2 }}},
		{name: "each packet twice", s: &server{file: pattern(50_000), twice: true}},
		{name: "datagrams of no use", s: &server{file: pattern(5_000), disturb: func(c *net.UDPConn, to *net.UDPAddr) {
			for _, text := range []string{"", "x", "\x00\x03", "\x00\x04\x00\x00", "\x00\x03\x00\x07ahead", "\x00\x02w\x00octet\x00", strings.Repeat("y", 1000)} {
				c.WriteToUDP([]byte(text), to)
			}
		}}},
		{name: "another sender", s: &server{file: pattern(5_000), disturb: func(_ *net.UDPConn, to *net.UDPAddr) {
			forger, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 2)})
			if err == nil { // a system may have only 127.0.0.1
				forger.WriteToUDP([]byte("\x00\x03\x00\x01forged"), to)
				forger.Close()
			}
		}}},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			if testing.Short() && len(row.s.file) > 500_000 {
				t.Skip("-short: a large file")
			}
			s := row.s
			s.t = t
			got, err := get(t.Context(), s.start(), row.o)
			if err != nil || !bytes.Equal(got, s.file) {
				t.Errorf("%d bytes, %v, want %d", len(got), err, len(s.file))
			}
			if blocks := int32(len(s.file)/1428 + 2); s.twice && s.acks.Load() > blocks+2 {
				t.Errorf("%d acknowledgements for %d blocks that came twice", s.acks.Load(), blocks)
			}
		})
	}
}

// G8: the request is repeated a limited number of times, and no more packets follow.
func TestSilence(t *testing.T) {
	t.Parallel()
	s := &server{t: t, drop: func(int, int) bool { return true }}
	begun := time.Now()
	_, err := get(t.Context(), s.start(), tftp.Options{Retry: 50 * time.Millisecond, Tries: 3})
	if !errors.Is(err, os.ErrDeadlineExceeded) || s.requests.Load() != 3 {
		t.Errorf("a silent server: %v after %v and %d requests, want 3", err, time.Since(begun), s.requests.Load())
	}
}

// A closed port is reported at once where the system tells it: no retry can help.
func TestClosedPort(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("only Linux reports it for a socket that is not connected")
	}
	conn, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	address := conn.LocalAddr().String()
	conn.Close()
	if _, err := get(t.Context(), "tftp://"+address+"/a", tftp.Options{}); !errors.Is(err, open.ErrConnect) || !strings.Contains(err.Error(), "no server listens") {
		t.Errorf("a closed port: %v, want open.ErrConnect and the reason", err)
	}
}

// A server that repeats a block without end, or sends other data without end, ends the transfer.
func TestUselessDatagramsAreLimited(t *testing.T) {
	t.Parallel()
	s := &server{t: t, disturb: func(c *net.UDPConn, to *net.UDPAddr) {
		for range 3_000 {
			c.WriteToUDP([]byte("\x00\x03\x00\x09ahead"), to)
			time.Sleep(10 * time.Microsecond)
		}
	}}
	_, err := get(t.Context(), s.start(), tftp.Options{})
	if !errors.Is(err, open.ErrProtocol) {
		t.Errorf("a flood: %v, want open.ErrProtocol", err)
	}
}

// Closing the body early tells the server to stop.
func TestCloseStops(t *testing.T) {
	t.Parallel()
	packets := make(chan string, 10)
	conn, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	go func() {
		b := make([]byte, 1500)
		for n := uint16(1); ; n++ {
			k, from, err := conn.ReadFromUDP(b)
			if err != nil {
				return
			}
			packets <- string(b[:k])
			conn.WriteToUDP(append([]byte{0, 3, byte(n >> 8), byte(n)}, make([]byte, 512)...), from)
		}
	}()
	client := open.New(open.Options{}, tftp.Opener{})
	res, err := client.Open(t.Context(), earl.RFC3986.MustParse("tftp://"+conn.LocalAddr().String()+"/a"))
	if err != nil {
		t.Fatal(err)
	}
	res.(*open.Document).Body.Close()
	for {
		select {
		case p := <-packets:
			if p == "\x00\x05\x00\x00stopped\x00" {
				return
			}
		case <-time.After(5 * time.Second):
			t.Fatal("the server was not told to stop")
		}
	}
}
