package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/pflag"

	"github.com/earl-url/earl/cmd/earl/internal/control"
	"github.com/earl-url/earl/cmd/earl/internal/gateway"
	"github.com/earl-url/earl/internal/term"
)

// terminalTime is how long serve waits before it reads again from a terminal while
// another program is in the foreground.
const terminalTime = time.Second

// startLinks hands out new start links while a gateway runs.
type startLinks struct {
	s       *streams
	gateway *gateway.Gateway
	socket  *control.Server

	mu    sync.Mutex
	pages []string // the pages made for a browser and not yet removed
}

// newStartLinks returns startLinks for a gateway.
func newStartLinks(s *streams, g *gateway.Gateway) *startLinks {
	return &startLinks{s: s, gateway: g}
}

// answer lets "earl serve --link" request a link from the gateway with a name for package
// control. It needs a directory that only the user can read.
func (l *startLinks) answer(name string) {
	dir, err := control.Dir()
	if err == nil {
		l.socket, err = control.Listen(dir, name, func(path string) string { return l.gateway.StartLinkTo(path, nil) })
	}
	if err != nil {
		l.s.say("earl: \"earl serve --link\" cannot find this gateway: %v", err)
	}
}

// open opens the gateway in the browser of the user, through a page that only the user
// can read: all users can read the arguments of a program.
func (l *startLinks) open() {
	dir, err := control.Dir()
	var page string
	if err == nil {
		link := l.gateway.StartLinkTo("", func() {
			go l.remove()
		})
		page, err = control.Redirect(dir, link)
	}
	if err == nil {
		l.mu.Lock()
		l.pages = append(l.pages, page)
		l.mu.Unlock()
		err = browse(page)
	}
	if err != nil {
		l.s.say("earl: cannot open the browser: %v", err)
	}
}

// remove removes the pages made for a browser.
func (l *startLinks) remove() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, page := range l.pages {
		os.Remove(page)
	}
	l.pages = nil
}

// typed prints a new link for each line that the user types on the terminal. It reports
// whether stdin is a terminal.
func (l *startLinks) typed() bool {
	if !term.Is(l.s.in) {
		return false
	}
	ignoreTerminalStop()
	go func() {
		lines := bufio.NewReader(l.s.in)
		for {
			_, err := lines.ReadString('\n')
			switch {
			case err == nil:
				fmt.Fprintln(l.s.out, l.gateway.StartLink())
			case errors.Is(err, syscall.EIO): // it runs in the background
				time.Sleep(terminalTime)
			default:
				return
			}
		}
	}()
	return true
}

// close removes the pages and the socket.
func (l *startLinks) close() {
	l.remove()
	if l.socket != nil {
		l.socket.Close()
	}
}

// printLink prints a new start link of the running gateway, or of that of earl demo if no
// other one is running.
func (f *serveFlags) printLink(s *streams, given *pflag.FlagSet) error {
	dir, err := control.Dir()
	if err != nil {
		return localErr(err)
	}
	port := ""
	if given.Changed("port") {
		port = strconv.Itoa(int(f.port))
	}
	link, err := control.Link(dir, port, "")
	if errors.Is(err, control.ErrNone) {
		link, err = control.Link(dir, control.Demo+port, "")
	}
	if errors.Is(err, control.ErrNone) {
		s.say("earl: no gateway of this user is running; \"earl serve\" starts one")
		return exitWith(statusNo)
	}
	if err != nil {
		return localErr(err)
	}
	return writeText(s, link+"\n")
}

// browse opens a page on this machine in the default browser.
func browse(path string) error {
	var words []string
	switch runtime.GOOS {
	case "windows":
		words = []string{"rundll32", "url.dll,FileProtocolHandler"}
	case "darwin":
		words = []string{"open"}
	default:
		words = []string{"xdg-open"}
	}
	c := exec.Command(words[0], append(words[1:], path)...)
	if err := c.Start(); err != nil {
		return fmt.Errorf("%s: %w", words[0], errors.Unwrap(err))
	}
	go c.Wait() // it may run until the browser ends
	return nil
}
