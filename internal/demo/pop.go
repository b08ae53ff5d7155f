package demo

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"time"
)

// popExhibit is the mailbox of the reader, its example and its stops on the tour.
var popExhibit = exhibit{
	scheme:  "pop",
	full:    "-ERR too many readers\r\n",
	serve:   func(l *library, idle time.Duration) func(net.Conn) { return (&popd{letters(l), idle}).handle },
	url:     func(s *Servers, path string) string { return readerURL(s, "pop", path) },
	example: Example{Title: "A mailbox", Text: "The messages of the reader. Opening one deletes nothing."},
	path:    "",
	holds:   "Which of the ten still answer?",
	stops: []stop{{
		why:  "A mailbox. Each message is a URL. The password is sent to this machine only.",
		path: "",
		rows: []string{"Which of the ten still answer?"},
	}, {
		why:   "A message, by its number.",
		path:  "1",
		holds: "Subject: ",
	}},
}

// readerURL returns the URL of a path on the server of an exhibit, with the login of the
// reader.
func readerURL(s *Servers, scheme, path string) string {
	address, ok := s.exhibitAddress(scheme)
	if !ok {
		return ""
	}
	//lint:ignore urlconcat the path is escaped
	return scheme + "://" + Reader + ":" + Password + "@" + address + "/" + path
}

// letters returns the messages of the reader: the articles of the library, with CR LF.
func letters(l *library) (list []string) {
	l.files.walk(func(n *node) {
		if n.isArticle() {
			list = append(list, strings.ReplaceAll(strings.ReplaceAll(n.data, "\r\n", "\n"), "\n", "\r\n"))
		}
	})
	return list
}

// popd is a POP server for one mailbox, read-only. Source: rfc1939.
type popd struct {
	letters []string
	idle    time.Duration
}

// popSession is one connection.
type popSession struct {
	*popd
	w    io.Writer
	user string
	in   bool
}

// handle serves one client.
func (d *popd) handle(c net.Conn) {
	r := bufio.NewReaderSize(c, maxLine)
	s := &popSession{popd: d, w: deadlineWriter{c, d.idle}}
	io.WriteString(s.w, "+OK The library's mailbox\r\n")
	for {
		c.SetReadDeadline(time.Now().Add(d.idle))
		line, err := readLine(r)
		if err != nil {
			linger(c)
			return
		}
		verb, arg, _ := strings.Cut(line, " ")
		answer := s.answer(strings.ToUpper(verb), strings.TrimSpace(arg))
		if _, err := io.WriteString(s.w, answer); err != nil || strings.EqualFold(verb, "QUIT") {
			return
		}
	}
}

// answer returns the response to a command.
func (s *popSession) answer(verb, arg string) string {
	switch {
	case verb == "CAPA":
		return "+OK\r\nUSER\r\nUIDL\r\nTOP\r\n.\r\n"
	case verb == "QUIT":
		return "+OK Nothing was deleted\r\n"
	case verb == "USER" && !s.in:
		s.user = arg
		return "+OK\r\n"
	case verb == "PASS" && !s.in:
		if s.in = s.user == Reader && arg == Password; !s.in {
			return "-ERR [AUTH] wrong user or password\r\n"
		}
		return "+OK\r\n"
	case !s.in:
		return "-ERR log in first\r\n"
	}
	return s.transaction(verb, arg)
}

// transaction returns the response to a command after the login. Source: rfc1939 5, 7.
func (s *popSession) transaction(verb, arg string) string {
	word, rest, _ := strings.Cut(arg, " ")
	n, err := strconv.Atoi(word)
	one := err == nil && 0 < n && n <= len(s.letters)
	switch {
	case verb == "NOOP", verb == "RSET":
		return "+OK\r\n"
	case verb == "STAT":
		return fmt.Sprintf("+OK %d %d\r\n", len(s.letters), len(strings.Join(s.letters, "")))
	case (verb == "LIST" || verb == "UIDL") && arg == "":
		return s.list(verb)
	case verb == "DELE":
		return "-ERR this mailbox is read-only\r\n"
	case !one:
		return "-ERR no such message or command\r\n"
	case verb == "LIST", verb == "UIDL":
		return "+OK " + s.row(verb, n)
	case verb == "RETR":
		return "+OK\r\n" + dotted(s.letters[n-1])
	case verb == "TOP":
		return "+OK\r\n" + dotted(top(s.letters[n-1], rest))
	}
	return "-ERR no such command\r\n"
}

// list returns the sizes or the unique-ids of all messages.
func (s *popSession) list(verb string) string {
	var b strings.Builder
	b.WriteString("+OK\r\n")
	for n := range s.letters {
		b.WriteString(s.row(verb, n+1))
	}
	return b.String() + ".\r\n"
}

// row returns the size or the unique-id of a message.
func (s *popSession) row(verb string, n int) string {
	if verb == "LIST" {
		return fmt.Sprintf("%d %d\r\n", n, len(s.letters[n-1]))
	}
	return fmt.Sprintf("%d letter-%d\r\n", n, n)
}

// top returns the header of a message and some lines of its body.
func top(letter, lines string) string {
	head, body, _ := strings.Cut(letter, "\r\n\r\n")
	n, _ := strconv.Atoi(lines)
	rows := strings.SplitAfter(body, "\r\n")
	return head + "\r\n\r\n" + strings.Join(rows[:max(0, min(n, len(rows)))], "")
}

// dotted returns a block: a dot before each line that begins with one, and the line "."
// at its end. Source: rfc1939 3.
func dotted(text string) string {
	if !strings.HasSuffix(text, "\r\n") {
		text += "\r\n"
	}
	if strings.HasPrefix(text, ".") {
		text = "." + text
	}
	return strings.ReplaceAll(text, "\r\n.", "\r\n..") + ".\r\n"
}
