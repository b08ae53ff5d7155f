package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/earl-url/earl"
)

// older are the rows of nlnwa's copy of the Web Platform Tests that the
// standard has changed since, by input, with the reason.
var older = map[string]string{
	"http://a.b.c.xn--pokxncvks":                   ascii,
	"http://10.0.0.xn--pokxncvks":                  ascii,
	"http://a.b.c.XN--pokxncvks":                   ascii,
	"http://a.b.c.Xn--pokxncvks":                   ascii,
	"http://10.0.0.XN--pokxncvks":                  ascii,
	"http://10.0.0.xN--pokxncvks":                  ascii,
	"file://xn--/p":                                ascii,
	"https://xn--/":                                ascii,
	"foo://host/ !\"$%&'()*+,-./:;<=>@[\\]^_`{|}~": caret,
	"wss://host/ !\"$%&'()*+,-./:;<=>@[\\]^_`{|}~": caret,
}

const (
	ascii = "a domain in ASCII is only put in lower case"
	caret = "U+005E is in the path percent-encode set"
)

// testdata returns a test file of nlnwa/whatwg-url: an older copy of the Web
// Platform Tests, for checkouts without a newer one.
func testdata(t *testing.T, name string) []byte {
	t.Helper()
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/nlnwa/whatwg-url").Output()
	if err != nil {
		t.Skipf("go list: %v", err)
	}
	text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(dir)), name))
	if err != nil {
		t.Skip(err)
	}
	return text
}

func TestOlderURLTestData(t *testing.T) {
	var rows []json.RawMessage
	if err := json.Unmarshal(testdata(t, "testdata/urltestdata.json"), &rows); err != nil {
		t.Fatal(err)
	}
	n, passed := 0, 0
	for _, raw := range rows {
		var row struct {
			Input, Href string
			Base        *string
			Failure     bool
		}
		if json.Unmarshal(raw, &row) != nil {
			continue // a comment
		}
		n++
		got := ""
		if row.Base != nil {
			if base, err := earl.WHATWG.Parse(*row.Base); err == nil {
				u, _ := earl.WHATWG.Resolve(base, row.Input)
				got = u.String()
			}
		} else {
			u, _ := earl.WHATWG.Parse(row.Input)
			got = u.String()
		}
		_, old := older[row.Input]
		switch good := got == row.Href; {
		case good && old:
			t.Errorf("%q passes: take it off the list", row.Input)
		case !good && !old:
			t.Errorf("%q = %q, want %q", row.Input, got, row.Href)
		case good:
			passed++
		}
	}
	t.Logf("%d of %d", passed, n)
}

// The domains of Unicode's own tests, parsed by the standard's host parser.
// ASCII domains are left out: the standard now only converts them to lower
// case. So are those with a "?", which ends a host, and invalid ones of
// IdnaTestV2.json: this copy is older than Unicode 15.1, which made some valid.
// TestWPTDomains of the root package reads a newer copy.
func TestOlderDomains(t *testing.T) {
	for _, name := range []string{"toascii.json", "IdnaTestV2.json"} {
		var rows []json.RawMessage
		if err := json.Unmarshal(testdata(t, "testdata/"+name), &rows); err != nil {
			t.Fatal(err)
		}
		n, passed := 0, 0
		for _, raw := range rows {
			var row struct{ Input, Output string }
			if json.Unmarshal(raw, &row) != nil || strings.Trim(row.Input, ascii7) == "" || strings.Contains(row.Input, "?") {
				continue
			}
			if row.Output == "" && name == "IdnaTestV2.json" {
				continue
			}
			n++
			u, _ := earl.WHATWG.Parse("https://" + row.Input + "/x")
			if host, _ := u.Host(); host != row.Output {
				t.Errorf("%s: %q (%+q) = %q, want %q", name, row.Input, row.Input, host, row.Output)
			} else {
				passed++
			}
		}
		t.Logf("%s: %d of %d", name, passed, n)
	}
}

// ascii7 is all of ASCII.
var ascii7 = func() string {
	var b strings.Builder
	for o := range 128 {
		b.WriteByte(byte(o))
	}
	return b.String()
}()
