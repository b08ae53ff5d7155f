package main

import (
	"bytes"
	"fmt"
	"go/build"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"testing"
	"time"

	"mvdan.cc/xurls/v2"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/labelled"
)

// A finder returns the start and end of each URL in a text.
type finder func(text []byte) [][]int

// byEarl finds URLs with package extract.
func byEarl(o extract.Options) finder {
	return func(text []byte) (spans [][]int) {
		for m, err := range extract.Text(bytes.NewReader(text), o) {
			if err != nil {
				panic(err)
			}
			spans = append(spans, []int{int(m.Offset), int(m.Offset) + len(m.Text)})
		}
		return spans
	}
}

// byXurls finds them with a pattern of xurls.
func byXurls(pattern *regexp.Regexp) finder {
	return func(text []byte) [][]int { return pattern.FindAllIndex(text, -1) }
}

// A labelledLine is a line of the labelled set of package extract, without its marks.
type labelledLine struct {
	text         string
	plain, loose map[string]bool // the start and end of each URL, and the URL
}

// labelledLines reads the labelled set.
func labelledLines(t *testing.T) (list []labelledLine) {
	text, err := os.ReadFile("../../../extract/testdata/labelled.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range labelled.Parse(string(text)) {
		line := labelledLine{text: d.Text, plain: map[string]bool{}, loose: map[string]bool{}}
		for _, l := range d.Labels {
			spans := line.plain
			if l.Kind == labelled.Loose {
				spans = line.loose
			}
			spans[fmt.Sprint([]int{l.Start, l.End})] = true
		}
		list = append(list, line)
	}
	return list
}

// score returns precision and recall of a finder on the set.
func score(list []labelledLine, find finder, loose bool) (precision, recall float64) {
	right, got, want := 0, 0, 0
	for _, l := range list {
		want += len(l.plain)
		if loose {
			want += len(l.loose)
		}
		for _, span := range find([]byte(l.text)) {
			got++
			if key := fmt.Sprint(span); l.plain[key] || loose && l.loose[key] {
				right++
			}
		}
	}
	return float64(right) / float64(got), float64(right) / float64(want)
}

// On the labelled set earl finds at least the URLs that xurls finds, and has no more errors.
func TestExtractAgainstXurls(t *testing.T) {
	list := labelledLines(t)
	for _, c := range []struct {
		name         string
		ours, theirs finder
		loose        bool
	}{
		{"with a scheme", byEarl(extract.Options{}), byXurls(xurls.Strict()), false},
		{"loose", byEarl(extract.Options{Hosts: true, Addresses: true}), byXurls(xurls.Relaxed()), true},
	} {
		precision, recall := score(list, c.ours, c.loose)
		theirPrecision, theirRecall := score(list, c.theirs, c.loose)
		t.Logf("%s, %d lines: precision %.4f, recall %.4f; xurls %.4f, %.4f", c.name, len(list), precision, recall, theirPrecision, theirRecall)
		if precision < theirPrecision || recall < theirRecall {
			t.Errorf("%s: worse than xurls", c.name)
		}
	}
}

// mixedText returns a text of a given size: the source documents if they are next to the
// checkout, README files of this module and of the module cache, and a log.
func mixedText(t testing.TB, size int) []byte {
	var b bytes.Buffer
	for _, pattern := range []string{"../../shared/standards/*.txt", "../*.md", filepath.Join(build.Default.GOPATH, "pkg/mod/github.com/*/*/README.md")} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			if text, err := os.ReadFile(name); err == nil && b.Len() < size/2 {
				b.Write(text)
			}
		}
	}
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, "10.0.0.%d - - [21/Nov/2026:12:%02d:%02d +0000] \"GET /a/%d HTTP/1.1\" 200 %d \"http://www.example.org/ref/%d\" \"Mozilla/5.0 (X11; rv:1.0)\"\n",
			i%256, i/60%60, i%60, i, i*7, i)
	}
	return b.Bytes()[:size]
}

// At least 100 times the speed of xurls on one core, by CPU time in one run. Requirements E1,
// E3.
func TestExtractSpeed(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	text := mixedText(t, 1<<20)
	ours, theirs := time.Duration(0), time.Duration(0)
	earl, xurl := byEarl(extract.Options{}), byXurls(xurls.Strict())
	const times = 50 // so that the resolution of the clock does not matter
	for round := range 5 {
		a := spent(func() {
			for range times {
				earl(text)
			}
		}) / times
		if round == 0 || a < ours {
			ours = a
		}
		if round < 2 {
			if b := spent(func() { xurl(text) }); round == 0 || b < theirs {
				theirs = b
			}
		}
	}
	ratio, size := float64(theirs)/float64(ours), int64(len(text))
	t.Logf("%d bytes: %.0f MB/s, xurls %.2f MB/s: %.0f times", size, speed(size, ours), speed(size, theirs), ratio)
	if ratio < 100 {
		t.Errorf("%.0f times the speed of xurls, want 100", ratio)
	}
}

// spent returns the CPU time of a function.
func spent(do func()) time.Duration {
	start := cpuTime()
	do()
	return cpuTime() - start
}
