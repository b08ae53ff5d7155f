package demo

import (
	"fmt"
	"io"
	"net/smtp"
	"strings"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/mailto"
)

// turn is a prompt of a service, and the text that is sent in response.
type turn struct{ prompt, say string }

// converse talks to a service until it closes the connection, and returns
// everything that it showed.
func converse(c open.SessionConn, talk []turn) (string, error) {
	defer c.Close()
	var shown strings.Builder
	buf := make([]byte, copyBuffer)
	since := 0 // offset in shown of the text that was not yet answered
	for {
		n, err := c.Read(buf)
		shown.Write(buf[:n])
		switch {
		case err != nil && len(talk) > 0:
			return shown.String(), fmt.Errorf("before %q was sent: %w", talk[0].say, err)
		case err == io.EOF:
			return shown.String(), nil
		case err != nil:
			return shown.String(), err
		case shown.Len() > maxRead:
			return shown.String(), fmt.Errorf("more than %d bytes", maxRead)
		case len(talk) == 0 || !strings.HasSuffix(shown.String()[since:], talk[0].prompt):
			continue
		}
		since = shown.Len()
		if _, err := fmt.Fprintf(c, "%s\n", talk[0].say); err != nil {
			return shown.String(), err
		}
		talk = talk[1:]
	}
}

// wantsTalk looks for the file, or for the text of the stop, in the output of a service.
func (s stop) wantsTalk(f *found) error {
	if f.meta.Kind != open.KindSession {
		return fmt.Errorf("got %s, want a session", f.meta.Kind)
	}
	want := s.holds
	if s.file != nil {
		want = s.file.data
	}
	if !strings.Contains(strings.ReplaceAll(f.body, "\r\n", "\n"), want) {
		return fmt.Errorf("%d bytes of a session without the text %.40q", len(f.body), want)
	}
	return nil
}

// write writes a message to an address. Opening the address sent nothing; the
// draft is sent to the mailbox and must arrive there.
func (t *tour) write(a *open.Address) error {
	draft, err := mailto.AppendDraft(nil, a)
	if err != nil {
		return err
	}
	t.p.draft(string(draft))
	if err := smtp.SendMail(t.servers.SMTP, nil, Reader+"@"+mailDomain, a.To, draft); err != nil {
		return err
	}
	want := strings.TrimSuffix(string(draft), "\r\n") + "\r\n" // the line end of a message
	_, messages := t.servers.box.all()
	if len(messages) == 0 || messages[len(messages)-1] != want {
		return fmt.Errorf("the message in the mailbox differs from the draft of %d bytes", len(draft))
	}
	return nil
}
