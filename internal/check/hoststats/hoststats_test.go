package hoststats_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl/internal/check/hoststats"
	"github.com/earl-url/earl/linkcheck"
)

func TestCounts(t *testing.T) {
	t.Parallel()
	var s hoststats.Counts
	for _, r := range []linkcheck.Result{
		{URL: "http://b.example/1", Took: 2 * time.Millisecond},
		{URL: "http://b.example/1", Status: linkcheck.NoFragment, Severity: linkcheck.SeverityFault, Took: 2 * time.Millisecond},
		{URL: "http://B.example:80/2", Severity: linkcheck.SeverityWarning, Took: 4 * time.Millisecond},
		{URL: "https://a.example/", Took: time.Millisecond},
		{URL: "mailto:joe@h.example"}, {URL: "not a url"},
	} {
		s.Add(&r)
	}
	want := "b.example:80: URLs 2, problems 1, warnings 1, mean time 3ms\na.example:443: URLs 1, problems 0, warnings 0, mean time 1ms"
	if got := strings.Join(slices.Collect(s.Lines()), "\n"); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}
