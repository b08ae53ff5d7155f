package config

import (
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// The proxy of a URL: a flag overrides the environment, which overrides the
// file. In the environment, lower case overrides upper case, and a scheme
// overrides "all".
func TestProxies(t *testing.T) {
	const file = "[proxy]\nftp = \"file-ftp:1\"\nall = \"file-all:1\"\nno-proxy = [\"no.file\"]\n"
	for _, tt := range []struct {
		name            string
		options         Options
		env             []string
		file            string
		scheme, address string
		want            string
	}{
		{"flag", Options{Proxy: "flag:1"}, []string{"http_proxy=env:1"}, file, "http", "h:80", "http://flag:1"},
		{"flag, this machine", Options{Proxy: "flag:1"}, nil, "", "http", "127.0.0.1:80", "http://flag:1"},
		{"flag, noproxy", Options{Proxy: "flag:1", NoProxy: "h"}, nil, "", "http", "h:80", ""},
		{"flag, no_proxy", Options{Proxy: "flag:1"}, []string{"no_proxy=h"}, "", "http", "h:80", ""},
		{"flag, noproxy before no_proxy", Options{Proxy: "flag:1", NoProxy: ""}, []string{"no_proxy=h"}, "", "http", "h:80", "http://flag:1"},
		{"environment", Options{}, []string{"ftp_proxy=env:1"}, file, "ftp", "h:21", "http://env:1"},
		{"environment for all before the file", Options{}, []string{"all_proxy=env:1"}, file, "ftp", "h:21", "http://env:1"},
		{"upper case", Options{}, []string{"FTP_PROXY=http://env:1/"}, "", "ftp", "h:21", "http://env:1/"},
		{"lower case first", Options{}, []string{"FTP_PROXY=upper:1", "ftp_proxy=lower:1"}, "", "ftp", "h:21", "http://lower:1"},
		{"scheme before all", Options{}, []string{"all_proxy=all:1", "ftp_proxy=one:1"}, "", "ftp", "h:21", "http://one:1"},
		{"HTTP_PROXY", Options{}, []string{"HTTP_PROXY=env:1"}, "", "http", "h:80", "http://env:1"},
		{"HTTP_PROXY in a gateway", Options{}, []string{"HTTP_PROXY=env:1", "REQUEST_METHOD=GET"}, "", "http", "h:80", ""},
		{"HTTPS_PROXY in a gateway", Options{}, []string{"HTTPS_PROXY=env:1", "REQUEST_METHOD=GET"}, "", "https", "h:443", "http://env:1"},
		{"http_proxy in a gateway", Options{}, []string{"http_proxy=env:1", "REQUEST_METHOD=GET"}, "", "http", "h:80", "http://env:1"},
		{"environment, this machine", Options{}, []string{"all_proxy=env:1"}, "", "http", "127.9.9.9:80", ""},
		{"environment, localhost", Options{}, []string{"all_proxy=env:1"}, "", "gopher", "LOCALHOST.:70", ""},
		{"environment, ::1", Options{}, []string{"all_proxy=env:1"}, "", "ftp", "[::1]:21", ""},
		{"environment, mapped", Options{}, []string{"all_proxy=env:1"}, "", "ftp", "[::ffff:127.0.0.1]:21", ""},
		{"file", Options{}, nil, file, "ftp", "h:21", "http://file-ftp:1"},
		{"file, all", Options{}, nil, file, "gopher", "h:70", "http://file-all:1"},
		{"file, no-proxy", Options{}, nil, file, "gopher", "www.no.file:70", ""},
		{"file, this machine", Options{}, nil, file, "gopher", "localhost:70", "http://file-all:1"},
		{"never file", Options{Proxy: "flag:1"}, nil, file, "file", "", ""},
		{"never telnet", Options{Proxy: "flag:1"}, []string{"telnet_proxy=env:1"}, file, "telnet", "h:23", ""},
		{"TLS of its own", Options{Proxy: "flag:1"}, []string{"all_proxy=env:1"}, file, "ftps", "h:990", ""},
		{"TLS of its own, named", Options{}, []string{"ftps_proxy=env:1"}, "", "ftps", "h:990", "http://env:1"},
		{"star", Options{Proxy: "flag:1", NoProxy: "*"}, nil, "", "http", "h:80", ""},
		{"star, no host", Options{Proxy: "flag:1", NoProxy: "*"}, nil, "", "news", "", ""},
		{"no host", Options{Proxy: "flag:1"}, nil, "", "news", "", "http://flag:1"},
	} {
		var given []string
		if strings.Contains(tt.name, "noproxy") || tt.options.NoProxy != "" {
			given = []string{"noproxy"}
		}
		s, err := settingsOf(t, tt.options, given, tt.env, tt.file)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		got := ""
		via, err := s.proxies.via(tt.scheme, tt.address)
		if via != nil {
			got = via.url.String()
		}
		if got != tt.want || err != nil {
			t.Errorf("%s: %q, %v, want %q", tt.name, got, err, tt.want)
		}
	}
}

func TestNoProxy(t *testing.T) {
	n := newNoProxy("a.example, .b.example\tc.example:8080 10.0.0.0/8 ::1 [fc00::1]:70,192.0.2.1,[2001:db8::2]")
	for address, want := range map[string]bool{
		"a.example:80": true, "A.Example.:80": true, "x.a.example:80": true, "xa.example:80": false, "example:80": false,
		"b.example:80": true, "y.b.example:80": true, "c.example:80": false, "c.example:8080": true, "z.c.example:8080": true,
		"10.1.2.3:21": true, "11.1.2.3:21": false, "[::1]:80": true, "[fc00::1]:70": true, "[fc00::1]:71": false,
		"192.0.2.1:1": true, "[::ffff:192.0.2.1]:1": true, "[2001:db8::2]:5": true, "other:80": false, "no port": false, "": false,
	} {
		if n.has(address) != want {
			t.Errorf("%s: %v, want %v", address, !want, want)
		}
	}
	if !newNoProxy("*").has("h:1") || newNoProxy("").has("h:1") || newNoProxy(" , .").has("h:1") {
		t.Error("\"*\" is not all, or nothing is not nothing")
	}
}

// G11: the plan of an opener with a proxy is that of the proxy; without a proxy
// it is that of the server.
func TestPlanThroughProxy(t *testing.T) {
	s, err := settingsOf(t, Options{Proxy: "proxy.example:3128", NoProxy: "direct.example"}, []string{"noproxy"}, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	client := open.New(open.Options{}, s.Openers()...)
	defer client.Close()
	for _, row := range []struct{ in, server, want string }{
		{"ftp://h.example/f", "proxy.example:3128", "GET ftp://h.example/f HTTP/1.1"},
		{"http://h.example/f", "proxy.example:3128", "GET http://h.example/f HTTP/1.1"},
		{"ftp://direct.example/f", "direct.example:21", "USER anonymous"},
	} {
		plan, err := client.Plan(t.Context(), &open.Request{URL: earl.RFC3986.MustParse(row.in)})
		if err != nil || plan.Server != row.server || len(plan.Steps) == 0 || plan.Steps[0].Line != row.want {
			t.Errorf("Plan(%q) = %q to %q, %v, want %q to %q", row.in, plan.Steps, plan.Server, err, row.want, row.server)
		}
	}
}
