package browsertest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/earl-url/earl/internal/demo"
)

// C3: the address bar accepts any URL. A text that is not a URL is explained, with its errors
// marked. Each page has a link to the explanation of its URL.
func TestBrowserAddressBar(t *testing.T) {
	b := startGateway(t).enter()
	b.shot("front")
	b.address(b.URL("ftp", "welcome.txt"), exists("#text"))
	b.press("#to-explain", exists("#verdicts"))
	b.shot("explain")
	if parts := b.names("#drawing small"); !strings.Contains(parts, "host") || !strings.Contains(parts, "port") {
		t.Errorf("the drawing names %q", parts)
	}
	b.press("#open", exists("#text"))
	b.address("http://h.example:x/a|b c", exists("#faults"))
	b.shot("explain a bad one")
	if fault := b.names(".part-fault bdi"); fault == "" {
		t.Error("no place is marked")
	}
	b.back(exists("#text"))
}

// C3, D16: the listings of ftp, file and prospero are tables. A click on a heading sorts a
// table, and the filter works while the user types. A click on an entry opens it.
func TestBrowserListings(t *testing.T) {
	b := startGateway(t).enter()
	for scheme, path := range map[string]string{"ftp": "names/", "file": "names/"} {
		b.address(b.URL(scheme, path), exists("#entries tbody tr"))
		b.shot("listing " + scheme)
		byName := b.names("#entries tr:not(.up) td:first-child")
		b.press(`th:nth-child(2) a`, exists(`th:nth-child(2)[aria-sort="ascending"]`))
		b.press(`th:nth-child(2) a`, exists(`th:nth-child(2)[aria-sort="descending"]`))
		bySize := b.names("#entries tr:not(.up) td:first-child")
		if bySize == byName || len(bySize) != len(byName) {
			t.Errorf("%s: by name\n%s\nby size\n%s", scheme, byName, bySize)
		}
		b.do(chromedp.Click("#words", chromedp.ByQuery), chromedp.KeyEvent("SEMI"))
		b.await("live filter", `[...document.querySelectorAll("#entries tbody tr:not(.up)")].filter((r) => !r.hidden).length === 1`)
		if count := b.names("#count"); !strings.HasPrefix(count, "1 of ") {
			t.Errorf("%s: the count says %q", scheme, count)
		}
		b.shot("listing filtered " + scheme)
		b.follow("Enter in the filter", chromedp.KeyEvent(kb.Enter), `location.search.includes("filter=SEMI")`)
		if rows := b.names("#entries tr:not(.up) td:first-child"); rows != "semi;colon.txt" {
			t.Errorf("%s: the filter leaves %q", scheme, rows)
		}
		b.link("semi;colon.txt", exists("#text"))
		b.isContent("names/semi%3Bcolon.txt")
		b.back(exists("#entries"))
	}
	b.address(b.URL("prospero", "library"), exists("#entries tbody tr"))
	b.shot("listing prospero")
	b.link("tour.txt", exists("#text"))
	b.isContent("tour.txt")
	b.address(b.URL("ftp", ""), exists("#entries"))
	b.link("pictures", has("house.gif"))
	b.link("house.gif", `document.querySelector("#remote").naturalWidth > 0`)
	b.shot("picture")
	b.press("#crumbs li:nth-child(2) a", has("house.gif"))
}

// isContent compares the text on a page with the file of the demo's library.
func (t *tab) isContent(path string) {
	t.Helper()
	want, ok := t.Content(path)
	got := t.text(`document.querySelector("#text").textContent`)
	if !ok || strings.TrimSpace(strings.ReplaceAll(got, "\r\n", "\n")) != strings.TrimSpace(strings.ReplaceAll(want, "\r\n", "\n")) {
		t.Errorf("%s shows %.80q, not %.80q", path, got, want)
	}
}

// C3, B-gopher: a menu shows information as text and items with their types. A search and an
// ASK block are forms, and the answers open a document.
func TestBrowserGopher(t *testing.T) {
	b := startGateway(t).enter()
	b.address(b.URL("gopher", ""), exists(".menu-items"))
	b.shot("gopher menu")
	if b.names(".menu-items li.info") == "" || b.names(".menu-items .icon") == "" {
		t.Error("no information, or no types")
	}
	b.link("Search the texts", exists("#questions"))
	b.shot("gopher search")
	b.fill(`#questions input[type="text"]`, "semicolon hidden")
	b.follow("Enter in the search", chromedp.KeyEvent(kb.Enter), exists(".menu-items a"))
	b.shot("gopher hits")
	b.fill("#search-words", "librarian")
	b.press("#search button", has("“librarian”"))
	b.back(has("Three characters for one octet"))
	b.link("Three characters for one octet", exists("#text"))
	b.isContent("articles/three-characters-for-one-octet.txt")

	b.address(b.URL("gopher", "0/forms/write%09%09?"), exists("#questions select"))
	b.shot("gopher ask")
	b.press(`#questions button[type="submit"]`, exists("#text"))
	if text := b.names("#text"); !strings.Contains(text, "ftp://library.example/a/b%20100%25.txt") {
		t.Errorf("the form's answer is %q", text)
	}
	b.shot("gopher answer")
	b.address(b.URL("gopher", "1%09%09$"), has("a form"))
	b.link("What shall I read tonight", exists("#questions textarea"))
	b.fill("#questions textarea", "gopher")
	b.press(`#questions button[type="submit"]`, exists("main"))
	b.shot("gopher advice")
	if text := b.names("#text"); !strings.HasPrefix(text, "You have a minute. Read") {
		t.Errorf("the advice is %q", text)
	}
}

// C3, B-news: the groups, the threads of a group, and an article with folded quotes.
func TestBrowserNews(t *testing.T) {
	b := startGateway(t).enter()
	b.address("news:*", exists("#entries a"))
	b.shot("news groups")
	b.link("library.doors", exists(".thread .post"))
	b.shot("news threads")
	if depth := b.text(`document.querySelector('.post[data-depth="1"]').textContent`); !strings.Contains(depth, "Re: ") {
		t.Errorf("the answer is %q", depth)
	}
	b.do(chromedp.Click("#words", chromedp.ByQuery), chromedp.KeyEvent("cellar"))
	b.await("live filter", `document.querySelector("#count").textContent === "2 of 5 on this page"`)
	b.back(has("library.reading"))
	b.link("library.doors", exists(".thread"))
	b.link("Re: Which of the ten", exists("#headers"))
	b.shot("news article")
	if from := b.names("#headers"); !strings.Contains(from, "quill@reading.example") {
		t.Errorf("the header is %q", from)
	}
	b.address(b.URL("nntp", "library.reading/2"), exists("#headers"))
	b.shot("nntp article")
	if title := b.names("h1"); !strings.Contains(title, "café") {
		t.Errorf("a title in Latin-1 is %q", title)
	}
}

// A long quote is folded, and a click unfolds it.
func TestBrowserFoldedQuote(t *testing.T) {
	s := startGateway(t)
	letter := "From: a@h.example\nSubject: A long quote\n\nYou wrote:\n" + strings.Repeat("> one line of many\n", 12) + "\nIndeed.\n"
	if err := os.WriteFile(filepath.Join(s.Dir, "letter.eml"), []byte(letter), 0o644); err != nil {
		t.Fatal(err)
	}
	b := s.enter()
	b.address(b.URL("file", "letter.eml"), `document.querySelector("details") && !document.querySelector("details").open`)
	b.shot("quote folded")
	b.do(chromedp.Click("details summary", chromedp.ByQuery))
	b.await("the quote unfolds", `document.querySelector("details").open`)
}

// C3, B-wais: a search of a database, its hits with their scores, and a document.
func TestBrowserWAIS(t *testing.T) {
	b := startGateway(t).enter()
	b.address(b.URL("wais", "library"), exists("#questions"))
	b.shot("wais search")
	b.fill(`#questions input[type="text"]`, "gopher menu letter")
	b.follow("Enter in the search", chromedp.KeyEvent(kb.Enter), exists("#entries meter"))
	b.shot("wais hits")
	if score := b.names(".score"); !strings.HasPrefix(score, "1000\n") {
		t.Errorf("the scores are %q", score)
	}
	b.fill("#search-words", "cellar")
	b.follow("Enter in the search", chromedp.KeyEvent(kb.Enter), has("The key to the cellar, attached"))
	if words := b.text(`document.querySelector("#search-words").value`); words != "cellar" {
		t.Errorf("the field of the hits has %q", words)
	}
	b.back(has("One letter for each thing"))
	b.link("One letter for each thing", exists("#text"))
	b.shot("wais document")
	b.isContent("articles/one-letter-for-each-thing.txt")
}

// C3, F1: a web page is in a sandbox, with its pictures.
func TestBrowserWeb(t *testing.T) {
	b := startGateway(t).enter()
	b.address(b.URL("http", "tour"), exists("iframe#remote[sandbox]"))
	b.shot("http page")
	frame := b.text(`document.querySelector("#remote").src`)
	if !strings.Contains(frame, "/raw/") {
		t.Errorf("the frame shows %s", frame)
	}
	var reachable bool
	if err := b.value(`!!document.querySelector("#remote").contentDocument`, &reachable); err != nil || reachable {
		t.Errorf("the frame is of our origin: %v", err)
	}
	b.address(b.URL("http", "old-tour.txt"), has("redirected to"))
	b.isContent("tour.txt")
	b.address(b.URL("http", "sounds/chime.wav"), `document.querySelector("audio#remote").readyState > 0`)
	b.shot("sound")
}

// C3, B-telnet: the page shows the advice but does not send it. The user types lines, and the
// page shows the responses.
func TestBrowserTelnet(t *testing.T) {
	b := startGateway(t).enter()
	b.address("telnet://guest@"+b.Telnet+"/", exists("#connect"))
	b.shot("telnet invitation")
	if advice := b.names("#advice"); !strings.Contains(advice, "guest") {
		t.Errorf("the advice is %q", advice)
	}
	b.press(`#connect button`, exists("#terminal"))
	b.byLine()
	b.await("the socket", `document.querySelector("#reload").hidden && `+shows("name:"))
	for _, turn := range [][2]string{{"guest", "Good evening, guest."}, {"find dot profile", "alone"}, {"1", "q and Return: stop"}} {
		b.fill("#line", turn[0])
		b.do(chromedp.KeyEvent(kb.Enter))
		b.await("the answer to "+turn[0], shows(turn[1]))
	}
	b.shot("telnet session")
	b.fill("#line", "q")
	b.do(chromedp.KeyEvent(kb.Enter))
	b.await("the prompt", `document.querySelector("#terminal").textContent.endsWith("\n> ")`)
	b.fill("#line", "quit")
	b.do(chromedp.KeyEvent(kb.Enter))
	b.await("the end", `!document.querySelector("#ended").hidden`)
	b.shot("telnet ended")
}

// byLine opens the page of a session that shows lines of text.
func (t *tab) byLine() {
	t.Helper()
	t.follow("line by line", chromedp.Navigate(t.text("location.href")+"&by=line"), exists("#line-form"))
}

// shows returns the condition that the terminal contains a text.
func shows(text string) string {
	return `document.querySelector("#terminal").textContent.includes(` + quoted(text) + `)`
}

// C3, B-mailto: an address opens a page with a draft. The mail program receives the draft as
// the user filled it out, without a script.
func TestBrowserMail(t *testing.T) {
	b := startGateway(t).enter()
	b.address(b.URL("mailto", "librarian@library.example?subject=Un%20caf%C3%A9"), exists("#draft"))
	if subject := b.text(`document.querySelector("#subject").value`); subject != "Un café" {
		t.Errorf("the subject is %q", subject)
	}
	b.fill("#subject", "A question")
	b.fill("#body-text", "Is there coffee?")
	b.shot("mailto draft")
	link := make(chan string, 1)
	chromedp.ListenTarget(b.ctx, func(event any) {
		if e, ok := event.(*network.EventRequestWillBeSent); ok && strings.HasPrefix(e.Request.URL, "mailto:") {
			select {
			case link <- e.Request.URL:
			default:
			}
		}
	})
	b.do(noScript(true), network.Enable(), chromedp.Click("#draft button", chromedp.ByQuery))
	select {
	case got := <-link:
		if want := "mailto:librarian@library.example?subject=A%20question&body=Is%20there%20coffee%3F"; got != want {
			t.Errorf("the mail program got %q, want %q", got, want)
		}
	case <-time.After(patience):
		t.Errorf("the mail program got nothing; %s", b.at())
	}
	if text := b.text(`document.querySelector("#body-text").value`); text != "Is there coffee?" {
		t.Errorf("the page has the text %q after the mail program was opened", text)
	}
}

// C3: bookmarks are kept in a file of their owner, the history for the browser session. Both
// link to their URLs, and the user can remove both.
func TestBrowserHistory(t *testing.T) {
	b := startGateway(t).enter()
	b.address(b.URL("ftp", "welcome.txt"), exists("#text"))
	b.mark("add", "remove")
	b.address(b.URL("gopher", ""), exists(".menu-items"))
	b.press(".places a[href='/history']", exists("#marks"))
	b.shot("history")
	if visits := b.names("#visits code"); !strings.Contains(visits, b.URL("gopher", "")) || !strings.Contains(visits, "welcome.txt") {
		t.Errorf("the history is %q", visits)
	}
	b.press("#marks .actions a", exists("#rename"))
	b.fill("#title", "A better name")
	b.shot("rename")
	b.press("#rename button", exists("#marks"))
	if marks := b.names("#marks .what > a"); marks != "A better name" {
		t.Errorf("the bookmarks are %q", marks)
	}
	b.press("#visits li button", `!`+has("gopher at"))
	b.press("#marks .what a", exists("#text"))
	b.mark("remove", "add")
	b.press(".places a[href='/history']", `!`+exists("#marks"))
	b.press("#forget button", `!`+exists("#visits"))
	b.press(".brand", exists("#schemes"))
}

// F3: a form asks for a password, which is kept for the browser session. It is not in any
// page, in the bookmarks or in the log.
func TestBrowserLogin(t *testing.T) {
	b := startGateway(t).enter()
	b.address("ftp://"+demo.Reader+"@"+b.FTP+"/%2Fetc/motd", exists("#login"))
	b.shot("login")
	b.fill("#password", demo.Password)
	b.press("#login button", exists("#text"))
	b.mark("add", "remove")
	b.press(".places a[href='/history']", exists("#visits"))
	for _, page := range []string{b.text("document.documentElement.outerHTML"), b.logged(), b.text("document.title")} {
		if strings.Contains(page, demo.Password) {
			t.Errorf("the password is in %s", page)
		}
	}
	marks, err := os.ReadFile(b.marks)
	if err != nil || !strings.Contains(string(marks), "motd") || strings.Contains(string(marks), demo.Password) {
		t.Errorf("the bookmarks are %q, %v", marks, err)
	}
}
