package browsertest

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/earl-url/earl/internal/demo"
)

// stranger is a page of an attacker. It sends the gateway every kind of request that a page
// can send. Each request has a different word in its query, which identifies it.
const stranger = `<!DOCTYPE html><title>stranger</title>
<a id="link" href="%[1]s/open?url=%[2]s&by=link">read on</a>
<form id="get" action="%[1]s/open"><input name="url" value="%[2]s"><input name="by" value="get-form"></form>
<form id="post" action="%[1]s/forget?by=post-form" method="post"><input name="form" value="0"></form>
<iframe id="frame" src="%[1]s/?by=iframe"></iframe>
<img src="%[1]s/open?url=%[2]s&by=img">
<img id="size" src="%[1]s/static/icon.svg?by=static">
<link rel="stylesheet" href="%[1]s/static/style.css?by=style">
<script src="%[1]s/static/page.js?by=script"></script>
<object data="%[1]s/?by=object"></object>
<script>
  window.read = [];
  const keep = (p) => p.then(async (r) => { const t = await r.text(); if (t) read.push(t) }).catch(() => 0);
  keep(fetch("%[1]s/open?url=%[2]s&by=fetch"));
  keep(fetch("%[1]s/open?url=%[2]s&by=no-cors", {mode: "no-cors", credentials: "include"}));
  keep(fetch("%[1]s/forget?by=fetch-post", {method: "POST", mode: "no-cors", credentials: "include", body: new URLSearchParams({form: "x"})}));
  navigator.sendBeacon("%[1]s/forget?by=beacon", "form=x");
  window.socket = "";
  const ws = new WebSocket("%[3]s/session/socket?id=x&by=socket");
  ws.onopen = () => { socket = "open" };
  ws.onerror = () => { socket = "refused" };
</script>`

// The gateway refuses every request from a page of another origin, in a browser that has
// the cookie: links, forms, frames, pictures, scripts, fetches and sockets.
func TestBrowserRefusesStrangers(t *testing.T) {
	s := startGateway(t)
	b := s.enter()
	b.address(s.URL("ftp", "welcome.txt"), exists("#text"))
	for _, host := range []string{"127.0.0.1", "localhost", rebound} {
		served := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprintf(w, stranger, s.base, url.QueryEscape(s.URL("ftp", "welcome.txt")), "ws"+strings.TrimPrefix(s.base, "http"))
		}))
		defer served.Close()
		theirs := "http://" + host + ":" + served.URL[strings.LastIndex(served.URL, ":")+1:] + "/"
		from := len(s.answered(""))
		arrive := func() { b.follow(theirs, chromedp.Navigate(theirs), `document.title === "stranger"`) }

		arrive()
		b.await("the socket", `window.socket !== ""`)
		if state := b.text("window.socket"); state != "refused" {
			t.Errorf("%s: the socket is %s", host, state)
		}
		quiet := []string{"iframe", "img", "static", "style", "script", "object", "no-cors", "fetch-post", "beacon", "socket"}
		for _, by := range quiet {
			s.refuses(from, host, by)
		}
		var read []string
		if err := b.value("window.read", &read); err != nil || len(read) > 0 {
			t.Errorf("%s: the page has read %.100q, %v", host, read, err)
		}
		var width int
		if err := b.value(`document.querySelector("#size").naturalWidth`, &width); err != nil || width > 0 {
			t.Errorf("%s: our picture shows, %d wide: %v", host, width, err)
		}
		b.press("#link", has("Another site sent"))
		s.refuses(from, host, "link")
		for form, by := range map[string]string{"get": "get-form", "post": "post-form"} {
			arrive()
			b.follow(form, chromedp.Evaluate(`document.querySelector("#`+form+`").submit()`, nil), "document.title !== 'stranger'")
			s.refuses(from, host, by)
		}
	}
	b.follow("our own page", chromedp.Navigate(s.base+"/history"), exists("#visits"))
	if visits := b.names("#visits code"); visits != s.URL("ftp", "welcome.txt") {
		t.Errorf("the history is %q after the attacks", visits)
	}
}

// refuses waits until the gateway has responded to a request with a word in its query. It
// fails the test if the response is not a refusal.
func (s *testGateway) refuses(from int, host, by string) {
	s.Helper()
	deadline := time.Now().Add(patience)
	for {
		s.mu.Lock()
		all := s.answers[from:]
		s.mu.Unlock()
		found := false
		for _, a := range all {
			if strings.HasSuffix(a.path, "by="+by) {
				found = true
				if a.status < 400 || a.status >= 500 {
					s.Errorf("from %s: %v", host, a)
				}
			}
		}
		if found {
			return
		}
		if time.Now().After(deadline) {
			s.Fatalf("from %s: no request by %s arrived", host, by)
		}
		time.Sleep(pause)
	}
}

// The gateway serves no page under another name that resolves to this machine, although for
// the browser its origin is that of the attacker's page.
func TestBrowserRefusesRebinding(t *testing.T) {
	s := startGateway(t)
	b := s.enter()
	theirs := "http://" + rebound + s.base[strings.LastIndex(s.base, ":"):]
	b.do(page.SetBypassCSP(true)) // the attacker's page has no policy
	for _, path := range []string{"/", "/open?url=" + url.QueryEscape(s.URL("file", "")), s.startLink()[strings.Index(s.startLink(), "/start"):]} {
		b.follow(path, chromedp.Navigate(theirs+path), has("does not have this host name"))
		if err := b.value(`fetch(location.href).then((r) => { window.refused = r.status }); 0`, nil); err != nil {
			t.Fatal(err)
		}
		b.await("the same by script", "window.refused === 421")
		if cookie := b.text("document.cookie"); cookie != "" {
			t.Errorf("the name has a cookie: %q", cookie)
		}
	}
	for _, a := range s.answered("") {
		if strings.HasPrefix(a.host, rebound) && a.status != http.StatusMisdirectedRequest {
			t.Errorf("%v", a)
		}
	}
}

// The cookie reaches no other server on this machine: at another port of 127.0.0.1 or
// of localhost, a server that logs requests sees no cookie of the gateway. The browser
// would send the cookie to another port of the random name. But no other site learns that
// name: it is in no address, referrer or response that they receive.
func TestBrowserCookieReachesNoOtherPort(t *testing.T) {
	s := startGateway(t)
	b := s.enter()
	name := strings.TrimPrefix(s.base, "http://")
	if !strings.HasSuffix(name[:strings.LastIndex(name, ":")], ".localhost") {
		t.Fatalf("the browser is at %s", s.base)
	}
	var mu sync.Mutex
	var sent []string
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		sent = append(sent, fmt.Sprint(r.Host, r.Header))
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, `<!DOCTYPE html><title>thief</title><p>a page`)
	}))
	defer other.Close()
	port := other.URL[strings.LastIndex(other.URL, ":"):]
	for _, host := range []string{"127.0.0.1", "localhost", "other.localhost"} {
		b.follow(host, chromedp.Navigate("http://"+host+port+"/"), `document.title === "thief"`)
	}
	b.address(other.URL+"/", exists("iframe#remote"))
	mu.Lock()
	defer mu.Unlock()
	if len(sent) < 4 {
		t.Fatalf("the server was asked %d times", len(sent))
	}
	for _, text := range sent {
		if strings.Contains(text, "earl-") || strings.Contains(text, name) {
			t.Errorf("the other server sees %s", text)
		}
	}
}

// The page of a web server in the gateway runs no script, and cannot access the page around
// it, other pages of the gateway, or another window.
func TestBrowserSandbox(t *testing.T) {
	s := startGateway(t)
	b := s.enter()
	hostile := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<script>parent.document.title = "taken"; fetch("%[1]s/?by=inside-script")</script>
<img src="x" onerror="new Image().src='%[1]s/?by=inside-handler'"><meta http-equiv="refresh" content="0;url=%[1]s/?by=inside-refresh">
<iframe src="%[1]s/?by=inside-frame"></iframe><img src="%[1]s/?by=inside-img"><p id="end">the end`, s.base)
	}))
	defer hostile.Close()
	b.address(hostile.URL+"/", exists("iframe#remote"))
	b.shot("hostile page")
	for _, a := range s.answered("by=inside") {
		if a.status < 400 {
			t.Errorf("%v", a)
		}
		if strings.Contains(a.path, "script") || strings.Contains(a.path, "handler") {
			t.Errorf("a script ran: %v", a)
		}
	}
	if title := b.text("document.title"); strings.Contains(title, "taken") {
		t.Error("the page's title was changed from inside")
	}
}

// After the user gives a password, in a login form or in a URL, no response of the gateway
// contains it, on any page that the browser keeps in its history.
func TestBrowserHistoryHasNoPassword(t *testing.T) {
	b := startGateway(t).enter()
	b.address(b.ReaderURL("%2Fetc/motd"), exists("#text"))
	for range 3 {
		for _, text := range []string{b.text("document.documentElement.outerHTML"), b.text("location.href"), b.logged()} {
			if strings.Contains(text, demo.Password) || strings.Contains(text, url.QueryEscape(demo.Password)) {
				t.Errorf("the password is in %.200s", text)
			}
		}
		b.follow("again", chromedp.Reload(), "true")
	}
}
