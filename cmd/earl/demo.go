package main

import (
	"context"
	"errors"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/earl-url/earl/cmd/earl/internal/console"
	"github.com/earl-url/earl/cmd/earl/internal/control"
	"github.com/earl-url/earl/cmd/earl/internal/gateway"
	"github.com/earl-url/earl/internal/demo"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/afs"
	"github.com/earl-url/earl/open/all"
	"github.com/earl-url/earl/open/mid"
	"github.com/earl-url/earl/open/nntp"
	"github.com/earl-url/earl/open/rlogin"
	"github.com/earl-url/earl/open/sftp"
	"github.com/earl-url/earl/open/telnet"
)

// newDemo returns the command demo.
func newDemo(s *streams) *cobra.Command {
	var o demo.Options
	browser := false
	c := &cobra.Command{
		Use:     "demo",
		GroupID: groupOpen,
		Short:   "Start servers of every scheme on this machine and open their URLs",
		Long: `demo starts small servers on this machine and opens a URL of every scheme. It
prints each URL, what earl sent, and what the server sent back. It does not use the
network, and it does not send mail.

The servers run until Ctrl-C. Use them from another terminal, or in a browser: demo
prints the start link of a gateway like that of "earl serve". On this machine the
gateway opens only the addresses of these servers.

With --once, demo also opens a page of each scheme through the gateway, and exits.
The exit status is 0 only if every URL was opened correctly.`,
		Example: `  earl demo
  earl demo --open
  earl demo --once
  earl demo --once > tour.txt
  earl demo --once | less -R`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if browser && o.Once {
				return usagef("--once and --open cannot be used together")
			}
			return runDemo(s, o, browser)
		},
	}
	c.Flags().BoolVar(&o.Once, "once", false, "exit after the tour; the exit status is 0 if every URL was opened correctly")
	c.Flags().BoolVar(&browser, "open", false, "open the start link in the default browser")
	return c
}

// runDemo runs the demo and its gateway until an interrupt. An interrupt is not an error.
func runDemo(s *streams, o demo.Options, browser bool) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	ctx, release := console.EndBySignal(ctx) // so that the copy of the library is removed
	defer release()
	context.AfterFunc(ctx, stop)
	if strings.Contains(os.Args[0], "go-build") {
		o.Command = "go run ./cmd/earl"
	}
	end := func() {}
	o.Gateway = func(d *demo.Servers) (h http.Handler, link string) {
		h, link, end = startDemoGateway(s, d, !o.Once, browser)
		return h, link
	}
	err := demo.Run(ctx, s.out, o)
	end()
	if errors.Is(err, demo.ErrWrong) {
		s.say("earl: %s", message(err))
		return exit(statusNo)
	}
	return localErr(err)
}

// startDemoGateway returns a gateway to the servers of the demo, its start link, and a
// function that ends it. With links, Enter on the terminal prints another start link.
func startDemoGateway(s *streams, d *demo.Servers, links, browser bool) (h http.Handler, link string, end func()) {
	o := demoGateway(d)
	_, text, _ := net.SplitHostPort(d.Gateway)
	port, _ := strconv.Atoi(text)
	second, err := listenIPv6(port) // see listenWeb
	o.PlainHost = err != nil
	g := gateway.New(o)
	server := gateway.Server(g, s.err)
	if second != nil {
		go server.Serve(gateway.Limit(second))
	}
	starts := newStartLinks(s, g)
	link = g.StartLink()
	if links {
		starts.answer(control.Demo + text)
		starts.typed()
	}
	if browser {
		starts.open()
	}
	return g, link, func() {
		starts.close()
		server.Close()
		g.Close()
	}
}

// demoGateway returns the options of a gateway to the demo's servers.
func demoGateway(d *demo.Servers) gateway.Options {
	openers := all.Openers()
	for i, o := range openers {
		switch o := o.(type) {
		case nntp.Opener:
			openers[i] = nntp.Opener{Options: nntp.Options{Server: d.NNTP, Descriptions: true}}
		case mid.Opener:
			openers[i] = d.MailOpener()
		case afs.Opener:
			openers[i] = afs.Opener{Options: afs.Options{Root: d.Dir}}
		case *sftp.Opener:
			o.Options = demo.SFTP()
		case telnet.Opener:
			openers[i] = telnet.Opener{Options: telnet.Options{Terminal: gateway.Terminal()}}
		case rlogin.Opener:
			openers[i] = rlogin.Opener{Options: rlogin.Options{Terminal: gateway.Terminal()}}
		}
	}
	o := gateway.Options{Openers: openers, Hosts: []string{d.Gateway}, Tour: demoTour(d)}
	if host, port, _ := net.SplitHostPort(d.Gateway); host == "127.0.0.1" {
		o.Hosts = append(o.Hosts, net.JoinHostPort("localhost", port))
	}
	for _, address := range d.Addresses() {
		n, err := open.ParseNet(address)
		if err != nil {
			panic(err) // a listener always has a valid address
		}
		o.AllowNet = append(o.AllowNet, n)
	}
	return o
}

// demoTour returns the tour on the first page of the gateway.
func demoTour(d *demo.Servers) *gateway.Tour {
	return &gateway.Tour{
		Title: "One link for each scheme",
		Text:  "Servers on this computer offer a small library by all schemes. Nothing is sent to the network.",
		Parts: []gateway.TourPart{
			{Title: "Schemes", Stops: stops(d.Examples())},
			{Title: "More to try", Stops: stops(d.MoreExamples())},
			{Title: "Texts that are not safe to open", Stops: []gateway.Stop{
				{URL: "gopher://library.example:x/0/a b|c", Title: "Not a URL", Text: "Each character that breaks a rule is marked, with the rule and the editions that accept it."},
				{URL: d.URL("gopher", "0x%0D%0AQUIT"), Title: "A hidden command", Text: "Its escapes would become a second command. A guard refuses the URL, and nothing is sent."},
			}},
		},
	}
}

// stops returns the examples of the demo as stops of the gateway's tour.
func stops(examples []demo.Example) []gateway.Stop {
	list := make([]gateway.Stop, len(examples))
	for i, d := range examples {
		list[i] = gateway.Stop{URL: d.URL, Title: d.Title, Text: d.Text}
	}
	return list
}
