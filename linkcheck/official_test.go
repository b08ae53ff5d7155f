package linkcheck_test

import (
	"io"
	nethttp "net/http"
	"slices"
	"testing"

	"github.com/earl-url/earl/linkcheck"
)

// A page that names a dead URL as its own gets a warning. A link to that URL is still a fault, and
// the URL is opened once. Source: rfc6596 3.
func TestOfficial(t *testing.T) {
	t.Parallel()
	opened := make(chan string, 100)
	site := serve(t, nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		opened <- r.URL.Path
		w.Header().Set("Content-Type", "text/html")
		switch r.URL.Path {
		case "/":
			io.WriteString(w, "<link rel=canonical href=/dead><meta property=og:url content=/dead#x><a href=/both><a href=/alive>")
		case "/alive":
			io.WriteString(w, "<link rel=canonical href=/alive><p id=x>")
		case "/both":
			io.WriteString(w, "<link rel=canonical href=/lost><link rel=canonical href=/moved><a href=/lost>")
		case "/moved":
			nethttp.Redirect(w, r, "/alive", nethttp.StatusMovedPermanently)
		default:
			nethttp.NotFound(w, r)
		}
	}))
	for _, strict := range []bool{false, true} {
		o := quick(t)
		o.Recursive, o.Strict, o.Sorted = true, strict, true
		list, summary := run(t, o, typed(site+"/"))
		var got []string
		for _, r := range list {
			if r.Status != linkcheck.OK {
				got = append(got, r.Severity.String()+" "+r.Status.String()+" "+r.URL[len(site):]+" "+r.Message)
			}
		}
		mild := "warning"
		if strict {
			mild = "fault"
		}
		want := []string{mild + " not-found /dead the page names this as its own URL: 404 Not Found", mild + " not-found /lost the page names this as its own URL: 404 Not Found",
			mild + " redirected /moved it redirects to " + site + "/alive", "fault not-found /lost 404 Not Found"}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("strict %t:\n%q, want\n%q", strict, got, want)
		}
		if faults := 1; !strict && summary.Faults() != faults {
			t.Errorf("%d faults, want %d", summary.Faults(), faults)
		}
		times := map[string]int{}
		for range len(opened) {
			times[<-opened]++
		}
		for path, n := range times {
			if n > 2 || n > 1 && path != "/alive" && path != "/" && path != "/both" {
				t.Errorf("%s was opened %d times", path, n)
			}
		}
	}
}
