package repotest

import (
	"cmp"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/compat/neturl"
	"github.com/earl-url/earl/editions"
	"github.com/earl-url/earl/internal/longtest"
	"github.com/earl-url/earl/internal/racedetector"
	"github.com/earl-url/earl/views"
)

// nasty are pieces for which some parser took quadratic time.
var nasty = []string{".", "/", "./", "../", "/../", "a/../", "%", "%2", "%2e", "%2E%2E/", "@", ":", "a:b@", "[", "]", "[:", ";", "a=b;", "b=c&", "?", "#", "1", "1.", "a.", "-", "\x00", "é", " ", "\\", "+", "{"}

// heads are the texts before them.
var heads = []string{"", "http://", "http://h/", "http://h/?", "http://[", "ftp://u:", "ftp://h/", "x:", "x://", "news:", "mailto:a?", "gopher://h/0", "prospero://h/a;", "file:///", "wais://h/"}

// A growthInput is a text that repeats one nasty piece, and the result of
// parsing it.
type growthInput struct {
	head, piece string
	text        string
	base        earl.URL
	u           earl.URL // zero unless the edition reads text
}

// growthOperations are the functions that take text, or a URL that may be long.
var growthOperations = []struct {
	name string
	url  bool // it takes the URL
	do   func(e *earl.Edition, in growthInput)
}{
	{"Parse", false, func(e *earl.Edition, in growthInput) { _, _ = e.Parse(in.text) }},
	{"ParseReference", false, func(e *earl.Edition, in growthInput) { _, _ = e.ParseReference(in.text) }},
	{"AppendParse", false, func(e *earl.Edition, in growthInput) { _, _ = e.AppendParse(nil, in.text) }},
	{"Valid", false, func(e *earl.Edition, in growthInput) { e.Valid(in.text) }},
	{"Allowing", false, func(e *earl.Edition, in growthInput) {
		for range editions.Allowing(in.text) {
		}
	}},
	{"Check", false, func(e *earl.Edition, in growthInput) {
		for v := range e.Check(in.text) {
			if v.Off%(len(in.text)/4) == 0 {
				_ = v.Message(in.text)
			}
		}
	}},
	{"CheckReference", false, func(e *earl.Edition, in growthInput) {
		for range e.CheckReference(in.text) {
		}
	}},
	{"Resolve", false, func(e *earl.Edition, in growthInput) { _, _ = e.Resolve(in.base, in.text) }},
	{"Resolve on it", true, func(e *earl.Edition, in growthInput) { _, _ = e.Resolve(in.u, "../x?y") }},
	{"Relativize", true, func(e *earl.Edition, in growthInput) { _, _ = e.Relativize(in.base, in.u) }},
	{"Relativize on it", true, func(e *earl.Edition, in growthInput) { _, _ = e.Relativize(in.u, in.base) }},
	{"Relativize on its child", true, func(e *earl.Edition, in growthInput) {
		if child, err := e.Resolve(in.u, "child"); err == nil {
			_, _ = e.Relativize(child, in.u)
		}
	}},
	{"Normalize", true, func(e *earl.Edition, in growthInput) { in.u.Normalize(earl.LevelScheme) }},
	{"AppendNormalize", true, func(e *earl.Edition, in growthInput) { in.u.AppendNormalize(nil, earl.LevelScheme) }},
	{"Equal", true, func(e *earl.Edition, in growthInput) {
		in.u.Equal(in.u.Safer("a"), earl.LevelScheme)
	}},
	{"Safer", true, func(e *earl.Edition, in growthInput) { in.u.Safer("-.:;") }},
	{"Redacted", true, func(e *earl.Edition, in growthInput) { in.u.Redacted(); in.u.WithoutPassword() }},
	{"Origin", true, func(e *earl.Edition, in growthInput) { in.u.Origin(); in.u.CanResolve(); in.u.PortNumber() }},
	{"Compose", true, func(e *earl.Edition, in growthInput) { _, _ = e.Compose(in.u.Parts()) }},
	{"Segments", true, func(e *earl.Edition, in growthInput) {
		for range in.u.Segments() {
		}
	}},
	{"With user", false, func(e *earl.Edition, in growthInput) {
		_, _ = in.base.With(earl.ComponentUser, earl.Some(earl.Octets(in.text)))
	}},
	{"With password", false, func(e *earl.Edition, in growthInput) {
		_, _ = in.base.With(earl.ComponentPassword, earl.Some(earl.Octets(in.text)))
	}},
	{"With host", false, func(e *earl.Edition, in growthInput) {
		_, _ = in.base.With(earl.ComponentHost, earl.Some(earl.Octets(in.text)))
	}},
	{"With scheme", false, func(e *earl.Edition, in growthInput) {
		_, _ = in.base.With(earl.ComponentScheme, earl.Some(earl.Octets(in.text)))
	}},
	{"With port", false, func(e *earl.Edition, in growthInput) {
		_, _ = in.base.With(earl.ComponentPort, earl.Some(earl.Octets(in.text)))
	}},
	{"With path", false, func(e *earl.Edition, in growthInput) {
		_, _ = in.base.With(earl.ComponentPath, earl.Some(earl.Octets(in.text)))
	}},
	{"With query", false, func(e *earl.Edition, in growthInput) {
		_, _ = in.base.With(earl.ComponentQuery, earl.Some(earl.Octets(in.text)))
	}},
	{"With fragment", false, func(e *earl.Edition, in growthInput) {
		_, _ = in.base.With(earl.ComponentFragment, earl.Some(earl.Octets(in.text)))
	}},
	{"ParseView", true, func(e *earl.Edition, in growthInput) {
		if v, err := views.Parse(in.u); err == nil {
			_, _ = v.URL(e)
		}
	}},
	{"Query", false, func(e *earl.Edition, in growthInput) {
		q := neturl.ParseQuery(in.text)
		q.Append("b", "x")
		q.Set("b", "y")
		q.Sort()
		_ = q.String()
		q.Delete("b")
	}},
	{"Redact", false, func(e *earl.Edition, in growthInput) { earl.Redact(in.text) }},
	{"Unescape", false, func(e *earl.Edition, in growthInput) {
		_ = earl.Unescape(in.text).Printable()
		e.AppendEscape(nil, earl.Octets(in.text), "/")
	}},
	{"FileFromNative", false, func(e *earl.Edition, in growthInput) {
		_, _ = views.FileFromNative("linux", in.text)
		_, _ = views.FileFromNative("windows", in.text)
		_, _ = views.FileFromVMS(in.text, true)
	}},
	{"neturl", true, func(e *earl.Edition, in growthInput) {
		if n, err := neturl.To(in.u); err == nil {
			_, _ = neturl.From(n, e)
		}
		neturl.Losses(in.u)
	}},
}

// The time of every function is linear in the length of its input: 16 times the
// input takes at most 20 times as long. The worst inputs of each function are
// found by measuring. EARL_GROWTH=1 compares 16 MiB with 1 MiB, which takes a
// minute.
func TestGrowth(t *testing.T) {
	if os.Getenv("EARL_GROWTH") == "" {
		longtest.OnlyInGate(t, "calls each function 9,000 times")
	}
	const growth = 16
	// Times below the floor are not compared. Short times depend on the load of
	// the machine, and times below 3 ns per byte on whether 1 MiB fits in a
	// cache.
	size, bar, floor, inputs := 8<<10, 64.0, 100*time.Millisecond, 2
	if racedetector.On {
		inputs = 1
	}
	if os.Getenv("EARL_GROWTH") != "" {
		size, bar, floor, inputs = 1<<20, 20.0, 48*time.Millisecond, 1
		// The program should already have the memory for 16 MiB, as for 1 MiB.
		defer debug.SetGCPercent(debug.SetGCPercent(800))
	}
	for e := range editions.All() {
		t.Run(e.Name(), func(t *testing.T) {
			for _, op := range growthOperations {
				for _, in := range nastiest(e, op.do, op.url)[:inputs] {
					short, long := in.repeated(e, size, op.url), in.repeated(e, growth*size, op.url)
					m := measureGrowth(func() { op.do(e, short) }, func() { op.do(e, long) }, growth, func(m growthTimes) bool {
						return slices.Min(m.long) < floor || m.ratio() <= bar
					})
					t.Logf("%s: %q, %q ...: %v, %v: %.1f times", op.name, in.head, in.piece, slices.Min(m.short), slices.Min(m.long), m.ratio())
					if slices.Min(m.long) >= floor && m.ratio() > bar {
						t.Errorf("%s: of %q and many %q %d times as much takes %.1f times as long, at most %.0f", op.name, in.head, in.piece, growth, m.ratio(), bar)
					}
				}
			}
		})
	}
}

// growthTimes are the times of a short and a long input, one of each for every try.
type growthTimes struct{ short, long []time.Duration }

// ratio returns how many times as long the long input takes. A load of the machine during some
// tries raises either the ratio of the least times or the median of the ratios of the tries, and
// what is slow in itself raises both: the smaller one counts.
func (m growthTimes) ratio() float64 {
	ratios := make([]float64, len(m.long))
	for i := range m.long {
		ratios[i] = float64(m.long[i]) / float64(m.short[i])
	}
	slices.Sort(ratios)
	return min(float64(slices.Min(m.long))/float64(slices.Min(m.short)), ratios[len(ratios)/2])
}

// measureGrowth measures both inputs until the times are good. It tries at most 24 times, with
// a pause after every 6 tries: a busy machine is not busy all the time. The short input is read
// as many times as gives the length of the long one, for the same amount of garbage and a
// measurement of the same length.
func measureGrowth(short, long func(), growth int, good func(growthTimes) bool) (m growthTimes) {
	for try := range 24 {
		if try > 0 && try%6 == 0 {
			time.Sleep(2 * time.Second)
		}
		m.short, m.long = append(m.short, timeOf(short, growth)), append(m.long, timeOf(long, 1))
		if good(m) {
			break
		}
	}
	return m
}

// timeOf returns the CPU time of one call of several.
func timeOf(do func(), calls int) time.Duration {
	runtime.GC()
	start := cpuTime()
	for range calls {
		do()
	}
	return max((cpuTime()-start)/time.Duration(calls), time.Microsecond)
}

// nastiest returns the inputs for which a function takes longest, the longest
// first.
func nastiest(e *earl.Edition, do func(*earl.Edition, growthInput), url bool) []growthInput {
	type timed struct {
		growthInput
		time time.Duration
	}
	const size = 2 << 10
	var all []timed
	for _, head := range heads {
		for _, piece := range nasty {
			in := growthInput{head: head, piece: piece}.repeated(e, size, url)
			if url && in.u.IsZero() {
				continue
			}
			start := cpuTime()
			do(e, in)
			once := cpuTime()
			do(e, in)
			all = append(all, timed{in, min(once-start, cpuTime()-once)})
		}
	}
	slices.SortFunc(all, func(a, b timed) int { return cmp.Compare(b.time, a.time) })
	inputs := make([]growthInput, len(all))
	for i := range all {
		inputs[i] = all[i].growthInput
	}
	return inputs
}

// repeated returns the input, with its piece repeated up to a size.
func (in growthInput) repeated(e *earl.Edition, size int, url bool) growthInput {
	in.text = in.head + strings.Repeat(in.piece, size/len(in.piece))
	in.base = e.MustParse("http://a/b/c/d")
	if url {
		in.u, _ = e.Parse(in.text)
	}
	return in
}

// Noise of single tries does not make a function slow, and a slow function stays slow.
func TestGrowthRatio(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct {
		name        string
		short, long []time.Duration
		slow        bool // more than 20 times
	}{
		{"linear", []time.Duration{ms, ms, ms}, []time.Duration{16 * ms, 17 * ms, 16 * ms}, false},
		{"one short time is low", []time.Duration{ms, ms / 2, ms}, []time.Duration{16 * ms, 16 * ms, 16 * ms}, false},
		{"long times are high", []time.Duration{ms, ms, ms}, []time.Duration{40 * ms, 16 * ms, 40 * ms}, false},
		{"quadratic", []time.Duration{ms, ms, 2 * ms}, []time.Duration{256 * ms, 270 * ms, 300 * ms}, true},
		{"a little more than linear", []time.Duration{ms, ms, ms}, []time.Duration{21 * ms, 21 * ms, 22 * ms}, true},
	} {
		if ratio := (growthTimes{c.short, c.long}).ratio(); (ratio > 20) != c.slow {
			t.Errorf("%s: %.1f times", c.name, ratio)
		}
	}
}
