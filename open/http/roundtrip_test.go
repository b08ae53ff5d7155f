package http_test

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	nethttp "net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"github.com/earl-url/earl/internal/demo"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/file"
	"github.com/earl-url/earl/open/ftp"
	"github.com/earl-url/earl/open/gopher"
	"github.com/earl-url/earl/open/http"
	"github.com/earl-url/earl/open/mailto"
	"github.com/earl-url/earl/open/prospero"
)

// webClient returns an http.Client that uses the openers.
func webClient(t *testing.T, o open.Options, more ...open.Opener) *nethttp.Client {
	t.Helper()
	opener := new(http.Opener)
	client := open.New(o, append(more, opener)...)
	t.Cleanup(func() { client.Close() })
	return &nethttp.Client{Transport: http.NewRoundTripper(client, opener)}
}

// C1: the limits of the policy apply to http as to other schemes.
func TestRoundTripperLimitsTheSize(t *testing.T) {
	s := httptest.NewServer(nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		if r.URL.Path == "/stream" {
			w.(nethttp.Flusher).Flush()
		}
		io.WriteString(w, "object")
	}))
	defer s.Close()
	for max, want := range map[int64]string{5: "objec", 6: "object"} {
		c := webClient(t, open.Options{Policy: open.Policy{MaxSize: max}})
		resp, err := c.Get(s.URL + "/stream")
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if string(b) != want || isTooLarge(err) != (max == 5) {
			t.Errorf("at most %d bytes: %q, %v", max, b, err)
		}
		resp, err = c.Get(s.URL + "/known")
		if isTooLarge(err) != (max == 5) {
			t.Errorf("at most %d bytes: %v", max, err)
		}
		if err == nil {
			resp.Body.Close()
		}
		if resp, _ := ask(t, c, "HEAD", s.URL+"/known"); resp.ContentLength != 6 {
			t.Errorf("HEAD: %d bytes", resp.ContentLength)
		}
	}
}

// isTooLarge reports whether an error is the refusal of an object that is too large.
func isTooLarge(err error) bool {
	var r *open.Refusal
	return errors.As(err, &r) && r.Name == open.GuardMaxSize
}

// public is a network in which every host has a public address.
func public(context.Context, string, string) ([]netip.Addr, error) {
	return []netip.Addr{netip.MustParseAddr("8.8.8.8")}, nil
}

// ask sends a request and returns the response with its body.
func ask(t *testing.T, c *nethttp.Client, method, url string, header ...string) (*nethttp.Response, string) {
	t.Helper()
	req, err := nethttp.NewRequestWithContext(t.Context(), method, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	resp, err := c.Do(req)
	if err != nil {
		t.Fatalf("%s %s: %v", method, url, err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Errorf("%s %s: %v", method, url, err)
	}
	return resp, string(b)
}

func TestRoundTripper(t *testing.T) {
	t.Parallel()
	s, err := demo.Start(context.Background(), demo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	c := webClient(t, open.Options{}, new(ftp.Opener), gopher.Opener{}, file.Opener{})
	want, _ := s.Content("welcome.txt")
	for _, url := range []string{s.URL("ftp", "welcome.txt"), s.URL("file", "welcome.txt"), s.URL("http", "welcome.txt")} {
		resp, body := ask(t, c, "GET", url)
		if resp.StatusCode != 200 || body != want || resp.ContentLength != int64(len(want)) || resp.Header.Get("Last-Modified") == "" {
			t.Errorf("GET %s: %s, %d bytes of %d, %v", url, resp.Status, len(body), resp.ContentLength, resp.Header)
		}
		if !strings.HasPrefix(resp.Header.Get("Content-Type"), "text/plain") {
			t.Errorf("GET %s: %v", url, resp.Header)
		}
		if resp, body := ask(t, c, "GET", url, "Range", "bytes=8-19"); resp.StatusCode != 206 || body != want[8:20] || !strings.HasPrefix(resp.Header.Get("Content-Range"), "bytes 8-19/") {
			t.Errorf("GET %s, a range: %s, %q, %v", url, resp.Status, body, resp.Header)
		}
		for _, first := range []int{len(want), len(want) + 9} {
			if resp, _ := ask(t, c, "GET", url, "Range", fmt.Sprintf("bytes=%d-", first)); resp.StatusCode != 416 {
				t.Errorf("%s: from byte %d: %s", url, first, resp.Status)
			}
		}
		if resp, body := ask(t, c, "GET", url, "Range", "bytes=900-"); resp.StatusCode != 206 || body != want[900:] {
			t.Errorf("GET %s, the rest: %s, %q", url, resp.Status, body)
		}
		if resp, body := ask(t, c, "HEAD", url); resp.StatusCode != 200 || body != "" || resp.ContentLength != int64(len(want)) {
			t.Errorf("HEAD %s: %s, %d bytes, %d", url, resp.Status, len(body), resp.ContentLength)
		}
	}
	if resp, body := ask(t, c, "GET", s.URL("gopher", "0/welcome.txt"), "Range", "bytes=8-19"); resp.StatusCode != 200 || strings.ReplaceAll(body, "\r\n", "\n") != want {
		t.Errorf("gopher knows no size, so a range is the whole: %s, %d bytes", resp.Status, len(body))
	}
	for _, url := range []string{s.URL("ftp", ""), s.URL("gopher", "1/"), s.URL("file", "")} {
		resp, body := ask(t, c, "GET", url)
		if resp.StatusCode != 200 || !strings.HasPrefix(resp.Header.Get("Content-Type"), "text/html") || !strings.Contains(strings.ReplaceAll(body, "%09%09+", ""), `welcome.txt">`) || !strings.HasSuffix(body, "</ul>\n") {
			t.Errorf("GET %s: %s, %v\n%s", url, resp.Status, resp.Header, body)
		}
	}
	for _, url := range []string{s.URL("ftp", "none"), s.URL("gopher", "0/none"), s.URL("file", "none"), s.URL("http", "none")} {
		if resp, _ := ask(t, c, "GET", url); resp.StatusCode != 404 {
			t.Errorf("GET %s: %s, want 404", url, resp.Status)
		}
	}
	if resp, body := ask(t, c, "GET", strings.Replace(s.ReaderURL(""), demo.Password, "geheim77", 1)); resp.StatusCode != 401 || strings.Contains(body, "geheim77") {
		t.Errorf("F3: a wrong password: %s: %s", resp.Status, body)
	}
	if resp, body := ask(t, c, "HEAD", s.URL("ftp", "none")); resp.StatusCode != 404 || body != "" {
		t.Errorf("HEAD of what is not there: %s, %q", resp.Status, body)
	}
	if _, err := c.Post(s.URL("ftp", "new"), "text/plain", strings.NewReader("x")); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("F7: POST of ftp: %v", err)
	}
	if _, err := c.Get(s.URL("gopher", "7/search")); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("a question: %v", err)
	}
	var refusal *open.Refusal
	if _, err := c.Get("ftp://h.test/a%0Db"); !errors.As(err, &refusal) || refusal.Name != open.GuardCtlOctet {
		t.Errorf("F2: %v", err)
	}
	if _, err := c.Get("http://127.0.0.1:25/"); !errors.As(err, &refusal) || refusal.Name != open.GuardBadPort {
		t.Errorf("F1: %v", err)
	}
	if _, err := c.Get("x-none://h.test/"); !errors.Is(err, open.ErrNoOpener) {
		t.Errorf("a scheme without an opener: %v", err)
	}
}

// HEAD has the same result as GET, also for schemes whose opener has no probe.
func TestRoundTripperHeadIsLikeGet(t *testing.T) {
	t.Parallel()
	s, err := demo.Start(context.Background(), demo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	c := webClient(t, open.Options{}, new(ftp.Opener), gopher.Opener{}, mailto.Opener{}, prospero.Opener{})
	c.CheckRedirect = func(*nethttp.Request, []*nethttp.Request) error { return nethttp.ErrUseLastResponse }
	for _, url := range []string{
		s.URL("gopher", "0/welcome.txt"), s.URL("gopher", "0/none"), s.URL("gopher", "1/"),
		s.URL("gopher", "0/welcome.txt%09%09+text/plain%20De_DE"), s.URL("prospero", "library/tour.txt"),
	} {
		got, body := ask(t, c, "HEAD", url, "Range", "bytes=2-5")
		want, _ := ask(t, c, "GET", url)
		if got.StatusCode != want.StatusCode || body != "" || got.ContentLength != want.ContentLength {
			t.Errorf("HEAD %s: %s, %d bytes, %q, want %s, %d bytes", url, got.Status, got.ContentLength, body, want.Status, want.ContentLength)
		}
		for _, field := range []string{"Content-Type", "Location"} {
			if got, want := got.Header.Get(field), want.Header.Get(field); got != want {
				t.Errorf("HEAD %s: %s %q, want %q", url, field, got, want)
			}
		}
	}
	for _, url := range []string{s.URL("gopher", "7/search"), "mailto:a@b"} {
		if resp, err := c.Head(url); !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("HEAD %s, no response: %v, %v", url, resp, err)
		}
	}
}

// A redirect of a web server is checked as by Follow.
func TestRoundTripperJudgesRedirections(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		switch r.URL.Path {
		case "/post":
			io.Copy(w, r.Body)
		case "/away":
			w.Header().Set("Location", "ftp://h.test/")
			w.WriteHeader(302)
		default:
			w.Header().Set("Location", "/post")
			w.WriteHeader(302)
		}
	}))
	defer s.Close()
	c := webClient(t, open.Options{}, new(ftp.Opener))
	var refusal *open.Refusal
	if _, err := c.Get(s.URL + "/away"); !errors.As(err, &refusal) || refusal.Name != open.GuardRedirectScheme {
		t.Errorf("F5: http redirects to ftp: %v", err)
	}
	if resp, _ := ask(t, c, "GET", s.URL+"/"); resp.StatusCode != 200 {
		t.Errorf("a redirection: %s", resp.Status)
	}
	resp, err := c.Post(s.URL+"/post", "text/plain", strings.NewReader("said"))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if b, err := io.ReadAll(resp.Body); string(b) != "said" || err != nil {
		t.Errorf("POST of http: %q, %v", b, err)
	}
}

// A Referral of a scheme that may refer to any other becomes an HTTP redirect.
func TestRoundTripperRefers(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) { io.WriteString(w, r.RequestURI) }))
	defer s.Close()
	gateway, err := open.ParseGateway("wais", s.URL+"/{+rest}")
	if err != nil {
		t.Fatal(err)
	}
	c := webClient(t, open.Options{Gateways: []open.Gateway{gateway}})
	if resp, body := ask(t, c, "GET", "wais://h.test/db?a+b"); resp.StatusCode != 200 || body != "/h.test/db?a+b" {
		t.Errorf("C2: by a gateway: %s, %q", resp.Status, body)
	}
}

// The limit on a server's silence also applies to a body that is passed on
// unchanged.
func TestRoundTripperEndsSilence(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	c := webClient(t, open.Options{Policy: open.Policy{Idle: 50e6}})
	if _, err := c.Get("http://" + l.Addr().String() + "/"); err == nil || !strings.Contains(err.Error(), "sent nothing") {
		t.Errorf("a silent peer: %v", err)
	}
}

func ExampleRoundTripper() {
	s, err := demo.Start(context.Background(), demo.Options{})
	if err != nil {
		panic(err)
	}
	defer s.Close()
	opener := new(http.Opener)
	client := open.New(open.Options{}, opener, new(ftp.Opener))
	defer client.Close()
	web := &nethttp.Client{Transport: http.NewRoundTripper(client, opener)}
	resp, err := web.Get(s.URL("ftp", "welcome.txt"))
	if err != nil {
		panic(err)
	}
	defer resp.Body.Close()
	fmt.Println(resp.Status, resp.Header.Get("Content-Type"))
	// Output: 200 OK text/plain
}

// The items of a menu may have any scheme. URLs that a browser would run, or
// that no opener here opens, are not links of the page.
func TestIndexLinksToNoScript(t *testing.T) {
	t.Parallel()
	const evil = "hclick\tURL:javascript:alert(1)//\th.test\t70\r\nhdata\tURL:data:text/html,<script>1</script>\th.test\t70\r\n" +
		"h\"><script>alert(2)</script>\tURL:http://h.test/\"onclick=x\th.test\t70\r\n" +
		"0good\t/a'\"<b>\th.test\t70\r\nhweb\tURL:http://h.test/?a&b\th.test\t70\r\n.\r\n"
	o := open.Options{DialContext: func(context.Context, string, string) (net.Conn, error) {
		a, b := net.Pipe()
		go func() {
			b.Read(make([]byte, 100))
			io.WriteString(b, evil)
			b.Close()
		}()
		return a, nil
	}, LookupNetIP: public}
	_, page := ask(t, webClient(t, o, gopher.Opener{}), "GET", "gopher://h.test/1")
	for _, bad := range []string{"\"javascript:", "\"data:", "<script", "\"onclick"} {
		if strings.Contains(page, bad) {
			t.Errorf("the page has %s:\n%s", bad, page)
		}
	}
	for _, good := range []string{">web</a>", ">good</a>", "click"} {
		if !strings.Contains(page, good) {
			t.Errorf("the page has no %s:\n%s", good, page)
		}
	}
}

// P21: the page of a listing with a line that was not understood ends in its error.
func TestIndexEndsInWhatWasNotUnderstood(t *testing.T) {
	t.Parallel()
	o := open.Options{DialContext: func(context.Context, string, string) (net.Conn, error) {
		a, b := net.Pipe()
		go func() {
			b.Read(make([]byte, 100))
			io.WriteString(b, "0good\t/a\th.test\t70\r\n<html>\r\n0last\t/b\th.test\t70\r\n.\r\n")
			b.Close()
		}()
		return a, nil
	}, LookupNetIP: public}
	resp, err := webClient(t, o, gopher.Opener{}).Get("gopher://h.test/1")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	page, err := io.ReadAll(resp.Body)
	var unread *open.UnreadError
	if !errors.As(err, &unread) || !strings.Contains(string(page), ">last</a>\n</ul>") {
		t.Errorf("the page ends with %v: %s", err, page)
	}
}

// F3: a login that a server repeats is hidden in errors.
func TestRoundTripHidesLogins(t *testing.T) {
	t.Parallel()
	const whole = "me:geheim77"
	basic := base64.StdEncoding.EncodeToString([]byte(whole))
	addr, _ := serve(t, "HTTP/1.1 geheim77 "+basic+"\r\n\r\n")
	_, err := webClient(t, open.Options{}).Get("http://" + whole + "@" + addr + "/")
	if err == nil || strings.Contains(err.Error(), "geheim77") || strings.Contains(err.Error(), basic) {
		t.Errorf("Get: %v", err)
	}
}

// A page may be closed while it is read, like any body of net/http.
func TestIndexIsClosedWhileItIsRead(t *testing.T) {
	o := open.Options{DialContext: func(context.Context, string, string) (net.Conn, error) {
		a, b := net.Pipe()
		go func() {
			b.Read(make([]byte, 100))
			io.WriteString(b, "0one\t/a\th.test\t70\r\n") // and no other text
			b.Read(make([]byte, 1))
		}()
		return a, nil
	}, LookupNetIP: public}
	resp, err := webClient(t, o, gopher.Opener{}).Get("gopher://h.test/1")
	if err != nil {
		t.Fatal(err)
	}
	begun, over := make(chan struct{}), make(chan error)
	go func() {
		b := make([]byte, 1<<10)
		_, err := resp.Body.Read(b)
		close(begun)
		for err == nil {
			_, err = resp.Body.Read(b)
		}
		over <- err
	}()
	<-begun
	resp.Body.Close()
	if err := <-over; err == nil || err == io.EOF {
		t.Errorf("the page ends in %v", err)
	}
	if err := resp.Body.Close(); err != nil {
		t.Errorf("the second Close: %v", err)
	}
}
