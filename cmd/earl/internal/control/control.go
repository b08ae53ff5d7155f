// Package control lets other runs of the command talk to a running gateway, through a Unix
// socket that only the user of the gateway can open.
//
//	s, err := control.Listen(dir, "1738", g.StartLinkTo)
//	defer s.Close()
//	link, err := control.Link(dir, "", "/open?url=gopher%3A%2F%2Fh%2F") // in another run
//
// A client sends one line and receives one. The response to "link PATH" is a new start link
// for PATH, a path of the gateway. The package also manages the private directory of the
// command, whose files only the user can read. It opens no URL.
package control

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

const (
	// maxLine limits a line in bytes. It is enough for a path with a long URL.
	maxLine = 64 << 10
	// patience is how long each side waits for the other.
	patience = 5 * time.Second
	// suffix ends the names of sockets.
	suffix = ".sock"
)

// ErrNone is the error of [Link] if no gateway of this user is running.
var ErrNone = errors.New("no gateway of this user is running")

// Dir returns the private directory of the command for temporary files. It is
// $XDG_RUNTIME_DIR/earl, or earl in the user's cache directory. Dir creates it if it is
// missing. It returns an error if another user can read the directory.
func Dir() (string, error) {
	parent := os.Getenv("XDG_RUNTIME_DIR")
	if info, err := os.Stat(parent); err != nil || !filepath.IsAbs(parent) || !belongsToUser(info) { // as under sudo
		var err error
		if parent, err = os.UserCacheDir(); err != nil {
			return "", err
		}
		if err := os.MkdirAll(parent, 0o700); err != nil {
			return "", err
		}
	}
	dir := filepath.Join(parent, "earl")
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", err
	}
	info, err := os.Lstat(dir) // a symbolic link may belong to another user
	if err != nil {
		return "", err
	}
	if !info.IsDir() {
		return "", fmt.Errorf("%s: must be a directory", dir)
	}
	return dir, checkPrivate(dir, info)
}

// Server serves the socket of a gateway.
type Server struct {
	listener net.Listener
	link     func(path string) string
	running  sync.WaitGroup
}

// Listen creates the socket NAME.sock in dir and serves it until Close. link returns a new
// start link for a path. Listen removes the sockets of gateways that have ended. If the
// gateway of an existing socket is running, the name of the new socket also contains the
// id of this process.
func Listen(dir, name string, link func(path string) string) (*Server, error) {
	removeEnded(dir)
	path := filepath.Join(dir, name+suffix)
	if c, err := net.DialTimeout("unix", path, patience); err == nil {
		c.Close()
		path = filepath.Join(dir, fmt.Sprintf("%s-%d%s", name, os.Getpid(), suffix))
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	l, err := net.Listen("unix", path)
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(path, 0o600); err != nil {
		l.Close()
		return nil, err
	}
	s := &Server{listener: l, link: link}
	s.running.Go(s.serve)
	return s, nil
}

// fresh is how old a socket is at least that removeEnded removes: a program makes the file
// of a socket shortly before it listens.
const fresh = time.Minute

// removeEnded removes the sockets of gateways that have ended without removing them. The
// port of a gateway, and so the name of its socket, may be another one each time.
func removeEnded(dir string) {
	for _, name := range [...]string{"", Demo} {
		for _, socket := range sockets(dir, name) {
			info, err := os.Lstat(socket)
			if err != nil || time.Since(info.ModTime()) < fresh {
				continue
			}
			c, err := net.DialTimeout("unix", socket, patience)
			switch {
			case err == nil:
				c.Close()
			case errors.Is(err, syscall.ECONNREFUSED):
				os.Remove(socket)
			}
		}
	}
}

// Close removes the socket.
func (s *Server) Close() error {
	err := s.listener.Close()
	s.running.Wait()
	return err
}

// serve serves one client after the other.
func (s *Server) serve() {
	for {
		c, err := s.listener.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil { // too many files are open
			time.Sleep(50 * time.Millisecond)
			continue
		}
		s.running.Go(func() { s.answer(c) })
	}
}

// answer responds to a client if it is a program of the same user.
func (s *Server) answer(c net.Conn) {
	defer c.Close()
	c.SetDeadline(time.Now().Add(patience))
	if err := checkPeer(c.(*net.UnixConn)); err != nil {
		return
	}
	line, err := bufio.NewReader(io.LimitReader(c, maxLine)).ReadString('\n')
	if err != nil {
		return
	}
	verb, path, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
	if verb != "link" {
		io.WriteString(c, "error unknown request\n")
		return
	}
	io.WriteString(c, s.link(path)+"\n")
}

// Demo begins the names of gateways that are not for daily use, such as that of "earl demo".
// The name Demo is, for [Link], the one that started last.
const Demo = "demo."

// Link returns a new start link for a path of a running gateway of this user. The path ""
// is its first page. name is the name given to [Listen]; "" is the gateway that started
// last, without those whose names begin with [Demo]. The error is [ErrNone] if no such
// gateway is running.
func Link(dir, name, path string) (string, error) {
	if strings.ContainsAny(path, "\r\n") {
		return "", fmt.Errorf("%q: a path cannot contain a line break", path)
	}
	for _, socket := range sockets(dir, name) {
		if link, err := request(socket, "link "+path); err == nil {
			return link, nil
		}
	}
	return "", ErrNone
}

// sockets returns the sockets of gateways with a name, the newest first.
func sockets(dir, name string) (all []string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	made := map[string]time.Time{}
	for _, e := range entries {
		of, found := strings.CutSuffix(e.Name(), suffix)
		if of, _, _ = strings.Cut(of, "-"); !found || !isNamed(of, name) {
			continue
		}
		if info, err := e.Info(); err == nil {
			path := filepath.Join(dir, e.Name())
			all, made[path] = append(all, path), info.ModTime()
		}
	}
	slices.SortFunc(all, func(a, b string) int { return made[b].Compare(made[a]) })
	return all
}

// isNamed reports whether the gateway of is one that name means.
func isNamed(of, name string) bool {
	switch name {
	case "":
		return !strings.HasPrefix(of, Demo)
	case Demo:
		return strings.HasPrefix(of, Demo)
	}
	return of == name
}

// request sends a line to a socket and returns the response.
func request(socket, line string) (string, error) {
	c, err := net.DialTimeout("unix", socket, patience)
	if err != nil {
		return "", err
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(patience))
	if err := checkPeer(c.(*net.UnixConn)); err != nil {
		return "", err
	}
	if _, err := io.WriteString(c, line+"\n"); err != nil {
		return "", err
	}
	answer, err := bufio.NewReader(io.LimitReader(c, maxLine)).ReadString('\n')
	if err != nil {
		return "", err
	}
	if answer = strings.TrimSuffix(answer, "\n"); !strings.HasPrefix(answer, "http://") {
		return "", fmt.Errorf("the gateway at %s returned %q", socket, answer)
	}
	return answer, nil
}
