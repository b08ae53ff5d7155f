package gateway

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/links"
	"github.com/earl-url/earl/linkcheck/report"
	"github.com/earl-url/earl/open"
	earlhttp "github.com/earl-url/earl/open/http"
)

// findLinks posts the form of the page Links and returns the page with the links.
func (b *browser) findLinks(fields url.Values) (id, page string) {
	b.Helper()
	resp, body := b.post("/links", fields)
	to, err := resp.Location()
	if err != nil {
		b.Fatalf("%s: %s", resp.Status, body)
	}
	_, page = b.get(to.RequestURI())
	return to.Query().Get("set"), page
}

// upload posts a file to the page Links.
func (b *browser) upload(name, text string) string {
	b.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	form.WriteField("form", b.gateway.keys.Sign(formPurpose, ""))
	f, _ := form.CreateFormFile("file", name)
	io.WriteString(f, text)
	form.Close()
	r, _ := http.NewRequest(http.MethodPost, b.base+"/links", &body)
	r.Header.Set("Content-Type", form.FormDataContentType())
	r.Header.Set("Origin", "null")
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	resp, text := b.do(r)
	to, err := resp.Location()
	if err != nil {
		b.Fatalf("%s: %s", resp.Status, text)
	}
	_, page := b.get(to.RequestURI())
	return page
}

// The page finds the links of a text, of a file by its name, and of a URL, with their
// positions, and opens none of them.
func TestLinksAreFound(t *testing.T) {
	t.Parallel()
	var opened []string
	b := start(t, Options{Openers: schemesOf(func(r *open.Call) (open.Resource, error) {
		opened = append(opened, r.URL.String())
		if r.URL.Scheme() == "gopher" {
			return listingOf(r, entry("a", "gopher://h/0/a"), entry("a line", ""), entry("b", "ftp://h/b")), nil
		}
		return document(r, "text/html", `<p><a href="b?c">x</a> http://no.example/`), nil
	}, "http", "gopher")})
	_, page := b.get("/links")
	b.wants(page, `enctype="multipart/form-data"`, `id="links-text"`)
	_, page = b.findLinks(url.Values{"text": {"See http://h/a and\nnews:x.y <b>"}})
	b.wants(page, "2 links", `href="/open?url=http%3A%2F%2Fh%2Fa"`, ">1:5<", "<bdi>news:x.y</bdi>", ">2:1<")
	b.lacks(page, "<b>")
	_, page = b.findLinks(url.Values{"text": {"[x](y.md) `http://code/`"}, "type": {"markdown"}, "base": {"http://h/docs/"}})
	b.wants(page, "1 link.", "<bdi>y.md</bdi>", "<code>http://h/docs/y.md</code>")
	page = b.upload("../a<b>.md", "# T\n\n[x](http://h/z \"t\")\n")
	b.wants(page, "Links of a_b_.md", "<bdi>http://h/z</bdi>", ">3:5<")
	b.lacks(page, "..")
	if opened != nil {
		t.Errorf("opened %q", opened)
	}
	_, page = b.findLinks(url.Values{"url": {"http://u:geheim@h/docs/a"}})
	b.wants(page, "<bdi>b?c</bdi>", "<code>http://xxxxx@h/docs/b?c</code>")
	b.lacks(page, "no.example", "geheim")
	_, page = b.findLinks(url.Values{"url": {"gopher://h/1/"}})
	b.wants(page, "2 links", "<bdi>gopher://h/0/a</bdi>", ">3:1<")
	for _, bad := range []url.Values{{}, {"url": {"telnet://h/"}}, {"text": {"x"}, "base": {"docs/"}}, {"text": {"x"}, "type": {"exe"}}} {
		if resp, page := b.post("/links", bad); resp.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(page, `role="alert"`) {
			t.Errorf("%v: %s", bad, resp.Status)
		}
	}
}

// A check sends each row when the link has been checked, without a script. Stop ends the check
// and keeps the results so far. Only one check runs at a time.
func TestCheckStreamsItsRows(t *testing.T) {
	t.Parallel()
	ended := make(chan error, 2)
	slow := asking{"http", func(ctx context.Context, r *open.Call) (open.Resource, error) {
		if host, _ := r.URL.Host(); host == "slow" {
			<-ctx.Done()
			ended <- ctx.Err()
			return nil, ctx.Err()
		}
		return document(r, "text/plain", "x"), nil
	}}
	b := start(t, Options{Openers: []open.Opener{slow}})
	id, _ := b.findLinks(url.Values{"text": {"http://fast/ http://slow/"}})
	begin := func() *bufio.Reader {
		r, _ := http.NewRequest(http.MethodPost, b.base+"/links/check", strings.NewReader(url.Values{"set": {id}, "form": {b.gateway.keys.Sign(formPurpose, "")}}.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		ctx, cancel := context.WithCancel(t.Context())
		t.Cleanup(cancel)
		resp, err := b.client.Do(r.WithContext(ctx))
		if err != nil {
			t.Fatal(err)
		}
		in := bufio.NewReader(resp.Body)
		for {
			line, err := in.ReadString('\n')
			if err != nil {
				t.Fatalf("the page ends before the row: %v", err)
			}
			if strings.Contains(line, `<li class="is-ok">`) { // while the other link still waits
				return in
			}
		}
	}
	in := begin()
	if resp, page := b.post("/links/check", url.Values{"set": {id}}); resp.StatusCode != http.StatusConflict || !strings.Contains(page, "Another check is running") {
		t.Errorf("a second check: %s", resp.Status)
	}
	if resp, _ := b.post("/links/stop", url.Values{}); resp.StatusCode != http.StatusNoContent {
		t.Errorf("stop: %s", resp.Status)
	}
	rest, err := io.ReadAll(in)
	if err != nil || !strings.Contains(string(rest), "Stopped: 0 broken") || !strings.HasSuffix(strings.TrimSpace(string(rest)), "</html>") {
		t.Errorf("the page ends with %q, %v", rest, err)
	}
	<-ended
	_, page := b.get("/links?set=" + id)
	b.wants(page, "Stopped: ", "<bdi>http://fast/</bdi>", "Check again")
}

// A check ends when the browser leaves.
func TestCheckEndsWithItsBrowser(t *testing.T) {
	t.Parallel()
	begun, ended := make(chan bool), make(chan error, 1)
	b := start(t, Options{Openers: []open.Opener{asking{"http", func(ctx context.Context, _ *open.Call) (open.Resource, error) {
		close(begun)
		<-ctx.Done()
		ended <- ctx.Err()
		return nil, ctx.Err()
	}}}})
	id, _ := b.findLinks(url.Values{"text": {"http://slow/"}})
	ctx, leave := context.WithCancel(t.Context())
	r, _ := http.NewRequestWithContext(ctx, http.MethodPost, b.base+"/links/check", strings.NewReader(url.Values{"set": {id}, "form": {b.gateway.keys.Sign(formPurpose, "")}}.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := b.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	<-begun
	leave()
	select {
	case <-ended:
	case <-time.After(10 * time.Second):
		t.Error("the check runs after the browser has gone")
	}
}

// F1: a check keeps the guards of the gateway: it refuses private addresses and the
// gateway's own port, and opens no local file. It sends no login of the user.
func TestCheckIsGuarded(t *testing.T) {
	t.Parallel()
	var hits, logins atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		hits.Add(1)
		if _, _, ok := r.BasicAuth(); ok {
			logins.Add(1)
		}
		w.Header().Set("WWW-Authenticate", `Basic realm="x"`)
		w.WriteHeader(http.StatusUnauthorized)
	}))
	defer server.Close()
	files := toy{"file", func(*open.Call) (open.Resource, error) {
		t.Error("a local file was opened")
		return nil, io.EOF
	}}
	for _, allowed := range []bool{false, true} {
		o := Options{Openers: []open.Opener{&earlhttp.Opener{}, files}}
		if allowed {
			o.AllowNet = []open.Net{everyNet(t, "127.0.0.1")}
		}
		b := start(t, o)
		b.gateway.logins.Add(open.Login{Scheme: "http", Host: strings.TrimPrefix(server.URL, "http://"), User: earl.Some(earl.Octets("me")), Password: earl.NewSecret("geheim")})
		id, _ := b.findLinks(url.Values{"text": {server.URL + "/x " + b.base + "/ file:///etc/passwd"}})
		_, page := b.post("/links/check", url.Values{"set": {id}})
		b.wants(page, "the gateway does not check local files", "0 fine, 1 not opened")
		if allowed {
			b.wants(page, "is this gateway itself", ">login<")
		} else {
			b.wants(page, "earl serve --allow-net 127.0.0.1 allows it", ">refused<")
		}
		if got := hits.Load() > 0; got != allowed {
			t.Errorf("allowed %v: the server was asked %d times", allowed, hits.Load())
		}
	}
	if logins.Load() > 0 {
		t.Error("a login of the user was sent")
	}
}

// A report is saved in the formats of package report, as a file that no page shows.
func TestReportsAreSaved(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: []open.Opener{toy{"http", func(r *open.Call) (open.Resource, error) {
		if r.URL.Path() == "/gone" {
			return nil, fmt.Errorf("http: 404: %w", open.ErrNotFound)
		}
		return document(r, "text/plain", "x"), nil
	}}}})
	id, _ := b.findLinks(url.Values{"text": {"http://h/ok http://u:geheim@h/gone"}})
	_, page := b.post("/links/check", url.Values{"set": {id}})
	b.wants(page, "1 broken, 0 to look at, 1 fine", ">not-found<", "Remove the link, or find out where the object is now.")
	_, page = b.get("/links?set=" + id)
	if strings.Index(page, "/gone") > strings.Index(page, "<bdi>http://h/ok") {
		t.Error("broken links do not come first")
	}
	for format, want := range map[string]string{
		"jsonl":    `"status":"not-found","severity":"fault"`,
		"html":     "1 broken link",
		"markdown": "**1 problem, 1 ok**",
		"csv":      "not-found,fault",
	} {
		resp, text := b.get("/links/report?set=" + id + "&as=" + format)
		if !strings.Contains(text, want) || !strings.HasPrefix(resp.Header.Get("Content-Disposition"), "attachment;") || strings.Contains(text, "geheim") {
			t.Errorf("%s: %q: %s", format, resp.Header.Get("Content-Disposition"), text)
		}
	}
	for f := range report.Formats() {
		resp, _ := b.get("/links/report?set=" + id + "&as=" + f)
		known := f == "jsonl" || f == "html" || f == "markdown" || f == "csv"
		if (resp.StatusCode == http.StatusOK) != known {
			t.Errorf("%s: %s", f, resp.Status)
		}
	}
	b.post("/forget", url.Values{})
	if resp, _ := b.get("/links?set=" + id); resp.StatusCode != http.StatusGone {
		t.Errorf("after Forget: %s", resp.Status)
	}
}

// A document is searched up to a limit, and only the last documents are kept.
func TestLinksAreBounded(t *testing.T) {
	t.Parallel()
	b := start(t, Options{})
	first, page := b.findLinks(url.Values{"text": {strings.Repeat("http://h/ ", links.MaxLinks+1)}})
	b.wants(page, fmt.Sprintf("%d links", links.MaxLinks), `id="more"`)
	for range links.MaxSets {
		b.findLinks(url.Values{"text": {"http://h/"}})
	}
	if resp, _ := b.get("/links?set=" + first); resp.StatusCode != http.StatusGone {
		t.Errorf("the first set: %s", resp.Status)
	}
	if resp, _ := b.post("/links", url.Values{"text": {strings.Repeat("x", maxForm)}}); resp.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("a long text: %s", resp.Status)
	}
}
