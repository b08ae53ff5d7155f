package transfer

import (
	"testing"

	"github.com/earl-url/earl"
)

// TestFileName: a name that -O takes from a URL is one part of a path.
func TestFileName(t *testing.T) {
	for _, c := range []struct{ url, want string }{
		{"ftp://h/pub/readme.txt;type=a", "readme.txt"},
		{"ftp://h/a/b%2Fc", ""},
		{"ftp://h/pub/", ""},
		{"ftp://h/a%00b", ""},
		{"http://h/a/b.html?x=/y", "b.html"},
		{"http://h/", ""},
		{"http://h", ""},
		{"http://h/..", ""},
		{"http://h/%2e%2e", ""},
		{"http://h/..%5Cx", ""},
		{"http://h/%1B%5B2J", ""},
		{"gopher://h/0/docs/a.txt", "a.txt"},
		{"gopher://h/", ""},
		{"file:///etc/motd", "motd"},
	} {
		u, err := earl.RFC3986.Parse(c.url)
		if err != nil {
			t.Fatal(err)
		}
		got, err := fileName(u)
		if got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("fileName(%s) = %q, %v, want %q", c.url, got, err, c.want)
		}
	}
}
