package gopher

import (
	"fmt"
	"io"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/open/internal/wire"
)

// The codes of a failure. Source: Gopher+ 1993, 2.3.
const (
	codeLater = 2 // try again later
	codeMoved = 3 // an item line follows, of the new place
)

// failure reads a server's failure according to its header: a line with the
// code and the administrator, then text. It returns an [Error], or another
// error without a text. Source: Gopher+ 1993, 2.3.
func (q *query) failure(p *reply) error {
	var lines []string
	for size := 0; size < failureMax; {
		b, _, err := p.readLine(wire.Limit{Octets: failureMax}, q.req.Policy.Idle)
		if err == io.EOF || err == nil && isDot(b) && p.framing == dotEnded {
			break
		}
		if err != nil && len(lines) == 0 {
			return err
		}
		if err != nil {
			break // the text so far is the better error
		}
		lines = append(lines, string(b))
		size += len(b) + 1
	}
	if len(lines) == 0 {
		return new(Error)
	}
	q.trace('S', lines[0])
	e := &Error{Text: lines[0]}
	if code, text, _ := strings.Cut(lines[0], " "); isCode(code) {
		e.Code, e.Text = int(code[0]-'0'), text
	}
	if e.Code == codeMoved {
		e.Moved = q.moved(lines[1:])
	}
	if text := strings.TrimSpace(strings.Join(lines[1:], " ")); text != "" {
		e.Text = text
	}
	e.Text = dialogue.Text(e.Text)
	return e
}

// isCode reports whether a word is the code of a failure, one digit.
func isCode(word string) bool { return len(word) == 1 && '0' <= word[0] && word[0] <= '9' }

// moved returns the URL of the first line that is an item with a URL.
func (q *query) moved(lines []string) earl.URL {
	m := &menu{q: q}
	for _, text := range lines {
		if name, value, ok := blockHead(text); ok && strings.EqualFold(name, "INFO") {
			text = value
		}
		if l, ok := parseLine(text); ok {
			if u, err := m.url(l.typ, l); err == nil {
				return u
			}
		}
	}
	return earl.URL{}
}

// Error is a server's reply that there is no such item, or not now. It is an
// [open.ErrNotFound], or with code 2 an [open.ErrConnect], because the item may
// be available later.
type Error struct {
	Code  int      // of Gopher+: 1 not available, 2 try again later, 3 moved; 0: no code
	Text  string   // the server's text, not yet safe for a terminal
	Moved earl.URL // with code 3: the new URL; Open then returns a Referral
}

// Error quotes the server's text.
func (e *Error) Error() string {
	switch {
	case e.Text == "":
		return "the server refused without a reason"
	case e.Code != 0:
		return fmt.Sprintf("code %d: %s", e.Code, dialogue.Quote(e.Text))
	}
	return dialogue.Quote(e.Text)
}

// Is reports whether the error means target.
func (e *Error) Is(target error) bool {
	if e.Code == codeLater {
		return target == open.ErrConnect
	}
	return target == open.ErrNotFound
}
