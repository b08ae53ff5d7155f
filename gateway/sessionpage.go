package gateway

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"github.com/coder/websocket"

	"github.com/earl-url/earl/open"
)

// inviteBody is what the page of a service shows before it is connected to.
type inviteBody struct {
	Server   string
	User     string // the URL's advice; "": none
	Password bool   // the URL advises a password, which is not shown
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
	p.Body = inviteBody{Server: server, User: visible(user), Password: r.FormValue("advice") == "password", Query: g.fields(t)}
	g.render(w, "invite", p)
}

// sessionBody is what the page of a session shows.
type sessionBody struct {
	ID    string
	Text  string
	At    int64 // how many octets were shown in all
	Hide  bool  // a password is being typed
	Ended string
}

// session shows what a service has shown, and takes a line.
func (g *Gateway) session(w http.ResponseWriter, r *http.Request) {
	s := g.sessions.find(r.FormValue("id"))
	if s == nil {
		g.noSession(w)
		return
	}
	shown, at, typing, ended := s.since(0)
	p := g.about(target{url: s.URL}, titleOf(s.URL))
	p.Body = sessionBody{ID: s.ID, Text: terminalText(shown), At: at, Hide: hides(typing), Ended: ended}
	if ended == "" {
		p.Script = "/static/session.js"
	}
	g.render(w, "session", p)
}

// terminalText returns what a terminal would show as lines of text.
func terminalText(shown string) string { return plain(decoded(shown)) }

// hides reports whether a password is being typed: the service sees to showing
// what is typed, in a session of whole lines. One that takes each key shows what
// is typed all the time.
func hides(typing open.Typing) bool { return typing.Echo && !typing.Keys }

// noSession says that a session is gone.
func (g *Gateway) noSession(w http.ResponseWriter) {
	g.render(w, "failure", page{Title: "No such session", Status: http.StatusNotFound, Body: failure{
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
	http.Redirect(w, r, "/session?id="+s.ID+"#end", http.StatusSeeOther)
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
	http.Redirect(w, r, "/session?id="+s.ID+"#end", http.StatusSeeOther)
}

// told is what the page's script is told of a session.
type told struct {
	Text  string `json:"text"`
	Hide  bool   `json:"hide"`
	Ended string `json:"ended"`
}

// socket joins the page's script to a session: lines come, text goes. The guards
// have judged the request; the library judges its Origin once more.
func (g *Gateway) socket(w http.ResponseWriter, r *http.Request) {
	s := g.sessions.find(r.FormValue("id"))
	if s == nil || r.Header.Get("Origin") != "http://"+r.Host { // every browser names it here
		(&fault{http.StatusForbidden, "There is no such session for this page."}).answer(w)
		return
	}
	conn, err := websocket.Accept(w, r, nil)
	if err != nil {
		return // it has been answered
	}
	defer conn.CloseNow()
	conn.SetReadLimit(maxTyped)
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	go func() {
		defer cancel()
		for {
			_, line, err := conn.Read(ctx)
			if err != nil || s.send(string(line)) != nil {
				return
			}
		}
	}()
	from, _ := strconv.ParseInt(r.FormValue("from"), 10, 64)
	s.feed(ctx, conn, from)
}

// feed sends what is shown behind an octet until the session or the page ends.
func (t *terminal) feed(ctx context.Context, conn *websocket.Conn, from int64) {
	changed, stop := t.watch()
	defer stop()
	for {
		text, at, typing, ended := t.since(from)
		if n := incomplete(text); n > 0 && ended == "" { // the rest of a character or a sequence comes yet
			text, at = text[:len(text)-n], at-int64(n)
		}
		from = at
		message, _ := json.Marshal(told{terminalText(text), hides(typing), ended}) // of strings
		write, cancel := context.WithTimeout(ctx, writeTime)
		err := conn.Write(write, websocket.MessageText, message)
		cancel()
		if err != nil {
			return
		}
		if ended != "" {
			conn.Close(websocket.StatusNormalClosure, "")
			return
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return
		}
		time.Sleep(socketPause)
	}
}

// socketPause gathers what comes in pieces: a page need not be told more often.
const socketPause = 20 * time.Millisecond
