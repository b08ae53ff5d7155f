package browsertest

import (
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"os"
	"path/filepath"
	"testing"
)

// The filter shows the same entries while the user types as after a press of the button:
// those whose names contain the words, in upper or lower case.
func TestBrowserFiltersAgree(t *testing.T) {
	s := startGateway(t)
	dir := filepath.Join(s.Dir, "cases")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"ΣΟΦΟΣ", "λόγος.txt", "İstanbul.txt", "STRASSE.txt", "Straße.gif", "a  b.txt"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	b := s.enter()
	for _, tt := range []struct{ scheme, path, words, want string }{
		{"file", "cases/", "text/plain", ""}, // the type of most
		{"file", "cases/", "B", "a  b.txt\nİstanbul.txt"},
		{"file", "cases/", "οσ", "ΣΟΦΟΣ"},
		{"file", "cases/", "ΛΌΓΟς", "λόγος.txt"},
		{"file", "cases/", "istanbul", "İstanbul.txt"},
		{"file", "cases/", "SS txt", "STRASSE.txt"},
		{"gopher", "", "TEXTS the", "Search the texts"},
		{"wais", "library?gopher", "text/plain", ""},
		{"news", "library.doors", "re: CELLAR", "Re: The key to the cellar, attached"}, // a part of a thread
		{"news", "library.doors", "quill", ""},                                         // the author of one article
	} {
		const entries = "#entries a bdi"
		b.address(b.URL(tt.scheme, tt.path), exists(entries))
		b.fill("#words", tt.words)
		b.await("live filter", `document.querySelector("#count").textContent.endsWith("on this page")`)
		if live := b.names(entries); live != tt.want {
			t.Errorf("%s: %q leaves %q while it is typed, want %q", tt.scheme, tt.words, live, tt.want)
		}
		b.follow("the filter", chromedp.KeyEvent(kb.Enter), `location.search.includes("filter=")`)
		if behind := b.names(entries); behind != tt.want {
			t.Errorf("%s: %q leaves %q after the button, want %q", tt.scheme, tt.words, behind, tt.want)
		}
	}
}
