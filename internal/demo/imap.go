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

// imapExhibit is the mailboxes of the reader, their example and their stops on the tour.
var imapExhibit = exhibit{
	scheme:  "imap",
	full:    "* BYE too many readers\r\n",
	serve:   func(l *library, idle time.Duration) func(net.Conn) { return newImapd(l, idle).handle },
	url:     func(s *Servers, path string) string { return readerURL(s, "imap", path) },
	example: Example{Title: "Mailboxes", Text: "The mailboxes of the reader. Opening a message does not mark it as read."},
	path:    "INBOX",
	holds:   "Which of the ten still answer?",
	stops: []stop{{
		why:  "The mailboxes of a user.",
		path: "",
		rows: []string{"INBOX", "Archive/Gr\u00fc\u00dfe"},
	}, {
		why:  "A mailbox. Each message is a URL.",
		path: "INBOX",
		rows: []string{"Which of the ten still answer?"},
	}, {
		why:  "A search in a mailbox.",
		path: "INBOX?SUBJECT%20%22ten%22",
		rows: []string{"Which of the ten still answer?"},
	}, {
		why:   "A message, by its unique identifier.",
		path:  "INBOX/;UID=1",
		holds: "Subject: ",
	}, {
		why:   "A part of it. PEEK does not mark it as read.",
		path:  "INBOX/;UID=1/;SECTION=HEADER",
		holds: "Message-ID: ",
	}},
}

// imapd is an IMAP server for one user, read-only. Source: rfc9051.
type imapd struct {
	boxes map[string][]string // the messages by the name of their mailbox, as it is on the wire
	names []string            // of the mailboxes, in order
	idle  time.Duration
}

// newImapd returns a server for the messages of the reader.
func newImapd(l *library, idle time.Duration) *imapd {
	all := letters(l)
	const archive = "Archive/Gr&APwA3w-e"
	return &imapd{map[string][]string{"INBOX": all, archive: all[:1]}, []string{archive, "INBOX"}, idle}
}

// imapSession is one connection.
type imapSession struct {
	*imapd
	w       io.Writer
	in      bool
	opened  bool
	letters []string // of the mailbox that is open
}

// handle serves one client.
func (d *imapd) handle(c net.Conn) {
	r := bufio.NewReaderSize(c, maxLine)
	s := &imapSession{imapd: d, w: deadlineWriter{c, d.idle}}
	io.WriteString(s.w, "* OK [CAPABILITY IMAP4rev1] The library's mailboxes\r\n")
	for {
		c.SetReadDeadline(time.Now().Add(d.idle))
		line, err := readLine(r)
		words := imapWords(line)
		if err != nil || len(words) < 2 {
			linger(c)
			return
		}
		verb := strings.ToUpper(words[1])
		if _, err := io.WriteString(s.w, s.answer(printable(words[0]), verb, words[2:])); err != nil || verb == "LOGOUT" {
			return
		}
	}
}

// imapWords returns the words of a command: atoms, quoted strings without their quotes, and
// lists with their parentheses.
func imapWords(line string) (words []string) {
	for line = strings.TrimLeft(line, " "); line != ""; line = strings.TrimLeft(line, " ") {
		var b strings.Builder
		quoted, depth, i := false, 0, 0
		for ; i < len(line) && (line[i] != ' ' || quoted || depth > 0); i++ {
			switch c := line[i]; {
			case c == '\\' && quoted && i+1 < len(line):
				i++
				b.WriteByte(line[i])
				continue
			case c == '"':
				quoted = !quoted
				continue
			case !quoted && (c == '(' || c == '['):
				depth++
			case !quoted && (c == ')' || c == ']'):
				depth--
			}
			b.WriteByte(line[i])
		}
		words, line = append(words, b.String()), line[i:]
	}
	return words
}

// answer returns the responses to a command.
func (s *imapSession) answer(tag, verb string, args []string) string {
	done := tag + " OK " + verb + "\r\n"
	switch {
	case verb == "CAPABILITY":
		return "* CAPABILITY IMAP4rev1\r\n" + done
	case verb == "NOOP":
		return done
	case verb == "LOGOUT":
		return "* BYE Nothing was changed\r\n" + done
	case verb == "LOGIN" && len(args) == 2:
		if s.in = args[0] == Reader && args[1] == Password; !s.in {
			return tag + " NO [AUTHENTICATIONFAILED] wrong user or password\r\n"
		}
		return done
	case !s.in:
		return tag + " NO log in first\r\n"
	case verb == "LIST":
		return s.list() + done
	case verb == "EXAMINE" && len(args) == 1:
		return s.examine(tag, args[0])
	case verb == "FETCH" && len(args) == 2 && s.opened:
		return s.fetch(args[0], args[1], false) + done
	case verb == "UID" && len(args) == 3 && s.opened && strings.EqualFold(args[0], "FETCH"):
		return s.fetch(args[1], args[2], true) + done
	case verb == "UID" && len(args) >= 2 && s.opened && strings.EqualFold(args[0], "SEARCH"):
		return s.search(tag, args[1:])
	}
	return tag + " BAD this server only reads\r\n"
}

// list returns the mailboxes.
func (s *imapSession) list() string {
	var b strings.Builder
	for _, name := range s.names {
		fmt.Fprintf(&b, "* LIST (\\HasNoChildren) \"/\" \"%s\"\r\n", name)
	}
	return b.String()
}

// examine opens a mailbox.
func (s *imapSession) examine(tag, name string) string {
	if strings.EqualFold(name, "inbox") {
		name = "INBOX"
	}
	s.letters, s.opened = s.boxes[name]
	if !s.opened {
		return tag + " NO [NONEXISTENT] no such mailbox\r\n"
	}
	return fmt.Sprintf("* FLAGS ()\r\n* %d EXISTS\r\n* OK [UIDVALIDITY 1994] x\r\n%s OK [READ-ONLY] EXAMINE\r\n", len(s.letters), tag)
}

// search returns the messages with a text: ALL, SUBJECT text, FROM text, or TEXT text.
func (s *imapSession) search(tag string, args []string) string {
	var b strings.Builder
	b.WriteString("* SEARCH")
	for i, letter := range s.letters {
		head, _, _ := strings.Cut(letter, "\r\n\r\n")
		found := false
		switch key := strings.ToUpper(args[0]); {
		case key == "ALL" && len(args) == 1:
			found = true
		case key == "TEXT" && len(args) == 2:
			found = strings.Contains(strings.ToLower(letter), strings.ToLower(args[1]))
		case (key == "SUBJECT" || key == "FROM") && len(args) == 2:
			found = strings.Contains(strings.ToLower(decoded(field(head+"\r\n\r\n", key))), strings.ToLower(args[1]))
		default:
			return tag + " BAD this search is not supported\r\n"
		}
		if found {
			fmt.Fprintf(&b, " %d", i+1)
		}
	}
	return b.String() + "\r\n" + tag + " OK SEARCH\r\n"
}

// fetch returns items of the messages in a set. The unique identifier of a message is its
// number.
func (s *imapSession) fetch(set, items string, uid bool) string {
	var b strings.Builder
	for i, letter := range s.letters {
		if !inSet(set, i+1, len(s.letters)) {
			continue
		}
		parts := []string{}
		words := imapWords(strings.TrimSuffix(strings.TrimPrefix(items, "("), ")"))
		if uid {
			words = append(words, "UID")
		}
		for _, item := range words {
			if part := imapItem(strings.ToUpper(item), i+1, letter); part != "" {
				parts = append(parts, part)
			}
		}
		fmt.Fprintf(&b, "* %d FETCH (%s)\r\n", i+1, strings.Join(parts, " "))
	}
	return b.String()
}

// imapItem returns an item of a message, or "".
func imapItem(item string, n int, letter string) string {
	head, body, _ := strings.Cut(letter, "\r\n\r\n")
	section, ok := strings.CutPrefix(item, "BODY.PEEK[")
	section, rest, _ := strings.Cut(section, "]")
	switch {
	case item == "UID":
		return "UID " + strconv.Itoa(n)
	case item == "RFC822.SIZE":
		return "RFC822.SIZE " + strconv.Itoa(len(letter))
	case item == "INTERNALDATE":
		return `INTERNALDATE "` + opened.AddDate(0, 0, n).Format("02-Jan-2006 15:04:05 -0700") + `"`
	case !ok:
		return ""
	}
	content := letter
	switch {
	case section == "TEXT":
		content = body
	case section == "HEADER", strings.HasPrefix(section, "HEADER.FIELDS"):
		content = head + "\r\n\r\n"
	case section != "":
		content = ""
	}
	if start, size, ok := strings.Cut(strings.Trim(rest, "<>"), "."); ok {
		from, _ := strconv.Atoi(start)
		n, _ := strconv.Atoi(size)
		from = min(max(from, 0), len(content))
		content = content[from : from+min(max(n, 0), len(content)-from)]
	}
	return fmt.Sprintf("BODY[%s] {%d}\r\n%s", section, len(content), content)
}

// inSet reports whether a set such as "1:3,7" contains a number; "*" is the last one.
func inSet(set string, n, last int) bool {
	number := func(text string) int {
		if text == "*" {
			return last
		}
		k, _ := strconv.Atoi(text)
		return k
	}
	for _, piece := range strings.Split(set, ",") {
		from, to, ranged := strings.Cut(piece, ":")
		if !ranged {
			to = from
		}
		a, b := number(from), number(to)
		if min(a, b) <= n && n <= max(a, b) {
			return true
		}
	}
	return false
}
