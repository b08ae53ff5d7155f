package gateway

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/editions"
	"github.com/earl-url/earl/explain"
	"github.com/earl-url/earl/gateway/internal/visit"
	"github.com/earl-url/earl/internal/guess"
	"github.com/earl-url/earl/open"
)

// target is what a page is about: a URL to open, and how it is named in links.
type target struct {
	url    earl.URL // without a password
	ask    bool     // it is a filled-out form, which goes out with its line ends
	visit  string   // the id of the visit that has its result, or ""
	secret bool     // no page may show url: visit names it in links
	from   earl.URL // of a secret URL: the form that it came from
	read   string   // how the text that the user typed was read, or "" if it was the URL itself
}

// askPurpose signs the URLs that a form of ours led to. Source: SPEC F6.
const askPurpose = "ask"

// query returns the query that names t in a link.
func (g *Gateway) query(t target) string {
	if t.secret {
		return "visit=" + t.visit
	}
	q := "url=" + url.QueryEscape(t.url.String())
	if e := t.url.Edition(); e != earl.RFC3986 && e != nil {
		q += "&edition=" + e.Name()
	}
	if t.ask {
		q += "&ask=" + g.keys.Sign(askPurpose, t.url.String())
	}
	if t.visit != "" {
		q += "&visit=" + t.visit
	}
	return q
}

// link returns the path of a page of ours about u.
func (g *Gateway) link(page string, u earl.URL) string { return page + "?" + g.query(target{url: u}) }

// shown is the URL that a page about t shows.
func (t target) shown() earl.URL {
	if t.secret {
		return t.from
	}
	return t.url
}

// parse reads what a request names. A text without an edition is what the user typed, or
// a URL of rfc3986. parse returns false for a text that is not a URL, or that editions
// read differently.
func (g *Gateway) parse(r *http.Request) (t target, text string, ok bool) {
	text = askedText(r)
	if id := r.FormValue("visit"); id != "" && text == "" {
		t, ok = g.secretTarget(id)
		return t, "", ok
	}
	var err error
	if edition, named := editions.ByName(r.FormValue("edition")); named {
		t.url, err = edition.Parse(text)
	} else {
		t.url, t.read, err = g.readTyped(text)
	}
	if err != nil {
		return target{}, text, false
	}
	t.ask = r.FormValue("ask") != "" && g.keys.Signed(askPurpose, t.url.String(), r.FormValue("ask"))
	return t, text, true
}

// readTyped reads a text as "earl get" does, and reports how, if it is not the URL itself.
// A URL that was repaired is one of rfc3986 if this reads the same server.
func (g *Gateway) readTyped(text string) (u earl.URL, how string, err error) {
	if u, err = guess.Parse(text, g.guesses); err != nil {
		return u, "", err
	}
	how = explain.ReadAs(text, u)
	if v, err := earl.RFC3986.Parse(u.String()); err == nil && earl.SameServer(u, v) {
		u = v
	}
	return u, how, nil
}

// askedText returns the text that a request asks about, as its form or its query has
// it. A query is read here because a person may have typed it: net/url leaves out
// what has a ";", which no form of ours separates by, or a "%" that escapes nothing.
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

// opens reports whether a URL becomes a link: one of a scheme that is opened
// here. A server may name URLs of any scheme, such as javascript.
func (g *Gateway) opens(u earl.URL) bool { return !u.IsZero() && g.client.Opens(u.Scheme()) }

// leads reports whether a URL in what from led to becomes a link: nothing from
// outside leads to a file of this machine.
func (g *Gateway) leads(from, u earl.URL) bool {
	return g.opens(u) && (u.Designates() != earl.LocalFile || from.Designates() == earl.LocalFile)
}

// request returns the request that opens t.
func (g *Gateway) request(t target) *open.Request {
	q := g.fetch.Request(t.url)
	q.Policy.Ask = t.ask
	return q
}

// notKept says that what a form led to is forgotten.
func (g *Gateway) notKept(w http.ResponseWriter) {
	g.render(w, "errorpage", page{Title: "The answers are gone", Status: http.StatusGone, Body: errorPage{
		What:  "This address stands for answers to a form, which are no longer kept.",
		Teach: "Answers that no address may show are only kept in memory, for the last " + strconv.Itoa(visit.MaxVisits) + " pages. Open the form again, by its URL or from the history, and answer it again.",
	}})
}

// queryText returns the query for a text that is no URL.
func (g *Gateway) queryText(text string) string { return "url=" + url.QueryEscape(text) }
