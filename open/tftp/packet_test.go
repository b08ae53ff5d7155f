package tftp

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/earl-url/earl/open"
)

// rfc1350 5, rfc2347: what is a packet of a server.
func TestParsePacket(t *testing.T) {
	for in, want := range map[string]string{
		"\x00\x03\x00\x01abc":                                       "DATA 1, 3 bytes",
		"\x00\x03\xff\xff":                                          "DATA 65535, 0 bytes",
		"\x00\x05\x00\x01File not found\x00":                        "ERROR 1 File not found",
		"\x00\x05\x00\x00no NUL \x1b":                               "ERROR 0 no NUL %1B",
		"\x00\x06tsize\x0025\x00BLKSIZE\x00512\x00timeout\x006\x00": "OACK tsize=25 blksize=512 timeout=6",
		"\x00\x06":               "OACK",
		"\x00\x06tsize\x00":      "",
		"\x00\x06tsize\x0025":    "",
		"\x00\x03\x00":           "",
		"\x00\x05\x00":           "",
		"\x00\x04\x00\x01":       "",
		"\x00\x01a\x00octet\x00": "",
		"\x00":                   "",
		"":                       "",
	} {
		p, ok := parsePacket([]byte(in))
		if ok != (want != "") || ok && p.String() != want {
			t.Errorf("parsePacket(%q) = %s, %v, want %q", in, p, ok, want)
		}
	}
	if _, err := appendRead(nil, "a\x00b", "octet"); !errors.Is(err, open.ErrLineBreak) {
		t.Errorf("a NUL in a name: %v", err)
	}
}

// FuzzPacket: any datagram is a packet or is ignored, and its data is what follows the header.
func FuzzPacket(f *testing.F) {
	f.Add([]byte("\x00\x03\x00\x01abc"))
	f.Add([]byte("\x00\x06tsize\x0025\x00"))
	f.Add([]byte("\x00\x05\x00\x01x"))
	f.Fuzz(func(t *testing.T, b []byte) {
		p, ok := parsePacket(b)
		if !ok {
			return
		}
		if p.op == opData && !bytes.Equal(p.data, b[4:]) || strings.ContainsFunc(p.String(), func(r rune) bool { return r < ' ' || r > '~' }) {
			t.Errorf("%q is %q", b, p)
		}
		tr := &transfer{q: &request{opts: Options{}.effective()}, block: usualBlock, size: -1}
		if tr.accept(p.options); tr.block < minBlock || tr.block > defaultBlock {
			t.Errorf("%q sets the size of a block to %d", b, tr.block)
		}
	})
}

// decoded returns the text of bytes of a transfer, that were read in some way.
func decoded(t testing.TB, raw string, way func(io.Reader) io.Reader) string {
	t.Helper()
	r := way(strings.NewReader(raw))
	b := new(asciiBody)
	var out []byte
	for b.end == nil {
		n, err := r.Read(b.raw[:])
		b.end = err
		b.decode(b.raw[:n])
		out = append(out, b.out...)
	}
	return string(out)
}

// rfc764, rfc1350 1: the line ends of netascii.
func TestNetascii(t *testing.T) {
	for in, want := range map[string]string{
		"a\r\nb\r\n": "a\nb\n", "a\r\x00b": "a\rb", "a\rb": "a\rb", "a\r": "a\r", "\r\r\n": "\r\n", "\n\x00": "\n\x00", "\r\r": "\r\r", "": "",
	} {
		for _, way := range []func(io.Reader) io.Reader{func(r io.Reader) io.Reader { return r }, iotest.OneByteReader, iotest.DataErrReader} {
			if got := decoded(t, in, way); got != want {
				t.Errorf("%q is decoded to %q, want %q", in, got, want)
			}
		}
	}
}

// FuzzNetascii: the text does not depend on the sizes of the reads, and any text survives.
func FuzzNetascii(f *testing.F) {
	f.Add("a\r\nb\r\x00\n")
	f.Fuzz(func(t *testing.T, in string) {
		whole := decoded(t, in, func(r io.Reader) io.Reader { return r })
		if got := decoded(t, in, iotest.OneByteReader); got != whole {
			t.Errorf("%q is %q, and %q byte by byte", in, whole, got)
		}
		sent := strings.NewReplacer("\r", "\r\x00", "\n", "\r\n").Replace(in)
		if got := decoded(t, sent, iotest.HalfReader); got != in {
			t.Errorf("%q is sent as %q and read as %q", in, sent, got)
		}
	})
}
