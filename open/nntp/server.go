package nntp

import (
	"errors"
	"fmt"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// ErrNoServer is the error of a news URL where no server is set: such a URL
// names none, and Options.Server is empty. It is an [open.ErrNoOpener]. Source: rfc1738 3.6.
var ErrNoServer error = noServer{}

type noServer struct{}

func (noServer) Error() string {
	return "nntp: a news URL names no server, and no news server is set; nntp://HOST/GROUP names one (rfc1738 3.6, 3.7)"
}

func (noServer) Is(target error) bool { return target == open.ErrNoOpener }

// ServerError is the error of a news URL where Options.Server cannot be read.
type ServerError struct {
	Server string // Options.Server, its password hidden
	Err    error  // why it cannot be read
}

// Error returns the server and why it cannot be read.
func (e *ServerError) Error() string {
	return fmt.Sprintf("nntp: cannot read the news server %q: %v", e.Server, e.Err)
}

// Unwrap returns why the server cannot be read.
func (e *ServerError) Unwrap() error { return e.Err }

// server is where a session is.
type server struct {
	scheme  string // nntp or nntps
	address string // host and port, as they are dialled
}

// server returns the server that u names, or for a news URL the reader's own.
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

// parseServer reads Options.Server as a URL with a host and nothing behind it.
func parseServer(text string) (earl.URL, error) {
	if !strings.Contains(text, "://") {
		text = "nntp://" + text
	}
	u, err := earl.RFC3986.Parse(text)
	if err != nil {
		return u, errors.New("it is neither a host nor a URL")
	}
	if scheme := u.Scheme(); scheme != "nntp" && scheme != "nntps" {
		return u, fmt.Errorf("the scheme %q is neither nntp nor nntps", scheme)
	}
	_, user := u.User()
	_, query := u.Query()
	_, fragment := u.Fragment()
	if path := u.Path(); user || query || fragment || path != "" && path != "/" {
		return u, errors.New("it has more than a host and a port")
	}
	return u, nil
}
