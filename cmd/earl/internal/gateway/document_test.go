package gateway

import (
	"bufio"
	"io"
	"mime"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/access"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/fetch"
	"github.com/earl-url/earl/open"
)

// library is an opener of documents by their paths: media type and text.
func library(scheme string, shelf map[string][2]string) toy {
	return toy{scheme, func(r *open.Call) (open.Resource, error) {
		d, ok := shelf[r.URL.Path()]
		if !ok {
			return nil, open.ErrNotFound
		}
		return document(r, d[0], d[1]), nil
	}}
}

// Each document is shown by its type. A browser saves types that it would run or guess.
func TestDocumentsByType(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: []open.Opener{library("http", map[string][2]string{
		"/page":      {"text/html; charset=iso-8859-1", "<script>alert(1)</script>"},
		"/xhtml":     {"application/xhtml+xml", "<html/>"},
		"/drawing":   {"image/svg+xml", "<svg onload='alert(1)'/>"},
		"/text":      {"text/plain", "plain <b>"},
		"/code":      {"text/javascript", "alert(1)"},
		"/json":      {"application/json", "{}"},
		"/gif":       {"image/gif", "GIF89a"},
		"/sound":     {"audio/mpeg", "ID3"},
		"/film":      {"video/mp4", "...."},
		"/pdf":       {"application/pdf", "%PDF-1.4"},
		"/notpdf":    {"application/pdf", "<html>"},
		"/zip":       {"application/zip", "PK"},
		"/flash":     {"application/x-shockwave-flash", "FWS"},
		"/unknown":   {"", "just words\n"},
		"/sniffed":   {"", "<html><script>alert(1)</script>"},
		"/broken":    {"text/html;;;", "\x00\x01\x02"},
		"/manifest":  {"text/cache-manifest", "CACHE MANIFEST"},
		"/multipart": {"multipart/x-mixed-replace; boundary=x", "--x"},
	})}})
	const linking = "sandbox allow-forms allow-top-navigation-by-user-activation; default-src 'none'"
	for path, tt := range map[string]struct{ shown, media, disposition, policy string }{
		"/page":      {`<iframe class="remote" id="remote" sandbox="allow-same-origin allow-forms allow-top-navigation-by-user-activation" src="`, "text/html; charset=iso-8859-1", "", linking},
		"/xhtml":     {"<iframe", "application/xhtml+xml", "", "sandbox;"},
		"/drawing":   {"<iframe", "image/svg+xml", "", "sandbox;"},
		"/text":      {"plain &lt;b&gt;", "text/plain", "", "sandbox;"},
		"/code":      {"alert(1)</div>", "text/plain", "", "sandbox;"},
		"/json":      {"{}</div>", "text/plain", "", "sandbox;"},
		"/gif":       {`<img id="remote"`, "image/gif", "", "sandbox;"},
		"/sound":     {"<audio", "audio/mpeg", "", "sandbox;"},
		"/film":      {"<video", "video/mp4", "", "sandbox;"},
		"/pdf":       {"<iframe", "application/pdf", "", "default-src 'none'"},
		"/notpdf":    {"does not show", "application/octet-stream", "attachment", "sandbox;"},
		"/zip":       {"does not show", "application/octet-stream", "attachment", "sandbox;"},
		"/flash":     {"does not show", "application/octet-stream", "attachment", "sandbox;"},
		"/unknown":   {"just words", "text/plain", "", "sandbox;"},
		"/sniffed":   {"<iframe", "text/html", "", linking},
		"/manifest":  {"CACHE", "text/plain", "", "sandbox;"},
		"/multipart": {"does not show", "application/octet-stream", "attachment", "sandbox;"},
	} {
		resp, page := b.open("http://h" + path)
		b.wants(page, tt.shown)
		b.lacks(page, "<script>", "<svg")
		if resp.Header.Get("Content-Security-Policy") == "" {
			t.Errorf("%s: a page without a policy", path)
		}
		resp, _ = b.get("/file?url=" + url.QueryEscape("http://h"+path))
		disposition, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Disposition"))
		policy := resp.Header.Get("Content-Security-Policy")
		if got := resp.Header.Get("Content-Type"); got != tt.media || disposition != tt.disposition || !strings.HasPrefix(policy, tt.policy) {
			t.Errorf("%s: %q, %q, %q; want %q", path, got, disposition, policy, tt)
		}
		for _, bad := range []string{"allow-scripts", "allow-same-origin", "script-src", "connect-src", "allow-popups", "allow-downloads", "allow-modals", "allow-top-navigation;", "allow-top-navigation "} {
			if strings.Contains(policy, bad) {
				t.Errorf("%s: policy %q", path, policy)
			}
		}
		if resp.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: may be guessed at", path)
		}
		resp, _ = b.get("/file?download=1&url=" + url.QueryEscape("http://h"+path))
		if got := resp.Header.Get("Content-Type"); got != "application/octet-stream" || !strings.HasPrefix(resp.Header.Get("Content-Disposition"), "attachment") {
			t.Errorf("%s saved: %q %q", path, got, resp.Header.Get("Content-Disposition"))
		}
	}
}

// A document has a sandbox path. From there its relative references open other documents of
// the same server without a cookie. Its key opens no other server.
func TestRawPathIsForOneServer(t *testing.T) {
	t.Parallel()
	var asked []string
	b := start(t, Options{Openers: []open.Opener{toy{"http", func(r *open.Call) (open.Resource, error) {
		asked = append(asked, r.URL.String())
		return document(r, "image/gif", "GIF89a"), nil
	}}}})
	raw, ok := b.gateway.rewriter.SandboxPath(earl.RFC3986.MustParse("http://h:8080/a/b%2Fc.html?q=1#f"))
	if !ok || !strings.HasSuffix(raw, "/http/h:8080/a/b%2Fc.html?q=1#f") {
		t.Fatalf("%q", raw)
	}
	stranger := &http.Client{} // a sandbox sends no cookie
	ask := func(path string, site string) int {
		r, _ := http.NewRequest(http.MethodGet, b.base+path, nil)
		r.URL.Opaque, _, _ = strings.Cut(path, "?") // sent unchanged
		r.Header.Set("Sec-Fetch-Site", site)
		r.Header.Set("Origin", "null") // as browsers do for a sandbox within a page
		resp, err := stranger.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		return resp.StatusCode
	}
	dir := raw[:strings.LastIndex(raw, "/a/")]
	for _, path := range []string{raw, dir + "/x%20y.gif", dir + "//z?", dir, dir + "/a|b%2Fc", dir + "/d?e[]={f}|^g%3D100%"} {
		if got := ask(path, "cross-site"); got != http.StatusOK {
			t.Errorf("%s: %d", path, got)
		}
	}
	want := []string{"http://h:8080/a/b%2Fc.html?q=1", "http://h:8080/x%20y.gif", "http://h:8080//z?", "http://h:8080",
		"http://h:8080/a%7Cb%2Fc", "http://h:8080/d?e%5B%5D=%7Bf%7D%7C%5Eg%3D100%25"}
	if strings.Join(asked, " ") != strings.Join(want, " ") {
		t.Errorf("asked %q, want %q", asked, want)
	}
	asked = nil
	other, _ := b.gateway.rewriter.SandboxPath(earl.RFC3986.MustParse("http://0x7f.1/a")) // a name that browsers read as an address
	if got := ask(other+"|b", "cross-site"); got != http.StatusBadRequest {
		t.Errorf("another server by way of an escape: %d", got)
	}
	key := strings.Split(raw, "/")[2]
	for _, path := range []string{
		"/raw/" + key + "/http/other/x", "/raw/" + key + "/http/h:80/x", "/raw/" + key + "/ftp/h:8080/x", "/raw/" + key + "/http/h:8080@other/x",
		"/raw/" + key + "/file//etc/passwd", "/raw/" + key[1:] + "0/http/h:8080/x", "/raw/" + key, "/raw/", "/open?url=http://h:8080/", "/file?url=http://h:8080/",
	} {
		if got := ask(path, "cross-site"); got != http.StatusForbidden {
			t.Errorf("%s: %d", path, got)
		}
	}
	if asked != nil {
		t.Errorf("asked %q", asked)
	}
	r, _ := http.NewRequest(http.MethodPost, b.base+raw, nil)
	if resp, err := stranger.Do(r); err != nil || resp.StatusCode != http.StatusForbidden {
		t.Errorf("POST: %v %v", resp, err)
	}
}

// The policy of a sandbox has only its own directives, whatever a URL contains.
func TestSandboxIsNotEscaped(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: []open.Opener{toy{"http", func(r *open.Call) (open.Resource, error) { return document(r, "text/html", "<p>"), nil }}}})
	for _, address := range []string{"http://a;script-src%20*@h/", "http://a,script-src@h/", "http://h;sandbox%20allow-scripts/"} {
		resp, _ := b.get("/file?edition=rfc3986&url=" + url.QueryEscape(address))
		policy := resp.Header.Get("Content-Security-Policy")
		if n := strings.Count(policy, ";"); n != strings.Count(access.ClosedPolicy, ";") && n != 8 || strings.Contains(policy, ",") {
			t.Errorf("%s: %q", address, policy)
		}
	}
}

// A part of a document is served as a part if the size of the document is known.
func TestRange(t *testing.T) {
	t.Parallel()
	sized := true
	b := start(t, Options{Openers: []open.Opener{toy{"ftp", func(r *open.Call) (open.Resource, error) {
		d := document(r, "audio/mpeg", "0123456789")
		if !sized {
			d.Size = -1
		}
		return d, nil
	}}}})
	ask := func(field string) (*http.Response, string) {
		r, _ := http.NewRequest(http.MethodGet, b.base+"/file?url=ftp://h/a", nil)
		r.Header.Set("Range", field)
		return b.do(r)
	}
	for field, want := range map[string]struct {
		status     int
		span, text string
	}{
		"bytes=2-4":   {206, "bytes 2-4/10", "234"},
		"bytes=7-":    {206, "bytes 7-9/10", "789"},
		"bytes=8-99":  {206, "bytes 8-9/10", "89"},
		"bytes=10-":   {416, "bytes */10", ""},
		"bytes=11-":   {416, "", ""},
		"bytes=-3":    {200, "", "0123456789"},
		"bytes=0-":    {200, "", "0123456789"},
		"bytes=1-2,4": {200, "", "0123456789"},
		"lines=1-2":   {200, "", "0123456789"},
		"bytes=4-2":   {200, "", "0123456789"},
	} {
		resp, text := ask(field)
		if resp.StatusCode != want.status || resp.Header.Get("Content-Range") != want.span || want.text != "" && text != want.text {
			t.Errorf("%s: %s %q %q", field, resp.Status, resp.Header.Get("Content-Range"), text)
		}
	}
	r, _ := http.NewRequest(http.MethodHead, b.base+"/file?url=ftp://h/a", nil)
	r.Header.Set("Range", "bytes=2-4")
	if resp, _ := b.do(r); resp.StatusCode != 200 || resp.ContentLength != 10 {
		t.Errorf("HEAD: %s, %d bytes", resp.Status, resp.ContentLength)
	}
	sized = false
	if resp, text := ask("bytes=2-4"); resp.StatusCode != 200 || text != "0123456789" {
		t.Errorf("of an unknown size: %s %q", resp.Status, text)
	}
}

// A client can see that a document is truncated.
func TestCutDocumentIsNoWhole(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: []open.Opener{toy{"ftp", func(r *open.Call) (open.Resource, error) {
		d := document(r, "text/plain", "half")
		d.Size, d.Body = -1, io.NopCloser(io.MultiReader(strings.NewReader("half"), failing{}))
		return d, nil
	}}}})
	resp, err := b.client.Get(b.base + "/file?url=ftp://h/a")
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(resp.Body)
	resp.Body.Close()
	if string(text) != "half" || err == nil {
		t.Errorf("the file is %q, %v; want the part that arrived, and an error", text, err)
	}
	_, page := b.open("ftp://h/a")
	b.wants(page, "half", "The text is incomplete")
}

// A page says that a document that the browser loads is incomplete, also if it arrives
// slowly, and the document itself ends without its proper end.
func TestCutDocumentsSaySo(t *testing.T) {
	t.Parallel()
	for media, noun := range map[string]string{"text/html": "page", "image/png": "picture", "audio/mpeg": "sound", "video/mp4": "video", "application/pdf": "document", "image/svg+xml": "page"} {
		for name, slow := range map[string]time.Duration{"fast": time.Hour, "slow": time.Nanosecond} {
			for _, size := range []int64{400, -1} {
				for end, err := range map[string]error{"cut": open.ErrCut, "gzip": io.ErrUnexpectedEOF, "reset": open.ErrProtocol, "whole": nil} {
					if size < 0 && (noun == "sound" || noun == "video") {
						continue
					}
					begun := make(chan struct{})
					b := start(t, Options{Openers: []open.Opener{toy{"ftp", func(r *open.Call) (open.Resource, error) {
						d := document(r, media, "half")
						d.Size = size
						var rest io.Reader = strings.NewReader("")
						if err != nil {
							rest = iotest.ErrReader(err)
						}
						d.Body = io.NopCloser(io.MultiReader(strings.NewReader("%PDF-1.4 <p>half"), waiting{begun}, rest))
						return d, nil
					}}}})
					b.gateway.slowTime = slow
					time.AfterFunc(map[string]time.Duration{"fast": 0, "slow": 20 * time.Millisecond}[name], func() { close(begun) })
					_, page := b.open("ftp://h/a")
					said := strings.Contains(page, "This "+noun+" is incomplete: ")
					if said != (err != nil) {
						t.Errorf("%s, %s, %d bytes, %s: the page says that it is incomplete: %v\n%s", media, name, size, end, said, page)
					}
				}
			}
		}
	}
}

// waiting is a body that ends when a channel is closed.
type waiting struct{ until chan struct{} }

func (w waiting) Read([]byte) (int, error) {
	<-w.until
	return 0, io.EOF
}

// failing is a truncated body.
type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, open.ErrCut }

// line is the line that an endless body repeats.
var line = strings.Repeat("x", 64<<10)

// endless is a body of n bytes.
type endless struct {
	left int64
	end  func()
}

func (e *endless) Read(p []byte) (int, error) {
	if e.left == 0 {
		e.end()
		return 0, io.EOF
	}
	n := copy(p[:min(int64(len(p)), e.left)], line)
	e.left -= int64(n)
	return n, nil
}

func (e *endless) Close() error { return nil }

// discard is a response that drops its body.
type discard struct {
	header http.Header
	n      int64
}

func (d *discard) Header() http.Header         { return d.header }
func (d *discard) WriteHeader(int)             {}
func (d *discard) Write(p []byte) (int, error) { d.n += int64(len(p)); return len(p), nil }

// A document of 1 GiB passes through in constant memory, and a page shows the beginning of a
// text of 1 GiB.
func TestLargeDocumentIsAStream(t *testing.T) {
	const size = 1 << 30
	var before, at runtime.MemStats
	o := toy{"ftp", func(r *open.Call) (open.Resource, error) {
		d := document(r, "text/plain", "")
		d.Size, d.Body = size, &endless{size, func() { runtime.ReadMemStats(&at) }}
		return d, nil
	}}
	g := New(Options{Hosts: []string{inside}, Openers: []open.Opener{o}})
	defer g.Close()
	runtime.GC()
	runtime.ReadMemStats(&before)
	w := &discard{header: http.Header{}}
	g.ServeHTTP(w, visitor(g, http.MethodGet, "/file?url=ftp://h/a"))
	if w.n != size {
		t.Errorf("%d bytes", w.n)
	}
	if held := int64(at.TotalAlloc - before.TotalAlloc); held > 4<<20 { // a few bytes per write, for a response without deadlines
		t.Errorf("%d bytes were allocated", held)
	}
	page := httptest.NewRecorder()
	g.ServeHTTP(page, visitor(g, http.MethodGet, "/open?url=ftp://h/a"))
	if n := page.Body.Len(); n < maxText || n > 2*maxText || !strings.Contains(page.Body.String(), `id="part">Bytes 1 to 1048576 of 1073741824<`) {
		t.Errorf("a page of %d bytes", n)
	}
}

// A text is decoded from its charset, or from the one that it seems to have. Characters that
// control a terminal or change the direction of text are removed.
func TestTextIsReadable(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: []open.Opener{library("ftp", map[string][2]string{
		"/utf8":   {"text/plain", "naïve — ok"},
		"/latin1": {"text/plain", "na\xefve\n"},
		"/koi8":   {"text/plain; charset=koi8-r", "\xf0\xd2\xc9"},
		"/jis":    {"text/plain; charset=iso-2022-jp", "\x1b$B$\"\x1b(B"},
		"/mixed":  {"text/plain", "caf\xe9\nna\xc3\xafve\n"},
		"/ansi":   {"text/plain", "\x1b[31mred\x1b[0m \x1b]0;title\x07x\x1b(B N\bNA\bAM\bME _\bu \x00\u202e!"},
		"/dos":    {"text/plain", "one\r\ntwo\rthree"},
		"/wide":   {"", "\xff\xfew\x00\xef\x00d\x00e\x00\n\x00"},
		"/marked": {"text/plain; charset=utf-8", "\xef\xbb\xbfbegins\n"},
	})}})
	for path, want := range map[string]string{
		"/utf8": "naïve — ok", "/latin1": "naïve", "/koi8": "При", "/jis": "あ", "/mixed": "café\nnaïve",
		"/ansi": ">red x NAME u \uFFFD\uFFFD!<", "/dos": "one\ntwo\nthree",
		"/wide": ">wïde", "/marked": ">begins",
	} {
		_, page := b.open("ftp://h" + path)
		b.wants(page, want)
		b.lacks(page, "\x1b", "\u202e", "\x00")
	}
}

// The file name of a saved document is one part of a path, whatever the URL contains.
func TestFileNames(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"ftp://h/a/b.txt":            "b.txt",
		"ftp://h/a%2Fb.txt;type=i":   "b.txt",
		"ftp://h/..%5C..%5Cevil.exe": "_.._evil.exe",
		"ftp://h/a%20day%20at%20sea": "a day at sea",
		"http://h/.htaccess":         "htaccess",
		"http://h/":                  "http",
		"ftp://h/%22%0D%0Ax":         "__r_nx",
		"ftp://h/%E2%80%AEgpj.exe":   "_u{202E}gpj.exe",
		"gopher://h/9/pub/na%EFve":   "naïve",
	} {
		if got := fileName(earl.RFC3986.MustParse(address)); got != want {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
	}
	if got := fetch.SafeName(strings.Repeat("é", 1000)); len(got) > 130 {
		t.Errorf("a name of %d bytes", len(got))
	}
}

// The page of an empty text says that it is empty. The page of a text that ended early,
// before its first byte, does not.
func TestEmptyText(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: []open.Opener{toy{"http", func(r *open.Call) (open.Resource, error) {
		doc := document(r, "text/plain", "")
		if r.URL.Path() == "/cut" {
			doc.Body = io.NopCloser(iotest.ErrReader(open.ErrCut))
		}
		return doc, nil
	}}}})
	_, page := b.open("http://h/")
	b.wants(page, "0 B", `id="empty">There is nothing here.</p>`)
	_, page = b.open("http://h/cut")
	b.wants(page, "The text is incomplete")
	b.lacks(page, "There is nothing here")
}

// A page or file made from an error document has the status of the server, if that is a
// valid HTTP status. Source: rfc9110 15.
func TestStatusOfServer(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]int{0: 200, 200: 200, 304: 200, 404: 404, 599: 599, 600: 502, 999: 502, 1000: 502, 42: 502, -1: 502} {
		b := start(t, Options{Openers: []open.Opener{toy{"http", func(r *open.Call) (open.Resource, error) {
			doc := document(r, "text/plain", "the text")
			doc.Status = status
			return doc, nil
		}}}})
		raw, _ := b.gateway.rewriter.SandboxPath(earl.RFC3986.MustParse("http://h/"))
		for _, path := range []string{"/open?url=http://h/", "/file?url=http://h/", "/file?download=1&url=http://h/", raw} {
			if resp, text := b.get(path); resp.StatusCode != want || !strings.Contains(text, "the text") {
				t.Errorf("%d at %s: %s", status, path, resp.Status)
			}
		}
	}
}

// The time to find a title is proportional to the length of a page, even if its server sends
// one byte at a time. A title that arrives in pieces is found.
func TestPageHeadInPieces(t *testing.T) {
	pieces := func(text string) *bufio.Reader {
		return bufio.NewReaderSize(iotest.OneByteReader(strings.NewReader(text)), headLen)
	}
	if head := string(pageHead(pieces("<TITLE>a</Title>more"))); head != "<TITLE>a</Title" {
		t.Errorf("the head is %q", head)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if n := len(pageHead(pieces(strings.Repeat("a", headLen)))); n != headLen {
		t.Errorf("the head has %d bytes", n)
	}
	if runtime.ReadMemStats(&after); after.TotalAlloc-before.TotalAlloc > 64<<20 {
		t.Errorf("%d bytes were copied", after.TotalAlloc-before.TotalAlloc)
	}
}
