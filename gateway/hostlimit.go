package gateway

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/gateway/internal/access"
	"github.com/earl-url/earl/open"
)

const (
	// DefaultOpens is how many URLs are opened at a time: more than the tabs that a
	// person looks at, and than the pictures of a page.
	DefaultOpens = 256
	// perServer is how many of them one server gets. Servers count the connections
	// of one address, and many of old links are small.
	perServer = 32
	// slotWait is how long a request waits for one of them to end.
	slotWait = 10 * time.Second
)

// hostLimiter holds the places of those who open URLs: some for all, fewer for each server.
type hostLimiter struct {
	all chan struct{}

	mu      sync.Mutex
	servers map[string]*hostQueue // those that somebody opens URLs of, or waits for
}

// hostQueue is the places of one server.
type hostQueue struct {
	places chan struct{}
	users  int // who has one or waits for one
}

func newHostLimiter(opens int) *hostLimiter {
	return &hostLimiter{all: make(chan struct{}, opens), servers: map[string]*hostQueue{}}
}

// take waits for a place at a server and gives back how to leave it; nil if ctx
// ends before.
func (t *hostLimiter) take(ctx context.Context, server string) (release func()) {
	l := t.join(server)
	select {
	case l.places <- struct{}{}:
	case <-ctx.Done():
		t.leave(server)
		return nil
	}
	select {
	case t.all <- struct{}{}:
	case <-ctx.Done():
		<-l.places
		t.leave(server)
		return nil
	}
	return func() {
		<-t.all
		<-l.places
		t.leave(server)
	}
}

// join returns the queue of a server, which leave gives up.
func (t *hostLimiter) join(server string) *hostQueue {
	t.mu.Lock()
	defer t.mu.Unlock()
	l := t.servers[server]
	if l == nil {
		l = &hostQueue{places: make(chan struct{}, perServer)}
		t.servers[server] = l
	}
	l.users++
	return l
}

// leave forgets the queue of a server when nobody is in it.
func (t *hostLimiter) leave(server string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.servers[server].users--; t.servers[server].users == 0 {
		delete(t.servers, server)
	}
}

// acquire waits for the turn to open u. Without one it answers and returns nil;
// release gives it back.
func (g *Gateway) acquire(w http.ResponseWriter, r *http.Request, u earl.URL) (release func()) {
	ctx, cancel := context.WithTimeout(r.Context(), slotWait)
	defer cancel()
	server, err := open.HostPort(u)
	if err != nil {
		server = u.Scheme() // it has none, or is refused in a moment
	}
	if release = g.limits.take(ctx, server); release == nil {
		w.Header().Set("Retry-After", "10")
		access.Refuse(w, http.StatusServiceUnavailable, "Too many URLs are being opened. Try again in a moment.")
	}
	return release
}
