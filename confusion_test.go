package earl

import (
	"encoding/json"
	"os"
	"testing"
)

// sharedFile returns a file of the project's shared data, which is in a
// directory next to a checkout. Tests that need it are skipped if it is
// missing.
func sharedFile(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile("../shared/" + name)
	if err != nil {
		t.Skipf("no shared data beside this checkout: %v", err)
	}
	return text
}

// A8, A24, F1: texts that programs read differently. An oracle that was written
// from the collected BNF, independently of this code, says which are valid and
// which host they have. It does not compare the host if the scheme's production
// has none.
func TestConfusion(t *testing.T) {
	type verdict struct {
		Valid bool
		Host  *string
	}
	var file struct {
		Cases []struct {
			Input   string
			RFC1738 *verdict `json:"rfc1738"`
			RFC3986 *verdict `json:"rfc3986"`
			Node    *struct {
				Error string
				Host  string
			} `json:"whatwg_node"`
		}
	}
	if err := json.Unmarshal(sharedFile(t, "conformance/confusion/urls.json"), &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Cases) < 187 {
		t.Errorf("%d cases, want 187", len(file.Cases))
	}
	for _, c := range file.Cases {
		// Node's own IDNA decodes the label; the standard only converts
		// US-ASCII to lower case.
		if u, err := WHATWG.Parse(c.Input); c.Node != nil && c.Input != "http://xn--a/" {
			host, _ := u.Host()
			if (err == nil) != (c.Node.Error == "") || host != c.Node.Host {
				t.Errorf("whatwg.Parse(%q): host %q, %v, want %q, %q", c.Input, host, err, c.Node.Host, c.Node.Error)
			}
		}
		for e, want := range map[*Edition]*verdict{RFC1738: c.RFC1738, RFC3986: c.RFC3986} {
			if want == nil {
				continue
			}
			u, err := e.Parse(c.Input)
			if (err == nil) != want.Valid {
				t.Errorf("%s.Parse(%q): %v, want valid %v", e.Name(), c.Input, err, want.Valid)
			}
			if host, _ := u.Host(); err == nil && want.Host != nil && host != *want.Host {
				t.Errorf("%s.Parse(%q): host %q, want %q", e.Name(), c.Input, host, *want.Host)
			}
		}
	}
}
