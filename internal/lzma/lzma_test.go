package lzma

import (
	"bytes"
	"io"
	"os"
	"testing"

	"github.com/ulikunitz/xz/lzma"
)

// The decoder of another project reads what Compress writes.
func TestCompress(t *testing.T) {
	source, err := os.ReadFile("encoder.go")
	if err != nil {
		t.Fatal(err)
	}
	noise := make([]byte, 50_000)
	for i, x := 0, uint32(1); i < len(noise); i++ {
		x = x*1664525 + 1013904223
		noise[i] = byte(x >> 24)
	}
	for name, data := range map[string][]byte{
		"a byte": []byte("a"), "source": source, "noise": noise, "zeros": make([]byte, 100_000),
		"far": append(append(bytes.Clone(noise), source...), noise...), "pairs": bytes.Repeat([]byte("ab\xff\x00ab"), 5000),
	} {
		packed := Compress(data)
		r, err := lzma.NewReader(bytes.NewReader(packed))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		got, err := io.ReadAll(r)
		if err != nil || !bytes.Equal(got, data) {
			t.Errorf("%s: %d bytes of %d, %v", name, len(got), len(data), err)
		}
		t.Logf("%s: %d bytes become %d", name, len(data), len(packed))
	}
}

// Text becomes smaller than in gzip.
func TestCompressedSize(t *testing.T) {
	source, err := os.ReadFile("encoder.go")
	if err != nil {
		t.Fatal(err)
	}
	if n := len(Compress(source)); n > len(source)*38/100 {
		t.Errorf("%d bytes become %d", len(source), n)
	}
}
