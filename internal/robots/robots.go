// Package robots reads robots.txt files, which say what a program that follows links may
// request from a site.
//
//	sites := robots.Sites{Open: func(ctx context.Context, u earl.URL) (*open.Document, error) { ... }}
//	rules := sites.Of(ctx, u)
//	if !rules.Allow(u, "earl") {
//		...
//	}
//
// The caller opens the files, with its client and policy.
// Source: rfc9309.
package robots

import (
	"cmp"
	"context"
	"io"
	"math"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/temoto/robotstxt"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// MaxSize is how many bytes of a robots.txt are read. Source: rfc9309 2.5.
const MaxSize = 500 << 10

// Sites are the rules of sites. It reads the rules of each site when they are first
// needed. It is safe for concurrent use and must not be copied.
type Sites struct {
	// Open opens the robots.txt of a site and follows its redirects. It is required.
	Open func(ctx context.Context, u earl.URL) (*open.Document, error)
	// Timeout limits the time to open and read one robots.txt. 0 is no limit.
	Timeout time.Duration
	// Retries is how often a robots.txt is requested again after a server error. Without
	// retries, a short failure would allow everything.
	Retries int
	// Backoff is the wait before the first retry. It doubles for each further retry.
	Backoff time.Duration

	mu   sync.Mutex
	site map[string]*Rules // by scheme, host and port
}

// Rules are the rules of one site. They are safe for concurrent use.
type Rules struct {
	once sync.Once
	data *robotstxt.RobotsData // nil if everything is allowed
}

// Of returns the rules of the site of u. The first call for a site opens its robots.txt,
// and other calls for the site wait for it. For other schemes than http, https and gemini
// there is no robots.txt, and the rules allow everything.
func (s *Sites) Of(ctx context.Context, u earl.URL) *Rules {
	if !hasRules(u) {
		return new(Rules)
	}
	name := siteName(u)
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

// Known reports whether the rules of the site of u were already needed, so that Of sends
// nothing. It is true for schemes without a robots.txt.
func (s *Sites) Known(u earl.URL) bool {
	if !hasRules(u) {
		return true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.site[siteName(u)] != nil
}

// hasRules reports whether sites of the scheme of u may have a robots.txt.
// Source: rfc9309 2.3; robots.txt for Gemini.
func hasRules(u earl.URL) bool {
	switch u.Scheme() {
	case "http", "https", "gemini":
		return true
	}
	return false
}

// siteName returns the scheme, host and port of u.
func siteName(u earl.URL) string {
	address, _ := open.HostPort(u)
	return u.Scheme() + "://" + strings.ToLower(address)
}

// read reads the robots.txt of the site of u. Package robotstxt interprets the status. If
// a site does not respond, everything is allowed, because its pages will not respond
// either. Source: rfc9309 2.3.1.
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

// try reads a robots.txt once. It reports whether another try may have another result.
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
	// A document of gemini has no status of http, and a missing one is an error.
	data, err = robotstxt.FromStatusAndBytes(cmp.Or(doc.Status, http.StatusOK), text)
	if err != nil {
		data = nil
	}
	return data, readErr != nil || doc.Status == 429 || doc.Status >= 500
}

// Allow reports whether an agent may request u.
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

// Delay returns the Crawl-delay of the site for an agent, or 0.
func (r *Rules) Delay(agent string) time.Duration {
	if r.data == nil {
		return 0
	}
	d := r.data.FindGroup(agent).CrawlDelay
	if d < 0 { // overflow: robotstxt refuses a minus sign
		return math.MaxInt64
	}
	return d
}
