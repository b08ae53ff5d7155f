// Package ldap opens ldap and ldaps URLs: it reads an entry of a directory, or
// lists the entries below one.
//
//	client := open.New(open.Options{}, ldap.Opener{})
//	u, err := earl.RFC3986.Parse("ldap://ldap.example/dc=example,dc=org??one")
//	resource, err := client.Open(ctx, u) // a *open.Listing
//
// A URL with the scope base is an *open.Document: the entry in the form of
// rfc2849 (LDIF). With the scope one or sub it is an *open.Listing of the
// entries that match the filter; each links to its own document. An entry with
// entries below it has a second line, a link to a listing of these. If another
// server has the object, the result is an *open.Referral. In a listing such a
// reference is an entry with the URL of the other server.
//
// The login is anonymous. The extension "bindname" is shown and not used, except
// if it is critical: then the user is asked for the password of that name. Any
// other critical extension makes the URL unsupported. Values of userPassword
// and its relatives are not written.
//
// The package has its own client, because the limits of the library in use for
// Go (message size, depth) are variables of the process, and because a plan
// needs the bytes of each message. It sends bind, search and unbind, and never
// changes a directory. It does not start TLS on a connection without it
// (StartTLS); use ldaps.
//
// It follows rfc4511, rfc4513, rfc4515, rfc4516 and rfc2849.
package ldap

import (
	"context"
	"errors"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/limit"
	"github.com/earl-url/earl/open/internal/secure"
)

// Options are the settings of an [Opener]. The zero Options are the defaults.
type Options struct {
	// Passwords writes the values of userPassword and its relatives too.
	Passwords bool
	// TLS has the settings of TLS for ldaps URLs. nil means that the certificate
	// is checked against the URL's host name and the system's authorities. It is
	// not changed. Its type is that of crypto/tls.
	TLS *secure.Config
	// MessageSize is the maximum number of bytes in a message of the server, and so
	// of an entry. 0 means 8 MiB, a negative value means no limit.
	MessageSize int
}

// The limits of a message. defaultMessageSize is the default of [Options].
const (
	// defaultMessageSize is above an entry with several photographs or with the
	// names of a hundred thousand members.
	defaultMessageSize = 8 << 20
	// maxDepth is far above the six levels of the messages in the protocol.
	maxDepth = 20
)

// effective returns o with a value for each limit.
func (o Options) effective() Options {
	o.MessageSize = limit.Of(o.MessageSize, defaultMessageSize)
	return o
}

// Opener opens ldap and ldaps URLs. The zero Opener is ready to use. Several
// goroutines may share it.
type Opener struct{ Options }

// Schemes returns "ldap" and "ldaps".
func (Opener) Schemes() []string { return []string{"ldap", "ldaps"} }

// Open searches the directory. Errors: a [*earl.ParseError] for an invalid
// filter; [errors.ErrUnsupported] for a critical extension; an *[Error] for a
// refusal by the server, which is an [open.ErrNotFound], an [open.ErrLogin], an
// [open.ErrCut] or an [open.ErrServer]; [open.ErrConnect]; [open.ErrProtocol];
// [open.ErrCut] from the entries, if the listing is not complete.
// Source: rfc4516 2; rfc4511 4.5.
func (o Opener) Open(ctx context.Context, r *open.Call) (open.Resource, error) {
	q, err := o.query(r)
	if err != nil {
		return nil, prefixed(err)
	}
	s, err := q.connect(ctx)
	if err != nil {
		return nil, prefixed(err)
	}
	res, err := s.open()
	if err != nil {
		s.fail(err)
		return nil, prefixed(err)
	}
	return res, nil
}

// Probe reports whether the entry exists, without its attributes. The errors
// are those of Open.
func (o Opener) Probe(ctx context.Context, r *open.Call) (open.Meta, error) {
	q, err := o.query(r)
	if err != nil {
		return open.Meta{}, prefixed(err)
	}
	m := open.Meta{URL: r.URL, Kind: open.KindListing, Size: -1}
	if q.scope == scopeBase {
		m.Kind, m.Type = open.KindDocument, mediaType
	} else {
		q.scope, q.filter = scopeBase, everything()
	}
	q.attributes = []string{noAttributes}
	s, err := q.connect(ctx)
	if err != nil {
		return open.Meta{}, prefixed(err)
	}
	res, err := s.open()
	if err != nil {
		s.fail(err)
		return open.Meta{}, prefixed(err)
	}
	if _, moved := res.(*open.Referral); moved {
		m.Kind, m.Type = open.KindReferral, ""
	}
	return m, nil
}

// prefixed adds the protocol to an error, except to one about the URL itself.
func prefixed(err error) error {
	var refusal *open.Refusal
	if _, invalid := err.(*earl.ParseError); invalid || errors.As(err, &refusal) {
		return err
	}
	return protocolError{err}
}

// protocolError is an error with the name of the protocol before it.
type protocolError struct{ err error }

func (e protocolError) Error() string { return "ldap: " + e.err.Error() }
func (e protocolError) Unwrap() error { return e.err }
