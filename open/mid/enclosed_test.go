package mid_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/mid"
)

const (
	// innermost is a message in a message in a message.
	innermost = "Message-ID: <deep@h>\n\ndeep\n"
	// forwarded is a message with a picture, which encloses innermost.
	forwarded = "Subject: forwarded\nMessage-ID: <in@h>\nContent-Type: multipart/mixed; boundary=c\n\n" +
		"--c\nContent-ID: <dot@h>\nContent-Transfer-Encoding: base64\n\nR0lG\n" +
		"--c\nContent-Type: Message/RFC822\n\n" + innermost + "--c--\n"
	// forward encloses forwarded, and two messages of a digest.
	forward = "Message-ID: <out@h>\nContent-Type: multipart/mixed; boundary=b\n\n" +
		"--b\n\nSee below.\nFrom now on.\n" +
		"--b\nContent-Type: message/rfc822\n\n" + forwarded +
		"--b\nContent-Type: multipart/digest; boundary=d\n\n--d\n\nMessage-ID: <one@h>\n\n1\n--d\n\nMessage-ID: <two@h>\n\n2\n--d--\n" +
		"--b--\n"
)

// G1; rfc2392 2; rfc2046 5.2.1: a message that another encloses has an id too.
func TestEnclosedMessages(t *testing.T) {
	quoted := strings.ReplaceAll(forward, "\nFrom ", "\n>From ")
	dir := write(t, map[string]string{"one.eml": forward, "box": "From a 12:30\n" + plain + "\nFrom a 12:31\n" + quoted + "\n", "whole.eml": "Message-ID: <whole@h>\nContent-Type: message/rfc822\n\n" + innermost})
	for _, row := range []struct{ store, url, want string }{
		{"one.eml", "mid:out@h", fmt.Sprintf("message/rfc822 %q", forward)},
		{"one.eml", "mid:in@h", fmt.Sprintf("message/rfc822 %q", strings.TrimSuffix(forwarded, "\n"))},
		{"box", "mid:in@h", fmt.Sprintf("message/rfc822 %q", strings.TrimSuffix(forwarded, "\n"))},
		{"box", "mid:in@h/dot@h", `text/plain "GIF"`},
		{"box", "mid:out@h/dot@h", "not-found"},
		{"box", "mid:deep@h", fmt.Sprintf("message/rfc822 %q", strings.TrimSuffix(innermost, "\n"))},
		{"box", "mid:two@h", `message/rfc822 "Message-ID: <two@h>\n\n2"`},
		{"whole.eml", "mid:deep@h", fmt.Sprintf("message/rfc822 %q", innermost)},
		{".", "mid:in@h", "listing forwarded, forwarded"},
	} {
		o := mid.Options{Mail: []string{filepath.Join(dir, row.store)}}
		for name, c := range map[string]*open.Client{"": client(o), " indexed": open.New(open.Options{}, mid.Opener{Options: o}.Indexed())} {
			if got := show(t, c, row.url); got != row.want {
				t.Errorf("%s in %s%s is %s, want %s", row.url, row.store, name, got, row.want)
			}
		}
	}
	res, err := client(mid.Options{Mail: []string{dir}}).Open(t.Context(), earl.RFC3986.MustParse("mid:in@h"))
	if err != nil {
		t.Fatal(err)
	}
	for e := range res.(*open.Listing).Entries {
		if !strings.HasPrefix(e.Note[0], "enclosed in ") || e.URL.IsZero() {
			t.Errorf("the entry %+v", e)
		}
	}
	o := mid.Options{Mail: []string{filepath.Join(dir, "one.eml")}, Depth: 1}
	if got := show(t, client(o), "mid:deep@h"); got != "not-found" {
		t.Errorf("two levels deep, with at most 1: %s", got)
	}
}
