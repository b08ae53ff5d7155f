package gateway

import (
	"net/url"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/access"
	"github.com/earl-url/earl/internal/guess"
	"github.com/earl-url/earl/open"
)

// linker makes the links of pages to other pages of the gateway, and the texts that contain
// such links. It uses no network.
type linker struct {
	client      *open.Client  // for the schemes that it opens, and for plans
	guesses     guess.Options // for what the user types
	keys        *access.Keys
	kept        keptTexts
	chosen      keptTexts // URLs that programs read differently, and whose edition the user chose
	showSecrets bool
}

// askPurpose signs URLs with answers to a form of the gateway. Source: SPEC F6.
const askPurpose = "ask"

// opens reports whether the gateway opens the scheme of a URL. Only such a URL becomes a
// link: a server can send URLs of any scheme, such as javascript.
func (lk *linker) opens(u earl.URL) bool { return !u.IsZero() && lk.client.Opens(u.Scheme()) }

// leads reports whether a URL in a document at from becomes a link. Only a local file can
// link to files of this machine, and only such a file or a message to messages.
func (lk *linker) leads(from, u earl.URL) bool {
	return lk.opens(u) && u.Designates().IsLinkedFrom(from.Designates())
}

// link returns the link to a page of the gateway about u.
func (lk *linker) link(page string, u earl.URL) string { return page + "?" + lk.query(target{url: u}) }

// query returns the query that identifies t in a link.
func (lk *linker) query(t target) string {
	if t.secret {
		return "visit=" + t.visit
	}
	q := "url=" + url.QueryEscape(t.url.String())
	if !t.ask && t.url.HasSecret() {
		q = lk.keptQuery(t.url)
	} else if e := t.url.Edition(); e != earl.RFC3986 && e != nil {
		q += "&edition=" + e.Name()
	}
	if t.ask {
		q += "&ask=" + lk.keys.Sign(askPurpose, t.url.String())
	}
	if t.visit != "" {
		q += "&visit=" + t.visit
	}
	return q
}

// keptQuery returns the query for a URL that no page may contain.
func (lk *linker) keptQuery(u earl.URL) string {
	return "kept=" + lk.keep(u.String()) + "&edition=" + u.Edition().Name()
}

// fields returns the hidden fields that identify t in a form.
func (lk *linker) fields(t target) []hidden {
	var all []hidden
	for pair := range strings.SplitSeq(lk.query(t), "&") {
		name, value, _ := strings.Cut(pair, "=")
		value, _ = url.QueryUnescape(value) // query has escaped it
		all = append(all, hidden{name, value})
	}
	return all
}

// textQuery is queryText for a page, which must not contain a password.
func (lk *linker) textQuery(text string) string {
	if earl.HidePassword(text) != text {
		return "kept=" + lk.keep(text)
	}
	return queryText(text)
}

// queryText returns the query for a text that is not a URL.
func queryText(text string) string { return "url=" + url.QueryEscape(text) }
