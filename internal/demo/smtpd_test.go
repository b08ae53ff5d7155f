package demo

import (
	"fmt"
	"strings"
	"testing"
)

// TestSMTPDialogue compares the mailbox with RFC 5321, line for line.
func TestSMTPDialogue(t *testing.T) {
	t.Parallel()
	s := started(t)
	dial(t, s.SMTP).play(`
		S: 220 library.example has a mailbox. Messages in it are not sent any further.
		C: RCPT TO:<librarian@library.example>
		S: 503 First send MAIL FROM.
		C: DATA
		S: 503 First send RCPT TO.
		C: HELO me
		S: 250 library.example greets you
		C: EHLO me
		S: 250-library.example greets you
		S: 250-8BITMIME
		S: 250 SIZE 1048576
		C: MAIL ada@reading.example
		S: 501 Who is the sender?
		C: mail from:<> SIZE=100
		S: 250 Pleased to hear from you.
		C: RCPT TO:<a@elsewhere.example>
		S: 550 There is no mailbox for elsewhere.example here, and messages are not sent any further.
		C: RCPT librarian
		S: 501 Who is the recipient?
		C: RCPT TO:<librarian@LIBRARY.example>
		S: 250 The recipient is accepted.
		C: RSET
		S: 250 Everything is forgotten.
		C: DATA
		S: 503 First send RCPT TO.
		C: MAIL FROM:<ada@reading.example>
		S: 250 Pleased to hear from you.
		C: RCPT TO: <librarian@library.example>
		S: 250 The recipient is accepted.
		C: DATA
		S: 354 Go on. A line with only a dot ends the message.
		C: Subject: =?utf-8?q?caf=C3=A9?=
		C: 
		C: ..
		C: ...two
		C: <b>bold</b>
		C: .
		S: 250 The message is in the mailbox.
		C: VRFY librarian
		S: 252 Send a message to find out.
		C: NOOP
		S: 250 OK.
		C: QUIT
		S: 221 Goodbye.`)
	const want = "Subject: =?utf-8?q?caf=C3=A9?=\r\n\r\n.\r\n..two\r\n<b>bold</b>\r\n"
	if first, messages := s.box.all(); first != 1 || len(messages) != 1 || messages[0] != want {
		t.Errorf("messages from %d: %q", first, messages)
	}
	if head, body := request(t, s, "GET /letters/ HTTP/1.1"); !strings.HasPrefix(head, "HTTP/1.1 200 OK") || !strings.Contains(body, `<a href="/letters/1.eml">café</a>`) {
		t.Errorf("%s%s", head, body)
	}
	head, body := request(t, s, "GET /letters/1.eml HTTP/1.1")
	if !strings.Contains(head, "\r\nContent-Type: text/plain; charset=utf-8\r\n") || !strings.Contains(head, "sandbox") || body != want {
		t.Errorf("%s%q", head, body)
	}
	for _, name := range []string{"0.eml", "2.eml", "x", "1.eml/", "-1"} {
		if head, _ := request(t, s, "GET /letters/"+name+" HTTP/1.1"); !strings.HasPrefix(head, "HTTP/1.1 404 ") {
			t.Errorf("%s: %s", name, head)
		}
	}
}

// TestSMTPLimits: too long lines and messages are refused, and a new message
// replaces the oldest.
func TestSMTPLimits(t *testing.T) {
	t.Parallel()
	s := started(t)
	letter := func(text string) string {
		p := dial(t, s.SMTP)
		p.send("MAIL FROM:<a@b>\r\nRCPT TO:<c@library.example>\r\nDATA\r\n" + text + "\r\n.\r\nQUIT\r\n")
		return p.rest()
	}
	if got := letter(strings.Repeat(strings.Repeat("a", 998)+"\r\n", maxMessage/1000+10)); !strings.Contains(got, "\r\n552 That message is too long.\r\n221 ") {
		t.Errorf("a long message: %q", got)
	}
	if got := letter(strings.Repeat(strings.Repeat("a", 998)+"\r\n", 2*maxMessage/1000+10)); !strings.HasSuffix(got, "\r\n552 That message is too long.\r\n") {
		t.Errorf("an endless message: %q", got)
	}
	if got := letter(strings.Repeat("a", 2*maxLine)); !strings.HasSuffix(got, "\r\n500 That line is too long.\r\n") {
		t.Errorf("a long line: %q", got)
	}
	for i := range maxMessages + 5 {
		letter(fmt.Sprint("letter ", i+1))
	}
	first, messages := s.box.all()
	if first != 6 || len(messages) != maxMessages || messages[0] != "letter 6\r\n" {
		t.Errorf("%d messages from %d on, the first %q", len(messages), first, messages[0])
	}
	p := dial(t, s.SMTP)
	p.send("MAIL FROM:<a@b>\r\n" + strings.Repeat("RCPT TO:<c@library.example>\r\n", maxRecipients+1) + "QUIT\r\n")
	if got := p.rest(); strings.Count(got, "The recipient is accepted.") != maxRecipients || !strings.Contains(got, "452 Too many recipients.\r\n") {
		t.Errorf("many recipients: %q", got)
	}
}

// TestSMTPBrowser: a page of another site can send a browser to any port. Its
// request ends the session before its body is read, which could look like a
// message.
func TestSMTPBrowser(t *testing.T) {
	t.Parallel()
	s := started(t)
	p := dial(t, s.SMTP)
	p.send("POST / HTTP/1.1\r\nHost: " + s.SMTP + "\r\n\r\nMAIL FROM:<a@b>\r\nRCPT TO:<c@library.example>\r\nDATA\r\nx\r\n.\r\n")
	if got := p.rest(); !strings.HasSuffix(got, "\r\n500 Unknown command.\r\n") {
		t.Errorf("%q", got)
	}
	if _, messages := s.box.all(); len(messages) != 0 {
		t.Errorf("a message was accepted: %q", messages)
	}
}
