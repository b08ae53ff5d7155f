package screen_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl/internal/peers"
	"github.com/earl-url/earl/open/internal/screen"
)

// host is a host that sends records to s3270.
type host struct {
	t    *testing.T
	conn net.Conn
}

// newHost connects s3270 to a host that has agreed to TN3270.
func newHost(t *testing.T, s *peers.S3270) *host {
	t.Helper()
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	done := make(chan error, 1)
	var conn net.Conn
	go func() {
		var err error
		if conn, err = l.Accept(); err == nil {
			conn.SetDeadline(time.Now().Add(time.Minute))
			_, err = io.WriteString(conn, "\xff\xfd\x18\xff\xfa\x18\x01\xff\xf0\xff\xfd\x19\xff\xfb\x19\xff\xfd\x00\xff\xfb\x00\xf5\xc3\xff\xef")
		}
		done <- err
	}()
	s.Do("Connect(" + l.Addr().String() + ")")
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	h := &host{t, conn}
	// The replies to the negotiation come before the first answer.
	io.WriteString(conn, "\xf2\xff\xef")
	if got := h.answer(); !bytes.Contains(got, []byte("\xff\xfd\x00")) {
		t.Fatalf("s3270 negotiates with % x", got)
	}
	return h
}

// answer reads to the end of a record, with FF doubled.
func (h *host) answer() []byte {
	h.t.Helper()
	var b []byte
	one := make([]byte, 1)
	for !bytes.HasSuffix(b, []byte("\xff\xef")) {
		if _, err := io.ReadFull(h.conn, one); err != nil {
			h.t.Fatalf("after % x: %v", b, err)
		}
		b = append(b, one[0])
	}
	return bytes.TrimSuffix(b, []byte("\xff\xef"))
}

// buffer sends a record and the command Read Buffer, and returns the answer to
// the latter.
func (h *host) buffer(record []byte) []byte {
	h.t.Helper()
	sent := bytes.ReplaceAll(record, []byte{0xff}, []byte{0xff, 0xff})
	if _, err := h.conn.Write(append(sent, "\xff\xef\xf2\xff\xef"...)); err != nil {
		h.t.Fatal(err)
	}
	return bytes.ReplaceAll(h.answer(), []byte{0xff, 0xff}, []byte{0xff})
}

// records returns the records of the captures and some by hand.
func records(t testing.TB) (list [][]byte) {
	t.Helper()
	text, err := os.ReadFile("testdata/records.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		var b []byte
		if strings.HasPrefix(line, "#") {
			continue
		}
		if _, err := fmt.Sscanf(line, "%x", &b); err != nil {
			t.Fatal(err)
		}
		list = append(list, b)
	}
	return list
}

// randomRecord returns a record of correct orders.
func randomRecord(r *rand.Rand) []byte {
	b := []byte{[]byte{0xF1, 0xF1, 0xF5, 0x7E}[r.IntN(4)], 0xC3}
	address := func() { at := r.IntN(1920); b = append(b, byte(at>>8), byte(at)) }
	for range r.IntN(30) {
		switch r.IntN(10) {
		case 0, 1:
			b = append(b, 0x1D, []byte{0x40, 0x60, 0xF0, 0x4C, 0x6C, 0xC8, 0xC1}[r.IntN(7)])
		case 2, 3:
			b = append(b, 0x11)
			address()
		case 4:
			b = append(b, 0x3C)
			address()
			b = append(b, 0xC1+byte(r.IntN(9)))
		case 5: // after an address: s3270 does not look for the field after PT
			b = append(b, 0x11)
			address()
			b = append(b, 0x12)
			address()
		case 6:
			b = append(b, 0x05)
		case 7:
			b = append(b, 0x13)
		default:
			for range r.IntN(40) {
				b = append(b, 0x81+byte(r.IntN(9)))
			}
		}
	}
	return b
}

// G3: s3270 and this package have the same display after the same records: the
// text that is shown, and the answer to Read Buffer with every cell, field and
// the cursor.
func TestRealS3270(t *testing.T) {
	t.Parallel()
	s := peers.StartS3270(t)
	h := newHost(t, s)
	ours, err := screen.New(screen.Options{})
	if err != nil {
		t.Fatal(err)
	}
	list := records(t)
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		list = append(list, randomRecord(r))
	}
	for i, record := range list {
		theirs := h.buffer(record)
		if _, err := ours.Receive(record); err != nil {
			t.Fatalf("record %d: % x: %v", i, record, err)
		}
		buffer, err := ours.Receive([]byte{0xF2})
		if err != nil || !bytes.Equal(buffer[1:], theirs[1:]) { // the first byte is the last key
			at := 0
			for at < min(len(buffer), len(theirs)) && buffer[at] == theirs[at] {
				at++
			}
			t.Fatalf("record %d: % x: byte %d of Read Buffer: ours\n% x, want that of s3270\n% x", i, record, at, buffer[at:], theirs[at:])
		}
		if i%10 != 0 && i > 20 {
			continue
		}
		want := strings.TrimRight(strings.Join(trimmed(s.Do("Ascii()")), "\n"), "\n")
		if got := strings.TrimRight(ours.Show().Text(), "\n"); got != want {
			t.Fatalf("record %d: % x: shown\n%s\nwant\n%s", i, record, got, want)
		}
	}
}

// trimmed returns lines without the spaces at their ends.
func trimmed(lines []string) []string {
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return lines
}
