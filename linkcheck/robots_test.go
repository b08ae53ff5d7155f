package linkcheck_test

import (
	"fmt"
	nethttp "net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl/linkcheck"
)

// A robots.txt that cannot be read forbids all pages that the user did not type, and the
// check reports it. Source: rfc9309 2.3.1.4.
func TestRobotsThatCannotBeRead(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]nethttp.HandlerFunc{
		"closed": func(nethttp.ResponseWriter, *nethttp.Request) { panic(nethttp.ErrAbortHandler) },
		"truncated": func(w nethttp.ResponseWriter, _ *nethttp.Request) {
			w.Header().Set("Content-Length", "9")
			fmt.Fprint(w, "User")
		},
		"hangs":        func(_ nethttp.ResponseWriter, q *nethttp.Request) { <-q.Context().Done() },
		"server error": func(w nethttp.ResponseWriter, _ *nethttp.Request) { w.WriteHeader(503) },
		"no target":    func(w nethttp.ResponseWriter, _ *nethttp.Request) { w.WriteHeader(301) },
		"loop": func(w nethttp.ResponseWriter, q *nethttp.Request) {
			nethttp.Redirect(w, q, "/robots.txt", nethttp.StatusFound)
		},
		"refused": func(w nethttp.ResponseWriter, q *nethttp.Request) {
			nethttp.Redirect(w, q, "http://169.254.169.254/", nethttp.StatusFound)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			site := serve(t, nethttp.HandlerFunc(func(w nethttp.ResponseWriter, q *nethttp.Request) {
				if q.URL.Path == "/robots.txt" {
					answer(w, q)
					return
				}
				pages{"/": "<a href=a><a href=b>"}.ServeHTTP(w, q)
			}))
			o := quick(t)
			o.Recursive, o.Retries, o.Timeout = true, 0, 500*time.Millisecond
			var told []linkcheck.RobotsProblem
			o.RobotsProblem = func(p linkcheck.RobotsProblem) { told = append(told, p) }
			list, summary := run(t, o, typed(site+"/"))
			if summary.Count(linkcheck.Skipped) != 2 || summary.Pages != 1 || !strings.Contains(fmt.Sprint(lines(list)), "robots.txt cannot be read") {
				t.Errorf("%+v, %q", summary, lines(list))
			}
			if len(told) != 1 || told[0].URL != site+"/robots.txt" || told[0].Err == nil || !strings.Contains(told[0].String(), "cannot be read") {
				t.Errorf("reported %v", told)
			}
		})
	}
}

// Lines of a robots.txt that are not understood are reported, and the others are followed.
// Source: rfc9309 2.3.1.1.
func TestRobotsWithOddLines(t *testing.T) {
	t.Parallel()
	site := serve(t, pages{"/": "<a href=secret>", "/secret": "", "/robots.txt": "Disallow: /x\nUser-agent : *\nCrawl-delay: fast\nDisallow: /s%65cret\n"})
	o := quick(t)
	o.Recursive = true
	var told []string
	o.RobotsProblem = func(p linkcheck.RobotsProblem) { told = append(told, p.String()) }
	_, summary := run(t, o, typed(site+"/"))
	want := []string{site + "/robots.txt: 2 of its lines are not as in rfc9309 2.2, the first is line 1; the others are followed"}
	if summary.Count(linkcheck.Skipped) != 1 || !slices.Equal(told, want) {
		t.Errorf("%+v, reported %q, want %q", summary, told, want)
	}
}

// If a server cannot be reached, its URLs are problems and not skipped, and a check that
// follows robots.txt for each URL does not report them twice.
func TestRobotsOfServersThatAreDown(t *testing.T) {
	t.Parallel()
	o := quick(t)
	o.Robots, o.Retries = true, 0
	o.RobotsProblem = func(p linkcheck.RobotsProblem) { t.Errorf("reported %v", p) }
	list, _ := run(t, o, linked("http://down.invalid/a", "http://down.invalid/b"))
	for _, r := range list {
		if r.Status != linkcheck.NoConnection {
			t.Errorf("%s is %v, %s", r.URL, r.Status, r.Message)
		}
	}
	if len(list) != 2 {
		t.Errorf("%q", lines(list))
	}
}

// With Options.Robots, a redirect does not lead to a URL that robots.txt forbids.
func TestRobotsForbidTargetsOfRedirects(t *testing.T) {
	t.Parallel()
	site := serve(t, nethttp.HandlerFunc(func(w nethttp.ResponseWriter, q *nethttp.Request) {
		switch q.URL.Path {
		case "/robots.txt":
			fmt.Fprint(w, "User-agent: *\nDisallow: /secret\n")
		case "/secret":
			t.Error("/secret was requested")
		default:
			nethttp.Redirect(w, q, "/secret", nethttp.StatusFound)
		}
	}))
	o := quick(t)
	o.Robots, o.Policy = true, loopback
	if list, summary := run(t, o, linked(site+"/a")); summary.Count(linkcheck.Skipped) != 1 {
		t.Errorf("%q", lines(list))
	}
}
