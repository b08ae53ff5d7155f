// Compare measures earl beside the URL libraries that Go programs use, in one
// run, so that the machine's speed drops out: what counts is the ratio.
//
//	go run . [-rounds 7] [-list FILE]
//
// The rounds are interleaved and medians are quoted. Each operation reads every
// URL of the list once a round, on one core. The list is one URL a line; without
// one that can be read, a small list of our own serves.
package main

import (
	"flag"
	"fmt"
	"net/url"
	"os"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/fredbi/uri"
	whatwg "github.com/nlnwa/whatwg-url/url"

	"github.com/earl-url/earl"
)

// defaultList is where the corpus lies in a checkout that has it beside it.
const defaultList = "../../shared/conformance/bench/top20k.txt"

// ownList serves where there is no corpus.
var ownList = []string{
	"http://www.acl.lanl.gov/URI/archive/uri-archive.index.html",
	"https://www.example.org/",
	"https://www.example.org/a/path/of/some/length.html?with=a&query=too",
	"https://cdn.example.net/assets/2026/11/picture%20one.jpg?w=640&h=480&fit=crop",
	"https://en.example.org/wiki/Uniform_Resource_Locator#History",
	"http://example.com:8080/search?q=gopher+servers&page=2",
	"ftp://ftp.example.edu/pub/doc/rfc/rfc1738.txt",
	"gopher://gopher.example.edu:70/11/library",
	"mailto:somebody@example.org",
	"https://user.example.io/~joe/index.html",
}

// An operation is one thing that libraries do with a URL.
type operation struct {
	name       string
	only       func(text string) bool // which of the list it is measured with; nil: all
	contenders []contender            // the first is what the others are measured by
}

// A contender is one library's way.
type contender struct {
	name string
	do   func(text string)
}

var whatwgParser = whatwg.NewParser()

// base and reference are for resolving: each URL of the list is the base of "../x?y".
const reference = "../x?y"

// operations returns what is measured.
func operations() []operation {
	var buf []byte
	resolveNet := func(s string) {
		if u, err := url.Parse(s); err == nil {
			if r, err := u.Parse(reference); err == nil {
				_ = r.String()
			}
		}
	}
	resolve := func(s string) {
		if u, err := earl.RFC3986.Parse(s); err == nil {
			buf, _ = earl.RFC3986.AppendResolve(buf[:0], u, reference)
		}
	}
	resolveWHATWG := func(s string) {
		if u, err := earl.WHATWG.Parse(s); err == nil {
			buf, _ = earl.WHATWG.AppendResolve(buf[:0], u, reference)
		}
	}
	return []operation{
		{"parse", nil, []contender{
			{"net/url.Parse", func(s string) { _, _ = url.Parse(s) }},
			{"earl.RFC3986.Parse", func(s string) { _, _ = earl.RFC3986.Parse(s) }},
			{"earl.RFC1738.Parse", func(s string) { _, _ = earl.RFC1738.Parse(s) }},
			{"earl.WHATWG.Parse", func(s string) { _, _ = earl.WHATWG.Parse(s) }},
			{"fredbi/uri.Parse", func(s string) { _, _ = uri.Parse(s) }},
			{"nlnwa/whatwg-url.Parse", func(s string) { _, _ = whatwgParser.Parse(s) }},
		}},
		{"parse, nothing to rewrite", asWritten, []contender{
			{"net/url.Parse", func(s string) { _, _ = url.Parse(s) }},
			{"earl.RFC3986.Parse", func(s string) { _, _ = earl.RFC3986.Parse(s) }},
			{"earl.WHATWG.Parse", func(s string) { _, _ = earl.WHATWG.Parse(s) }},
		}},
		{"parse, something to rewrite", func(s string) bool { return !asWritten(s) }, []contender{
			{"net/url.Parse", func(s string) { _, _ = url.Parse(s) }},
			{"earl.WHATWG.Parse", func(s string) { _, _ = earl.WHATWG.Parse(s) }},
			{"nlnwa/whatwg-url.Parse", func(s string) { _, _ = whatwgParser.Parse(s) }},
		}},
		{"valid", nil, []contender{
			{"net/url.Parse", func(s string) { _, _ = url.Parse(s) }},
			{"earl.RFC3986.Valid", func(s string) { earl.RFC3986.Valid(s) }},
			{"earl.RFC1738.Valid", func(s string) { earl.RFC1738.Valid(s) }},
			{"earl.WHATWG.Valid", func(s string) { earl.WHATWG.Valid(s) }},
			{"fredbi/uri.IsURI", func(s string) { uri.IsURI(s) }},
		}},
		{"parse and resolve", nil, []contender{
			{"net/url ResolveReference+String", resolveNet},
			{"earl.RFC3986.AppendResolve", resolve},
			{"earl.WHATWG.AppendResolve", resolveWHATWG},
			{"nlnwa/whatwg-url.ParseRef", func(s string) { _, _ = whatwgParser.ParseRef(s, reference) }},
		}},
	}
}

// asWritten reports whether a URL of the standard is written as it would be serialised.
func asWritten(text string) bool {
	u, err := earl.WHATWG.Parse(text)
	return err == nil && u.String() == text
}

func main() {
	rounds := flag.Int("rounds", 7, "measured rounds of each operation")
	file := flag.String("list", defaultList, "one URL a line")
	flag.Parse()
	list, from := load(*file)
	runtime.GOMAXPROCS(1)
	fmt.Printf("%s, %d URLs %s, medians of %d interleaved rounds\n", runtime.Version(), len(list), from, *rounds)
	w := tabwriter.NewWriter(os.Stdout, 2, 8, 2, ' ', tabwriter.AlignRight)
	for _, op := range operations() {
		fmt.Fprintf(w, "\n%s\tns/URL\tallocs/URL\ttimes the speed of the first\t\n", op.name)
		measure(w, op, list, *rounds)
	}
	w.Flush()
}

// load returns the lines of a file, or the list of our own.
func load(file string) (list []string, from string) {
	text, err := os.ReadFile(file)
	if err != nil {
		return ownList, "of our own list"
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n"), "of the corpus"
}

// measure runs the contenders in turn, round after round, and prints a row for each.
func measure(w *tabwriter.Writer, op operation, list []string, rounds int) {
	if op.only != nil {
		list = slices.DeleteFunc(slices.Clone(list), func(s string) bool { return !op.only(s) })
	}
	if len(list) == 0 {
		return
	}
	repeat := 1 + 20_000/len(list) // so that a small list takes as long as the corpus
	times := make([][]float64, len(op.contenders))
	allocs := make([]float64, len(op.contenders))
	for round := range rounds + 1 {
		for i, c := range op.contenders {
			ns, n := once(c.do, list, repeat)
			if round > 0 { // the first warms up
				times[i], allocs[i] = append(times[i], ns), n
			}
		}
	}
	first := median(times[0])
	for i, c := range op.contenders {
		m := median(times[i])
		fmt.Fprintf(w, "%s\t%.1f\t%.2f\t%.2f\t\n", c.name, m, allocs[i], first/m)
	}
}

// once reads the whole list and returns nanoseconds and allocations for each URL.
func once(do func(string), list []string, repeat int) (ns, allocs float64) {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	start := time.Now()
	for range repeat {
		for _, s := range list {
			do(s)
		}
	}
	d := time.Since(start)
	runtime.ReadMemStats(&after)
	n := float64(repeat * len(list))
	return float64(d.Nanoseconds()) / n, float64(after.Mallocs-before.Mallocs) / n
}

// median returns the middle of some figures.
func median(x []float64) float64 {
	slices.Sort(x)
	return x[len(x)/2]
}
