package wire

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/earl-url/earl/open"
)

// closeCount counts how often a body was closed.
type closeCount struct {
	io.Reader
	n int
}

func (c *closeCount) Close() error { c.n++; return nil }

func TestPart(t *testing.T) {
	for _, tt := range []struct {
		offset, end int64
		want        string
		err         error
	}{
		{0, 0, "0123456789", nil}, {3, 0, "3456789", nil}, {0, 4, "0123", nil}, {3, 7, "3456", nil},
		{10, 0, "", nil}, {5, 5, "", nil}, {7, 3, "", nil}, {-1, -1, "0123456789", nil}, {11, 0, "", open.ErrBeyond}, {99, 100, "", open.ErrBeyond},
	} {
		for _, slow := range []bool{false, true} {
			var r io.Reader = strings.NewReader("0123456789")
			if slow {
				r = iotest.OneByteReader(r)
			}
			got, err := io.ReadAll(Part(&closeCount{Reader: r}, tt.offset, tt.end))
			if string(got) != tt.want || !errors.Is(err, tt.err) {
				t.Errorf("Part(%d, %d), one byte at a time %v = %q, %v, want %q", tt.offset, tt.end, slow, got, err, tt.want)
			}
			var b strings.Builder
			n, err := io.Copy(&b, Part(&closeCount{Reader: strings.NewReader("0123456789")}, tt.offset, tt.end))
			if b.String() != tt.want || n != int64(len(tt.want)) || !errors.Is(err, tt.err) {
				t.Errorf("copy of Part(%d, %d) = %q, %v", tt.offset, tt.end, b.String(), err)
			}
		}
	}
	body := &closeCount{Reader: strings.NewReader("0123456789")}
	if io.ReadAll(Part(body, 0, 4)); body.n == 0 {
		t.Error("stopping early does not close the body")
	}
}
