package convert

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/s2"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"
)

// pagePackers compress a page as writers of Parquet do.
var pagePackers = map[format.CompressionCodec]func(text []byte) []byte{
	format.Snappy: func(text []byte) []byte { return s2.EncodeSnappy(nil, text) },
	format.Lz4Raw: func(text []byte) []byte {
		b := make([]byte, lz4.CompressBlockBound(len(text)))
		n, err := lz4.CompressBlock(text, b, nil)
		if err != nil || n == 0 {
			return nil
		}
		return b[:n]
	},
	format.Zstd: func(text []byte) []byte {
		w, _ := zstd.NewWriter(nil)
		return w.EncodeAll(text, nil)
	},
	format.Gzip: func(text []byte) []byte {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		w.Write(text)
		w.Close()
		return b.Bytes()
	},
	format.Brotli: func(text []byte) []byte {
		var b bytes.Buffer
		w := brotli.NewWriter(&b)
		w.Write(text)
		w.Close()
		return b.Bytes()
	},
}

// A page that becomes what its header says is accepted, and one that becomes more is not.
func TestPagesBecomeWhatTheySay(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for codec, pack := range pagePackers {
		for _, n := range []int{1, 50, 5_000, 300_000} {
			text := []byte(strings.Repeat("http://host.example/", n/20+1)[:n])
			for range n / 10 {
				text[r.IntN(n)] = byte(r.Uint32())
			}
			packed := pack(text)
			if packed == nil { // LZ4 has no block for it
				continue
			}
			h := pageHeader{size: int64(n), compressed: int64(len(packed))}
			if err := checkPage(bytes.NewReader(packed), 0, &h, codec); err != nil {
				t.Errorf("%s, %d bytes: %v", codec, n, err)
			}
		}
		bomb := pack(make([]byte, 8<<20))
		h := pageHeader{size: 1000, compressed: int64(len(bomb))}
		if err := checkPage(bytes.NewReader(bomb), 0, &h, codec); codec != format.Gzip && !errors.Is(err, errPage) {
			t.Errorf("%s: a page of %d bytes that becomes 8 MiB: %v, want an error", codec, len(bomb), err)
		}
	}
}

// Source: LZ4 Block Format Description, RFC 8878 3.1.1.
func TestBrokenPages(t *testing.T) {
	frame := "\x28\xB5\x2F\xFD\x00\x58" // no size, a window
	block := func(head uint32, rest string) string {
		return string(binary.LittleEndian.AppendUint32(nil, head)[:3]) + rest
	}
	for name, r := range map[string]struct {
		codec format.CompressionCodec
		page  string
		want  string
	}{
		"lz4, offset 0":                   {format.Lz4Raw, "\x10a\x00\x00\x10a", "broken"},
		"lz4, offset before the start":    {format.Lz4Raw, "\x10a\x05\x00\x10a", "broken"},
		"lz4, literals that miss":         {format.Lz4Raw, "\xF0\xFF\xFF", "broken"},
		"lz4, no literals at the end":     {format.Lz4Raw, "\x10a\x01\x00", "broken"},
		"lz4, a match of many bytes":      {format.Lz4Raw, "\x1Fa\x01\x00" + strings.Repeat("\xFF", 2000) + "\x00\x10a", "larger"},
		"zstd, blocks of one byte":        {format.Zstd, frame + strings.Repeat(block(128<<10<<3|2, "a"), 1000) + block(1, ""), "larger"},
		"zstd, a second frame":            {format.Zstd, frame + block(1, "") + frame + strings.Repeat(block(128<<10<<3|2, "a"), 1000) + block(1, ""), "larger"},
		"zstd, a frame after a skipped":   {format.Zstd, "\x50\x2A\x4D\x18\x01\x00\x00\x00x" + frame + strings.Repeat(block(128<<10<<3|2, "a"), 1000) + block(1, ""), "larger"},
		"zstd, a skipped frame that ends": {format.Zstd, "\x50\x2A\x4D\x18\xFF\xFF\x00\x00x", "broken"},
		"zstd, no last block":             {format.Zstd, frame + block(8, "a"), "broken"},
		"zstd, a reserved block":          {format.Zstd, frame + block(7, ""), "broken"},
		"snappy, 4 GB":                    {format.Snappy, "\xFF\xFF\xFF\xFF\x0F", "larger"},
		"snappy, no length":               {format.Snappy, "\xFF", "corrupt"},
	} {
		h := pageHeader{size: 10_000, compressed: int64(len(r.page))}
		if err := checkPage(strings.NewReader(r.page), 0, &h, r.codec); err == nil || !strings.Contains(err.Error(), r.want) {
			t.Errorf("%s: %v, want %q", name, err, r.want)
		}
	}
}
