package gateway

import (
	"net/http"
	"slices"
	"sync"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/sanitize"
	"github.com/earl-url/earl/explain"
)

// cautionTexts returns the cautions about a URL as sentences.
func cautionTexts(u earl.URL) []string {
	var all []string
	for _, c := range explain.Cautions(u) {
		all = append(all, sentenceCase(sanitize.Line(c.Text)))
	}
	return all
}

// misleads reports whether users may mistake the user of a URL for its host.
func misleads(u earl.URL) bool {
	return slices.ContainsFunc(explain.Cautions(u), func(c explain.Caution) bool { return c.Name == explain.CautionUserLikeHost })
}

// maxTrusted is how many logins the gateway remembers as trusted. If there are more, it
// forgets all of them and asks the user again.
const maxTrusted = 1000

// trustedLogins are the logins of URLs that the user opened after reading the caution. The
// zero value has none. Several goroutines may use it.
type trustedLogins struct {
	mu  sync.Mutex
	all map[[4]string]bool
}

// loginOf returns the scheme, user, host and port of a URL: the key of trustedLogins.
func loginOf(u earl.URL) [4]string {
	user, _ := u.User()
	host, _ := u.Host()
	port, _ := u.Port()
	return [4]string{u.Scheme(), user, host, port}
}

func (l *trustedLogins) add(u earl.URL) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all == nil || len(l.all) == maxTrusted {
		l.all = map[[4]string]bool{}
	}
	l.all[loginOf(u)] = true
}

func (l *trustedLogins) has(u earl.URL) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all[loginOf(u)]
}

// confirmed reports whether a request may open t: its user does not look like a host,
// or the user has confirmed that login. If it returns false, it has sent a page that asks
// the user.
func (g *Gateway) confirmed(w http.ResponseWriter, r *http.Request, t target) bool {
	u := t.url
	if t.secret || !misleads(u) || g.trusted.has(u) {
		return true
	}
	if r.FormValue("sure") != "" {
		g.trusted.add(u)
		return true
	}
	host, _ := u.Host()
	shown, kept := g.linker.bar(u.String())
	g.render(w, "handle", page{Title: "Is this the server that you mean?", Address: shown, Kept: kept, Body: &handleBody{
		Lead: "The server of this URL is " + sanitize.Line(host) + ". The text before the \u201c@\u201d is a user name. Nothing has been sent yet.",
		Host: sanitize.Line(host), Scheme: u.Scheme(), Pieces: pieces(u), Cautions: cautionTexts(u),
		Link: "/open?" + g.linker.query(t) + "&sure=1", Explain: g.linker.link("/explain", u),
	}})
	return false
}
