package main

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/control"
)

const (
	// startTime is how long a new gateway may take to start.
	startTime = 10 * time.Second
	// startPause is the time between two checks of a gateway that starts.
	startPause = 10 * time.Millisecond
	// maxHandled is the longest URL in bytes that the page /handle accepts.
	maxHandled = 8 << 10
)

// newHandlerOpen returns the command handler open.
func newHandlerOpen(s *streams) *cobra.Command {
	c := &cobra.Command{
		Use:   "open URL",
		Short: "Show a URL in the gateway, and start the gateway if necessary",
		Example: `  earl handler open gopher://host.dom/
  earl handler open ftp://host.dom/pub/`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return openHandled(args[0]) },
	}
	completeURLs(c, false)
	return c
}

// openHandled opens the page of the gateway for a URL in the browser.
func openHandled(text string) error {
	if len(text) > maxHandled {
		return usagef("handler open: the URL has %d bytes; the limit is %d", len(text), maxHandled)
	}
	link, err := gatewayLink("/handle?url=" + url.QueryEscape(handedOver(text)))
	if err != nil {
		return localErr(fmt.Errorf("handler open: %w", err))
	}
	if err := browseFile(link); err != nil {
		return localErr(fmt.Errorf("handler open: cannot open the browser: %w", err))
	}
	return nil
}

// handedOver returns a URL without its password, because URLs stay in the history of the
// browser.
func handedOver(text string) string {
	if u, err := earl.Auto.Parse(text); err == nil {
		return u.WithoutPassword().String()
	}
	return earl.Redact(text)
}

// gatewayLink returns a new start link for a path of the gateway. It starts a gateway if
// no gateway is running.
func gatewayLink(path string) (string, error) {
	link, err := askLink(path)
	if !errors.Is(err, control.ErrNone) {
		return link, err
	}
	dir, err := control.Dir()
	if err != nil {
		return "", err
	}
	// If several links are opened at once, the first one starts the gateway.
	unlock, err := lockFile(filepath.Join(dir, "start.lock"))
	if err != nil {
		return "", err
	}
	defer unlock()
	if link, err := askLink(path); !errors.Is(err, control.ErrNone) {
		return link, err
	}
	program, err := os.Executable()
	if err != nil {
		return "", err
	}
	c := exec.Command(program, "serve")
	detach(c)
	if err := c.Start(); err != nil {
		return "", err
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	for deadline := time.Now().Add(startTime); time.Now().Before(deadline); {
		if link, err = askLink(path); !errors.Is(err, control.ErrNone) {
			return link, err
		}
		select {
		case err := <-ended:
			return "", fmt.Errorf("earl serve ended: %w", err)
		case <-time.After(startPause):
		}
	}
	return "", errors.New("earl serve does not respond")
}

// askLink requests a start link for a path from the running gateway.
func askLink(path string) (string, error) {
	dir, err := control.Dir()
	if err != nil {
		return "", err
	}
	return control.Link(dir, "", path)
}

// browseFile opens a start link in the browser, through a file that only its owner can
// read: all users can read the arguments of a program. It removes the files of earlier
// links.
func browseFile(link string) error {
	dir, err := control.Dir()
	if err != nil {
		return err
	}
	control.RemoveRedirects(dir, time.Minute)
	page, err := control.Redirect(dir, link)
	if err != nil {
		return err
	}
	return browse(page)
}
