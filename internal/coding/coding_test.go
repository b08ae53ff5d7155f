package coding

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

// writers make the content of each coding.
var writers = map[string]func(io.Writer) io.WriteCloser{
	"gzip":   func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) },
	"x-gzip": func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) },
	"deflate": func(w io.Writer) io.WriteCloser {
		return zlib.NewWriter(w)
	},
	"Deflate": func(w io.Writer) io.WriteCloser {
		raw, _ := flate.NewWriter(w, 6)
		return raw
	},
	"br": func(w io.Writer) io.WriteCloser { return brotli.NewWriter(w) },
	"zstd": func(w io.Writer) io.WriteCloser {
		z, _ := zstd.NewWriter(w)
		return z
	},
}

var text = strings.Repeat("a line of text that is long enough\n", 10_000)

// encoded returns text in a coding.
func encoded(name string, text []byte) []byte {
	var b bytes.Buffer
	w := writers[name](&b)
	w.Write(text)
	w.Close()
	return b.Bytes()
}

func TestNewReader(t *testing.T) {
	for name := range writers {
		b := encoded(name, []byte(text))
		r, err := NewReader(name, iotest.OneByteReader(bytes.NewReader(b)))
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(r)
		r.Close()
		if string(got) != text || err != nil {
			t.Errorf("%s: %d bytes, %v; want %d", name, len(got), err, len(text))
		}
		r, _ = NewReader(name, bytes.NewReader(b[:len(b)-3]))
		if _, err := io.ReadAll(r); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%s without its end: %v", name, err)
		}
		r.Close()
		broken := errors.New("broken")
		r, _ = NewReader(name, io.MultiReader(bytes.NewReader(b[:len(b)/2]), iotest.ErrReader(broken)))
		if _, err := io.ReadAll(r); err != broken {
			t.Errorf("%s with an error in the content: %v", name, err)
		}
		r.Close()
		r, _ = NewReader(name, strings.NewReader(""))
		if got, err := io.ReadAll(r); len(got) > 0 || err != nil {
			t.Errorf("%s of nothing: %q, %v", name, got, err)
		}
		r.Close()
	}
}

// Codings are undone in the reverse order.
func TestLayers(t *testing.T) {
	b := encoded("br", encoded("gzip", []byte(text)))
	r, err := NewReader("gzip, identity, BR", bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if got, err := io.ReadAll(r); string(got) != text || err != nil {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}

func TestWhatIsNotKnown(t *testing.T) {
	for _, field := range []string{"compress", "gzip, rot13", "gzip,gzip,gzip,gzip"} {
		if _, err := NewReader(field, nil); !errors.Is(err, ErrUnknown) || Known(field) {
			t.Errorf("NewReader(%q): %v", field, err)
		}
	}
	for _, name := range []string{"gzip", "br", "zstd", "deflate"} {
		r, _ := NewReader(name, strings.NewReader("\xffthis is not compressed at all"))
		if _, err := io.ReadAll(r); !errors.Is(err, ErrCorrupt) {
			t.Errorf("%s of plain text: %v", name, err)
		}
	}
}

// A window that needs much memory is refused.
func TestZstdWindowIsBounded(t *testing.T) {
	var b bytes.Buffer
	w, err := zstd.NewWriter(&b, zstd.WithWindowSize(64<<20), zstd.WithSingleSegment(false))
	if err != nil {
		t.Fatal(err)
	}
	for range 3 << 10 {
		w.Write(make([]byte, 32<<10))
	}
	w.Close()
	r, _ := NewReader("zstd", &b)
	defer r.Close()
	if n, err := io.Copy(io.Discard, r); !errors.Is(err, ErrCorrupt) {
		t.Errorf("read %d bytes, %v", n, err)
	}
}
