package demo

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/mid"
	"github.com/earl-url/earl/open/nntp"
)

// midExhibit has the messages of the librarian, a part of one, and an article.
var midExhibit = exhibit{
	scheme:  "mid",
	url:     func(_ *Servers, path string) string { return "mid:" + path },
	example: Example{Title: "A message in a mailbox", Text: "A message with a picture. The picture is a part of the message, and nothing else is loaded."},
	path:    "picture@library.example",
	holds:   "A new door",
	stops: []stop{{
		why:   "A message by its Message-ID. It is in a mailbox on this disk.",
		path:  "picture@library.example",
		holds: "Subject: A new door\n",
	}, {
		why:   "The picture in the message, by its Content-ID.",
		path:  "picture@library.example/door@library.example",
		holds: "GIF8",
	}, {
		why:  "Two messages have this id. Both are listed, and none is chosen.",
		path: "twice@library.example",
		rows: []string{"Closed on Monday", "Closed on Tuesday"},
	}, {
		why:   "No mailbox has this message, so the news server is asked for it.",
		path:  "open.1@library.example",
		holds: "Message-ID: <open.1@library.example>\n",
	}},
}

// cidExhibit explains that a cid URL has no meaning outside of its message.
var cidExhibit = exhibit{
	scheme:  "cid",
	url:     func(_ *Servers, path string) string { return "cid:" + path },
	example: Example{Title: "A part of a message", Text: "It has a meaning only inside of its message. The explanation has the URL that works everywhere."},
	path:    "door@library.example",
	holds:   "part of the message that contains it",
	fails:   true,
	stops: []stop{{
		why:   "The same picture, as its message links to it: no other place knows which message that is.",
		path:  "door@library.example",
		holds: "part of the message that contains it",
		fails: true,
	}},
}

// mailName is the name of the mailbox, in a directory of its own beside the
// copy of the library.
const mailName = "mbox"

// writeMail writes the mailbox of mid URLs.
func (s *Servers) writeMail() error {
	dir := s.Dir + ".mail"
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	s.Mail = filepath.Join(dir, mailName)
	return os.WriteFile(s.Mail, []byte(s.library.mail()), 0o600)
}

// mail returns the mailbox: a message with a picture, an answer to it, and two
// messages with the same id. Source: rfc4155; rfc2392.
func (l *library) mail() string {
	var b strings.Builder
	day := time.Date(2026, time.November, 26, 9, 0, 0, 0, time.UTC)
	add := func(id, subject, more, body string) {
		fmt.Fprintf(&b, "From %s %s\nFrom: The Librarian <%s>\nTo: A Reader <%s@%s>\nDate: %s\nSubject: %s\nMessage-ID: <%s>\nMIME-Version: 1.0\n%s\n%s\n",
			librarian, day.Format(time.ANSIC), librarian, Reader, mailDomain, day.Format(time.RFC1123Z), subject, id, more, body)
		day = day.Add(time.Hour)
	}
	picture := wrap(base64.StdEncoding.EncodeToString([]byte(l.files.at("pictures", "house.gif").data)))
	add("picture@library.example", "A new door", "Content-Type: multipart/related; boundary=\"part\"; type=\"text/html\"\n",
		"--part\nContent-Type: text/html; charset=utf-8\nContent-Disposition: inline\n\n"+
			"<!doctype html>\n<title>A new door</title>\n<p>The house has a new door:</p>\n<p><img src=\"cid:door@library.example\" alt=\"The house\"></p>\n"+
			"<p>The <a href=\"mid:twice@library.example\">times</a> are the same.</p>\n"+
			"--part\nContent-Type: image/gif; name=\"house.gif\"\nContent-ID: <door@library.example>\nContent-Transfer-Encoding: base64\nContent-Disposition: inline; filename=\"house.gif\"\n\n"+picture+
			"--part--\n")
	add("answer@library.example", "Re: A new door", "In-Reply-To: <picture@library.example>\nContent-Type: text/plain\n",
		"The picture is <mid:picture@library.example/door@library.example>.\n>From now on the mailbox quotes this line.\n")
	add("twice@library.example", "Closed on Monday", "Content-Type: text/plain\n", "The first message with this id.\n")
	add("twice@library.example", "Closed on Tuesday", "Content-Type: text/plain\n", "Another one.\n")
	return b.String()
}

// wrap returns a text in lines of 76 characters.
func wrap(text string) string {
	var b strings.Builder
	for len(text) > 76 {
		b.WriteString(text[:76] + "\n")
		text = text[76:]
	}
	return b.String() + text + "\n"
}

// MailOpener returns the opener of mid URLs for the mailbox, and for the
// articles of the news server.
func (s *Servers) MailOpener() open.Opener {
	news := nntp.Opener{Options: nntp.Options{Server: s.NNTP}}
	return mid.Opener{Options: mid.Options{Mail: []string{s.Mail}, News: []open.Opener{news}}}
}
