// Package control is the socket by which other programs of the same user ask a gateway
// that runs for something, such as a new start link.
//
//	s, err := control.Listen(func(line string) string { ... })
//	defer s.Close()
//
//	answer, err := control.Ask("link /handle?url=gopher%3A%2F%2Fh%2F")
//
// The socket is in a directory that only its owner may enter. A request and its answer
// are one line each.
package control

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

const (
	// socketName is the name of the socket in the directory.
	socketName = "gateway.sock"
	// maxLine is the number of bytes of a request: a path with a long URL.
	maxLine = 64 << 10
	// askTime is how long a request and its answer may take on one machine.
	askTime = 5 * time.Second
)

// ErrNone is the error if no gateway runs.
var ErrNone = errors.New("no gateway runs")

// Dir returns the directory of the socket, $XDG_RUNTIME_DIR/earl or earl in the user's
// cache directory, and makes it. It is an error if others may enter it.
func Dir() (string, error) {
	base := os.Getenv("XDG_RUNTIME_DIR")
	if !filepath.IsAbs(base) {
		var err error
		if base, err = os.UserCacheDir(); err != nil {
			return "", err
		}
	}
	dir := filepath.Join(base, "earl")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	info, err := os.Lstat(dir)
	if err != nil {
		return "", err
	}
	if !info.IsDir() || !isPrivate(info) {
		return "", fmt.Errorf("%s: must be a directory of this user with mode 0700", dir)
	}
	return dir, nil
}

// A Server answers the requests at a socket.
type Server struct {
	listener net.Listener
	wait     sync.WaitGroup
}

// Listen answers each request with a line. If another gateway has the socket, the error
// is fs.ErrExist.
func Listen(answer func(line string) string) (*Server, error) {
	dir, err := Dir()
	if err != nil {
		return nil, err
	}
	path := filepath.Join(dir, socketName)
	if conn, err := net.DialTimeout("unix", path, askTime); err == nil {
		conn.Close()
		return nil, fs.ErrExist
	}
	_ = os.Remove(path) // of a gateway that was killed
	l, err := net.Listen("unix", path)
	if err != nil {
		return nil, err
	}
	s := &Server{listener: l}
	s.wait.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			s.wait.Go(func() { serve(conn, answer) })
		}
	})
	return s, nil
}

// serve answers one request.
func serve(conn net.Conn, answer func(string) string) {
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(askTime))
	if !isOwnPeer(conn) {
		return
	}
	line, err := bufio.NewReaderSize(conn, maxLine).ReadSlice('\n')
	if err != nil {
		return
	}
	fmt.Fprintln(conn, answer(strings.TrimSuffix(string(line), "\n")))
}

// Close ends the server and removes the socket.
func (s *Server) Close() error {
	err := s.listener.Close()
	s.wait.Wait()
	return err
}

// Ask sends a request to the gateway that runs and returns its answer. The error is
// ErrNone if none runs.
func Ask(line string) (string, error) {
	if strings.ContainsAny(line, "\r\n") || len(line) >= maxLine {
		return "", errors.New("the request must be one line of less than 64 KiB")
	}
	dir, err := Dir()
	if err != nil {
		return "", err
	}
	conn, err := net.DialTimeout("unix", filepath.Join(dir, socketName), askTime)
	if err != nil {
		return "", ErrNone
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(askTime))
	if !isOwnPeer(conn) {
		return "", errors.New("the socket of the gateway belongs to another user")
	}
	if _, err := fmt.Fprintln(conn, line); err != nil {
		return "", err
	}
	answer, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil {
		return "", fmt.Errorf("the gateway does not answer: %w", err)
	}
	return strings.TrimSuffix(answer, "\n"), nil
}
