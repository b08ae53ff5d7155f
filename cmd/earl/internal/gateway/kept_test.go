package gateway

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// barOf returns the text of the address bar of a page, and the id of the text that it
// represents.
func barOf(page string) (text, id string) {
	bar, _, _ := strings.Cut(page[max(0, strings.Index(page, `id="address"`)):], "</form>")
	if m := regexp.MustCompile(`name="url" type="text" value="([^"]*)"`).FindStringSubmatch(bar); m != nil {
		text = html.UnescapeString(m[1])
	}
	if m := regexp.MustCompile(`name="kept" value="([^"]*)"`).FindStringSubmatch(bar); m != nil {
		id = m[1]
	}
	return text, id
}

// confusing are texts that a page shows in another form than they came in, or that programs
// read differently.
var confusing = []struct {
	in     string
	opened string // what is opened after the user pressed Open in the unchanged bar; "" if it is explained
}{
	{`http://127.0.0.1:7080\@www.bank.example/`, ""},
	{`http://a.example\@b.example/`, ""},
	{`http://a.example:80\x@b.example/`, ""},
	{"http://a.example:80@b.example/", "http://a.example@b.example/"},
	{"http://a.example#@b.example/", "http://a.example#@b.example/"},
	{"http://h.example/?u=http://me:SEC@k/", "http://h.example/?u=http://me:SEC@k/"},
	{"http://h.example/?u=http%3A%2F%2Fme%3ASEC%40k", "http://h.example/?u=http%3A%2F%2Fme%3ASEC%40k"},
	{"http://me:SEC@h.example/", "http://me@h.example/"},
	{"http://me:SEC@h.example/?u=http://me:SEC@k/", "http://me@h.example/?u=http://me:SEC@k/"},
	{"http://me:SEC/SEC@h.example/", ""},
	{"http://h.example/?a=\u202e", "http://h.example/?a=%E2%80%AE"},
	{"http://h.example:8080/a@b", "http://h.example:8080/a@b"},
	{"http://back:8080/a@b", "http://back:8080/a@b"},
}

// P24: the bar shows a text that represents the one that came: it is that one which is
// explained and opened, never the text that was made for display. No page and no address
// has the secret.
func TestNoDisplayedTextIsParsed(t *testing.T) {
	t.Parallel()
	for _, row := range confusing {
		var opened []string
		b := start(t, Options{Openers: schemesOf(func(r *open.Call) (open.Resource, error) {
			opened = append(opened, r.URL.String())
			return document(r, "text/plain", "the text"), nil
		}, "http")})
		follow := func(path string) string {
			for range 5 {
				resp, page := b.get(path)
				to := resp.Header.Get("Location")
				if strings.Contains(page+to, "SEC") {
					t.Errorf("%q: the secret is in a page or an address: %s", row.in, to)
				}
				if to == "" {
					return page
				}
				path = to
			}
			t.Fatalf("%q: no end of redirections", row.in)
			return ""
		}
		first := follow("/explain?url=" + url.QueryEscape(row.in))
		text, id := barOf(first)
		if text == row.in == (id != "") {
			t.Errorf("%q: the bar has %q with the id %q", row.in, text, id)
		}
		page := follow("/open?url=" + url.QueryEscape(text) + "&kept=" + id)
		if strings.Contains(page, "Is this the server that you mean?") {
			page = follow(html.UnescapeString(attribute(t, page[strings.Index(page, `class="button`):], "href")))
		}
		if row.opened == "" && (opened != nil || !strings.Contains(page, `id="verdicts"`)) || row.opened != "" && (len(opened) != 1 || !sameText(opened[0], row.opened)) {
			t.Errorf("%q: opened %q, want %q", row.in, opened, row.opened)
		}
		if again, _ := barOf(follow("/explain?url=" + url.QueryEscape(text) + "&kept=" + id)); again != text {
			t.Errorf("%q: the bar of its explanation has %q, want %q", row.in, again, text)
		}
	}
}

// sameText compares what was opened with what was expected, except for the fragment.
func sameText(opened, want string) bool {
	want, _, _ = strings.Cut(want, "#")
	return opened == want
}

// P24: a text that is no longer kept is not replaced by the displayed one.
func TestForgottenTextIsNotOpened(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: schemesOf(func(r *open.Call) (open.Resource, error) {
		t.Errorf("%s was opened", r.URL.Redacted())
		return nil, open.ErrConnect
	}, "http")})
	for _, path := range []string{"/open", "/explain", "/file"} {
		for _, query := range []string{"kept=x", "kept=x&url=" + url.QueryEscape("http://u:"+earl.Hidden+"@h/")} {
			if resp, _ := b.get(path + "?" + query); resp.StatusCode != http.StatusGone {
				t.Errorf("%s?%s: %s", path, query, resp.Status)
			}
		}
	}
}

// docs/gateway.md: nothing opens while programs read different servers, until the user
// chooses an edition; then it opens as that edition reads it.
func TestWhatProgramsReadDifferentlyIsNotOpened(t *testing.T) {
	t.Parallel()
	var opened []string
	b := start(t, Options{Openers: schemesOf(func(r *open.Call) (open.Resource, error) {
		opened = append(opened, r.URL.String())
		return document(r, "text/plain", "the text"), nil
	}, "http", "https")})
	for _, text := range []string{
		`http://a.example\@b.example/`, `http:\\example.com\x`, `https://a.example\.b.example/`, "http://a.example:80:90/",
	} {
		resp, page := b.open(text)
		if resp.StatusCode != http.StatusBadRequest || opened != nil {
			t.Fatalf("%q: %s, opened %q", text, resp.Status, opened)
		}
		b.wants(page, `id="verdicts"`)
	}
	_, page := b.open(`http://a.example\@b.example/`)
	links := regexp.MustCompile(`href="(/open\?[^"]*edition=whatwg[^"]*)"`).FindStringSubmatch(page)
	if links == nil {
		t.Fatal("no link for whatwg")
	}
	if resp, _ := b.get(html.UnescapeString(links[1])); resp.StatusCode != http.StatusOK || len(opened) != 1 || opened[0] != "http://a.example/@b.example/" {
		t.Errorf("%s, opened %q", resp.Status, opened)
	}
}

// F1: a second "@" does not switch off the question about the server.
func TestEveryMisleadingLoginIsAsked(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: schemesOf(func(r *open.Call) (open.Resource, error) {
		t.Errorf("%s was opened", r.URL.Redacted())
		return nil, open.ErrConnect
	}, "http", "ftp")})
	for _, text := range []string{
		"http://www.bank.example@h/", "http://www.bank.example%40x@h/", "http://x%40www.bank.example@h/", "http://www.bank.example%40www.bank.example@h/",
		"http://www.bank.example:80@h/", "http://www.bank.example%2Fa@h/", "ftp://www.bank.example@h/", "http://localhost@h/",
	} {
		resp, page := b.open(text)
		if to := resp.Header.Get("Location"); to != "" { // a password is removed first
			_, page = b.get(to)
		}
		if !strings.Contains(page, "Is this the server that you mean?") {
			t.Errorf("%s: no question in %s", text, body(page))
		}
	}
}
