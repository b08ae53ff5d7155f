package linkcheck_test

import (
	nethttp "net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/earl-url/earl/linkcheck"
)

// Options.Host sets the limits of one server: here it allows one URL at a time, and all others
// four.
func TestHostLimits(t *testing.T) {
	var now, most atomic.Int32
	site := serve(t, nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		if n := now.Add(1); n > most.Load() {
			most.Store(n)
		}
		defer now.Add(-1)
		time.Sleep(5 * time.Millisecond) // so that simultaneous requests would overlap
		w.Write([]byte("x"))
	}))
	var urls []string
	for _, name := range strings.Fields("a b c d e f") {
		urls = append(urls, site+"/"+name)
	}
	o := quick(t)
	o.PerHost = 4
	for _, want := range []bool{true, false} {
		most.Store(0)
		if want {
			o.Host = func(address string) linkcheck.HostOptions {
				if !strings.HasSuffix(site, address) {
					t.Errorf("requests to %q", address)
				}
				return linkcheck.HostOptions{PerHost: 1}
			}
		} else {
			o.Host = nil
		}
		if _, err := linkcheck.Run(t.Context(), o, linked(urls...), func(linkcheck.Result) error { return nil }); err != nil {
			t.Fatal(err)
		}
		if (most.Load() == 1) != want {
			t.Errorf("with own limits %v: %d requests at once", want, most.Load())
		}
	}
}
