package replay

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"slices"
	"strconv"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/capture"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/warc"
)

// maxConversation is how many bytes of a conversation are read.
const maxConversation = 32 << 20

// A step is a command and the bytes that the server sent after it. The first
// step of a dialogue has no command.
type step struct {
	command string
	reply   []byte
}

// dialogue is a conversation in lines, as of ftp and nntp.
type dialogue []step

// serve plays the server. It sends the reply that was recorded after the same
// command. A command that was not recorded is refused, so the client continues
// without it if it can.
func (d dialogue) serve(c *serverConn) {
	if len(d) == 0 {
		return
	}
	if _, err := c.Write(d[0].reply); err != nil {
		return
	}
	in := bufio.NewReader(c)
	for at := 1; ; {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		i := d.after(at, strings.TrimRight(line, "\r\n"))
		if i < 0 {
			c.missing.Store(true)
			if _, err := io.WriteString(c, "500 not in the archive\r\n"); err != nil {
				return
			}
			continue
		}
		at = i + 1
		if _, err := c.Write(d[i].reply); err != nil {
			return
		}
	}
}

// after returns the step with a command: the next one from at on, or else an
// earlier one, or -1.
func (d dialogue) after(at int, command string) int {
	for _, span := range [...][2]int{{at, len(d)}, {1, at}} {
		for i := span[0]; i < span[1]; i++ {
			if sameCommand(d[i].command, command) {
				return i
			}
		}
	}
	return -1
}

// sameCommand reports whether a command is the recorded one. Passwords were not
// recorded.
func sameCommand(recorded, command string) bool {
	if visible, ok := strings.CutSuffix(recorded, earl.Hidden); ok && strings.HasPrefix(command, visible) {
		return true
	}
	return recorded == command
}

// hasLogin reports whether a command has a hidden password.
func (d dialogue) hasLogin() bool {
	return slices.ContainsFunc(d, func(s step) bool { return strings.HasSuffix(s.command, earl.Hidden) })
}

// ftpTape is a conversation of ftp and its data connections.
type ftpTape struct {
	dialogue
	data []ftpData
}

// ftpData is a data connection.
type ftpData struct {
	port string
	item *item // nil: nothing was sent on it
}

// ftpDialogue returns the conversation of a group of records, or nil if the group
// has no conversation that can be replayed.
func ftpDialogue(group []*item) *ftpTape {
	t := new(ftpTape)
	var resources []*item
	for _, it := range group {
		switch {
		case it.kind == warc.Resource:
			resources = append(resources, it)
		case it.contentType == capture.ConversationType:
			text, err := it.text()
			if err != nil {
				return nil
			}
			t.parse(text)
		}
	}
	if len(t.dialogue) == 0 || len(t.data) == 0 && len(resources) > 0 {
		return nil // another program's conversation does not have the ports
	}
	for i := range t.data {
		d := &t.data[i]
		if len(resources) > 0 && d.item != nil && resources[0].size == d.item.size {
			d.item, resources = resources[0], resources[1:]
		} else {
			d.item = nil
		}
	}
	return t
}

// text returns the block of a record.
func (it *item) text() (string, error) {
	rec, err := it.record()
	if err != nil {
		return "", err
	}
	b, err := io.ReadAll(io.LimitReader(rec.Block, maxConversation))
	return string(b), err
}

// parse reads the lines of a conversation.
func (t *ftpTape) parse(text string) {
	t.dialogue = dialogue{{}}
	for line := range strings.Lines(text) {
		mark, rest, _ := strings.Cut(strings.TrimRight(line, "\r\n"), " ")
		switch mark {
		case ">":
			t.dialogue = append(t.dialogue, step{command: rest})
		case "<":
			last := &t.dialogue[len(t.dialogue)-1]
			last.reply = append(last.reply, rest+"\r\n"...)
		case "*":
			if address, size, ok := strings.Cut(strings.TrimPrefix(rest, "data connection "), ": "); ok {
				_, port, _ := net.SplitHostPort(address)
				n, _ := strconv.ParseInt(strings.TrimSuffix(size, " bytes"), 10, 64)
				t.data = append(t.data, ftpData{port, &item{size: n}})
			}
		}
	}
}

// play returns the server of a connection: the first is the control connection.
func (t *ftpTape) play(number int, _, address string) (func(*serverConn), error) {
	if number == 0 {
		return t.serve, nil
	}
	_, port, _ := net.SplitHostPort(address)
	for i := len(t.data) - 1; i >= 0; i-- {
		d := t.data[i]
		if d.port != port {
			continue
		}
		if d.item == nil {
			return func(*serverConn) {}, nil
		}
		rec, err := d.item.record()
		if err != nil {
			return nil, err
		}
		return func(c *serverConn) { c.copyFrom(rec.Block, d.item) }, nil
	}
	return nil, fmt.Errorf("%w: no data connection to port %s is in the archive", open.ErrNotFound, port)
}

// lines returns the dialogue of a connection whose bytes were recorded.
func lines(turns []turn, sent, received []byte) dialogue {
	d := dialogue{{}}
	for _, t := range turns {
		if !t.sent {
			last := &d[len(d)-1]
			n := min(t.n, int64(len(received)))
			last.reply, received = append(last.reply, received[:n]...), received[n:]
			continue
		}
		n := min(t.n, int64(len(sent)))
		part := sent[:n]
		sent = sent[n:]
		for line := range bytes.Lines(part) {
			d = append(d, step{command: strings.TrimRight(string(line), "\r\n")})
		}
	}
	return d
}
