package explain_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/explain"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/all"
)

// client returns a client with every opener, which never connects.
func client(t *testing.T) *open.Client {
	c := open.New(open.Options{}, all.Openers()...)
	t.Cleanup(func() { c.Close() })
	return c
}

func ExampleExplain() {
	c := open.New(open.Options{}, all.Openers()...)
	defer c.Close()
	x := explain.Explain(context.Background(), "ftp://me@host.dom/a;type=a", explain.Options{Client: c})
	fmt.Println(x.Main.Edition.Name(), x.Section(), x.Opening())
	for _, d := range x.Differences {
		fmt.Println("editions differ in the", d.Name)
	}
	for _, s := range x.Plan.Steps[:2] {
		fmt.Println(strings.TrimSpace(s.Printable() + " " + s.When))
	}
	// Output:
	// rfc3986 rfc1738 3.2 Opening it sends to host.dom, port 21
	// editions differ in the path
	// editions differ in the params
	// USER me
	// PASS xxxxx if the server asks
}

// A11: the components that the editions read differently.
func TestDifferences(t *testing.T) {
	for _, row := range []struct{ src, text, want string }{
		{"rfc3986 3", "http://h/", ""},
		{"whatwg URL writing", "HTTP://Host.DOM/", ""},
		{"whatwg URL parsing", `http://a\@b/`, ""},
		{"rfc1738 3.10", "file:///etc/motd", "path"}, // draft1993 includes the slashes in the path; an absent host and an empty one are this machine
		{"rfc1738 3.10", "file://localhost/etc/motd", ""},
		{"A21", "http://h?q", "host path query"},
	} {
		x := explain.Explain(t.Context(), row.text, explain.Options{})
		var names []string
		for _, d := range x.Differences {
			names = append(names, d.Name)
			if len(d.Values) != len(x.Valid()) {
				t.Errorf("%s: %q: %d values of %s for %d readings", row.src, row.text, len(d.Values), d.Name, len(x.Valid()))
			}
		}
		got := strings.Join(names, " ")
		if row.want == "" && x.Differ(earl.ComponentHost) || row.want != "" && !strings.Contains(got, row.want) || strings.HasPrefix(row.text, "file:") && x.Differ(earl.ComponentHost) {
			t.Errorf("%s: the editions read %q differently in %q, want %q", row.src, row.text, got, row.want)
		}
	}
}

// F3, F1, E4: the warnings, by name. None contains a password.
func TestCautions(t *testing.T) {
	for _, row := range []struct{ src, text, want string }{
		{"rfc1738 6", "ftp://h/a", ""},
		{"rfc1738 6", "ftp://u:geheim@h/", "password"},
		{"rfc1738 6", "http://www%2Ebank%2Eexample@evil.example/", "user-like-host"},
		{"rfc1738 6", "http://www.bank.example@evil.example/", "user-like-host"},
		{"rfc1738 6", "ftp://me%40h.example@h/", ""},
		{"rfc1738 6", "http://h:8081/", "port"},
		{"rfc1738 6", "http://h:80/", ""},
		{"rfc1738 appendix", "URL:ftp://u:geheim@h/", "url-prefix"},
	} {
		var names []string
		x := explain.Explain(t.Context(), row.text, explain.Options{Client: client(t)})
		for _, c := range x.Cautions {
			names = append(names, c.Name)
		}
		if got := strings.Join(names, " "); got != row.want {
			t.Errorf("%s: the cautions about %q are %q, want %q", row.src, row.text, got, row.want)
		}
		if all := fmt.Sprintf("%+v %q", *x, x.Plan.Steps); strings.Contains(all, "geheim") {
			t.Errorf("%s: the password of %q is in the explanation: %s", row.src, earl.Redact(row.text), all)
		}
	}
}

// Rewritten reports whether an edition changed the text that was typed.
func TestRewritten(t *testing.T) {
	for _, row := range []struct {
		text, main string
		want       bool
	}{
		{"http://h/a", "rfc3986", false},
		{"HTTP://ö.example/日", "whatwg", true},
		{"http://u:geheim@h/", "rfc3986", false},
		{"no url", "rfc3986", false},
	} {
		x := explain.Explain(t.Context(), row.text, explain.Options{})
		if got := x.Main.Edition.Name(); got != row.main || x.Rewritten() != row.want {
			t.Errorf("%q: main %s, rewritten %v, want %s, %v", row.text, got, x.Rewritten(), row.main, row.want)
		}
	}
}

// The explanation has the guard that refuses, and a plan if a setting allows
// opening.
func TestRefusalIsExplained(t *testing.T) {
	for _, row := range []struct {
		src, text, guard string
		planned          bool
	}{
		{"F1", "ftp://h:25/a", open.GuardBadPort, true},
		{"F2", "ftp://h/a%0D%0Ab", open.GuardCtlOctet, false},
		{"A24", "ftp://1.2.3/a", open.GuardBadHost, false},
		{"B18", "urn:isbn:1", "", false},
		{"B1", "ftp://h/a", "", true},
	} {
		x := explain.Explain(t.Context(), row.text, explain.Options{Client: client(t)})
		guard := ""
		if x.Refusal != nil {
			guard = x.Refusal.Name
		}
		if guard != row.guard || x.Planned != row.planned {
			t.Errorf("%s: %q: guard %q, planned %v, want %q, %v", row.src, row.text, guard, x.Planned, row.guard, row.planned)
		}
	}
}

// The caller can limit the number of violations.
func TestViolationsAreBounded(t *testing.T) {
	x := explain.Explain(t.Context(), "http://h/"+strings.Repeat("|a", 50), explain.Options{Editions: []*earl.Edition{earl.RFC1738}, Violations: 20})
	if n := len(x.Main.Violations); n != 20 || !x.Main.More {
		t.Errorf("%d violations, more %v, want 20 and more", n, x.Main.More)
	}
}
