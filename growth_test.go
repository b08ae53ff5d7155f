package earl

import (
	"strings"
	"testing"
	"time"
)

// nasty are pieces that made some parser take the square of the time.
var nasty = []string{".", "/", "./", "../", "/../", "a/../", "%", "%2", "%2e", "%2E%2E/", "@", ":", "a:b@", "[", "]", "[:", ";", "a=b;", "?", "#", "1", "1.", "a.", "-", "\x00", "é", " ", "\\", "+", "{"}

// heads are what stands before them.
var heads = []string{"", "http://", "http://h/", "http://h/?", "ftp://u:", "x:", "x://", "news:", "prospero://h/a;", "file:///", "wais://h/"}

// growth is how many times longer the longer text is, and the most that its time
// may be of that of the shorter: linear, with room for a busy machine.
const growth, growthBar = 16, 16 * 4

// Every function takes a time in proportion to the length of its input.
func TestGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const size = 4 << 10
	for _, e := range editionsUnderTest {
		base := e.MustParse("http://a/b/c/d")
		for _, head := range heads {
			for _, piece := range nasty {
				short := head + strings.Repeat(piece, size/len(piece))
				long := head + strings.Repeat(piece, growth*size/len(piece))
				var a, b time.Duration
				for range 4 { // a busy machine may be slow once, not always
					a, b = workTime(e, base, short, 3), workTime(e, base, long, 1)
					if b <= growthBar*a || b < 200*time.Millisecond {
						break
					}
				}
				if b > growthBar*a && b > 200*time.Millisecond {
					t.Errorf("%s: %q and %d times %q: %v, for %d times as much %v", e.Name(), head, size/len(piece), piece, a, growth, b)
				}
			}
		}
	}
}

// workTime returns the least time of all that can be done with a text.
func workTime(e *Edition, base URL, text string, rounds int) time.Duration {
	least := time.Hour
	for range rounds {
		start := time.Now()
		for v := range e.Check(text) {
			_ = v.Message(text)
			break
		}
		n := 0
		for range e.CheckReference(text) {
			n++
		}
		Redact(text)
		Unescape(text)
		if u, err := e.Parse(text); err == nil {
			u.Equal(u, LevelScheme)
			u.Normalize(LevelScheme)
			u.Safer(";")
			u.Redacted()
			_, _ = e.Compose(u.Parts())
			_, _ = e.Relativize(base, u)
			_, _ = ParseView(u)
			for range u.Segments() {
			}
		}
		_, _ = e.Resolve(base, text)
		least = min(least, time.Since(start))
	}
	return least
}
