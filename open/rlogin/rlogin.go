// Package rlogin opens rlogin URLs. Each is a login session on another host,
// connected to a terminal or a program that acts as one.
//
//	client := open.New(open.Options{}, rlogin.Opener{Options: rlogin.Options{Terminal: "xterm"}})
//	u, err := earl.RFC1738.Parse("rlogin://reader@host.example/")
//	resource, err := client.Open(ctx, u)
//	session := resource.(*open.Session)
//	go io.Copy(session.Conn, os.Stdin)
//	_, err = io.Copy(os.Stdout, session.Conn)
//
// # Login
//
// The first message contains the user of the URL, because the protocol needs
// it, and the terminal type. It contains the same name as that of the user on
// this machine, which the protocol also asks for: the real name is never sent.
// Without a user in the URL both are empty, and the service asks. The password
// is advice for the user. Session.Advice has only the password, and it is never
// sent.
//
// # Trust
//
// Old servers let a user in without a password if the file .rhosts names the
// client, and only accept clients that have a port below 1024. Only a
// privileged program can have such a port. This package never requests one, so
// no server can trust it, and some refuse it. The error then says so.
//
// # Bytes
//
// The session has no escapes. Read returns what the server sends. Write takes
// what the user types, with a line feed, or CR LF, as a line end. It is sent as
// CR, like the key Enter. The service always echoes and takes each key. The
// size of the window is sent when the service has accepted the session, and at
// each change. The bytes of that message can also be typed. Nothing can prevent
// that a server reads them as a size.
//
// # Urgent data
//
// A server sends bytes of control as TCP urgent data. The kernel removes them
// from the stream. On Unix each read takes one. A request for the size of
// the window is granted. The others tell a client to stop or to continue its
// own flow control, and to discard output. The client has no flow control, and
// output that came before is shown.
//
// The package follows rfc1282. It does not follow the variants that encrypt.
package rlogin

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/open/internal/wire"
	"github.com/earl-url/earl/views"
)

// Options are the settings of an [Opener]. The zero Options are the defaults.
type Options struct {
	// Terminal is the type of the terminal of the session, such as "xterm": 1 to
	// 40 printable characters without "/". "" means no terminal, which the server
	// receives as "dumb".
	Terminal string
}

const (
	// maxTerminal is the length of the longest terminal type, as for telnet.
	// Source: rfc1091.
	maxTerminal = 40
	// maxRefusal limits the sentence of a server that refuses. Known ones have
	// less than 100 bytes.
	maxRefusal = 400
	// speed is the speed of the terminal in bits per second, which has no effect
	// today. Clients usually send this one.
	speed = "/38400"
)

// Opener opens rlogin URLs. The zero Opener is ready to use. Several goroutines
// may share it.
type Opener struct{ Options }

// Schemes returns "rlogin".
func (Opener) Schemes() []string { return []string{"rlogin"} }

// Open connects, sends the names and the terminal type, and waits for the
// acceptance. The result is an *open.Session. The error is [open.ErrServer] if
// the server refuses, with its sentence, [open.ErrProtocol] for any other
// answer, [open.ErrConnect], a [*open.Refusal], or a [*earl.ParseError] for a
// URL with text after its final slash. Source: rfc1282.
func (o Opener) Open(ctx context.Context, r *open.Call) (open.Resource, error) {
	view, address, err := o.read(r.URL)
	if err != nil {
		return nil, err
	}
	conn, err := r.Dial(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("rlogin: %w", err)
	}
	conn = withUrgent(conn)
	w := wire.New(ctx, conn, r.Policy.Session)
	w.SetUntil(time.Now().Add(r.Policy.Login))
	if r.Trace != nil {
		r.Trace(open.Event{Dir: 'C', Line: o.step(view).Printable()})
	}
	if err := begin(w, o.first(view), r); err != nil {
		w.Close()
		return nil, fmt.Errorf("rlogin: %w", err)
	}
	w.SetUntil(time.Time{})
	return &open.Session{
		Meta:   open.Meta{URL: r.URL, Kind: open.KindSession, Size: -1},
		Advice: open.Login{Scheme: "rlogin", Host: address, Password: view.Password}, // the user was sent
		Conn:   newConn(w, conn, r.Trace),
	}, nil
}

// Probe connects, and sends nothing: a check logs in nowhere, and a server that
// refuses this client may still serve others.
func (o Opener) Probe(ctx context.Context, r *open.Call) (open.Meta, error) {
	_, address, err := o.read(r.URL)
	if err != nil {
		return open.Meta{}, err
	}
	conn, err := r.Dial(ctx, "tcp", address)
	if err != nil {
		return open.Meta{}, fmt.Errorf("rlogin: %w", err)
	}
	return open.Meta{URL: r.URL, Kind: open.KindSession, Size: -1}, conn.Close()
}

// Plan returns the first message. Source: rfc1282.
func (o Opener) Plan(r *open.Call) (open.Plan, error) {
	view, address, err := o.read(r.URL)
	if err != nil {
		return open.Plan{}, err
	}
	p := open.Plan{Effect: open.EffectSends, Server: address, Steps: []open.Step{o.step(view)},
		Note: "After that, only what you type is sent, and the size of the window."}
	if _, secret := view.Password.Reveal(); secret {
		p.Note += " The password is never sent."
	}
	return p, nil
}

// step returns the first message as a step of a plan.
func (o Opener) step(view views.RLogin) open.Step {
	return open.Step{Line: o.first(view), Why: "no name on this machine, the user, the terminal", Source: "rfc1282"}
}

// first returns the first message: an empty field, the name of the user here
// and there, and the terminal. Source: rfc1282.
func (o Opener) first(view views.RLogin) string {
	terminal := o.Terminal
	if terminal == "" {
		terminal = "dumb"
	}
	name := string(view.User.Value)
	return "\x00" + name + "\x00" + name + "\x00" + terminal + speed + "\x00"
}

// read returns the view of u, and the address to dial.
func (o Opener) read(u earl.URL) (view views.RLogin, address string, err error) {
	if !validTerminal(o.Terminal) {
		return view, "", fmt.Errorf(`rlogin: invalid terminal type %[2]q: it must have 1 to %[1]d printable characters without "/" (rfc1282)`, maxTerminal, o.Terminal)
	}
	if view, err = views.ParseRLogin(u); err != nil {
		return view, "", err
	}
	name := string(view.User.Value)
	if strings.HasPrefix(name, "-") {
		refusal := open.Refuse(open.GuardLoginOption, u, `the user begins with "-", which servers pass to login as an option`)
		refusal.Off, refusal.Len, _ = u.Span(earl.ComponentUser)
		return view, "", refusal
	}
	if strings.Contains(name, "\x00") {
		return view, "", fmt.Errorf("rlogin: the user: %w", open.ErrLineBreak)
	}
	address, err = open.HostPort(u)
	return view, address, err
}

// validTerminal reports whether a terminal type can be sent.
func validTerminal(name string) bool {
	return len(name) <= maxTerminal && !strings.ContainsFunc(name, func(c rune) bool { return c <= ' ' || c >= 0x7F || c == '/' })
}

// begin sends the first message and reads the answer. Source: rfc1282.
func begin(w *wire.Conn, first string, r *open.Call) error {
	if _, err := io.WriteString(w, first); err != nil {
		return err
	}
	var answer [1]byte
	switch _, err := io.ReadFull(w, answer[:]); {
	case err == io.EOF, errors.Is(err, open.ErrCut): // Linux breaks it if the server did not read all of the message
		return fmt.Errorf("%w: it closed the connection without an answer (%s)", open.ErrServer, reserved)
	case err != nil:
		return err
	}
	switch answer[0] {
	case 0:
		return nil
	case 1:
		return fmt.Errorf("%w: %s (%s)", open.ErrServer, refusal(w), reserved)
	}
	return fmt.Errorf("%w: the answer begins with the byte 0x%02X, want 0x00", open.ErrProtocol, answer[0])
}

// reserved explains the most common reason of a refusal.
const reserved = "many servers accept only clients with a port below 1024, which earl never uses"

// refusal reads the sentence of a server that refuses. It is what came before a
// line end, the end of the connection or maxRefusal bytes.
func refusal(w *wire.Conn) string {
	var text []byte
	for len(text) < maxRefusal {
		b := make([]byte, 1)
		if _, err := io.ReadFull(w, b); err != nil || b[0] == '\n' {
			break
		}
		text = append(text, b[0])
	}
	return dialogue.Quote(strings.TrimRight(string(text), "\r"))
}
