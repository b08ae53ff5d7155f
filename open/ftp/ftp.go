// Package ftp opens ftp URLs as RFC 1738 section 3.2.2 has it: one CWD for each
// segment, decoded, in order, then TYPE and RETR, or NLST for ";type=d".
//
//	client := open.New(open.Options{}, new(ftp.Opener))
//	u, err := earl.RFC1738.Parse("ftp://ftp.example/pub/readme.txt;type=a")
//	resource, err := client.Open(ctx, u) // a *open.Document
//
// A name that is a file gives an *open.Document, a directory an *open.Listing.
// The octets of a command's argument are those of the URL, whatever they mean
// to the server: many servers take a name with "-" in front as options of NLST,
// some a "*" as a pattern.
//
// It follows rfc959, rfc1738 3.2, rfc2428 (EPSV), rfc3659 (SIZE, MDTM, MLSD,
// REST) and rfc4217 (TLS). It connects passively only, and has no command that
// stores, deletes, makes or renames.
package ftp

import (
	"context"
	"crypto/tls"
	"errors"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/open/internal/wire"
)

// Options are the settings of an [Opener]. The zero Options are the documented
// behaviour.
type Options struct {
	// Email is the password for anonymous login. "" sends "anonymous@".
	// Source: rfc1738 3.2.1. Departs: there it is the user's address, which
	// nobody should give away unasked.
	Email string
	// NullCWD says what becomes of an empty segment that the server refuses.
	// Source: rfc1738 3.2.2.
	NullCWD NullCWD
	// RawText delivers what is transferred under TYPE A with the CR LF of the
	// network. false makes LF of each CR LF; a CR elsewhere stays.
	RawText bool
	// Security says whether connections are protected by TLS.
	Security Security
	// UTF8 tells servers that names are UTF-8, by OPTS UTF8 ON. One that does not
	// know it is left alone. Source: rfc2640; draft-ietf-ftpext-utf-8-option.
	UTF8 bool
	// TLS is how the certificate is judged. nil: by the URL's host name and the
	// system's authorities. It is not changed.
	TLS *tls.Config
	// Host returns the options for one server, "host:port" as it is dialled, in
	// place of these. It must always return the same for the same. nil: these for all.
	Host func(address string) Options
}

// NullCWD is what becomes of an empty segment whose "CWD " the server refuses.
// Servers that take it go where they like: home, or to the root.
type NullCWD string

// The values of NullCWD.
const (
	NullCWDFail NullCWD = ""     // the open fails
	NullCWDStay NullCWD = "stay" // it goes on in the directory where it is, and a Note says so
)

// Security is the protection of control and data connections.
type Security string

// The values of Security.
const (
	SecurityNone Security = "" // none
	// SecurityExplicit asks for TLS on the usual port before the login. A server
	// that refuses it is sent nothing more. Source: rfc4217 4.
	SecurityExplicit Security = "explicit"
)

// Opener opens ftp and ftps URLs. It keeps sessions for further URLs, until
// Close, where rfc1738 3.2.5 allows it: of the same login, and in a directory
// that the URL's own CWDs come through. The zero Opener is ready; several
// goroutines may share it, and it must not be copied.
type Opener struct {
	Options
	keeper keeper
}

// Schemes returns "ftp" and "ftps".
func (*Opener) Schemes() []string { return []string{"ftp", "ftps"} }

// Close ends the sessions that nobody uses.
func (o *Opener) Close() error {
	o.keeper.close()
	return nil
}

// Open logs in, changes directory segment by segment and retrieves the file or
// the directory. Errors: [open.ErrLogin], [open.ErrNotFound] (450 and 550),
// [open.ErrConnect] (421 and 425), [open.ErrCut], [open.ErrProtocol],
// [open.ErrLineBreak], a *[Error] for what the server refused.
// Source: rfc1738 3.2.2.
func (o *Opener) Open(ctx context.Context, r *open.Call) (res open.Resource, err error) {
	err = o.with(ctx, r, func(s *session) (err error) {
		res, err = s.open(ctx)
		return err
	})
	return res, err
}

// with has do speak in a session for the URL: one that was kept or, if there is
// none or the server has ended it meanwhile, a new one.
func (o *Opener) with(ctx context.Context, r *open.Call, do func(*session) error) error {
	wanted, err := o.session(r)
	if err != nil {
		return err
	}
	if s, ok := o.keeper.take(ctx, wanted); ok {
		s.Trace('#', "a session of an earlier URL goes on")
		err := do(s)
		if err == nil {
			return nil
		}
		s.fail(err)
		if !isStale(ctx, err) {
			return err
		}
		s.Trace('#', "the server has ended it: a new one begins")
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
	view, err := earl.ParseFTP(r.URL)
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

// checkLines refuses, before any look-up, octets that would end a command. The
// error does not quote them: they may be a password's. Source: rfc1738 6.
func checkLines(v earl.FTP) error {
	password, _ := v.Password.Reveal()
	parts := append([]earl.Octets{v.User.Value, password, v.Name.Value}, v.Cwd...)
	for _, part := range parts {
		if _, err := wire.AppendOctets(nil, part); err != nil {
			return prefixed(err)
		}
	}
	return nil
}

// open does what the url-path says, once the login is done.
// Source: rfc1738 3.2.2.
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

// enter sends CWD with each segment, from where the session stands, and TYPE.
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

// typecode returns the typecode in upper case, 0 for none.
func (s *session) typecode() byte {
	if code := s.view.Type.Value; len(code) == 1 {
		return code[0] &^ 0x20
	}
	return 0
}

// transferType returns the argument of TYPE: that of the typecode "a" or "i".
// Without one of these it is A for a listing and I for a file: the client may
// guess the type, and I leaves the bytes of the file unchanged.
// Source: rfc1738 3.2.2, 3.2.3. Departs: TYPE A is sent before a listing too, which
// is text whatever type a server starts with.
func (s *session) transferType() byte {
	switch code := s.typecode(); {
	case code == 'A' || code == 'I':
		return code
	case code == 'D' || s.view.Name.Value == "":
		return 'A'
	}
	return 'I'
}

// setType sends TYPE, unless that type is set already.
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

// changeDir sends CWD with one segment. An empty one is sent as it is; what it
// means the server decides. Source: rfc1738 3.2.2.
func (s *session) changeDir(dir earl.Octets) error {
	r, err := s.must("CWD", dir)
	var refused *Error
	switch {
	case err == nil && dir != "":
	case dir != "":
		return err
	case err == nil:
		s.note("the server took the empty CWD: " + s.Words(r))
	case !errors.As(err, &refused) || refused.Code < 500 || refused.Code == 530:
		return err
	case s.opts.NullCWD == NullCWDStay:
		s.note("the server refused the empty CWD and it was left out (NullCWD): " + refused.Text)
	default:
		refused.hint = `an empty segment is an empty CWD (rfc1738 3.2.2); ftp.Options.NullCWD = "stay" goes on without it`
		return err
	}
	s.at = append(s.at, dir)
	return nil
}
