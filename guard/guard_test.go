package guard

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/earl-url/earl/internal/destination"
)

// needs are checks that only one guard makes, for guards without a vector that
// does. Each returns the error of a request with that guard off, or on.
var needs = map[string]func(t *testing.T, off string) error{
	GuardReadings: func(t *testing.T, off string) error {
		n := newNetwork(t)
		r, _ := http.NewRequest("GET", "http://public.test/", nil)
		r.URL.Opaque = "//inside.test/"
		resp, err := Transport(n.options(Options{off: off})).RoundTrip(r)
		if err == nil {
			resp.Body.Close()
		}
		return err
	},
	GuardPortRange: func(t *testing.T, off string) error { // a URL with such a port is read differently too
		conn, err := Dialer{newNetwork(t).options(Options{off: off})}.DialContext(t.Context(), "tcp", "public.test:0")
		if err == nil {
			conn.Close()
		}
		return err
	},
	GuardTunnel: func(t *testing.T, off string) error {
		n := newNetwork(t)
		r, _ := http.NewRequest("CONNECT", "http://public.test/", nil)
		resp, err := Transport(n.options(Options{off: off})).RoundTrip(r)
		if err == nil {
			resp.Body.Close()
		}
		return err
	},
	GuardNetwork: func(_ *testing.T, off string) error {
		o := Options{off: off, DialContext: func(context.Context, string, string) (net.Conn, error) { return nil, nil }}
		_, err := Dialer{o}.DialContext(context.Background(), "ip", "93.184.216.34:80")
		return err
	},
	GuardMaxSize: func(t *testing.T, off string) error {
		return get(sizedClient(t, Options{MaxSize: 9, off: off}), "http://public.test/10?length")
	},
	GuardConnect: func(t *testing.T, off string) error { return slow(t, off, time.Minute, 0, 0, 0) },
	GuardHeader:  func(t *testing.T, off string) error { return slow(t, off, 0, time.Minute, 0, 0) },
	GuardIdle:    func(t *testing.T, off string) error { return slow(t, off, 0, 0, time.Minute, 0) },
	GuardTotal:   func(t *testing.T, off string) error { return slow(t, off, 0, 0, 0, time.Minute) },
}

// slow returns the error of a request to a server that waits before the
// connection, the header and the first byte, and sends ten bytes over a time.
func slow(t *testing.T, off string, connect, header, first, rest time.Duration) (err error) {
	synctest.Test(t, func(t *testing.T) {
		o := Options{off: off, Connect: 10 * time.Second, Header: 30 * time.Second, Idle: 20 * time.Second, Total: 50 * time.Second}
		if header > 0 || first > 0 || connect > 0 {
			o.Total = -1
		}
		if connect > 0 {
			o.Header = -1
		}
		client := piped(o, func(c net.Conn) {
			time.Sleep(header)
			c.Write([]byte("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n"))
			time.Sleep(first)
			for range 10 {
				time.Sleep(rest / 10)
				c.Write([]byte("x"))
			}
		})
		lookup := client.Transport.(*transport).settings
		answer := lookup.LookupNetIP
		lookup.LookupNetIP = func(ctx context.Context, network, host string) ([]netip.Addr, error) {
			select {
			case <-time.After(connect):
			case <-ctx.Done():
				if off == "" {
					return nil, ctx.Err()
				}
			}
			return answer(ctx, network, host)
		}
		err = get(client, "http://public.test/")
		client.CloseIdleConnections()
		time.Sleep(2 * time.Hour) // until the server ends
	})
	return err
}

// F1: each guard has a vector or a check that only it refuses. With the guard
// off, the request is sent.
func TestEveryGuardIsNeeded(t *testing.T) {
	all := vectors(t)
	for _, g := range guards {
		if check, ok := needs[g.name]; ok {
			on, off := check(t, ""), check(t, g.name)
			if guardOf(on) != g.name || guardOf(off) != "" {
				t.Errorf("%s: error %v, and %v with the guard off", g.name, on, off)
			}
			continue
		}
		passed := 0
		for _, v := range all {
			if v.Guard == g.name && v.verdict(t, g.name) == "" {
				passed++
			}
		}
		if passed == 0 {
			t.Errorf("%s: no vector passes with the guard off: add one to testdata/vectors.json or a row to needs", g.name)
		}
	}
}

// Every constant has a row in guards, with a setting that exists.
func TestGuardsAreDescribed(t *testing.T) {
	text, err := os.ReadFile("error.go")
	options, err2 := os.ReadFile("guard.go")
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	constants, _, _ := strings.Cut(string(text), "\n)\n\n// guards has")
	if n := strings.Count(constants, "\n\tGuard"); n != len(guards) {
		t.Errorf("error.go has %d constants Guard*, and guards has %d rows", n, len(guards))
	}
	for _, g := range guards {
		if field, ok := strings.CutPrefix(g.setting, "Options."); ok && !strings.Contains(string(options), "\n\t"+field+" ") {
			t.Errorf("%s: Options has no field %s", g.name, field)
		}
	}
}

// A Dialer checks like Transport.
func TestDialer(t *testing.T) {
	for _, tt := range []struct{ network, address, want, dial string }{
		{"tcp", "public.test:80", "", "93.184.216.34:80"},
		{"udp", "public.test:8080", "", "93.184.216.34:8080"},
		{"tcp4", "both.test:80", "", "93.184.216.34:80"},
		{"tcp", "inside.test:80", GuardPrivateAddress, ""},
		{"tcp4", "10.0.0.1:80", GuardPrivateAddress, ""},
		{"tcp6", "[::1]:80", GuardPrivateAddress, ""},
		{"tcp", "[fe80::1%eth0]:80", GuardPrivateAddress, ""},
		{"tcp", "127.1:80", GuardBadHost, ""},
		{"tcp", "2130706433:80", GuardBadHost, ""},
		{"tcp", "localhost:80", GuardPrivateName, ""},
		{"tcp", "public.test:22", GuardBadPort, ""},
		{"tcp", "public.test:http", GuardPortRange, ""},
		{"tcp", "public.test:0", GuardPortRange, ""},
		{"tcp", "public.test:65616", GuardPortRange, ""},
		{"tcp", "public.test", GuardBadHost, ""},
		{"unix", "/run/docker.sock", GuardNetwork, ""},
		{"ip4:icmp", "93.184.216.34", GuardNetwork, ""},
	} {
		n := newNetwork(t)
		n.names["both.test"] = []string{"2606:4700::1111 93.184.216.34"}
		conn, err := Dialer{n.options(Options{})}.DialContext(t.Context(), tt.network, tt.address)
		if err == nil {
			conn.Close()
		}
		if guardOf(err) != tt.want || tt.want == "" && (err != nil || len(n.dials) != 1 || n.dials[0] != tt.dial) || tt.want != "" && len(n.dials) > 0 {
			t.Errorf("%s %s: %v, dialled %q, want %q or the guard %q", tt.network, tt.address, err, n.dials, tt.dial, tt.want)
		}
	}
}

// Control checks the address that a net.Dialer found.
func TestControl(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	at := listener.Addr().String()
	for _, address := range []string{at, strings.Replace(at, "127.0.0.1", "localhost", 1)} {
		_, err = (&net.Dialer{Control: Dialer{}.Control}).Dial("tcp", address)
		if guardOf(err) != GuardPrivateAddress {
			t.Errorf("%s: %v, want the guard %q", address, err, GuardPrivateAddress)
		}
	}
	conn, err := (&net.Dialer{Control: Dialer{Options{Allow: []string{at}}}.Control}).Dial("tcp", at)
	if err != nil {
		t.Fatal(err)
	}
	conn.Close()
}

// One transport serves many goroutines.
func TestConcurrentUse(t *testing.T) {
	n := newNetwork(t)
	client := &http.Client{Transport: Transport(n.options(Options{}))}
	var wg sync.WaitGroup
	for i := range 40 {
		wg.Go(func() {
			text, want := "http://public.test/", ""
			if i%2 == 1 {
				text, want = "http://public.test/?to=http://inside.test/", GuardPrivateAddress
			}
			if err := get(client, text); guardOf(err) != want || want == "" && err != nil {
				t.Errorf("%s: %v", text, err)
			}
		})
	}
	wg.Wait()
	if n.reached() > 0 {
		t.Error("the server inside was reached")
	}
}

// F1: an edition that no program follows does not raise the alarm.
func TestDraftsDoNotDisagree(t *testing.T) {
	for _, text := range []string{"http://a.test?q", "http://a.test;x", "http://a.test/%7e~", "http://a.test/#x"} {
		if err := Check(text); guardOf(err) == GuardReadings {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// F1: Check sees a user as it was written. A Transport sees it after net/url, which
// escapes each "@", so such a URL is no vector.
func TestCheckComparesReaders(t *testing.T) {
	for _, text := range []string{
		"http://x@127.0.0.1:80@a.test/", "http://x@inside.test@a.test:80/", "http://a.test@@b.test/",
		"https://a.test&@b.test%23@c.test/", "http://u:@inside.test@a.test/",
	} {
		on, off := Options{Login: true}.Check(text), Options{Login: true, off: GuardReadings}.Check(text)
		if guardOf(on) != GuardReadings || off != nil || strings.Contains(on.Error(), "inside") {
			t.Errorf("%s: %v, and %v without the comparison", text, on, off)
		}
	}
}

// An error in a log has its fields, and no password, path or query.
func TestErrorInALog(t *testing.T) {
	var b bytes.Buffer
	log := slog.New(slog.NewJSONHandler(&b, nil))
	err := Options{Login: true}.Check("http://user:secret@127.0.0.1:8080/secret?secret")
	var e *Error
	if !errors.As(err, &e) {
		t.Fatal(err)
	}
	log.Warn("refused", "url", e)
	for _, want := range []string{`"guard":"private-address"`, `"host":"127.0.0.1"`, `"address":"127.0.0.1:8080"`, `"setting":"Options.Allow"`, `"section":"rfc6890 2.2"`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%s has no %s", b.String(), want)
		}
	}
	if strings.Contains(b.String()+err.Error(), "secret") {
		t.Errorf("a secret in %s%v", b.String(), err)
	}
}

// The host is of the URL, and so of a stranger: it cannot change how a log looks.
func TestErrorEscapesHosts(t *testing.T) {
	for _, host := range []string{"a\u202Eb", "a\u200Bb", "a\u2028b", "a\u0085b", "a\u009B31mb", "a\U000E0041b", "[::1%25\u202E]"} {
		err := Check("http://" + host + "/")
		if err == nil {
			t.Fatalf("Check accepts %q", host)
		}
		var b bytes.Buffer
		slog.New(slog.NewJSONHandler(&b, nil)).Info("refused", "error", err)
		for _, text := range []string{err.Error(), strings.TrimSpace(b.String())} {
			if i := strings.IndexFunc(text, func(r rune) bool { return !strconv.IsPrint(r) }); i >= 0 {
				t.Errorf("for %q, %q has a character at %d that does not print", host, text, i)
			}
		}
	}
}

// The package links no module outside the standard library that package readers does
// not link. Source: DESIGN 9.
func TestLinksNoMoreThanReaders(t *testing.T) {
	deps := func(pkg string) map[string]bool {
		out, err := exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", pkg).Output()
		if err != nil {
			t.Skipf("go list: %v", err)
		}
		set := map[string]bool{}
		for _, line := range strings.Fields(string(out)) {
			set[line] = true
		}
		return set
	}
	const module = "github.com/earl-url/earl"
	readers := deps(module + "/readers")
	for pkg := range deps(module + "/guard") {
		if !readers[pkg] && pkg != module+"/guard" && pkg != module+"/internal/destination" {
			t.Errorf("guard links %s", pkg)
		}
	}
}

// No URL that passes leads to an address that is not checked, and no error has
// the password.
func FuzzCheck(f *testing.F) {
	text, err := os.ReadFile("testdata/vectors.json")
	if err != nil {
		f.Fatal(err)
	}
	for _, part := range strings.Split(string(text), `{"url": "`) {
		if url, _, ok := strings.Cut(part, `"`); ok {
			f.Add(url)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		o := Options{LookupNetIP: func(_ context.Context, _, host string) ([]netip.Addr, error) {
			if _, err := netip.ParseAddr(host); err == nil || privateName(host) != "" {
				t.Errorf("%q: looked up %q", text, host)
			}
			return []netip.Addr{netip.MustParseAddr("10.0.0.1"), public}, nil
		}, DialContext: func(_ context.Context, _, address string) (net.Conn, error) {
			if at := netip.MustParseAddrPort(address); destination.Special(at.Addr()) != "" {
				t.Errorf("%q: dialled %s", text, at)
			}
			return nil, errDialled
		}}
		checked := o.Check(text)
		resp, err := (&http.Client{Transport: Transport(o)}).Get(text)
		if err == nil {
			resp.Body.Close()
			t.Errorf("%q: a response without a connection", text)
		}
		if checked != nil && errors.Is(err, errDialled) {
			t.Errorf("%q: Check: %v, but dialled", text, checked)
		}
	})
}

// Escapes of a name are read differently, so a text with them is refused. A request has no
// text: http.Client converts the name. Source: rfc3986 3.2.2.
func TestEscapedNameIsRefused(t *testing.T) {
	for _, text := range []string{"http://b%C3%BCcher.test/", "http://b%c3%bccher.test/"} {
		if got := guardOf(Check(text)); got != GuardReadings {
			t.Errorf("Check(%q): guard %q, want %q", text, got, GuardReadings)
		}
	}
}
