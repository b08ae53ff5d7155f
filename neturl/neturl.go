// Package neturl converts URLs to and from those of net/url, for programs that
// hand them to other libraries.
//
//	n, err := neturl.To(u)              // *url.URL
//	u, err := neturl.From(n, earl.RFC3986)
//
// Both go by way of the text. What net/url reads otherwise or cannot hold is
// lost; [Losses] says what, for one URL. In short:
//
//   - the edition that read the URL;
//   - in a path, whether an octet was escaped: url.URL.Path is decoded, and a
//     program that changes it, or clears RawPath, can no longer tell "%2F" from "/";
//   - the host's escapes, which net/url undoes;
//   - params: net/url has none;
//   - an empty fragment ("#" at the end);
//   - what net/url refuses: among others a colon in the first segment of a path
//     without a scheme, a port that is no number, an escape that is none, most
//     escapes in a host, and a control octet anywhere.
package neturl

import (
	"errors"
	"fmt"
	"net/url"

	"github.com/earl-url/earl"
)

// ErrOther is the error of a URL of which net/url would name another host, port
// or scheme than the edition that read it: the two would speak of different
// places.
var ErrOther = errors.New("neturl: net/url reads another scheme, host or port")

// To returns u as net/url has it. The error is net/url's, without the text,
// which may hold a password, or [ErrOther].
func To(u earl.URL) (*url.URL, error) {
	n, err := url.Parse(u.String())
	if err != nil {
		var parse *url.Error
		if errors.As(err, &parse) {
			err = parse.Err // the whole would quote the text
		}
		return nil, fmt.Errorf("neturl: net/url does not read %s: %s", u.Redacted(), earl.Redact(err.Error()))
	}
	host, _ := u.Host()
	port, _ := u.Port()
	if n.Scheme != u.Scheme() || n.Port() != port || !sameHost(n.Hostname(), host) {
		return nil, ErrOther
	}
	return n, nil
}

// sameHost compares a host without brackets, decoded, with one as it is written.
func sameHost(name, host string) bool {
	if len(host) > 1 && host[0] == '[' {
		host = host[1 : len(host)-1]
	}
	return name == string(earl.Unescape(host))
}

// From reads the text of n by an edition. The error is a *earl.ParseError.
func From(n *url.URL, e *earl.Edition) (earl.URL, error) { return e.Parse(n.String()) }

// A Loss is something of a URL that net/url does not keep.
type Loss string

// The losses.
const (
	LossRefused  Loss = "refused"  // net/url does not read it, or reads another place
	LossText     Loss = "text"     // net/url writes it otherwise
	LossParams   Loss = "params"   // net/url has no params
	LossFragment Loss = "fragment" // an empty fragment becomes none
	LossEscapes  Loss = "escapes"  // the decoded path does not tell an escaped delimiter from a plain one
)

// Losses returns what u loses on its way through net/url, nil if nothing.
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
