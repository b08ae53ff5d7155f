package gateway

import "net/http"

// bounce sends a page that opens a path of the gateway at once.
//
// A browser does not send the cookie with a request that another site or a document in
// its sandbox started, and it keeps that for all redirects of the request. The next
// request of a bounce page comes from the gateway's own page and has the cookie. The
// caller makes sure that path is one that anyone may send the user to: a confirmation,
// or a path with a key.
func (g *Gateway) bounce(w http.ResponseWriter, path string) {
	g.render(w, "bounce", page{Title: "One moment", Bare: true, Refresh: path})
}
