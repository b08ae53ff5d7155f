package gateway

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/fetch"
	"github.com/earl-url/earl/open"
)

// The front page is served while 300 requests are incomplete and the maximum number of URLs
// is being opened. It waits for none of them.
func TestFrontPageUnderLoad(t *testing.T) {
	t.Parallel()
	hold, held := make(chan struct{}), make(chan struct{}, DefaultOpens)
	o := toy{"http", func(r *open.Call) (open.Resource, error) {
		held <- struct{}{}
		<-hold
		return document(r, "text/plain", "x"), nil
	}}
	b := start(t, Options{Openers: []open.Opener{o}})
	var wait sync.WaitGroup
	for i := range DefaultOpens {
		wait.Go(func() {
			b.gateway.ServeHTTP(httptest.NewRecorder(), b.request(fmt.Sprintf("/open?url=http://h%d/", i/fetch.PerServer)))
		})
	}
	deadline := time.After(time.Minute)
	for i := range DefaultOpens {
		select {
		case <-held:
		case <-deadline:
			close(hold)
			t.Fatalf("%d URLs are being opened, want %d", i, DefaultOpens)
		}
	}
	for range 300 {
		conn, err := net.Dial("tcp", b.gateway.options.Hosts[0])
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		io.WriteString(conn, "GET / HTTP/1.1\r\nHost: ")
	}
	b.client.Timeout = time.Minute // a page that waits for them fails here
	if resp, _ := b.get("/"); resp.StatusCode != http.StatusOK {
		t.Error(resp.Status)
	}
	close(hold)
	wait.Wait()
}

// A visit that the set drops while its page waits for it is still opened.
func TestDroppedVisitIsOpened(t *testing.T) {
	t.Parallel()
	o := asking{"http", func(ctx context.Context, r *open.Call) (open.Resource, error) {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Millisecond):
			return document(r, "text/plain", "x"), nil
		}
	}}
	b := start(t, Options{Openers: []open.Opener{o}})
	stop := make(chan struct{})
	var wait sync.WaitGroup
	wait.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				b.gateway.visits.Clear()
			}
		}
	})
	for range 500 {
		w := httptest.NewRecorder()
		if b.gateway.ServeHTTP(w, b.request("/open?url=http://h/")); w.Code != http.StatusOK {
			t.Errorf("%d, want %d:\n%s", w.Code, http.StatusOK, w.Body)
			break
		}
	}
	close(stop)
	wait.Wait()
}

// request returns a request of the user, for use without a connection.
func (b *browser) request(path string) *http.Request {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Host = b.gateway.options.Hosts[0]
	r.AddCookie(b.gateway.keys.Cookie(r.Host))
	return r
}

// The server closes the connection of a client that sends no header in time, or one that is
// too long.
func TestServerHasLimits(t *testing.T) {
	t.Parallel()
	s := Server(http.NotFoundHandler(), nil)
	if s.ReadHeaderTimeout != headerTime || s.ReadTimeout != readTime || s.IdleTimeout != idleTime || s.MaxHeaderBytes != maxHeader {
		t.Errorf("%+v", s)
	}
	s.ReadHeaderTimeout = 10 * time.Millisecond
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go s.Serve(Limit(l))
	defer s.Close()
	conn, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	io.WriteString(conn, "GET / HTTP/1.1\r\n")
	conn.SetReadDeadline(time.Now().Add(20 * time.Second))
	if _, err := io.ReadAll(conn); errors.Is(err, os.ErrDeadlineExceeded) { // any other result means that the server closed the connection
		t.Errorf("a request without an end is held: %v", err)
	}
}

// The gateway limits how many URLs of one server, by host and port, are opened at a time.
// Requests to another server do not wait for them.
func TestServersHaveTheirPlaces(t *testing.T) {
	t.Parallel()
	g := New(Options{Hosts: []string{inside}})
	defer g.Close()
	acquire := func(ctx context.Context, address string) (release func(), status int) {
		w := httptest.NewRecorder()
		release = g.fetch.Acquire(w, httptest.NewRequest(http.MethodGet, "/", nil).WithContext(ctx), earl.RFC3986.MustParse(address))
		return release, w.Code
	}
	for i := range fetch.PerServer {
		if release, _ := acquire(t.Context(), fmt.Sprintf("gopher://h/%d", i)); release == nil {
			t.Fatalf("%d places at a server, want %d", i, fetch.PerServer)
		}
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if release, status := acquire(gone, "http://h:70/"); release != nil || status != http.StatusServiceUnavailable {
		t.Errorf("one more than there are places: %d", status)
	}
	if release, _ := acquire(t.Context(), "http://h/"); release == nil {
		t.Error("another server has no place")
	}
}
