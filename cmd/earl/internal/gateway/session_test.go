package gateway

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/access"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/session"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/telnet"
)

// textService is a service: it greets, responds to each line, hides the line after "secret", and
// ends after "bye".
func textService(conn net.Conn) {
	io.WriteString(conn, "Welcome\x1b[1m <you>\x1b[0m\r\n? ")
	lines := bufio.NewReader(conn)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		switch line = strings.TrimRight(line, "\r\n"); {
		case strings.HasSuffix(line, "bye"):
			io.WriteString(conn, "farewell\r\n")
			return
		default:
			io.WriteString(conn, "you said "+line+"\r\n? ")
		}
	}
}

// closed opens no session, as an archive does.
type closed struct{ telnet.Opener }

func (closed) Plan(*open.Call) (open.Plan, error) {
	return open.Plan{Effect: open.EffectNothing, Note: "A session <cannot> be replayed."}, nil
}

// The page of a service that nothing connects to says so, and has no button.
func TestClosedServiceHasNoButton(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: []open.Opener{closed{}}})
	_, page := b.open("telnet://me@h/")
	b.wants(page, "A session &lt;cannot&gt; be replayed.")
	b.lacks(page, `id="connect"`, "Nothing has been sent yet", "Type it when")
	balanced(t, "telnet://me@h/", page)
}

// withTextService returns options with which every host is a textService on loopback.
func withTextService(t *testing.T, serve func(net.Conn)) (Options, string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	wait.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			wait.Go(func() {
				defer conn.Close()
				serve(conn)
			})
		}
	})
	t.Cleanup(func() {
		l.Close()
		wait.Wait()
	})
	return Options{Openers: []open.Opener{telnet.Opener{}}, AllowNet: []open.Net{everyNet(t, "127.0.0.1")}}, "telnet://ann@" + l.Addr().String() + "/"
}

// connect connects to a service and returns the path of its page.
func (b *browser) connect(address string) string {
	b.Helper()
	resp, page := b.post("/session", url.Values{"url": {address}})
	path := resp.Header.Get("Location")
	if !strings.HasPrefix(path, "/session?id=") {
		b.Fatalf("%s: %s", resp.Status, page)
	}
	return path
}

// B12: a link to a service shows the advice and does not connect. The advice is not sent, and
// its password is not shown.
func TestServiceIsNotConnectedByALink(t *testing.T) {
	t.Parallel()
	o, address := withTextService(t, func(net.Conn) { t.Error("it was connected") })
	b := start(t, o)
	resp, _ := b.open(strings.Replace(address, "ann@", "ann:"+secret+"@", 1))
	to := resp.Header.Get("Location")
	if strings.Contains(to, secret) {
		t.Errorf("goes to %s", to)
	}
	_, page := b.get(to)
	b.wants(page, "<strong>ann</strong>", " and a password, which is not shown here", `action="/session" method="post"`)
	b.lacks(page, secret)
	if n := b.gateway.logins.Count(); n != 0 {
		t.Errorf("%d logins are kept", n)
	}
	for _, path := range []string{"/file?url=", "/part?n=1&url=", "/answer?url=", "/open?as=text&follow=no&url="} {
		b.get(path + url.QueryEscape(address))
	}
	if resp, _ := b.post("/session", url.Values{"url": {"http://h/"}}); resp.StatusCode != http.StatusBadRequest {
		t.Errorf("a session of http: %s", resp.Status)
	}
}

// C2: a configured gateway can open the URL of a service too. Connect then shows its redirect.
func TestServiceBehindAGateway(t *testing.T) {
	t.Parallel()
	for _, scheme := range []string{"telnet", "tn3270"} {
		by, err := open.ParseGateway(scheme, "http://gateway.example/{+rest}")
		if err != nil {
			t.Fatal(err)
		}
		b := start(t, Options{Open: open.Options{Gateways: []open.Gateway{by}}, Openers: []open.Opener{library("http", nil)}})
		_, page := b.open(scheme + "://library.example/")
		b.wants(page, `action="/session" method="post"`)
		resp, page := b.post("/session", url.Values{"url": {scheme + "://library.example/"}})
		if resp.StatusCode != http.StatusOK {
			t.Errorf("%s: %s", scheme, resp.Status)
		}
		b.wants(page, `id="targets"`, `href="/open?url=http%3A%2F%2Fgateway.example%2Flibrary.example%2F"`)
	}
}

// A session works without a script: the page posts a line and shows the response.
func TestSessionWithoutScript(t *testing.T) {
	t.Parallel()
	o, address := withTextService(t, textService)
	b := start(t, o)
	path := b.connect(address)
	id := strings.TrimPrefix(path, "/session?id=")
	_, page := b.get(path)
	b.wants(page, "Welcome &lt;you&gt;\n? </div>", `id="line"`)
	b.lacks(page, "\x1b", "you said") // the advice was not sent
	if resp, _ := b.post("/session/line", url.Values{"id": {id}, "line": {"hello <b>"}}); resp.StatusCode != http.StatusSeeOther {
		t.Error(resp.Status)
	}
	_, page = b.get(path)
	b.wants(page, "? hello &lt;b&gt;\nyou said hello &lt;b&gt;\n? </div>")
	b.post("/session/line", url.Values{"id": {id}, "line": {"bye"}})
	_, page = b.get(path)
	b.wants(page, "farewell", "The service ended the session.")
	b.lacks(page, `id="line-form"`, "/static/session")
	if resp, _ := b.get("/session?id=" + access.Random()); resp.StatusCode != http.StatusNotFound {
		t.Errorf("another id: %s", resp.Status)
	}
}

// If a service hides a password, the field of the page hides it too, and the page shows no
// byte of it.
func TestSessionHidesAPassword(t *testing.T) {
	t.Parallel()
	o, address := withTextService(t, func(conn net.Conn) {
		io.WriteString(conn, "\xff\xfb\x01Password: ") // IAC WILL ECHO
		buf := make([]byte, 256)
		for got := ""; !strings.Contains(got, secret); {
			n, err := conn.Read(buf)
			if err != nil {
				return
			}
			got += string(buf[:n])
		}
		io.WriteString(conn, "\xff\xfc\x01\r\nWelcome.\r\n") // IAC WONT ECHO
		io.Copy(io.Discard, conn)
	})
	o.Openers = []open.Opener{telnet.Opener{Options: telnet.Options{Terminal: "dumb"}}}
	b := start(t, o)
	path := b.connect(address)
	_, page := b.get(path)
	b.wants(page, `name="line" type="password"`)
	b.post("/session/line", url.Values{"id": {strings.TrimPrefix(path, "/session?id=")}, "line": {secret}})
	_, page = b.get(path)
	b.wants(page, `name="line" type="text"`, "Welcome.")
	b.lacks(page, secret)
}

// The user can end a session, and the gateway ends all sessions when it stops.
func TestSessionEnds(t *testing.T) {
	ended := make(chan bool, 2)
	o, address := withTextService(t, func(conn net.Conn) {
		textService(conn)
		ended <- true
	})
	b := start(t, o)
	path := b.connect(address)
	b.post("/session/end", url.Values{"id": {strings.TrimPrefix(path, "/session?id=")}})
	<-ended
	_, page := b.get(path)
	b.wants(page, "ended")
	b.connect(address)
	b.gateway.Close()
	<-ended
}

// The number of sessions is limited, and ended ones do not count.
func TestSessionsAreBounded(t *testing.T) {
	t.Parallel()
	o, address := withTextService(t, textService)
	b := start(t, o)
	var first string
	for range session.Max {
		first = b.connect(address)
	}
	if resp, page := b.post("/session", url.Values{"url": {address}}); resp.StatusCode < 400 || !strings.Contains(page, "sessions are running") {
		t.Errorf("one more: %s", resp.Status)
	}
	b.post("/session/line", url.Values{"id": {strings.TrimPrefix(first, "/session?id=")}, "line": {"bye"}})
	b.connect(address)
}
