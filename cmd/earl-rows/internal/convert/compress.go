package convert

import (
	"bufio"
	"compress/zlib"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/s2"
	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
)

// A coding is a compression of an input.
type coding struct {
	name   string
	magics []string // the first bytes
	suffix string   // of a file name; it decides only if the coding has no magics
	// open returns a reader of what is in the input. nil means that it is not read.
	open func(in *bufio.Reader) (io.Reader, error)
	hint string // what to do if open is nil
}

// codings are the compressions that are recognised.
//
// Sources: RFC 1952, 1950, 7932 and 8878; the frame formats of LZ4 and Snappy; the
// magic numbers of file(1).
var codings = [...]coding{
	{"gzip", []string{"\x1F\x8B"}, ".gz", openGzip, ""},
	{"zstd", zstdMagics(), ".zst", openZstd, ""},
	{"lz4", []string{"\x04\x22\x4D\x18", "\x02\x21\x4C\x18"}, ".lz4", openLZ4, ""},
	{"snappy", []string{"\xFF\x06\x00\x00sNaPpY", "\xFF\x06\x00\x00S2sTwO"}, ".sz", openSnappy, ""},
	{"zlib", []string{"\x78\x01", "\x78\x9C", "\x78\xDA"}, ".zz", openZlib, ""},
	{"brotli", nil, ".br", openBrotli, ""},
	{"snappy", nil, ".snappy", nil, "write it with frames"},
	{"bzip2", []string{"BZh91AY&SY"}, ".bz2", nil, `give its output, as in "bzcat FILE | earl-rows"`},
	{"xz", []string{"\xFD7zXZ\x00"}, ".xz", nil, `give its output, as in "xzcat FILE | earl-rows"`},
	{"lzma", []string{"\x5D\x00\x00"}, ".lzma", nil, `give its output, as in "xzcat FILE | earl-rows"`},
	{"lzip", []string{"LZIP\x01"}, ".lz", nil, `give its output, as in "lzip -dc FILE | earl-rows"`},
	{"lzop", []string{"\x89LZO"}, ".lzo", nil, `give its output, as in "lzop -dc FILE | earl-rows"`},
	{"compress", []string{"\x1F\x9D"}, ".Z", nil, `give its output, as in "zcat FILE | earl-rows"`},
	{"zip", []string{"PK\x03\x04", "PK\x05\x06", "PK\x07\x08"}, ".zip", nil, "it is a zip archive: give its files"},
	{"7z", []string{"7z\xBC\xAF\x27\x1C"}, ".7z", nil, "it is an archive: give its files"},
	{"rar", []string{"Rar!\x1A\x07"}, ".rar", nil, "it is an archive: give its files"},
}

// zstdMagics returns the first bytes of a frame, and of the frames that are skipped.
func zstdMagics() []string {
	magics := []string{"\x28\xB5\x2F\xFD"}
	for b := byte(0x50); b < 0x60; b++ {
		magics = append(magics, string([]byte{b, 0x2A, 0x4D, 0x18}))
	}
	return magics
}

// byteOrderMark can be at the start of a text.
const byteOrderMark = "\ufeff"

// otherFormats are inputs that are not text, by their first bytes.
var otherFormats = []struct{ magic, text string }{
	{"\xFF\xFE", "is in UTF-16: convert it to UTF-8"},
	{"\xFE\xFF", "is in UTF-16: convert it to UTF-8"},
	{"\x00\x00\xFE\xFF", "is in UTF-32: convert it to UTF-8"},
	{"PAR1\x15", "is Parquet: give --in parquet and a file"},
	{"Obj\x01", "is Avro, which is not read"},
	{"\xFF\xFF\xFF\xFF", "is an Arrow stream: give --in arrow"},
	{arrowFileMagic, "is an Arrow file: " + useStream},
}

// codingOf returns the coding that first bytes show, or nil.
func codingOf(head string) *coding {
	for k := range codings {
		if slices.Contains(codings[k].magics, head) {
			return &codings[k]
		}
	}
	return nil
}

// begins reports whether head is one of the magics, and whether it can be the
// start of one.
func begins(head string) (magic, prefix bool) {
	try := func(m string) { magic, prefix = magic || head == m, prefix || strings.HasPrefix(m, head) }
	try(byteOrderMark)
	for k := range codings {
		for _, m := range codings[k].magics {
			try(m)
		}
	}
	for _, f := range otherFormats {
		try(f.magic)
	}
	return magic, prefix
}

// readHead reads the first bytes of an input, as many as a magic has. It reads them one
// by one, because the program at the other end of a pipe can wait for an answer.
func readHead(in io.Reader) (head string, err error) {
	next := make([]byte, 1)
	for {
		if magic, prefix := begins(head); magic || !prefix {
			return head, nil
		}
		n, err := in.Read(next)
		head += string(next[:n])
		if err == io.EOF {
			return head, nil
		}
		if err != nil {
			return "", inputf("%w", err)
		}
	}
}

// decompressed returns the input without its compression and byte order mark, which
// its first bytes or, for compressions without such bytes, its name show.
func decompressed(in io.Reader, name string) (io.Reader, error) {
	whole, c, err := uncoded(in)
	if err != nil {
		return nil, err
	}
	if k := slices.IndexFunc(codings[:], func(c coding) bool { return strings.HasSuffix(name, c.suffix) }); c == nil && k >= 0 {
		switch {
		case codings[k].magics == nil:
			c = &codings[k]
		case codings[k].open == nil || codings[k].suffix == ".lz4" || codings[k].suffix == ".sz" || codings[k].suffix == ".zz":
			return nil, inputf("the input is not compressed with %s, as its name says", codings[k].name)
		}
	}
	if c == nil {
		return whole, nil
	}
	if c.open == nil {
		return nil, inputf("the input is compressed with %s, which is not read: %s", c.name, c.hint)
	}
	inner, err := c.open(bufio.NewReader(whole))
	if err != nil {
		return nil, inputf("%s: %w", c.name, err)
	}
	if inner, c, err = uncoded(inner); err == nil && c != nil {
		err = inputf("the input is compressed with %s inside of another compression", c.name)
	}
	return inner, err
}

// uncoded returns an input without its byte order mark, and how it is compressed, or
// nil. The error is that it is not text.
func uncoded(in io.Reader) (io.Reader, *coding, error) {
	head, err := readHead(in)
	if err != nil {
		return nil, nil, err
	}
	if head == byteOrderMark {
		return in, nil, nil
	}
	for _, f := range otherFormats {
		if head == f.magic {
			return nil, nil, inputf("the input %s", f.text)
		}
	}
	return io.MultiReader(strings.NewReader(head), in), codingOf(head), nil
}

// maxWindow is the most memory that a zstd stream can ask for.
const maxWindow = 128 << 20

func openGzip(in *bufio.Reader) (io.Reader, error) { return gzip.NewReader(in) }

func openZstd(in *bufio.Reader) (io.Reader, error) {
	return zstd.NewReader(in, zstd.WithDecoderMaxWindow(maxWindow))
}

// openSnappy reads the frames of Snappy and of its successor S2.
func openSnappy(in *bufio.Reader) (io.Reader, error) { return s2.NewReader(in), nil }

func openZlib(in *bufio.Reader) (io.Reader, error) {
	r, err := zlib.NewReader(in)
	return &last{r: r, in: in}, err
}

func openBrotli(in *bufio.Reader) (io.Reader, error) {
	return &last{r: brotli.NewReader(in), in: in}, nil
}

// last is a reader of a compression that has one stream. Bytes after it are an error.
type last struct {
	r  io.Reader
	in *bufio.Reader
}

func (l *last) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	if err == io.EOF {
		if _, more := l.in.Peek(1); more != io.EOF {
			err = errors.New("there are bytes after the end of the compressed input")
		}
	}
	return n, err
}

// openLZ4 reads the frames of LZ4, one after another.
func openLZ4(in *bufio.Reader) (io.Reader, error) {
	return &frames{r: lz4.NewReader(in), in: in}, nil
}

// frames reads frames of LZ4 until the end of the input.
type frames struct {
	r  *lz4.Reader
	in *bufio.Reader
}

func (f *frames) Read(p []byte) (int, error) {
	for {
		n, err := f.r.Read(p)
		if err != io.EOF {
			return n, err
		}
		if _, more := f.in.Peek(1); more == io.EOF || n > 0 {
			return n, more
		}
		f.r.Reset(f.in)
	}
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
