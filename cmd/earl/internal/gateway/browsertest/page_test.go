package browsertest

import (
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// buildPage builds the page without a server with its command, and returns its directory.
func buildPage(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	build := exec.Command("go", "run", "./integrations/web", dir)
	build.Dir = "../../../../.."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go run ./integrations/web: %v: %s", err, out)
	}
	return filepath.Join(dir, "page")
}

// ready is the condition that the page can explain texts.
const ready = `document.documentElement.dataset.ready`

// backslash is a text in which programs read different servers.
const backslash = `http://127.0.0.1\@1.1.1.1/`

// The page explains what is typed, from a disk and by keyboard. It follows the rules of
// accessibility and fits the screen. The address links to the explanation and contains no
// password.
func TestBrowserPage(t *testing.T) {
	browserProgram(t, "chromium")
	script := axe(t)
	b := (&testGateway{T: t}).newTab()
	page := "file://" + filepath.Join(buildPage(t), "index.html")
	b.follow("the page", chromedp.Navigate(page), ready)
	for _, text := range []string{"", backslash, "http://u:geheim@h/a b", "gopher://host.example/7/find%09cats"} {
		b.fill("#url", text)
		b.do(chromedp.KeyEvent(kb.Enter))
		b.await("the explanation of "+text, `document.querySelector("#result").hidden === `+map[bool]string{true: "true", false: "false"}[text == ""])
		for i, screen := range screens() {
			b.do(screen.action)
			if i < 4 {
				b.shot("page " + strings.NewReplacer(":", "", `\`, "").Replace(text) + " " + screen.name)
			}
			screen.look(b, "the page of "+text, script)
		}
		b.do(wide, chromedp.Evaluate(`document.documentElement.style.fontSize = ""`, nil))
		if all := b.text(`location.href + document.title + document.querySelector("#content").textContent`); strings.Contains(all, "geheim") {
			t.Errorf("%q: the page shows the password: %s", text, all)
		}
	}
	b.fill("#url", "gopher://host.example/0/a")
	b.await("the plan", has("Opening it sends to host.example, port 70"))
	b.fill("#url", "ftp://h/\u00e9|")
	b.await("the explanation without Enter", has("character 9: "))
	b.follow("a link", chromedp.Tasks{chromedp.Navigate("about:blank"), chromedp.Navigate(page + "#u=http%3A%2F%2F0x7f.1%2F")}, ready)
	if got := b.text(`document.querySelector("#url").value + " " + document.querySelector("#servers").textContent`); !strings.HasPrefix(got, "http://0x7f.1/ ") || !strings.Contains(got, "127.0.0.1, port 80") {
		t.Errorf("the link shows %s", got)
	}
	b.do(chromedp.Evaluate(`location.hash = "#u=%E9" + "a".repeat(20_000)`, nil))
	b.await("a link that is longer than the field", `document.querySelector("#url").value.length === document.querySelector("#url").maxLength`)
	b.do(chromedp.Click(".brand", chromedp.ByQuery))
	b.await("the start", `!document.querySelector("#start").hidden && document.querySelector("#url").value === ""`)
	b.do(chromedp.Click("#examples a", chromedp.ByQuery))
	b.await("an example", has("Programs would contact different servers"))
}

// The page works in Firefox, from a disk and from a web server. The server gets no request
// but those for the files.
func TestBrowserPageInFirefox(t *testing.T) {
	f := startFirefox(t)
	dir := buildPage(t)
	var requests atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		http.FileServer(http.Dir(dir)).ServeHTTP(w, r)
	}))
	defer server.Close()
	for _, page := range []string{"file://" + dir + "/index.html", server.URL + "/"} {
		if err := f.navigate(page); err != nil {
			t.Fatal(err)
		}
		f.wait(t, ready+` === "true"`)
		before := requests.Load()
		if err := f.evaluate(`(() => { const url = document.querySelector("#url"); url.value = `+quoted(backslash)+`; url.dispatchEvent(new Event("input")); return true })()`, new(bool)); err != nil {
			t.Fatal(err)
		}
		f.wait(t, `document.querySelector("#servers")?.textContent.includes("1.1.1.1, port 80") === true && location.hash.startsWith("#u=http")`)
		if n := requests.Load() - before; n != 0 {
			t.Errorf("%s: an explanation sends %d requests", page, n)
		}
	}
}

// wait waits until a condition of the page is true.
func (f *firefox) wait(t *testing.T, condition string) {
	t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(pause) {
		var holds bool
		err := f.evaluate("!!("+condition+")", &holds)
		if holds {
			return
		}
		if time.Now().After(deadline) {
			var text string
			f.evaluate("document.body.innerText", &text)
			t.Fatalf("not %s (%v), on a page with the text %s", condition, err, text)
		}
	}
}
