package gateway

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/earl-url/earl"
)

// doorPrefix begins the paths of the doors, by which a person leaves a document
// in its sandbox for a URL that it names:
//
//	/leave/KEY?to=URL
//
// KEY signs the URL. A document has no origin and may not open a URL by itself; a
// door is a page of ours, so that what it leads to is asked for by us and by a
// click. It stands in the document's frame and is framed by nobody else.
const doorPrefix = "/leave/"

// doorPurpose signs a URL.
const doorPurpose = "door"

// doorPath returns the path of the door from a document at from to u. It is false
// for what does not open here, and for what has more to hide than a password,
// which is left out.
func (g *Gateway) doorPath(from, u earl.URL) (string, bool) {
	to := u.WithoutPassword().String()
	if v, err := earl.RFC3986.Parse(to); err != nil || v.Redacted() != to || !g.leads(from, v) {
		return "", false
	}
	return doorPrefix + g.keys.sign(doorPurpose, to) + "?to=" + url.QueryEscape(to), true
}

// hasDoorKey reports whether a request has our key to the URL that it names.
func (g *Gateway) hasDoorKey(r *http.Request) bool {
	key, ok := strings.CutPrefix(r.URL.Path, doorPrefix)
	return ok && g.keys.signed(doorPurpose, r.URL.Query().Get("to"), key)
}

// doorBody is what the page of a door shows.
type doorBody struct {
	Scheme, Host string
	Pieces       []piece
	Cautions     []string
	Link         string
}

// door shows where a link leads, and leads there in the place of all of the page.
// Nothing is opened and nothing is looked up.
func (g *Gateway) door(w http.ResponseWriter, r *http.Request) {
	if !g.hasKey(r) {
		(&fault{http.StatusForbidden, "This path has no key of this sitting."}).answer(w)
		return
	}
	u, err := earl.RFC3986.Parse(r.URL.Query().Get("to"))
	if err != nil { // which was signed by none of ours
		(&fault{http.StatusBadRequest, "This path holds no URL."}).answer(w)
		return
	}
	host, _ := u.Host()
	g.render(w, "door", page{Title: "This link leaves the page", Framed: true, Body: doorBody{
		Scheme: u.Scheme(), Host: visible(host), Pieces: pieces(u), Cautions: cautions(u), Link: g.link("/open", u),
	}})
}
