package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/pflag"

	"github.com/earl-url/earl/cmd/earl/internal/config"
	"github.com/earl-url/earl/cmd/earl/internal/gateway"
	"github.com/earl-url/earl/cmd/earl/internal/replay"
	"github.com/earl-url/earl/open"
)

// graceTime is how long open requests may continue when the gateway ends.
const graceTime = 3 * time.Second

// runServe serves until an interrupt. An interrupt is not an error.
func runServe(s *streams, f *serveFlags, given *pflag.FlagSet) error {
	if err := f.check(given); err != nil {
		return err
	}
	if f.link {
		return f.printLink(s, given)
	}
	settings, err := f.settings(given)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	l, err := f.listeners(given)
	if err != nil {
		return localErr(err)
	}
	o := f.options(s, settings, l)
	archive, err := openReplay(f.warc, f.get.warcDate, func(format string, args ...any) { s.say("earl: "+format, args...) })
	if err != nil {
		l.close()
		return err
	}
	if archive != nil {
		defer archive.Close()
		o.Open, o.Openers, o.AllowNet = archive.Options(o.Open), archive.Openers(o.Openers), replay.AllNets()
		o.Tour = archiveTour(archive)
	}
	g := gateway.New(o)
	defer g.Close()
	web := gateway.Server(g, s.err)
	servers := []*http.Server{web}
	ended := make(chan error, len(l.web)+1)
	for _, listener := range l.web {
		go func() { ended <- web.Serve(gateway.Limit(listener)) }()
	}
	lines := g.StartLink() + "\n"
	if l.proxy != nil {
		proxy := gateway.Server(g.Proxy(), s.err)
		servers = append(servers, proxy)
		lines += "http://" + l.proxy.Addr().String() + "\n"
		go func() { ended <- proxy.Serve(gateway.Limit(l.proxy)) }()
	}
	if _, err := s.out.WriteString(lines); err != nil {
		return localErr(err)
	}
	if port := portOf(l.web[0]); l.plain && f.listen == "127.0.0.1" {
		s.say("earl: another program listens on [::1]:%d, so browsers send the cookie of the gateway to all servers on 127.0.0.1; choose another --port", port)
	}
	links := newStartLinks(s, g)
	defer links.close()
	links.answer(strconv.Itoa(portOf(l.web[0])))
	if f.open {
		links.open()
	}
	text := "Open this link in a browser; "
	if l.proxy != nil {
		text = "Open the first link in a browser; the second is the address of the proxy; "
	}
	if links.typed() {
		text += "Enter prints another link, "
	}
	s.say("%sCtrl-C ends earl serve.", text)
	select {
	case <-ctx.Done():
		stop() // a second Ctrl-C ends at once
		return shutDown(servers)
	case err := <-ended:
		return localErr(err)
	}
}

// shutDown closes the servers. Open requests may finish within graceTime.
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

// serveListeners are the listeners of serve.
type serveListeners struct {
	web   []net.Listener // the gateway; all have the same port
	proxy net.Listener   // nil without --proxy
	plain bool           // another program may listen on the same port of ::1
}

// listeners listens for the gateway and, with --proxy, for the proxy. The proxy always
// listens on 127.0.0.1.
func (f *serveFlags) listeners(given *pflag.FlagSet) (l serveListeners, err error) {
	port := f.port
	if !given.Changed("port") {
		port = servePort
	}
	l, err = listenWeb(f.listen, port)
	for try := 0; (err != nil || l.plain) && !given.Changed("port") && try < 8; try++ {
		l.close()
		l, err = listenWeb(f.listen, 0)
	}
	if err == nil && f.proxy {
		if l.proxy, err = net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(int(f.proxyPort)))); err != nil {
			l.close()
		}
	}
	return l, err
}

// listenWeb listens on a port of an address. For 127.0.0.1 it also listens on the same
// port of ::1: browsers use either address for names under localhost, so no other user
// must get one of them.
func listenWeb(address string, port uint16) (l serveListeners, err error) {
	first, err := net.Listen("tcp", net.JoinHostPort(address, strconv.Itoa(int(port))))
	if err != nil {
		return l, err
	}
	l.web = []net.Listener{first}
	if address != "127.0.0.1" {
		l.plain = true
		return l, nil
	}
	second, err := listenIPv6(portOf(first))
	if second != nil {
		l.web = append(l.web, second)
	}
	l.plain = err != nil
	return l, nil
}

// listenIPv6 listens on a port of ::1. It returns nil if this machine does not have the
// address ::1. Then no other program can listen there.
func listenIPv6(port int) (net.Listener, error) {
	l, err := net.Listen("tcp", net.JoinHostPort("::1", strconv.Itoa(port)))
	if errors.Is(err, syscall.EADDRNOTAVAIL) || errors.Is(err, syscall.EAFNOSUPPORT) || errors.Is(err, syscall.EPROTONOSUPPORT) {
		return nil, nil
	}
	return l, err
}

// close closes the listeners.
func (l *serveListeners) close() {
	for _, listener := range l.web {
		listener.Close()
	}
}

// options returns the options of the gateway for what it listens on.
func (f *serveFlags) options(s *streams, settings *config.Settings, l serveListeners) gateway.Options {
	o := gateway.Options{
		Openers:   settings.Openers(),
		Open:      open.Options{Gateways: settings.Gateways},
		AllowNet:  f.allowNets,
		Bookmarks: f.bookmarksPath(),
		PlainHost: l.plain,

		ShowSecrets: s.showSecrets,
	}
	port := strconv.Itoa(portOf(l.web[0]))
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
	if l.web[0].Addr().(*net.TCPAddr).IP.IsLoopback() { // the start link is for a browser on this machine
		o.Hosts = append(own, o.Hosts...)
	} else {
		o.Hosts = append(o.Hosts, own...)
	}
	for _, listener := range l.web {
		o.OwnPorts = append(o.OwnPorts, uint16(portOf(listener)))
	}
	if l.proxy != nil {
		o.OwnPorts = append(o.OwnPorts, uint16(portOf(l.proxy)))
	}
	if f.log {
		o.Logger = slog.New(slog.NewTextHandler(s.err, nil))
	}
	return o
}

// maxTourStops is how many pages of an archive its page lists. The listing of the file
// has all captures.
const maxTourStops = 500

// tourText says which captures the links open.
func tourText(at time.Time) string {
	text := "Nothing is opened from the network. Each link opens the newest capture of its URL."
	if !at.IsZero() {
		text = "Nothing is opened from the network. Each link opens the capture of its URL that is nearest to " + at.Format(time.DateTime) + "."
	}
	return text
}

// archiveTour returns the page that lists what is in archives.
func archiveTour(a *replay.Archive) *gateway.Tour {
	t := &gateway.Tour{Title: "Pages of the archive", Text: tourText(a.At)}
	var files, pages []gateway.Stop
	for _, u := range a.Files() {
		files = append(files, gateway.Stop{URL: u.String(), Title: path.Base(u.Path()), Text: "The URLs in this file."})
	}
	for c := range a.Captures {
		if len(pages) == maxTourStops {
			t.Text += fmt.Sprintf(" The first %d pages are below; the list of a file has all.", maxTourStops)
			break
		}
		if c.IsPage() {
			pages = append(pages, gateway.Stop{URL: c.URL, Title: c.URL, Text: strings.TrimSpace(c.Date.Format(time.DateTime) + " " + c.Type)})
		}
	}
	t.Parts = []gateway.TourPart{{Title: "Files", Stops: files}, {Title: "Pages", Stops: pages}}
	return t
}

// portOf returns the port that l listens on.
func portOf(l net.Listener) int { return l.Addr().(*net.TCPAddr).Port }
