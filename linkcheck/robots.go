package linkcheck

import (
	"context"
	"fmt"
	"io"
	"math"
	"sync"
	"time"

	"github.com/temoto/robotstxt"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// maxRobots is as much of a robots.txt as must be read. Source: rfc9309 2.5.
const maxRobots = 500 << 10

// robots are what the sites' robots.txt say. Several goroutines may use it.
type robots struct {
	mu   sync.Mutex
	site map[string]*rules // by scheme, host and port
}

// rules are those of one site.
type rules struct {
	once sync.Once
	data *robotstxt.RobotsData // nil: everything is allowed
}

// of returns the rules of a URL's site, of which the first who asks gets the file.
func (x *robots) of(u earl.URL, get func() *robotstxt.RobotsData) *rules {
	name := serverOf(u)
	x.mu.Lock()
	if x.site == nil {
		x.site = map[string]*rules{}
	}
	site := x.site[name]
	if site == nil {
		site = new(rules)
		x.site[name] = site
	}
	x.mu.Unlock()
	site.once.Do(func() { site.data = get() })
	return site
}

// allow reports whether a recursion of an agent may get a URL.
func (s *rules) allow(u earl.URL, agent string) bool {
	path := u.Path()
	if path == "" {
		path = "/"
	}
	if query, ok := u.Query(); ok {
		path += "?" + query
	}
	return s.data == nil || s.data.TestAgent(path, agent)
}

// delay returns the time that the site wants between two requests of an agent.
func (s *rules) delay(agent string) time.Duration {
	if s.data == nil {
		return 0
	}
	d := s.data.FindGroup(agent).CrawlDelay
	if d < 0 { // more seconds than a Duration holds: robotstxt refuses a minus sign
		return math.MaxInt64
	}
	return d
}

// allowed reports whether robots.txt lets a recursion get a URL, and what time
// the site wants between two requests. What is not http has no robots.txt.
func (r *run) allowed(ctx context.Context, u earl.URL) (bool, time.Duration) {
	if u.Scheme() != "http" && u.Scheme() != "https" {
		return true, 0
	}
	site := r.robots.of(u, func() *robotstxt.RobotsData { return r.getRobots(ctx, u) })
	return site.allow(u, r.o.Agent), site.delay(r.o.Agent)
}

// getRobots gets the robots.txt of a URL's site. What a status means the package
// robotstxt knows; a site that does not answer forbids nothing, for its pages will
// not answer either. Source: rfc9309 2.3.1.
func (r *run) getRobots(ctx context.Context, u earl.URL) *robotstxt.RobotsData {
	at, err := r.o.Edition.Resolve(u, "/robots.txt")
	if err != nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, r.o.Timeout)
	defer cancel()
	doc, err := r.followRobots(ctx, at)
	if err != nil {
		return nil
	}
	defer doc.Body.Close()
	text, _ := io.ReadAll(io.LimitReader(doc.Body, maxRobots))
	data, err := robotstxt.FromStatusAndBytes(doc.Status, text)
	if err != nil {
		return nil
	}
	return data
}

// followRobots opens a robots.txt and follows its redirects. Each URL is checked
// as that of a page is: a special address only where a person typed it.
// Source: rfc9309 2.3.1.2.
func (r *run) followRobots(ctx context.Context, u earl.URL) (*open.Document, error) {
	res, err := r.o.Client.FollowFunc(ctx, &open.Request{URL: u}, func(ctx context.Context, q *open.Request, _ *open.Referral) (open.Resource, error) {
		if len(q.Referrers) > open.DefaultHops {
			return nil, fmt.Errorf("%w: %s: no robots.txt after %d redirects", open.ErrProtocol, u.Redacted(), open.DefaultHops)
		}
		q.Policy = r.policy(q.URL)
		return r.o.Client.Do(ctx, q)
	})
	if err != nil {
		return nil, err
	}
	if doc, ok := res.(*open.Document); ok {
		return doc, nil
	}
	// A gateway of the settings may return anything.
	return nil, fmt.Errorf("%w: %s is not a document", open.ErrProtocol, u.Redacted())
}
