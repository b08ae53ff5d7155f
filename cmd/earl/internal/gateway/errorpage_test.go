package gateway

import (
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"testing"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/file"
)

// An error page links to another attempt, to the level above, to URLs that the user probably
// meant, and to a copy in an archive.
func TestErrorsLeadOn(t *testing.T) {
	t.Parallel()
	missing := func(*open.Call) (open.Resource, error) { return nil, fmt.Errorf("gopher: %w", open.ErrNotFound) }
	gone := func(*open.Call) (open.Resource, error) {
		op := &net.OpError{Op: "dial", Net: "tcp", Addr: &net.TCPAddr{IP: net.IPv4(10, 0, 0, 1), Port: 80}, Err: syscall.ECONNREFUSED}
		return nil, fmt.Errorf("%w: %w", open.ErrConnect, op)
	}
	b := start(t, Options{Openers: []open.Opener{toy{"gopher", missing}, toy{"dict", missing}, toy{"ftp", missing}, toy{"http", gone}, toy{"https", gone}, file.Opener{}}})
	for address, want := range map[string][]string{
		"gopher://h/nothing":     {`id="meant" href="/open?url=gopher%3A%2F%2Fh%2F0%2Fnothing"`, "Did you mean <bdi>gopher://h/0/nothing</bdi>"},
		"gopher:h.example/1":     {"This URL has no host.", "two slashes and the name of a host", "Did you mean <bdi>gopher://h.example/1</bdi>"},
		"file://h.example/pub/a": {"The file is on another computer.", `id="meant" href="/open?url=ftp%3A%2F%2Fh.example%2Fpub%2Fa"`},
		"dict://h/d:loctor:w:2":  {"The dictionary does not have this word.", `id="similar" href="/open?url=dict%3A%2F%2Fh%2Fm%3Aloctor%3Aw"`, `<details id="details" open>`},
		"gopher://h/some/thing/": {"<bdi>gopher://h/1/some/thing/</bdi>"},
		"ftp://h/a/b.":           {"<bdi>ftp://h/a/b</bdi>", `id="up" href="/open?url=ftp%3A%2F%2Fh%2Fa%2F"`},
		"http://h/x":             {`id="again" href="/open?url=http%3A%2F%2Fh%2Fx"`, `id="archive" href="/open?url=https%3A%2F%2Fweb.archive.org%2Fweb%2Fhttp%3A%2F%2Fh%2Fx"`, "10.0.0.1:80: connection refused"},
	} {
		_, page := b.open(address)
		b.wants(page, want...)
		b.lacks(page, "dial tcp", "stat ")
	}
	_, page := b.open("gopher://h/0/nothing")
	b.wants(page, `id="first" href="/open?url=gopher%3A%2F%2Fh%2F"`, "Its reply is below.", `<details id="details" open>`) // the words of the server are not hidden
	b.lacks(page, `id="meant"`, `id="again"`)
}

// rfc1738 3.11: no page links to the top of a prospero server, since only the server knows its
// names. A server that needs a login which no opener sends gets no form for one.
func TestProsperoHasNoTop(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: []open.Opener{
		toy{"prospero", func(r *open.Call) (open.Resource, error) {
			if r.URL.Path() == "/closed" {
				return nil, fmt.Errorf("prospero: FAILURE NOT-AUTHORIZED: %w", open.ErrLogin)
			}
			return nil, fmt.Errorf("prospero: %w", open.ErrNotFound)
		}},
		toy{"ftp", func(*open.Call) (open.Resource, error) { return nil, fmt.Errorf("ftp: 530: %w", open.ErrLogin) }},
	}})
	_, page := b.open("prospero://h/pub/a")
	b.wants(page, "<bdi>prospero://h</bdi>")
	b.lacks(page, `href="/open?url=prospero%3A%2F%2Fh%2F"`)
	resp, page := b.open("prospero://h/closed")
	b.wants(page, "The server needs a login.", "earl cannot send the login")
	b.lacks(page, `id="login"`)
	if resp.StatusCode != http.StatusUnauthorized {
		t.Errorf("%s", resp.Status)
	}
	_, page = b.open("ftp://h/closed")
	b.wants(page, `id="login"`)
}

// If an HTTP server sends a document with an error status, the page shows the status first,
// then what it means, then the document.
func TestStatusComesFirst(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: []open.Opener{toy{"http", func(r *open.Call) (open.Resource, error) {
		doc := document(r, "text/plain", "the text of the server")
		fmt.Sscanf(r.URL.Path(), "/%d", &doc.Status)
		return doc, nil
	}}}})
	for status, want := range map[int]string{404: "The server has no page at this address.", 500: "an internal error", 503: "too busy", 403: "does not show this page", 410: "was removed", 418: "refused the request"} {
		resp, page := b.open(fmt.Sprintf("http://h/%d", status))
		if resp.StatusCode != status {
			t.Errorf("%d: %s", status, resp.Status)
		}
		b.wants(page, fmt.Sprintf("<h1>%d ", status), fmt.Sprintf("<title>%d ", status), want, "the text of the server", "What the server sent")
	}
	_, page := b.open("http://h/200")
	b.lacks(page, "What the server sent")
}

// The notes about a document are on its page, with links for their URLs, and so are those that
// are known at its end.
func TestEndNotesAreShown(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: []open.Opener{toy{"http", func(r *open.Call) (open.Resource, error) {
		doc := document(r, "text/plain", "text")
		doc.Note = []string{"the same in RDAP: http://rdap.h/domain/ <h>", "file:///etc/passwd"}
		doc.EndNotes = func() []string { return []string{"it may be <cut>"} }
		return doc, nil
	}}}})
	_, page := b.open("http://h/")
	b.wants(page, "it may be &lt;cut&gt;", `<li>the same in RDAP: <a href="/open?url=http%3A%2F%2Frdap.h%2Fdomain%2F">http://rdap.h/domain/</a> &lt;h&gt;</li>`, "<li>file:///etc/passwd</li>")
}

// The page of a question shows what the server reports about the database.
func TestFormShowsWhatItIsAbout(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: []open.Opener{toy{"wais", func(r *open.Call) (open.Resource, error) {
		return &open.Form{Meta: open.Meta{URL: r.URL, Size: -1}, Fields: []open.Question{{Name: "words", Prompt: "Words"}},
			About: []open.Entry{entry("The <catalogue>", "wais://h/db/TEXT/1"), entry("passwd", "file:///etc/passwd")}}, nil
	}}}})
	_, page := b.open("wais://h/db")
	b.wants(page, `<a href="/open?url=wais%3A%2F%2Fh%2Fdb%2FTEXT%2F1"><bdi>The &lt;catalogue&gt;</bdi></a>`, "<li><bdi>passwd</bdi></li>")
}

// The gateway reads a typed text like "earl get", and the page says how it was read.
func TestAddressBarReadsWhatUsersType(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: schemesOf(func(r *open.Call) (open.Resource, error) {
		return document(r, "text/plain", "opened "+r.URL.String()), nil
	}, "http", "https", "ftp", "gopher", "file", "mailto")})
	for text, want := range map[string]string{
		"example.com":          "http://example.com",
		"example.com/a b":      "http://example.com/a%20b",
		"localhost:8080/x":     "http://localhost:8080/x",
		"ftp.example.org/pub":  "ftp://ftp.example.org/pub",
		"/etc/hosts":           "file:///etc/hosts",
		"http://example.com/ö": "http://example.com/%C3%B6",
		"http://räksmörgås.se": "http://xn--rksmrgs-5wao1o.se/",
	} {
		resp, page := b.open(text)
		if resp.StatusCode != http.StatusOK {
			t.Errorf("%q: %s", text, resp.Status)
		}
		b.wants(page, "opened <a href=\"/open?url="+url.QueryEscape(want)+"\"", `id="read"><bdi>Read as `+want, `name="url" type="text" value="`+want+`"`)
		if strings.Contains(page, "edition=") {
			t.Errorf("%q: its links name an edition", text)
		}
	}
	_, page := b.open("http://example.com/")
	b.lacks(page, `id="read"`)
	for _, text := range []string{"http://1.2.3/", "http://0x7f.1/", "two words"} { // several readings, or none
		if resp, page := b.open(text); resp.StatusCode != http.StatusBadRequest || strings.Contains(page, "opened ") {
			t.Errorf("%q: %s", text, resp.Status)
		}
	}
}

// A URL whose user looks like a host opens only after the user has confirmed it, once for each
// login of a browser session. Its page repeats the caution.
func TestMisleadingUserIsConfirmed(t *testing.T) {
	t.Parallel()
	opened := 0
	b := start(t, Options{Openers: schemesOf(func(r *open.Call) (open.Resource, error) {
		opened++
		return document(r, "text/plain", "here it is"), nil
	}, "http", "ftp")})
	_, page := b.open("http://www.bank.com@host/")
	b.wants(page, "Is this the server that you mean?", `id="cautions"`, `href="/open?url=http%3A%2F%2Fwww.bank.com%40host%2F&amp;sure=1"`, "Open it at host")
	if opened > 0 {
		t.Fatal("it was opened before the user confirmed it")
	}
	for _, path := range []string{"/open?url=" + url.QueryEscape("http://www.bank.com@host/") + "&sure=1", "/open?url=" + url.QueryEscape("http://www.bank.com@host/other")} {
		_, page = b.get(path)
		b.wants(page, "here it is", `id="caution"`, "the host is host")
	}
	for _, other := range []string{"http://www.bank.com@other/", "ftp://www.bank.com@host/", "http://www.bank.com@host:81/"} {
		if _, page = b.open(other); strings.Contains(page, "here it is") {
			t.Errorf("%s was opened without a question", other)
		}
	}
	_, page = b.open("http://me@host/")
	b.wants(page, "here it is")
	b.lacks(page, `id="caution"`)
}
