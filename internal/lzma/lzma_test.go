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

// A byte that differs within a record is a literal between two matches at one distance.
func TestCompressedRecords(t *testing.T) {
	texts := []string{"call runtime.morestack", "i32.const 8 i64.store", "local.get 0 global.set", "br_if 0 return_call", "i64.add local.tee 12"}
	var data []byte
	for i, x := 0, uint32(1); i < 3000; i++ {
		x = x*1664525 + 1013904223
		record := []byte(texts[x>>20%5])
		record[x>>28] = byte(x >> 12)
		data = append(data, record...)
	}
	if n := len(Compress(data)); n > 10_350 { // 10,419 without tails
		t.Errorf("%d bytes become %d", len(data), n)
	}
}
