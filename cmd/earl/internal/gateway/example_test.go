package gateway_test

import (
	"fmt"
	"net"
	"strings"

	"github.com/earl-url/earl/cmd/earl/internal/gateway"
	"github.com/earl-url/earl/open/all"
)

// A gateway on loopback. A browser gets access with the start link.
func ExampleNew() {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Println(err)
		return
	}
	g := gateway.New(gateway.Options{Hosts: []string{l.Addr().String()}, Openers: all.Openers()})
	defer g.Close()
	server := gateway.Server(g, nil)
	go server.Serve(gateway.Limit(l))
	defer server.Close()
	link, _, _ := strings.Cut(g.StartLink(), "=")
	fmt.Println(strings.Replace(link, l.Addr().String(), "HOST", 1))
	// Output: http://HOST/start?token
}
