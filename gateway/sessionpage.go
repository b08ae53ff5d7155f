package gateway

import (
	"context"
	"net/http"
	"strconv"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/gateway/internal/access"
	"github.com/earl-url/earl/gateway/internal/sanitize"
	"github.com/earl-url/earl/gateway/internal/session"
	"github.com/earl-url/earl/open"
)

// inviteBody is what the page of a service shows before it is connected to.
type inviteBody struct {
	Server   string
	User     string // the URL's advice; "": none
	Password bool   // the URL contains a password, which is not shown
	Draws    bool   // the page of the session is a terminal
	Query    []hidden
}

// invite shows what a URL says of a service. Nothing is looked up or sent: a
// link leads here, and the person goes on. Source: rfc1738 3.8.
func (g *Gateway) invite(w http.ResponseWriter, r *http.Request, t target) {
	user, _ := t.url.User()
	server, err := open.HostPort(t.url)
	if err != nil {
		g.failed(w, r, t, err)
		return
	}
	p := g.about(t, titleOf(t.url))
	p.Body = inviteBody{Server: server, User: sanitize.Line(user), Password: r.FormValue("advice") == "password", Draws: g.emulator != nil, Query: g.fields(t)}
	g.render(w, "invite", p)
}

// beginSession connects to a service. Source: rfc1738 3.8.
func (g *Gateway) beginSession(w http.ResponseWriter, r *http.Request) {
	t, ok := g.target(w, r)
	if !ok {
		return
	}
	if t.url.Designates() != earl.Service {
		g.deny(w, r, http.StatusBadRequest, "That is no service to type at.")
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
	if !isSession { // a configured gateway has answered
		defer cancel()
		g.show(w, r, t.led(res), res)
		return
	}
	term, err := g.sessions.Start(ctx, cancel, t.url.WithoutPassword(), s.Conn)
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
	User  string // the URL's advice, or ""
	Draws bool   // a terminal emulator takes the place of the text
	By    string // "line": the user wants no emulator
	session.State
}

// session shows what a service has shown, and takes a line. Where there is a
// terminal emulator, and script, that takes over.
func (g *Gateway) session(w http.ResponseWriter, r *http.Request) {
	s := g.sessions.Find(r.FormValue("id"))
	if s == nil {
		g.noSession(w)
		return
	}
	user, _ := s.URL.User()
	b := sessionBody{ID: s.ID, User: sanitize.Line(user), State: s.State()}
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

// noSession says that a session is gone.
func (g *Gateway) noSession(w http.ResponseWriter) {
	g.render(w, "errorpage", page{Title: "No such session", Status: http.StatusNotFound, Body: errorPage{
		What:  "This session is over.",
		Teach: "A session that nobody looks at ends after " + strconv.Itoa(int(session.Idle.Minutes())) + " minutes, and all of them end with the gateway.",
	}})
}

// sessionLine sends a line from the page without script.
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
	g.backToSession(w, r, s)
}

// endSession hangs up.
func (g *Gateway) endSession(w http.ResponseWriter, r *http.Request) {
	s := g.sessions.Find(r.PostFormValue("id"))
	if s == nil {
		g.noSession(w)
		return
	}
	s.Close()
	s.Settle(r.Context(), 0)
	g.backToSession(w, r, s)
}

// backToSession leads from a form back to the page that it stands in.
func (g *Gateway) backToSession(w http.ResponseWriter, r *http.Request, s *session.Terminal) {
	by := ""
	if r.PostFormValue("by") == "line" {
		by = "&by=line"
	}
	http.Redirect(w, r, "/session?id="+s.ID+by+"#end", http.StatusSeeOther)
}
