package mid_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/earl-url/earl/internal/peers"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/mid"
	"github.com/earl-url/earl/open/nntp"
)

// G1: mailboxes that Python's module mailbox wrote have the messages that it received.
func TestRealMailboxes(t *testing.T) {
	t.Parallel()
	quoted := "Subject: lines\nMessage-ID: <lines@b.example>\n\nFrom a@b.example Thu Nov 26 04:20:47 2026\n\nFrom here on 12:30\nend\n"
	plain := "Subject: plain\nMessage-ID: (x)\n\t<plain@b.example> (y)\n\ntext\n" // Python writes a space after the colon
	dir := peers.Mailboxes(t, picture, plain, quoted)
	for _, store := range []string{"mbox", "maildir", "mh"} {
		c := client(mid.Options{Mail: []string{filepath.Join(dir, store)}})
		for url, want := range map[string]string{
			"mid:pic@b.example":                      fmt.Sprintf("message/rfc822 %q", picture),
			"mid:pic@b.example/dot%25@b.example":     `image/gif "GIF89a"`,
			"mid:plain@b.example":                    fmt.Sprintf("message/rfc822 %q", plain),
			"mid:lines@b.example":                    fmt.Sprintf("message/rfc822 %q", quoted),
			"mid:pic@b.example/missing@b.example":    "not-found",
			"mid:missing@b.example/dot%25@b.example": "not-found",
		} {
			if got := show(t, c, url); got != want {
				t.Errorf("%s in a %s is %s, want %s", url, store, got, want)
			}
		}
	}
}

// G1: a message-id is an article on INN, and a part of an article is a part.
func TestRealNews(t *testing.T) {
	t.Parallel()
	p := peers.INN(t)
	c := client(mid.Options{News: []open.Opener{nntp.Opener{Options: nntp.Options{Server: p.Addr}}}})
	got := show(t, c, "mid:first.1@example.test")
	if !strings.HasPrefix(got, `message/rfc822 "Path: `) || !strings.Contains(got, `Line one.\r\n.a line that began with a dot\r\n..\r\n.\r\nLine five.\r\n`) {
		t.Errorf("the article is %s", got)
	}
	for url, want := range map[string]string{
		"mid:missing.0@example.test":           "not-found",
		"mid:first.1@example.test/a@b":         "not-found",
		"mid:reply%2F2%25x$y@example.test/a@b": "not-found",
		"mid:first.1@example.test%20X":         "refused",
		"mid:first.1@example.test%0D%0AQUIT":   "refused",
	} {
		if got := show(t, c, url); got != want {
			t.Errorf("%s is %s, want %s", url, got, want)
		}
	}
}
