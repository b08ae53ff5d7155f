package nntp

import (
	"errors"
	"fmt"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// ErrNoServer is the error of a news URL if Options.Server is empty: such a URL
// contains no server. It is an [open.ErrNoOpener]. Source: rfc1738 3.6.
var ErrNoServer error = noServer{}

type noServer struct{}

func (noServer) Error() string {
	return "nntp: a news URL contains no server, and no news server is set; use nntp://HOST/GROUP for a certain server (rfc1738 3.6, 3.7)"
}

// Setting returns the setting that opens such URLs, and its value.
func (noServer) Setting() (name, value string) { return "news-server", "HOST[:PORT]" }

func (noServer) Is(target error) bool { return target == open.ErrNoOpener }

// ServerError is the error of a news URL if Options.Server is invalid.
type ServerError struct {
	Server string // Options.Server, its password hidden
	Err    error  // why it is invalid
}

// Error returns the server and why it is invalid.
func (e *ServerError) Error() string {
	return fmt.Sprintf("nntp: invalid news server %q: %v", e.Server, e.Err)
}

// Unwrap returns why the server is invalid.
func (e *ServerError) Unwrap() error { return e.Err }

// server is the place of a session.
type server struct {
	scheme  string // nntp or nntps
	address string // host and port as dialled
}

// server returns the server in u, or the user's own for a news URL.
func (o Options) server(u earl.URL) (server, error) {
	if u.Scheme() == "news" {
		if o.Server == "" {
			return server{}, ErrNoServer
		}
		var err error
		if u, err = parseServer(o.Server); err != nil {
			return server{}, &ServerError{earl.Redact(o.Server), err}
		}
	}
	address, err := open.HostPort(u)
	return server{u.Scheme(), address}, err
}

// parseServer reads Options.Server as a URL with a host and nothing after it.
func parseServer(text string) (earl.URL, error) {
	if !strings.Contains(text, "://") {
		text = "nntp://" + text
	}
	u, err := earl.RFC3986.Parse(text)
	if err != nil {
		return u, errors.New("it must be a host or a URL")
	}
	if scheme := u.Scheme(); scheme != "nntp" && scheme != "nntps" {
		return u, fmt.Errorf("the scheme %q must be nntp or nntps", scheme)
	}
	_, user := u.User()
	_, query := u.Query()
	_, fragment := u.Fragment()
	if path := u.Path(); user || query || fragment || path != "" && path != "/" {
		return u, errors.New("it must have only a host and a port")
	}
	return u, nil
}
