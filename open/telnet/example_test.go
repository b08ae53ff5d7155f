package telnet_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/netip"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/telnet"
)

// The server offers to echo and requests the terminal's type; then it sends a
// greeting.
func ExampleOpener_Open() {
	client := open.New(open.Options{
		Trace: func(e open.Event) { fmt.Printf("%c %s\n", e.Dir, e.Line) },
		LookupNetIP: func(context.Context, string, string) ([]netip.Addr, error) {
			return []netip.Addr{netip.IPv6Loopback()}, nil
		},
		DialContext: func(context.Context, string, string) (net.Conn, error) {
			ours, theirs := net.Pipe()
			go func() {
				io.WriteString(theirs, "\xff\xfb\x01\xff\xfd\x18") // IAC WILL ECHO IAC DO TERMINAL-TYPE
				io.ReadFull(theirs, make([]byte, 6))
				io.WriteString(theirs, "\xff\xfa\x18\x01\xff\xf0") // IAC SB TERMINAL-TYPE SEND IAC SE
				io.ReadFull(theirs, make([]byte, 11))
				io.WriteString(theirs, "Welcome, \xff\xf1stranger.\r\n")
				theirs.Close()
			}()
			return ours, nil
		},
	}, telnet.Opener{Options: telnet.Options{Terminal: "xterm"}})
	u, err := earl.RFC1738.Parse("telnet://guest@library.example/")
	if err != nil {
		fmt.Println(err)
		return
	}
	res, err := client.Open(context.Background(), u)
	if err != nil {
		fmt.Println(err)
		return
	}
	session := res.(*open.Session)
	defer session.Conn.Close()
	fmt.Printf("advice: log in as %s\n", session.Advice.User.Value)
	shown, err := io.ReadAll(session.Conn)
	fmt.Printf("%q %v\n", shown, err)
	// Output:
	// advice: log in as guest
	// S IAC WILL ECHO
	// C IAC DO ECHO
	// S IAC DO TERMINAL-TYPE
	// C IAC WILL TERMINAL-TYPE
	// S IAC SB TERMINAL-TYPE SEND
	// C IAC SB TERMINAL-TYPE IS XTERM
	// S IAC NOP
	// "Welcome, stranger.\r\n" <nil>
}
