package gateway

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/gopher"
)

// tunneled returns what a client receives after CONNECT for the bytes that it sends.
func tunneled(t *testing.T, g *Gateway, server, request string) (string, error) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := Server(g.Proxy(), nil)
	go s.Serve(Limit(l))
	defer s.Close()
	conn, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(30 * time.Second))
	io.WriteString(conn, "CONNECT "+server+" HTTP/1.1\r\nHost: "+server+"\r\n\r\n"+request)
	got, err := io.ReadAll(conn)
	_, body, ok := strings.Cut(string(got), "\r\n\r\n")
	if !ok || !strings.HasPrefix(string(got), "HTTP/1.1 200 ") {
		return string(got), err
	}
	return body, err
}

// C3: a client such as curl -x sends a gopher selector after CONNECT. The gateway opens the URL
// with that selector, with all guards.
func TestProxyTunnelIsGopher(t *testing.T) {
	t.Parallel()
	var asked []string
	octets := "\x00\xff.\r\n.\r\n"
	g := New(Options{Hosts: []string{inside}, Openers: []open.Opener{toy{"gopher", func(r *open.Call) (open.Resource, error) {
		asked = append(asked, r.URL.String())
		return document(r, "", octets), nil
	}}}})
	defer g.Close()
	for request, want := range map[string]string{
		"\r\n":                   "gopher://h.test:70/9",
		"/text\r\n":              "gopher://h.test:70/9/text",
		"/a b?#%\n":              "gopher://h.test:70/9/a%20b%3F%23%25",
		"/find\told letters\r\n": "gopher://h.test:70/9/find%09old%20letters",
		"/plus\t+\r\n":           "gopher://h.test:70/9/plus%09+",
	} {
		asked = nil
		if body, err := tunneled(t, g, "h.test:70", request); body != octets || err != nil || len(asked) != 1 || asked[0] != want {
			t.Errorf("%q: opened %q, %q, %v; want %s", request, asked, body, err, want)
		}
	}
	asked = nil
	for request, want := range map[string]string{
		"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\n": "3", // the ClientHello of TLS
		"a\tb\tc\r\n":                     "3",
		"a\rb\r\n":                        "3",
		"a\x00\r\n":                       "3",
		strings.Repeat("a", 5000):         "3The URL could not be opened. the selector has more than 4096 bytes", // and no line ends
		strings.Repeat("a", 9<<10) + "\n": "3",
	} {
		body, _ := tunneled(t, g, "h.test:70", request)
		if !strings.HasPrefix(body, want) || !strings.HasSuffix(body, "\t\terror.host\t1\r\n.\r\n") || strings.Count(body, "\n") != 2 {
			t.Errorf("%.20q: %q", request, body)
		}
	}
	for _, server := range []string{"h.test", "h.test:", "h.test:x", "h.test:70/x", "u:p@h.test:70", "h.test:99999"} {
		if body, _ := tunneled(t, g, server, "/text\r\n"); strings.Contains(body, octets) {
			t.Errorf("CONNECT %s: %q", server, body)
		}
	}
	if len(asked) > 0 {
		t.Errorf("opened %q", asked)
	}
}

// The guards on addresses and ports also check a tunnel: the gateway does not connect.
func TestProxyTunnelIsGuarded(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		if _, err := l.Accept(); err == nil {
			t.Error("a special address was dialled")
		}
	}()
	g := New(Options{Hosts: []string{inside}, Openers: []open.Opener{gopher.Opener{}}})
	defer g.Close()
	const private = "The address is not on the public Internet."
	for server, want := range map[string]string{l.Addr().String(): private, "127.0.0.1:25": "This port belongs to another protocol.", inside: private} {
		if body, err := tunneled(t, g, server, "/text\r\n"); err != nil || !strings.HasPrefix(body, "3"+want) {
			t.Errorf("%s: %q, %v", server, body, err)
		}
	}
}

// A tunnel cannot ask for a login and sends no gopher+ form.
func TestProxyTunnelHasNobodyToAsk(t *testing.T) {
	t.Parallel()
	g := New(Options{Hosts: []string{inside}, Openers: []open.Opener{toy{"gopher", func(r *open.Call) (open.Resource, error) {
		if r.Policy.Ask {
			t.Error("a form may be sent")
		}
		_, err := r.Login(t.Context(), open.Login{})
		return nil, err
	}}}})
	defer g.Close()
	if body, err := tunneled(t, g, "h.test:70", "/text\r\n"); err != nil || !strings.HasPrefix(body, "3The server needs a login.") {
		t.Errorf("%q, %v", body, err)
	}
}

// The proxy closes the connection of a client that sends no selector in time after CONNECT,
// or that sends a byte now and then.
func TestProxyTunnelWaitsNotForEver(t *testing.T) {
	t.Parallel()
	for name, pause := range map[string]time.Duration{"silent": time.Hour, "dribbling": time.Second} {
		synctest.Test(t, func(t *testing.T) {
			g := New(Options{Hosts: []string{inside}, Openers: []open.Opener{toy{"gopher", nil}}})
			defer g.Close()
			ours, theirs := net.Pipe()
			defer ours.Close()
			begun := time.Now()
			go g.Proxy().ServeHTTP(taken{httptest.NewRecorder(), theirs}, httptest.NewRequest(http.MethodConnect, "h.test:70", nil))
			go func() {
				for {
					time.Sleep(pause)
					if _, err := io.WriteString(ours, "a"); err != nil {
						return
					}
				}
			}()
			got, err := io.ReadAll(ours)
			ours.Close()
			if took := time.Since(begun); err != nil || took != headerTime || !strings.Contains(string(got), "3The URL could not be opened. the client sent no selector\t") {
				t.Errorf("%s: %q, %v after %v", name, got, err, took)
			}
			time.Sleep(pause) // until the proxy has seen that the client does not read
		})
	}
}

// taken is a response that supports Hijack.
type taken struct {
	*httptest.ResponseRecorder
	conn net.Conn
}

func (w taken) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	return w.conn, bufio.NewReadWriter(bufio.NewReader(w.conn), bufio.NewWriter(w.conn)), nil
}

// If a body ends early, the proxy resets the connection, so that the client does not take a
// part for the whole.
func TestProxyTunnelBreaksOff(t *testing.T) {
	t.Parallel()
	g := New(Options{Hosts: []string{inside}, Openers: []open.Opener{toy{"gopher", func(r *open.Call) (open.Resource, error) {
		doc := document(r, "", "")
		doc.Body = io.NopCloser(io.MultiReader(strings.NewReader("a part"), failing{}))
		return doc, nil
	}}}})
	defer g.Close()
	if body, err := tunneled(t, g, "h.test:70", "/text\r\n"); err == nil {
		t.Errorf("%q ends as if it were whole", body)
	}
}
