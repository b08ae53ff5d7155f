package demo

import (
	"bufio"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"
)

// nntpd serves the newsgroups of the library by nntp (RFC 3977), for reading
// only. It supports OVER and its older name XOVER.
type nntpd struct {
	*server
	news *news
	idle time.Duration
	now  func() time.Time
}

// nntpSession is one connection.
type nntpSession struct {
	d     *nntpd
	out   *bufio.Writer
	group *group // the selected group, or nil
	at    int    // the number of the current article, or 0
	quit  bool
}

// handle serves one client until it leaves.
func (d *nntpd) handle(c net.Conn) {
	s := &nntpSession{d: d, out: bufio.NewWriterSize(deadlineWriter{c, d.idle}, copyBuffer)}
	r := bufio.NewReaderSize(c, maxLine)
	s.reply("201 The reading room is open. No one posts here.")
	for !s.quit && s.out.Flush() == nil {
		c.SetReadDeadline(time.Now().Add(d.idle))
		line, err := readLine(r)
		if err == errLongLine {
			s.reply("501 That line is too long.")
			s.out.Flush()
			linger(c)
		}
		if err != nil {
			return
		}
		s.command(line)
	}
	s.out.Flush()
}

// reply writes one line.
func (s *nntpSession) reply(format string, args ...any) {
	fmt.Fprintf(s.out, format+"\r\n", args...)
}

// block writes lines and the final dot. A line that begins with a dot gets a
// second dot. Source: rfc3977 3.1.1.
func (s *nntpSession) block(text string) { writeText(s.out, text) }

// nntpCommands are the commands by name.
var nntpCommands = map[string]func(s *nntpSession, args []string){
	"ARTICLE":      func(s *nntpSession, args []string) { s.retrieve(220, args) },
	"HEAD":         func(s *nntpSession, args []string) { s.retrieve(221, args) },
	"BODY":         func(s *nntpSession, args []string) { s.retrieve(222, args) },
	"STAT":         func(s *nntpSession, args []string) { s.retrieve(223, args) },
	"NEXT":         func(s *nntpSession, _ []string) { s.move(+1, "421 This is the last article.") },
	"LAST":         func(s *nntpSession, _ []string) { s.move(-1, "422 This is the first article.") },
	"GROUP":        (*nntpSession).enter,
	"LISTGROUP":    (*nntpSession).listGroup,
	"LIST":         (*nntpSession).list,
	"OVER":         (*nntpSession).over,
	"XOVER":        (*nntpSession).over,
	"NEWGROUPS":    (*nntpSession).newGroups,
	"CAPABILITIES": (*nntpSession).capabilities,
	"MODE":         (*nntpSession).mode,
	"POST":         func(s *nntpSession, _ []string) { s.reply("440 No one posts here.") },
	"DATE":         func(s *nntpSession, _ []string) { s.reply("111 %s", s.d.now().UTC().Format("20060102150405")) },
	"HELP": func(s *nntpSession, _ []string) {
		s.reply("100 The commands of this server")
		s.block("ARTICLE HEAD BODY STAT NEXT LAST GROUP LISTGROUP LIST OVER XOVER\nNEWGROUPS CAPABILITIES MODE READER DATE HELP QUIT\n")
	},
	"QUIT": func(s *nntpSession, _ []string) {
		s.quit = true
		s.reply("205 No one is in a hurry here. Goodbye.")
	},
}

// command runs the command in one line.
func (s *nntpSession) command(line string) {
	args := strings.Fields(line)
	if len(args) == 0 {
		s.reply("500 The line is empty.")
		return
	}
	do, ok := nntpCommands[strings.ToUpper(args[0])]
	if !ok {
		s.reply("500 Unknown command.")
		return
	}
	do(s, args[1:])
}

// capabilities answers CAPABILITIES. Source: rfc3977 5.2.
func (s *nntpSession) capabilities([]string) {
	s.reply("101 Capability list:")
	s.block("VERSION 2\nREADER\nLIST ACTIVE NEWSGROUPS OVERVIEW.FMT\nOVER MSGID\n")
}

// mode answers MODE READER, the first command of every client. Source: rfc3977
// 5.3.
func (s *nntpSession) mode(args []string) {
	if len(args) != 1 || !strings.EqualFold(args[0], "READER") {
		s.reply("501 There is only MODE READER.")
		return
	}
	s.reply("201 No one posts here.")
}

// find returns a group by its name, or nil.
func (w *news) find(name string) *group {
	for _, g := range w.groups {
		if g.name == name {
			return g
		}
	}
	return nil
}

// enter selects a group. Source: rfc3977 6.1.1.
func (s *nntpSession) enter(args []string) {
	if g := s.selected(args); g != nil {
		s.reply("211 %d 1 %d %s", len(g.articles), len(g.articles), g.name)
	}
}

// selected selects the group that a command names. If there is no such group,
// it sends an error.
func (s *nntpSession) selected(args []string) *group {
	if len(args) != 1 {
		s.reply("501 Which group?")
		return nil
	}
	g := s.d.news.find(args[0])
	if g == nil {
		s.reply("411 No such newsgroup.")
		return nil
	}
	s.group, s.at = g, 1
	return g
}

// listGroup lists the numbers of a group. Source: rfc3977 6.1.2.
func (s *nntpSession) listGroup(args []string) {
	g := s.group
	switch {
	case len(args) > 0:
		if g = s.selected(args[:1]); g == nil {
			return
		}
	case g == nil:
		s.reply("412 Select a group first.")
		return
	}
	low, high := 1, len(g.articles)
	if len(args) > 1 {
		var ok bool
		if low, high, ok = span(args[1], len(g.articles)); !ok {
			s.reply("501 That is not a range.")
			return
		}
	}
	s.at = 1
	s.reply("211 %d 1 %d %s", len(g.articles), len(g.articles), g.name)
	var b strings.Builder
	for n := max(low, 1); n <= min(high, len(g.articles)); n++ {
		fmt.Fprintln(&b, n)
	}
	s.block(b.String())
}

// span reads a range: "n", "n-" or "n-m". Source: rfc3977 8.3.
func span(text string, last int) (low, high int, ok bool) {
	from, to, open := strings.Cut(text, "-")
	low, ok = articleNumber(from)
	switch high = low; {
	case !open:
	case to == "":
		high = last
	default:
		var is bool
		high, is = articleNumber(to)
		ok = ok && is
	}
	return low, high, ok
}

// articleNumber reads an article number: 1 to 16 digits. A number that no
// article here can have is accepted. Source: rfc3977 9.8.
func articleNumber(text string) (int, bool) {
	n, err := strconv.ParseInt(text, 10, 64)
	if len(text) > 16 || err != nil || text[0] == '+' || n < 0 {
		return 0, false
	}
	return int(min(n, 1<<30)), true
}

// list answers LIST. Source: rfc3977 7.6.
func (s *nntpSession) list(args []string) {
	what, pattern := "ACTIVE", "*"
	if len(args) > 0 {
		what = strings.ToUpper(args[0])
	}
	if len(args) > 1 {
		pattern = args[1]
	}
	var b strings.Builder
	switch what {
	case "ACTIVE":
		s.reply("215 Group, highest number, lowest number, status")
		for _, g := range s.d.news.groups {
			if matches(pattern, g.name) {
				fmt.Fprintf(&b, "%s %d 1 n\n", g.name, len(g.articles))
			}
		}
	case "NEWSGROUPS":
		s.reply("215 Group and subject")
		for _, g := range s.d.news.groups {
			if matches(pattern, g.name) {
				fmt.Fprintf(&b, "%s\t%s\n", g.name, g.about)
			}
		}
	case "OVERVIEW.FMT":
		s.reply("215 The fields of an overview")
		b.WriteString("Subject:\nFrom:\nDate:\nMessage-ID:\nReferences:\n:bytes\n:lines\nXref:full\n")
	default:
		s.reply("503 There is no such list.")
		return
	}
	s.block(b.String())
}

// matches reports whether a wildmat matches a name. Of several patterns the
// last that matches decides; "!" before it means no match. Source: rfc3977 4.
func matches(wildmat, name string) (yes bool) {
	for pattern := range strings.SplitSeq(wildmat, ",") {
		pattern, no := strings.CutPrefix(pattern, "!")
		if fits(pattern, name) {
			yes = !no
		}
	}
	return yes
}

// fits reports whether a pattern of bytes, "?" and "*" matches a whole name.
// After a mismatch only the last "*" takes one more byte. So the time is at
// most the product of the lengths.
func fits(pattern, name string) bool {
	p, n, star, mark := 0, 0, -1, 0
	for n < len(name) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, mark = p, n
			p++
		case p < len(pattern) && (pattern[p] == '?' || pattern[p] == name[n]):
			p, n = p+1, n+1
		case star >= 0:
			mark++
			p, n = star+1, mark
		default:
			return false
		}
	}
	return strings.Trim(pattern[p:], "*") == ""
}

// newGroups lists the groups created since a date. All groups are as old as the
// library. Source: rfc3977 7.3.
func (s *nntpSession) newGroups(args []string) {
	if len(args) < 2 {
		s.reply("501 Since when?")
		return
	}
	since, err := time.Parse("20060102 150405", args[0]+" "+args[1])
	if err != nil {
		s.reply("501 That is not a date.")
		return
	}
	s.reply("231 The groups since then")
	var b strings.Builder
	for _, g := range s.d.news.groups {
		if since.Before(opened) {
			fmt.Fprintf(&b, "%s %d 1 n\n", g.name, len(g.articles))
		}
	}
	s.block(b.String())
}
