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
	"github.com/earl-url/earl/internal/control"
)

const (
	// startTime is how long a new gateway may take until it answers.
	startTime = 10 * time.Second
	// startPause is the time between two questions whether it answers.
	startPause = 10 * time.Millisecond
	// maxHandled is the number of bytes of a URL that is handed over, as in /handle.
	maxHandled = 8 << 10
)

// newHandlerOpen returns the command handler open.
func newHandlerOpen(s *streams) *cobra.Command {
	c := &cobra.Command{
		Use:   "open URL",
		Short: "Show a URL in the gateway, which starts if none runs",
		Example: `  earl handler open gopher://host.dom/
  earl handler open ftp://host.dom/pub/`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return openHandled(args[0]) },
	}
	completeURLs(c, false)
	return c
}

// openHandled opens the browser at the page of the gateway that shows a URL.
func openHandled(text string) error {
	if len(text) > maxHandled {
		return usagef("handler open: the URL has %d bytes; up to %d are accepted", len(text), maxHandled)
	}
	link, err := gatewayLink("/handle?url=" + url.QueryEscape(handedOver(text)))
	if err != nil {
		return localErr(fmt.Errorf("handler open: %w", err))
	}
	if err := browseFile(link); err != nil {
		return localErr(fmt.Errorf("handler open: the browser does not open: %w", err))
	}
	return nil
}

// handedOver returns a URL without its password, which would stay in the history of
// the browser.
func handedOver(text string) string {
	if u, err := earl.Auto.Parse(text); err == nil {
		return u.WithoutPassword().String()
	}
	return earl.Redact(text)
}

// gatewayLink returns a new start link that leads to a path of the gateway. It starts a
// gateway if none runs.
func gatewayLink(path string) (string, error) {
	link, err := askLink(path)
	if !errors.Is(err, control.ErrNone) {
		return link, err
	}
	dir, err := control.Dir()
	if err != nil {
		return "", err
	}
	// Of several links at once, the first starts the gateway.
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
	return "", errors.New("earl serve does not answer")
}

// askLink asks the gateway that runs for a start link to a path.
func askLink(path string) (string, error) {
	dir, err := control.Dir()
	if err != nil {
		return "", err
	}
	return control.Link(dir, "", path)
}

// browseFile opens a start link in the browser by a file that only its owner may read: the
// arguments of a program are there for everyone to read. The files of earlier links are
// removed.
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
