package replay_test

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/capture"
	"github.com/earl-url/earl/cmd/earl/internal/replay"
	"github.com/earl-url/earl/internal/demo"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/all"
	"github.com/earl-url/earl/open/nntp"
	"github.com/earl-url/earl/open/sftp"
	"github.com/earl-url/earl/warc"
)

// openers returns the openers of all schemes, with a news server.
func openers(news string) []open.Opener {
	list := all.Openers()
	for i, o := range list {
		switch o := o.(type) {
		case nntp.Opener:
			o.Server = news
			list[i] = o
		case *sftp.Opener:
			o.Options = demo.SFTP()
		}
	}
	return list
}

// content returns everything that a program sees of a resource.
func content(t *testing.T, c *open.Client, text string) string {
	t.Helper()
	u, err := earl.RFC3986.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	res, err := c.FollowRequest(t.Context(), &open.Request{URL: u, Coding: "identity"})
	if err != nil {
		return fmt.Sprintf("error of the class %v", open.ClassOf(err))
	}
	m := res.Info()
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s %q %d\n", m.Kind, m.URL.Redacted(), m.Type, m.Status)
	switch res := res.(type) {
	case *open.Document:
		defer res.Body.Close()
		if _, err := io.Copy(&b, res.Body); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	case *open.Listing:
		defer res.Close()
		for e, err := range res.Entries {
			if err != nil {
				t.Errorf("%s: %v", text, err)
			}
			fmt.Fprintf(&b, "%s %q %s %d %v %q\n", e.Kind, e.Name, e.URL.Redacted(), e.Size, e.Time, e.Note)
		}
	case *open.Form:
		for _, f := range res.Fields {
			fmt.Fprintf(&b, "%+v\n", f)
		}
	case *open.Address:
		fmt.Fprintf(&b, "%q %v\n", res.AddrSpec, res.Headers)
	default:
		t.Errorf("%s: %T", text, res)
	}
	return b.String()
}

// record opens URLs with a recorder, and returns what a program sees and the archive.
func record(t *testing.T, news string, urls []string) (map[string]string, string) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "demo.warc.gz")
	files, err := warc.Create(name, warc.FilesOptions{Info: warc.Header{{Name: "software", Value: "test"}}})
	if err != nil {
		t.Fatal(err)
	}
	live := open.New(open.Options{Recorder: capture.New(files, nil)}, openers(news)...)
	defer live.Close()
	seen := map[string]string{}
	for _, u := range urls {
		seen[u] = content(t, live, u)
	}
	if err := files.Close(); err != nil {
		t.Fatal(err)
	}
	return seen, name
}

// replayed returns a client that opens from archives. It fails the test if anything is
// dialled or looked up.
func replayed(t *testing.T, news string, names ...string) *open.Client {
	t.Helper()
	a, err := replay.Open(names...)
	if err != nil {
		t.Fatal(err)
	}
	o := a.Options(open.Options{})
	var dials atomic.Int64
	o.DialContext = func(context.Context, string, string) (net.Conn, error) {
		dials.Add(1)
		return nil, errors.New("a dial")
	}
	c := open.New(o, a.Openers(openers(news))...)
	t.Cleanup(func() {
		c.Close()
		a.Close()
		if n := dials.Load(); n > 0 {
			t.Errorf("%d dials", n)
		}
	})
	return c
}

// unrecorded are the schemes of sessions, and those of the mail and the files of a user.
var unrecorded = []string{"telnet", "rlogin", "tn3270", "mid", "cid", "afs"}

// G12: every scheme of the demo is recorded, and replayed with the same content after its servers
// have ended.
func TestEverySchemeIsReplayed(t *testing.T) {
	t.Parallel()
	servers, err := demo.Start(t.Context(), demo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer servers.Close()
	var urls []string
	schemes := map[string]bool{}
	for _, e := range append(servers.Examples(), servers.MoreExamples()...) {
		u := strings.Split(e.URL, "#")[0]
		scheme, _, _ := strings.Cut(u, ":")
		if !slices.Contains(unrecorded, scheme) {
			urls = append(urls, u)
			schemes[scheme] = true
		}
	}
	urls = append(urls, servers.ReaderURL("/etc/motd"), servers.URL("ftp", "no-such-file"), servers.URL("gopher", "0/no-such-item"),
		servers.URL("http", "no-such-page"), servers.URL("http", "pictures/house.gif"), servers.URL("gopher", "1/"), servers.URL("ftp", "pictures/house.gif"),
		servers.URL("wais", "library?door"), servers.URL("prospero", "library/tour.txt"))
	for _, scheme := range []string{"ftp", "http", "gopher", "mailto", "news", "nntp", "wais", "file", "prospero", "finger"} {
		if !schemes[scheme] {
			t.Errorf("no URL of %s", scheme)
		}
	}
	live, name := record(t, servers.NNTP, urls)
	servers.Close()

	sources, closer, err := warc.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer closer.Close()
	if _, err := warc.Check(&sources[0], func(p warc.Problem) error { return errors.New(p.Text) }); err != nil {
		t.Error(err)
	}
	if strings.Contains(strings.ReplaceAll(blocks(t, name), demo.Reader+":"+demo.Password+"@", ""), demo.Password) { // links on a page have it
		t.Errorf("the archive has the password")
	}
	c := replayed(t, servers.NNTP, name)
	for _, u := range urls {
		if got := content(t, c, u); got != live[u] {
			t.Errorf("%s: the replay is\n%.500s\nwant\n%.500s", u, got, live[u])
		}
		// The archive has no password, so none is needed.
		if without := earl.RFC3986.MustParse(u).WithoutPassword().String(); without != u {
			if got, want := content(t, c, without), strings.ReplaceAll(live[u], ":"+earl.Hidden+"@", "@"); got != want {
				t.Errorf("%s: the replay is\n%.500s\nwant\n%.500s", without, got, want)
			}
		}
	}
}

// A URL that is not in the archive is not found, whatever its scheme.
func TestOthersAreNotFound(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "empty.warc")
	files, err := warc.Create(name, warc.FilesOptions{})
	if err != nil {
		t.Fatal(err)
	}
	files.Close()
	c := replayed(t, "news.example", name)
	for _, text := range []string{"http://h.example/", "https://h.example/", "ftp://h.example/a", "gopher://h.example/0/a", "news:a.b", "nntp://h.example/a/1",
		"wais://h.example/db?a", "file:///etc/passwd", "prospero://h.example/a", "finger://h.example/a"} {
		if _, err := c.Follow(t.Context(), earl.RFC3986.MustParse(text)); open.ClassOf(err) != open.ClassNotFound {
			t.Errorf("%s: %v, want not found", text, err)
		}
	}
	for _, text := range []string{"telnet://h.example/", "rlogin://h.example/", "tn3270://h.example/"} {
		u := earl.RFC3986.MustParse(text)
		if _, err := c.Follow(t.Context(), u); open.ClassOf(err) != open.ClassUnsupported || !strings.Contains(err.Error(), "a session cannot be replayed") {
			t.Errorf("%s: %v", text, err)
		}
		if plan, err := c.Plan(t.Context(), &open.Request{URL: u}); err != nil || plan.Effect != open.EffectNothing {
			t.Errorf("%s: %+v, %v", text, plan, err)
		}
	}
	for _, text := range []string{"mailto:a@h.example", "data:,content"} { // no archive needs to have them
		if _, err := c.Follow(t.Context(), earl.RFC3986.MustParse(text)); err != nil {
			t.Error(err)
		}
	}
}

// rfc2392 2: a part of a message is found in the record of the message.
func TestPartsAreFoundInTheirMessage(t *testing.T) {
	t.Parallel()
	message := "Message-ID: <pic@b.example>\r\nContent-Type: multipart/related; boundary=b\r\n\r\n" +
		"--b\r\nContent-Type: text/html\r\n\r\n<img src=\"cid:dot@b.example\">\r\n" +
		"--b\r\nContent-Type: image/gif\r\nContent-ID: <dot@b.example>\r\nContent-Transfer-Encoding: base64\r\n\r\nR0lGODlhCg==\r\n--b--\r\n"
	c := replayed(t, "", archive(t, &warc.Draft{Type: warc.Resource, Date: time.Now(), Target: "mid:pic@b.example", ContentType: "message/rfc822",
		Block: strings.NewReader(message), Size: int64(len(message))}))
	for text, want := range map[string]string{
		"mid:pic@b.example":                "document mid:pic@b.example \"message/rfc822\" 0\n" + message,
		"mid:pic@b.example/dot@b.example":  "document mid:pic@b.example/dot@b.example \"image/gif\" 0\nGIF89a\n",
		"mid:pic@b.example/none@b.example": "error of the class not-found",
		"mid:none@b.example/dot@b.example": "error of the class not-found",
		"cid:dot@b.example":                "error of the class unsupported", // the message is not known
	} {
		if got := content(t, c, text); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	plan, err := c.Plan(t.Context(), &open.Request{URL: earl.RFC3986.MustParse("mid:pic@b.example/dot@b.example")})
	if err != nil || plan.Effect != open.EffectReads {
		t.Errorf("the plan: %+v, %v", plan, err)
	}
}

// A message that came from a news server is replayed without that server.
func TestMessageOfNewsIsReplayed(t *testing.T) {
	t.Parallel()
	const url, message = "mid:a@b.example", "Message-ID: <a@b.example>\r\n\r\nhello\r\n"
	draft := func(kind warc.Type, media, block, of string) *warc.Draft {
		d := &warc.Draft{Type: kind, ID: warc.NewID(), Date: time.Now(), Target: url, ContentType: media, Block: strings.NewReader(block), Size: int64(len(block))}
		if of != "" {
			d.Fields = append(d.Fields, warc.Field{Name: warc.FieldConcurrent, Value: "<" + of + ">"})
		}
		return d
	}
	response := draft(warc.Response, capture.ExchangeType("mid", warc.Response), "200 hello\r\n220 0 <a@b.example>\r\n"+message+".\r\n", "")
	request := draft(warc.Request, capture.ExchangeType("mid", warc.Request), "ARTICLE <a@b.example>\r\n", response.ID)
	c := replayed(t, "", archive(t, response, request, draft(warc.Resource, "message/rfc822", message, response.ID)))
	if got, want := content(t, c, url), "document mid:a@b.example \"message/rfc822\" 0\n"+message; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// An archive cannot make its reader open a file of this machine, by an exchange
// for the URL of one.
func TestLocalFilesAreNotOpened(t *testing.T) {
	file := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(file, []byte("geheim"), 0o600); err != nil {
		t.Fatal(err)
	}
	url := "file://" + filepath.ToSlash(file)
	c := replayed(t, "", archive(t, response(url, "HTTP/1.1 200 OK\r\n\r\n", "x", time.Now())))
	if got := content(t, c, url); strings.Contains(got, "geheim") || got != fmt.Sprintf("error of the class %v", open.ClassNotFound) {
		t.Errorf("got %s", got)
	}
}

// response returns a record of http.
func response(url, head, body string, when time.Time) *warc.Draft {
	block := head + "\r\n\r\n" + body
	return &warc.Draft{Type: warc.Response, Date: when, Target: url, ContentType: warc.HTTPResponse,
		Block: strings.NewReader(block), Size: int64(len(block)), Payload: int64(len(head) + 4)}
}

// archive writes an archive of records.
func archive(t *testing.T, drafts ...*warc.Draft) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "made.warc.gz")
	files, err := warc.Create(name, warc.FilesOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := files.Write(drafts...); err != nil {
		t.Fatal(err)
	}
	if err := files.Close(); err != nil {
		t.Fatal(err)
	}
	return name
}

// Records of other programs are replayed: of HTTP/2, without chunks, with chunks, as resources,
// as revisits, and several of one URL.
func TestRecordsOfOtherPrograms(t *testing.T) {
	t.Parallel()
	day := func(n int) time.Time { return time.Date(2026, 1, n, 0, 0, 0, 0, time.UTC) }
	first := response("http://h.example/first", "HTTP/1.1 200 OK\r\nContent-Type: text/plain", "payload", day(1))
	revisit := response("http://h.example/again", "HTTP/1.1 200 OK\r\nContent-Type: text/css", "", day(2))
	revisit.Type, revisit.Payload = warc.Revisit, -1
	revisit.Fields = warc.Header{{Name: warc.FieldProfile, Value: warc.ProfileDigest}, {Name: warc.FieldRefersToTarget, Value: "http://h.example/first"},
		{Name: warc.FieldRefersToDate, Value: "2026-01-01T00:00:00Z"}}
	page := "<p>file</p>"
	name := archive(t, first, revisit,
		response("https://h.example/h2", "HTTP/2 200\r\ncontent-type: text/plain", "second version", day(1)),
		response("http://h.example/plain", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type: text/plain", "no chunks", day(1)),
		response("http://h.example/chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type: text/plain", "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n", day(1)),
		response("http://h.example/twice", "HTTP/1.1 200 OK\r\nContent-Type: text/plain", "new", day(9)),
		response("http://h.example/twice", "HTTP/1.1 200 OK\r\nContent-Type: text/plain", "old", day(3)),
		response("http://h.example/twice", "HTTP/1.1 304 Not Modified", "", day(10)),
		response("http://www.h.example/Case/", "HTTP/1.1 200 OK\r\nContent-Type: text/plain", "by key", day(1)),
		response("http://h.example/moved", "HTTP/1.1 301 Moved\r\nLocation: https://h.example/h2\r\nContent-Length: 0", "", day(1)),
		&warc.Draft{Type: warc.Resource, Date: day(1), Target: "ftp://h.example/a.html", ContentType: "text/html", Block: strings.NewReader(page), Size: int64(len(page))},
	)
	c := replayed(t, "", name)
	for _, tt := range []struct{ url, want string }{
		{"http://h.example/first", "payload"},
		{"http://h.example/again", "payload"},
		{"https://h.example/h2", "second version"},
		{"http://h.example/plain", "no chunks"},
		{"http://h.example/chunks", "abcde"},
		{"http://h.example/twice", "new"},
		{"http://h.example/case", "by key"},
		{"http://h.example/moved", "second version"},
		{"ftp://h.example/a.html", page},
	} {
		if _, got, _ := strings.Cut(content(t, c, tt.url), "\n"); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.url, got, tt.want)
		}
	}
	if got := content(t, c, "http://h.example/again"); !strings.Contains(got, "text/css") {
		t.Errorf("the revisit has %q, want its own header", got)
	}
}

// The archive lists its captures under the URL of its own file.
func TestFileOfTheArchiveIsAListing(t *testing.T) {
	t.Parallel()
	name := archive(t, response("http://h.example/", "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8", "<p>", time.Now()),
		response("http://h.example/a.png", "HTTP/1.1 200 OK\r\nContent-Type: image/png", "x", time.Now()))
	a, err := replay.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	var pages []string
	for c := range a.Captures {
		if c.IsPage() {
			pages = append(pages, c.URL)
		}
	}
	if len(pages) != 1 || pages[0] != "http://h.example/" {
		t.Errorf("pages %q, want the web page", pages)
	}
	c := open.New(a.Options(open.Options{}), a.Openers(all.Openers())...)
	defer c.Close()
	res, err := c.Open(t.Context(), a.Files()[0])
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, err := range res.(*open.Listing).Entries {
		if n++; err != nil {
			t.Error(err)
		}
	}
	if n != 2 {
		t.Errorf("%d entries, want 2", n)
	}
}

// P21: a record whose URL is not valid is not left out of the listing of its file.
func TestListingCountsURLsThatAreNotValid(t *testing.T) {
	t.Parallel()
	name := archive(t, response("http://h.example/", "HTTP/1.1 200 OK\r\nContent-Type: text/html", "<p>", time.Now()),
		response("http://[bad/", "HTTP/1.1 200 OK\r\nContent-Type: text/html", "<p>", time.Now()),
		response("http://h.example/b", "HTTP/1.1 200 OK\r\nContent-Type: text/html", "<p>", time.Now()))
	a, err := replay.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	c := open.New(a.Options(open.Options{}), a.Openers(all.Openers())...)
	defer c.Close()
	res, err := c.Open(t.Context(), a.Files()[0])
	if err != nil {
		t.Fatal(err)
	}
	var unread open.Unread
	n := 0
	for _, err := range res.(*open.Listing).Entries {
		if n++; err != nil && !unread.Add(err) {
			t.Error(err)
		}
	}
	if n != 3 || unread.Count != 1 || !strings.Contains(unread.First[0].Reason, "http://[bad/") {
		t.Errorf("%d entries, not understood: %+v", n, unread.First)
	}
}

// A truncated record ends in ErrCut, and a file that was truncated by a crash is read up to there.
func TestTruncated(t *testing.T) {
	t.Parallel()
	name := archive(t, response("http://h.example/", "HTTP/1.1 200 OK\r\nContent-Length: 100", "short", time.Now()))
	c := replayed(t, "", name)
	res, err := c.Open(t.Context(), earl.RFC3986.MustParse("http://h.example/"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(res.(*open.Document).Body); !errors.Is(err, open.ErrCut) {
		t.Errorf("%v, want ErrCut", err)
	}
}

// blocks returns the bytes of a compressed archive.
func blocks(t *testing.T, name string) string {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	all, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(all)
}
