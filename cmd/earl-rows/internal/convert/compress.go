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

// byteOrderMark can be at the start of a text.
var byteOrderMark = []byte("\ufeff")

// otherFormats are inputs that are not text, by their first bytes.
var otherFormats = []struct{ magic, text string }{
	{"BZh91AY&SY", "is compressed with bzip2: give its output, as in \"bzcat FILE | earl-rows\""},
	{"\xFD7zXZ\x00", "is compressed with xz: give its output, as in \"xzcat FILE | earl-rows\""},
	{"PK\x03\x04", "is a zip archive: give its files"},
	{"\xFF\xFE", "is in UTF-16: convert it to UTF-8"},
	{"\xFE\xFF", "is in UTF-16: convert it to UTF-8"},
	{"PAR1\x15", "is Parquet: give --in parquet and a file"},
	{arrowFileMagic, "is an Arrow file: " + useStream},
}

// begins reports whether head is one of the magics, and whether it can be the
// start of one.
func begins(head []byte) (magic, prefix bool) {
	for _, m := range [][]byte{magicGzip, magicZstd, byteOrderMark} {
		magic, prefix = magic || bytes.Equal(head, m), prefix || bytes.HasPrefix(m, head)
	}
	for _, f := range otherFormats {
		magic, prefix = magic || string(head) == f.magic, prefix || strings.HasPrefix(f.magic, string(head))
	}
	return magic, prefix
}

// maxWindow is the most memory that a zstd stream can ask for.
const maxWindow = 128 << 20

// decompressed returns the input without its compression or byte order mark, which
// its first bytes show. It reads them one by one, because the program at the other end of a pipe can
// wait for an answer.
func decompressed(in io.Reader) (io.Reader, error) {
	var head []byte
	for {
		if magic, prefix := begins(head); magic || !prefix {
			break
		}
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
	case bytes.Equal(head, byteOrderMark):
		return in, nil
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
	for _, f := range otherFormats {
		if string(head) == f.magic {
			return nil, inputf("the input %s", f.text)
		}
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
