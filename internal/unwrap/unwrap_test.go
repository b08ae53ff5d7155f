package unwrap

import (
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl"
)

// Every row of the table unwraps its example, and no other row does so first.
func TestTable(t *testing.T) {
	for i, x := range examples {
		r := &table[i]
		want := Layer{r.service, r.kind, x.target}
		if layers := Layers(x.text); len(layers) != 1 || layers[0] != want {
			t.Errorf("%s: Layers(%q) = %q, want %q", r.service, x.text, layers, x.target)
		}
		if w, ok := read(x.text); !ok || rowOf(w) != r {
			t.Errorf("%s: %q has another row", r.service, x.text)
		}
	}
}

// lines returns the lines of a file of testdata.
func lines(t *testing.T, name string) []string {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
}

// The rewritten URLs were made by another program, which writes what the services
// write: at least 95 % are unwrapped, and none to another target.
func TestWrapped(t *testing.T) {
	right, all := 0, lines(t, "wrapped.tsv")
	for _, line := range all {
		want, text, _ := strings.Cut(line, "\t")
		switch got, ok := Target(text); {
		case !ok:
			t.Logf("%s stays, want %s", text, want)
		case got != want:
			t.Errorf("Target(%q) = %q, want %q", text, got, want)
		default:
			right++
		}
	}
	if len(all) < 200 || right*100 < len(all)*95 {
		t.Errorf("%d of %d are unwrapped, want 95 %%", right, len(all))
	}
}

// URLs that look rewritten, or whose text is not understood, stay as they are.
func TestPlain(t *testing.T) {
	all := lines(t, "plain.txt")
	for _, text := range all {
		if layers := Layers(text); layers != nil {
			t.Errorf("Layers(%q) = %q", text, layers)
		}
		if got, ok := Target(text); ok || got != text {
			t.Errorf("Target(%q) = %q, %v", text, got, ok)
		}
	}
	if len(all) < 100 {
		t.Errorf("only %d URLs", len(all))
	}
}

// A URL that was rewritten twice has two layers, the outermost first. After
// MaxDepth layers, a URL stays as it is.
func TestLayers(t *testing.T) {
	const target = "https://example.com/a?b=1&c=2"
	text := target
	for n := 1; n <= MaxDepth+1; n++ {
		text = "https://slack-redir.net/link?url=" + url.QueryEscape(text)
		layers := Layers(text)
		if n > MaxDepth {
			if layers != nil {
				t.Errorf("%d layers are removed", n)
			}
			break
		}
		if len(layers) != n || layers[n-1].Target != target {
			t.Errorf("%d layers: %q", n, layers)
		}
	}
	two := Layers("https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fweb.archive.org%2Fweb%2F2020%2Fhttps%3A%2F%2Fexample.com%2F")
	want := []Layer{
		{"Outlook SafeLinks", Redirect, "https://web.archive.org/web/2020/https://example.com/"},
		{"Wayback Machine", Copy, "https://example.com/"},
	}
	if !slices.Equal(two, want) {
		t.Errorf("two layers: %q", two)
	}
}

// A long URL takes time in proportion to its length, and a target never contains
// control characters or spaces.
func FuzzLayers(f *testing.F) {
	for _, x := range examples {
		f.Add(x.text)
	}
	f.Add("https://urldefense.com/v3/__https://example.com/**__;Iw!")
	f.Add("https://translate.goog/")
	f.Add("https://ezproxy/login?url")
	f.Fuzz(func(t *testing.T, text string) {
		for _, l := range Layers(text) {
			u, err := earl.WHATWG.Parse(l.Target)
			if host, _ := u.Host(); err != nil || host == "" || strings.ContainsFunc(l.Target, func(c rune) bool { return c <= ' ' || c == 0x7F }) {
				t.Errorf("Layers(%q): %q, %v", text, l.Target, err)
			}
		}
	})
}
