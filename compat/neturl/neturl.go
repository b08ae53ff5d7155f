// Package neturl converts URLs to and from those of net/url, for programs that
// pass them to other libraries.
//
//	n, err := neturl.To(u)              // *url.URL
//	u, err := neturl.From(n, earl.RFC3986)
//
// Both convert through the text. What net/url reads differently or cannot
// represent is lost; [Losses] reports this for a URL. These are lost:
//
//   - the edition that read the URL;
//   - in a path, whether a byte was escaped: url.URL.Path is decoded, and a
//     program that changes it, or clears RawPath, can no longer tell "%2F" from "/";
//   - escapes in the host, which net/url decodes;
//   - params, which net/url does not have;
//   - an empty fragment ("#" at the end);
//   - URLs that net/url refuses, among others those with a colon in the first
//     segment of a path without a scheme, a port that is not a number, an invalid
//     escape, most escapes in a host, or a control character.
package neturl

import (
	"errors"
	"fmt"
	"net/url"

	"github.com/earl-url/earl"
)

// ErrOther is the error for a URL in which net/url would read another scheme,
// host or port than its edition, and so contact another server.
var ErrOther = errors.New("neturl: net/url reads another scheme, host or port")

// To returns u as a URL of net/url. The error is [ErrOther], or that of net/url
// without the text, which may contain a password.
func To(u earl.URL) (*url.URL, error) {
	n, err := url.Parse(u.String())
	if err != nil {
		var parse *url.Error
		if errors.As(err, &parse) {
			err = parse.Err // the whole error would quote the text
		}
		return nil, fmt.Errorf("neturl: net/url cannot parse %s: %s", u.Redacted(), earl.Redact(err.Error()))
	}
	host, _ := u.Host()
	port, _ := u.Port()
	if n.Scheme != u.Scheme() || n.Port() != port || !sameHost(n.Hostname(), host) {
		return nil, ErrOther
	}
	return n, nil
}

// sameHost compares a decoded host without brackets with the host in a URL.
func sameHost(name, host string) bool {
	if len(host) > 1 && host[0] == '[' {
		host = host[1 : len(host)-1]
	}
	return name == string(earl.Unescape(host))
}

// From parses the text of n with an edition. The error is a *earl.ParseError.
func From(n *url.URL, e *earl.Edition) (earl.URL, error) { return e.Parse(n.String()) }

// A Loss is a property of a URL that net/url does not keep.
type Loss string

// The losses.
const (
	LossRefused  Loss = "refused"  // net/url refuses it, or reads another server
	LossText     Loss = "text"     // net/url writes it differently
	LossParams   Loss = "params"   // net/url has no params
	LossFragment Loss = "fragment" // an empty fragment is dropped
	LossEscapes  Loss = "escapes"  // the decoded path does not distinguish an escaped delimiter from an unescaped one
)

// Losses returns what u loses when it is converted to net/url, or nil.
func Losses(u earl.URL) []Loss {
	n, err := To(u)
	if err != nil {
		return []Loss{LossRefused}
	}
	var losses []Loss
	if _, ok := u.Params(); ok {
		losses = append(losses, LossParams)
	}
	if f, ok := u.Fragment(); ok && f == "" {
		losses = append(losses, LossFragment)
	} else if n.String() != u.String() {
		losses = append(losses, LossText)
	}
	if n.RawPath != "" {
		losses = append(losses, LossEscapes)
	}
	return losses
}
