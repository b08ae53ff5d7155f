package gateway

import (
	"net/http"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/explain"
	"github.com/earl-url/earl/gateway/internal/access"
	"github.com/earl-url/earl/gateway/internal/rewrite"
	"github.com/earl-url/earl/gateway/internal/sanitize"
)

// leaveBody is what a leave page shows.
type leaveBody struct {
	Scheme, Host string
	Pieces       []piece
	Cautions     []string
	Link         string
}

// leave shows the URL of a link, with a link that opens it instead of the whole page.
// It opens nothing and looks nothing up.
func (g *Gateway) leave(w http.ResponseWriter, r *http.Request) {
	if !g.rewriter.HasKey(r) {
		access.Refuse(w, http.StatusForbidden, "This path has no key of this sitting.")
		return
	}
	u, err := rewrite.LeaveURL(r)
	if err != nil { // which the gateway does not sign
		access.Refuse(w, http.StatusBadRequest, "This path holds no URL.")
		return
	}
	host, _ := u.Host()
	g.render(w, "leave", page{Title: "This link leaves the page", Framed: true, Body: leaveBody{
		Scheme: u.Scheme(), Host: sanitize.Line(host), Pieces: pieces(u), Cautions: cautionTexts(u), Link: g.link("/open", u),
	}})
}

// cautionTexts returns the cautions about a URL as sentences.
func cautionTexts(u earl.URL) []string {
	var all []string
	for _, c := range explain.Cautions(u) {
		all = append(all, sentenceCase(sanitize.Line(c.Text)))
	}
	return all
}
