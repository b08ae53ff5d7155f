package rows

import (
	"os"
	"strings"
	"testing"
)

// corpus is a list of real URLs, if it is there.
const corpus = "../../shared/conformance/bench/top20k.txt"

// corpusVector returns the corpus, or a few URLs.
func corpusVector() *Vector {
	text := "http://www.example.com/\nhttps://example.org/a/b.html?q=1\nhttp://EXAMPLE.net:80/%7Ea\nnot a URL\n"
	if data, err := os.ReadFile(corpus); err == nil {
		text = string(data)
	}
	v := NewVector(Text)
	for line := range strings.Lines(text) {
		v.AppendBytes([]byte(strings.TrimSuffix(line, "\n")))
	}
	return v
}

// BenchmarkRun measures selections in rows per second on one core.
func BenchmarkRun(b *testing.B) {
	for _, selection := range []string{
		"valid",
		"host",
		"valid, host, port, path, query",
		"whatwg.valid, whatwg.host, whatwg.normal, rfc3986.valid, rfc3986.host, rfc3986.normal",
		"domain",
		"view",
		"guard",
	} {
		b.Run(strings.ReplaceAll(selection, ", ", "+"), func(b *testing.B) {
			in := []*Vector{corpusVector()}
			p, err := Compile(selection, Options{})
			if err != nil {
				b.Fatal(err)
			}
			var out Batch
			b.ReportAllocs()
			for b.Loop() {
				if err := p.Run(&out, in); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)*float64(in[0].Len())/b.Elapsed().Seconds(), "rows/s")
		})
	}
}
