package main

import (
	"strings"
	"testing"
	"time"
)

// The line is drawn at most five times a second, and removed at the end.
func TestProgress(t *testing.T) {
	var out strings.Builder
	at := time.Unix(0, 0)
	p := &progress{out: &out, now: func() time.Time { return at }, began: at.Add(-time.Second)}
	p.rows(2_000_000)
	p.rows(2_500_000)
	at = at.Add(time.Second)
	p.rows(3_000_000)
	p.clear()
	want := "\r2000000 rows, 2.00 million per second\x1b[K\r3000000 rows, 1.50 million per second\x1b[K\r\x1b[K"
	if out.String() != want {
		t.Errorf("drawn: %q, want %q", out.String(), want)
	}
	var none *progress
	none.clear()
}

// Nothing is drawn in a pipe, or if the rows go to stdout.
func TestNoProgress(t *testing.T) {
	if newProgress("") != nil {
		t.Error("a line beside rows on stdout")
	}
}
