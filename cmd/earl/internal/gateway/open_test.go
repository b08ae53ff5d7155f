package gateway

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/mid"
	"github.com/earl-url/earl/open/nntp"
	"github.com/earl-url/earl/views"
)

// C3: an ordinary browser can show each kind of resource.
func TestEachKindHasAPage(t *testing.T) {
	t.Parallel()
	kinds := toy{"x", func(r *open.Call) (open.Resource, error) {
		meta := open.Meta{URL: r.URL, Size: -1, Note: []string{"a note"}}
		switch kind := strings.TrimPrefix(r.URL.Path(), "/"); kind {
		case "document":
			d := document(r, "text/plain", "see http://h/a?b&c <here>")
			d.Note = meta.Note
			return d, nil
		case "listing":
			l := listingOf(r, entry("one & two", "http://h/one"), entry("nowhere", ""), entry("<b>", "javascript:alert(1)"))
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
	web := toy{"http", func(r *open.Call) (open.Resource, error) { return document(r, "text/html", "<p>"), nil }}
	b := start(t, Options{Openers: []open.Opener{kinds, web}})
	for kind, wanted := range map[string][]string{
		"document": {"see <a href=\"/open?url=http%3A%2F%2Fh%2Fa%3Fb%26c\">http://h/a?b&amp;c</a> &lt;here&gt;", `id="download"`},
		"listing":  {`<a href="/open?url=http%3A%2F%2Fh%2Fone"><bdi>one &amp; two</bdi></a>`, "<bdi>nowhere</bdi>", "<bdi>&lt;b&gt;</bdi>", "3 entries"},
		"form":     {"Ask &lt;me&gt;", `name="answer0" type="text" value="fish"`, "Remark", `type="checkbox" value="1" checked`, "<option selected>y</option>", `method="GET"`},
		"address":  {`value="a@b"`, `value="hi"`, "X-Odd", "Open in mail program"},
	} {
		resp, page := b.open("x://h/" + kind)
		if resp.StatusCode != http.StatusOK {
			t.Errorf("%s: %s", kind, resp.Status)
		}
		b.wants(page, append(wanted, "a note", `id="copy" data-copy="x://h/`+kind+`"`, `href="/explain?url=x%3A%2F%2Fh%2F`+kind+`"`)...)
		b.lacks(page, `href="javascript:`, "geheim")
	}
	resp, page := b.get("/open?follow=no&url=" + url.QueryEscape("x://h/referral"))
	if resp.StatusCode != http.StatusOK {
		t.Errorf("referral: %s", resp.Status)
	}
	b.wants(page, "moved", "http://u:xxxxx@h/x", "http%3A%2F%2Fu%40h%2Fx", "<code>gopher://h/</code>")
	b.lacks(page, "geheim")
}

// The page of a URL that did not open shows the error and what it means, and has a matching
// status.
func TestErrorsTeach(t *testing.T) {
	t.Parallel()
	malformed := func(address string) error {
		_, err := views.Parse(earl.RFC3986.MustParse(address))
		return err
	}
	errs := map[string]struct {
		err    error
		status int
		want   string
	}{
		"/cso":     {open.ErrNoOpener, http.StatusNotImplemented, "earl cannot open"},
		"/missing": {fmt.Errorf("ftp: 550: %w", open.ErrNotFound), http.StatusNotFound, "nothing at this address"},
		"/login":   {fmt.Errorf("ftp: 530: %w", open.ErrLogin), http.StatusUnauthorized, "Log in at x://h:1234"},
		"/connect": {fmt.Errorf("%w: refused", open.ErrConnect), http.StatusBadGateway, "no connection"},
		"/time":    {fmt.Errorf("ftp: %w", os.ErrDeadlineExceeded), http.StatusGatewayTimeout, "did not respond in time"},
		"/late":    {fmt.Errorf("%w: %w", open.ErrConnect, context.DeadlineExceeded), http.StatusGatewayTimeout, "did not respond in time"},
		"/parts":   {malformed("mailto:"), http.StatusBadRequest, "a mailto URL needs an address"},
		"/cut":     {open.ErrCut, http.StatusBadGateway, "is incomplete"},
		"/broken":  {open.ErrProtocol, http.StatusBadGateway, "sent an invalid response"},
		"/control": {&open.Refusal{Name: open.GuardCtlOctet, Reason: "byte 0x0D <b>"}, http.StatusForbidden, "byte 0x0D &lt;b&gt;"},
		"/private": {&open.Refusal{Name: open.GuardPrivateAddress, Reason: "h, in 10.9.9.9, is private", Address: netip.MustParseAddrPort("[::ffff:10.0.0.1]:80")}, http.StatusForbidden, "earl serve --allow-net 10.0.0.1<"},
		"/own":     {open.Refuse(open.GuardOwnPort, earl.URL{}, "x"), http.StatusForbidden, "would act for its user"},
		"/other":   {errors.New("odd \x1b[2J"), http.StatusBadGateway, `odd \x1B[2J`},
	}
	b := start(t, Options{Openers: []open.Opener{toy{"x", func(r *open.Call) (open.Resource, error) { return nil, errs[r.URL.Path()].err }}, nntp.Opener{}, mid.Opener{}}})
	for path, tt := range errs {
		resp, page := b.open("x://h:1234" + path)
		if resp.StatusCode != tt.status {
			t.Errorf("%s: %s, want %d", path, resp.Status, tt.status)
		}
		b.wants(page, tt.want)
	}
	for address, want := range map[string]string{"urn:isbn:1": "what a thing is and not where", "news:a.b": "earl serve --news-server HOST[:PORT]<", "mid:a@h": "earl serve --mail PATH<", "cid:a@h": "mid:MESSAGE-ID/CONTENT-ID", "x://h/cso": "why not this one"} {
		resp, page := b.open(address)
		if resp.StatusCode != http.StatusNotImplemented {
			t.Errorf("%s: %s", address, resp.Status)
		}
		b.wants(page, "earl cannot open this URL", want)
		if !strings.HasPrefix(address, "news:") {
			b.lacks(page, "news")
		}
	}
}

// F1, F2, F5: the guards of package open refuse a URL before any opener receives it.
func TestOpeningIsGuarded(t *testing.T) {
	t.Parallel()
	opened := 0
	count := func(r *open.Call) (open.Resource, error) { opened++; return document(r, "text/plain", ""), nil }
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

// D11, A20: a fragment is not sent to any server, and remains in the address.
func TestFragmentStaysHere(t *testing.T) {
	t.Parallel()
	var asked []string
	b := start(t, Options{Openers: []open.Opener{toy{"http", func(r *open.Call) (open.Resource, error) {
		asked = append(asked, r.URL.String())
		return document(r, "text/html", "<p id=part>"), nil
	}}}})
	resp, page := b.open("http://h/a#part")
	if resp.StatusCode != http.StatusOK || len(asked) != 1 || asked[0] != "http://h/a" {
		t.Errorf("%s, requested %q", resp.Status, asked)
	}
	b.wants(page, `/http/h/a#part" title=`)
}

// D16: the entries of a directory are links, and the URL of the directory in the path ends
// with a slash. None contains ";type=d".
func TestDirectoryHasItsSlash(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: []open.Opener{toy{"ftp", func(r *open.Call) (open.Resource, error) {
		l := listingOf(r, entry("c d", "ftp://h/a/b/c%20d"), entry("e", "ftp://h/a/b/e/"))
		l.URL = earl.RFC3986.MustParse("ftp://h/a/b/")
		return l, nil
	}}}})
	_, page := b.open("ftp://h/a/b;type=d")
	b.wants(page, `value="ftp://h/a/b/"`, `href="/open?url=ftp%3A%2F%2Fh%2Fa%2F"`, `href="/open?url=ftp%3A%2F%2Fh%2Fa%2Fb%2Fc%2520d"`)
	b.lacks(page, "type%3Dd")
}

// D16: in a hierarchical scheme a crumb links to the level above. It is not a link if the
// scheme has no such URL: an nntp URL needs more than a server.
func TestCrumbs(t *testing.T) {
	t.Parallel()
	g := New(Options{Hosts: []string{inside}, Openers: schemesOf(nil, "ftp", "ftps", "nntp", "gopher", "file", "news")})
	defer g.Close()
	for text, want := range map[string]string{
		"ftp://h:2121/a//b%2Fc":   "ftp://h:2121=ftp://h:2121/ a=ftp://h:2121/a/ (empty)=ftp://h:2121/a// b/c=.",
		"ftps://h/a/":             "ftps://h=ftps://h/ a=.",
		"ftp://h/":                "ftp://h=ftp://h/",
		"file:///a/b":             "file://=file:/// a=file:///a/ b=.",
		"nntp://h:1119/a.b/3":     "nntp://h:1119= a.b=nntp://h:1119/a.b 3=.",
		"gopher://h/0/a/b.txt":    "gopher://h=gopher://h/",
		"news:comp.lang.c":        "",
		"ftp://h/a;type=d?q#here": "ftp://h=ftp://h/ a=.",
		"ftp://h/;type=d":         "ftp://h=ftp://h/",
		"ftp://h/a/;type=d":       "ftp://h=ftp://h/ a=.",
	} {
		var got []string
		for _, c := range g.linker.crumbs(earl.RFC3986.MustParse(text)) {
			link, _ := url.QueryUnescape(strings.TrimPrefix(c.Link, "/open?url="))
			if c.Here {
				link += "."
			}
			got = append(got, c.Name+"="+link)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", text, strings.Join(got, " "), want)
		}
	}
}

// The user can type a URL after "/open?url=" without escapes, even with a ";" or a "%" that a
// form would escape.
func TestURLIsTypedIntoTheQuery(t *testing.T) {
	t.Parallel()
	var asked []string
	b := start(t, Options{Openers: []open.Opener{toy{"ftp", func(r *open.Call) (open.Resource, error) {
		asked = append(asked, r.URL.String())
		return document(r, "text/plain", ""), nil
	}}}})
	for query, want := range map[string]string{
		"url=ftp://h/f;type=a":                        "ftp://h/f;type=a",
		"as=text&url=ftp://h/f;type=i&show=1":         "ftp://h/f;type=i",
		"url=ftp%3A%2F%2Fh%2Fa%2520b+%3Btype%3Da&x=y": "ftp://h/a%20b%20;type=a",
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
	resp, page := b.get("/open?url=ftp://h:x/100%")
	if resp.StatusCode != http.StatusBadRequest {
		t.Error(resp.Status)
	}
	b.wants(page, `value="ftp://h:x/100%"`, `<span class="part part-fault"><bdi>%</bdi>`)
}

// The user can open the reading of each edition. The link to a URL that is not valid in rfc3986
// contains its edition.
func TestEditionOfAURL(t *testing.T) {
	t.Parallel()
	var asked []string
	b := start(t, Options{Openers: []open.Opener{toy{"ftp", func(r *open.Call) (open.Resource, error) {
		asked = append(asked, r.URL.Edition().Name()+" "+r.URL.String())
		return listingOf(r, open.Entry{Name: "x", Meta: open.Meta{URL: earl.WHATWG.MustParse("ftp://h/x|y"), Size: -1}}), nil
	}}}})
	_, page := b.get("/open?edition=whatwg&url=" + url.QueryEscape("ftp://h/a|b"))
	if len(asked) != 1 || asked[0] != "whatwg ftp://h/a|b" {
		t.Errorf("asked %q", asked)
	}
	b.wants(page, "edition=whatwg", `value="whatwg"`)
}

// A redirect that must not be followed automatically has a page, on which the user decides. No
// redirect of a server opens a local file.
func TestHopThatNeedsAClick(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: []open.Opener{
		toy{"http", func(r *open.Call) (open.Resource, error) {
			return &open.Referral{Meta: open.Meta{URL: r.URL}, Targets: []earl.URL{earl.RFC3986.MustParse(r.URL.Path()[1:])}, Reason: "302 Found"}, nil
		}},
		toy{"gopher", func(r *open.Call) (open.Resource, error) {
			return listingOf(r, entry("passwords", "file:///etc/passwd"), entry("text", "gopher://h/0text")), nil
		}},
		library("ftp", map[string][2]string{"/text": {"text/plain", "see file:///etc/passwd and telnet://h/"}}),
		toy{"file", func(r *open.Call) (open.Resource, error) {
			return listingOf(r, entry("beside", "file:///etc/hosts")), nil
		}},
		toy{"telnet", func(*open.Call) (open.Resource, error) { t.Error("connected"); return nil, open.ErrConnect }},
	}})
	for to, link := range map[string]string{"telnet://h/": `href="/open?url=telnet`, "ftp://h/text": `href="/open?url=ftp`, "file:///etc/passwd": "<code>file:"} {
		resp, page := b.open("http://h/" + to)
		if resp.StatusCode != http.StatusOK {
			t.Errorf("%s: %s", to, resp.Status)
		}
		b.wants(page, "The server redirects to another URL: 302 Found", link)
		b.lacks(page, `href="/open?url=file`)
	}
	for _, address := range []string{"gopher://h/", "ftp://h/text"} {
		_, page := b.open(address)
		b.lacks(page, `href="/open?url=file`)
	}
	_, page := b.open("file:///etc/")
	b.wants(page, `href="/open?url=file%3A%2F%2F%2Fetc%2Fhosts"`)
}
