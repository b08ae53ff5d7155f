package convert

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// recordEnd is a slow twin of csvScanner: the end of the first record, or 0.
func recordEnd(b []byte) int {
	start, quotes := true, false
	for i, c := range b {
		switch {
		case c == '"' && start:
			quotes, start = true, false
		case c == '"' && quotes && i+1 == len(b):
			return 0
		case c == '"' && quotes && b[i+1] == '"':
			b[i+1] = 'q' // the second of two
		case c == '"' && quotes:
			quotes = false
		case quotes:
		case c == '\n':
			return i + 1
		default:
			start = c == ','
		}
	}
	return 0
}

func lineEnd(b []byte) int { return bytes.IndexByte(b, '\n') + 1 }

// Source: RFC 4180 section 2.
func TestScannersFindRecordsInPieces(t *testing.T) {
	for name, row := range map[string]struct {
		scanner func() func(b []byte, most int) (int, int)
		twin    func(b []byte) int
	}{
		"csv":   {func() func([]byte, int) (int, int) { return new(csvScanner).scan }, recordEnd},
		"lines": {func() func([]byte, int) (int, int) { return new(lineScanner).scan }, lineEnd},
	} {
		random := rand.New(rand.NewPCG(1, 2))
		for range 20_000 {
			text := make([]byte, random.IntN(30))
			for i := range text {
				text[i] = "a\",\n"[random.IntN(4)]
			}
			scan, at := row.scanner(), 0
			for end := 0; end <= len(text); end += 1 + random.IntN(5) {
				most := random.IntN(3)
				if random.IntN(2) == 0 {
					most = 100
				}
				got, n := scan(text[at:end], most)
				want, count := 0, 0
				for count < most {
					size := row.twin(bytes.Clone(text[at+want : end]))
					if size == 0 {
						break
					}
					want, count = want+size, count+1
				}
				if got != want || n != count {
					t.Fatalf("%s: %q[%d:%d], most %d: %d records to %d, want %d to %d", name, text, at, end, most, n, got, count, want)
				}
				at += got
			}
		}
	}
}

// A record of many blocks is searched once: else its time is quadratic.
func TestScannersSearchALongRecordOnce(t *testing.T) {
	for _, text := range []string{"aaaaaaaa", "\"a\na\na\na", "a,aaa,aa"} {
		var c csvScanner
		c.scan([]byte(text), 10)
		if c.at != len(text) {
			t.Errorf("CSV %q: %d bytes were searched", text, c.at)
		}
	}
	var l lineScanner
	if l.scan([]byte("a\naaaa"), 10); l.seen != 4 {
		t.Errorf("%d bytes of the last line were searched, want 4", l.seen)
	}
}
