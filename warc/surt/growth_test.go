package surt

import (
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl/internal/racedetector"
)

// The time is linear in the length of the text: 16 times the text takes less than
// 64 times as long. A function with quadratic time takes 256 times as long.
func TestGrowth(t *testing.T) {
	if testing.Short() || racedetector.On {
		t.Skip("takes seconds")
	}
	const size, growth = 32 << 10, 16
	heads := []string{"", "http://", "http://h/", "http://h/?", "x:", "http://[", "http://é"}
	pieces := []string{
		"%25", "%", "%2", "%4%31", ".", "..", "/", "/..", "/../a", "/.", "&", "=", "a=b&", "b&a&", "&cftoken=1", "cfid=", "cfid=1&cftoken=&",
		"cfid=cfid=&cftoken=1&", "sid=", "sid=" + id32, "jsessionid=" + id32 + "x&", "aspsessionid", "(", "/(" + id24, "/(" + id24 + ")",
		"(a(" + id24 + ")", "/(a(" + id24 + "))", ".aspx", "/(" + id24 + ")/.aspx%3F", "é", "é.", "\u00AD", "。", "\xff", "www.", "www1", "1", "1.", "0", "http://", "https://",
		"@", ":", ":1", "[", "]", "\n", " ", "\x00", "?", "#", "A", "aB",
	}
	for _, head := range heads {
		for _, piece := range pieces {
			short := head + strings.Repeat(piece, size/len(piece))
			long := head + strings.Repeat(piece, growth*size/len(piece))
			ratio := 0.0
			for range 4 { // a busy machine is slow sometimes, not always
				a, b := duration(short, growth), duration(long, 1)
				if ratio = growth * float64(b) / float64(a); ratio < 64 {
					break
				}
			}
			if ratio >= 64 {
				t.Errorf("%q and many %q: %d times the text takes %.0f times as long", head, piece, growth, ratio)
			}
		}
	}
}

// duration returns how long it takes to make the keys of a text some times.
func duration(text string, times int) time.Duration {
	start := time.Now()
	for range times {
		Key(text)
		AppendHeritrix(nil, text)
	}
	return max(time.Since(start), time.Millisecond)
}
