package gateway

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/gateway/internal/access"
	"github.com/earl-url/earl/open"
)

const (
	// maxSessions is how many services a person types at.
	maxSessions = 16
	// sessionIdle is how long a session is kept that nobody looks at.
	sessionIdle = 15 * time.Minute
	// maxTranscript is how much of what a service showed is kept.
	maxTranscript = 128 << 10
	// settle is how long a page without script waits for the answer to a line.
	settle = 1500 * time.Millisecond
	// windowColumns and windowRows are the window that services are told of.
	windowColumns, windowRows = 80, 24
	// maxTyped is the longest line that is typed.
	maxTyped = 4 << 10
)

// sessions are the terminals of a sitting.
type sessions struct {
	mu     sync.Mutex
	all    []*terminal // the newest last
	closed bool
}

// find returns a terminal by its name, and marks it as looked at.
func (s *sessions) find(id string) *terminal {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.all, func(t *terminal) bool { return access.Equal(t.ID, id) })
	if i < 0 {
		return nil
	}
	s.all[i].touch()
	return s.all[i]
}

// add keeps a terminal, if there is room for one: those that have ended make it.
func (s *sessions) add(t *terminal) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.all) >= maxSessions {
		s.all = slices.DeleteFunc(s.all, (*terminal).hasEnded)
	}
	if s.closed || len(s.all) >= maxSessions {
		return false
	}
	s.all = append(s.all, t)
	return true
}

// closeAll ends every session.
func (s *sessions) closeAll() {
	s.mu.Lock()
	s.closed = true
	all := slices.Clone(s.all)
	s.mu.Unlock()
	for _, t := range all {
		t.close()
	}
}

// beginSession connects to a service. Source: rfc1738 3.8.
func (g *Gateway) beginSession(w http.ResponseWriter, r *http.Request) {
	t, ok := g.target(w, r)
	if !ok {
		return
	}
	if t.url.Designates() != earl.Service {
		access.Refuse(w, http.StatusBadRequest, "That is no service to type at.")
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
	if !isSession { // a gateway stands between
		defer cancel()
		g.show(w, r, t.led(res), res)
		return
	}
	term := &terminal{ID: access.Random(), URL: t.url.WithoutPassword(), conn: s.Conn, cancel: cancel, seen: time.Now()}
	if !g.sessions.add(term) {
		term.close()
		g.failed(w, r, t, errSessions)
		return
	}
	go term.run(ctx)
	g.history.add(shownTitle(titleOf(term.URL)), term.URL)
	term.rest(r.Context(), 0)
	http.Redirect(w, r, "/session?id="+term.ID, http.StatusSeeOther)
}

// errSessions is the error of one session too many.
var errSessions = errors.New("there are as many sessions as one person types at; end one first")
