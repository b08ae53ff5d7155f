// Package control lets other runs of the command talk to a gateway that runs, over a
// Unix socket that only the user who started the gateway can open.
//
//	s, err := control.Listen(dir, "1738", g.StartLinkTo)
//	defer s.Close()
//	link, err := control.Link(dir, "", "/open?url=gopher%3A%2F%2Fh%2F") // in another run
//
// A client sends one line and receives one: "link PATH" is answered with a new start
// link that leads to PATH, a path of the gateway. It also has the private directory of
// the command, in which files are readable for the user only. It opens no URL.
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
	"time"
)

const (
	// maxLine is a path with a long URL in it.
	maxLine = 64 << 10
	// patience is how long each side waits for the other.
	patience = 5 * time.Second
	// suffix ends the names of sockets.
	suffix = ".sock"
)

// ErrNone is the error of [Link] if no gateway of this user runs.
var ErrNone = errors.New("no gateway of this user runs")

// Dir returns the private directory of the command for files of one run, and makes it
// if it is missing: $XDG_RUNTIME_DIR/earl, or the directory earl among the caches of
// the user. It is an error if another user could read it.
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
	info, err := os.Lstat(dir) // a symbolic link may be someone else's
	if err != nil {
		return "", err
	}
	if !info.IsDir() {
		return "", fmt.Errorf("%s: must be a directory", dir)
	}
	return dir, checkPrivate(dir, info)
}

// Server answers on the socket of a gateway.
type Server struct {
	listener net.Listener
	link     func(path string) string
	running  sync.WaitGroup
}

// Listen makes the socket NAME.sock in dir and answers on it until Close. link returns a
// new start link to a path. A socket whose gateway has ended is replaced; beside one
// whose gateway runs, the socket has the number of this process in its name.
func Listen(dir, name string, link func(path string) string) (*Server, error) {
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

// Close removes the socket.
func (s *Server) Close() error {
	err := s.listener.Close()
	s.running.Wait()
	return err
}

// serve answers one client after the other.
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

// answer answers a client, if it is a program of the same user.
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

// Link returns a new start link to a path of a gateway of this user that runs; "" is
// its first page. name is the name given to [Listen]; "" is the gateway that was started
// last. The error is [ErrNone] if no such gateway runs.
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
		if number, _, _ := strings.Cut(of, "-"); !found || name != "" && number != name {
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

// request sends a line to a socket and returns the line that comes back.
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
		return "", fmt.Errorf("the gateway at %s answers %q", socket, answer)
	}
	return answer, nil
}
