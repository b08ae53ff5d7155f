package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/pflag"

	"github.com/earl-url/earl/gateway"
	"github.com/earl-url/earl/internal/config"
	"github.com/earl-url/earl/internal/control"
	"github.com/earl-url/earl/open"
)

// graceTime is how long requests may go on when the gateway ends.
const graceTime = 3 * time.Second

// runServe serves until it is interrupted, which is no error.
func runServe(s *streams, f *serveFlags, given *pflag.FlagSet) error {
	if err := f.check(given); err != nil {
		return err
	}
	settings, err := f.settings(given)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	listeners, err := f.listeners(given)
	if err != nil {
		return localErr(err)
	}
	g := gateway.New(f.options(s, settings, listeners))
	defer g.Close()
	servers := []*http.Server{gateway.Server(g, s.err)}
	lines := g.StartLink() + "\n"
	if f.proxy {
		servers = append(servers, gateway.Server(g.Proxy(), s.err))
		lines += "http://" + listeners[1].Addr().String() + "\n"
	}
	c, err := control.Listen(func(line string) string { return answerControl(line, g.StartLinkTo) })
	switch {
	case err == nil:
		defer c.Close()
	case !errors.Is(err, fs.ErrExist): // of another gateway of this user, which answers
		s.say("earl: serve: earl handler open cannot use this gateway: %v", err)
	}
	ended := make(chan error, len(servers))
	for i, server := range servers {
		go func() { ended <- server.Serve(gateway.Limit(listeners[i])) }()
	}
	if _, err := s.out.WriteString(lines); err != nil {
		return localErr(err)
	}
	if f.open {
		if err := browse(g.StartLink()); err != nil {
			s.say("earl: the browser does not open: %v", err)
		}
	}
	select {
	case <-ctx.Done():
		stop() // a second Ctrl-C ends at once
		return shutDown(servers)
	case err := <-ended:
		return localErr(err)
	}
}

// shutDown lets requests come to their end, for a moment.
func shutDown(servers []*http.Server) error {
	ctx, cancel := context.WithTimeout(context.Background(), graceTime)
	defer cancel()
	for _, server := range servers {
		if err := server.Shutdown(ctx); errors.Is(err, context.DeadlineExceeded) {
			server.Close()
		}
	}
	return nil
}

// listeners returns that of the gateway and, where there is one, that of the
// proxy, which is on this machine in any case.
func (f *serveFlags) listeners(given *pflag.FlagSet) ([]net.Listener, error) {
	port := f.port
	if !given.Changed("port") {
		port = servePort
	}
	l, err := net.Listen("tcp", net.JoinHostPort(f.listen, strconv.Itoa(int(port))))
	if err != nil && !given.Changed("port") {
		l, err = net.Listen("tcp", net.JoinHostPort(f.listen, "0"))
	}
	if err != nil || !f.proxy {
		return []net.Listener{l}, err
	}
	p, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(int(f.proxyPort))))
	if err != nil {
		l.Close()
	}
	return []net.Listener{l, p}, err
}

// options returns the options of the gateway for what it listens on.
func (f *serveFlags) options(s *streams, settings *config.Settings, listeners []net.Listener) gateway.Options {
	o := gateway.Options{
		Openers:   settings.Openers(),
		Open:      open.Options{Gateways: settings.Gateways},
		AllowNet:  f.allowNets,
		Bookmarks: f.bookmarksPath(),
	}
	port := strconv.Itoa(portOf(listeners[0]))
	for _, host := range f.hosts {
		if _, _, err := net.SplitHostPort(host); err != nil {
			host = net.JoinHostPort(strings.Trim(host, "[]"), port)
		}
		o.Hosts = append(o.Hosts, host)
	}
	own := []string{net.JoinHostPort(f.listen, port)}
	if f.listen == "127.0.0.1" {
		own = append(own, net.JoinHostPort("localhost", port))
	}
	if listeners[0].Addr().(*net.TCPAddr).IP.IsLoopback() { // the start link is for a browser here
		o.Hosts = append(own, o.Hosts...)
	} else {
		o.Hosts = append(o.Hosts, own...)
	}
	for _, l := range listeners {
		o.OwnPorts = append(o.OwnPorts, uint16(portOf(l)))
	}
	if f.log {
		o.Logger = slog.New(slog.NewTextHandler(s.err, nil))
	}
	return o
}

// portOf returns the port that l listens on.
func portOf(l net.Listener) int { return l.Addr().(*net.TCPAddr).Port }

// browse opens a link in the person's browser.
func browse(link string) error {
	var words []string
	switch runtime.GOOS {
	case "windows":
		words = []string{"rundll32", "url.dll,FileProtocolHandler"}
	case "darwin":
		words = []string{"open"}
	default:
		words = []string{"xdg-open"}
	}
	c := exec.Command(words[0], append(words[1:], link)...)
	if err := c.Start(); err != nil {
		return fmt.Errorf("%s: %w", words[0], errors.Unwrap(err))
	}
	go c.Wait() // it may go on as long as the browser does
	return nil
}
