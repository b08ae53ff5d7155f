package article

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

// headerOf is the header of a part with a type.
func headerOf(media string) Header {
	return Header{{Name: "Content-Type", Value: media}}
}

// Walk visits the parts in their order, and numbers those without parts.
func TestWalk(t *testing.T) {
	const body = "--a\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n" +
		"--b\r\nContent-Type: text/plain\r\n\r\none\r\n--b\r\n\r\ntwo\r\n--b--\r\n" +
		"--a\r\nContent-Type: image/png\r\nX: y\r\nContent-ID: <c>\r\n\r\nthree\r\n--a--\r\n"
	var got []string
	err := Walk(headerOf("multipart/mixed; boundary=a"), strings.NewReader(body), Limits{}, func(n int, h Header, r io.Reader) error {
		if n == 0 {
			got = append(got, "0 "+h.Get("Content-Type"))
			return nil
		}
		text, err := io.ReadAll(r)
		got = append(got, fmt.Sprintf("%d %s %s %d", n, h.Get("Content-Type"), text, len(h)))
		return err
	})
	if want := "0 multipart/mixed; boundary=a, 0 multipart/mixed; boundary=b, 1 text/plain one 1, 2  two 0, 3 image/png three 2"; err != nil || strings.Join(got, ", ") != want {
		t.Errorf("%s, %v, want %s", strings.Join(got, ", "), err, want)
	}
}

// Walk ends with the error of its function, of a broken message, and of one with too
// many parts.
func TestWalkEnds(t *testing.T) {
	stop := errors.New("stop")
	many := strings.Repeat("--a\r\n\r\nx\r\n", 5) + "--a--\r\n"
	for name, tt := range map[string]struct {
		body  string
		f     error
		calls int
		is    error
	}{
		"stopped": {many, stop, 1, stop},
		"broken":  {"--a\r\n\r\nx", nil, 2, nil},
		"many":    {many, nil, 5, ErrParts},
	} {
		calls := 0
		err := Walk(headerOf("multipart/mixed; boundary=a"), strings.NewReader(tt.body), Limits{Parts: 5}, func(int, Header, io.Reader) error {
			calls++
			return tt.f
		})
		if err == nil || tt.is != nil && !errors.Is(err, tt.is) || calls != tt.calls {
			t.Errorf("%s: %d calls, %v", name, calls, err)
		}
	}
}
