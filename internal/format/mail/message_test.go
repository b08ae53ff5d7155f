package mail_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/format/mail"
)

// nestedPictures is an HTML message with a picture, which encloses another.
const nestedPictures = "Message-ID: (c) <outer@h>\nContent-Type: multipart/related; boundary=b\n\n" +
	"--b\nContent-Type: text/html\n\n<img src=\"cid:dot@h\"><img src=cid:none@h>\n" +
	"--b\nContent-Type: image/gif\nContent-ID: <dot@h>\n\nGIF\n" +
	"--b\nContent-Type: message/rfc822\n\n" +
	"Message-ID: <inner@h>\nContent-Type: multipart/related; boundary=c\n\n" +
	"--c\nContent-Type: text/html; charset=utf-8\n\n<base href=\"http://h/\"><img src=cid:dot@h><img src=\"cid:own@h\">\n" +
	"--c\nContent-ID:\n <own@h>\n\nx\n--c--\n" +
	"--b--\n"

// G1; rfc2392 2: each cid URL has its message, and the message its parts at the end.
func TestMessageOfCID(t *testing.T) {
	var got []string
	for name, urls := range map[string]string{"one": nestedPictures, "mbox": "From a 12:30\n" + nestedPictures + "\nFrom b 12:31\nContent-Type: text/html\n\n<img src=cid:dot@h>\n"} {
		type found struct {
			url string
			in  *extract.Message
		}
		var all []found
		seq := mail.URLs
		if name == "mbox" {
			seq = mail.Mbox
		}
		for m, err := range seq(strings.NewReader(urls), mail.Options{}) {
			if err != nil {
				t.Fatal(err)
			}
			if id, ok := extract.ContentID(m.URL); ok != (m.Base.Message != nil) {
				t.Errorf("%s: the message of %q is %v", id, m.URL, m.Base.Message)
			}
			if m.Base.Message != nil {
				all = append(all, found{m.URL, m.Base.Message})
			}
		}
		for _, f := range all {
			id, _ := extract.ContentID(f.url)
			in, sure := f.in.Find(id)
			text := "none"
			if in != nil {
				text = string(in.ID)
			}
			got = append(got, fmt.Sprintf("%s in %s: %s %v", f.url, f.in.ID, text, sure))
		}
		want := "cid:dot@h in outer@h: outer@h true\ncid:none@h in outer@h: none true\ncid:dot@h in inner@h: outer@h true\ncid:own@h in inner@h: inner@h true"
		if name == "mbox" {
			want += "\ncid:dot@h in : none true"
		}
		if text := strings.Join(got, "\n"); text != want {
			t.Errorf("%s:\n%s\nwant\n%s", name, text, want)
		}
		got = nil
	}
}

// A message that exceeds a limit may have more parts.
func TestMessageUnread(t *testing.T) {
	for _, l := range []mail.Limits{{Parts: 1}, {Depth: 1}, {Header: 20}} {
		for m := range mail.URLs(strings.NewReader(nestedPictures), mail.Options{Limits: l}) {
			if id, ok := extract.ContentID(m.URL); ok && m.URL == "cid:none@h" {
				defer func() {
					if in, sure := m.Base.Message.Find(id); in != nil || sure {
						t.Errorf("%+v: %v, %v, want a part that may be in the rest", l, in, sure)
					}
				}()
			}
		}
	}
}
