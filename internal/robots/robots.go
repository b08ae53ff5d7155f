// Package robots reads what the robots.txt of a site lets a program read that follows
// links by itself.
//
//	sites := robots.Sites{Open: func(ctx context.Context, u earl.URL) (*open.Document, error) { ... }}
//	rules := sites.Of(ctx, u)
//	if !rules.Allow(u, "earl") {
//		...
//	}
//
// It does not open anything itself: the caller has the client and its policy.
// Source: rfc9309.
package robots

import (
	"context"
	"io"
	"math"
	"strings"
	"sync"
	"time"

	"github.com/temoto/robotstxt"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// MaxSize is as much of a robots.txt as must be read, in bytes. Source: rfc9309 2.5.
const MaxSize = 500 << 10

// Sites are the rules of sites, each read when they are first needed. It is safe for
// concurrent use and must not be copied.
type Sites struct {
	// Open opens the robots.txt of a site and follows its redirects. It is required.
	Open func(ctx context.Context, u earl.URL) (*open.Document, error)
	// Timeout limits the opening and reading of one robots.txt. 0: no limit.
	Timeout time.Duration
	// Retries is how often a robots.txt is requested again if its server failed: a
	// robots.txt that is missed for a moment would allow everything. 0: never.
	Retries int
	// Backoff is the wait before the first retry; it doubles. 0: no wait.
	Backoff time.Duration

	mu   sync.Mutex
	site map[string]*Rules // by scheme, host and port
}

// Rules are those of one site. It is safe for concurrent use.
type Rules struct {
	once sync.Once
	data *robotstxt.RobotsData // nil: everything is allowed
}

// Of returns the rules of the site of u. The first call for a site opens its
// robots.txt, and other calls for the site wait for it. A URL of another scheme than
// http and https has no robots.txt: its rules allow everything.
func (s *Sites) Of(ctx context.Context, u earl.URL) *Rules {
	if u.Scheme() != "http" && u.Scheme() != "https" {
		return new(Rules)
	}
	address, _ := open.HostPort(u)
	name := u.Scheme() + "://" + strings.ToLower(address)
	s.mu.Lock()
	if s.site == nil {
		s.site = map[string]*Rules{}
	}
	rules := s.site[name]
	if rules == nil {
		rules = new(Rules)
		s.site[name] = rules
	}
	s.mu.Unlock()
	rules.once.Do(func() { rules.data = s.read(ctx, u) })
	return rules
}

// read reads the robots.txt of the site of u. The package robotstxt knows what a
// status means. A site that does not respond forbids nothing, because its pages will
// not respond either. Source: rfc9309 2.3.1.
func (s *Sites) read(ctx context.Context, u earl.URL) *robotstxt.RobotsData {
	at, err := u.Edition().Resolve(u, "/robots.txt")
	if err != nil {
		return nil
	}
	for try := 0; ; try++ {
		data, again := s.try(ctx, at)
		if !again || try >= s.Retries {
			return data
		}
		select {
		case <-time.After(s.Backoff << try):
		case <-ctx.Done():
			return nil
		}
	}
}

// try reads a robots.txt once, and reports whether another try can have another
// result.
func (s *Sites) try(ctx context.Context, at earl.URL) (data *robotstxt.RobotsData, again bool) {
	if s.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.Timeout)
		defer cancel()
	}
	doc, err := s.Open(ctx, at)
	if err != nil {
		_, again = open.Retryable(err)
		return nil, again
	}
	defer doc.Body.Close()
	text, readErr := io.ReadAll(io.LimitReader(doc.Body, MaxSize))
	data, err = robotstxt.FromStatusAndBytes(doc.Status, text)
	if err != nil {
		data = nil
	}
	return data, readErr != nil || doc.Status == 429 || doc.Status >= 500
}

// Allow reports whether an agent may read u.
func (r *Rules) Allow(u earl.URL, agent string) bool {
	path := u.Path()
	if path == "" {
		path = "/"
	}
	if query, ok := u.Query(); ok {
		path += "?" + query
	}
	return r.data == nil || r.data.TestAgent(path, agent)
}

// Delay returns the time that the site wants between two requests of an agent, or 0.
func (r *Rules) Delay(agent string) time.Duration {
	if r.data == nil {
		return 0
	}
	d := r.data.FindGroup(agent).CrawlDelay
	if d < 0 { // more seconds than a Duration holds: robotstxt refuses a minus sign
		return math.MaxInt64
	}
	return d
}
