// Package telnet opens telnet URLs. Each is an interactive service, connected
// to a terminal or a program that acts as one.
//
//	client := open.New(open.Options{}, telnet.Opener{})
//	u, err := earl.RFC1738.Parse("telnet://host.example/")
//	resource, err := client.Open(ctx, u)
//	session := resource.(*open.Session)
//	go io.Copy(session.Conn, os.Stdin)
//	_, err = io.Copy(os.Stdout, session.Conn)
//
// # Login
//
// The user and password of the URL are advice for the user. They are in
// Session.Advice and are never sent.
//
// # Negotiation
//
// The client requests nothing by itself. The server offers and requests
// options, and Read replies to each by the method of rfc1143, so that two
// programs cannot reply to each other forever. The client agrees to binary
// transmission and suppress-go-ahead. If the [Options] have a terminal, it also
// agrees to echo by the server, the terminal type and the window size. It
// refuses everything else, especially the environment. Options.Answers limits
// the replies in a minute, and Options.Subnegotiation the length of a
// sub-negotiation.
//
// # Bytes
//
// Read returns what the terminal shows: IAC IAC becomes one byte 0xFF, CR NUL a
// CR, and CR LF stays. Write takes what the user types: a line feed is sent as
// CR LF, a single CR as CR NUL, CR LF unchanged, and 0xFF doubled. In binary
// mode only 0xFF changes. A Write contains whole line ends: a CR at its end is
// a single CR. Bytes 0x80-0xFF pass unchanged; the two ends decide their
// meaning.
//
// # Synch
//
// The Data Mark arrives as TCP urgent data. It stays in its place in the stream
// and has no effect: the data before it is shown, not discarded.
//
// The package follows rfc1738 3.8, rfc854, rfc855, rfc856 (binary), rfc857
// (echo), rfc858 (suppress-go-ahead), rfc1073 (window size), rfc1091 (terminal
// type), rfc1123 3.2 and rfc1143. It does not follow rfc1184 (line mode) and
// rfc1572 (environment), and does not support tn3270 and rlogin.
package telnet

import (
	"context"
	"fmt"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/nvt"
	"github.com/earl-url/earl/open/internal/wire"
	"github.com/earl-url/earl/views"
)

// Options are the settings of an [Opener]. The zero Options are the defaults.
type Options struct {
	// Terminal is the type of the terminal of the session, such as "xterm": 1 to
	// 40 printable characters. It is sent if the server requests it. "" means no
	// terminal: the server need not echo, and there is no window size to send.
	// Source: rfc1091.
	Terminal string
	// Answers is the maximum number of replies to options in a minute. 0 means
	// 1024, a negative value means no limit.
	Answers int
	// Subnegotiation is the maximum number of bytes in a sub-negotiation. 0 means
	// 4 KiB, a negative value means no limit.
	Subnegotiation int
}

// The defaults for limits of [Options] that are 0.
const (
	// defaultAnswers allows a reply for each of the 256 telnet options in both
	// directions, and as many later changes.
	defaultAnswers = 1024
	// defaultSubnegotiation is many times the longest question of telnet servers,
	// a list of variables.
	defaultSubnegotiation = 4 << 10
)

// Opener opens telnet URLs. The zero Opener is ready to use. Several goroutines
// may share it.
type Opener struct{ Options }

// Schemes returns "telnet".
func (Opener) Schemes() []string { return []string{"telnet"} }

// Open connects, and sends nothing. The result is an *open.Session whose Conn
// is a [*Conn]. The error is [open.ErrConnect], or a [*earl.ParseError] for a
// URL with text after its final slash. Source: rfc1738 3.8.
func (o Opener) Open(ctx context.Context, r *open.Call) (open.Resource, error) {
	view, address, err := o.read(r.URL)
	if err != nil {
		return nil, err
	}
	conn, err := r.Dial(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("telnet: %w", err)
	}
	nvt.KeepUrgent(conn)
	return &open.Session{
		Meta:   open.Meta{URL: r.URL, Kind: open.KindSession, Size: -1},
		Advice: open.Login{Scheme: "telnet", Host: address, User: view.User, Password: view.Password},
		Conn:   newConn(wire.New(ctx, conn, r.Policy.Session), o.Options, r),
	}, nil
}

// read returns the view of u, and the address to dial.
func (o Opener) read(u earl.URL) (view views.Telnet, address string, err error) {
	if !validTerminal(o.Terminal) {
		return view, "", fmt.Errorf("telnet: invalid terminal type %[2]q: it must have 1 to %[1]d printable characters (rfc1091)", maxTerminal, o.Terminal)
	}
	if view, err = views.ParseTelnet(u); err != nil {
		return view, "", err
	}
	address, err = open.HostPort(u)
	return view, address, err
}

// maxTerminal is the length of the longest terminal type. Source: rfc1091.
const maxTerminal = 40

// validTerminal reports whether a terminal type can be sent.
func validTerminal(name string) bool {
	return len(name) <= maxTerminal && !strings.ContainsFunc(name, func(c rune) bool { return c <= ' ' || c >= 0x7F })
}
