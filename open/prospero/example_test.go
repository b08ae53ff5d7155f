package prospero_test

import (
	"context"
	"fmt"
	"net"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/protocol/ardp"
	"github.com/earl-url/earl/internal/protocol/prosperoline"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/prospero"
)

// A directory server reports how to retrieve an object. This one uses the
// packages ardp and line, and has one object.
func ExampleOpener() {
	socket, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer socket.Close()
	go serveOne(socket)

	client := open.New(open.Options{}, prospero.Opener{})
	u, err := earl.RFC1738.Parse("prospero://" + socket.LocalAddr().String() + "//pros/name")
	if err != nil {
		fmt.Println(err)
		return
	}
	res, err := client.Open(context.Background(), u)
	if err != nil {
		fmt.Println(err)
		return
	}
	referral := res.(*open.Referral)
	for _, target := range referral.Targets {
		fmt.Println(target)
	}
	fmt.Println(referral.Reason)
	// Output:
	// ftp://ftp.example/pub/name%20with%20blanks;type=i
	// gopher://gopher.example/00/name
	// access by AFTP, GOPHER
}

// serveOne replies to requests of one packet for the object /pros/name.
func serveOne(socket net.PacketConn) {
	buf := make([]byte, 2048)
	for {
		n, client, err := socket.ReadFrom(buf)
		if err != nil {
			return
		}
		request, err := ardp.Parse(buf[:n])
		if err != nil || request.Number != 1 {
			continue
		}
		answer := []byte("FAILURE NOT-FOUND\n")
		for text := range strings.Lines(string(request.Data)) {
			tokens, err := prosperoline.Split([]byte(strings.TrimSuffix(text, "\n")))
			if err == nil && len(tokens) > 3 && tokens[0] == "GET-OBJECT-INFO" && tokens[3] == "/pros/name" {
				answer = []byte("ATTRIBUTE OBJECT INTRINSIC UNIX-MODES SEQUENCE -rw-r--r--\n")
				answer = append(answer, "ATTRIBUTE OBJECT INTRINSIC ACCESS-METHOD SEQUENCE AFTP INTERNET-D FTP.EXAMPLE ASCII "...)
				answer = append(prosperoline.AppendToken(answer, "/pub/name with blanks"), " BINARY\n"...)
				answer = append(answer, "ATTRIBUTE OBJECT INTRINSIC ACCESS-METHOD SEQUENCE GOPHER INTERNET-D GOPHER.EXAMPLE(70) ASCII 0/name TEXT\n"...)
			}
		}
		socket.WriteTo(ardp.Packet{ID: request.ID, Number: 1, Total: 1, Data: answer}.Append(nil), client)
	}
}
