package linkcheck_test

import (
	"context"
	"errors"
	nethttp "net/http"
	"testing"

	"github.com/earl-url/earl/linkcheck"
)

// An interrupted check reports the results that it has, also those that wait for earlier ones.
func TestInterruptedSorted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	site := serve(t, nethttp.HandlerFunc(func(w nethttp.ResponseWriter, q *nethttp.Request) {
		if q.URL.Path == "/stall" {
			<-q.Context().Done()
		}
	}))
	o := quick(t)
	o.Sorted = true
	o.Progress = func(p linkcheck.Progress) {
		if p.Done == 1 {
			cancel()
		}
	}
	var got []linkcheck.Result
	sum, err := linkcheck.Run(ctx, o, typed(site+"/fine", site+"/stall"), func(r linkcheck.Result) error {
		got = append(got, r)
		return nil
	})
	if !errors.Is(err, context.Canceled) || !sum.Interrupted || len(got) != 1 || got[0].URL != site+"/fine" {
		t.Errorf("got %v, %v, interrupted %v; want the result of /fine", got, err, sum.Interrupted)
	}
}
