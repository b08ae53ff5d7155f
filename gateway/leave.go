package gateway

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/gateway/internal/access"
	"github.com/earl-url/earl/gateway/internal/sanitize"
)

// leavePrefix begins the paths of the leave pages, by which the user leaves a
// document in its sandbox for a URL that the document names:
//
//	/leave/KEY?to=URL
//
// KEY signs the URL. A document has no origin and must not open a URL by itself; a
// leave page is a page of the gateway, so that the gateway asks for the URL, after
// a click. It appears in the frame of the document and in no other frame.
const leavePrefix = "/leave/"

// leavePurpose signs a URL.
const leavePurpose = "leave"

// leavePath returns the path of the leave page from a document at from to u. It is false
// for what does not open here, and for what has more to hide than a password,
// which is left out.
func (g *Gateway) leavePath(from, u earl.URL) (string, bool) {
	to := u.WithoutPassword().String()
	if v, err := earl.RFC3986.Parse(to); err != nil || v.Redacted() != to || !g.leads(from, v) {
		return "", false
	}
	return leavePrefix + g.keys.Sign(leavePurpose, to) + "?to=" + url.QueryEscape(to), true
}

// hasLeaveKey reports whether a request has our key to the URL that it names.
func (g *Gateway) hasLeaveKey(r *http.Request) bool {
	key, ok := strings.CutPrefix(r.URL.Path, leavePrefix)
	return ok && g.keys.Signed(leavePurpose, r.URL.Query().Get("to"), key)
}

// leaveBody is what a leave page shows.
type leaveBody struct {
	Scheme, Host string
	Pieces       []piece
	Cautions     []string
	Link         string
}

// leave shows where a link leads, and leads there in the place of all of the page.
// Nothing is opened and nothing is looked up.
func (g *Gateway) leave(w http.ResponseWriter, r *http.Request) {
	if !g.hasKey(r) {
		access.Refuse(w, http.StatusForbidden, "This path has no key of this sitting.")
		return
	}
	u, err := earl.RFC3986.Parse(r.URL.Query().Get("to"))
	if err != nil { // which was signed by none of ours
		access.Refuse(w, http.StatusBadRequest, "This path holds no URL.")
		return
	}
	host, _ := u.Host()
	g.render(w, "leave", page{Title: "This link leaves the page", Framed: true, Body: leaveBody{
		Scheme: u.Scheme(), Host: sanitize.Line(host), Pieces: pieces(u), Cautions: cautions(u), Link: g.link("/open", u),
	}})
}
