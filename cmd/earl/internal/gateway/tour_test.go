package gateway

import (
	"net/http"
	"strings"
	"testing"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/ftp"
	"github.com/earl-url/earl/open/gopher"
)

// The start link opens the tour if there is one. Each stop links to its URL, or to the
// explanation if the gateway cannot open the URL. No password is on the page.
func TestTour(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: []open.Opener{gopher.Opener{}, new(ftp.Opener)}, Tour: &Tour{
		Title: "A walk", Text: "Two <rooms>.",
		Parts: []TourPart{{Title: "One", Stops: []Stop{
			{URL: "gopher://h/1", Title: "Menu & more", Text: "Look."},
			{URL: "ftp://u:hunter2@h/a", Title: "Desk", Text: "Sit."},
		}}, {Title: "Two", Stops: []Stop{
			{URL: "gopher://h/a b", Title: "Broken", Text: "See why."},
			{URL: "javascript:alert(1)", Title: "Script", Text: "No."},
		}}},
	}})
	resp, _ := b.get("/start?token=" + b.gateway.starts.New("", nil))
	if to := resp.Header.Get("Location"); to != "/tour" {
		t.Errorf("the start link redirects to %q", to)
	}
	_, page := b.get("/tour")
	b.wants(page, "<h1>A walk</h1>", "Two &lt;rooms&gt;.", "Menu &amp; more",
		`href="/open?url=gopher%3A%2F%2Fh%2F1"`, `href="/docs/gopher"`, `href="/open?url=ftp%3A%2F%2Fu%40h%2Fa"`,
		`href="/explain?url=gopher%3A%2F%2Fh%2Fa&#43;b"`, `href="/explain?url=javascript%3Aalert%281%29"`)
	b.lacks(page, "hunter2")
	if _, front := b.get("/"); !strings.Contains(front, `href="/tour"`) {
		t.Error("the front page does not lead to the tour")
	}
}

// Without a tour, /tour does not exist and the start link opens the front page.
func TestNoTour(t *testing.T) {
	t.Parallel()
	b := start(t, Options{})
	if resp, _ := b.get("/tour"); resp.StatusCode != http.StatusNotFound {
		t.Errorf("/tour: %s", resp.Status)
	}
	resp, _ := b.get("/start?token=" + b.gateway.starts.New("", nil))
	if to := resp.Header.Get("Location"); to != "/" {
		t.Errorf("the start link redirects to %q", to)
	}
	_, front := b.get("/")
	b.lacks(front, `href="/tour"`)
}
