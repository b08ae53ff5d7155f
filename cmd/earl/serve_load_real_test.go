//go:build linux

package main

import (
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl/internal/peers"
)

// cookie returns the cookie of the browser session, for a Cookie field.
func (s *served) cookie() string {
	u, _ := url.Parse(s.start)
	var pairs []string
	for _, c := range s.web.Jar.Cookies(u) {
		pairs = append(pairs, c.Name+"="+c.Value)
	}
	return strings.Join(pairs, "; ")
}

// memory returns the number of bytes that the process has in memory.
func (s *served) memory() int64 {
	s.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	if err != nil {
		s.Fatal(err)
	}
	m := regexp.MustCompile(`VmRSS:\s+(\d+) kB`).FindSubmatch(text)
	if m == nil {
		s.Fatal("no VmRSS")
	}
	n, _ := strconv.ParseInt(string(m[1]), 10, 64)
	return n << 10
}

// clients is how many programs read listings at a time.
const clients = 200

// 200 clients read listings of ftp and gopher, while 300 half-open requests are held: no
// request fails, memory stays constant, and the front page is served meanwhile. EARL_BIG makes
// it a minute for each scheme.
func TestServeWithWrk(t *testing.T) {
	wrk := peers.Program(t, "wrk")
	ftp, gopher := peers.PyFTPD(t), peers.Gophernicus(t)
	s := startServe(t, "--allow-net", "127.0.0.1")
	defer s.interrupt()
	base, _, _ := strings.Cut(s.start, "/start")
	s.holdHalfOpen(strings.TrimPrefix(base, "http://"))
	seconds := rounds(4, 60)
	for scheme, address := range map[string]string{"ftp": ftp.URL("pub/"), "gopher": gopher.URL("1/pub")} {
		if page := s.open(address); !strings.Contains(page, `id="entries"`) {
			t.Fatalf("%s is no listing: %s", address, page)
		}
		storm := func(seconds int) string {
			return runProgram(t, nil, wrk, "-t", "2", "-c", strconv.Itoa(clients), "-d", fmt.Sprintf("%ds", seconds), "--timeout", "60s", "--latency",
				"-H", "Cookie: "+s.cookie(), base+"/open?url="+url.QueryEscape(address))
		}
		storm(2) // now the memory for all clients is allocated
		before := s.memory()
		done := make(chan string)
		go func() { done <- storm(seconds) }()
		front := s.frontPage(base)
		out := <-done
		after := s.memory()
		requests := regexp.MustCompile(`(\d+) requests in`).FindStringSubmatch(out)
		p99 := regexp.MustCompile(`99%\s+(\S+)`).FindStringSubmatch(out)
		if requests == nil || p99 == nil || requests[1] == "0" || strings.Contains(out, "Socket errors") || strings.Contains(out, "Non-2xx") {
			t.Errorf("%s: %s", scheme, out)
			continue
		}
		t.Logf("%s: %d clients, %d s, %s requests, p99 %s, front page %v; memory %d MiB, then %d MiB; load %s",
			scheme, clients, seconds, requests[1], p99[1], front.Round(time.Millisecond), before>>20, after>>20, load())
		if after > before*3/2+32<<20 {
			t.Errorf("%s: memory grows from %d to %d MiB", scheme, before>>20, after>>20)
		}
	}
}

// halfOpen is the number of requests that begin and do not end.
const halfOpen = 300

// holdHalfOpen begins requests until the test ends, and replaces those that the server closes.
func (s *served) holdHalfOpen(address string) {
	s.Helper()
	over := make(chan struct{})
	s.Cleanup(func() { close(over) })
	for range halfOpen {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			s.Fatal(err)
		}
		io.WriteString(conn, "GET / HTTP/1.1\r\nHost: ")
		go func() {
			for {
				ended := make(chan struct{})
				go func() {
					io.Copy(io.Discard, conn)
					close(ended)
				}()
				select {
				case <-over:
					conn.Close()
					return
				case <-ended:
					conn.Close()
				}
				var err error
				if conn, err = net.Dial("tcp", address); err != nil {
					return
				}
				io.WriteString(conn, "GET / HTTP/1.1\r\nHost: ")
			}
		}()
	}
}

// frontPage returns how long the front page takes.
func (s *served) frontPage(base string) time.Duration {
	s.Helper()
	begun := time.Now()
	if page := s.get(base + "/"); !strings.Contains(page, `id="schemes"`) {
		s.Fatalf("the front page is %s", page)
	}
	return time.Since(begun)
}

// While 300 half-open requests are held, the front page takes at most 20 times as long as
// without them; times below 50 ms count as 50 ms.
func TestServeWithHalfOpenRequests(t *testing.T) {
	s := startServe(t)
	base, _, _ := strings.Cut(s.start, "/start")
	best := func() time.Duration {
		var all []time.Duration
		for range 5 { // the machine may slow some down
			all = append(all, s.frontPage(base))
		}
		return slices.Min(all)
	}
	free := best()
	s.holdHalfOpen(strings.TrimPrefix(base, "http://"))
	loaded := best()
	t.Logf("the front page takes %v, with %d half-open requests %v", free, halfOpen, loaded)
	if loaded > 20*max(free, 50*time.Millisecond) {
		t.Errorf("the front page takes %v with half-open requests, %v without", loaded, free)
	}
}

// A large file of ftp takes about as long through the gateway as without it, saved and shown,
// and is not held in memory. EARL_BIG is its size in MiB.
func TestServeWithLargeFile(t *testing.T) {
	curl := peers.Program(t, "curl")
	ftp := peers.VSFTPD(t)
	size := bigSize(t)
	big := filepath.Join(ftp.Root, "pub", "big")
	f, err := os.OpenFile(big, os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Truncate(size); err != nil { // of zeros, so that no disk slows it down
		t.Fatal(err)
	}
	f.Close()
	s := startServe(t, "--allow-net", "127.0.0.1")
	defer s.interrupt()
	base, _, _ := strings.Cut(s.start, "/start")
	speed := func(to string, words ...string) float64 {
		out := runProgram(t, nil, append([]string{curl, "-sSf", "-o", to, "-w", "%{size_download} %{time_total}"}, words...)...)
		var got int64
		var took float64
		if n, err := fmt.Sscan(out, &got, &took); n != 2 || err != nil || got != size {
			t.Fatalf("%q: %s", words, out)
		}
		return float64(got) / took / (1 << 20)
	}
	gateway := []string{"-H", "Cookie: " + s.cookie(), base + "/file?url=" + url.QueryEscape(ftp.URL("pub/big"))}
	for _, to := range []string{filepath.Join(t.TempDir(), "saved"), os.DevNull} {
		var direct, through []float64
		for range rounds(5, 9) { // in turn, so that both have the same load
			direct = append(direct, speed(to, ftp.URL("pub/big")))
			through = append(through, speed(to, gateway...))
		}
		slices.Sort(direct)
		slices.Sort(through)
		middle := len(direct) / 2
		t.Logf("%d MiB by ftp to %s: curl %.0f MiB/s, through the gateway %.0f MiB/s, %.2f of it; memory %d MiB; load %s",
			size>>20, filepath.Base(to), direct[middle], through[middle], through[middle]/direct[middle], s.memory()>>20, load())
		if through[middle] < direct[middle]/4 {
			t.Errorf("through the gateway at %.0f MiB/s, of %.0f", through[middle], direct[middle])
		}
	}
	if s.memory() > 128<<20 {
		t.Errorf("%d MiB in memory", s.memory()>>20)
	}
}
