package gateway

import (
	"context"
	"net/http"
	"strconv"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/access"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/sanitize"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/session"
	"github.com/earl-url/earl/open"
)

// inviteBody is what the page of a service shows before it is connected to.
type inviteBody struct {
	Server   string
	User     string // the user in the URL, which is advice, or ""
	Sent     string // the user in the URL, if it is sent instead, or ""
	Password bool   // the URL contains a password, which is not shown
	Draws    bool   // the page of the session is a terminal
	Closed   string // why there is nothing to connect to, or ""
	Query    []hidden
}

// invite shows the service of a URL and a button that connects to it. It looks up no
// name and sends nothing, since any link can open this page. Source: rfc1738 3.8.
func (g *Gateway) invite(w http.ResponseWriter, r *http.Request, t target) {
	user, _ := t.url.User()
	server, err := open.HostPort(t.url)
	if err != nil {
		g.failed(w, r, t, err)
		return
	}
	p := g.about(t, titleOf(t.url))
	b := inviteBody{Server: server, User: sanitize.Line(user), Password: r.FormValue("advice") == "password", Draws: g.emulator != nil, Query: g.linker.fields(t)}
	plan, err := g.client.Plan(r.Context(), g.request(t))
	switch {
	case open.ClassOf(err) == open.ClassRefused:
		g.failed(w, r, t, err)
		return
	case err != nil:
	case plan.Effect == open.EffectSends:
		b.User, b.Sent = "", b.User
	case plan.Effect == open.EffectNothing:
		b.Closed = sanitize.Line(plan.Note)
	}
	p.Body = b
	g.render(w, "invite", p)
}

// beginSession connects to a service. Source: rfc1738 3.8.
func (g *Gateway) beginSession(w http.ResponseWriter, r *http.Request) {
	t, ok := g.target(w, r)
	if !ok {
		return
	}
	if t.url.Designates() != earl.Service {
		g.deny(w, r, http.StatusBadRequest, "This URL is not an interactive service.")
		return
	}
	ctx, cancel := context.WithCancel(context.Background()) // it outlives the request
	stop := context.AfterFunc(r.Context(), cancel)
	res, err := g.client.Do(ctx, g.request(t))
	if !stop() {
		err = context.Canceled
	}
	s, isSession := res.(*open.Session)
	if isSession && err != nil {
		s.Conn.Close()
	}
	if err != nil {
		cancel()
		g.failed(w, r, t, err)
		return
	}
	if !isSession { // a gateway that Options.Open configures opened the URL
		defer cancel()
		g.show(w, r, t.led(res), res)
		return
	}
	term, err := g.sessions.Start(ctx, cancel, t.url.WithoutPassword(), s)
	if err != nil {
		g.failed(w, r, t, err)
		return
	}
	g.history.Add(shownTitle(titleOf(term.URL)), term.URL)
	term.Settle(r.Context(), 0)
	http.Redirect(w, r, "/session?id="+term.ID, http.StatusSeeOther)
}

// sessionBody is what the page of a session shows.
type sessionBody struct {
	ID    string
	User  string // the user in the URL, which is advice, or ""
	Draws bool   // a terminal emulator replaces the text
	By    string // "line" if the user wants no emulator
	session.State
}

// session shows the output of a service as text, and a field for a line to send. If the
// program has a terminal emulator and the browser runs scripts, the emulator replaces
// both.
func (g *Gateway) session(w http.ResponseWriter, r *http.Request) {
	s := g.sessions.Find(r.FormValue("id"))
	if s == nil {
		g.noSession(w)
		return
	}
	if s.Screen != nil {
		g.showScreen(w, s, "")
		return
	}
	b := sessionBody{ID: s.ID, User: sanitize.Line(s.User), State: s.State()}
	p := g.about(target{url: s.URL}, titleOf(s.URL))
	if g.emulator != nil && r.FormValue("by") == "line" {
		b.By = "line"
	}
	switch {
	case b.Ended != "":
	case g.emulator != nil && b.By == "":
		b.Draws = true
		p.Script, p.Nonce = "/static/session-terminal.js", access.Random()
	default:
		p.Script = "/static/session.js"
	}
	if p.Script != "" {
		p.Socket = r.Host
	}
	p.Body = b
	g.render(w, "session", p)
}

// noSession responds that a session does not exist.
func (g *Gateway) noSession(w http.ResponseWriter) {
	g.render(w, "errorpage", page{Title: "No such session", Status: http.StatusNotFound, Body: errorPage{
		What:  "This session has ended.",
		Teach: "A session ends after " + strconv.Itoa(int(session.Idle.Minutes())) + " minutes without an open page. All sessions end when the gateway stops.",
	}})
}

// sessionLine sends a line from a page that runs no script.
func (g *Gateway) sessionLine(w http.ResponseWriter, r *http.Request) {
	s := g.sessions.Find(r.PostFormValue("id"))
	if s == nil {
		g.noSession(w)
		return
	}
	end := s.State().End
	if err := s.Send(r.PostFormValue("line")); err == nil {
		s.Settle(r.Context(), end)
	}
	backToSession(w, r, s)
}

// endSession ends a session.
func (g *Gateway) endSession(w http.ResponseWriter, r *http.Request) {
	s := g.sessions.Find(r.PostFormValue("id"))
	if s == nil {
		g.noSession(w)
		return
	}
	s.Close()
	s.Settle(r.Context(), 0)
	backToSession(w, r, s)
}

// backToSession redirects from a form back to its page.
func backToSession(w http.ResponseWriter, r *http.Request, s *session.Terminal) {
	by := ""
	if r.PostFormValue("by") == "line" {
		by = "&by=line"
	}
	http.Redirect(w, r, "/session?id="+s.ID+by+"#end", http.StatusSeeOther)
}
