package guard

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// piped returns a client whose connections end at a function. It must run in a
// bubble of synctest, where no time passes while the function waits.
func piped(o Options, serve func(net.Conn)) *http.Client {
	o.LookupNetIP = func(context.Context, string, string) ([]netip.Addr, error) { return []netip.Addr{public}, nil }
	o.DialContext = func(context.Context, string, string) (net.Conn, error) {
		near, far := net.Pipe()
		go func() {
			defer far.Close()
			if _, err := http.ReadRequest(bufio.NewReader(far)); err == nil {
				serve(far)
			}
		}()
		return near, nil
	}
	return &http.Client{Transport: Transport(o)}
}

// slowTests are servers that are too slow, with the guard that ends them and the
// time after which it does.
var slowTests = []struct {
	name  string
	o     Options
	serve func(net.Conn)
	want  string
	after time.Duration
}{
	{"silent", Options{}, func(net.Conn) { time.Sleep(time.Hour) }, GuardHeader, defaultHeader},
	{"header byte by byte", Options{}, func(c net.Conn) { drip(c, "HTTP/1.1 200 OK\r\nX: ", time.Second) }, GuardHeader, defaultHeader},
	{"interim answers", Options{}, func(c net.Conn) { drip(c, "HTTP/1.1 103 Early Hints\r\n\r\n", time.Second) }, GuardHeader, defaultHeader},
	{"silent after the header", Options{}, func(c net.Conn) {
		io.WriteString(c, "HTTP/1.1 200 OK\r\n\r\n")
		time.Sleep(time.Hour)
	}, GuardIdle, defaultIdle},
	{"silent in the body", Options{}, func(c net.Conn) {
		io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab")
		time.Sleep(time.Hour)
	}, GuardIdle, defaultIdle},
	{"body byte by byte", Options{}, func(c net.Conn) {
		io.WriteString(c, "HTTP/1.1 200 OK\r\n\r\n")
		drip(c, "x", 10*time.Second)
	}, GuardTotal, defaultTotal},
	{"no limit of a silence", Options{Idle: -1}, func(c net.Conn) {
		io.WriteString(c, "HTTP/1.1 200 OK\r\n\r\n")
		time.Sleep(time.Hour)
	}, GuardTotal, defaultTotal},
	{"own limit", Options{Header: time.Minute}, func(net.Conn) { time.Sleep(time.Hour) }, GuardHeader, time.Minute},
}

// drip writes a text again and again until the client is gone.
func drip(w io.Writer, text string, pause time.Duration) {
	for {
		for i := range len(text) {
			if _, err := w.Write([]byte{text[i]}); err != nil {
				return
			}
			time.Sleep(pause)
		}
	}
}

// F1: a slow server ends in the error of a limit, at its time.
func TestSlowServers(t *testing.T) {
	for _, tt := range slowTests {
		synctest.Test(t, func(t *testing.T) {
			client, start := piped(tt.o, tt.serve), time.Now()
			err := get(client, "http://public.test/")
			var timeout interface{ Timeout() bool }
			if guardOf(err) != tt.want || time.Since(start) != tt.after || !errors.Is(err, context.DeadlineExceeded) || !errors.As(err, &timeout) || !timeout.Timeout() {
				t.Errorf("%s: %v after %v, want the guard %q after %v", tt.name, err, time.Since(start), tt.want, tt.after)
			}
			time.Sleep(2 * time.Hour) // until the server ends
		})
	}
}

// F1: no connection within Connect: a slow lookup, or addresses that do not answer.
func TestSlowConnections(t *testing.T) {
	wait := func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
	for name, o := range map[string]Options{
		"lookup": {LookupNetIP: func(ctx context.Context, _, _ string) ([]netip.Addr, error) { return nil, wait(ctx) }},
		"dial": {LookupNetIP: func(context.Context, string, string) ([]netip.Addr, error) { return []netip.Addr{public, public}, nil },
			DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) { return nil, wait(ctx) }},
	} {
		synctest.Test(t, func(t *testing.T) {
			start := time.Now()
			err := get(&http.Client{Transport: Transport(o)}, "http://public.test/")
			if guardOf(err) != GuardConnect || time.Since(start) != defaultConnect {
				t.Errorf("%s: %v after %v", name, err, time.Since(start))
			}
		})
	}
}

// The caller's own deadline and cancellation stay what they are.
func TestCallersContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		r, _ := http.NewRequestWithContext(ctx, "GET", "http://public.test/", nil)
		_, err := piped(Options{}, func(net.Conn) { time.Sleep(time.Hour) }).Do(r)
		if guardOf(err) != "" || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%v, want the deadline of the caller", err)
		}
		time.Sleep(2 * time.Hour)
	})
}

// sized answers with as many bytes as the path says, with or without their number.
func sized(w http.ResponseWriter, r *http.Request) {
	var n int
	fmt.Sscanf(r.URL.Path, "/%d", &n)
	data := bytes.Repeat([]byte("x"), n)
	switch r.URL.RawQuery {
	case "length":
		w.Header().Set("Content-Length", fmt.Sprint(n))
	case "gzip":
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		z.Write(data)
		z.Close()
		w.Header().Set("Content-Encoding", "gzip")
		data = packed.Bytes()
	case "header":
		w.Header().Set("X", string(data))
		data = nil
	}
	w.Write(data)
	w.(http.Flusher).Flush()
}

// sizedClient returns a client whose every name is a server of sized.
func sizedClient(t *testing.T, o Options) *http.Client {
	server := httptest.NewServer(http.HandlerFunc(sized))
	t.Cleanup(server.Close)
	n := newNetwork(t)
	n.servers["93.184.216.34:80"] = server.Listener.Addr().String()
	return &http.Client{Transport: Transport(n.options(o))}
}

// F1: a body has at most MaxSize bytes, also after decompression.
func TestMaxSize(t *testing.T) {
	for _, tt := range []struct {
		o          Options
		path, want string
		bytes      int
	}{
		{Options{MaxSize: 1000}, "1000", "", 1000},
		{Options{MaxSize: 1000}, "1001", GuardMaxSize, 1000},
		{Options{MaxSize: 1000}, "1000?length", "", 1000},
		{Options{MaxSize: 1000}, "1001?length", GuardMaxSize, 0},
		{Options{MaxSize: 1000}, "1000?gzip", "", 1000},
		{Options{MaxSize: 1000}, "1000000?gzip", GuardMaxSize, 1000},
		{Options{}, fmt.Sprint(defaultMaxSize), "", defaultMaxSize},
		{Options{}, fmt.Sprint(defaultMaxSize + 1), GuardMaxSize, defaultMaxSize},
		{Options{MaxSize: -1}, fmt.Sprint(defaultMaxSize + 1), "", defaultMaxSize + 1},
		{Options{}, "0", "", 0},
	} {
		var body []byte
		resp, err := sizedClient(t, tt.o).Get("http://public.test/" + tt.path)
		if err == nil {
			body, err = io.ReadAll(resp.Body)
			_, again := resp.Body.Read(make([]byte, 1))
			if again == nil || err != nil && again != err {
				t.Errorf("%s: a further Read: %v", tt.path, again)
			}
			resp.Body.Close()
		}
		if guardOf(err) != tt.want || len(body) != tt.bytes || tt.want == "" && err != nil {
			t.Errorf("%s: %d bytes, %v, want %d, guard %q", tt.path, len(body), err, tt.bytes, tt.want)
		}
	}
	resp, err := sizedClient(t, Options{MaxSize: 10}).Head("http://public.test/1000?length")
	if err != nil || resp.ContentLength != 1000 {
		t.Errorf("HEAD: %v", err)
	}
	if err := get(sizedClient(t, Options{}), "http://public.test/3000000?header"); err == nil {
		t.Error("a header of 3 MB was read")
	}
}

// A connection that changed its protocol can be written to, within the times.
func TestUpgrade(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client := piped(Options{MaxSize: 2}, func(c net.Conn) {
			io.WriteString(c, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n")
			io.Copy(c, io.LimitReader(c, 5))
			time.Sleep(time.Hour)
		})
		r, _ := http.NewRequest("GET", "http://public.test/", nil)
		r.Header = http.Header{"Upgrade": {"echo"}, "Connection": {"Upgrade"}}
		resp, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		go io.WriteString(resp.Body.(io.Writer), "hello")
		got := make([]byte, 5)
		if _, err := io.ReadFull(resp.Body, got); err != nil || string(got) != "hello" {
			t.Errorf("%q, %v", got, err)
		}
		if _, err := resp.Body.Read(got); err == nil {
			t.Error("a silent server did not end")
		}
		time.Sleep(2 * time.Hour)
	})
}

// The body of a request is closed if the request is refused.
func TestRequestBodyIsClosed(t *testing.T) {
	body := &closer{Reader: strings.NewReader("x")}
	if _, err := (&http.Client{Transport: Transport(Options{})}).Post("http://127.0.0.1/", "text/plain", body); err == nil || !body.closed {
		t.Errorf("%v, closed %v", err, body.closed)
	}
}

// closer is a body that knows whether it was closed.
type closer struct {
	io.Reader
	closed bool
}

func (c *closer) Close() error { c.closed = true; return nil }
