package linkcheck_test

import (
	"context"
	"fmt"
	nethttp "net/http"
	"net/http/httptest"
	"strings"

	"github.com/earl-url/earl/linkcheck"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/all"
)

// This example checks a site, starting with its first page.
func ExampleRun() {
	site := httptest.NewServer(nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		if r.URL.Path != "/" {
			nethttp.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, `<a href="gohper://h.example/">a menu</a> <a href="/old">what was</a>`)
	}))
	defer site.Close()
	client := open.New(open.Options{}, all.Openers()...)
	defer client.Close()

	targets := func(yield func(linkcheck.Link, error) bool) {
		yield(linkcheck.Link{URL: site.URL + "/"}, nil)
	}
	o := linkcheck.Options{Client: client, Recursive: true, Sorted: true}
	_, err := linkcheck.Run(context.Background(), o, targets, func(r linkcheck.Result) error {
		if r.Status.Fault() {
			fmt.Printf("%d:%d: %s: %s\n", r.Places[0].Line, r.Places[0].Column, r.Status, strings.ReplaceAll(r.Message, site.URL, ""))
		}
		return nil
	})
	fmt.Println(err)
	// Output:
	// 1:10: unknown-scheme: the scheme "gohper" is unknown: did you mean "gopher"?
	// 1:51: not-found: 404 Not Found
	// <nil>
}
