package linkcheck_test

import (
	"context"
	"errors"
	"fmt"
	nethttp "net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl/linkcheck"
)

// goroutines waits until no goroutine of this package's code is left.
func goroutines(t *testing.T) {
	t.Helper()
	var stacks string
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
		buf := make([]byte, 1<<20)
		stacks = string(buf[:runtime.Stack(buf, true)])
		if !strings.Contains(stacks, "earl/linkcheck.(") {
			return
		}
	}
	t.Errorf("goroutines are left:\n%s", stacks)
}

// A check ends soon, however it ends, returns the reason, and leaves no
// goroutine.
func TestEnds(t *testing.T) {
	failure := errors.New("trouble")
	rows := []struct {
		name    string
		targets func(site string, cancel func(), yield func(linkcheck.Link, error) bool)
		report  func(cancel func()) error
		want    error
	}{
		{name: "cancelled at once", want: context.Canceled,
			targets: func(_ string, cancel func(), yield func(linkcheck.Link, error) bool) { cancel() }},
		{name: "cancelled in the middle", want: context.Canceled,
			report: func(cancel func()) error { cancel(); return nil }},
		{name: "a report that fails", want: failure,
			report: func(func()) error { return failure }},
		{name: "targets that fail", want: failure,
			targets: func(site string, _ func(), yield func(linkcheck.Link, error) bool) {
				if yield(linkcheck.Link{URL: site, Place: linkcheck.Place{File: "f"}}, nil) {
					yield(linkcheck.Link{}, failure)
				}
			}},
		{name: "targets without an end", want: context.Canceled,
			report: func(cancel func()) error { cancel(); return nil },
			targets: func(site string, _ func(), yield func(linkcheck.Link, error) bool) {
				for i := 0; yield(linkcheck.Link{URL: fmt.Sprintf("%s/%d", site, i%100), Place: linkcheck.Place{File: "f"}}, nil); i++ {
				}
			}},
		{name: "nothing", want: nil, targets: func(string, func(), func(linkcheck.Link, error) bool) {}},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			site := serve(t, nethttp.HandlerFunc(func(w nethttp.ResponseWriter, q *nethttp.Request) {
				if q.URL.Path == "/stall" {
					<-q.Context().Done()
				}
			}))
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			o := quick(t)
			o.Sorted = false
			targets := func(yield func(linkcheck.Link, error) bool) {
				if r.targets != nil {
					r.targets(site, cancel, yield)
					return
				}
				for i := range 100 {
					for _, path := range []string{"/stall", "/"} {
						place := linkcheck.Place{File: "f"}
						if !yield(linkcheck.Link{URL: fmt.Sprint(site, path, "?", i), Place: place}, nil) {
							return
						}
					}
				}
			}
			o.PerHost = 16
			_, err := linkcheck.Run(ctx, o, targets, func(linkcheck.Result) error {
				if r.report != nil {
					return r.report(cancel)
				}
				return nil
			})
			if !errors.Is(err, r.want) {
				t.Errorf("error %v, want %v", err, r.want)
			}
			goroutines(t)
		})
	}
}
