package gateway

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/file"
	"github.com/earl-url/earl/open/ftp"
	"github.com/earl-url/earl/open/gopher"
	"github.com/earl-url/earl/open/mailto"
	"github.com/earl-url/earl/open/nntp"
	"github.com/earl-url/earl/open/telnet"
)

// E4, E5: wrappers and prefixes are not part of a URL in an attribute or a request. If the user
// pastes one into the address bar, the page suggests the URL in it. A11: the page marks the
// position of a violation.
func TestWhatIsNoURLIsExplained(t *testing.T) {
	b := start(t, Options{Openers: []open.Opener{
		toy{"ftp", func(*open.Call) (open.Resource, error) { return nil, open.ErrConnect }}, toy{"http", nil}, toy{"https", nil},
	}})
	for text, wanted := range map[string][]string{
		"<URL:ftp://h/a>":        {"Did you mean", `href="/open?url=ftp%3A%2F%2Fh%2Fa"`},
		"URL:ftp://h/a":          {"Do you mean another URL?", "Did you mean", `href="/open?url=ftp%3A%2F%2Fh%2Fa"`},
		"url:ftp://h/a b":        {`href="/open?url=ftp%3A%2F%2Fh%2Fa"`},
		"see ftp://h/a b":        {`href="/open?url=ftp%3A%2F%2Fh%2Fa"`},
		"ftp://h:x/a|b":          {`<span class="part part-fault"><bdi>|</bdi>`, "character 12: ", "rfc1738"},
		"ftp://0x7f.1/":          {"edition=whatwg", "127.0.0.1"},
		"ftp://h:x/a%zz":         {`<span class="part part-fault"><bdi>%`, "character 12"},
		"<script>alert</script>": {"&lt;script&gt;", "This is not a URL"},
		"\x1b[2Jftp":             {"This is not a URL", `\x1B`},
		"how to cook rice":       {"This is not a URL", "earl does not search the web"},
		"http//o.example/x":      {"Did you mean", `href="/open?url=http%3A%2F%2Fo.example%2Fx"`},
		"http:/o.example/x":      {"Did you mean", `href="/open?url=http%3A%2F%2Fo.example%2Fx"`},
		"hxxps://h/":             {"Do you mean another URL?", `href="/open?url=https%3A%2F%2Fh%2F"`},
	} {
		resp, page := b.open(text)
		if resp.StatusCode != http.StatusBadRequest {
			t.Errorf("%q: %s", text, resp.Status)
		}
		b.wants(page, wanted...)
		b.lacks(page, "%3CURL", "<script>alert")
	}
	if resp, _ := b.open("  "); resp.StatusCode != http.StatusSeeOther || resp.Header.Get("Location") != "/" {
		t.Errorf("an empty text: %s", resp.Status)
	}
}

// A11, B2, B3: an explanation shows the parts of a URL in every edition, and the lines that
// opening it would send. It opens nothing.
func TestExplain(t *testing.T) {
	b := start(t, Options{Openers: []open.Opener{new(ftp.Opener), file.Opener{}}})
	resp, page := b.get("/explain?url=" + url.QueryEscape("ftp://me@h.example:2121/%2Fetc/motd;type=a"))
	if resp.StatusCode != http.StatusOK {
		t.Error(resp.Status)
	}
	b.wants(page, `<span class="part part-host"><span><bdi>h.example</bdi><span class="between">:</span></span><small>host</small></span>`, "<code>CWD /etc</code>", "<code>RETR motd</code>", "<code>/etc</code>",
		"Port 2121 is not the usual port of ftp", "draft1993", "draft1994", "rfc1738", "draft1996", "rfc2396", "rfc3987", "whatwg")
	_, page = b.get("/explain?url=" + url.QueryEscape("ftp://h/a?b"))
	b.wants(page, "They read different parts", "<code>/a?b</code>", "<code>/a</code>")
	_, page = b.get("/explain?url=" + url.QueryEscape("mailto:a@b?subject=x"))
	b.wants(page, "As mailto", "a@b")
	_, page = b.get("/explain?url=" + url.QueryEscape("file:///no/such/file"))
	b.wants(page, "Opening it reads", "<li><code>/no/such/file</code>")
}

// An explanation has a table with a column for each edition. Violations of several editions
// at the same position share a row. Cautions are above all buttons.
func TestExplanationIsATable(t *testing.T) {
	b := start(t, Options{Openers: schemesOf(nil, "http", "ftp")})
	_, page := b.get("/explain?url=" + url.QueryEscape("http://h:x/a b"))
	_, table, _ := strings.Cut(page, `id="verdicts"`)
	table, _, _ = strings.Cut(table, "</table>")
	if n := strings.Count(table, "a space must be escaped"); n != 1 {
		t.Errorf("the space has %d rows in %s", n, table)
	}
	if n := strings.Count(table, `<th scope="col"`); n != 8 {
		t.Errorf("%d columns", n)
	}
	_, page = b.get("/explain?url=" + url.QueryEscape("http://www.bank.com@h:81/"))
	if care, open := strings.Index(page, `id="cautions"`), strings.Index(page, `id="open"`); care < 0 || open < care {
		t.Errorf("the cautions are at %d, the button at %d", care, open)
	}
	for _, text := range []string{"http://1.2.3/", "http://0x7f.1/"} {
		_, page = b.get("/explain?url=" + url.QueryEscape(text))
		b.lacks(page, `id="open"`)
		b.wants(page, `id="disputed"`)
	}
}

// If opening a URL sends nothing to a server, its explanation says so.
func TestExplainOfWhatSendsNothing(t *testing.T) {
	b := start(t, Options{Openers: []open.Opener{gopher.Opener{}, mailto.Opener{}, telnet.Opener{}}})
	for address, want := range map[string]string{
		"gopher://h/7/find": "Opening it asks a question first", "gopher://h/hURL:http://o/": "Opening it sends nothing",
		"mailto:a@b": "Opening it sends nothing", "telnet://h/": "Opening it connects to h, port 23 and sends only what you type",
		"gopher://h/7/find%09cats": "Opening it sends to h, port 70",
	} {
		_, page := b.get("/explain?url=" + url.QueryEscape(address))
		b.wants(page, want)
	}
}

// A text without a scheme may mean a URL if it has a host with a dot, even with white space.
// A word or an email address does not.
func TestWhatATextWithoutASchemeMeans(t *testing.T) {
	b := start(t, Options{Openers: []open.Opener{toy{"ftp", nil}, toy{"http", nil}}})
	for text, want := range map[string]string{
		"www.example.org":         "http://www.example.org",
		"www.example.org/a b":     "http://www.example.org/a http://www.example.org/a%20b",
		"ftp.example.org/a b":     "ftp://ftp.example.org/a ftp://ftp.example.org/a%20b",
		"www.example.org is good": "http://www.example.org",
		"printer.lan/queue":       "http://printer.lan/queue",
		"www.example.org:8080/x":  "http://www.example.org:8080/x",
		"see ftp://h/a":           "ftp://h/a",
		"hello":                   "",
		"hello world":             "",
		"one. two. three":         "",
		"../a.b/c":                "",
		"/etc/passwd.old":         "",
		"me@printer.lan":          "",
		"foo:bar":                 "",
		"ftp://h/a b":             "ftp://h/a%20b",
		"http//h/a":               "http://h/a",
		"ftp:/h/a":                "ftp://h/a",
	} {
		var got []string
		for _, l := range b.gateway.linker.suggestions(text) {
			got = append(got, l.URL)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("meant(%q) = %q, want %q", text, got, want)
		}
	}
}

// The explanation of a text that is not a URL, or of a URL with an unknown scheme, does not
// mention typed parts.
func TestExplanationOfNoURLIsShort(t *testing.T) {
	b := start(t, Options{Openers: []open.Opener{toy{"x-finger", nil}, toy{"http", nil}}})
	for text, plan := range map[string]string{"hello http://x/": "", "x-finger://h/me": "", "foo:bar": "<p>earl does not know the scheme foo, and IANA has not registered it.</p>"} {
		_, page := b.get("/explain?url=" + url.QueryEscape(text))
		b.lacks(page, "typed parts", "parts of its scheme")
		if strings.Contains(page, "Opening it") != (plan != "") || !strings.Contains(page, plan) {
			t.Errorf("%s: want %q in\n%s", text, plan, body(page))
		}
	}
}

// A11: the page marks a violation of the scheme's own syntax, both when the URL is opened and
// when it is explained. It has no link that opens the URL.
func TestWhatBreaksItsSchemeIsMarked(t *testing.T) {
	b := start(t, Options{Openers: []open.Opener{mailto.Opener{}, nntp.Opener{}, gopher.Opener{}}})
	for text, wanted := range map[string][]string{
		"mailto:":          {`<span class="between">mailto:</span><span class="part part-fault"><bdi>‸</bdi><small><span class="hide">here</span>`, "character 8: ", "rfc1738 3.5", "not a valid mailto URL"},
		"nntp://h/*":       {`<span class="between">nntp://h/</span><span class="part part-fault"><bdi>*</bdi>`, "character 10: ", "rfc1738 3.7", "not a valid nntp URL"},
		"nntp://h/*#there": {`<span aria-hidden="true">^</span></small></span><span class="between">#there</span>`},
	} {
		resp, page := b.open(text)
		if resp.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: %s", text, resp.Status)
		}
		b.wants(page, wanted...)
		resp, page = b.get("/explain?url=" + url.QueryEscape(text))
		if resp.StatusCode != http.StatusOK {
			t.Errorf("%s: %s", text, resp.Status)
		}
		b.wants(page, wanted...)
		b.lacks(page, `href="/open`)
	}
	_, page := b.get("/explain?url=" + url.QueryEscape("gopher:a|b"))
	b.wants(page, "not a URL by rfc3986", "As whatwg reads the text, it is not a valid gopher URL: character 8")
	b.lacks(page, `href="/open`)
}

// A text that is too long for an explanation has an error page, from which the user can open
// it as a URL.
func TestWhatIsTooLongToBeExplained(t *testing.T) {
	b := start(t, Options{Openers: []open.Opener{toy{"ftp", func(r *open.Call) (open.Resource, error) { return document(r, "text/plain", "the text"), nil }}}})
	address := "ftp://h/" + strings.Repeat("a", 16<<10)
	invalid := "ftp://h:x/" + strings.Repeat("a", 16<<10)
	for _, query := range []string{"/explain?url=" + address, "/open?url=" + invalid} {
		resp, page := b.get(query)
		if resp.StatusCode != http.StatusRequestURITooLong || !strings.HasPrefix(resp.Header.Get("Content-Type"), "text/html") {
			t.Errorf("%.20s: %s, %s", query, resp.Status, resp.Header.Get("Content-Type"))
		}
		b.wants(page, "The text is too long", "up to 16384", `name="url" type="text" value="ftp://h`)
	}
	_, page := b.open(address)
	b.wants(page, "the text")
	if resp, _ := b.get("/explain?url=" + address[:16<<10]); resp.StatusCode != http.StatusOK {
		t.Errorf("16 KiB: %s", resp.Status)
	}
}

// If a guard would refuse to open a URL, its explanation shows the name of the guard instead
// of the lines; F1, F2.
func TestExplainNamesTheGuard(t *testing.T) {
	never := func(r *open.Call) (open.Resource, error) {
		t.Errorf("%s was opened", r.URL.Redacted())
		return nil, open.ErrConnect
	}
	b := start(t, Options{Openers: []open.Opener{toy{"ftp", never}, toy{"file", never}, toy{"http", never}}})
	for text, guard := range map[string]string{
		"file:///a/../b": open.GuardPathEscape, "file:///a%2Fb": open.GuardEncodedSlash, "file://other.example/a": open.GuardFileHost,
		"ftp://h/a%0D%0Ab": open.GuardCtlOctet, "http://h:25/": open.GuardBadPort, "http://h:0/": open.GuardPortRange, "http://127.0.0.1/": open.GuardPrivateAddress,
	} {
		_, page := b.get("/explain?url=" + url.QueryEscape(text))
		b.wants(page, "Opening it is refused", "Nothing is sent ("+guard+")")
		b.lacks(page, `id="wire"`)
	}
	_, page := b.get("/explain?url=" + url.QueryEscape("http://h/"))
	b.lacks(page, "is refused")
}
