package gophermap

import (
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
)

// rfc1436 3.8: an item has a type, a name, a selector, a host and a port. In a file gophermap the
// last fields can be missing.
func TestURLs(t *testing.T) {
	for _, c := range []struct{ src, line, base, want string }{
		{"rfc1436 3.8", "0About\t/about\th.example\t70", "", "gopher://h.example/0/about"},
		{"another port", "1Menu\tm x\th.example\t7070", "", "gopher://h.example:7070/1m%20x"},
		{"gopher+", "9A\t/a\th.example\t70\t+", "", "gopher://h.example/9/a"},
		{"an HTML page", "hSite\tURL:http://w.example/?a\th.example\t70", "", "http://w.example/?a"},
		{"a session", "8Login\tguest\th.example\t2323", "", "telnet://h.example:2323/"},
		{"text", "isee http://w.example/a\tfake\t(NULL)\t0", "", "http://w.example/a"},
		{"text without fields", "see http://w.example/a", "", "http://w.example/a"},
		{"the end", ".\n0A\t/a\th\t70", "", ""},
		{"no host", "0A\t/a", "gopher://h.example:71/1/d", "/0/a of gopher://h.example:71/0/a"},
		{"in the directory", "0A\ta b", "gopher://h.example/1/d", "/0/d/a%20b of gopher://h.example/0/d/a%20b"},
		{"in the root", "0A\ta", "gopher://h.example/", "/0/a of gopher://h.example/0/a"},
		{"a file", "0A\t/a", "file:///d/gophermap", "/0/a of "},
		{"no base", "0A\t/a", "", "/0/a"},
		{"a plus for the host", "0A\t/a\t+\t70", "gopher://h.example/", "/0/a of gopher://h.example/0/a"},
		{"nothing", "", "", ""},
		{"a host that is none", "0A\t/a\th h\t70", "", ""},
	} {
		o, got := Options{}, ""
		if c.base != "" {
			o.Base = extract.BaseOf(earl.RFC3986.MustParse(c.base))
		}
		for m, err := range URLs(strings.NewReader(c.line+"\r\n"), o) {
			if got += m.URL; m.Relative && c.base != "" {
				u, _ := m.Base.Resolve(nil, m.URL)
				got += " of " + u.String()
			}
			if err != nil || c.line[m.Offset:][:len(m.Text)] != m.Text || m.Column != m.Offset+1 {
				t.Errorf("%s: %+v, %v", c.src, m, err)
			}
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.src, got, c.want)
		}
	}
}

func FuzzURLs(f *testing.F) {
	f.Add("0A\t/a\th\t70\r\n.\r\n")
	f.Add("1\t\n\t\t\t\nh\tURL:x")
	f.Fuzz(func(t *testing.T, text string) {
		for m := range URLs(strings.NewReader(text), Options{}) {
			if m.Offset < 0 || m.Offset+int64(len(m.Text)) > int64(len(text)) {
				t.Fatalf("%+v is outside", m)
			}
		}
	})
}
