package gateway

import (
	"fmt"
	"html"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/access"
)

// How a browser gets its cookie. A start link opens a page at 127.0.0.1, which every
// client can connect to. That page sets no cookie, since the browser would send the
// cookie to every port of 127.0.0.1. Instead the page redirects to a random name under
// localhost, which no one else knows, and /enter sets the cookie there. A script of the
// page stores the name in the browser for the origin of the page, which includes the
// port. A later request to 127.0.0.1 finds the stored name again, through /relay.
const (
	startPath = "/start"
	enterPath = "/enter"
	relayPath = "/relay"
	// relayPurpose signs the key of /relay. runPurpose signs the number of a run of the
	// program: the script compares it to see whether the stored name is of this run.
	relayPurpose = "relay"
	runPurpose   = "run"
	// enterTime is how long a browser may take from /start to /enter.
	enterTime = time.Minute
	// arriveScript is the script of both pages that have no cookie.
	arriveScript = "/static/arrive.js"
)

// startPaths are the paths that need no cookie. Another site may send a browser to
// them, because each asks for a token or a key.
var startPaths = map[string]bool{startPath: true, enterPath: true, relayPath: true}

// isPublic reports whether a path has the same content for everyone.
func isPublic(path string) bool { return strings.HasPrefix(path, "/static/") }

// StartLink returns a new link that gives one browser access to the gateway. The link
// works once. Anyone who has the link can open URLs as the user of the gateway. The
// gateway keeps the 64 newest unused links; older ones stop working.
func (g *Gateway) StartLink() string { return g.StartLinkTo("", nil) }

// StartLinkTo returns a new start link that opens a path of the gateway, such as
// "/explain?url=gopher%3A%2F%2Fh%2F". If path is empty, or is not a path of a page of
// the gateway, the link opens the tour or the front page, like that of
// [Gateway.StartLink]. The gateway calls used when the link was used or stops working.
// used may be nil, and must not call the gateway.
func (g *Gateway) StartLinkTo(path string, used func()) string {
	if !ownPath(path) {
		path = ""
	}
	//lint:ignore urlconcat a token has only hexadecimal digits
	return "http://" + g.options.Hosts[0] + startPath + "?token=" + g.starts.New(path, used)
}

// startBody is what the page with the form for a start link shows.
type startBody struct {
	What string
	Form bool   // it has a field for a start link
	To   string // the path that was requested, or ""
	Run  string
}

// arriveBody is what the page of a start link has for its script.
type arriveBody struct {
	Next, Name, Relay, Run string
}

// start gives access to a client that has the token of a start link.
func (g *Gateway) start(w http.ResponseWriter, r *http.Request) {
	to := r.PostFormValue("to") // not from the query, which another site may have written
	if r.Method == http.MethodHead || access.IsPrefetch(r) {
		g.deny(w, r, http.StatusForbidden, "A start link works once. Open it with GET.")
		return
	}
	path, ok := g.starts.Use(startToken(r))
	if !ok {
		g.askStart(w, r, "This start link was used before, or another run of earl printed it.", to)
		return
	}
	if path == "" && ownPath(to) {
		path = to
	}
	if path == "" {
		path = g.begin()
	}
	if g.name == "" || !access.IsLocal(r.Host) || !access.ResolvesLocalhost(r) {
		g.enterAt(w, r, path)
		return
	}
	g.render(w, "arrive", page{Title: "Opening earl", Bare: true, Script: arriveScript, Body: arriveBody{
		//lint:ignore urlconcat a token has only hexadecimal digits
		Next: "http://" + g.name + enterPath + "?token=" + g.enters.New(path, nil),
		Name: g.name, Relay: g.keys.Sign(relayPurpose, ""), Run: g.run(),
	}})
}

// startToken returns the token in the query or the form of a request. The user may type a
// whole start link into the form.
func startToken(r *http.Request) string {
	text := strings.TrimSpace(r.FormValue("token"))
	if _, query, whole := strings.Cut(text, "?"); whole {
		values, _ := url.ParseQuery(query)
		return values.Get("token")
	}
	return text
}

// run returns the number of this run, which is no secret.
func (g *Gateway) run() string { return g.keys.Sign(runPurpose, "")[:8] }

// enter sets the cookie at the random name, to which the page of a start link redirects.
func (g *Gateway) enter(w http.ResponseWriter, r *http.Request) {
	path, ok := g.enters.Use(r.FormValue("token"))
	if !ok || r.Method != http.MethodGet {
		g.askStart(w, r, "This link was used before, or a minute has passed.", "")
		return
	}
	g.enterAt(w, r, path)
}

// enterAt sets the cookie at the host of a request and redirects to path.
func (g *Gateway) enterAt(w http.ResponseWriter, r *http.Request, path string) {
	http.SetCookie(w, g.keys.Cookie(r.Host))
	if r.Header.Get("Sec-Fetch-Mode") != "" || r.Method == http.MethodPost {
		g.bounce(w, path)
		return
	}
	http.Redirect(w, r, path, http.StatusSeeOther)
}

// relay opens a path for a browser that came to 127.0.0.1 and has stored the random name.
func (g *Gateway) relay(w http.ResponseWriter, r *http.Request) {
	to := r.FormValue("to")
	if !g.keys.Signed(relayPurpose, "", r.FormValue("key")) || !ownPath(to) {
		g.askStart(w, r, "This link is from an earlier run of the gateway.", "")
		return
	}
	g.bounce(w, to)
}

// ownPath reports whether text is a path of the gateway that a browser may be sent to.
func ownPath(text string) bool {
	path, _, _ := strings.Cut(text, "?")
	return strings.HasPrefix(text, "/") && !strings.HasPrefix(text, "//") && !strings.ContainsAny(text, "\\\t\r\n") &&
		!startPaths[path] && len(text) <= maxAddress
}

// askStart sends a page with a form for a start link. to is the path that the form opens
// afterwards, or "".
func (g *Gateway) askStart(w http.ResponseWriter, r *http.Request, what, to string) {
	if !ownPath(to) {
		to = ""
	}
	g.render(w, "start", page{Title: "This browser needs a start link", Status: http.StatusForbidden, Bare: true, Script: arriveScript, Body: startBody{
		What: what, Form: true, To: to, Run: g.run(),
	}})
}

// refuse responds to a request that a guard refused. A browser receives a page, a program
// a line of text.
func (g *Gateway) refuse(w http.ResponseWriter, r *http.Request, f *access.Refusal) {
	switch {
	case !access.WantsPage(r):
		f.Write(w)
	case f.Guard == "host":
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(f.Status)
		fmt.Fprintf(w, otherHostPage, html.EscapeString(f.Text), html.EscapeString("http://"+g.options.Hosts[0]+"/"))
	case f.Guard == "cookie" && access.IsRetrieval(r):
		g.askStart(w, r, "The gateway opens URLs only for the user who started it.", r.URL.RequestURI())
	case f.Guard == "cookie":
		g.askStart(w, r, "The gateway was restarted after this form was made, or the form belongs to another user.", "/")
	default:
		g.deny(w, r, f.Status, f.Text)
	}
}

// otherHostPage is the page for a browser that reached the gateway under another name.
// Other pages of that name can read it, so it has no form for a start link and no other
// content of the gateway.
const otherHostPage = `<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>The gateway has another address</title>
<h1>The gateway has another address</h1>
<p>%[1]s</p>
<p>Its address is <a href="%[2]s">%[2]s</a></p></html>
`

// deny responds with a status and a sentence. A browser receives a page, a program plain
// text. The page has the address bar if the browser has the cookie.
func (g *Gateway) deny(w http.ResponseWriter, r *http.Request, status int, text string) {
	if !access.WantsPage(r) {
		access.Refuse(w, status, text)
		return
	}
	g.render(w, "start", page{Title: "The gateway did not open this", Status: status, Bare: !g.keys.HasCookie(r), Body: startBody{What: text}})
}
