package convert

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/format"
)

// The library decompresses a page without a limit: a page of some KB can become many
// GB. So the size that a page becomes is found here first, from what its compression
// says about it, and where nothing says it by decompressing.

// largeGzip is the size of a page from which on gzip, which makes a text at most 1,032
// times smaller, is decompressed to find its size.
const largeGzip = 1 << 20

// errPage is the error of a page that becomes more than its header says.
var errPage = errors.New("a page is broken, or becomes larger than it says")

// checkPage checks what a compressed page becomes.
func checkPage(in io.ReaderAt, at int64, h *pageHeader, codec format.CompressionCodec) error {
	size, most := h.compressed-h.levels, h.size-h.levels
	if size <= 0 || h.plain {
		return nil
	}
	switch {
	case codec == format.Snappy:
		return checkSnappy(in, at, size, most)
	case codec == format.Lz4Raw:
		return checkWhole(in, at, size, most, lz4Size)
	case codec == format.Zstd:
		return checkWhole(in, at, size, most+zstdBlock, zstdSize)
	case codec == format.Gzip && size > largeGzip:
		r, err := gzip.NewReader(io.NewSectionReader(in, at, size))
		if err != nil {
			return err
		}
		return checkStream(r, most)
	case codec == format.Brotli:
		return checkStream(brotli.NewReader(io.NewSectionReader(in, at, size)), most)
	}
	return nil
}

// checkStream checks that a reader has at most so many bytes.
func checkStream(r io.Reader, most int64) error {
	n, err := io.Copy(io.Discard, io.LimitReader(r, most+1))
	if err == nil && n > most {
		err = errPage
	}
	return err
}

// checkWhole checks what a page becomes according to size.
func checkWhole(in io.ReaderAt, at, length, most int64, size func(b []byte) (int64, error)) error {
	b := make([]byte, length)
	if _, err := in.ReadAt(b, at); err != nil && err != io.EOF {
		return err
	}
	n, err := size(b)
	if err == nil && n > most {
		err = errPage
	}
	return err
}

// checkSnappy checks the size that is at the start of a page.
func checkSnappy(in io.ReaderAt, at, length, most int64) error {
	var head [binary.MaxVarintLen64]byte
	n, err := in.ReadAt(head[:min(int64(len(head)), length)], at)
	if err != nil && err != io.EOF {
		return err
	}
	size, err := snappy.DecodedLen(head[:n])
	if err == nil && int64(size) > most {
		err = fmt.Errorf("%w: %d bytes", errPage, size)
	}
	return err
}

// lz4Size returns what a block of LZ4 becomes, or an error if it is broken.
//
// Source: LZ4 Block Format Description.
func lz4Size(b []byte) (size int64, err error) {
	more := func(n int) int { // the rest of a length that does not fit into four bits
		for n >= 15 && len(b) > 0 {
			c := b[0]
			b, n = b[1:], n+int(c)
			if c != 255 {
				break
			}
		}
		return n
	}
	for len(b) > 0 {
		token := b[0]
		b = b[1:]
		literals := more(int(token >> 4))
		if literals > len(b) {
			return 0, errPage
		}
		b, size = b[literals:], size+int64(literals)
		if len(b) == 0 { // the last sequence has literals only
			return size, nil
		}
		if len(b) < 2 {
			return 0, errPage
		}
		offset := int64(binary.LittleEndian.Uint16(b))
		if b = b[2:]; offset == 0 || offset > size {
			return 0, errPage
		}
		size += int64(more(int(token&15))) + 4
	}
	return 0, errPage
}

// zstdBlock is the largest size that a block of zstd becomes.
const zstdBlock = 128 << 10

// zstdSize returns the most that frames of zstd become: what a frame says, or what its
// blocks can become.
//
// Source: RFC 8878 3.1.1.
func zstdSize(b []byte) (size int64, err error) {
	for len(b) > 0 {
		var h zstd.Header
		if err := h.Decode(b); err != nil {
			return 0, err
		}
		if h.Skippable {
			if int64(h.HeaderSize)+int64(h.SkippableSize) > int64(len(b)) {
				return 0, errPage
			}
			b = b[h.HeaderSize+int(h.SkippableSize):]
			continue
		}
		rest, blocks, err := zstdBlocks(b[h.HeaderSize:])
		if err != nil {
			return 0, err
		}
		if h.HasCheckSum {
			if len(rest) < 4 {
				return 0, errPage
			}
			rest = rest[4:]
		}
		b = rest
		if h.HasFCS {
			blocks = int64(min(h.FrameContentSize, 1<<62))
		}
		if size += blocks; size < 0 {
			return 0, errPage
		}
	}
	return size, nil
}

// zstdBlocks returns what is after the blocks of a frame, and the most that they become.
func zstdBlocks(b []byte) (rest []byte, size int64, err error) {
	for {
		if len(b) < 3 {
			return nil, 0, errPage
		}
		head := int(b[0]) | int(b[1])<<8 | int(b[2])<<16
		n, becomes := head>>3, int64(head>>3)
		switch head >> 1 & 3 {
		case 1: // one byte that is repeated
			n = 1
		case 2:
			becomes = zstdBlock
		case 3:
			return nil, 0, errPage
		}
		if b = b[3:]; n > len(b) {
			return nil, 0, errPage
		}
		b, size = b[n:], size+becomes
		if head&1 != 0 {
			return b, size, nil
		}
	}
}
