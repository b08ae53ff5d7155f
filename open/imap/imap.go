// Package imap opens imap and imaps URLs: it lists the mailboxes of a user or the
// messages of a mailbox, and retrieves a message or a part of one. It only
// reads: it opens a mailbox with EXAMINE and requests messages with BODY.PEEK,
// so no message is marked as read.
//
//	client := open.New(open.Options{Login: ask}, imap.Opener{})
//	u, err := earl.RFC3986.Parse("imap://joe@mail.example/INBOX")
//	resource, err := client.Open(ctx, u) // a *open.Listing
//
// A server is an *open.Listing of its mailboxes. A mailbox, or a search in it, is
// an *open.Listing of messages, the newest first. The Name of an entry is the
// subject, and a Note has the author. A message is an *open.Document of type
// message/rfc822, whose size is known. Package internal/protocol/article shows such a
// document as text. A section is the document that the server has, with the
// encoding of the message.
//
// A server without TLS must offer STARTTLS, or be on this machine, before a
// password is sent: see the guard "plain-login". The login is that of the URL, or
// the user is asked for it. It is sent with LOGIN; SASL is not supported.
//
// The package has its own client. It needs seven commands, a plan of each line,
// a message that is a stream, and limits for everything that a server can make
// long; the library in use for Go reads messages in a goroutine of its own and
// makes its own command lines.
//
// It follows rfc9051 and rfc3501, rfc2595 and rfc8314 for TLS, and rfc5092. It
// keeps no connection from one URL to the next.
package imap

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
	// Response is the maximum number of bytes in a response of the server that is
	// kept in memory: everything but the message that a URL requests. 0 means
	// 1 MiB, a negative value means no limit.
	Response int
}

// defaultResponse has room for the three header fields of a listing, and for the
// numbers that a search returns from a mailbox with a hundred thousand messages.
const defaultResponse = 1 << 20

// effective returns o with a value for each limit.
func (o Options) effective() Options {
	o.Response = limit.Of(o.Response, defaultResponse)
	return o
}

// Opener opens imap and imaps URLs. The zero Opener is ready to use. Several
// goroutines may share it.
type Opener struct{ Options }

// Schemes returns "imap" and "imaps".
func (Opener) Schemes() []string { return []string{"imap", "imaps"} }

// messageType is the media type of a message.
const messageType = "message/rfc822"

// Open logs in, and lists or retrieves what the URL identifies. Errors: an
// [*open.ReplyError] for a refusal by the server, which is an [open.ErrLogin], an
// [open.ErrNotFound] or an [open.ErrServer]; a [*open.Refusal] with the guard
// "plain-login"; [errors.ErrUnsupported] for a mechanism of the login or a
// search that is not US-ASCII; [open.ErrConnect]; [open.ErrCut];
// [open.ErrProtocol]; [open.ErrLineBreak]. Source: rfc5092 2; rfc9051 6.
func (o Opener) Open(ctx context.Context, r *open.Call) (res open.Resource, err error) {
	err = o.with(ctx, r, func(s *session) error {
		res, err = s.open()
		return err
	})
	return res, err
}

// open opens what the URL identifies.
func (s *session) open() (open.Resource, error) {
	if !s.view.Mailbox.Present {
		return s.mailboxes()
	}
	box, err := s.examine()
	switch {
	case err != nil:
		return nil, err
	case s.view.UID.Present:
		return s.message()
	}
	return s.messages(box)
}

// Probe reports whether the mailbox or the message exists, without retrieving
// it. The errors are those of Open.
func (o Opener) Probe(ctx context.Context, r *open.Call) (m open.Meta, err error) {
	err = o.with(ctx, r, func(s *session) error {
		m, err = s.probe()
		return err
	})
	return m, err
}

// probe reports whether the mailbox or the message exists, and ends the session.
func (s *session) probe() (m open.Meta, err error) {
	m = open.Meta{URL: s.Req.URL, Kind: open.KindListing, Size: -1}
	if s.view.Mailbox.Present {
		_, err = s.examine()
	}
	if err == nil && s.view.UID.Present {
		m.Kind, m.Type = open.KindDocument, s.mediaType()
		var size int64
		if size, err = s.size(); !s.view.Section.Present {
			m.Size = size
		}
	}
	if err != nil {
		return open.Meta{}, err
	}
	s.quit()
	return m, nil
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
	view, err := views.ParseIMAP(r.URL)
	if err != nil {
		return nil, err
	}
	s := &session{opts: o.Options.effective(), view: view, tls: view.Scheme == "imaps"}
	s.Lines = dialogue.Lines{Protocol: "imap", Secret: []string{cmdLogin}, Req: r}
	switch strings.ToUpper(string(view.Auth.Value)) {
	case "", "*", "PLAIN", "LOGIN":
	default:
		return nil, fmt.Errorf("imap: the login %q is not supported: %w", view.Auth.Value.Printable(), errors.ErrUnsupported)
	}
	for _, part := range []struct{ name, text string }{{"search", string(view.Search.Value)}, {"section", string(view.Section.Value)}, {"user", string(view.User.Value)}} {
		if !isASCII(part.text) {
			return nil, fmt.Errorf("imap: the %s of the URL is not US-ASCII: %w", part.name, errors.ErrUnsupported)
		}
	}
	if err := s.checkSyntax(); err != nil {
		return nil, err
	}
	if password, ok := view.Password.Reveal(); ok {
		s.Secrets = append(s.Secrets, string(password))
	}
	s.address, err = open.HostPort(r.URL)
	return s, err
}

// checkSyntax refuses a search and a section that would be more than an argument
// of their command: the server would wait for more, or run another.
func (s *session) checkSyntax() error {
	section := string(s.view.Section.Value)
	if strings.HasSuffix(string(s.view.Search.Value), "}") {
		return fmt.Errorf("imap: a search that ends with a literal: %w", errors.ErrUnsupported)
	}
	for i := range len(section) {
		c := section[i]
		if !('a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || strings.IndexByte(".-_ ()", c) >= 0) {
			return fmt.Errorf("imap: the section %q: %w", s.view.Section.Value.Printable(), errors.ErrUnsupported)
		}
	}
	return nil
}

// isASCII reports whether text has only printable US-ASCII.
func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return false
		}
	}
	return true
}
