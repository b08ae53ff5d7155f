// Package pop opens pop and pops URLs: it lists the messages of a mailbox, or
// retrieves one. It only reads: it never sends DELE.
//
//	client := open.New(open.Options{Login: ask}, pop.Opener{})
//	u, err := earl.RFC3986.Parse("pop://joe@mail.example/")
//	resource, err := client.Open(ctx, u) // a *open.Listing
//
// A mailbox is an *open.Listing of its messages, the newest first. The Name of
// an entry is the subject, and a Note has the author; both come from TOP, which
// is sent for the first messages only. A message is an *open.Document of type
// message/rfc822. Package internal/protocol/article shows such a document as text.
//
// A server without TLS must offer STLS, or be on this machine, before a password
// is sent: see the guard "plain-login". The login is that of the URL, or the
// user is asked for it. APOP is used if the URL requires it; other mechanisms
// are not supported.
//
// The package has its own client: it needs eight commands of text lines, which
// it shares with nntp, and a plan of each. It follows rfc1939, rfc2449 (CAPA),
// rfc2595 (STLS) and rfc2384, and keeps no connection from one URL to the next.
package pop

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/open/internal/limit"
	"github.com/earl-url/earl/open/internal/secure"
	"github.com/earl-url/earl/views"
)

// Options are the settings of an [Opener]. The zero Options are the defaults.
type Options struct {
	// TLS has the settings of TLS. nil means that the certificate is checked
	// against the URL's host name and the system's authorities. It is not changed.
	// Its type is that of crypto/tls.
	TLS *secure.Config
	// MessageSize is the maximum number of bytes in a message. A longer one ends in
	// [open.ErrCut]. 0 means 256 MiB, a negative value means no limit.
	MessageSize int64
	// Heads is the maximum number of messages in a mailbox whose subjects are
	// requested, the newest first. Each needs a command. 0 means 200, a
	// negative value means no limit.
	Heads int
}

// The defaults for limits of [Options] that are 0.
const (
	// defaultMessageSize is above what mail servers accept: few accept 100 MiB. The
	// protocol has no reliable length, so a message could have no end.
	defaultMessageSize = 256 << 20
	// defaultHeads is what a user looks through. Over a connection with 100 ms it
	// takes 20 seconds.
	defaultHeads = 200
)

// effective returns o with a value for each limit.
func (o Options) effective() Options {
	o.MessageSize = limit.Of(o.MessageSize, defaultMessageSize)
	o.Heads = limit.Of(o.Heads, defaultHeads)
	return o
}

// Opener opens pop and pops URLs. The zero Opener is ready to use. Several
// goroutines may share it.
type Opener struct{ Options }

// Schemes returns "pop" and "pops".
func (Opener) Schemes() []string { return []string{"pop", "pops"} }

// messageType is the media type of a message.
const messageType = "message/rfc822"

// Open logs in, and lists the mailbox or retrieves the message. Errors: an
// [*open.ReplyError] for a refusal by the server, which is an [open.ErrLogin], an
// [open.ErrNotFound] or an [open.ErrServer]; a [*open.Refusal] with the guard
// "plain-login"; [errors.ErrUnsupported] for a mechanism of the login;
// [open.ErrConnect]; [open.ErrCut]; [open.ErrProtocol]; [open.ErrLineBreak].
// Source: rfc2384 4; rfc1939.
func (o Opener) Open(ctx context.Context, r *open.Call) (res open.Resource, err error) {
	err = o.with(ctx, r, func(s *session) error {
		if s.isMailbox() {
			res, err = s.mailbox()
		} else {
			res, err = s.message()
		}
		return err
	})
	return res, err
}

// Probe reports whether the mailbox or the message exists, without retrieving
// it. The errors are those of Open.
func (o Opener) Probe(ctx context.Context, r *open.Call) (m open.Meta, err error) {
	err = o.with(ctx, r, func(s *session) error {
		m = open.Meta{URL: r.URL, Kind: open.KindListing, Size: -1}
		if !s.isMailbox() {
			m.Kind, m.Type = open.KindDocument, messageType
			number, err := s.number()
			if err == nil {
				err = s.request("LIST", number)
			}
			if err != nil {
				return err
			}
		}
		s.quit()
		return nil
	})
	return m, err
}

// with connects, logs in and calls do.
func (o Opener) with(ctx context.Context, r *open.Call, do func(*session) error) error {
	s, err := o.session(r)
	if err != nil {
		return err
	}
	if err = s.connect(ctx); err == nil {
		err = do(s)
	}
	if err != nil {
		s.fail(err)
	}
	return err
}

// session returns the session of a URL, which is not connected.
func (o Opener) session(r *open.Call) (*session, error) {
	view, err := views.ParsePOP(r.URL)
	if err != nil {
		return nil, err
	}
	s := &session{opts: o.Options.effective(), view: view, tls: view.Scheme == "pops", apop: strings.EqualFold(string(view.Auth.Value), "+APOP")}
	s.Lines = dialogue.Lines{Protocol: "pop", Secret: []string{"PASS", "APOP"}, Req: r}
	if view.Auth.Present && view.Auth.Value != "*" && !s.apop {
		return nil, fmt.Errorf("pop: the login %q is not supported: %w", view.Auth.Value.Printable(), errors.ErrUnsupported)
	}
	if password, ok := view.Password.Reveal(); ok {
		s.Secrets = append(s.Secrets, string(password))
	}
	s.address, err = open.HostPort(r.URL)
	return s, err
}

// isMailbox reports whether the URL is of a mailbox.
func (s *session) isMailbox() bool { return !s.view.Number.Present && !s.view.UID.Present }
