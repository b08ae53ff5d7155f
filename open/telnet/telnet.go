// Package telnet opens telnet URLs: each is an interactive service, joined to a
// terminal or to whatever stands for one.
//
//	client := open.New(open.Options{}, telnet.Opener{})
//	u, err := earl.RFC1738.Parse("telnet://host.example/")
//	resource, err := client.Open(ctx, u)
//	session := resource.(*open.Session)
//	go io.Copy(session.Conn, os.Stdin)
//	_, err = io.Copy(os.Stdout, session.Conn)
//
// # The login
//
// User and password of the URL are advice for the person: they are in
// Session.Advice, and no octet of them is sent.
//
// # The negotiation
//
// Nothing is sent that was not asked for: the server offers and demands options,
// and each is answered while the session is read, by the method of rfc1143, so
// that no two programs can answer one another for ever. Binary transmission and
// suppress-go-ahead are agreed to; echo by the server, the terminal type and the
// window's size where the [Options] name a terminal; everything else is refused,
// the environment above all. Options.Answers bounds how many are answered within
// a minute, Options.Subnegotiation how long one may be.
//
// # The octets
//
// What is read is what the server's terminal shows: IAC IAC is one octet FF, CR
// NUL a CR, and CR LF stays. What is written is what is typed: a line feed goes
// out as CR LF, a CR alone as CR NUL, CR LF as it is, and FF doubled; in binary
// mode only the last. A Write holds whole line ends: a CR that ends it is a CR alone.
// Octets of 80-FF pass unchanged; what they mean is for the two ends.
//
// # The Synch
//
// The Data Mark comes as TCP urgent data. It is left in its place in the stream,
// where it means nothing more: what stands before it is shown, not discarded.
//
// It follows rfc1738 3.8, rfc854, rfc855, rfc856 (binary), rfc857 (echo), rfc858
// (suppress-go-ahead), rfc1073 (window size), rfc1091 (terminal type), rfc1123
// 3.2 and rfc1143. It does not follow rfc1184 (line mode) and rfc1572
// (environment), and it speaks neither tn3270 nor rlogin.
package telnet

import (
	"context"
	"fmt"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/wire"
)

// Options are the settings of an [Opener]. The zero Options are the documented
// behaviour.
type Options struct {
	// Terminal is the type of the terminal that the session is joined to, such as
	// "xterm": 1 to 40 printable characters. The server is told when it asks.
	// "": there is none: nobody needs the server to echo, and there is no window
	// whose size it could be told. Source: rfc1091.
	Terminal string
	// Answers is how many options are answered within a minute. 0 means
	// DefaultAnswers, a negative value no limit.
	Answers int
	// Subnegotiation is how many bytes a sub-negotiation may have. 0 means
	// DefaultSubnegotiation, a negative value no limit.
	Subnegotiation int
}

// The limits that a zero field of [Options] means.
const (
	// DefaultAnswers holds an answer for each of the 256 telnet options in both
	// directions, and as many changes of mind.
	DefaultAnswers = 1024
	// DefaultSubnegotiation holds the longest question that telnet servers ask, a
	// list of variables, many times.
	DefaultSubnegotiation = 4 << 10
)

// Opener opens telnet URLs. The zero Opener is ready; several goroutines may
// share it.
type Opener struct{ Options }

// Schemes returns "telnet".
func (Opener) Schemes() []string { return []string{"telnet"} }

// Open connects, and sends nothing. The result is an *open.Session whose Conn is
// a [*Conn]. Errors: [open.ErrConnect]; a [*earl.ParseError] for a URL with
// something behind its final slash. Source: rfc1738 3.8.
func (o Opener) Open(ctx context.Context, r *open.Call) (open.Resource, error) {
	view, address, err := o.read(r.URL)
	if err != nil {
		return nil, err
	}
	conn, err := r.Dial(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	keepUrgent(conn)
	return &open.Session{
		Meta:   open.Meta{URL: r.URL, Kind: open.KindSession, Size: -1},
		Advice: open.Login{Scheme: "telnet", Host: address, User: view.User, Password: view.Password},
		Conn:   newConn(wire.New(ctx, conn, r.Policy.Session), o.Options, r),
	}, nil
}

// read returns the view of u, and the address that is dialled for it.
func (o Opener) read(u earl.URL) (view earl.Telnet, address string, err error) {
	if !validTerminal(o.Terminal) {
		return view, "", fmt.Errorf("telnet: a terminal type has 1 to %d printable characters (rfc1091), not %q", maxTerminal, o.Terminal)
	}
	if view, err = earl.ParseTelnet(u); err != nil {
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
