package earl_test

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/editions"
	"github.com/earl-url/earl/views"
)

// Auto uses a text that rfc3986 accepts unchanged, and reads others like a
// browser.
func TestAutoChoosesAnEdition(t *testing.T) {
	for _, test := range []struct {
		src, in string
		want    string // "": not valid
		by      *earl.Edition
	}{
		{"rfc3986 accepts it", "http://h.example/a", "http://h.example/a", earl.RFC3986},
		{"byte for byte", "HTTP://H.example:80/%7ea/../b#f", "HTTP://H.example:80/%7ea/../b#f", earl.RFC3986},
		{"a default port", "http://1.2.3.4:80/", "http://1.2.3.4:80/", earl.RFC3986},
		{"rfc3986 6.2.2: one address", "http://[0:0::1]:080/", "http://[0:0::1]:080/", earl.RFC3986},
		{"a login", "ftp://u:p@h.example/a", "ftp://u:p@h.example/a", earl.RFC3986},
		{"rfc1738 3.10", "file://localhost/etc/motd", "file://localhost/etc/motd", earl.RFC3986},
		{"no view", "urn:isbn:1", "urn:isbn:1", earl.RFC3986},
		{"no server", "mailto:a@b.example", "mailto:a@b.example", earl.RFC3986},
		{"IDN", "http://räksmörgås.se/", "http://xn--rksmrgs-5wao1o.se/", earl.WHATWG},
		{"a second number sign", "https://matrix.to/#/#room:h", "https://matrix.to/#/#room:h", earl.WHATWG},
		{"letters in a path", "https://example.com/日本", "https://example.com/%E6%97%A5%E6%9C%AC", earl.WHATWG},
		{"a space", "http://h.example/sp ace", "http://h.example/sp%20ace", earl.WHATWG},
		{"blanks around it", " http://h.example/ \n", "http://h.example/", earl.WHATWG},
		{"a backslash", `http:\\h.example\a`, "http://h.example/a", earl.WHATWG},
		{"brackets in a query", "http://h.example/?a[]=1", "http://h.example/?a[]=1", earl.WHATWG},
		{"no host for rfc3986 alone", "http:h.example/a", "", nil},
		{"no host for rfc3986 alone", "ftp:///h.example/a", "", nil},
		{"draft1996 reads a host with a question mark", "http://h.example?q", "http://h.example?q", earl.RFC3986},
		{"rfc1738 reads no host", "x-app://709482991/a", "x-app://709482991/a", earl.RFC3986},
		{"neither can", "http://h st/", "", nil},
		{"no scheme", "h.example/a", "", nil},
		{"rfc3986 7.6: 1.2.3 is an address to browsers alone", "http://1.2.3/", "", nil},
		{"hexadecimal", "http://0x7f.1/", "", nil},
		{"an escape in a host", "http://%31%32%37.0.0.1/", "", nil},
	} {
		u, err := earl.Auto.Parse(test.in)
		if (err == nil) != (test.want != "") || u.String() != test.want || u.Edition() != test.by {
			t.Errorf("%s: Auto.Parse(%q) = %q by %v, %v, want %q", test.src, test.in, u.String(), u.Edition(), err, test.want)
		}
		if valid := earl.Auto.Valid(test.in); valid != (err == nil) {
			t.Errorf("%s: Auto.Valid(%q) = %v, and Parse returns %v", test.src, test.in, valid, err)
		}
		var open int // violations that are not repaired
		for v := range earl.Auto.Check(test.in) {
			if !v.Repaired {
				open++
			}
		}
		if (open == 0) != (err == nil) {
			t.Errorf("%s: Auto.Check(%q) has %d violations that are not repaired, and Parse returns %v", test.src, test.in, open, err)
		}
	}
}

// If the editions disagree about the server, the error has the reading of each.
func TestAutoRefusesWhatEditionsReadDifferently(t *testing.T) {
	base := earl.RFC3986.MustParse("http://base.example/d/")
	for _, test := range []struct {
		src, in, want string
	}{
		{"rfc3986 7.6", "http://0177.1/", `rfc3986 reads "http://0177.1", whatwg reads "http://127.0.0.1"`},
		{"an escape", "http://a%2eb.example/", `whatwg reads "http://a.b.example"`},
	} {
		_, err := earl.Auto.Parse(test.in)
		_, err2 := earl.Auto.Resolve(base, strings.TrimPrefix(test.in, "http:"))
		for _, err := range []error{err, err2} {
			var fault *earl.ParseError
			if !errors.As(err, &fault) || len(fault.Readings) < 2 || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s: Auto reads %q with error %v, want one with %s", test.src, test.in, err, test.want)
			}
		}
	}
	if _, err := earl.Auto.Parse("http://u:secret@1.2.3/"); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("the error of a URL with a password is %v", err)
	}
}

// Every text that Auto accepts has one server in the editions that programs use.
func TestAutoAgreesWithTheEditionsInUse(t *testing.T) {
	hosts := []string{"h.example", "H.Example.", "1.2.3.4", "1.2.3", "0x1", "[::1]", "a%41.example", "é.example", "xn--9ca.example", "u@h.example", "u:p@h.example", "a b", `a\@b`, "a#@b", "a?@b", "a;b", "", "h.example:80", "h.example:", "h.example:99", "h_.example", "h.example:0080", "9"}
	tails := []string{"", "/", "/a b", "?q", "#f", `\x`, "/;p", "/a|b#c#d", "@x/"}
	for _, scheme := range []string{"http:", "ftp:", "gopher:", "telnet:", "file:", "x:", "HTTP:", ""} {
		for _, slashes := range []string{"//", "/", "", `\\`, "///"} {
			for _, host := range hosts {
				for _, tail := range tails {
					checkAgreement(t, scheme+slashes+host+tail)
				}
			}
		}
	}
}

func checkAgreement(t *testing.T, text string) {
	t.Helper()
	u, err := earl.Auto.Parse(text)
	if err != nil {
		return
	}
	for _, e := range []*earl.Edition{earl.RFC3986, earl.WHATWG, earl.RFC1738} {
		r, err := e.ParseReference(text)
		v, ok := r.URL()
		if host, _ := v.Host(); err != nil || !ok || host == "" {
			continue
		}
		if _, err := views.Parse(v); err == nil && !earl.SameServer(u, v) {
			t.Errorf("Auto.Parse(%q) = %q, and %s reads %q", text, u.String(), e.Name(), v.String())
		}
	}
	if earl.RFC3986.Valid(text) && u.Edition() == earl.RFC3986 && u.String() != text {
		t.Errorf("Auto.Parse(%q) = %q, want the text unchanged", text, u.String())
	}
}

func TestAutoReference(t *testing.T) {
	base := earl.RFC3986.MustParse("http://h.example/d/x?q")
	for in, want := range map[string]string{
		"a/../b": "http://h.example/d/b", "": "http://h.example/d/x?q", "#f#g": "http://h.example/d/x?q#f#g",
		"sp ace": "http://h.example/d/sp%20ace", "//other.example": "http://other.example",
		`\y`: "http://h.example/y", "mailto:a@b.example": "mailto:a@b.example",
	} {
		u, err := earl.Auto.Resolve(base, in)
		b, err2 := earl.Auto.AppendResolve([]byte("x "), base, in)
		if err != nil || err2 != nil || u.String() != want || string(b) != "x "+want {
			t.Errorf("Auto.Resolve(base, %q) = %q, %v; AppendResolve = %q, %v; want %q", in, u.String(), err, b, err2, want)
		}
		for v := range earl.Auto.CheckResolve(base, in) {
			if !v.Repaired {
				t.Errorf("Auto.CheckResolve(base, %q) has %v, which is not repaired", in, v)
			}
		}
		if _, err := earl.Auto.ParseReference(in); err != nil {
			t.Errorf("Auto.ParseReference(%q): %v", in, err)
		}
	}
}

// Every edition that Auto can choose knows a scheme that a program adds. The
// methods that do not read URLs are those of rfc3986.
func TestAutoIsAnEditionElsewhere(t *testing.T) {
	e := earl.Auto.With(earl.Scheme{Name: "sip", Port: 5060, Login: true})
	u, err := e.Parse("sip://h.example/a b")
	if err == nil {
		_, err = e.Parse("sip://h.example/a")
	}
	if port, _ := u.PortNumber(); err != nil || port != 5060 {
		t.Errorf("the port of %q is %d, %v, want 5060", u.String(), port, err)
	}
	composed, err := earl.Auto.Compose(earl.RFC3986.MustParse("http://h.example/a%20b").Parts())
	if err != nil || composed.Edition() != earl.RFC3986 {
		t.Errorf("Auto.Compose = %q by %v, %v", composed.String(), composed.Edition(), err)
	}
	for scheme := range earl.Auto.Schemes() {
		if scheme.Example == "" {
			continue
		}
		u := earl.RFC3986.MustParse(scheme.Example)
		if v, err := views.Parse(u); err == nil {
			if got, err := v.URL(earl.Auto); err != nil || got.String() != u.String() {
				t.Errorf("the URL of the view of %q under Auto is %q, %v", u.String(), got.String(), err)
			}
		}
	}
	if b := earl.Auto.AppendEscape(nil, "a b", ""); string(b) != "a%20b" {
		t.Errorf("Auto.AppendEscape = %q", b)
	}
	base := earl.RFC3986.MustParse("http://h.example/a/b")
	if ref, err := earl.Auto.Relativize(base, earl.RFC3986.MustParse("http://h.example/a/c")); err != nil || ref != "c" {
		t.Errorf("Auto.Relativize = %q, %v, want c", ref, err)
	}
	if slices.Contains(slices.Collect(editions.All()), earl.Auto) {
		t.Error("Auto is among the editions of the standard")
	}
}

// Goroutines use the editions and the same URLs at a time. The race detector reports
// what they share and change. The gate runs this test with it.
func TestConcurrentUse(t *testing.T) {
	t.Parallel()
	const text = "ftp://user@host.example:2121/a/b%2Fc;type=a"
	var shared []earl.URL
	for _, e := range []*earl.Edition{earl.RFC1738, earl.Draft1994, earl.Draft1996, earl.RFC3986, earl.WHATWG} {
		if u, err := e.Parse(text); err == nil {
			shared = append(shared, u)
		}
	}
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for _, u := range shared {
				useURL(t, u, text)
			}
		})
	}
	group.Wait()
}

// useURL calls what reads a URL, its edition and its view.
func useURL(t *testing.T, u earl.URL, text string) {
	e := u.Edition()
	again, err := e.Parse(text)
	if err != nil || again != u {
		t.Errorf("%s.Parse(%q) = %s, %v, want the same URL as before", e.Name(), text, again.Redacted(), err)
	}
	for range e.Check(text) {
	}
	view, err := views.Parse(u)
	if err != nil {
		t.Errorf("%s: ParseView: %v", e.Name(), err)
		return
	}
	for range view.Parts {
	}
	if _, err := e.Resolve(u, "../x"); err != nil {
		t.Errorf("%s: Resolve: %v", e.Name(), err)
	}
	_ = earl.AppendView(nil, view)
}
