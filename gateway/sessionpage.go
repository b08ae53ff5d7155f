package gateway

import (
	"net/http"
	"strconv"

	"github.com/earl-url/earl/gateway/internal/access"
	"github.com/earl-url/earl/gateway/internal/sanitize"
	"github.com/earl-url/earl/open"
)

// inviteBody is what the page of a service shows before it is connected to.
type inviteBody struct {
	Server   string
	User     string // the URL's advice; "": none
	Password bool   // the URL advises a password, which is not shown
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

// sessionBody is what the page of a session shows.
type sessionBody struct {
	ID    string
	User  string // the URL's advice; "": none
	Text  string
	At    int64 // how many octets were shown in all
	Hide  bool  // a password is being typed
	Ended string
	Draws bool   // a terminal emulator takes the place of the text
	By    string // "line": the person wants no emulator
}

// session shows what a service has shown, and takes a line. Where there is a
// terminal emulator, and script, that takes over.
func (g *Gateway) session(w http.ResponseWriter, r *http.Request) {
	s := g.sessions.find(r.FormValue("id"))
	if s == nil {
		g.noSession(w)
		return
	}
	shown, at, typing, ended := s.since(0)
	user, _ := s.URL.User()
	b := sessionBody{ID: s.ID, User: sanitize.Line(user), Text: terminalText(shown), At: at, Hide: hides(typing), Ended: ended}
	p := g.about(target{url: s.URL}, titleOf(s.URL))
	if g.emulator != nil && r.FormValue("by") == "line" {
		b.By = "line"
	}
	switch {
	case ended != "":
	case g.emulator != nil && b.By == "":
		b.Draws = true
		p.Script, p.Nonce = "/static/session-terminal.js", access.Random()
	default:
		p.Script = "/static/session.js"
	}
	p.Body = b
	g.render(w, "session", p)
}

// terminalText returns what a terminal would show as lines of text.
func terminalText(shown string) string { return sanitize.Text(sanitize.DecodeBytes(shown)) }

// hides reports whether a password is being typed: the service sees to showing
// what is typed, in a session of whole lines. One that takes each key shows what
// is typed all the time.
func hides(typing open.Typing) bool { return typing.Echo && !typing.Keys }

// noSession says that a session is gone.
func (g *Gateway) noSession(w http.ResponseWriter) {
	g.render(w, "errorpage", page{Title: "No such session", Status: http.StatusNotFound, Body: errorPage{
		What:  "This session is over.",
		Teach: "A session that nobody looks at ends after " + strconv.Itoa(int(sessionIdle.Minutes())) + " minutes, and all of them end with the gateway.",
	}})
}

// sessionLine sends a line from the page without script.
func (g *Gateway) sessionLine(w http.ResponseWriter, r *http.Request) {
	s := g.sessions.find(r.PostFormValue("id"))
	if s == nil {
		g.noSession(w)
		return
	}
	_, at, _, _ := s.since(0)
	if err := s.send(r.PostFormValue("line")); err == nil {
		s.rest(r.Context(), at)
	}
	g.backToSession(w, r, s)
}

// endSession hangs up.
func (g *Gateway) endSession(w http.ResponseWriter, r *http.Request) {
	s := g.sessions.find(r.PostFormValue("id"))
	if s == nil {
		g.noSession(w)
		return
	}
	s.close()
	s.rest(r.Context(), 0)
	g.backToSession(w, r, s)
}

// backToSession leads from a form back to the page that it stands in.
func (g *Gateway) backToSession(w http.ResponseWriter, r *http.Request, s *terminal) {
	by := ""
	if r.PostFormValue("by") == "line" {
		by = "&by=line"
	}
	http.Redirect(w, r, "/session?id="+s.ID+by+"#end", http.StatusSeeOther)
}
