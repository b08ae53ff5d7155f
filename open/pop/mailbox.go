package pop

import (
	"fmt"
	"io"
	"net/mail"
	"strconv"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/ascii"
	"github.com/earl-url/earl/internal/protocol/article"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/open/internal/wire"
)

// item is a message of a mailbox.
type item struct {
	number string
	uid    string // "" if the server has none
	size   int64
}

// mailbox returns the messages of the mailbox as a listing.
func (s *session) mailbox() (open.Resource, error) {
	if _, err := s.must("LIST"); err != nil {
		return nil, err
	}
	l := &lister{s: s}
	items, err := l.list()
	if err != nil {
		return nil, err
	}
	uids, err := l.uids()
	if err != nil {
		return nil, err
	}
	for i := range items {
		items[i].uid = uids[items[i].number]
	}
	meta := open.Meta{URL: s.Req.URL, Kind: open.KindListing, Size: -1}
	l.items = items
	return &open.Listing{Meta: meta, Ordered: true, Entries: l.entries, Close: s.Conn.Close}, nil
}

// unknown keeps the error of a line of the reply to a command.
func (l *lister) unknown(command string, n int, line string) {
	l.unread = append(l.unread, l.s.Prefixed(fmt.Errorf("%s: %w", command, l.s.Secrets.NotUnderstood(n, line, "it does not begin with the number of a message (rfc1939)"))))
}

// list reads the block after the reply to LIST. Source: rfc1939 5.
func (l *lister) list() (list []item, err error) {
	read := 0
	err = l.s.lines("LIST", l.s.Req.Policy.Entries, func(line string) {
		read++
		number, rest, _ := strings.Cut(line, " ")
		size, _, _ := strings.Cut(rest, " ")
		n, err := strconv.ParseInt(size, 10, 64)
		if err != nil || n < 0 {
			n = -1
		}
		if isNumber(number) {
			list = append(list, item{number: strings.Clone(number), size: n}) // not the rest of the line
		} else {
			l.unknown("LIST", read, line)
		}
	})
	return list, err
}

// uids returns the unique-ids of the messages by their numbers, none if the
// server does not know the command. Source: rfc1939 7.
func (l *lister) uids() (map[string]string, error) {
	r, err := l.s.do("UIDL")
	if err != nil || !r.ok {
		return nil, err
	}
	list := map[string]string{}
	read := 0
	err = l.s.lines("UIDL", l.s.Req.Policy.Entries, func(line string) {
		read++
		if number, uid, ok := strings.Cut(line, " "); ok && isNumber(number) && isUID(uid) {
			list[strings.Clone(number)] = strings.Clone(uid)
		} else {
			l.unknown("UIDL", read, line)
		}
	})
	return list, err
}

// isNumber reports whether text is the number of a message.
func isNumber(text string) bool { return len(text) <= 10 && ascii.IsNumber(text) }

// isUID reports whether text is a unique-id. Source: rfc1939 7.
func isUID(text string) bool {
	for i := range len(text) {
		if text[i] <= ' ' || text[i] > '~' {
			return false
		}
	}
	return text != "" && len(text) <= 70
}

// lister yields the messages of a mailbox.
type lister struct {
	s     *session
	items []item
	noTop bool // the server does not know TOP

	unread []error // of lines of LIST and UIDL that were not understood
}

// entries yields the messages, the newest first.
func (l *lister) entries(yield func(open.Entry, error) bool) {
	defer l.s.Conn.Close()
	for _, err := range l.unread {
		if !yield(open.Entry{}, err) {
			return
		}
	}
	for n := range l.items {
		it := l.items[len(l.items)-1-n]
		e := open.Entry{Name: "Message " + it.number, Meta: open.Meta{URL: l.s.url(it), Kind: open.KindDocument, Size: it.size, Type: messageType}}
		if n < l.s.opts.Heads && !l.noTop {
			if err := l.head(it, &e); err != nil {
				yield(open.Entry{}, err)
				return
			}
		}
		if !yield(e, nil) {
			return
		}
	}
	l.s.quit()
}

// url returns the URL of a message: by its unique-id if it has one.
func (s *session) url(it item) earl.URL {
	v := s.view
	v.Password = earl.Secret{}
	if it.uid != "" {
		v.UID = earl.Some(earl.Octets(it.uid))
	} else {
		v.Number = earl.Some(earl.Octets(it.number))
	}
	u, _ := dialogue.Compose(s.Req.URL.Edition(), v)
	return u
}

// head requests the header of a message and writes it into its entry. Source:
// rfc1939 7.
func (l *lister) head(it item, e *open.Entry) error {
	r, err := l.s.do("TOP", earl.Octets(it.number+" 0"))
	if err != nil {
		return err
	}
	if l.noTop = !r.ok; l.noTop {
		return nil
	}
	var h article.Header
	octets := 0
	for {
		line, ok, err := l.s.Next(wire.Limit{Octets: article.DefaultHeaders})
		if err != nil {
			return l.s.Broken("TOP", err)
		}
		if !ok {
			break
		}
		if octets += len(line) + 2; octets > article.DefaultHeaders {
			return l.s.Broken("TOP", fmt.Errorf("%w: a header of more than %d bytes", open.ErrProtocol, article.DefaultHeaders))
		}
		h.Add(string(line))
	}
	if subject := article.Words(h.Get("Subject")); subject != "" {
		e.Name = subject
	}
	if from := article.Words(h.Get("From")); from != "" {
		e.Note = append(e.Note, "from "+from)
	}
	e.Time, _ = mail.ParseDate(h.Get("Date"))
	return nil
}

// request sends a command about one message. A server that refuses it has no such message.
// Source: rfc1939 5.
func (s *session) request(verb, number string) error {
	r, err := s.do(verb, earl.Octets(number))
	if err == nil && !r.ok {
		err = s.refusal(s.Named(verb, earl.Octets(number)), r, open.ErrNotFound)
	}
	return err
}

// number returns the number of the message of the URL in this session.
func (s *session) number() (string, error) {
	if s.view.Number.Present {
		return string(s.view.Number.Value), nil
	}
	if _, err := s.must("UIDL"); err != nil {
		return "", err
	}
	want, found := string(s.view.UID.Value), ""
	l := &lister{s: s}
	n := 0
	err := s.lines("UIDL", s.Req.Policy.Entries, func(line string) {
		n++
		number, uid, _ := strings.Cut(line, " ")
		switch {
		case !isNumber(number):
			l.unknown("UIDL", n, line)
		case uid == want:
			found = number
		}
	})
	if err == nil && found == "" && len(l.unread) > 0 {
		err = l.unread[0] // it may be the line of this message
	}
	if err == nil && found == "" {
		err = &open.ReplyError{Protocol: s.Protocol, Command: "UIDL", Kind: open.ErrNotFound, Hint: fmt.Sprintf("the mailbox has no message with the unique-id %q", s.view.UID.Value.Printable())}
	}
	return found, err
}

// message returns the message of the URL.
func (s *session) message() (open.Resource, error) {
	number, err := s.number()
	if err != nil {
		return nil, err
	}
	if err := s.request("RETR", number); err != nil {
		return nil, err
	}
	meta := open.Meta{URL: s.Req.URL, Kind: open.KindDocument, Size: -1, Type: messageType}
	limit := dialogue.BlockLimit{Octets: s.opts.MessageSize, What: "a message", The: "the message", Setting: "pop.Options.MessageSize"}
	var body io.ReadCloser = s.NewBlock(limit, s.quit)
	return &open.Document{Meta: meta, Body: wire.Part(body, s.Req.Offset, s.Req.End)}, nil
}
