package xml

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl/internal/longtest"
	"github.com/earl-url/earl/internal/racedetector"
)

// The time grows with the size of a document, whatever is in it: 16 times as much takes at most 20
// times as long, with as much again for an unlucky measurement.
func TestGrowth(t *testing.T) {
	longtest.OnlyInGate(t, "large documents")
	if racedetector.On {
		t.Skip("it is slow under the race detector")
	}
	for name, c := range map[string]struct{ start, row string }{
		"feed":         {"<rss>", `<item><link>http://h/a</link><description>&lt;a href="b"&gt;</description></item>`},
		"open tags":    {"", "<a>"},
		"end tags":     {"<x>", "</a>"},
		"quotes":       {"<a b='", `" `},
		"less-than":    {"", "<"},
		"references":   {"<a>", "&amp"},
		"entities":     {`<!DOCTYPE a [<!ENTITY x "` + strings.Repeat("y", 1000) + `">]><a>`, "&x;"},
		"declarations": {"<!DOCTYPE a [", `<!ENTITY x "y">`},
		"namespaces":   {"", "<a xmlns:b='http://h/'>"},
		"bases":        {"<rss>", `<a xml:base="b/"><link>c</link>`},
		"comments":     {"", "<!--"},
		"data":         {"<rss><description>", "<![CDATA[<a href=b>]]>"},
		"a long link":  {"<rss><link>", "http://h/"},
	} {
		took := func(size int) time.Duration {
			text := io.LimitReader(io.MultiReader(strings.NewReader(c.start), repeated(c.row)), int64(size))
			all, _ := io.ReadAll(text)
			begin := time.Now()
			for range URLs(bytes.NewReader(all), Options{}) {
			}
			return time.Since(begin)
		}
		took(64 << 10)
		ratio := 0.0
		for range 3 {
			small, large := took(128<<10), took(2<<20)
			if ratio = float64(large) / float64(max(small, time.Millisecond)); ratio <= 40 {
				break
			}
		}
		if ratio > 40 {
			t.Errorf("%s: 16 times as much takes %.0f times as long", name, ratio)
		}
	}
}
