package browsertest

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/earl-url/earl/demo"
	"github.com/earl-url/earl/docs"
)

// kind is a kind of page, and how one is reached.
type kind struct {
	name string
	show func(b *tab)
}

// kinds returns a page of every kind that the gateway has.
func kinds() []kind {
	at := func(scheme, path, selector string) func(*tab) {
		return func(b *tab) { b.address(b.URL(scheme, path), exists(selector)) }
	}
	return []kind{
		{"front", func(b *tab) { b.press(".brand", exists("#schemes")) }},
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
		{"failure", at("gopher", "0/none", "#failure")},
		{"login", func(b *tab) { b.address("ftp://"+demo.Reader+"@"+b.FTP+"/", exists("#login")) }},
		{"explanation", func(b *tab) {
			b.address(b.URL("ftp", "a;type=i"), exists("main"))
			b.press("#to-explain", exists("#verdicts"))
		}},
		{"bad URL", func(b *tab) { b.address("http://me@h.example:x/a|b c", exists("#faults")) }},
		{"history", func(b *tab) { b.press(".places a[href='/history']", exists("#visits")) }},
		{"links", func(b *tab) { b.press(".places a[href='/links']", exists("#find")) }},
		{"found links", func(b *tab) { b.findLinks(); b.press("#find button", exists("#check")) }},
		{"checked links", func(b *tab) {
			b.findLinks()
			b.press("#find button", exists("#check"))
			b.press("#check button", exists("#finished"))
		}},
		{"door", showDoor},
		{"dead link", showDead},
	}
}

// findLinks fills the form of the page Links.
func (b *tab) findLinks() {
	b.press(".places a[href='/links']", exists("#find"))
	b.do(chromedp.SendKeys("#links-text", "An old page: "+b.URL("http", "tour")+" and "+b.URL("gopher", "0/none")+"\nA letter to mailto:librarian@library.example, and http://this.name.is.invalid/", chromedp.ByQuery))
}

// On a telephone's screen no page is wider than that, by light and by dark; dark
// pages are dark.
func TestBrowserScreens(t *testing.T) {
	b := sit(t).enter()
	for _, k := range kinds() {
		b.do(wide, dark(false))
		k.show(b)
		b.shot("kind " + k.name)
		light := b.ground()
		b.do(dark(true))
		b.shot("kind " + k.name + " dark")
		if ground := b.ground(); ground == light || light < 200*3 || ground > 60*3 {
			t.Errorf("%s: the ground is %d by light and %d by dark", k.name, light, ground)
		}
		b.fits(k.name)
		if lefts := b.lefts(); strings.Contains(lefts, " ") {
			t.Errorf("%s: the brand, the path, the title and the footer begin at %s", k.name, lefts)
		}
		b.do(narrow, dark(false))
		b.await("the narrow screen", `innerWidth === 390 || document.documentElement.scrollWidth > 390`)
		b.shot("kind " + k.name + " narrow")
		b.fits(k.name + " on a telephone")
	}
}

// Letters of twice the size widen no page on a small screen, and bring nothing to
// light that waits for the focus.
// Source: WCAG 2.2 1.4.4, 1.4.10.
func TestBrowserLargeLetters(t *testing.T) {
	b := sit(t).enter()
	b.do(chromedp.KeyEvent(kb.Tab))
	b.await("the way to the content", focused(".skip")+` && document.querySelector(".skip").getBoundingClientRect().top === 0`)
	b.do(chromedp.KeyEvent(kb.Tab))
	b.await("the way away", `document.querySelector(".skip").getBoundingClientRect().bottom <= 0`)
	b.do(chromedp.EmulateViewport(320, 640, chromedp.EmulateMobile))
	for _, k := range kinds() {
		k.show(b)
		b.do(chromedp.Evaluate(`document.documentElement.style.fontSize = "200%"`, nil))
		b.fits(k.name)
		if low := b.text(`String((document.querySelector(".skip")?.getBoundingClientRect().bottom ?? 0) > 0)`); low == "true" {
			t.Errorf("%s: the way to the content lies on the page", k.name)
		}
	}
}

// On paper, which is not scrolled, stands all of a session and of the guide.
func TestBrowserPrint(t *testing.T) {
	clerk := serveTelnet(t, strings.Repeat("a line\r\n", 200)+"the end")
	b := sit(t).enter()
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

// ground returns how light the page's ground is, of 765.
func (t *tab) ground() (light int) {
	t.Helper()
	if err := t.value(`getComputedStyle(document.body).backgroundColor.match(/\d+/g).slice(0, 3).reduce((sum, n) => sum + +n, 0)`, &light); err != nil {
		t.Fatal(err)
	}
	return light
}

// lefts returns where the text of each part of the page begins, without duplicates.
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

// Without script everything works but live filtering, and telnet by a page for
// each line.
func TestBrowserWithoutScript(t *testing.T) {
	s := sit(t)
	b := s.newTab()
	b.do(noScript(true))
	b.byStartLink()
	for _, k := range kinds() {
		k.show(b)
	}
	b.address(b.URL("ftp", "names/"), exists("#entries"))
	b.fill("#words", "semi")
	b.press("#filter button", `document.querySelectorAll("#entries tbody tr").length === 1`)
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
