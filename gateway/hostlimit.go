package gateway

import (
	"context"
	"net/http"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/gateway/internal/access"
	"github.com/earl-url/earl/internal/hostlimit"
	"github.com/earl-url/earl/open"
)

const (
	// DefaultOpens is how many URLs are opened at a time: more than the tabs that a
	// user looks at, and than the pictures of a page.
	DefaultOpens = 256
	// perServer is how many of them one server gets. Servers limit the connections
	// of one address, and many servers of old links are small.
	perServer = 32
	// placeWait is how long a request waits for one of them to end.
	placeWait = 10 * time.Second
)

// newLimits returns the limits of a gateway that opens so many URLs at a time.
func newLimits(opens int) *hostlimit.Limiter {
	return hostlimit.New(hostlimit.Options{Total: opens, Rule: func(string) hostlimit.Rule { return hostlimit.Rule{Places: perServer} }})
}

// acquire waits for a place to open u. If there is none, it answers and returns nil.
// release gives the place back.
func (g *Gateway) acquire(w http.ResponseWriter, r *http.Request, u earl.URL) (release func()) {
	ctx, cancel := context.WithTimeout(r.Context(), placeWait)
	defer cancel()
	server, err := open.HostPort(u)
	if err != nil {
		server = u.Scheme() // the URL has no server, or opening refuses it
	}
	release, err = g.limits.Acquire(ctx, server)
	if err != nil {
		w.Header().Set("Retry-After", "10")
		access.Refuse(w, http.StatusServiceUnavailable, "Too many URLs are being opened. Try again in a moment.")
		return nil
	}
	return release
}
