package linkcheck_test

import (
	"fmt"
	nethttp "net/http"
	"os"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/earl-url/earl/linkcheck"
)

func TestParseStatuses(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]linkcheck.StatusRange{
		"200":                {{200, 200}},
		"200..=299,403, 429": {{200, 299}, {403, 403}, {429, 429}},
		"200..204":           {{200, 203}},
		"..=204":             {{100, 204}},
		"500..":              {{500, 999}},
		"999":                {{999, 999}},
		"":                   nil, "2000": nil, "99": nil, "x": nil, "300..200": nil, "200..200": nil, "200,,300": nil, "200..=": nil, "-200": nil, "+200": nil,
	} {
		got, err := linkcheck.ParseStatuses(text)
		if !reflect.DeepEqual(got, want) || (err == nil) != (want != nil) {
			t.Errorf("ParseStatuses(%q) = %v, %v, want %v", text, got, err, want)
		}
	}
}

// codes is a server whose paths are the status of the response.
func codes(w nethttp.ResponseWriter, r *nethttp.Request) {
	var code int
	fmt.Sscanf(r.URL.Path, "/%d", &code)
	w.WriteHeader(code)
}

// Options.Accept replaces the statuses that are not faults.
func TestAccept(t *testing.T) {
	t.Parallel()
	site := serve(t, nethttp.HandlerFunc(codes))
	for _, row := range []struct {
		path string
		want linkcheck.Status
	}{
		{"/200", linkcheck.OK}, {"/404", linkcheck.OK}, {"/401", linkcheck.OK}, {"/503", linkcheck.OK},
		{"/204", linkcheck.Failed}, {"/410", linkcheck.NotFound}, {"/500", linkcheck.Failed},
	} {
		o := quick(t)
		var err error
		if o.Accept, err = linkcheck.ParseStatuses("200,404,401,503"); err != nil {
			t.Fatal(err)
		}
		if got := one(t, o, site+row.path); got.Status != row.want {
			t.Errorf("%s: %v: %s, want %v", row.path, got.Status, got.Message, row.want)
		}
	}
}

// The statuses of Options.Host replace those for all servers.
func TestAcceptOfHost(t *testing.T) {
	t.Parallel()
	site, other := serve(t, nethttp.HandlerFunc(codes)), serve(t, nethttp.HandlerFunc(codes))
	o := quick(t)
	o.Accept = []linkcheck.StatusRange{{First: 404, Last: 404}}
	o.Host = func(address string) linkcheck.HostOptions {
		if strings.HasSuffix(site, address) {
			return linkcheck.HostOptions{Accept: []linkcheck.StatusRange{{First: 410, Last: 410}}}
		}
		return linkcheck.HostOptions{}
	}
	for url, want := range map[string]linkcheck.Status{site + "/410": linkcheck.OK, site + "/404": linkcheck.NotFound, other + "/404": linkcheck.OK} {
		if got := one(t, o, url); got.Status != want {
			t.Errorf("%s: %v: %s, want %v", url, got.Status, got.Message, want)
		}
	}
}

// Offline opens only local files, and finds fragments in them.
func TestOffline(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(dir+"/a.html", []byte("<p id=here>"), 0o600); err != nil {
		t.Fatal(err)
	}
	o := quick(t)
	o.Offline = true
	list, summary := run(t, o, linked("http://127.0.0.1:1/x", "mailto:joe@h.example", "file://"+dir+"/a.html#here", "file://"+dir+"/a.html#gone", "file://"+dir+"/none"))
	want := [...]int{3, 0, 2}
	if summary.Severities != want || summary.Count(linkcheck.Skipped) != 2 {
		t.Errorf("%v: %q", summary.Severities, lines(list))
	}
}

// With Retrieve no HEAD is sent.
func TestRetrieve(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	methods := map[string]int{}
	site := serve(t, nethttp.HandlerFunc(func(_ nethttp.ResponseWriter, r *nethttp.Request) {
		mu.Lock()
		defer mu.Unlock()
		methods[r.Method]++
	}))
	o := quick(t)
	o.Retrieve = true
	r := one(t, o, site+"/x")
	mu.Lock()
	defer mu.Unlock()
	if r.Status != linkcheck.OK || methods["HEAD"] > 0 || methods["GET"] != 1 {
		t.Errorf("%v, %v", r.Status, methods)
	}
}
