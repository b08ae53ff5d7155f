package convert

import (
	"bytes"
	"io"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// The first bytes of compressed files.
var (
	magicGzip = []byte{0x1F, 0x8B}
	magicZstd = []byte{0x28, 0xB5, 0x2F, 0xFD}
)

// maxWindow is the most memory that a zstd stream can ask for.
const maxWindow = 128 << 20

// decompressed returns the input without its compression, which its first bytes
// show. It reads them one by one, because the program at the other end of a pipe can
// wait for an answer.
func decompressed(in io.Reader) (io.Reader, error) {
	var head []byte
	for len(head) < len(magicZstd) && bytes.HasPrefix(magicZstd, head) || len(head) < len(magicGzip) && bytes.HasPrefix(magicGzip, head) {
		next := make([]byte, 1)
		n, err := in.Read(next)
		head = append(head, next[:n]...)
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, inputf("%w", err)
		}
	}
	whole := io.MultiReader(bytes.NewReader(head), in)
	switch {
	case bytes.Equal(head, magicGzip):
		r, err := gzip.NewReader(whole)
		if err != nil {
			return nil, inputf("%w", err)
		}
		return r, nil
	case bytes.Equal(head, magicZstd):
		r, err := zstd.NewReader(whole, zstd.WithDecoderMaxWindow(maxWindow))
		if err != nil {
			return nil, inputf("%w", err)
		}
		return r, nil
	}
	return whole, nil
}

// compressions are the names for --compress, each with the suffix of a file.
var compressions = map[string]string{"gz": ".gz", "zstd": ".zst", "snappy": "", "none": ""}

// compressionOf returns the compression that a file name asks for, and the name
// without its suffix.
func compressionOf(name string) (compression, rest string) {
	for compression, suffix := range compressions {
		if rest, ok := strings.CutSuffix(name, suffix); ok && suffix != "" {
			return compression, rest
		}
	}
	return "none", name
}

// compressed returns a writer that compresses. Close ends it.
func compressed(out io.Writer, compression string) (io.WriteCloser, error) {
	switch compression {
	case "gz":
		return gzip.NewWriter(out), nil
	case "zstd":
		return zstd.NewWriter(out)
	}
	return plainCloser{out}, nil
}

type plainCloser struct{ io.Writer }

func (plainCloser) Close() error { return nil }
