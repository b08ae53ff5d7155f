package gateway

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/gopher"
	"github.com/earl-url/earl/open/mailto"
	"github.com/earl-url/earl/open/nntp"
)

// C3: what each kind of resource is, an ordinary browser is shown.
func TestEachKindHasAPage(t *testing.T) {
	kinds := toy{"x", func(r *open.Request) (open.Resource, error) {
		meta := open.Meta{URL: r.URL, Size: -1, Note: []string{"a note"}}
		switch kind := strings.TrimPrefix(r.URL.Path(), "/"); kind {
		case "document":
			d := document(r, "text/plain", "see http://h/a?b&c <here>")
			d.Note = meta.Note
			return d, nil
		case "listing":
			l := listing(r, entry("one & two", "http://h/one"), entry("nowhere", ""), entry("<b>", "javascript:alert(1)"))
			l.Note = meta.Note
			return l, nil
		case "form":
			return &open.Form{Meta: meta, Title: "Ask <me>", Fields: []open.Question{
				{Name: "a", Prompt: "Words", Default: "fish"}, {Name: "b", Prompt: "Remark", Input: open.InputNone},
				{Name: "c", Prompt: "Sure", Input: open.InputCheck, Default: "1"}, {Name: "d", Prompt: "One of", Choices: []string{"x", "y"}, Default: "y"},
			}}, nil
		case "referral":
			return &open.Referral{Meta: meta, Targets: []earl.URL{earl.RFC3986.MustParse("http://u:geheim@h/x"), earl.RFC3986.MustParse("gopher://h/")}, Reason: "moved"}, nil
		case "address":
			return &open.Address{Meta: meta, AddrSpec: "a@b", To: []string{"a@b"}, Headers: []open.MailHeader{{Name: "subject", Value: "hi"}, {Name: "X-Odd", Value: "no"}}}, nil
		}
		return nil, errors.New("no such thing")
	}}
	web := toy{"http", func(r *open.Request) (open.Resource, error) { return document(r, "text/html", "<p>"), nil }}
	b := start(t, Options{Openers: []open.Opener{kinds, web}})
	for kind, wanted := range map[string][]string{
		"document": {"see <a href=\"/open?url=http%3A%2F%2Fh%2Fa%3Fb%26c\">http://h/a?b&amp;c</a> &lt;here&gt;", `id="download"`},
		"listing":  {`<a href="/open?url=http%3A%2F%2Fh%2Fone"><bdi>one &amp; two</bdi></a>`, "<bdi>nowhere</bdi>", "<bdi>&lt;b&gt;</bdi>", "3 entries"},
		"form":     {"Ask &lt;me&gt;", `name="answer0" type="text" value="fish"`, "Remark", `type="checkbox" value="1" checked`, "<option selected>y</option>", `method="GET"`},
		"address":  {`value="a@b"`, `value="hi"`, "X-Odd", `href="mailto:a@b?subject=hi"`},
	} {
		resp, page := b.open("x://h/" + kind)
		if resp.StatusCode != http.StatusOK {
			t.Errorf("%s: %s", kind, resp.Status)
		}
		b.wants(page, append(wanted, "a note", `id="copy" type="text" readonly value="x://h/`+kind+`"`, `href="/explain?url=x%3A%2F%2Fh%2F`+kind+`"`)...)
		b.lacks(page, `href="javascript:`, "geheim")
	}
	resp, page := b.get("/open?follow=no&url=" + url.QueryEscape("x://h/referral"))
	if resp.StatusCode != http.StatusOK {
		t.Errorf("referral: %s", resp.Status)
	}
	b.wants(page, "moved", "http://u:xxxxx@h/x", "http%3A%2F%2Fu%40h%2Fx", "<code>gopher://h/</code>")
	b.lacks(page, "geheim")
}

// What does not open has a page with the error's words, what it means, and the
// status that says so.
func TestErrorsTeach(t *testing.T) {
	malformed := func(address string) error {
		_, err := earl.ParseView(earl.RFC3986.MustParse(address))
		return err
	}
	errs := map[string]struct {
		err    error
		status int
		want   string
	}{
		"/cso":     {open.ErrNoOpener, http.StatusNotImplemented, "Nothing here opens"},
		"/missing": {fmt.Errorf("ftp: 550: %w", open.ErrNotFound), http.StatusNotFound, "no such object"},
		"/login":   {fmt.Errorf("ftp: 530: %w", open.ErrLogin), http.StatusUnauthorized, "Log in at x://h:1234"},
		"/connect": {fmt.Errorf("%w: refused", open.ErrConnect), http.StatusBadGateway, "no connection"},
		"/time":    {fmt.Errorf("ftp: %w", os.ErrDeadlineExceeded), http.StatusGatewayTimeout, "silent for too long"},
		"/late":    {fmt.Errorf("%w: %w", open.ErrConnect, context.DeadlineExceeded), http.StatusGatewayTimeout, "silent for too long"},
		"/parts":   {malformed("mailto:"), http.StatusBadRequest, "an address of one character or more"},
		"/cut":     {open.ErrCut, http.StatusBadGateway, "cut short"},
		"/broken":  {open.ErrProtocol, http.StatusBadGateway, "broke its protocol"},
		"/control": {&open.Refusal{Name: open.GuardCtlOctet, Reason: "octet 0D <b>"}, http.StatusForbidden, "octet 0D &lt;b&gt;"},
		"/private": {&open.Refusal{Name: open.GuardPrivateAddress, Reason: "h is 10.0.0.1, a private address", Setting: "Policy.AllowNet"}, http.StatusForbidden, "earl serve --allow-net 10.0.0.1<"},
		"/other":   {errors.New("odd \x1b[2J"), http.StatusBadGateway, `odd \x1B[2J`},
	}
	b := start(t, Options{Openers: []open.Opener{toy{"x", func(r *open.Request) (open.Resource, error) { return nil, errs[r.URL.Path()].err }}, nntp.Opener{}}})
	for path, tt := range errs {
		resp, page := b.open("x://h:1234" + path)
		if resp.StatusCode != tt.status {
			t.Errorf("%s: %s, want %d", path, resp.Status, tt.status)
		}
		b.wants(page, tt.want)
	}
	for address, want := range map[string]string{"urn:isbn:1": "front page names the schemes", "news:a.b": "--news-server", "x://h/cso": "a protocol that is not"} {
		resp, page := b.open(address)
		if resp.StatusCode != http.StatusNotImplemented {
			t.Errorf("%s: %s", address, resp.Status)
		}
		b.wants(page, "Nothing here opens this URL", want)
		if !strings.HasPrefix(address, "news:") {
			b.lacks(page, "news")
		}
	}
	for _, guard := range []string{open.GuardCtlOctet, open.GuardBadPort, open.GuardPrivateAddress, open.GuardRedirectScheme, GuardOwnPort} {
		if teachings[guard] == "" {
			t.Errorf("nothing is said of %s", guard)
		}
	}
}

// F1, F2, F5: the guards of opening are those of package open: nothing reaches
// an opener.
func TestOpeningIsGuarded(t *testing.T) {
	opened := 0
	count := func(r *open.Request) (open.Resource, error) { opened++; return document(r, "text/plain", ""), nil }
	b := start(t, Options{Openers: []open.Opener{toy{"ftp", count}, toy{"gopher", count}, toy{"http", count}}})
	for _, address := range []string{"ftp://h/a%0D%0ADELE%20x", "gopher://h/0a%0Ab", "http://h:25/", "ftp://h:6379/", "http://10.0.0.1/", "ftp://[::1]/x"} {
		if resp, _ := b.open(address); resp.StatusCode != http.StatusForbidden {
			t.Errorf("%s: %s", address, resp.Status)
		}
	}
	if opened > 0 {
		t.Errorf("%d were opened", opened)
	}
}

// D11, A20: a fragment is sent to no server, and stands where the page is shown.
func TestFragmentStaysHere(t *testing.T) {
	var asked []string
	b := start(t, Options{Openers: []open.Opener{toy{"http", func(r *open.Request) (open.Resource, error) {
		asked = append(asked, r.URL.String())
		return document(r, "text/html", "<p id=part>"), nil
	}}}})
	resp, page := b.open("http://h/a#part")
	if resp.StatusCode != http.StatusOK || len(asked) != 1 || asked[0] != "http://h/a" {
		t.Errorf("%s, asked for %q", resp.Status, asked)
	}
	b.wants(page, `/http/h/a#part" title=`)
}

// D16: the entries of a directory are links of their own, its address in crumbs
// ends in a slash, and no ";type=d" stands in any.
func TestDirectoryHasItsSlash(t *testing.T) {
	b := start(t, Options{Openers: []open.Opener{toy{"ftp", func(r *open.Request) (open.Resource, error) {
		l := listing(r, entry("c d", "ftp://h/a/b/c%20d"), entry("e", "ftp://h/a/b/e/"))
		l.URL = earl.RFC3986.MustParse("ftp://h/a/b/")
		return l, nil
	}}}})
	_, page := b.open("ftp://h/a/b;type=d")
	b.wants(page, `value="ftp://h/a/b/"`, `href="/open?url=ftp%3A%2F%2Fh%2Fa%2F"`, `href="/open?url=ftp%3A%2F%2Fh%2Fa%2Fb%2Fc%2520d"`)
	b.lacks(page, "type%3Dd")
}

// E4, E5: no wrapper or prefix stands in an attribute or a request; where one is pasted into
// the address bar, the URL in it is offered. A11: a fault is marked in its place.
func TestWhatIsNoURLIsExplained(t *testing.T) {
	b := start(t, Options{Openers: []open.Opener{toy{"ftp", func(*open.Request) (open.Resource, error) { return nil, open.ErrConnect }}}})
	for text, wanted := range map[string][]string{
		"<URL:ftp://h/a>":        {"Perhaps you mean", `href="/open?url=ftp%3A%2F%2Fh%2Fa"`},
		"URL:ftp://h/a":          {"Another URL seems to be meant", "Perhaps you mean", `href="/open?url=ftp%3A%2F%2Fh%2Fa"`},
		"url:ftp://h/a b":        {`href="/open?url=ftp%3A%2F%2Fh%2Fa"`},
		"see ftp://h/a b":        {`href="/open?url=ftp%3A%2F%2Fh%2Fa"`},
		"ftp://h/a|b":            {`<span class="part part-fault"><bdi>|</bdi>`, "octet 9: ", "edition=whatwg", "rfc1738"},
		"ftp://h/a%zz":           {`<span class="part part-fault"><bdi>%`, "octet 9"},
		"<script>alert</script>": {"&lt;script&gt;", "This is not a URL"},
		"\x1b[2Jftp":             {"This is not a URL", `\x1B`},
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

// What a person types behind "/open?url=" is taken as it is written: a ";" and a "%"
// that a form would have escaped.
func TestURLIsTypedIntoTheQuery(t *testing.T) {
	var asked []string
	b := start(t, Options{Openers: []open.Opener{toy{"ftp", func(r *open.Request) (open.Resource, error) {
		asked = append(asked, r.URL.String())
		return document(r, "text/plain", ""), nil
	}}}})
	for query, want := range map[string]string{
		"url=ftp://h/f;type=a":                        "ftp://h/f;type=a",
		"as=text&url=ftp://h/f;type=i&show=1":         "ftp://h/f;type=i",
		"url=ftp%3A%2F%2Fh%2Fa%2520b+%3Btype%3Da&x=y": "",
		"url=ftp%3A%2F%2Fh%2Fa%2520b%3Btype%3Da&x=y":  "ftp://h/a%20b;type=a",
		"url=&url=ftp://h/g":                          "ftp://h/g",
	} {
		asked = nil
		b.get("/open?" + query)
		if got := strings.Join(asked, " "); got != want {
			t.Errorf("%s: %q was opened, want %q", query, got, want)
		}
		_, page := b.get("/explain?" + query)
		b.wants(page, want)
	}
	resp, page := b.get("/open?url=ftp://h/100%")
	if resp.StatusCode != http.StatusBadRequest {
		t.Error(resp.Status)
	}
	b.wants(page, `value="ftp://h/100%"`, `<span class="part part-fault"><bdi>%</bdi>`)
}

// A11, B2, B3: a URL is explained in its parts, by every edition, with the lines
// that it would send, and opens nothing.
func TestExplain(t *testing.T) {
	b := start(t, Options{Openers: []open.Opener{toy{"ftp", func(*open.Request) (open.Resource, error) {
		t.Error("it was opened")
		return nil, open.ErrConnect
	}}}})
	resp, page := b.get("/explain?url=" + url.QueryEscape("ftp://me@h.example:2121/%2Fetc/motd;type=a"))
	if resp.StatusCode != http.StatusOK {
		t.Error(resp.Status)
	}
	b.wants(page, `<span class="part part-host"><bdi>h.example</bdi><small>host</small></span>`, "<code>CWD /etc</code>", "<code>RETR motd</code>", "<code>/etc</code>",
		"Port 2121 is not the usual one", "draft1993", "draft1994", "rfc1738", "draft1996", "whatwg")
	_, page = b.get("/explain?url=" + url.QueryEscape("ftp://h/a?b"))
	b.wants(page, "They read different parts", "<code>/a?b</code>", "<code>/a</code>")
	_, page = b.get("/explain?url=" + url.QueryEscape("mailto:a@b?subject=x"))
	b.wants(page, "As mailto", "a@b")
}

// A text without a scheme may have been meant for a URL: one with a host with a dot,
// white space and all. A word or an address of mail is meant for none.
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
	} {
		var got []string
		for _, l := range b.gateway.meant(text) {
			got = append(got, l.URL)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("meant(%q) = %q, want %q", text, got, want)
		}
	}
}

// Of a text that is no URL, or of a scheme that nobody knows, an explanation says
// nothing of typed parts: who reads it does not know the word.
func TestExplanationOfNoURLIsShort(t *testing.T) {
	b := start(t, Options{Openers: []open.Opener{toy{"x-finger", nil}, toy{"http", nil}}})
	for text, plan := range map[string]string{"hello http://x/": "", "x-finger://h/me": "", "foo:bar": "<p>Nothing here opens foo URLs.</p>"} {
		_, page := b.get("/explain?url=" + url.QueryEscape(text))
		b.lacks(page, "typed parts", "parts of its scheme")
		if strings.Contains(page, "Opening it sends") != (plan != "") || !strings.Contains(page, plan) {
			t.Errorf("%s: want %q in\n%s", text, plan, body(page))
		}
	}
}

// A11: what breaks its scheme's own syntax is marked in its place, whether it was to
// be opened or explained; nothing leads to opening it.
func TestWhatBreaksItsSchemeIsMarked(t *testing.T) {
	b := start(t, Options{Openers: []open.Opener{mailto.Opener{}, nntp.Opener{}, gopher.Opener{}}})
	for text, wanted := range map[string][]string{
		"mailto:":          {`<span class="between">mailto:</span><span class="part part-fault"><bdi>‸</bdi><small>here</small></span>`, "octet 7: ", "rfc1738 3.5", "not a valid mailto URL"},
		"nntp://h/*":       {`<span class="between">nntp://h/</span><span class="part part-fault"><bdi>*</bdi>`, "octet 9: ", "rfc1738 3.7", "not a valid nntp URL"},
		"nntp://h/*#there": {`<bdi>*</bdi><small>here</small></span><span class="between">#there</span>`},
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
	b.wants(page, "not a URL by rfc3986", "as whatwg reads it, it is no gopher URL: octet 7")
	b.lacks(page, `href="/open`)
}

// A text too long to be explained has a page that says so, from which a URL opens.
func TestWhatIsTooLongToBeExplained(t *testing.T) {
	b := start(t, Options{Openers: []open.Opener{toy{"ftp", func(r *open.Request) (open.Resource, error) { return document(r, "text/plain", "the text"), nil }}}})
	address := "ftp://h/" + strings.Repeat("a", 16<<10)
	for _, query := range []string{"/explain?url=" + address, "/open?url=" + address + "|"} {
		resp, page := b.get(query)
		if resp.StatusCode != http.StatusRequestURITooLong || !strings.HasPrefix(resp.Header.Get("Content-Type"), "text/html") {
			t.Errorf("%.20s: %s, %s", query, resp.Status, resp.Header.Get("Content-Type"))
		}
		b.wants(page, "Too long to be explained", "up to 16384", `name="url" type="text" value="`+address)
	}
	_, page := b.open(address)
	b.wants(page, "the text")
	if resp, _ := b.get("/explain?url=" + address[:16<<10]); resp.StatusCode != http.StatusOK {
		t.Errorf("16 KiB: %s", resp.Status)
	}
}

// An explanation names the guard that would refuse to open a URL, in place of
// what would be sent; F1, F2.
func TestExplainNamesTheGuard(t *testing.T) {
	never := func(r *open.Request) (open.Resource, error) {
		t.Errorf("%s was opened", r.URL.Redacted())
		return nil, open.ErrConnect
	}
	b := start(t, Options{Openers: []open.Opener{toy{"ftp", never}, toy{"file", never}, toy{"http", never}}})
	for text, guard := range map[string]string{
		"file:///a/../b": open.GuardPathEscape, "file:///a%2Fb": open.GuardEncodedSlash, "file://other.example/a": open.GuardFileHost,
		"ftp://h/a%0D%0Ab": open.GuardCtlOctet, "http://h:25/": open.GuardBadPort, "http://h:0/": open.GuardPortRange, "http://127.0.0.1/": open.GuardPrivateAddress,
	} {
		_, page := b.get("/explain?url=" + url.QueryEscape(text))
		b.wants(page, "Opening it would be refused ("+guard+")")
		b.lacks(page, `id="wire"`)
	}
	_, page := b.get("/explain?url=" + url.QueryEscape("http://h/"))
	b.wants(page, `id="wire"`)
	b.lacks(page, "would be refused")
}

// Each edition's own reading can be opened: what is not a URL by rfc3986 is named
// with its edition.
func TestEditionOfAURL(t *testing.T) {
	var asked []string
	b := start(t, Options{Openers: []open.Opener{toy{"ftp", func(r *open.Request) (open.Resource, error) {
		asked = append(asked, r.URL.Edition().Name()+" "+r.URL.String())
		return listing(r, open.Entry{Name: "x", Meta: open.Meta{URL: earl.WHATWG.MustParse("ftp://h/x|y"), Size: -1}}), nil
	}}}})
	_, page := b.get("/open?edition=whatwg&url=" + url.QueryEscape("ftp://h/a|b"))
	if len(asked) != 1 || asked[0] != "whatwg ftp://h/a|b" {
		t.Errorf("asked %q", asked)
	}
	b.wants(page, "edition=whatwg", `value="whatwg"`)
}

// The history is of this sitting, each page once; a bookmark is kept in a file
// that its owner alone reads.
func TestHistoryAndBookmarks(t *testing.T) {
	path := t.TempDir() + "/sub/bookmarks"
	b := start(t, Options{Bookmarks: path, Openers: []open.Opener{toy{"ftp", func(r *open.Request) (open.Resource, error) { return document(r, "text/plain", "x"), nil }}}})
	b.open("ftp://h/one")
	b.open("ftp://h/two")
	b.open("ftp://h/one")
	_, page := b.get("/")
	if strings.Count(page, "<code>ftp://h/one</code>") != 1 || strings.Index(page, "h/one") > strings.Index(page, "h/two") {
		t.Errorf("history: %s", page)
	}
	resp, _ := b.post("/bookmark", url.Values{"url": {"ftp://u:geheim@h/one"}, "title": {"The\tfirst\n<one>"}, "do": {"add"}})
	if resp.StatusCode != http.StatusSeeOther {
		t.Error(resp.Status)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file: %v, %v", info, err)
	}
	if text, _ := os.ReadFile(path); string(text) != "ftp://u@h/one\tThe\\tfirst\\n<one>\n" {
		t.Errorf("the file: %q", text)
	}
	_, page = b.get("/shelf")
	b.wants(page, `first\n&lt;one&gt;`, "ftp://u@h/one")
	b.lacks(page, "geheim")
	_, page = b.open("ftp://u@h/one")
	b.wants(page, "Remove the bookmark")
	b.post("/bookmark", url.Values{"url": {"ftp://u@h/one"}, "do": {"remove"}})
	if text, _ := os.ReadFile(path); len(text) != 0 {
		t.Errorf("the file: %q", text)
	}
	b.post("/forget", url.Values{})
	_, page = b.get("/shelf")
	b.wants(page, "Nothing was opened yet")
}

// A bookmark is read by the edition that read its URL; one that no link leads to is
// refused, and spoils none of the others.
func TestBookmarkOfAnotherEdition(t *testing.T) {
	path := t.TempDir() + "/bookmarks"
	b := start(t, Options{Bookmarks: path, Openers: []open.Opener{toy{"ftp", func(r *open.Request) (open.Resource, error) { return document(r, "text/plain", "x"), nil }}}})
	_, page := b.get("/open?edition=whatwg&url=" + url.QueryEscape("ftp://h/a|b"))
	_, form, _ := strings.Cut(page, `action="/bookmark"`)
	b.wants(form, `name="url" value="ftp://h/a|b"`, `name="edition" value="whatwg"`)
	fields := url.Values{"url": {"ftp://h/a|b"}, "edition": {"whatwg"}, "title": {"A bar"}, "do": {"add"}}
	if resp, _ := b.post("/bookmark", fields); resp.StatusCode != http.StatusSeeOther {
		t.Error(resp.Status)
	}
	if text, _ := os.ReadFile(path); string(text) != "ftp://h/a|b\tA bar\twhatwg\n" {
		t.Errorf("the file: %q", text)
	}
	resp, _ := b.post("/bookmark", url.Values{"url": {"ftp://h/" + strings.Repeat("a", 2*maxAddress)}, "do": {"add"}})
	if resp.StatusCode != http.StatusBadRequest {
		t.Errorf("a URL too long for a link: %s", resp.Status)
	}
	_, page = b.get("/shelf")
	b.wants(page, `href="/open?url=ftp%3A%2F%2Fh%2Fa%7Cb&amp;edition=whatwg"`, "A bar")
	fields.Set("do", "remove")
	b.post("/bookmark", fields)
	if text, _ := os.ReadFile(path); len(text) != 0 {
		t.Errorf("the file: %q", text)
	}
}

// The front page is small, and names the schemes that are opened.
func TestFrontPageIsSmall(t *testing.T) {
	b := start(t, Options{Openers: []open.Opener{toy{"gopher", nil}, toy{"wais", nil}}})
	_, page := b.get("/")
	size := len(page)
	for _, path := range []string{"/static/style.css", "/static/icon.svg"} {
		resp, body := b.get(path)
		if resp.StatusCode != http.StatusOK {
			t.Errorf("%s: %s", path, resp.Status)
		}
		size += len(body)
	}
	if size > 50_000 {
		t.Errorf("%d octets", size)
	}
	b.wants(page, "<dt>gopher</dt>", "<dt>wais</dt>")
	b.lacks(page, "<dt>ftp</dt>", "<script")
	if resp, _ := b.get("/static/"); resp.StatusCode == http.StatusOK {
		t.Error("the folder is listed")
	}
}

// The front page stays small whatever was opened and kept: what is long is shown
// in its beginning, and where its link is long too, on the shelf alone.
func TestFrontPageStaysSmall(t *testing.T) {
	b := start(t, Options{Openers: []open.Opener{toy{"ftp", func(r *open.Request) (open.Resource, error) { return document(r, "text/plain", "x"), nil }}}})
	_, style := b.get("/static/style.css")
	short := func(i int) string { // of octets that a page writes as five
		return fmt.Sprint("ftp://h/", i, strings.Repeat("&'", 45), strings.Repeat("a", 70))
	}
	long := func(i int) string { return fmt.Sprint("ftp://h/", i, strings.Repeat("&", 9_900), "end") }
	for i := range 2 * recent {
		for _, address := range []string{short(i), long(i)} {
			b.open(address)
			b.post("/bookmark", url.Values{"url": {address}, "title": {strings.Repeat(`"`, 3_000)}, "do": {"add"}})
		}
	}
	_, page := b.get("/")
	if n := len(page) + len(style); n > 50_000 {
		t.Errorf("%d octets", n)
	}
	b.wants(page, `<ul class="links" id="marks">`, `<ul class="links" id="visits">`, `<a href="/shelf">All of them</a>`, url.QueryEscape(short(2*recent-1)))
	b.lacks(page, "end\"")
	_, page = b.get("/shelf")
	doc, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(textOf(doc)); n > 8*recent*(2*maxShown+20)+2_000 {
		t.Errorf("%d octets to read on the shelf", n)
	}
	b.wants(page, url.QueryEscape(long(0)), url.QueryEscape(short(0)))

	b.post("/forget", url.Values{})
	for i := range 2 * recent {
		b.post("/bookmark", url.Values{"url": {short(i)}, "do": {"remove"}})
	}
	_, page = b.get("/")
	b.wants(page, "All of them") // though none of them is here
}

// A hop that may not be made unasked is a page, from which the person goes on or
// not; to a file of this machine nothing from outside leads at all.
func TestHopThatIsNotMadeUnasked(t *testing.T) {
	b := start(t, Options{Openers: []open.Opener{
		toy{"http", func(r *open.Request) (open.Resource, error) {
			return &open.Referral{Meta: open.Meta{URL: r.URL}, Targets: []earl.URL{earl.RFC3986.MustParse(r.URL.Path()[1:])}, Reason: "302 Found"}, nil
		}},
		toy{"gopher", func(r *open.Request) (open.Resource, error) {
			return listing(r, entry("passwords", "file:///etc/passwd"), entry("text", "gopher://h/0text")), nil
		}},
		library("ftp", map[string][2]string{"/text": {"text/plain", "see file:///etc/passwd and telnet://h/"}}),
		toy{"file", func(r *open.Request) (open.Resource, error) {
			return listing(r, entry("beside", "file:///etc/hosts")), nil
		}},
		toy{"telnet", func(*open.Request) (open.Resource, error) { t.Error("connected"); return nil, open.ErrConnect }},
	}})
	for to, link := range map[string]string{"telnet://h/": `href="/open?url=telnet`, "ftp://h/text": `href="/open?url=ftp`, "file:///etc/passwd": "<code>file:"} {
		resp, page := b.open("http://h/" + to)
		if resp.StatusCode != http.StatusOK {
			t.Errorf("%s: %s", to, resp.Status)
		}
		b.wants(page, "It leads elsewhere: 302 Found", link)
		b.lacks(page, `href="/open?url=file`)
	}
	for _, address := range []string{"gopher://h/", "ftp://h/text"} {
		_, page := b.open(address)
		b.lacks(page, `href="/open?url=file`)
	}
	_, page := b.open("file:///etc/")
	b.wants(page, `href="/open?url=file%3A%2F%2F%2Fetc%2Fhosts"`)
}
