package demo

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"sync"
	"time"
)

// The limits of the mailbox. Messages are only in memory.
const (
	maxMessages   = 20      // a new message replaces the oldest
	maxMessage    = 1 << 20 // bytes
	maxRecipients = 20
)

// mailDomain is the mail domain of the library. It is reserved and belongs to no one.
const mailDomain = "library.example"

// smtpd accepts messages to the library by SMTP (RFC 5321), and keeps them for http. It never
// opens a connection: no message leaves this machine.
type smtpd struct {
	*server
	box  *mailbox
	idle time.Duration
}

// mailbox has the messages that were received. Any number of goroutines may use it.
type mailbox struct {
	mu       sync.Mutex
	first    int // the number of messages[0]
	messages []string
}

// put adds a message.
func (b *mailbox) put(text string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.messages = append(b.messages, text); len(b.messages) > maxMessages {
		b.messages = append([]string(nil), b.messages[1:]...)
		b.first++
	}
}

// all returns the messages, and the number of the first.
func (b *mailbox) all() (first int, messages []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.first + 1, b.messages
}

// smtpSession is one connection.
type smtpSession struct {
	d    *smtpd
	r    *bufio.Reader
	out  *bufio.Writer
	conn net.Conn
	mail bool // MAIL was sent
	to   int  // recipients
	quit bool
}

// handle serves one client until it leaves.
func (d *smtpd) handle(c net.Conn) {
	s := &smtpSession{d: d, conn: c, r: bufio.NewReaderSize(c, maxLine), out: bufio.NewWriter(deadlineWriter{c, d.idle})}
	s.reply("220 %s has a mailbox. Messages in it are not sent any further.", mailDomain)
	for !s.quit {
		line, err := s.line()
		if err == errLongLine {
			s.reply("500 That line is too long.")
			linger(c)
		}
		if err != nil {
			return
		}
		s.command(line)
	}
}

// line reads one line.
func (s *smtpSession) line() (string, error) {
	s.conn.SetReadDeadline(time.Now().Add(s.d.idle))
	return readLine(s.r)
}

// reply sends one line.
func (s *smtpSession) reply(format string, args ...any) {
	fmt.Fprintf(s.out, format+"\r\n", args...)
	if s.out.Flush() != nil {
		s.quit = true
	}
}

// command runs the command in one line. A line that no mail client sends ends the session: it
// may come from a browser.
func (s *smtpSession) command(line string) {
	verb, arg, _ := strings.Cut(line, " ")
	switch strings.ToUpper(verb) {
	case "EHLO":
		s.out.WriteString("250-" + mailDomain + " greets you\r\n250-8BITMIME\r\n")
		s.reply("250 SIZE %d", maxMessage)
	case "HELO":
		s.reply("250 %s greets you", mailDomain)
	case "MAIL":
		s.from(arg)
	case "RCPT":
		s.recipient(arg)
	case "DATA":
		s.data()
	case "RSET":
		s.mail, s.to = false, 0
		s.reply("250 Everything is forgotten.")
	case "NOOP":
		s.reply("250 OK.")
	case "VRFY":
		s.reply("252 Send a message to find out.")
	case "QUIT":
		s.reply("221 Goodbye.")
		s.quit = true
	default:
		s.reply("500 Unknown command.")
		s.quit = true
		linger(s.conn)
	}
}

// address returns the text in angle brackets after a word and a colon.
func address(arg, word string) (string, bool) {
	if len(arg) < len(word) || !strings.EqualFold(arg[:len(word)], word) {
		return "", false
	}
	path := strings.TrimLeft(arg[len(word):], " ")
	end := strings.IndexByte(path, '>')
	if !strings.HasPrefix(path, "<") || end < 0 {
		return "", false
	}
	return path[1:end], true
}

// from handles the sender, which may be any address. Source: rfc5321 4.1.1.2.
func (s *smtpSession) from(arg string) {
	if _, ok := address(arg, "FROM:"); !ok {
		s.reply("501 Who is the sender?")
		return
	}
	s.mail, s.to = true, 0
	s.reply("250 Pleased to hear from you.")
}

// recipient handles a recipient, which must have a mailbox here. Source: rfc5321 4.1.1.3.
func (s *smtpSession) recipient(arg string) {
	to, ok := address(arg, "TO:")
	_, domain, _ := strings.Cut(to, "@")
	switch {
	case !s.mail:
		s.reply("503 First send MAIL FROM.")
	case !ok:
		s.reply("501 Who is the recipient?")
	case !strings.EqualFold(domain, mailDomain):
		s.reply("550 There is no mailbox for %s here, and messages are not sent any further.", printable(domain))
	case s.to == maxRecipients:
		s.reply("452 Too many recipients.")
	default:
		s.to++
		s.reply("250 The recipient is accepted.")
	}
}

// data reads the message, up to a line with only a dot. Source: rfc5321 4.1.1.4, 4.5.2.
func (s *smtpSession) data() {
	if s.to == 0 {
		s.reply("503 First send RCPT TO.")
		return
	}
	s.reply("354 Go on. A line with only a dot ends the message.")
	var text strings.Builder
	for octets := 0; ; {
		line, err := s.line()
		switch {
		case err == errLongLine:
			s.reply("500 That line is too long.")
			linger(s.conn)
			fallthrough
		case err != nil:
			s.quit = true
			return
		case line == ".":
			s.mail, s.to = false, 0
			if octets > maxMessage {
				s.reply("552 That message is too long.")
				return
			}
			s.d.box.put(text.String())
			s.reply("250 The message is in the mailbox.")
			return
		}
		line = strings.TrimPrefix(line, ".") + "\r\n"
		if octets += len(line); octets > 2*maxMessage {
			s.reply("552 That message is too long.")
			s.quit = true
			linger(s.conn)
			return
		} else if octets <= maxMessage {
			text.WriteString(line)
		}
	}
}
