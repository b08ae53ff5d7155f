package main

import (
	"bufio"
	"errors"
	"os"
	"testing"
	"time"

	"github.com/earl-url/earl/open"
)

// TestRowsAreShownAsTheyCome checks that a row is written before the next entry
// of a slow listing arrives.
func TestRowsAreShownAsTheyCome(t *testing.T) {
	for name, set := range map[string]func(f *getFlags){
		"rows": func(*getFlags) {}, "--json": func(f *getFlags) { f.json = true },
	} {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		flags := newGetFlags()
		set(flags)
		next, done := make(chan bool), make(chan error, 1)
		l := &open.Listing{Close: func() error { return nil }, Entries: func(yield func(open.Entry, error) bool) {
			for <-next {
				if !yield(open.Entry{Name: "entry", Meta: open.Meta{Size: -1}}, nil) {
					return
				}
			}
		}}
		go func() {
			done <- (&getter{s: &streams{out: w}, flags: flags}).listing(l)
			w.Close()
		}()
		r.SetReadDeadline(time.Now().Add(20 * time.Second)) // ends a failed test
		lines := bufio.NewReader(r)
		for i := range 3 {
			next <- true
			if _, err := lines.ReadString('\n'); err != nil {
				t.Fatalf("%s: row %d is not written while the next is awaited: %v", name, i+1, err)
			}
		}
		close(next)
		if err := <-done; err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestRowsReportErrors checks that an error of a flush by the timer is not lost.
func TestRowsReportErrors(t *testing.T) {
	w := newRowWriter(brokenWriter{})
	w.Write([]byte("row\n"))
	w.flush()
	if _, err := w.Write([]byte("row\n")); err == nil {
		t.Error("the error of the flush is lost")
	}
	if err := w.Close(); err == nil {
		t.Error("Close does not report the error")
	}
}

// brokenWriter fails at each write.
type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("broken") }
