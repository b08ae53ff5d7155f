// Compare measures earl and the URL libraries that Go programs use in one run, so that only the
// ratios depend on the libraries and not on the speed of the machine.
//
//	go run . [-rounds 21] [-only NAME] [-list FILE] [-collect=false]
//
// The C++ library ada takes part if Rust's cargo and a C++ compiler are installed: the program in
// the folder ada runs it. Its source comes from the Rust package ada-url.
//
// Times are processor times of the process. The rounds are interleaved, and medians are
// printed. In each round, each operation reads every URL of the list once, on one core. The
// garbage collector works as in any program; with -collect=false it works only between the
// rounds, which favours libraries that allocate. The list has one URL per line; if it cannot be
// read, a small built-in list is used.
package main

import (
	"flag"
	"fmt"
	"math"
	"net/url"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/fredbi/uri"
	whatwg "github.com/nlnwa/whatwg-url/url"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/editions"
)

// defaultList is the path of the corpus, if a checkout has it.
const defaultList = "../../shared/conformance/bench/top20k.txt"

// ownList is used without a corpus.
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

// An operation is one task that libraries do with a URL.
type operation struct {
	name       string
	only       func(text string) bool   // selects the URLs to measure; nil means all
	of         func(text string) string // the part of each URL to measure; nil means the whole URL
	ada        string                   // the same operation of ada; "" if it has none
	contenders []contender              // the others are compared with the first
}

// A contender is the code for one library.
type contender struct {
	name string
	do   func(text string)
	time func(texts []string) time.Duration // for code in another process, instead of do
}

// run does the operation with all texts and returns the processor time that it took.
func (c contender) run(texts []string) time.Duration {
	if c.time != nil {
		return c.time(texts)
	}
	start := cpuTime()
	for _, s := range texts {
		c.do(s)
	}
	return cpuTime() - start
}

// texts returns the texts of a list for the operation.
func (op operation) texts(list []string) (texts []string) {
	for _, s := range list {
		switch {
		case op.only != nil && !op.only(s):
		case op.of != nil:
			texts = append(texts, op.of(s))
		default:
			texts = append(texts, s)
		}
	}
	return texts
}

var whatwgParser = whatwg.NewParser()

// reference is the relative reference to resolve; each URL of the list is its base.
const reference = "../x?y"

// The contenders of several operations.
var (
	netParse     = contender{name: "net/url.Parse", do: func(s string) { _, _ = url.Parse(s) }}
	parse1738    = contender{name: "earl.RFC1738.Parse", do: func(s string) { _, _ = earl.RFC1738.Parse(s) }}
	parse3986    = contender{name: "earl.RFC3986.Parse", do: func(s string) { _, _ = earl.RFC3986.Parse(s) }}
	parseWHATWG  = contender{name: "earl.WHATWG.Parse", do: func(s string) { _, _ = earl.WHATWG.Parse(s) }}
	parseFredbi  = contender{name: "fredbi/uri.Parse", do: func(s string) { _, _ = uri.Parse(s) }}
	parseNlnwa   = contender{name: "nlnwa/whatwg-url.Parse", do: func(s string) { _, _ = whatwgParser.Parse(s) }}
	netResolve   = contender{name: "net/url ResolveReference+String", do: resolveNet}
	resolveNlnwa = contender{name: "nlnwa/whatwg-url.ParseRef", do: func(s string) { _, _ = whatwgParser.ParseRef(s, reference) }}
	validFredbi  = contender{name: "fredbi/uri.IsURI", do: func(s string) { uri.IsURI(s) }}
)

// operations returns the operations to measure.
func operations() []operation {
	return []operation{
		{name: "parse", ada: "parse", contenders: []contender{netParse, parse3986, parse1738, parseWHATWG, parseFredbi, parseNlnwa}},
		{name: "parse what rfc1738 accepts", only: earl.RFC1738.Valid, contenders: []contender{netParse, parse1738}},
		{name: "parse what whatwg need not rewrite", only: asWritten, ada: "parse", contenders: []contender{netParse, parseWHATWG}},
		{name: "parse what whatwg rewrites", only: rewritten, ada: "parse", contenders: []contender{netParse, parseWHATWG, parseNlnwa}},
		{name: "valid", ada: "valid", contenders: []contender{netParse, valid(earl.RFC3986), valid(earl.RFC1738), valid(earl.WHATWG), validFredbi}},
		{name: "parse and resolve", ada: "resolve", contenders: []contender{netResolve, resolve(earl.RFC3986), resolve(earl.WHATWG), resolveNlnwa}},
		{name: "parse and resolve what all editions accept", only: allAccept, contenders: []contender{
			netResolve, resolve(earl.Draft1993), resolve(earl.Draft1994), resolve(earl.RFC1738),
			resolve(earl.Draft1996), resolve(earl.RFC3986), resolve(earl.WHATWG),
		}},
		{name: "escape a segment", of: lastSegment, contenders: []contender{
			{name: "net/url.PathEscape", do: func(s string) { _ = url.PathEscape(s) }},
			escape(earl.RFC1738), escape(earl.RFC3986),
		}},
		{name: "unescape a segment", of: lastSegment, contenders: []contender{
			{name: "net/url.PathUnescape", do: func(s string) { _, _ = url.PathUnescape(s) }},
			{name: "earl.Unescape", do: func(s string) { _ = earl.Unescape(s) }},
		}},
	}
}

func resolveNet(s string) {
	if u, err := url.Parse(s); err == nil {
		if r, err := u.Parse(reference); err == nil {
			_ = r.String()
		}
	}
}

func valid(e *earl.Edition) contender {
	return contender{name: "earl " + e.Name() + " Valid", do: func(s string) { e.Valid(s) }}
}

// resolve parses a base and resolves into a buffer of the caller.
func resolve(e *earl.Edition) contender {
	var buf []byte
	return contender{name: "earl " + e.Name() + " AppendResolve", do: func(s string) {
		if u, err := e.Parse(s); err == nil {
			buf, _ = e.AppendResolve(buf[:0], u, reference)
		}
	}}
}

func escape(e *earl.Edition) contender {
	var buf []byte
	return contender{name: "earl " + e.Name() + " AppendEscape", do: func(s string) {
		buf = e.AppendEscape(buf[:0], earl.Octets(s), "")
	}}
}

// lastSegment returns the part after the last slash of a URL's path.
func lastSegment(text string) string {
	u, _ := earl.WHATWG.Parse(text)
	path := u.Path()
	return path[strings.LastIndexByte(path, '/')+1:]
}

// allAccept reports whether a text is a URL in every edition.
func allAccept(text string) bool {
	for e := range editions.All() {
		if !e.Valid(text) {
			return false
		}
	}
	return true
}

// asWritten reports whether serialising a URL of the standard would not change it.
func asWritten(text string) bool {
	u, err := earl.WHATWG.Parse(text)
	return err == nil && u.String() == text
}

// rewritten reports whether serialising a URL changes it.
func rewritten(text string) bool { return !asWritten(text) }

func main() {
	rounds := flag.Int("rounds", 21, "measured rounds of each operation")
	file := flag.String("list", defaultList, "one URL a line")
	only := flag.String("only", "", "measure only operations whose name has this in it")
	collect := flag.Bool("collect", true, "let the garbage collector work in the rounds")
	flag.Parse()
	list, from := load(*file)
	runtime.GOMAXPROCS(1)
	if !*collect {
		debug.SetGCPercent(-1)
	}
	ada, err := startAda()
	if err != nil {
		fmt.Println("ada is not measured:", err)
	}
	fmt.Printf("%s, %d URLs %s, %d interleaved rounds\n", runtime.Version(), len(list), from, *rounds)
	w := tabwriter.NewWriter(os.Stdout, 2, 8, 2, ' ', tabwriter.AlignRight)
	for _, op := range operations() {
		if ada != nil && op.ada != "" {
			op.contenders = append(op.contenders, ada.contender("ada "+op.ada, op.ada))
		}
		if texts := op.texts(list); len(texts) > 0 && strings.Contains(op.name, *only) {
			fmt.Fprintf(w, "\n%s (%d)\tns\tallocs\ttimes the speed of the first\tby the least times\t\n", op.name, len(texts))
			measure(w, op, texts, *rounds)
		}
	}
	w.Flush()
}

// load returns the lines of a file, or ownList.
func load(file string) (list []string, from string) {
	text, err := os.ReadFile(file)
	if err != nil {
		return ownList, "of the built-in list"
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n"), "of the corpus"
}

// piece is how many texts a contender reads before the next one continues. It is small, so that
// a slow moment of the machine affects all contenders, but large enough that the CPU caches do
// not help the next contender.
const piece = 5000

// measure runs the contenders in turn, piece by piece, round after round. It prints a row for
// each: the medians of the times and of the ratios within a round. It also prints the ratio of
// the shortest times, because other programs on the machine can only add time.
func measure(w *tabwriter.Writer, op operation, texts []string, rounds int) {
	times := make([][]float64, len(op.contenders))
	for round := range rounds + 1 {
		for i, ns := range once(op.contenders, texts, round) {
			if round > 0 { // the first warms up
				times[i] = append(times[i], ns)
			}
		}
	}
	for i, c := range op.contenders {
		ratios := make([]float64, rounds)
		for round := range ratios {
			ratios[round] = times[0][round] / times[i][round]
		}
		fmt.Fprintf(w, "%s\t%.1f\t%.2f\t%.2f\t%.2f\t\n", c.name, median(times[i]), allocs(c, texts), median(ratios), slices.Min(times[0])/slices.Min(times[i]))
	}
}

// once reads all texts with each contender and returns nanoseconds per text. The contender that
// reads a piece first finds it in no cache, so the order changes from piece to piece.
func once(contenders []contender, texts []string, round int) []float64 {
	repeat := 1 + 20_000/len(texts) // so that a small list takes as long as the corpus
	times := make([]float64, len(contenders))
	runtime.GC()
	turn := round
	for range repeat {
		for part := range slices.Chunk(texts, piece) {
			for k := range contenders {
				i := (turn + k) % len(contenders)
				times[i] += float64(contenders[i].run(part).Nanoseconds()) / float64(repeat*len(texts))
			}
			turn++
		}
	}
	return times
}

// allocs returns the number of allocations of a contender per text. It is not known for code
// in another process.
func allocs(c contender, texts []string) float64 {
	if c.do == nil {
		return math.NaN()
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, s := range texts {
		c.do(s)
	}
	runtime.ReadMemStats(&after)
	return float64(after.Mallocs-before.Mallocs) / float64(len(texts))
}

// median returns the median of some figures.
func median(x []float64) float64 {
	return slices.Sorted(slices.Values(x))[len(x)/2]
}
