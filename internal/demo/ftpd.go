package demo

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"time"
)

// The only user of the ftp server with a password. The demo prints the password
// next to the address, because it protects nothing.
const (
	Reader   = "reader"
	Password = "bookworm"
)

// maxFailures is the number of wrong passwords after which a connection is
// closed.
const maxFailures = 3

// ftpd serves the library by ftp, read-only. It follows RFC 959, RFC 2428
// (EPSV) and RFC 3659 (MLSD, MDTM, SIZE, REST). It has no active mode: it never
// connects to another host.
//
// Where servers differ, it does what the algorithm of rfc1738 3.2.2 needs. A
// CWD with an empty argument changes nothing and is answered with 250. A CWD
// whose argument contains a slash looks first for a directory of exactly that
// name, and then reads the slash as a separator.
type ftpd struct {
	*server
	library *library
	idle    time.Duration
}

// ftpSession is one control connection.
type ftpSession struct {
	d     *ftpd
	conn  net.Conn
	out   *bufio.Writer
	lines chan string // the client's lines; closed when the connection ends
	why   error       // why lines was closed
	held  *string     // a line that arrived during a transfer

	name     string // the argument of USER, until PASS
	asked    bool   // USER was sent
	loggedIn bool
	user     string // "" for anonymous
	failures int
	quit     bool

	cwd     *node
	ascii   bool  // TYPE A, the initial type of RFC 959
	rest    int64 // where the next RETR begins
	epsvAll bool
	channel *channel // the channel that EPSV or PASV opened, or nil
}

// handle serves one client until it leaves.
func (d *ftpd) handle(c net.Conn) {
	s := &ftpSession{
		d: d, conn: c, out: bufio.NewWriter(deadlineWriter{c, d.idle}),
		lines: make(chan string), cwd: d.library.root, ascii: true,
	}
	done := make(chan struct{})
	d.wait.Go(func() { s.readLines(done) })
	defer close(done)
	defer s.drop()
	s.reply(220, "The library is open. For reading only.")
	for !s.quit {
		line, ok := s.next()
		if !ok {
			return
		}
		s.command(line)
	}
}

// readLines passes on the client's lines, so that ABOR is read during a
// transfer.
func (s *ftpSession) readLines(done <-chan struct{}) {
	defer close(s.lines)
	r := bufio.NewReaderSize(s.conn, maxLine)
	for {
		line, err := readLine(r)
		if err != nil {
			s.why = err
			return
		}
		select {
		case s.lines <- line:
		case <-done:
			return
		}
	}
}

// next returns the next line, or false if there are no more.
func (s *ftpSession) next() (string, bool) {
	if s.held != nil {
		line := *s.held
		s.held = nil
		return line, true
	}
	select {
	case line, ok := <-s.lines:
		if !ok && s.why == errLongLine {
			s.reply(500, "That line is too long.")
			linger(s.conn)
		}
		return line, ok
	case <-time.After(s.d.idle):
		s.reply(421, "No one is in a hurry here, but you have gone.")
		return "", false
	}
}

// drop closes the channel that EPSV or PASV opened.
func (s *ftpSession) drop() {
	if s.channel != nil {
		s.d.release(s.channel)
		s.channel = nil
	}
}

// reply sends a reply of one or more lines. All lines but the last have a
// hyphen after the code. Source: RFC 959 4.2.
func (s *ftpSession) reply(code int, lines ...string) {
	for i, line := range lines {
		mark := ' '
		if i < len(lines)-1 {
			mark = '-'
		}
		fmt.Fprintf(s.out, "%d%c%s\r\n", code, mark, line)
	}
	if s.out.Flush() != nil {
		s.quit = true
	}
}

// command runs the command in one line.
func (s *ftpSession) command(line string) {
	verb, arg := cutCommand(line)
	c, known := ftpCommands[verb]
	switch {
	case strings.ContainsRune(arg, 0):
		s.reply(501, "No name here contains a NUL.")
	case !known:
		s.reply(500, "Unknown command.")
	case !s.loggedIn && !c.free:
		s.reply(530, "Please log in with USER and PASS.")
	default:
		c.do(s, arg)
	}
}

// cutCommand splits a line into its verb, in capitals, and its argument, which
// keeps every byte. It leaves out the telnet bytes that may come before ABOR,
// and makes one 0xFF of two. Source: RFC 959 4.1.3.
func cutCommand(line string) (verb, arg string) {
	for line != "" && (line[0] == 0xFF || line[0] == 0xF4 || line[0] == 0xF2) { // IAC, IP, DM
		line = line[1:]
	}
	line = strings.ReplaceAll(line, "\xff\xff", "\xff")
	verb, arg, _ = strings.Cut(line, " ")
	return strings.ToUpper(verb), arg
}

// find looks up a path: absolute if it begins with a slash, otherwise relative
// to the current directory.
func (s *ftpSession) find(name string) *node {
	if name == "" {
		return nil
	}
	if name[0] == '/' {
		return s.d.library.root.find(name[1:], s.user)
	}
	return s.cwd.find(name, s.user)
}
