package earl_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/earl-url/earl"
)

// realURLs returns the URLs of real pages in the shared data, or nil if it is
// not here.
var realURLs = sync.OnceValue(func() []string {
	dir := os.Getenv("EARL_SHARED")
	if dir == "" {
		dir = "../shared"
	}
	data, err := os.ReadFile(filepath.Join(dir, "conformance/bench/top20k.txt"))
	if err != nil {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
})

// madeURLs returns a million URLs like those of a crawl: 58 bytes on average,
// more than 80,000 hosts, 1.1 % not valid, and 81 % in normal form. A few hosts
// have most of the URLs.
var madeURLs = sync.OnceValue(func() []string {
	r := rand.New(rand.NewPCG(3986, 1738))
	hosts := make([]string, 88_000)
	for i := range hosts {
		hosts[i] = oneOf(r, "www.", "www.", "", "", "blog.", "cdn4.", "shop.") + word(r, 4, 11) + oneOf(r, "", "", "-"+word(r, 3, 6)) +
			oneOf(r, ".com", ".com", ".com", ".org", ".net", ".de", ".co.uk", ".io")
	}
	skewed := rand.NewZipf(r, 1.08, 20, uint64(len(hosts)-1))
	var all strings.Builder // as in a file or in a column of a table
	for range 1_000_000 {
		all.WriteString(madeURL(r, hosts[skewed.Uint64()]) + "\n")
	}
	return strings.Split(strings.TrimSuffix(all.String(), "\n"), "\n")
})

// madeURL returns one URL of madeURLs.
func madeURL(r *rand.Rand, host string) string {
	scheme := oneOf(r, "https://", "https://", "https://", "https://", "http://")
	path := madePath(r)
	switch n := r.IntN(1000); {
	case n < 11:
		return oneOf(r, "/"+host+path, scheme+host+":8o80"+path, scheme+"["+host+path, "http://"+host[:3]+" "+host[3:]+path)
	case n < 35:
		return scheme + host // without a path
	case n < 50:
		return scheme + strings.ToUpper(host[:5]) + host[5:] + path
	case n < 55:
		return strings.ToUpper(scheme[:4]) + scheme[4:] + host + path
	case n < 65:
		return "https://" + host + ":443" + path
	case n < 75:
		return scheme + host + "/" + word(r, 3, 8) + oneOf(r, "/..", "/.") + path
	case n < 190:
		return scheme + host + path + oneOf(r, "/%7e"+word(r, 4, 9), "/%c3%a9", "?q="+word(r, 3, 9)+"%2d")
	}
	return scheme + host + path
}

// madePath returns a path and perhaps a query and a fragment.
func madePath(r *rand.Rand) string {
	var b strings.Builder
	for range 1 + r.IntN(4) {
		b.WriteString("/" + word(r, 3, 12))
		if r.IntN(6) == 0 {
			b.WriteString("-" + strconv.Itoa(r.IntN(1_000_000)))
		}
	}
	b.WriteString(oneOf(r, "", "", "", "/", "/", ".html", ".html", ".jpg", "%20a.pdf", "/%C3%A9t%C3%A9"))
	for n := range r.IntN(10) - 6 {
		b.WriteString("?&&"[n:n+1] + word(r, 2, 6) + "=" + oneOf(r, strconv.Itoa(r.IntN(10_000)), word(r, 3, 9), "a+b", "%2Fx"))
	}
	if r.IntN(25) == 0 {
		b.WriteString("#" + word(r, 3, 9))
	}
	return b.String()
}

// oneOf returns one of its arguments.
func oneOf(r *rand.Rand, choices ...string) string { return choices[r.IntN(len(choices))] }

// word returns low to high letters.
func word(r *rand.Rand, low, high int) string {
	b := make([]byte, low+r.IntN(high-low+1))
	for i := range b {
		b[i] = "abcdefghijklmnopqrstuvwxyzetaoinsr"[r.IntN(34)]
	}
	return string(b)
}

// A row is what a table of URLs has for one text: whether it is valid, its host
// and its normal form, under two editions. The figure is the rows of one
// second.
func BenchmarkRow(b *testing.B) {
	for _, corpus := range []struct {
		name string
		urls func() []string
	}{{"made", madeURLs}, {"real", realURLs}} {
		b.Run(corpus.name, func(b *testing.B) {
			urls := corpus.urls()
			if urls == nil {
				b.Skip("the shared data is not here")
			}
			valid, hosts, normal := 0, []byte(nil), []byte(nil)
			b.ReportAllocs()
			b.ResetTimer()
			for i := range b.N {
				hosts, normal = hosts[:0], normal[:0]
				for _, e := range [...]*earl.Edition{earl.WHATWG, earl.RFC3986} {
					u, err := e.Parse(urls[i%len(urls)])
					if err != nil {
						continue
					}
					valid++
					host, _ := u.Host()
					hosts = append(hosts, host...)
					normal = u.AppendNormalize(normal, earl.LevelScheme)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "rows/s")
		})
	}
}

// The time of single functions with the same URLs.
func BenchmarkURL(b *testing.B) {
	for _, e := range [...]*earl.Edition{earl.WHATWG, earl.RFC3986, earl.RFC1738} {
		urls := madeURLs()[:1<<15]
		var read []earl.URL
		var refused []string
		for _, s := range urls {
			if u, err := e.Parse(s); err == nil {
				read = append(read, u)
			} else {
				refused = append(refused, s)
			}
		}
		for _, step := range []struct {
			name string
			do   func(i int)
		}{
			{"Parse", func(i int) { _, _ = e.Parse(urls[i%len(urls)]) }},
			{"ParseError", func(i int) { _, _ = e.Parse(refused[i%len(refused)]) }},
			{"Valid", func(i int) { e.Valid(urls[i%len(urls)]) }},
			{"Resolve", func(i int) { _, _ = e.Resolve(read[i%len(read)], "../a/b?c") }},
			{"Normalize", func(i int) { read[i%len(read)].Normalize(earl.LevelScheme) }},
			{"Equal", func(i int) { read[i%len(read)].Equal(read[(i+1)%len(read)], earl.LevelScheme) }},
		} {
			b.Run(e.Name()+"/"+step.name, func(b *testing.B) {
				for i := range b.N {
					step.do(i)
				}
			})
		}
	}
}
