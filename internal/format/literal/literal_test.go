package literal_test

import (
	"bytes"
	"io"
	"iter"
	"runtime"
	"strings"
	"testing"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/format/literal"
)

// silent is a decoder for a format in which "_" represents nothing, and "[" begins a document that
// ends at "]".
type silent struct{}

// Decode implements [literal.Decoder].
func (silent) Decode(t *literal.Text, src []byte, last bool) {
	literal.Steps(t, src, last, func(t *literal.Text, src []byte, last bool) int {
		n := 1
		switch src[0] {
		case '_':
			n = len(src) - len(bytes.TrimLeft(src, "_"))
			t.Put("", n)
		case '[':
			t.Break(1)
			t.Open(func(r io.Reader) iter.Seq2[extract.Match, error] { return extract.Text(r, extract.Options{}) })
		case ']':
			t.Close()
			t.Break(1)
		default:
			t.Copy(src[:1])
		}
		return n
	})
}

// A repeated text, and the most memory that was in use while it was read.
type repeated struct {
	head, block string
	left        int
	reads       int
	most        uint64
}

// Read implements io.Reader.
func (r *repeated) Read(p []byte) (int, error) {
	if r.reads++; r.reads%512 == 0 {
		runtime.GC()
		var now runtime.MemStats
		runtime.ReadMemStats(&now)
		r.most = max(r.most, now.HeapAlloc)
	}
	if r.head != "" {
		n := copy(p, r.head)
		r.head = r.head[n:]
		return n, nil
	}
	if r.left <= 0 {
		return 0, io.EOF
	}
	n := copy(p, r.block)
	r.left -= n
	return n, nil
}

// What represents no text needs no memory, and does not join a URL to what follows it far away.
func TestLongWithoutText(t *testing.T) {
	for head, limit := range map[string]uint64{"http://h.example/a": 24 << 20, "[http://h.example/a": 256 << 20} {
		runtime.GC()
		var before runtime.MemStats
		runtime.ReadMemStats(&before)
		r := &repeated{head: head, block: strings.Repeat("_", 32<<10), left: 128 << 20}
		found := 0
		for m, err := range literal.URLs(io.MultiReader(r, strings.NewReader("b")), silent{}, literal.Options{}) {
			if found++; err == nil && m.URL != "http://h.example/a" {
				t.Errorf("%s: %+v", head, m)
			}
		}
		if used := r.most - min(r.most, before.HeapAlloc); found == 0 || used > limit {
			t.Errorf("%s: %d matches, %d bytes of heap", head, found, used)
		}
	}
}

// Source: rfc8259 7, TOML 1.1.
func TestEscapes(t *testing.T) {
	e := &literal.Escapes{Chars: map[byte]string{'n': "\n", '\n': ""}, Hex: map[byte]int{'x': 2, 'u': 4, 'U': 8}, Pairs: true}
	for in, want := range map[string]string{
		`\nx`: "\n", `\x41x`: "A", `\u00e9`: "é", `\U0001F600`: "😀", `\ud83d\ude00`: "😀", "\\\nx": "", "\\\r\nx": "",
		`\ud83d`: "no", `\ude00\ud83d`: "no", `\ud83dx`: "no", `\U00110000`: "no", `\UFFFFFFFF`: "no", `\q`: "no", `\`: "no", `\x4`: "no", `\u+041`: "no", `\x4_1`: "no",
	} {
		text, n := e.Read([]byte(in))
		if n == 0 {
			text = "no"
		} else if rest := in[n:]; rest != "" && rest != "x" {
			t.Errorf("%q: %d bytes", in, n)
		}
		if text != want {
			t.Errorf("%q: %q, want %q", in, text, want)
		}
	}
}
