package guard

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

// addresses parses addresses that are separated by spaces.
func addresses(text string) []netip.Addr {
	var all []netip.Addr
	for _, field := range strings.Fields(text) {
		all = append(all, netip.MustParseAddr(field))
	}
	return all
}

// get requests a URL and reads the body.
func get(client *http.Client, text string) error {
	resp, err := client.Get(text)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, err = io.Copy(io.Discard, resp.Body)
	return err
}

// redirectTests are the targets of redirects from public.test, and the guard
// that refuses each.
var redirectTests = []struct{ to, want string }{
	{"http://inside.test/", GuardPrivateAddress},
	{"//inside.test/", GuardPrivateAddress},
	{"http://10.0.0.1/", GuardPrivateAddress},
	{"http://127.0.0.1:8080/", GuardPrivateAddress},
	{"http://[::1]/", GuardPrivateAddress},
	{"http://[::ffff:10.0.0.1]/", GuardPrivateAddress},
	{"http://[64:ff9b::a00:1]/", GuardPrivateAddress},
	{"http://[2002:a00:1::]/", GuardPrivateAddress},
	{"http://169.254.169.254/latest/meta-data/", GuardPrivateAddress},
	{"http://168.63.129.16/", GuardPrivateAddress},
	{"https://169.254.169.254/", GuardPrivateAddress},
	{"http://0.0.0.0/", GuardPrivateAddress},
	{"http://localhost/", GuardPrivateName},
	{"http://metadata.google.internal/", GuardPrivateName},
	{"http://2852039166/", GuardReadings},
	{"http://0xa9fea9fe/", GuardReadings},
	{"http://0251.0376.0251.0376/", GuardReadings},
	{"http://127.1/", GuardReadings},
	{"http://10.0.0.1./", GuardReadings},
	{"http://１０.０.０.１/", GuardBadHost},
	{"http://inside.test:22/", GuardBadPort},
	{"http://public.test:6379/", GuardBadPort},
	{"http://public.test:65616/", GuardPortRange},
	{"http://public.test@inside.test/", GuardLogin},
	{"http://user:secret@public.test/", GuardLogin},
	{"ftp://inside.test/", GuardScheme},
	{"file:///etc/passwd", GuardScheme},
	{"gopher://inside.test:6379/_x", GuardScheme},
	{"http:inside.test", GuardBadHost},
	{"http://public.test/?to=http%3A%2F%2Finside.test%2F", GuardPrivateAddress},
	{"/?to=%2F%2F10.0.0.1%2F", GuardPrivateAddress},
	{"http://other.test/", GuardPrivateAddress},
}

// F1: a redirect is checked like the first URL.
func TestRedirectsInside(t *testing.T) {
	for _, tt := range redirectTests {
		n := newNetwork(t)
		n.names["other.test"] = []string{"93.184.216.35 192.168.0.1"}
		err := get(&http.Client{Transport: Transport(n.options(Options{}))}, "http://public.test/?to="+url.QueryEscape(tt.to))
		if guardOf(err) != tt.want || n.reached() > 0 || !n.dialled("93.184.216.34:80") {
			t.Errorf("redirect to %s: %v, dialled %q, want the guard %q", tt.to, err, n.dials, tt.want)
		}
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("redirect to %s: the error contains the password: %v", tt.to, err)
		}
	}
}

// F1: redirects to public servers, and to what Allow lists, are followed.
func TestRedirectsOutside(t *testing.T) {
	for _, tt := range []struct {
		to   string
		o    Options
		dial string
	}{
		{"http://93.184.216.35/", Options{}, "93.184.216.35:80"},
		{"http://public.test:8080/", Options{}, "93.184.216.34:8080"},
		{"/next", Options{}, "93.184.216.34:80"},
		{"http://inside.test/", Options{Allow: []string{"inside.test"}}, "10.0.0.1:80"},
		{"http://127.0.0.1:8080/", Options{Allow: []string{"127.0.0.1:8080"}}, "127.0.0.1:8080"},
	} {
		n := newNetwork(t)
		err := get(&http.Client{Transport: Transport(n.options(tt.o))}, "http://public.test/?to="+url.QueryEscape(tt.to))
		if err != nil || !n.dialled(tt.dial) {
			t.Errorf("redirect to %s: %v, dialled %q, want %s", tt.to, err, n.dials, tt.dial)
		}
	}
}

// rebindTests are the answers of successive lookups of evil.test, and the guard
// that refuses the last of as many requests.
var rebindTests = []struct {
	answers []string
	want    string
}{
	{[]string{"93.184.216.34", "10.0.0.1"}, GuardPrivateAddress},
	{[]string{"93.184.216.34", "::ffff:10.0.0.1"}, GuardPrivateAddress},
	{[]string{"93.184.216.34", "64:ff9b::a00:1"}, GuardPrivateAddress},
	{[]string{"93.184.216.34", "::1"}, GuardPrivateAddress},
	{[]string{"93.184.216.34", "169.254.169.254"}, GuardPrivateAddress},
	{[]string{"93.184.216.34", "168.63.129.16"}, GuardPrivateAddress},
	{[]string{"93.184.216.34 10.0.0.1"}, GuardPrivateAddress},
	{[]string{"10.0.0.1 93.184.216.34"}, GuardPrivateAddress},
	{[]string{"93.184.216.34", "93.184.216.35", "0.0.0.0"}, GuardPrivateAddress},
	{[]string{"93.184.216.34", "93.184.216.35"}, ""},
}

// F1: the address that was checked is the one that is dialled, whatever the next
// lookup returns (DNS rebinding).
func TestRebinding(t *testing.T) {
	for _, tt := range rebindTests {
		n := newNetwork(t)
		n.names["evil.test"] = tt.answers
		client := &http.Client{Transport: Transport(n.options(Options{Base: &http.Transport{DisableKeepAlives: true}}))}
		var err error
		for range tt.answers {
			if err != nil {
				t.Errorf("%q: a request before the last: %v", tt.answers, err)
			}
			err = get(client, "http://evil.test/")
		}
		if guardOf(err) != tt.want || n.reached() > 0 {
			t.Errorf("%q: %v, dialled %q, want the guard %q", tt.answers, err, n.dials, tt.want)
		}
	}
}

// F1: one request makes one lookup, and a kept connection stays where it is.
func TestOneLookup(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client := piped(Options{}, func(c net.Conn) {
			for in := bufio.NewReader(c); ; http.ReadRequest(in) {
				if _, err := io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx"); err != nil {
					return
				}
			}
		})
		lookups := 0
		client.Transport.(*transport).settings.LookupNetIP = func(context.Context, string, string) ([]netip.Addr, error) {
			lookups++
			return addresses([]string{"93.184.216.34", "10.0.0.1"}[lookups-1]), nil
		}
		for range 2 {
			if err := get(client, "http://evil.test/"); err != nil || lookups != 1 {
				t.Errorf("%v, %d lookups", err, lookups)
			}
		}
		client.CloseIdleConnections()
		if err := get(client, "http://evil.test/"); guardOf(err) != GuardPrivateAddress || lookups != 2 {
			t.Errorf("after the connection was closed: %v, %d lookups", err, lookups)
		}
	})
}

// A proxy of the environment is not used: it would look up the host itself.
func TestProxyOfTheEnvironment(t *testing.T) {
	var used atomic.Int32
	proxy := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { used.Add(1) }))
	defer proxy.Close()
	t.Setenv("HTTP_PROXY", proxy.URL)
	if err := get(&http.Client{Transport: &http.Transport{Proxy: http.ProxyFromEnvironment}}, "http://public.test/"); err != nil || used.Load() != 1 {
		t.Skipf("net/http read the environment before this test: %v", err)
	}
	n := newNetwork(t)
	base := &http.Transport{Proxy: http.ProxyFromEnvironment}
	for _, o := range []Options{{}, {Base: base}} {
		if err := get(&http.Client{Transport: Transport(n.options(o))}, "http://public.test/"); err != nil || used.Load() != 1 {
			t.Errorf("%v, the proxy was used %d times", err, used.Load()-1)
		}
	}
}

// A proxy of Options may be inside. URLs are still checked.
func TestProxyOfOptions(t *testing.T) {
	var requests atomic.Int32
	proxy := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { requests.Add(1) }))
	defer proxy.Close()
	n := newNetwork(t)
	n.names["proxy.test"] = []string{"10.0.0.9"}
	n.servers["10.0.0.9:3128"] = proxy.Listener.Addr().String()
	at, _ := url.Parse("http://proxy.test:3128")
	client := &http.Client{Transport: Transport(n.options(Options{Proxy: http.ProxyURL(at)}))}
	if err := get(client, "http://anywhere.test/x"); err != nil || requests.Load() != 1 {
		t.Errorf("%v, %d requests", err, requests.Load())
	}
	for text, want := range map[string]string{
		"http://10.0.0.9:3128/": GuardPrivateAddress, "http://127.0.0.1/": GuardPrivateAddress, "http://localhost/": GuardPrivateName,
		"http://2130706433/": GuardReadings, "http://a.test:22/": GuardBadPort, "ftp://a.test/": GuardScheme,
	} {
		if err := get(client, text); guardOf(err) != want || requests.Load() != 1 {
			t.Errorf("%s: %v, %d requests, want the guard %q", text, err, requests.Load(), want)
		}
	}
	direct := &http.Client{Transport: Transport(n.options(Options{Proxy: func(*http.Request) (*url.URL, error) { return nil, nil }}))}
	if err := get(direct, "http://proxy.test:3128/"); guardOf(err) != GuardPrivateAddress {
		t.Errorf("a request without a proxy to the proxy: %v", err)
	}
}

// No function of Options.Base dials.
func TestBaseDoesNotDial(t *testing.T) {
	n := newNetwork(t)
	//lint:ignore SA1019 the deprecated functions must not dial either
	base := &http.Transport{DialContext: n.dial, DialTLSContext: n.dial, Dial: nil}
	client := &http.Client{Transport: Transport(n.options(Options{Base: base}))}
	for _, text := range []string{"http://inside.test/", "https://inside.test/"} {
		if err := get(client, text); guardOf(err) != GuardPrivateAddress || len(n.dials) > 0 {
			t.Errorf("%s: %v, dialled %q", text, err, n.dials)
		}
	}
}

// Tunnels and requests made by hand are checked too.
func TestRequestsByHand(t *testing.T) {
	n := newNetwork(t)
	transport := Transport(n.options(Options{}))
	for _, tt := range []struct {
		r    *http.Request
		want string
	}{
		{nil, GuardURL},
		{&http.Request{}, GuardURL},
		{&http.Request{Method: "CONNECT", URL: &url.URL{Scheme: "http", Host: "public.test"}}, GuardTunnel},
		{&http.Request{URL: &url.URL{Scheme: "http", Host: "public.test", Opaque: "//inside.test/"}}, GuardReadings},
		{&http.Request{URL: &url.URL{Scheme: "http", Host: "user:secret@inside.test"}}, ""},
		{&http.Request{URL: &url.URL{Scheme: "http", Host: "public.test/x"}}, GuardReadings},
		{&http.Request{URL: &url.URL{Scheme: "HTTP", Host: "public.test"}}, GuardScheme},
		{&http.Request{URL: &url.URL{Scheme: "http", Host: "public.test", User: url.UserPassword("u", "secret")}}, GuardLogin},
		{&http.Request{URL: &url.URL{Scheme: "http", Host: "[127.0.0.1]"}}, ""},
		{&http.Request{URL: &url.URL{Scheme: "http", Host: "[inside.test]"}}, ""},
		{&http.Request{URL: &url.URL{Scheme: "http", Host: "public.test\r\nX: y"}}, ""},
	} {
		_, err := transport.RoundTrip(tt.r)
		if got := guardOf(err); got == "" || tt.want != "" && got != tt.want || len(n.dials) > 0 || strings.Contains(err.Error(), "secret") {
			t.Errorf("%+v: %v, dialled %q, want the guard %q", tt.r, err, n.dials, tt.want)
		}
	}
}

// Requests with TLS are checked and limited like others, also over HTTP/2.
func TestTLS(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if to := r.FormValue("to"); to != "" {
			http.Redirect(w, r, to, http.StatusFound)
		}
		io.WriteString(w, r.Proto)
	}))
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	n := newNetwork(t)
	n.names["example.com"] = []string{"93.184.216.40"}
	n.servers["93.184.216.40:443"] = server.Listener.Addr().String()
	base := server.Client().Transport.(*http.Transport).Clone()
	for _, tt := range []struct {
		text, body, want string
		size             int64
	}{
		{"https://example.com/", "HTTP/2.0", "", 0},
		{"https://example.com/", "HTT", GuardMaxSize, 3},
		{"https://example.com/?to=https://inside.test/", "", GuardPrivateAddress, 0},
		{"https://example.com/?to=http://169.254.169.254/", "", GuardPrivateAddress, 0},
	} {
		client := &http.Client{Transport: Transport(n.options(Options{Base: base, MaxSize: tt.size}))}
		var body []byte
		resp, err := client.Get(tt.text)
		if err == nil {
			body, err = io.ReadAll(resp.Body)
			resp.Body.Close()
		}
		if guardOf(err) != tt.want || tt.size == 0 && tt.want == "" && err != nil || string(body) != tt.body && tt.size == 0 || n.reached() > 0 {
			t.Errorf("%s: %q, %v, want %q, guard %q", tt.text, body, err, tt.body, tt.want)
		}
		client.CloseIdleConnections()
	}
}
