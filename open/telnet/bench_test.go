package telnet_test

import (
	"bytes"
	"io"
	"testing"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/telnet"
)

func BenchmarkRead(b *testing.B) {
	const size = 64 << 20
	b.SetBytes(size)
	for b.Loop() {
		conn := &fakeConn{in: io.LimitReader(repeat("a line of text of the usual length, or a little more than that\r\n"), size), size: 64 << 10}
		session := connect(b, conn, open.Options{}, telnet.Options{})
		if _, err := io.Copy(io.Discard, session.Conn); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkWrite(b *testing.B) {
	session := connect(b, discardConn{&fakeConn{in: repeat("")}}, open.Options{}, telnet.Options{})
	text := bytes.Repeat([]byte("a line of text of the usual length, or a little more than that\n"), 1000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := session.Conn.Write(text); err != nil {
			b.Fatal(err)
		}
	}
}
