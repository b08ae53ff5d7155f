package browsertest

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/earl-url/earl/cmd/earl/internal/gateway"
	"github.com/earl-url/earl/internal/demo"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/all"
	"github.com/earl-url/earl/open/nntp"
	"github.com/earl-url/earl/open/telnet"
)

// testGateway is a gateway that opens URLs of the demo's servers.
type testGateway struct {
	*testing.T
	*demo.Servers
	base    string // "http://127.0.0.1:PORT", and after a tab has used a start link, the origin with the random name
	gateway *gateway.Gateway
	marks   string // the file of the bookmarks

	beside string // a page that the gateway's host has at /beside, in a sandbox at /beside?sandbox

	mu      sync.Mutex
	answers []answer
	log     bytes.Buffer
}

// answer is a request that reached the gateway, and the status of its response.
type answer struct {
	host, method, path, site string
	status                   int
}

// startGateway starts the servers and a gateway that opens their URLs.
func startGateway(t *testing.T) *testGateway {
	t.Helper()
	servers, err := demo.Start(t.Context(), demo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { servers.Close() })
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	loopback, err := open.ParseNet("127.0.0.1")
	if err != nil {
		t.Fatal(err)
	}
	s := &testGateway{T: t, Servers: servers, base: "http://" + l.Addr().String(), marks: filepath.Join(t.TempDir(), "bookmarks")}
	g := gateway.New(gateway.Options{
		Hosts:     []string{l.Addr().String()},
		Openers:   openers(servers.NNTP),
		AllowNet:  []open.Net{loopback},
		Bookmarks: s.marks,
		Tour: &gateway.Tour{Title: "A tour", Text: "Some URLs.", Parts: []gateway.TourPart{
			{Title: "Good ones", Stops: []gateway.Stop{{URL: servers.URL("ftp", ""), Title: "Files", Text: "A directory."}, {URL: servers.URL("gopher", ""), Title: "Menus", Text: "A menu."}}},
			{Title: "Others", Stops: []gateway.Stop{{URL: "http://h.example:x/", Title: "A bad port", Text: "Its explanation."}}},
		}},
		Logger: slog.New(slog.NewTextHandler(s, nil)),
	})
	s.gateway = g
	server := gateway.Server(s.watch(g), nil)
	go server.Serve(gateway.Limit(l))
	t.Cleanup(func() {
		g.Close()
		server.Close()
	})
	return s
}

// startLink returns a new start link, which opens the front page.
func (s *testGateway) startLink() string { return s.gateway.StartLinkTo("/", nil) }

// openers returns all openers: the one of news with its server, the one of telnet with the
// terminal type of the pages.
func openers(news string) []open.Opener {
	list := all.Openers()
	for i, o := range list {
		switch o.(type) {
		case nntp.Opener:
			list[i] = nntp.Opener{Options: nntp.Options{Server: news, Descriptions: true}}
		case telnet.Opener:
			list[i] = telnet.Opener{Options: telnet.Options{Terminal: gateway.Terminal()}}
		}
	}
	return list
}

// Write receives a line of the gateway's log.
func (s *testGateway) Write(line []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.log.Write(line)
}

// logged returns the log.
func (s *testGateway) logged() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.log.String()
}

// watch records the status of each response.
func (s *testGateway) watch(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		status := &statusWriter{ResponseWriter: w}
		if s.beside != "" && r.URL.Path == "/beside" {
			status.Header().Set("Content-Security-Policy", r.URL.RawQuery)
			status.Header().Set("Content-Type", "text/html")
			io.WriteString(status, s.beside)
		} else {
			h.ServeHTTP(status, r)
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.answers = append(s.answers, answer{r.Host, r.Method, r.URL.RequestURI(), r.Header.Get("Sec-Fetch-Site"), status.code})
	})
}

// statusWriter records the status of a response.
type statusWriter struct {
	http.ResponseWriter
	code int
}

func (w *statusWriter) WriteHeader(code int) {
	w.code = code
	w.ResponseWriter.WriteHeader(code)
}

func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// answered returns the requests whose path contains a word.
func (s *testGateway) answered(word string) (list []answer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, a := range s.answers {
		if strings.Contains(a.path, word) {
			list = append(list, a)
		}
	}
	return list
}

func (a answer) String() string {
	return fmt.Sprintf("%s %s at %s, of %q: %d", a.method, a.path, a.host, a.site, a.status)
}
