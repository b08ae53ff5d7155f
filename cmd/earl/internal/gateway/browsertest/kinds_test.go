package browsertest

import (
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/earl-url/earl/docs"
	"github.com/earl-url/earl/internal/demo"
)

// kind is a kind of page, and how a test opens one.
type kind struct {
	name string
	show func(b *tab)
}

// kinds returns a page of every kind that the gateway has.
func kinds() []kind {
	at := func(scheme, path, selector string) func(*tab) {
		return func(b *tab) { b.address(b.URL(scheme, path), exists(selector)) }
	}
	page := func(path, selector string) func(*tab) {
		return func(b *tab) { b.follow(path, chromedp.Navigate(b.base+path), exists(selector)) }
	}
	return []kind{
		{"front", page("/", "#schemes")},
		{"table", at("ftp", "", "table#entries")},
		{"menu", at("gopher", "", ".menu-items")},
		{"hits", at("wais", "library?gopher", "#entries meter")},
		{"threads", at("news", "library.doors", ".thread")},
		{"groups", at("news", "*", "#entries")},
		{"message", at("news", "which.3@library.example", "#headers")},
		{"attachment", at("news", "key.7@library.example", "main")},
		{"text", at("http", "tour.txt", "#text")},
		{"web page", at("http", "tour", "iframe#remote")},
		{"picture", at("ftp", "pictures/house.gif", "img#remote")},
		{"sound", at("http", "sounds/chime.wav", "audio#remote")},
		{"paper", func(b *tab) {
			b.address(serveSite(b.T, map[string]string{"/paper.pdf": pdf}).url+"/paper.pdf", exists("iframe#remote"))
		}},
		{"download", at("ftp", "octets.bin", "main .button")},
		{"hex", func(b *tab) { at("ftp", "octets.bin", "#as-hex")(b); b.press("#as-hex", exists("#hex")) }},
		{"text of a page", func(b *tab) { at("http", "tour", "#as-text")(b); b.press("#as-text", exists("#text")) }},
		{"form", at("gopher", "0/forms/advice%09%09?", "#questions textarea")},
		{"search", at("wais", "library", "#questions")},
		{"draft", at("mailto", "librarian@library.example?subject=x", "#draft")},
		{"invitation", func(b *tab) { b.address("telnet://guest:pw@"+b.Telnet+"/", exists("#connect")) }},
		{"session", func(b *tab) {
			b.address("telnet://"+b.Telnet+"/", exists("#connect"))
			b.press("#connect button", exists("#terminal"))
			b.await("the service", shows("name:"))
		}},
		{"session by line", func(b *tab) {
			b.address("telnet://"+b.Telnet+"/", exists("#connect"))
			b.press("#connect button", exists("#terminal"))
			b.byLine()
			b.await("the service", shows("name:"))
		}},
		{"3270 screen", func(b *tab) {
			b.address(b.URL("tn3270", ""), exists("#connect"))
			b.press("#connect button", exists("#display input"))
		}},
		{"failure", at("gopher", "0/none", "#failure")},
		{"login", func(b *tab) { b.address("ftp://"+demo.Reader+"@"+b.FTP+"/", exists("#login")) }},
		{"explanation", func(b *tab) {
			b.address(b.URL("ftp", "a;type=i"), exists("main"))
			b.press("#to-explain", exists("#verdicts"))
		}},
		{"bad URL", func(b *tab) { b.address("http://me@h.example:x/a|b c", exists("#faults")) }},
		{"history", page("/history", "#visits")},
		{"links", page("/links", "#find")},
		{"found links", func(b *tab) { b.findLinks(); b.press("#find button", exists("#check")) }},
		{"checked links", func(b *tab) {
			b.findLinks()
			b.press("#find button", exists("#check"))
			b.press("#check button", exists("#finished"))
		}},
		{"leave", showLeavePage},
		{"dead link", showDead},
		{"redirect", func(b *tab) {
			to := httptest.NewServer(http.RedirectHandler(b.URL("gopher", ""), http.StatusFound))
			b.Cleanup(to.Close)
			b.address(to.URL+"/", exists("#targets"))
		}},
		{"a guessed URL", func(b *tab) { b.address(b.HTTP+"/tour.txt", exists("#read")) }},
		{"a redirected URL", at("http", "old-tour.txt", "#moved, #text")},
		{"a misleading login", func(b *tab) { b.address("ftp://www.bank.com@"+b.FTP+"/", exists("#open")) }},
		{"what was sent", func(b *tab) { at("ftp", "", "#to-trace")(b); b.press("#to-trace", exists("#exchange")) }},
		{"waiting", func(b *tab) { b.slowly("", exists("#wait")) }},
		{"arriving", func(b *tab) { b.slowly(strings.Repeat("a line of a slow server\n", 2000), exists("#text")) }},
		{"stopped", func(b *tab) {
			b.slowly(strings.Repeat("a line of a slow server\n", 2000), exists("#text"))
			b.press("#stop", exists("#stopped"))
		}},
		{"handle", page("/handle?url=ftp://www.bank.com@h.example/", "#open")},
		{"refused link", page("/handle?url=file:///etc/", "#refused")},
		{"handlers", page("/handlers", "#handlers")},
		{"start", func(b *tab) {
			link := b.startLink()
			b.follow("the page", chromedp.Navigate(link[:strings.Index(link, "?")]+"?token=none"), exists("#start"))
		}},
		{"refusal", func(b *tab) {
			b.do(chromedp.Navigate(elsewhere(b.T, b.base+"/open?url=ftp://h.example/")))
			b.press("#old", exists("#refused"))
		}},
		{"no page", page("/nothing", "#failure")},
		{"guide", page("/docs/", ".guide")},
		{"guide page", page("/docs/prospero", ".guide")},
		{"guide search", page("/docs/search?q=gopher+menu", ".results li")},
		{"tour", page("/tour", ".stops")},
		{"bookmarks", func(b *tab) { b.markFirst(); page("/history", "#marks")(b) }},
		{"rename", func(b *tab) {
			b.markFirst()
			page("/history", "#marks")(b)
			b.press("#marks .actions a", exists("#rename"))
		}},
		{"markdown", func(b *tab) {
			text := "# A note\n\nSee [the list](list.md), or `code`:\n\n```\n" + strings.Repeat("long ", 40) + "\n```\n\n- one\n\n| a | b |\n|---|---|\n| c | d |\n"
			if err := os.WriteFile(filepath.Join(b.Dir, "note.md"), []byte(text), 0o644); err != nil {
				b.Fatal(err)
			}
			at("file", "note.md", ".guide#text")(b)
		}},
		{"parts", func(b *tab) {
			if err := os.WriteFile(filepath.Join(b.Dir, "long.txt"), []byte(strings.Repeat("one of very many lines\n", 100_000)), 0o644); err != nil {
				b.Fatal(err)
			}
			at("file", "long.txt", "#pager")(b)
		}},
	}
}

// slowly opens a text whose end does not arrive, and waits for a condition.
func (b *tab) slowly(text, condition string) {
	b.Helper()
	ended := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if text != "" {
			w.Header().Set("Content-Type", "text/plain")
			io.WriteString(w, text)
			http.NewResponseController(w).Flush()
		}
		select {
		case <-r.Context().Done():
		case <-ended:
		}
	}))
	b.Cleanup(func() { close(ended); server.Close() })
	b.follow("the front page", chromedp.Navigate(b.base), exists("#url"))
	b.fill("#url", server.URL+"/")
	b.do(chromedp.KeyEvent(kb.Enter))
	b.await("the beginning of the page", `location.pathname === "/open" && (`+condition+`)`)
}

// markFirst bookmarks a URL, unless it is a bookmark.
func (b *tab) markFirst() {
	b.address(b.URL("ftp", "welcome.txt"), exists("#mark"))
	if b.text(`document.querySelector("#mark button").value`) == "add" {
		b.mark("add", "remove")
	}
}

// findLinks fills the form of the page Links.
func (b *tab) findLinks() {
	b.press(".places a[href='/links']", exists("#find"))
	b.do(chromedp.SendKeys("#links-text", "An old page: "+b.URL("http", "tour")+" and "+b.URL("gopher", "0/none")+"\nA letter to mailto:librarian@library.example, and http://this.name.is.invalid/", chromedp.ByQuery))
}

// screen is a setup in which each kind of page is shown and checked.
type screen struct {
	name   string
	action chromedp.Action
	look   func(b *tab, name, script string)
}

// screens returns all of them. A page is shown by the first of them.
func screens() []screen {
	large := chromedp.Evaluate(`document.documentElement.style.fontSize = "200%"`, nil)
	normal := chromedp.Evaluate(`document.documentElement.style.fontSize = ""`, nil)
	return []screen{
		{"light", chromedp.Tasks{wide, dark(false)}, func(b *tab, name, script string) {
			b.isGood(name, script)
			b.isAligned(name)
			if ground := b.ground(); ground < 200*3 {
				b.Errorf("%s: the ground is %d", name, ground)
			}
		}},
		{"dark", dark(true), func(b *tab, name, script string) {
			b.isGood(name, script)
			if ground := b.ground(); ground > 60*3 {
				b.Errorf("%s: the ground is %d", name, ground)
			}
		}},
		{"wide with large letters", large, func(b *tab, name, _ string) { b.fits(name) }},
		{"narrow", chromedp.Tasks{narrow, dark(false), normal}, func(b *tab, name, script string) {
			b.isGood(name, script)
			b.isForFingers(name)
		}},
		{"small", chromedp.EmulateViewport(320, 640, chromedp.EmulateMobile), func(b *tab, name, _ string) { b.fits(name) }},
		{"small with large letters", large, func(b *tab, name, _ string) {
			b.fits(name)
			if low := b.text(`String((document.querySelector(".skip")?.getBoundingClientRect().bottom ?? 0) > 0)`); low == "true" {
				b.Errorf("%s: the link to the content lies on the page", name)
			}
		}},
	}
}

// Every kind of page follows the rules of accessibility, fits the screen and has the colours
// of the system: in light and dark, on a telephone, on small screens and with letters of
// twice the size.
// Source: WCAG 2.2 1.4.3, 1.4.4, 1.4.10, 2.5.5.
func TestBrowserKinds(t *testing.T) {
	script := axe(t)
	b := startGateway(t).enter()
	for _, k := range kinds() {
		for i, s := range screens() {
			b.do(s.action)
			if i == 0 {
				k.show(b)
			}
			if i < 4 {
				b.shot("kind " + k.name + " " + s.name)
			}
			s.look(b, k.name+", "+s.name, script)
		}
	}
}

// The checks of TestBrowserKinds find errors.
func TestBrowserKindsAreChecked(t *testing.T) {
	script := axe(t)
	b := startGateway(t).enter()
	b.do(chromedp.Evaluate(`document.querySelector("main").innerHTML += '<img src="/static/icon.svg"><input type="text"><p style="color:#ddd">pale</p><h5>low</h5>'`, nil))
	if found := fmt.Sprint(b.violations(script)); !strings.Contains(found, "image-alt") || !strings.Contains(found, "moderate") {
		t.Errorf("a page without labels and alternatives is found to have %v", found)
	}
	b.do(narrow, chromedp.Evaluate(`document.querySelector("main").innerHTML = '<p>a <a href="/a">link</a> in text<p><a href="/b">low</a><p><button>x</button>'; document.querySelector("main button").style = "min-height: 0; padding: 0"`, nil))
	if got, want := fmt.Sprint(b.smallTargets()), "[A low BUTTON x]"; got != want {
		t.Errorf("the small targets are %s, want %s", got, want)
	}
}

// isGood fails the test for each violation of the page, and if the page is too wide.
func (t *tab) isGood(name, script string) {
	t.Helper()
	for _, o := range t.violations(script) {
		t.Errorf("%s: %s, %s: %s: %s", name, o.Impact, o.ID, o.Help, strings.Join(o.Nodes, " "))
	}
	t.fits(name)
}

// isAligned fails the test if the parts of the page do not begin at the same left edge.
func (t *tab) isAligned(name string) {
	t.Helper()
	if lefts := t.lefts(); strings.Contains(lefts, " ") {
		t.Errorf("%s: the brand, the path, the title and the footer begin at %s", name, lefts)
	}
}

// smallTargets returns the links and controls that are not in running text and do not
// have 44 by 44 pixels for a finger.
func (t *tab) smallTargets() (small []string) {
	t.Helper()
	err := t.value(`(() => {
		const all = "a[href], button, input, select, textarea, summary, [role=button]";
		const inText = (e) => {
			if (getComputedStyle(e).display !== "inline") return false;
			let block = e.parentElement;
			while (getComputedStyle(block).display === "inline") block = block.parentElement;
			const rest = block.cloneNode(true);
			for (const other of rest.querySelectorAll(all)) other.remove();
			return /\p{L}{2}/u.test(rest.textContent);
		};
		const takes = (e, x, y) => {
			const hit = document.elementFromPoint(x, y);
			return hit && (e.contains(hit) || hit.closest("label")?.control === e);
		};
		return [...document.querySelectorAll(all)].filter((e) => {
			if (e.disabled || e.matches(".skip, [type=hidden], .hide *, .xterm *") || !e.checkVisibility({visibilityProperty: true}) || inText(e)) return false;
			e.scrollIntoView({block: "center", inline: "center"});
			const r = e.getClientRects()[0];
			if (!r) return false;
			const x = r.left + r.width / 2, y = r.top + r.height / 2;
			return ![[-21, 0], [21, 0], [0, -21], [0, 21]].every(([right, down]) => takes(e, x + right, y + down));
		}).map((e) => e.tagName + (e.id && "#" + e.id) + " " + (e.getAttribute("aria-label") || e.textContent || e.value).trim().slice(0, 30));
	})()`, &small)
	if err != nil {
		t.Fatal(err)
	}
	return small
}

// isForFingers fails the test if a link or a control is too small for a finger.
func (t *tab) isForFingers(name string) {
	t.Helper()
	if small := t.smallTargets(); len(small) > 0 {
		t.Errorf("%s: too small for a finger: %s", name, strings.Join(small, ", "))
	}
}

// A printed page contains all of a session and of the guide, although paper cannot scroll.
func TestBrowserPrint(t *testing.T) {
	clerk := serveTelnet(t, strings.Repeat("a line\r\n", 200)+"the end")
	b := startGateway(t).enter()
	b.do(chromedp.EmulateViewport(718, 1000)) // of A4 between its margins
	whole := func(name string) {
		t.Helper()
		b.do(emulation.SetEmulatedMedia().WithMedia("print"))
		if texts := b.text(`[...document.querySelectorAll("main :is(.screen, pre, .scroll)")].filter((e) => e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight)
			.map((e) => e.textContent.slice(0, 40)).join("; ")`); texts != "" {
			t.Errorf("%s: cut off: %q", name, texts)
		}
		b.do(emulation.SetEmulatedMedia().WithMedia("screen"))
	}
	guide, _ := fs.Glob(docs.FS, "*.md") // of a good pattern
	for _, file := range guide {
		b.do(chromedp.Navigate(b.base + "/docs/" + strings.TrimSuffix(file, ".md")))
		whole(file)
	}
	b.address("telnet://"+clerk.addr+"/", exists("#connect"))
	b.press("#connect button", exists("#terminal"))
	b.byLine()
	b.await("the service", shows("the end"))
	whole("a session")
}

// ground returns the brightness of the page's background, from 0 to 765.
func (t *tab) ground() (light int) {
	t.Helper()
	if err := t.value(`getComputedStyle(document.body).backgroundColor.match(/\d+/g).slice(0, 3).reduce((sum, n) => sum + +n, 0)`, &light); err != nil {
		t.Fatal(err)
	}
	return light
}

// lefts returns the left edges of the texts of all parts of the page, without duplicates.
func (t *tab) lefts() string {
	t.Helper()
	return t.text(`[...new Set([...document.querySelectorAll(".brand, .crumbs, h1, .foot p")].filter((e) => e.checkVisibility())
		.map((e) => e.getBoundingClientRect().left + parseFloat(getComputedStyle(e).paddingLeft)))].join(" ")`)
}

// fits fails the test if the page must be scrolled sideways.
func (t *tab) fits(name string) {
	t.Helper()
	var over string
	err := t.value(`document.documentElement.scrollWidth <= document.documentElement.clientWidth ? "" :
		document.documentElement.scrollWidth + ": " + [...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > document.documentElement.clientWidth)
			.map((e) => e.tagName + "." + e.className + "#" + e.id).join(" ").slice(0, 300)`, &over)
	if err != nil {
		t.Fatal(err)
	}
	if over != "" {
		t.Errorf("%s must be scrolled sideways: %s", name, over)
	}
}

// Without scripts everything works except filtering while typing. Telnet then loads a page
// for each line.
func TestBrowserWithoutScript(t *testing.T) {
	s := startGateway(t)
	b := s.newTab()
	b.do(noScript(true))
	b.byStartLink()
	for _, k := range kinds() {
		k.show(b)
	}
	b.address(b.URL("ftp", "names/"), exists("#entries"))
	b.fill("#words", "semi")
	b.press("#filter button", `document.querySelectorAll("#entries tbody tr:not(.up)").length === 1`)
	b.address(b.URL("gopher", "7/search"), exists("#questions"))
	b.fill(`#questions input[type="text"]`, "semicolon hidden")
	b.press("#questions button", exists(".menu-items a"))
	b.fill("#search-words", "librarian")
	b.press("#search button", has("“librarian”"))

	b.address("telnet://"+b.Telnet+"/", exists("#connect"))
	b.press("#connect button", exists("#terminal"))
	b.lookAgain("name:")
	for _, turn := range [][2]string{{"guest", "Good evening, guest."}, {"find dot profile", "alone"}} {
		b.fill("#line", turn[0])
		b.press("#line-form button", exists("#terminal"))
		b.lookAgain(turn[1])
	}
	b.shot("telnet without script")
	b.press("#hang-up button", exists("#ended:not([hidden])"))
}

// lookAgain loads the page of a session until it shows a text.
func (t *tab) lookAgain(text string) {
	t.Helper()
	for range 100 {
		var shown bool
		if t.value(shows(text), &shown); shown {
			return
		}
		t.press("#reload a", exists("#terminal"))
	}
	t.Fatalf("the page never shows %q: %s", text, t.at())
}
