// Package ftp opens ftp URLs according to RFC 1738 section 3.2.2. It sends one
// CWD for each decoded segment, in order, then TYPE and RETR, or NLST for
// ";type=d".
//
//	client := open.New(open.Options{}, new(ftp.Opener))
//	u, err := earl.RFC1738.Parse("ftp://ftp.example/pub/readme.txt;type=a")
//	resource, err := client.Open(ctx, u) // a *open.Document
//
// The result is an *open.Document for a file and an *open.Listing for a
// directory. The bytes of a command's argument are those of the URL. The server
// decides what they mean: many servers read a name that begins with "-" as
// options of NLST, and some read "*" as a pattern.
//
// The package follows rfc959, rfc1738 3.2, rfc2428 (EPSV), rfc3659 (SIZE, MDTM,
// MLSD, REST) and rfc4217 (TLS). It uses only passive connections, and never
// stores, deletes, makes or renames anything.
package ftp

import (
	"context"
	"errors"
	"fmt"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/open/internal/secure"
	"github.com/earl-url/earl/open/internal/wire"
	"github.com/earl-url/earl/views"
)

// Options are the settings of an [Opener]. The zero Options are the defaults.
type Options struct {
	// Email is the password for anonymous login. "" sends "anonymous@".
	// Source: rfc1738 3.2.1. Departs: there it is the user's address, which a
	// program should not send without being asked.
	Email string
	// NullCWD decides what happens if the server refuses an empty segment.
	// Source: rfc1738 3.2.2.
	NullCWD NullCWD
	// RawText delivers data of TYPE A with the CR LF of the network. If it is
	// false, each CR LF becomes LF, and any other CR stays.
	RawText bool
	// Security decides whether connections are protected by TLS.
	Security Security
	// UTF8 tells servers with OPTS UTF8 ON that names are UTF-8. A refusal is
	// ignored. Source: rfc2640; draft-ietf-ftpext-utf-8-option.
	UTF8 bool
	// TLS has the settings of TLS. nil means that the certificate is checked
	// against the URL's host name and the system's authorities. It is not changed.
	// Its type is that of crypto/tls.
	TLS *secure.Config
	// Host returns the options for one server, "host:port" as dialled, instead of
	// these. It must always return the same options for the same server. nil means
	// these options for all servers.
	Host func(address string) Options
}

// NullCWD decides what happens if a server refuses the "CWD " of an empty
// segment. Servers that accept it change to the home directory, or to the root.
type NullCWD string

// The values of NullCWD.
const (
	NullCWDFail NullCWD = ""     // the open fails
	NullCWDStay NullCWD = "stay" // the open continues in the current directory, with a Note
)

// Security is the protection of control and data connections.
type Security string

// The values of Security.
const (
	SecurityNone Security = "" // no TLS
	// SecurityExplicit requests TLS on the usual port before the login. If the
	// server refuses it, nothing more is sent. Source: rfc4217 4.
	SecurityExplicit Security = "explicit"
)

// Opener opens ftp and ftps URLs. It keeps sessions for other URLs until Close,
// if rfc1738 3.2.5 allows it: for the same login, and in a directory that the
// URL's own CWDs pass through. The zero Opener is ready to use. Several
// goroutines may share it. It must not be copied.
type Opener struct {
	Options
	keeper keeper
}

// Schemes returns "ftp" and "ftps".
func (*Opener) Schemes() []string { return []string{"ftp", "ftps"} }

// Close ends the sessions that are not in use.
func (o *Opener) Close() error {
	o.keeper.close()
	return nil
}

// Open logs in, changes directory segment by segment and retrieves the file or
// the directory. Errors: [open.ErrLogin], [open.ErrNotFound] (450 and 550),
// [open.ErrConnect] (421 and 425), [open.ErrCut], [open.ErrProtocol],
// [open.ErrLineBreak], or an [*open.ReplyError] for another refusal by
// the server.
// Source: rfc1738 3.2.2.
func (o *Opener) Open(ctx context.Context, r *open.Call) (res open.Resource, err error) {
	err = o.with(ctx, r, func(s *session) (err error) {
		res, err = s.open(ctx)
		return err
	})
	return res, err
}

// with calls do in a session for the URL. It uses a kept session, or a new one
// if there is no kept session or the server has ended it.
func (o *Opener) with(ctx context.Context, r *open.Call, do func(*session) error) error {
	wanted, err := o.session(r)
	if err != nil {
		return err
	}
	if s, ok := o.keeper.take(ctx, wanted); ok {
		s.Trace('#', "the session of an earlier URL is used")
		err := do(s)
		if err == nil {
			return nil
		}
		s.fail(err)
		if !isStale(ctx, err) {
			return err
		}
		s.Trace('#', "the server has ended the session: a new one begins")
	}
	if err = wanted.connect(ctx); err == nil {
		err = do(wanted)
	}
	if err != nil {
		wanted.fail(err)
	}
	return err
}

// session reads the URL and returns a session that is not yet connected.
func (o *Opener) session(r *open.Call) (*session, error) {
	view, err := views.ParseFTP(r.URL)
	if err != nil {
		return nil, err
	}
	if err := checkLines(view); err != nil {
		return nil, err
	}
	s := &session{opts: o.Options, keeper: &o.keeper, view: view}
	s.Lines = dialogue.Lines{Protocol: "ftp", Multiline: true, Secret: []string{"PASS", "ACCT"}, Req: r}
	if s.address, err = open.HostPort(r.URL); err != nil {
		return nil, err
	}
	if o.Host != nil {
		s.opts = o.Host(s.address)
	}
	if password, ok := view.Password.Reveal(); ok {
		s.Secrets = append(s.Secrets, string(password))
	}
	return s, nil
}

// checkLines refuses, before any lookup, bytes that would end a command. The
// error does not quote them: they may be part of a password. Source: rfc1738 6.
func checkLines(v views.FTP) error {
	password, _ := v.Password.Reveal()
	parts := append([]earl.Octets{v.User.Value, password, v.Name.Value}, v.Cwd...)
	for _, part := range parts {
		if _, err := wire.AppendOctets(nil, part); err != nil {
			return fmt.Errorf("ftp: %w", err)
		}
	}
	return nil
}

// open follows the url-path after the login. Source: rfc1738 3.2.2.
func (s *session) open(ctx context.Context) (open.Resource, error) {
	if err := s.enter(s.transferType()); err != nil {
		return nil, err
	}
	switch {
	case s.isNameList():
		return s.nameList(ctx)
	case s.view.Name.Value == "":
		return s.list(ctx, s.view.Cwd)
	}
	return s.retrieve(ctx)
}

// enter sends CWD with each segment that is not yet sent, and TYPE.
// Source: rfc1738 3.2.2.
func (s *session) enter(typ byte) error {
	for _, dir := range s.view.Cwd[len(s.at):] {
		if err := s.changeDir(dir); err != nil {
			return err
		}
	}
	return s.setType(typ)
}

// isNameList reports whether the typecode is "d".
func (s *session) isNameList() bool { return s.typecode() == 'D' }

// typecode returns the typecode in upper case, or 0.
func (s *session) typecode() byte {
	if code := s.view.Type.Value; len(code) == 1 {
		return code[0] &^ 0x20
	}
	return 0
}

// transferType returns the argument of TYPE: the typecode "a" or "i". Without
// one, it is A for a listing and I for a file: the client may guess the type,
// and I leaves the bytes of the file unchanged.
// Source: rfc1738 3.2.2, 3.2.3. Departs: TYPE A is sent before a listing too,
// which is text whatever type a server starts with.
func (s *session) transferType() byte {
	switch code := s.typecode(); {
	case code == 'A' || code == 'I':
		return code
	case code == 'D' || s.view.Name.Value == "":
		return 'A'
	}
	return 'I'
}

// setType sends TYPE if that type is not set already.
func (s *session) setType(code byte) error {
	if s.typ == code {
		return nil
	}
	if _, err := s.must("TYPE", earl.Octets(code)); err != nil {
		return err
	}
	s.typ = code
	return nil
}

// changeDir sends CWD with one segment. An empty segment is sent too; the
// server decides what it means. Source: rfc1738 3.2.2.
func (s *session) changeDir(dir earl.Octets) error {
	r, err := s.must("CWD", dir)
	refused, ok := errors.AsType[*open.ReplyError](err)
	switch {
	case err == nil && dir != "":
	case dir != "":
		return err
	case err == nil:
		s.note("the server accepted the empty CWD: " + s.Words(r))
	case !ok || refused.Code < 500 || refused.Code == 530:
		return err
	case s.opts.NullCWD == NullCWDStay:
		s.note("the server refused the empty CWD and it was left out (NullCWD): " + refused.Text)
	default:
		refused.Hint = `an empty segment is an empty CWD (rfc1738 3.2.2); ftp.Options.NullCWD = "stay" continues without it`
		return err
	}
	s.at = append(s.at, dir)
	return nil
}
