package demo

import (
	"fmt"
	"strings"
)

// named returns the article that a command names: by its message-id, by its number in the
// group, or, without an argument, the current one. The number is 0 if the command has a
// message-id. If there is no such article, named sends the error and returns nil. Source:
// rfc3977 6.2.1.
func (s *nntpSession) named(args []string) (*article, int) {
	switch {
	case len(args) > 1:
		s.reply("501 One article at a time.")
		return nil, 0
	case len(args) == 1 && strings.HasPrefix(args[0], "<"):
		a := s.d.news.byID[args[0]]
		if a == nil {
			s.reply("430 No article of that message-id is here.")
		}
		return a, 0
	case s.group == nil:
		s.reply("412 Select a group first.")
		return nil, 0
	case len(args) == 1:
		n, ok := articleNumber(args[0])
		switch {
		case !ok:
			s.reply("501 That is neither a number nor a message-id.")
		case n < 1 || n > len(s.group.articles):
			s.reply("423 No article has that number.")
		default:
			return s.group.articles[n-1], n
		}
		return nil, 0
	}
	return s.group.articles[s.at-1], s.at
}

// retrieve answers ARTICLE (220), HEAD (221), BODY (222) and STAT (223). An article that is
// requested by number becomes the current one.
func (s *nntpSession) retrieve(code int, args []string) {
	a, n := s.named(args)
	if a == nil {
		return
	}
	if n > 0 {
		s.at = n
	}
	s.reply("%d %d %s", code, n, a.id)
	switch code {
	case 220:
		s.block(a.text())
	case 221:
		s.block(a.head)
	case 222:
		s.block(a.body)
	}
}

// move makes the next article or the one before the current one. Source: rfc3977 6.1.3, 6.1.4.
func (s *nntpSession) move(by int, end string) {
	switch {
	case s.group == nil:
		s.reply("412 Select a group first.")
	case s.at+by < 1 || s.at+by > len(s.group.articles):
		s.reply("%s", end)
	default:
		s.at += by
		s.reply("223 %d %s", s.at, s.group.articles[s.at-1].id)
	}
}

// over lists the overviews of articles: of a range, of one message-id, or of the current
// article. Source: rfc3977 8.3.
func (s *nntpSession) over(args []string) {
	if len(args) == 0 || strings.HasPrefix(args[0], "<") {
		if a, n := s.named(args); a != nil {
			s.reply("224 Overview information follows")
			s.block(a.overview(n))
		}
		return
	}
	if s.group == nil {
		s.reply("412 Select a group first.")
		return
	}
	low, high, ok := span(args[0], len(s.group.articles))
	if !ok || len(args) > 1 {
		s.reply("501 That is not a range.")
		return
	}
	low, high = max(low, 1), min(high, len(s.group.articles))
	if low > high {
		s.reply("423 No article is in that range.")
		return
	}
	s.reply("224 Overview information follows")
	var b strings.Builder
	for n := low; n <= high; n++ {
		b.WriteString(s.group.articles[n-1].overview(n))
	}
	s.block(b.String())
}

// overview returns the line of an article. It counts the bytes as they are sent, without the
// extra dots. Source: rfc3977 8.3.2.
func (a *article) overview(n int) string {
	line := fmt.Sprint(n)
	for _, name := range []string{"Subject", "From", "Date", "Message-ID", "References"} {
		line += "\t" + field(a.head, name)
	}
	text, lines := a.text(), strings.Count(a.body, "\n")
	return fmt.Sprintf("%s\t%d\t%d\tXref: %s\n", line, len(text)+strings.Count(text, "\n"), lines, field(a.head, "Xref"))
}
