package guess_test

import (
	"testing"

	"github.com/earl-url/earl/internal/guess"
)

func TestURL(t *testing.T) {
	unix := guess.Options{GOOS: "linux", Dir: "/home/me/d", Home: "/home/me",
		Opens: func(scheme string) bool { return scheme == "http" || scheme == "tel" }}
	for _, test := range []struct{ in, want string }{
		{"example.com", "http://example.com"},
		{"example.com/x", "http://example.com/x"},
		{"example.com?q=a@b", "http://example.com?q=a@b"},
		{"www.example.com:8080/x#f", "http://www.example.com:8080/x#f"},
		{"localhost", "http://localhost"},
		{"localhost:8080/x", "http://localhost:8080/x"},
		{"box:8080", "http://box:8080"},
		{"127.0.0.1:8080", "http://127.0.0.1:8080"},
		{"[::1]:8080/x", "http://[::1]:8080/x"},
		{"räksmörgås.se/", "http://räksmörgås.se/"},
		{" example.com\t", "http://example.com"},
		{"user@example.com/x", "http://user@example.com/x"},
		{"user:secret@example.com/x", ""},
		{"sip:a@b.example", ""},
		{"http://h.example/", ""},
		{"http:80", ""},
		{"TEL:112", ""},
		{"ftp.example.org", "ftp://ftp.example.org"},
		{"FTP.example.org/pub", "ftp://FTP.example.org/pub"},
		{"gopher.example.org", "gopher://gopher.example.org"},
		{"news.example.org", "http://news.example.org"},
		{"me@example.org", "mailto:me@example.org"},
		{"me+tag@example.org", "mailto:me+tag@example.org"},
		{"/etc/hostname", "file:///etc/hostname"},
		{"./x y", "file:///home/me/d/x%20y"},
		{"../x", "file:///home/me/x"},
		{"./d/", "file:///home/me/d/d/"},
		{".", "file:///home/me/d"},
		{"~/x", "file:///home/me/x"},
		{`C:\dir\x`, "file:///C:/dir/x"},
		{"C:/dir/x", "file:///C:/dir/x"},
		{"word", ""},
		{"two words.txt", ""},
		{"", ""},
		{"://h/", ""},
		{"h:", ""},
		{"h.example:port/", ""},
		{"h.example:123456/", ""},
		{"a b@h.example/", ""},
		{"//h.example/x", ""},
		{"-o.example", ""},
		{".example", ""},
		{"[1]/x", ""},
		{"~other/x", ""},
		{"~", "file:///home/me"},
	} {
		got, ok := guess.URL(test.in, unix)
		if got != test.want || ok != (test.want != "") {
			t.Errorf("URL(%q) = %q, %v, want %q", test.in, got, ok, test.want)
		}
	}
	if got, ok := guess.URL("/etc/hostname", guess.Options{}); ok {
		t.Errorf("without files, URL = %q", got)
	}
}

// A registered scheme that is not opened is not a host, and a host with a port is.
func TestThisMachine(t *testing.T) {
	o := guess.ThisMachine(func(scheme string) bool { return scheme == "http" })
	for text, want := range map[string]string{"tel:112": "", "http:80": "", "localhost:8080": "http://localhost:8080", "example.com:80": "http://example.com:80"} {
		if got, _ := guess.URL(text, o); got != want {
			t.Errorf("URL(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestHost(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"user:secret@example.com/x", "http://user:secret@example.com/x"},
		{"ftp.example.org:2121/", "ftp://ftp.example.org:2121/"},
		{"word", ""},
	} {
		if got, ok := guess.Host(test.in); got != test.want || ok != (test.want != "") {
			t.Errorf("Host(%q) = %q, %v, want %q", test.in, got, ok, test.want)
		}
	}
}

func TestScheme(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"word", "http://word"},
		{"word/x", "http://word/x"},
		{"ftp.example.org", "ftp://ftp.example.org"},
		{"localhost:8080", "http://localhost:8080"},
		{"mailto:me@example.org", "mailto:me@example.org"},
		{"x://h/", "x://h/"},
		{"", ""},
		{"/x", "/x"},
		{"two words", "two words"},
	} {
		if got := guess.Scheme(test.in); got != test.want {
			t.Errorf("Scheme(%q) = %q, want %q", test.in, got, test.want)
		}
	}
}
