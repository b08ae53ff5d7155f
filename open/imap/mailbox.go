package imap

import (
	"bufio"
	"errors"
	"fmt"
	"net/mail"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/ascii"
	"github.com/earl-url/earl/internal/protocol/article"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/views"
)

// maxNames limits the bytes of all names of mailboxes. They are kept in memory,
// to sort them. It has room for 200,000 names of 80 bytes.
const maxNames = 16 << 20

// mailboxes returns the mailboxes of the user. Source: rfc9051 6.3.9, 7.3.1.
func (s *session) mailboxes() (open.Resource, error) {
	var list []open.Entry
	var unread []error
	left := maxNames
	err := s.must(cmdList, `"" "*"`, func(text string) error {
		name, ok, known := listed(text)
		if !known {
			unread = append(unread, s.unknown("LIST", text, "it is not a LIST response (rfc9051 7.3.1)"))
		}
		if len(unread) > s.Req.Policy.Entries {
			return open.TooMany(s.Req.Policy)
		}
		if !ok {
			return nil
		}
		left -= len(name)
		switch {
		case len(list) == s.Req.Policy.Entries:
			return open.TooMany(s.Req.Policy)
		case left < 0:
			return fmt.Errorf("%w: names of mailboxes of more than %d bytes", open.ErrProtocol, maxNames)
		}
		name = decodeName(name)
		e := open.Entry{Name: dialogue.Text(name), Meta: open.Meta{URL: s.url(views.IMAP{Mailbox: earl.Some(earl.Octets(name))}), Kind: open.KindListing, Size: -1}}
		list = append(list, e)
		return nil
	})
	if err != nil {
		return nil, err
	}
	s.quit()
	slices.SortStableFunc(list, func(a, b open.Entry) int { return strings.Compare(a.Name, b.Name) })
	meta := open.Meta{URL: s.Req.URL, Kind: open.KindListing, Size: -1}
	entries := func(yield func(open.Entry, error) bool) {
		for _, err := range unread {
			if !yield(open.Entry{}, err) {
				return
			}
		}
		for _, e := range list {
			if !yield(e, nil) {
				return
			}
		}
	}
	return &open.Listing{Meta: meta, Entries: entries, Close: s.Conn.Close}, nil
}

// unknown returns the error of a response to a command that was not understood.
func (s *session) unknown(command, text, reason string) error {
	return s.Prefixed(fmt.Errorf("%s: %w", command, s.Secrets.NotUnderstood(0, text, reason)))
}

// listed returns the name of a mailbox in a LIST response. ok is false for
// another response, and for a mailbox that only contains others. known is false
// for a LIST response that was not understood.
func listed(text string) (name string, ok, known bool) {
	if word, _, _ := strings.Cut(text, " "); !strings.EqualFold(word, "LIST") {
		return "", false, true
	}
	list, ok := values(text)
	if !ok || len(list) < 4 || list[1].is != 'l' || list[3].is == 'l' {
		return "", false, false
	}
	for _, flag := range list[1].list {
		if strings.EqualFold(flag.text, `\Noselect`) || strings.EqualFold(flag.text, `\NonExistent`) {
			return "", false, true
		}
	}
	return list[3].text, list[3].text != "", true
}

// url returns the URL of something on this server, with the login of the URL that
// is opened, or the zero URL.
func (s *session) url(v views.IMAP) earl.URL {
	v.Scheme, v.User, v.Auth, v.Host, v.Port = s.view.Scheme, s.view.User, s.view.Auth, s.view.Host, s.view.Port
	u, err := dialogue.Compose(s.Req.URL.Edition(), v)
	if err != nil {
		return earl.URL{}
	}
	return u
}

// box is what the server reports of a mailbox.
type box struct {
	exists   int64
	validity string
}

// examine opens the mailbox of the URL for reading. If it is not the mailbox of
// the UIDVALIDITY in the URL, the URL is stale. Source: rfc9051 6.3.3; rfc5092 4.
func (s *session) examine() (b box, err error) {
	name := string(s.view.Mailbox.Value)
	if !isName(name) {
		return b, fmt.Errorf("imap: the name of the mailbox is not UTF-8: %w", errors.ErrUnsupported)
	}
	err = s.must(cmdExamine, quote(encodeName(name)), func(text string) error {
		words := strings.Fields(text)
		if len(words) >= 2 && strings.EqualFold(words[1], "EXISTS") {
			b.exists, _ = strconv.ParseInt(words[0], 10, 32)
		}
		if len(words) >= 3 && strings.EqualFold(words[1], "[UIDVALIDITY") {
			b.validity = strings.TrimSuffix(words[2], "]")
		}
		return nil
	})
	if want := s.view.UIDValidity; err == nil && want.Present && string(want.Value) != b.validity {
		err = &open.ReplyError{Protocol: s.Protocol, Command: "EXAMINE", Kind: open.ErrNotFound, Hint: fmt.Sprintf("the URL is stale: the mailbox has the UIDVALIDITY %q now", s.Hide(b.validity))}
	}
	return b, err
}

// chunk is how many messages a command lists. The client keeps so many in memory
// to return the newest first.
const chunk = 100

// items are what a listing requests of each message. Source: rfc9051 6.4.5.
const items = "(UID RFC822.SIZE INTERNALDATE BODY.PEEK[HEADER.FIELDS (SUBJECT FROM DATE)])"

// lister yields the messages of a mailbox, the newest first.
type lister struct {
	s        *session
	validity string
	last     int64   // the number of the newest message that is not listed yet
	uids     []int64 // or those that a search found, in ascending order
	found    bool    // uids is used
	unread   []error // of responses that were not understood
	n        int     // the number of the next command
}

// messages returns the messages of a mailbox, or those that a search finds.
// Source: rfc5092 5; rfc9051 6.4.4.
func (s *session) messages(b box) (open.Resource, error) {
	l := &lister{s: s, validity: b.validity, last: b.exists}
	if s.view.Search.Present {
		l.found = true
		err := s.must(cmdSearch, string(s.view.Search.Value), func(text string) error {
			var ok, known bool
			l.uids, ok, known = appendFound(l.uids, text)
			if !known && len(l.unread) <= s.Req.Policy.Entries {
				l.unread = append(l.unread, s.unknown("SEARCH", text, "it has a word that is not a number (rfc9051 7.3.4)"))
			}
			if !ok {
				return fmt.Errorf("%w: a search found more than %d messages", open.ErrProtocol, maxFound)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		slices.Sort(l.uids)
		l.uids = slices.Compact(l.uids)
	}
	meta := open.Meta{URL: s.Req.URL, Kind: open.KindListing, Size: -1}
	return &open.Listing{Meta: meta, Ordered: true, Entries: l.entries, Close: s.Conn.Close}, nil
}

// maxFound limits the numbers that a search returns. They are kept in memory, and
// a range can represent many.
const maxFound = 1_000_000

// appendFound appends the numbers in a SEARCH or ESEARCH response. ok is false if
// there are too many, and known if a word is not a number.
// Source: rfc3501 7.2.5; rfc9051 7.3.4.
func appendFound(uids []int64, text string) (list []int64, ok, known bool) {
	known = true
	words := strings.Fields(text)
	switch {
	case len(words) > 0 && strings.EqualFold(words[0], "SEARCH"):
		words = words[1:]
	case len(words) > 0 && strings.EqualFold(words[0], "ESEARCH"):
		i := slices.IndexFunc(words, func(word string) bool { return strings.EqualFold(word, "ALL") })
		if i < 0 || i+1 == len(words) {
			return uids, true, true
		}
		words = strings.Split(words[i+1], ",")
	default:
		return uids, true, true
	}
	for _, word := range words {
		first, last, ranged := strings.Cut(word, ":")
		from, err := strconv.ParseUint(first, 10, 32)
		to := from
		if ranged && err == nil {
			to, err = strconv.ParseUint(last, 10, 32)
		}
		if err != nil || from == 0 || to == 0 {
			known = false
			continue
		}
		from, to = min(from, to), max(from, to)
		if int64(to-from) >= maxFound-int64(len(uids)) {
			return uids, false, known
		}
		for n := from; n <= to; n++ {
			uids = append(uids, int64(n))
		}
	}
	return uids, true, known
}

// entries yields the messages.
func (l *lister) entries(yield func(open.Entry, error) bool) {
	defer l.s.Conn.Close()
	for left := l.s.Req.Policy.Entries; ; {
		list, more, err := l.next(min(left, chunk))
		if err == nil && left == 0 && more {
			err = l.s.Prefixed(open.TooMany(l.s.Req.Policy))
		}
		if err != nil {
			yield(open.Entry{}, err)
			return
		}
		if !more {
			l.s.quit()
			l.yieldUnread(yield)
			return
		}
		if !l.yieldUnread(yield) {
			return
		}
		for _, e := range slices.Backward(list) {
			if !yield(e, nil) {
				return
			}
		}
		left -= min(left, chunk)
	}
}

// yieldUnread yields the errors of responses that were not understood.
func (l *lister) yieldUnread(yield func(open.Entry, error) bool) bool {
	for _, err := range l.unread {
		if !yield(open.Entry{}, err) {
			return false
		}
	}
	l.unread = nil
	return true
}

// next lists at most n more messages. more is false if there were no more.
func (l *lister) next(n int) (list []open.Entry, more bool, err error) {
	command, set, more := l.set(n)
	if !more || n == 0 {
		return nil, more, nil
	}
	err = l.s.must(command, set+" "+items, func(text string) error {
		e, ok, known := l.entry(text)
		switch {
		case !known && len(l.unread) < n:
			l.unread = append(l.unread, l.s.unknown("FETCH", text, "it is not a FETCH response with a UID (rfc9051 7.5.2)"))
		case ok && len(list) < n:
			list = append(list, e)
		}
		return nil
	})
	return list, true, err
}

// set returns the command for the newest n messages that were not listed, and
// their numbers.
func (l *lister) set(n int) (command, set string, more bool) {
	l.n++
	if l.found {
		if len(l.uids) == 0 {
			return "", "", false
		}
		k := max(0, len(l.uids)-n)
		var words []string
		for _, uid := range l.uids[k:] {
			words = append(words, strconv.FormatInt(uid, 10))
		}
		if n > 0 {
			l.uids = l.uids[:k]
		}
		return fmt.Sprintf("i%d UID FETCH", l.n), strings.Join(words, ","), true
	}
	if l.last <= 0 {
		return "", "", false
	}
	from := max(1, l.last-int64(n)+1)
	set = fmt.Sprintf("%d:%d", from, l.last)
	if n > 0 {
		l.last = from - 1
	}
	return fmt.Sprintf("i%d FETCH", l.n), set, true
}

// entry returns the entry of a message in a FETCH response. ok is false for another
// response, and for one without UID, which tells only of a change. known is false
// for a FETCH response that was not understood.
func (l *lister) entry(text string) (e open.Entry, ok, known bool) {
	fields, ok := fetched(text)
	if words := strings.Fields(text); !ok && (len(words) < 2 || !strings.EqualFold(words[1], "FETCH")) || ok && fields["UID"] == "" {
		return e, false, true
	}
	uid, err := strconv.ParseInt(fields["UID"], 10, 64)
	if !ok || err != nil || uid <= 0 {
		return e, false, false
	}
	e.Meta = open.Meta{Kind: open.KindDocument, Size: -1, Type: messageType}
	if size, err := strconv.ParseInt(fields["RFC822.SIZE"], 10, 64); err == nil && size >= 0 {
		e.Size = size
	}
	e.Time, _ = time.Parse("_2-Jan-2006 15:04:05 -0700", fields["INTERNALDATE"])
	v := views.IMAP{Mailbox: l.s.view.Mailbox, UID: earl.Some(earl.Octets(strconv.FormatInt(uid, 10)))}
	if ascii.IsNumber(l.validity) {
		v.UIDValidity = earl.Some(earl.Octets(l.validity))
	}
	e.URL = l.s.url(v)
	h, _ := article.ReadHeader(bufio.NewReader(strings.NewReader(fields["BODY"])), article.DefaultHeaders)
	if e.Name = article.Words(h.Get("Subject")); e.Name == "" {
		e.Name = "Message " + strconv.FormatInt(uid, 10)
	}
	if from := article.Words(h.Get("From")); from != "" {
		e.Note = append(e.Note, "from "+from)
	}
	if date, err := mail.ParseDate(h.Get("Date")); err == nil {
		e.Time = date
	}
	return e, true, true
}

// fetched returns the items of a FETCH response by their names in upper case; the
// name of a BODY has no section. ok is false for another response. Source:
// rfc9051 7.5.2.
func fetched(text string) (fields map[string]string, ok bool) {
	list, ok := values(text)
	if !ok || len(list) != 3 || !strings.EqualFold(list[1].text, "FETCH") || list[2].is != 'l' {
		return nil, false
	}
	fields = map[string]string{}
	for i := 0; i+1 < len(list[2].list); i += 2 {
		name, _, _ := strings.Cut(list[2].list[i].text, "[")
		fields[strings.ToUpper(name)] = list[2].list[i+1].text
	}
	return fields, true
}
