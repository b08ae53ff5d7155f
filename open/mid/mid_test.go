package mid_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/mid"
)

// write writes files into a directory of the test, and returns the directory.
func write(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// client returns a client that opens mid URLs.
func client(o mid.Options) *open.Client { return open.New(open.Options{}, mid.Opener{Options: o}) }

// show opens a URL, and describes the result.
func show(t testing.TB, c *open.Client, url string) string {
	t.Helper()
	return describe(c.Open(t.Context(), earl.RFC3986.MustParse(url)))
}

// describe reads a resource to its end, and describes it.
func describe(res open.Resource, err error) string {
	if err != nil {
		return open.ClassOf(err).String()
	}
	switch res := res.(type) {
	case *open.Document:
		text, err := io.ReadAll(res.Body)
		if err := res.Body.Close(); err != nil {
			return "close: " + err.Error()
		}
		if err != nil {
			return fmt.Sprintf("%s %q, then %s", res.Type, text, open.ClassOf(err))
		}
		if res.Size >= 0 && res.Size != int64(len(text)) {
			return fmt.Sprintf("size %d of %d bytes", res.Size, len(text))
		}
		return fmt.Sprintf("%s %q", res.Type, text)
	case *open.Listing:
		var names []string
		for e, err := range res.Entries {
			if err != nil {
				return err.Error()
			}
			names = append(names, e.Name)
		}
		return "listing " + strings.Join(names, ", ")
	}
	return fmt.Sprintf("%T", res)
}

const picture = "From: a@b.example\nSubject: a picture\nMessage-ID: <pic@b.example>\nMIME-Version: 1.0\n" +
	"Content-Type: multipart/related; boundary=b\n\n" +
	"--b\nContent-Type: text/html; charset=utf-8\nContent-ID: <page@b.example>\nContent-Transfer-Encoding: quoted-printable\n\n<img src=3D\"cid:dot%25@b.example\">\n" +
	"--b\nContent-Type: image/gif\nContent-ID: (a dot)\n\t<dot%@b.example>\nContent-Transfer-Encoding: base64\n\nR0lG\nODlh\n" +
	"--b\nContent-Type: message/rfc822\nContent-ID: <inner@b.example>\n\nSubject: in\nContent-ID: <deep@b.example>\n\ntext\n--b--\n"

const plain = "Subject: plain\nMessage-ID:\n\t(x) <plain@b.example> (y)\n\ntext\n"

// box is an mbox with quoted lines, a Content-Length that lies, and a sentence that
// begins with "From".
const box = "From a@b.example Thu Nov 26 04:20:47 2026\nContent-Length: 4000\n" + plain + "\n>From me\n>>From you\nFrom here on nothing happens at home.\n\nFrom here to there\n" +
	"\nFrom c@d.example Thu Nov 26 04:20:48 2026\n" + picture + "\n"

// G1; rfc2392 2: a message or a part of it, in each kind of store.
func TestStores(t *testing.T) {
	dir := write(t, map[string]string{
		"one.eml": picture, "box": box,
		"maildir/cur/1.a:2,S": picture, "maildir/new/2.a": plain, "maildir/tmp/3.a": "Message-ID: <tmp@b.example>\n\n",
		"maildir/.Sent/cur/4.a:2,": "Message-ID: <sent@b.example>\n\nsent", "maildir/.Sent/new/.x": "", "maildir/dovecot.index": "Message-ID: <index@b.example>\n\n",
		"mh/1": picture, "mh/deep/2": plain, "mh/.hidden": "Message-ID: <hidden@b.example>\n\n",
	})
	if err := os.Symlink(filepath.Join(dir, "one.eml"), filepath.Join(dir, "mh", "link")); err != nil && runtime.GOOS != "windows" {
		t.Fatal(err)
	}
	const gif = `image/gif "GIF89a"`
	const page = `text/html; charset=utf-8 "<img src=\"cid:dot%25@b.example\">"`
	whole := fmt.Sprintf("message/rfc822 %q", picture)
	for _, row := range []struct{ src, store, url, want string }{
		{"rfc2392 2", "one.eml", "mid:pic@b.example", whole},
		{"rfc2392 2", "box", "mid:pic@b.example", whole},
		{"rfc2392 2", "maildir", "mid:pic@b.example", whole},
		{"rfc2392 2", "mh", "mid:pic@b.example", whole},
		{"rfc2392 2", "box", "mid:pic@b.example/dot%25@b.example", gif},
		{"rfc2392 2", "maildir", "mid:pic@b.example/dot%25@b.example", gif},
		{"rfc2392 2", "one.eml", "mid:pic@b.example/page@b.example", page},
		{"rfc2392 2", "one.eml", "mid:pic@b.example/inner@b.example", `message/rfc822 "Subject: in\nContent-ID: <deep@b.example>\n\ntext"`},
		{"rfc2392 2: a part of an enclosed message", "one.eml", "mid:pic@b.example/deep@b.example", "not-found"},
		{"rfc2392 2: exactly", "one.eml", "mid:PIC@b.example", "not-found"},
		{"rfc2392 2: exactly", "one.eml", "mid:pic@b.example/DOT%25@b.example", "not-found"},
		{"rfc2392 2", "box", "mid:none@b.example", "not-found"},
		{"rfc5322 3.6.4: comments", "maildir", "mid:plain@b.example", fmt.Sprintf("message/rfc822 %q", plain)},
		{"rfc4155: quoted lines", "box", "mid:plain@b.example", fmt.Sprintf("message/rfc822 %q", "Content-Length: 4000\n"+plain+"\nFrom me\n>From you\nFrom here on nothing happens at home.\n\nFrom here to there\n")},
		{"maildir: tmp", "maildir", "mid:tmp@b.example", "not-found"},
		{"maildir: an index", "maildir", "mid:index@b.example", "not-found"},
		{"maildir: a folder", "maildir", "mid:sent@b.example", `message/rfc822 "Message-ID: <sent@b.example>\n\nsent"`},
		{"a hidden file", "mh", "mid:hidden@b.example", "not-found"},
		{"a store that is missing", "none", "mid:pic@b.example", "not-found"},
		{"two copies", ".", "mid:pic@b.example", "listing a picture, a picture, a picture, a picture"},
	} {
		c := client(mid.Options{Mail: []string{filepath.Join(dir, row.store)}})
		if got := show(t, c, row.url); got != row.want {
			t.Errorf("%s: %s in %s is %s, want %s", row.src, row.url, row.store, got, row.want)
		}
	}
}

// G1; rfc2392 2: ids are not unique. Of several matches none is chosen.
func TestSeveralMatches(t *testing.T) {
	twice := strings.Replace(picture, "Content-Type: message/rfc822\nContent-ID: <inner@b.example>", "Content-Type: image/png; name=other.png\nContent-ID: <dot%@b.example>", 1)
	dir := write(t, map[string]string{"a.eml": picture, "b": box, "twice.eml": strings.ReplaceAll(twice, "<pic@", "<two@")})
	c := client(mid.Options{Mail: []string{dir}})
	res, err := c.Open(t.Context(), earl.RFC3986.MustParse("mid:pic@b.example"))
	if err != nil {
		t.Fatal(err)
	}
	var notes, urls []string
	for e, err := range res.(*open.Listing).Entries {
		if err != nil {
			t.Fatal(err)
		}
		notes = append(notes, e.Note[0])
		urls = append(urls, e.URL.String())
	}
	start := strings.Index(box, "\nFrom c@d") + len("\nFrom c@d.example Thu Nov 26 04:20:48 2026\n")
	want := []string{filepath.Join(dir, "a.eml"), fmt.Sprintf("message 2 of %s, at byte %d", filepath.Join(dir, "b"), start+1)}
	if !slices.Equal(notes, want) || !strings.HasSuffix(urls[0], "/a.eml") || !strings.HasSuffix(urls[1], "/b") {
		t.Errorf("entries %q, %q, want %q", notes, urls, want)
	}
	if got := show(t, c, "mid:two@b.example/dot%25@b.example"); got != "listing image/gif, other.png" {
		t.Errorf("two parts with one Content-ID are %s", got)
	}
}

// A message of a Maildir may be moved or removed while it is read.
func TestMovedMessages(t *testing.T) {
	dir := write(t, map[string]string{"new/1.a": picture, "new/2.a": plain, "cur/3.a:2,S": plain})
	c := client(mid.Options{Mail: []string{dir}}.BeforeOpen(func(string) {
		os.Rename(filepath.Join(dir, "new", "1.a"), filepath.Join(dir, "cur", "1.a:2,S"))
		os.Remove(filepath.Join(dir, "new", "2.a"))
	}))
	if got := show(t, c, "mid:pic@b.example/dot%25@b.example"); got != `image/gif "GIF89a"` {
		t.Errorf("a message that was moved is %s", got)
	}
	if got := show(t, c, "mid:plain@b.example"); got != fmt.Sprintf("message/rfc822 %q", plain) {
		t.Errorf("a message beside one that was removed is %s", got)
	}
}

// Each limit applies.
func TestLimits(t *testing.T) {
	nested := "x"
	for i := range 5 {
		nested = fmt.Sprintf("Content-Type: multipart/mixed; boundary=b%d\n\n--b%[1]d\n%s\n--b%[1]d--\n", i, nested)
		if i == 0 {
			nested = strings.Replace(nested, "\nx\n", "\nContent-ID: <x@y>\n\ntext\n", 1)
		}
	}
	dir := write(t, map[string]string{"box": box, "deep": "Message-ID: <deep@y>\n" + nested, "long": "X: " + strings.Repeat("x", 1000) + "\nMessage-ID: <long@y>\n\n"})
	for _, row := range []struct {
		o         mid.Options
		url, want string
	}{
		{mid.Options{}, "mid:deep@y/x@y", `text/plain "text"`},
		{mid.Options{Depth: 4}, "mid:deep@y/x@y", "not-found"},
		{mid.Options{Parts: 5}, "mid:deep@y/x@y", "truncated"},
		{mid.Options{Parts: 6}, "mid:deep@y/x@y", `text/plain "text"`},
		{mid.Options{Messages: 4}, "mid:long@y", "truncated"},
		{mid.Options{Messages: 5}, "mid:long@y", fmt.Sprintf("message/rfc822 %q", "X: "+strings.Repeat("x", 1000)+"\nMessage-ID: <long@y>\n\n")},
		{mid.Options{Headers: 500}, "mid:long@y", "not-found"},
		{mid.Options{Size: 10}, "mid:pic@b.example", `message/rfc822 "From: a@b.", then truncated`},
		{mid.Options{Size: int64(len(picture))}, "mid:pic@b.example", fmt.Sprintf("message/rfc822 %q", picture)},
		{mid.Options{Size: 10}, "mid:pic@b.example/dot%25@b.example", "truncated"},
	} {
		row.o.Mail = []string{filepath.Join(dir, "box"), filepath.Join(dir, "deep"), filepath.Join(dir, "long")}
		if got := show(t, client(row.o), row.url); got != row.want {
			t.Errorf("%+v: %s is %s, want %s", row.o, row.url, got, row.want)
		}
	}
	many := write(t, map[string]string{"a": plain, "b": plain, "c": plain})
	if got := show(t, client(mid.Options{Mail: []string{many}, Matches: 2}), "mid:plain@b.example"); got != "listing plain, plain" {
		t.Errorf("three matches of at most 2 are %s", got)
	}
}

// Without mail, and for a cid URL, the error says what is missing.
func TestNoMail(t *testing.T) {
	if _, err := client(mid.Options{}).Open(t.Context(), earl.RFC3986.MustParse("mid:a@b")); !errors.Is(err, mid.ErrNoMail) || !errors.Is(err, open.ErrNoOpener) {
		t.Errorf("mid:a@b without mail: %v", err)
	}
	dir := write(t, map[string]string{"a": picture})
	if _, err := client(mid.Options{Mail: []string{dir}}).Open(t.Context(), earl.RFC3986.MustParse("cid:dot%25@b.example")); !errors.Is(err, mid.ErrNoMessage) || !errors.Is(err, open.ErrNoOpener) {
		t.Errorf("a cid URL: %v", err)
	}
	if got := show(t, client(mid.Options{Mail: []string{dir}}), "cid:%3Ca%3E"); got != "invalid" {
		t.Errorf("a cid URL with brackets: %s", got)
	}
	partial := mid.Options{Mail: []string{dir}, Partial: true}
	if _, err := client(partial).Open(t.Context(), earl.RFC3986.MustParse("mid:none@b.example")); !errors.Is(err, mid.ErrNoMail) {
		t.Errorf("a message that is not in a part of the mail: %v", err)
	}
	for url, want := range map[string]string{"mid:pic@b.example/dot%25@b.example": `image/gif "GIF89a"`, "mid:pic@b.example/none@b.example": "not-found"} {
		if got := show(t, client(partial), url); got != want {
			t.Errorf("%s in a part of the mail is %s, want %s", url, got, want)
		}
	}
}

// The error for a mailbox that cannot be read says so, with the prefix once.
func TestUnreadMailbox(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the messages of windows are others")
	}
	dir := write(t, map[string]string{"a": picture, "b": picture})
	none := filepath.Join(dir, "none")
	for _, row := range []struct {
		o    mid.Options
		want string
	}{
		{mid.Options{Mail: []string{none}}, "mid: a mailbox was not read to its end: stat " + none + ": no such file or directory"},
		{mid.Options{Mail: []string{os.DevNull}}, "mid: a mailbox was not read to its end: " + os.DevNull + ": not a regular file"},
		{mid.Options{Mail: []string{dir}, Messages: 1}, "mid: a mailbox was not read to its end: the object was truncated: more than 1 messages"},
	} {
		if _, err := client(row.o).Open(t.Context(), earl.RFC3986.MustParse("mid:x@y")); err == nil || err.Error() != row.want {
			t.Errorf("the mail %q: %v, want %q", row.o.Mail, err, row.want)
		}
	}
}

// No URL that redirects may lead to a message: only files and messages link to one.
func TestNoLinkFromOutside(t *testing.T) {
	dir := write(t, map[string]string{"a": picture})
	c := client(mid.Options{Mail: []string{dir}})
	u := earl.RFC3986.MustParse("mid:pic@b.example")
	for from, want := range map[string]bool{"http://h.example/": true, "gopher://h.example/": true, "mid:x@y": false, "file:///a": false} {
		_, err := c.Do(t.Context(), &open.Request{URL: u, Referrers: []earl.URL{earl.RFC3986.MustParse(from)}})
		var refusal *open.Refusal
		if got := errors.As(err, &refusal) && refusal.Name == open.GuardRedirectScheme; got != want {
			t.Errorf("from %s: %v, want a refusal: %v", from, err, want)
		}
	}
}

// B15: a cancelled open reads nothing more. A part can be requested from a byte on.
func TestCancelledAndParts(t *testing.T) {
	dir := write(t, map[string]string{"a": picture})
	c := client(mid.Options{Mail: []string{dir}})
	ctx, cancel := context.WithCancel(t.Context())
	u := earl.RFC3986.MustParse("mid:pic@b.example/dot%25@b.example")
	res, err := c.Open(ctx, u)
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := io.ReadAll(res.(*open.Document).Body); !errors.Is(err, context.Canceled) {
		t.Errorf("after cancel: %v", err)
	}
	if err := errors.Join(res.(*open.Document).Body.Close(), res.(*open.Document).Body.Close()); err != nil {
		t.Error(err)
	}
	if got := describe(c.Do(t.Context(), &open.Request{URL: u, Offset: 3, End: 5})); got != `image/gif "89"` {
		t.Errorf("bytes 3 to 5: %s", got)
	}
	m, err := c.Probe(t.Context(), u)
	if err != nil || m.Kind != open.KindDocument || m.Type != "image/gif" {
		t.Errorf("Probe: %+v, %v", m, err)
	}
}

// An indexed opener reads each mailbox once, and finds what an opener without an index finds.
func TestIndexed(t *testing.T) {
	dir := write(t, map[string]string{"a.eml": picture, "box": box, "sub/cur/1": plain, "sub/new/.x": "", "long": strings.Repeat("Message-ID: <many@b.example>\n\n", 2)})
	opened := 0
	o := mid.Options{Mail: []string{dir, filepath.Join(dir, "missing")}}
	counted := mid.Opener{Options: o.BeforeOpen(func(string) { opened++ })}.Indexed()
	c, direct := open.New(open.Options{}, counted), client(o)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Open(ctx, earl.RFC3986.MustParse("mid:pic@b.example")); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	first := 0
	for _, url := range []string{"mid:pic@b.example", "mid:plain@b.example", "mid:plain@b.example/x", "mid:none@b.example", "mid:many@b.example"} {
		if got, want := show(t, c, url), show(t, direct, url); got != want {
			t.Errorf("%s is %s, want %s", url, got, want)
		}
		if first == 0 {
			first = opened
		}
	}
	if opened != first || first == 0 {
		t.Errorf("mailboxes were opened %d times after %d", opened, first)
	}
}

// If there are too many messages for the index, each is found without it.
func TestIndexIsLimited(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: writes a large mailbox")
	}
	var b strings.Builder
	for i := range mid.MaxIndexed + 1 {
		fmt.Fprintf(&b, "From a 12:30\nMessage-ID: <%d@h>\n\n\n", i)
	}
	dir := write(t, map[string]string{"box": b.String()})
	c := open.New(open.Options{}, mid.Opener{Options: mid.Options{Mail: []string{dir}}}.Indexed())
	for url, want := range map[string]string{"mid:0@h": `message/rfc822 "Message-ID: <0@h>\n\n"`, "mid:200000@h": `message/rfc822 "Message-ID: <200000@h>\n\n"`, "mid:200001@h": "not-found"} {
		if got := show(t, c, url); got != want {
			t.Errorf("%s is %s, want %s", url, got, want)
		}
	}
}
