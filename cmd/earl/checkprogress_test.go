package main

import (
	"testing"
	"time"

	"github.com/earl-url/earl/linkcheck"
)

func TestCheckLine(t *testing.T) {
	p := linkcheck.Progress{Done: 200, Known: 1000, Pages: 10, Faults: 1}
	for _, r := range []struct {
		took  time.Duration
		width int
		want  string
	}{
		{10 * time.Second, 80, "200 of 1000 URLs, 1 problem  20/s  00:40"},
		{10 * time.Second, 11, "200 of 1000"},
		{10 * time.Second, -1, ""},
	} {
		if got := checkLine(p, r.took, r.width); got != r.want {
			t.Errorf("checkLine(%v, %d) = %q, want %q", r.took, r.width, got, r.want)
		}
	}
	if got := checkLine(linkcheck.Progress{Known: 3}, time.Second, 80); got != "0 of 3 URLs, 0 problems  0/s  --:--" {
		t.Errorf("before the first result: %q", got)
	}
}
