package demo

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestNNTPDialogue compares the server with RFC 3977, line for line, in the order in which
// newsreaders send commands.
func TestNNTPDialogue(t *testing.T) {
	t.Parallel()
	s := started(t)
	dial(t, s.NNTP).play(`
		S: 201 The reading room is open. No one posts here.
		C: CAPABILITIES
		S: 101 Capability list:
		S: VERSION 2
		S: READER
		S: LIST ACTIVE NEWSGROUPS OVERVIEW.FMT
		S: OVER MSGID
		S: .
		C: mode reader
		S: 201 No one posts here.
		C: ARTICLE 1
		S: 412 Select a group first.
		C: OVER 1-2
		S: 412 Select a group first.
		C: NEXT
		S: 412 Select a group first.
		C: LISTGROUP
		S: 412 Select a group first.
		C: LIST
		S: 215 Group, highest number, lowest number, status
		S: library.announce 2 1 n
		S: library.doors 5 1 n
		S: library.reading 5 1 n
		S: .
		C: LIST ACTIVE *,!*.doors
		S: 215 Group, highest number, lowest number, status
		S: library.announce 2 1 n
		S: library.reading 5 1 n
		S: .
		C: LIST NEWSGROUPS *.re?ding
		S: 215 Group and subject
		S: library.reading	What to read next, and why
		S: .
		C: LIST OVERVIEW.FMT
		S: 215 The fields of an overview
		S: Subject:
		S: From:
		S: Date:
		S: Message-ID:
		S: References:
		S: :bytes
		S: :lines
		S: Xref:full
		S: .
		C: LIST MOTD
		S: 503 There is no such list.
		C: GROUP library.nowhere
		S: 411 No such newsgroup.
		C: GROUP LIBRARY.DOORS
		S: 411 No such newsgroup.
		C: GROUP library.doors
		S: 211 5 1 5 library.doors
		C: STAT
		S: 223 1 <which.2@library.example>
		C: LAST
		S: 422 This is the first article.
		C: NEXT
		S: 223 2 <which.3@library.example>
		C: STAT 5
		S: 223 5 <key.8@library.example>
		C: NEXT
		S: 421 This is the last article.
		C: STAT <key.8@library.example>
		S: 223 0 <key.8@library.example>
		C: STAT 6
		S: 423 No article has that number.
		C: STAT 0
		S: 423 No article has that number.
		C: STAT 99999999999999999
		S: 501 That is neither a number nor a message-id.
		C: STAT <nothing@library.example>
		S: 430 No article of that message-id is here.
		C: STAT nothing
		S: 501 That is neither a number nor a message-id.
		C: LISTGROUP library.reading 4-
		S: 211 5 1 5 library.reading
		S: 4
		S: 5
		S: .
		C: LISTGROUP library.announce
		S: 211 2 1 2 library.announce
		S: 1
		S: 2
		S: .
		C: OVER 2-
		S: 224 Overview information follows
		S: 2	The key to the cellar, attached	The Librarian <librarian@library.example>	Fri, 02 Dec 1994 08:15:00 +0000	<key.7@library.example>		1460	25	Xref: library.example library.announce:2 library.doors:4
		S: .
		C: XOVER 3-
		S: 423 No article is in that range.
		C: OVER x
		S: 501 That is not a range.
		C: HEAD <reply/2%x$y@library.example>
		S: 221 0 <reply/2%x$y@library.example>
		S: Path: library.example!not-for-mail
		S: From: Ada Pinchbeck <ada@reading.example>
		S: Newsgroups: library.doors
		S: Subject: Re: Which of the ten still answer?
		S: Date: Thu, 01 Dec 1994 11:05:00 +0000
		S: Message-ID: <reply/2%x$y@library.example>
		S: References: <which.2@library.example> <which.3@library.example>
		S: MIME-Version: 1.0
		S: Content-Type: text/plain; charset=us-ascii; format=flowed
		S: Xref: library.example library.doors:3
		S: .
		C: NEWGROUPS 19900101 000000 GMT
		S: 231 The groups since then
		S: library.announce 2 1 n
		S: library.doors 5 1 n
		S: library.reading 5 1 n
		S: .
		C: NEWGROUPS 19950101 000000 GMT
		S: 231 The groups since then
		S: .
		C: NEWGROUPS then
		S: 501 Since when?
		C: POST
		S: 440 No one posts here.
		C: IHAVE <a@b>
		S: 500 Unknown command.
		C: XYZZY
		S: 500 Unknown command.
		C: QUIT
		S: 205 No one is in a hurry here. Goodbye.`)
}

// TestNNTPArticle: a line that begins with a dot is sent with a second dot. An overview counts
// the bytes without it. Source: rfc3977 3.1.1, 8.3.2.
func TestNNTPArticle(t *testing.T) {
	t.Parallel()
	s := started(t)
	n := s.library.files.at("news", "04-re-re-which-still-answer.eml")
	if !strings.Contains(n.data, "\n.\n") {
		t.Fatal("the article with a lone dot has lost it")
	}
	p := dial(t, s.NNTP)
	p.send("ARTICLE <reply/2%x$y@library.example>\r\nQUIT\r\n")
	got := p.rest()
	want := "201 The reading room is open. No one posts here.\r\n220 0 <reply/2%x$y@library.example>\r\n" +
		strings.ReplaceAll(strings.ReplaceAll(n.data, "\n.\n", "\n..\n"), "\n", "\r\n") + ".\r\n205 No one is in a hurry here. Goodbye.\r\n"
	if got != want {
		t.Errorf("%q, want %q", got, want)
	}
	octets := len(strings.ReplaceAll(n.data, "\n", "\r\n"))
	p = dial(t, s.NNTP)
	p.send("OVER <reply/2%x$y@library.example>\r\nQUIT\r\n")
	if got := p.rest(); !strings.Contains(got, fmt.Sprintf("\t%d\t", octets)) {
		t.Errorf("no %d bytes in %q", octets, got)
	}
}

func TestNNTPDate(t *testing.T) {
	t.Parallel()
	s := &nntpSession{d: &nntpd{now: func() time.Time { return time.Date(1994, 12, 1, 9, 8, 7, 0, time.UTC) }}}
	var out strings.Builder
	s.out = newWriter(&out)
	s.command("DATE")
	s.out.Flush()
	if out.String() != "111 19941201090807\r\n" {
		t.Errorf("%q", out.String())
	}
}

// TestNNTPHostile: a line that is too long is refused, and an empty line is not a command.
func TestNNTPHostile(t *testing.T) {
	t.Parallel()
	s := started(t)
	p := dial(t, s.NNTP)
	p.line()
	p.send("\r\n")
	p.want("500 The line is empty.")
	p.send("GROUP \x00\xff\r\n")
	p.want("411 No such newsgroup.")
	p.send(strings.Repeat("A", 100*maxLine))
	p.want("501 That line is too long.")
	if rest := p.rest(); rest != "" {
		t.Errorf("and then %q", rest)
	}
}

// TestNews: every group has articles, every article is complete, and the articles that it
// answers exist.
func TestNews(t *testing.T) {
	t.Parallel()
	news := newLibrary(strings.NewReplacer()).news
	for _, g := range news.groups {
		if len(g.articles) == 0 {
			t.Errorf("%s is empty", g.name)
		}
	}
	if len(news.byID) != 10 {
		t.Errorf("%d articles", len(news.byID))
	}
	for id, a := range news.byID {
		for _, name := range []string{"Path", "From", "Newsgroups", "Subject", "Date", "Message-ID", "Xref"} {
			if field(a.head, name) == "" {
				t.Errorf("%s has no %s (rfc5536 3.1)", id, name)
			}
		}
		for _, answered := range strings.Fields(field(a.head, "References")) {
			if news.byID[answered] == nil {
				t.Errorf("%s answers %s, which is not here", id, answered)
			}
		}
	}
}

// TestArticlesKeepTheirTime: an article has the time of its Date in every scheme.
func TestArticlesKeepTheirTime(t *testing.T) {
	t.Parallel()
	n := newLibrary(strings.NewReplacer()).files.at("news", "09-a-list-for-the-evening.eml")
	if want := time.Date(1994, time.December, 2, 17, 45, 0, 0, time.UTC); !n.time.Equal(want) || n.time.Location() != time.UTC {
		t.Errorf("%v, want %v", n.time, want)
	}
}

// TestField: folded lines are joined. Source: rfc5322 2.2.3.
func TestField(t *testing.T) {
	t.Parallel()
	const text = "A: one\nSubject: two\n\tthree\n four\nB:\nC:five\n\nSubject: none"
	for name, want := range map[string]string{"a": "one", "subject": "two three four", "B": "", "C": "five", "D": ""} {
		if got := field(text, name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// TestWildmat: the last pattern that matches decides. Source: rfc3977 4.
func TestWildmat(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		wildmat, name string
		want          bool
	}{
		{"*", "a.b", true}, {"a", "a.b", false}, {"a*", "a.b", true}, {"a.?", "a.b", true},
		{"*,!a.*", "a.b", false}, {"!a.*,*", "a.b", true}, {"a.*,!*.c", "a.b", true}, {"", "a.b", false},
		{strings.Repeat("*a", 100) + "b", strings.Repeat("a", 1000), false}, // must end soon
	} {
		if got := matches(c.wildmat, c.name); got != c.want {
			t.Errorf("matches(%.20q, %.20q) = %v", c.wildmat, c.name, got)
		}
	}
}
