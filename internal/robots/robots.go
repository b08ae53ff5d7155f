// Package robots reads robots.txt files, which say what a program that follows links may
// request from a site.
//
//	sites := robots.Sites{Open: func(ctx context.Context, u earl.URL) (*open.Document, error) { ... }}
//	rules := sites.Of(ctx, u)
//	if !rules.Allow(u, "earl") {
//		...
//	}
//
// The caller opens the files, with its client and policy. The package has its own reader of
// RFC 9309, because libraries differ from it where it matters: a line that they do not
// understand, a space before a colon or an escape in a path switches rules off. A file that
// cannot be read forbids everything, and Rules.Err says why.
//
// Source: rfc9309.
package robots

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

const (
	// MaxSize is how many bytes of a robots.txt are read. Source: rfc9309 2.5.
	MaxSize = 500 << 10
	// MaxAge is how long the rules of a site are used before they are read again.
	// Source: rfc9309 2.4.
	MaxAge = 24 * time.Hour
)

// Sites are the rules of sites. It reads the rules of each site when they are first
// needed. It is safe for concurrent use and must not be copied.
type Sites struct {
	// Open opens the robots.txt of a site and follows its redirects. It is required.
	Open func(ctx context.Context, u earl.URL) (*open.Document, error)
	// Read, if not nil, is called once for each robots.txt that was read or could not be
	// read.
	Read func(r *Rules)
	// Timeout limits the time to open and read one robots.txt. 0 is no limit.
	Timeout time.Duration
	// Retries is how often a robots.txt is requested again after a server error. Without
	// retries, a short failure would forbid everything.
	Retries int
	// Backoff is the wait before the first retry. It doubles for each further retry.
	Backoff time.Duration

	mu   sync.Mutex
	site map[string]*Rules // by scheme, host and port
}

// Rules are the rules of one site. They are safe for concurrent use.
type Rules struct {
	once  sync.Once
	began time.Time
	at    earl.URL
	err   error
	file  *file // nil if the site has no robots.txt, or it was not read

	mu     sync.Mutex
	agents map[string]*group // of file, by name
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
	if rules == nil || time.Since(rules.began) > MaxAge {
		rules = &Rules{began: time.Now()}
		s.site[name] = rules
	}
	s.mu.Unlock()
	rules.once.Do(func() { s.read(ctx, u, rules) })
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

// read reads the robots.txt of the site of u into r.
func (s *Sites) read(ctx context.Context, u earl.URL, r *Rules) {
	at, err := u.Edition().Resolve(u, "/robots.txt")
	if err != nil {
		r.err = err
		return
	}
	r.at = at
	if s.Read != nil {
		defer s.Read(r)
	}
	for try := 0; ; try++ {
		var again bool
		if r.file, r.err, again = s.try(ctx, at); !again || try >= s.Retries {
			return
		}
		select {
		case <-time.After(s.Backoff << try):
		case <-ctx.Done():
			return
		}
	}
}

// try reads a robots.txt once. It reports whether another try may have another result. A
// site without one has no rules. An error of the server or the network, or an answer that
// is not a document, says nothing about the rules and forbids everything.
// Source: rfc9309 2.3.1.
func (s *Sites) try(ctx context.Context, at earl.URL) (f *file, err error, again bool) {
	if s.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.Timeout)
		defer cancel()
	}
	doc, err := s.Open(ctx, at)
	if err != nil {
		switch open.ClassOf(err) {
		case open.ClassNotFound, open.ClassLogin:
			return nil, nil, false
		}
		_, again = open.Retryable(err)
		return nil, err, again
	}
	defer doc.Body.Close()
	switch code := doc.Status; {
	case code == 0 || code >= 200 && code < 300: // a protocol without statuses reports errors
	case code >= 400 && code < 500:
		return nil, nil, code == http.StatusTooManyRequests
	default:
		return nil, &StatusError{Status: code}, code >= 500
	}
	text, err := io.ReadAll(io.LimitReader(doc.Body, MaxSize+1))
	if err != nil {
		return nil, err, true
	}
	return parse(text), nil, false
}

// A StatusError is the status of http of a robots.txt that is neither there nor missing.
type StatusError struct{ Status int }

// Error implements error.
func (e *StatusError) Error() string {
	return strings.TrimSpace(fmt.Sprintf("status %d %s", e.Status, http.StatusText(e.Status)))
}

// Unwrap returns [open.ErrProtocol].
func (e *StatusError) Unwrap() error { return open.ErrProtocol }

// URL returns the URL of the robots.txt, or the zero URL for a scheme without one.
func (r *Rules) URL() earl.URL { return r.at }

// Err returns why the robots.txt could not be read, so that the rules allow nothing, or
// nil. Source: rfc9309 2.3.1.4.
func (r *Rules) Err() error { return r.err }

// Unread returns which lines of the robots.txt were not understood.
func (r *Rules) Unread() Unread {
	if r.file == nil {
		return Unread{}
	}
	return r.file.unread
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
	if r.err != nil {
		return false
	}
	return r.file == nil || r.of(agent).allows(path)
}

// Delay returns the Crawl-delay of the site for an agent, or 0.
func (r *Rules) Delay(agent string) time.Duration {
	if r.file == nil {
		return 0
	}
	return r.of(agent).delay
}

// of returns the rules of the file for an agent.
func (r *Rules) of(agent string) *group {
	r.mu.Lock()
	defer r.mu.Unlock()
	g := r.agents[agent]
	if g == nil {
		if r.agents == nil {
			r.agents = map[string]*group{}
		}
		all := r.file.of(agent)
		g = &all
		r.agents[agent] = g
	}
	return g
}
