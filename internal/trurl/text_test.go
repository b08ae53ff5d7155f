package trurl

import (
	"testing"

	"github.com/earl-url/earl"
)

func TestEscapeSpaces(t *testing.T) {
	for text, want := range map[string]string{
		"http://h/a b?c d#e f?g h": "http://h/a%20b?c+d#e%20f?g%20h",
		"http://h/a b#c?d e":       "http://h/a%20b#c?d%20e",
		"mailto:a@b?subject=x y":   "mailto:a@b?subject=x%20y",
		"http://h/":                "http://h/",
		"":                         "",
	} {
		if got := EscapeSpaces(text); got != want {
			t.Errorf("EscapeSpaces(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestASCIIHost(t *testing.T) {
	for text, want := range map[string]string{
		"http://räksmörgås.se/å":    "http://xn--rksmrgs-5wao1o.se/å",
		"http://u:p@å.example:81?x": "http://u:p@xn--5ca.example:81?x",
		"http://h/å":                "http://h/å",
		"http://å":                  "http://xn--5ca",
		"http://[::1]:80/":          "http://[::1]:80/",
		"mailto:å@å":                "mailto:å@å",
		"//å/x":                     "//xn--5ca/x",
		"http://\xff/":              "http://\xff/",
		"":                          "",
	} {
		if got := ASCIIHost(text); got != want {
			t.Errorf("ASCIIHost(%q) = %q, want %q", text, got, want)
		}
	}
}

// TestNormalize: the normal form is that of trurl: the host keeps its upper and
// lower case.
func TestNormalize(t *testing.T) {
	for _, c := range []struct {
		in       string
		keepPort bool
		want     string
	}{
		{"HTTP://EX.example:80/%7e/./a/../b", false, "http://EX.example/~/b"},
		{"http://EX.example:80/", true, "http://EX.example:80/"},
		{"http://h:81", true, "http://h:81/"},
		{"http://%C3%A5/", false, "http://%C3%A5/"},
		{"x://h?q", false, "x://h/?q"},
		{"mailto:A@B", false, "mailto:A@B"},
		{"urn:A:b#c", false, "urn:A:b#c"},
		{"file://localhost/x", false, "file://localhost/x"},
		{"http://h:/", true, "http://h/"},
		{"http://h:0/", false, "http://h:0/"},
		{"x://h:0/", false, "x://h:0/"},
		{"ftp://h:0021/", false, "ftp://h/"},
		{"http://[2001:DB8:0:0:0:0:0:1]:80/", false, "http://[2001:db8::1]/"},
		{"http://[::ffff:1.2.3.4]:81/", false, "http://[::ffff:1.2.3.4]:81/"},
		{"http://[v1.a]/", false, "http://[v1.a]/"},
		{"http://u:p@H/", false, "http://u:p@H/"},
	} {
		d, err := New(earl.RFC3986, Options{Normalize: true, KeepPort: c.keepPort})
		if err != nil {
			t.Fatal(err)
		}
		for u, err := range d.Apply(earl.RFC3986.MustParse(c.in)) {
			if err != nil || u.String() != c.want {
				t.Errorf("the normal form of %s is %s, %v, want %s", c.in, u.Redacted(), err, c.want)
			}
		}
	}
}
