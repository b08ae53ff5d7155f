// Package tn3270 opens tn3270 URLs. Each is a service for 3270 displays, such
// as those of a mainframe: it sends whole screens with input fields, and gets
// the fields that the user has changed.
//
//	client := open.New(open.Options{}, tn3270.Opener{})
//	u, err := earl.RFC3986.Parse("tn3270://host.example/")
//	resource, err := client.Open(ctx, u)
//	session := resource.(*open.Session)
//	view := session.Screen.Show()          // after each session.Conn.Read
//	err = session.Screen.Type("reader")
//	err = session.Screen.Press("enter")
//
// # Lines
//
// Session.Conn is the same session for a program that has no screen. Read
// returns each screen as text, with a line about the cursor and the keyboard
// after it. Write takes commands, one in a line: "text WORDS" types, "field N
// WORDS" fills the N-th input field, "move ROW COLUMN" puts the cursor, "screen"
// and "fields" show the screen and the input fields, "help" lists the commands,
// "quit" ends the session, and the name of a key ([open.Screen]) presses it. A
// command waits until the keyboard is free, for Options.Wait at most.
//
// # Login
//
// The user and password of the URL are advice for the user. They are in
// Session.Advice and are never sent. A hidden field is neither shown nor traced.
//
// # Negotiation
//
// The client agrees to TN3270E and to TN3270 (terminal type, end of record and
// binary). It names an IBM-3278 of the model of Options, which has no extended
// attributes, and shows those that come anyway. Of the functions of TN3270E it
// has RESPONSES. Before the host has begun with one of the two forms, its text
// is shown as lines, and what the user types is sent at the key "enter".
//
// On port 992 the session is over TLS, without any standard. The package does
// not have START_TLS, the printer sessions of TN3270E, the functions BIND-IMAGE
// and SYSREQ, and the regime of RFC 1041.
//
// The package follows rfc6270, rfc1576, rfc2355, rfc885 (end of record), and
// rfc1091 (terminal type). Package screen has the display.
package tn3270

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/screen"
	"github.com/earl-url/earl/open/internal/secure"
	"github.com/earl-url/earl/open/internal/wire"
	"github.com/earl-url/earl/views"
)

// Options are the settings of an [Opener]. The zero Options are the defaults.
// For a limit, 0 means the default and a negative value means no limit.
type Options struct {
	// Screen has the model of the display and its code page.
	Screen screen.Options
	// Plain means that the client refuses TN3270E.
	Plain bool
	// Record is the maximum number of bytes in a record. 0 means 64 KiB.
	Record int
	// Answers is the maximum number of replies to options in a minute. 0 means
	// 1024.
	Answers int
	// Subnegotiation is the maximum number of bytes in a sub-negotiation. 0 means
	// 4 KiB.
	Subnegotiation int
	// Wait is how long a line of commands waits for a free keyboard. 0 means
	// 30 s.
	Wait time.Duration
	// TLS is the configuration for port 992. nil means the defaults of package
	// crypto/tls.
	TLS *secure.Config
}

// The defaults for limits of [Options] that are 0.
const (
	// defaultRecord is several times a screen of 27 rows and 132 columns in which
	// each cell has an attribute of its own.
	defaultRecord = 64 << 10
	// defaultAnswers allows a reply for each of the 256 telnet options in both
	// directions, and as many later changes.
	defaultAnswers = 1024
	// defaultSubnegotiation is many times the longest name of a device.
	defaultSubnegotiation = 4 << 10
	// defaultWait is longer than a busy host usually needs for an answer.
	defaultWait = 30 * time.Second
)

// Opener opens tn3270 URLs. The zero Opener is ready to use. Several goroutines
// may share it.
type Opener struct{ Options }

// Schemes returns "tn3270".
func (Opener) Schemes() []string { return []string{"tn3270"} }

// Open connects, and sends nothing before the host requests an option. The
// result is an *open.Session with a Screen. The error is [open.ErrConnect], or a
// [*earl.ParseError] for a URL with text after its final slash.
// Source: rfc6270 2.
func (o Opener) Open(ctx context.Context, r *open.Call) (open.Resource, error) {
	view, address, err := o.read(r.URL)
	if err != nil {
		return nil, err
	}
	display, err := screen.New(o.Screen)
	if err != nil {
		return nil, fmt.Errorf("tn3270: %w", err)
	}
	conn, err := r.Dial(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("tn3270: %w", err)
	}
	if overTLS(address) {
		if conn, err = secure.Client(ctx, conn, o.TLS, address, r); err != nil {
			return nil, fmt.Errorf("tn3270: %w", err)
		}
	}
	c := newConn(wire.New(ctx, conn, r.Policy.Session), display, o.Options, r)
	return &open.Session{
		Meta:   open.Meta{URL: r.URL, Kind: open.KindSession, Size: -1},
		Advice: open.Login{Scheme: "tn3270", Host: address, User: view.User, Password: view.Password},
		Conn:   c,
		Screen: c,
	}, nil
}

// Plan returns a plan without steps: Open connects, and sends nothing before
// the host requests an option or the user presses a key. The error is that of
// Open for a URL that it refuses.
func (o Opener) Plan(r *open.Call) (open.Plan, error) {
	view, address, err := o.read(r.URL)
	if err != nil {
		return open.Plan{}, err
	}
	p := open.Plan{Effect: open.EffectConnects, Server: address}
	if overTLS(address) {
		p.Note = "Port 992 is for TLS, which begins at once."
	}
	if view.User.Present {
		if p.Note != "" {
			p.Note += " "
		}
		p.Note += "The user name and the password are shown and never sent."
	}
	return p, nil
}

// overTLS reports whether the port of an address is that of telnet over TLS.
// Source: the registry of ports of IANA, telnets.
func overTLS(address string) bool {
	_, port, _ := net.SplitHostPort(address)
	return port == "992"
}

// read returns the view of u, and the address to dial.
func (o Opener) read(u earl.URL) (view views.TN3270, address string, err error) {
	if view, err = views.ParseTN3270(u); err != nil {
		return view, "", err
	}
	if err := o.Screen.Check(); err != nil {
		return view, "", fmt.Errorf("tn3270: %w", err)
	}
	address, err = open.HostPort(u)
	return view, address, err
}

// errRecord is the error of a record that is too long.
var errRecord = errors.New("the record is too long")
