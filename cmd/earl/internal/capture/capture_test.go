package capture_test

import (
	"bufio"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	nethttp "net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/capture"
	"github.com/earl-url/earl/internal/peers"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/file"
	"github.com/earl-url/earl/open/finger"
	"github.com/earl-url/earl/open/ftp"
	"github.com/earl-url/earl/open/gopher"
	"github.com/earl-url/earl/open/http"
	"github.com/earl-url/earl/views"
	"github.com/earl-url/earl/warc"
)

// record is a record of an archive with its block.
type record struct {
	*warc.Record
	block string
}

// archive is an archive that a test writes.
type archive struct {
	name  string
	files *warc.Files
}

// begin creates an archive and a client that writes to it.
func begin(t *testing.T, known map[string]capture.Original, o open.Options, openers ...open.Opener) (*archive, *open.Client) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "test.warc.gz")
	files, err := warc.Create(name, warc.FilesOptions{})
	if err != nil {
		t.Fatal(err)
	}
	o.Recorder = capture.New(files, known)
	c := open.New(o, openers...)
	t.Cleanup(func() { c.Close() })
	return &archive{name, files}, c
}

// records ends the archive and returns its records, without the warcinfo record. It checks
// the archive.
func (a *archive) records(t *testing.T) (list []record) {
	t.Helper()
	if err := a.files.Close(); err != nil {
		t.Fatal(err)
	}
	sources, closer, err := warc.Open(a.name)
	if err != nil {
		t.Fatal(err)
	}
	defer closer.Close()
	if _, err := warc.Check(&sources[0], func(p warc.Problem) error { return errors.New(p.Text) }); err != nil {
		t.Error(err)
	}
	r := sources[0].NewReader(0)
	for {
		rec, err := r.Next()
		if err == io.EOF {
			return list[1:]
		}
		if err != nil {
			t.Fatal(err)
		}
		block, err := io.ReadAll(rec.Block)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, record{rec, string(block)})
	}
}

// get opens a URL and reads its document.
func get(t *testing.T, c *open.Client, text string) string {
	t.Helper()
	res, err := c.Follow(t.Context(), earl.RFC3986.MustParse(text))
	if err != nil {
		t.Fatal(err)
	}
	body := res.(*open.Document).Body
	defer body.Close()
	b, err := io.ReadAll(body)
	if err != nil {
		t.Error(err)
	}
	return string(b)
}

// types returns the types of records.
func types(list []record) (types []warc.Type) {
	for _, r := range list {
		types = append(types, r.Type())
	}
	return types
}

// An https exchange is recorded inside TLS, byte for byte except for secrets, and without a
// login in its URL. A transfer coding stays. A 1xx response is left out.
func TestHTTPSIsRecordedInsideTLS(t *testing.T) {
	t.Parallel()
	server := httptest.NewUnstartedServer(nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		if r.ProtoMajor != 1 {
			t.Errorf("the request is %s, want HTTP/1.1", r.Proto)
		}
		if r.Header.Get("Authorization") == "" || r.Header.Get("X-Api-Key") != "verysecret" {
			t.Error("the request has no login")
		}
		w.WriteHeader(nethttp.StatusEarlyHints)
		w.Header()["Date"] = nil
		w.Header().Set("Set-Cookie", "id=verysecret")
		w.Header().Set("Content-Type", "text/plain")
		w.Header().Set("Link", "<http://u:verysecret@h.example/>; rel=next")
		io.WriteString(w, "one ")
		w.(nethttp.Flusher).Flush()
		io.WriteString(w, "two")
	}))
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	roots := x509.NewCertPool()
	roots.AddCert(server.Certificate())
	opener := &http.Opener{Options: http.Options{TLS: &tls.Config{RootCAs: roots, ServerName: "example.com"}, Fields: nethttp.Header{"X-Api-Key": {"verysecret"}}}}
	var security open.Security
	a, c := begin(t, nil, open.Options{}, opener)
	address := strings.TrimPrefix(server.URL, "https://")
	u := earl.RFC3986.MustParse("https://user:verysecret@" + address + "/a?b#c")
	res, err := c.FollowRequest(t.Context(), &open.Request{URL: u, Observer: &open.Observer{Response: func(r *open.Response) { security = r.TLS }}})
	if err != nil {
		t.Fatal(err)
	}
	if b, err := io.ReadAll(res.(*open.Document).Body); string(b) != "one two" || err != nil {
		t.Errorf("%q, %v", b, err)
	}
	if security.Version == "" {
		t.Error("the Observer received no TLS version")
	}
	list := a.records(t)
	if got := types(list); !slices.Equal(got, []warc.Type{warc.Response, warc.Request}) {
		t.Fatalf("records %v", got)
	}
	want := "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nLink: <http://u:xxxxx@h.example/>; rel=next\r\nSet-Cookie: xxxxx\r\n" +
		"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n4\r\none \r\n3\r\ntwo\r\n0\r\n\r\n"
	if list[0].block != want {
		t.Errorf("response %q, want %q", list[0].block, want)
	}
	if got := list[0].Target(); got != "https://user@"+address+"/a?b" {
		t.Errorf("target %s", got)
	}
	if got := list[0].Get(warc.FieldAddress); got != "127.0.0.1" {
		t.Errorf("address %q", got)
	}
	request := list[1]
	for _, line := range []string{"GET /a?b HTTP/1.1\r\n", "\r\nHost: " + address + "\r\n", "\r\nAuthorization: xxxxx\r\n", "\r\nX-Api-Key: xxxxx\r\n"} {
		if !strings.Contains(request.block, line) {
			t.Errorf("request %q has no %q", request.block, line)
		}
	}
	if id := strings.Trim(request.Get(warc.FieldConcurrent), "<>"); id != list[0].ID() {
		t.Errorf("the request refers to %s, want %s", id, list[0].ID())
	}
	for _, r := range list {
		if text := fmt.Sprint(r.Header, r.block); strings.Contains(text, "verysecret") || strings.Contains(text, "dXNlcjp2") {
			t.Errorf("%s has a secret: %s", r.Type(), text)
		}
	}
}

// A payload that was written before becomes a revisit record, also one of an index. A payload
// that is empty or not complete does not.
func TestRevisits(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		switch r.URL.Path {
		case "/empty1", "/empty2":
		case "/known":
			io.WriteString(w, "known")
		default:
			io.WriteString(w, "the same")
		}
	}))
	defer server.Close()
	digest, err := warc.Digest(strings.NewReader("known"))
	if err != nil {
		t.Fatal(err)
	}
	earlier := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	a, c := begin(t, map[string]capture.Original{digest: {Target: "http://other.example/", Date: earlier}}, open.Options{}, new(http.Opener))
	for _, path := range []string{"/1", "/2", "/empty1", "/empty2", "/known"} {
		get(t, c, server.URL+path)
	}
	var got []string
	for _, r := range a.records(t) {
		if r.Type() != warc.Request {
			got = append(got, fmt.Sprintf("%s %s %s", strings.TrimPrefix(r.Target(), server.URL), r.Type(), strings.TrimPrefix(r.Get(warc.FieldRefersToTarget), server.URL)))
		}
	}
	want := []string{"/1 response ", "/2 revisit /1", "/empty1 response ", "/empty2 response ", "/known revisit http://other.example/"}
	if !slices.Equal(got, want) {
		t.Errorf("records %q, want %q", got, want)
	}
}

// A document that is not read to its end, and one that the server truncates, is marked.
func TestTruncation(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		w.Header().Set("Content-Length", "1000000")
		if r.URL.Path == "/whole" {
			w.Write(make([]byte, 1000000))
		}
		w.Write(make([]byte, 10000))
	}))
	defer server.Close()
	a, c := begin(t, nil, open.Options{}, new(http.Opener))
	for _, path := range []string{"/whole", "/cut", "/closed"} {
		res, err := c.Open(t.Context(), earl.RFC3986.MustParse(server.URL+path))
		if err != nil {
			t.Fatal(err)
		}
		body := res.(*open.Document).Body
		if path != "/closed" {
			io.Copy(io.Discard, body)
		}
		body.Close()
	}
	var got []string
	for _, r := range a.records(t) {
		if r.Type() == warc.Response {
			got = append(got, strings.TrimPrefix(r.Target(), server.URL)+" "+r.Get(warc.FieldTruncated))
		}
	}
	if want := []string{"/whole ", "/cut disconnect", "/closed unspecified"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// The request, the response and the document of a simple protocol are three records.
func TestGopherAndFinger(t *testing.T) {
	t.Parallel()
	address := peers.Serve(t, func(c net.Conn) {
		bufio.NewReader(c).ReadString('\n')
		io.WriteString(c, "Hello\r\n.\r\n")
	})
	a, c := begin(t, nil, open.Options{}, gopher.Opener{}, finger.Opener{})
	get(t, c, "gopher://"+address+"/0/about")
	get(t, c, "finger://"+address+"/joe")
	var got []string
	for _, r := range a.records(t) {
		got = append(got, fmt.Sprintf("%s %s %q", r.Type(), r.ContentType(), r.block))
	}
	want := []string{
		`response application/x-gopher; msgtype=response "Hello\r\n.\r\n"`,
		`request application/x-gopher; msgtype=request "/about\r\n"`,
		`resource text/plain "Hello\r\n"`,
		`response application/x-finger; msgtype=response "Hello\r\n.\r\n"`,
		`request application/x-finger; msgtype=request "joe\r\n"`,
		`resource text/plain "Hello\r\n.\r\n"`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// The conversation of ftp has no password, even if the server repeats it.
func TestFTPPasswordIsHidden(t *testing.T) {
	t.Parallel()
	address := peers.Serve(t, func(c net.Conn) {
		in := bufio.NewReader(c)
		io.WriteString(c, "220 ready\r\n")
		for {
			line, err := in.ReadString('\n')
			if err != nil {
				return
			}
			switch verb, arg, _ := strings.Cut(strings.TrimSpace(line), " "); verb {
			case "USER":
				io.WriteString(c, "331 password?\r\n")
			case "PASS":
				fmt.Fprintf(c, "530 %s is wrong\r\n", arg)
			default:
				io.WriteString(c, "221 bye\r\n")
			}
		}
	})
	a, c := begin(t, nil, open.Options{}, new(ftp.Opener))
	if _, err := c.Open(t.Context(), earl.RFC3986.MustParse("ftp://joe:open%20sesame@"+address+"/a")); err == nil {
		t.Fatal("the login succeeded")
	}
	list := a.records(t)
	if len(list) != 1 || list[0].ContentType() != capture.ConversationType {
		t.Fatalf("records %v", types(list))
	}
	want := "< 220 ready\r\n> USER joe\r\n< 331 password?\r\n> PASS xxxxx\r\n< 530 xxxxx is wrong\r\n> QUIT\r\n"
	if got := list[0].block; !strings.HasPrefix(got, want) {
		t.Errorf("conversation %q, want %q", got, want)
	}
}

// A HEAD is not recorded: other programs would take it for an empty page.
func TestHeadIsNotRecorded(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(nethttp.HandlerFunc(func(nethttp.ResponseWriter, *nethttp.Request) {}))
	defer server.Close()
	a, c := begin(t, nil, open.Options{}, new(http.Opener))
	u := earl.RFC3986.MustParse(server.URL + "/")
	res, err := c.Do(t.Context(), &open.Request{URL: u, Head: true})
	if err != nil {
		t.Fatal(err)
	}
	res.(*open.Document).Body.Close()
	if _, err := c.Probe(t.Context(), u); err != nil {
		t.Fatal(err)
	}
	if list := a.records(t); len(list) != 0 {
		t.Errorf("records %v, want none", types(list))
	}
}

// A full disk ends the opening with an error, not with an archive that is silently incomplete.
func TestErrorOfTheArchive(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(nethttp.HandlerFunc(func(w nethttp.ResponseWriter, _ *nethttp.Request) { io.WriteString(w, "page") }))
	defer server.Close()
	a, c := begin(t, nil, open.Options{}, new(http.Opener))
	a.files.Close()
	res, err := c.Open(t.Context(), earl.RFC3986.MustParse(server.URL+"/"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(res.(*open.Document).Body); err == nil || !strings.Contains(err.Error(), "the archive cannot be written") {
		t.Errorf("%v, want the error of the archive", err)
	}
}

// A URL that contains its content needs no record.
func TestContentIsNotRecorded(t *testing.T) {
	t.Parallel()
	r := capture.New(nil, nil)
	if got := r.Record(&open.Request{URL: earl.RFC3986.MustParse("data:,a")}); got != nil {
		t.Errorf("data:,a is recorded: %v", got)
	}
}

// A file that a gateway opens for an afs URL is recorded under that URL.
func TestFileOfAGatewayIsRecordedAsItsURL(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "motd"), []byte("hello"), 0o600); err != nil {
		t.Fatal(err)
	}
	view, err := views.FileFromNative(runtime.GOOS, dir)
	if err != nil {
		t.Fatal(err)
	}
	root, err := view.URL(earl.RFC3986)
	if err != nil {
		t.Fatal(err)
	}
	gateway, err := open.ParseGateway("afs", strings.TrimSuffix(root.String(), "/")+"/{+rest}")
	if err != nil {
		t.Fatal(err)
	}
	a, c := begin(t, nil, open.Options{Gateways: []open.Gateway{gateway}}, file.Opener{})
	for _, text := range []string{"afs://motd", root.String() + "/motd"} {
		res, err := c.Follow(t.Context(), earl.RFC3986.MustParse(text))
		if err != nil {
			t.Fatal(err)
		}
		doc := res.(*open.Document)
		if _, err := io.Copy(io.Discard, doc.Body); err != nil {
			t.Fatal(err)
		}
		doc.Body.Close()
	}
	list := a.records(t)
	if len(list) != 2 || list[0].Target() != "afs://motd" || list[0].block != "hello" || list[1].Target() != root.String()+"/motd" {
		t.Errorf("the records are %v", list)
	}
}

// A part of a file is not written: other programs would take it for the file.
func TestPartIsNotWritten(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "a.txt")
	if err := os.WriteFile(name, []byte("0123456789"), 0o600); err != nil {
		t.Fatal(err)
	}
	a, c := begin(t, nil, open.Options{}, file.Opener{})
	u := earl.RFC3986.MustParse("file://" + filepath.ToSlash(name))
	for _, q := range []*open.Request{{URL: u, Offset: 5}, {URL: u, End: 5}, {URL: u}} {
		res, err := c.Do(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		body := res.(*open.Document).Body
		if _, err := io.ReadAll(body); err != nil {
			t.Error(err)
		}
		body.Close()
	}
	if list := a.records(t); len(list) != 1 || list[0].block != "0123456789" {
		t.Errorf("%d records, want one with the whole file", len(list))
	}
}
