package gateway

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/visit"
	"github.com/earl-url/earl/editions"
	"github.com/earl-url/earl/explain"
	"github.com/earl-url/earl/internal/guess"
	"github.com/earl-url/earl/open"
)

// target is what a page is about: a URL to open, and what identifies it in links.
type target struct {
	url    earl.URL // without a password
	ask    bool     // it is a filled-out form, which is sent with its line ends
	visit  string   // the id of the visit that has its result, or ""
	secret bool     // no page may show url: visit identifies it in links
	from   earl.URL // of a secret URL: the URL of its form
	gone   bool     // its text is no longer kept
	read   string   // how the text that the user typed was read, or "" if it was the URL itself
}

// shown returns the URL that a page about t shows.
func (t target) shown() earl.URL {
	if t.secret {
		return t.from
	}
	return t.url
}

// parse returns the target of a request, and its text. If the request contains no edition,
// the text is what the user typed, or a URL of rfc3986. parse returns false for a text that
// is not a URL, or that editions read differently.
func (g *Gateway) parse(r *http.Request) (t target, text string, ok bool) {
	text, known := g.linker.asked(r)
	if !known {
		return target{gone: true}, "", false
	}
	if id := r.FormValue("visit"); id != "" && text == "" {
		t, ok = g.secretTarget(id)
		return t, "", ok
	}
	var err error
	if edition, named := editions.ByName(r.FormValue("edition")); named {
		if t.url, err = edition.Parse(text); err == nil {
			g.linker.choose(t.url)
		}
	} else if t.url, t.read, err = g.linker.readTyped(text); err == nil && g.linker.disputed(text, t.url) {
		return target{}, text, false
	}
	if err != nil {
		return target{}, text, false
	}
	t.ask = r.FormValue("ask") != "" && g.keys.Signed(askPurpose, t.url.String(), r.FormValue("ask"))
	return t, text, true
}

// readTyped reads a text like "earl get". If the text is not the URL itself, how is a
// sentence that says how the text was read. A repaired URL becomes a URL of rfc3986 if
// rfc3986 reads the same server.
func (lk *linker) readTyped(text string) (u earl.URL, how string, err error) {
	if u, err = guess.Parse(text, lk.guesses); err != nil {
		return u, "", err
	}
	how = explain.ReadAs(text, u)
	if v, err := earl.RFC3986.Parse(u.String()); err == nil && earl.SameServer(u, v) {
		u = v
	}
	return u, how, nil
}

// askedText returns the value of the field "url" in the form or the query of a request. It
// reads the query itself, since a user may have typed it: net/url ignores a field with a
// ";", which separates no fields here, or with an invalid escape.
func askedText(r *http.Request) string {
	text := r.PostFormValue("url")
	for pair := range strings.SplitSeq(r.URL.RawQuery, "&") {
		if value, found := strings.CutPrefix(pair, "url="); found && text == "" {
			if unescaped, err := url.QueryUnescape(value); err == nil {
				value = unescaped
			}
			text = value
		}
	}
	return strings.TrimSpace(text)
}

// request returns the request that opens t.
func (g *Gateway) request(t target) *open.Request {
	q := g.fetch.Request(t.url)
	q.Policy.Ask = t.ask
	return q
}

// notKept responds that the answers to a form are no longer kept.
func (g *Gateway) notKept(w http.ResponseWriter) {
	g.render(w, "errorpage", page{Title: "The answers are gone", Status: http.StatusGone, Body: errorPage{
		What:  "This address opens the answers to a form. The gateway no longer has these answers.",
		Teach: "Secret and long answers are kept only in memory, for the last " + strconv.Itoa(visit.MaxVisits) + " pages. Open the form again, by its URL or from the history, and answer it again.",
	}})
}
