package gateway

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/longtest"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/mailto"
)

// anArticle is an article with encoded words, quotes, several parts and a file.
const anArticle = "From: =?iso-8859-1?Q?J=F6rg?= <j@h>\r\nSubject: Re: <script>alert(1)</script>\r\nNewsgroups: rec.food\r\nMessage-ID: <2@h>\r\nX-Trace: no\r\n" +
	"MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\npreamble\r\n" +
	"--b\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nAnn wrote:\r\n> one\r\n> two\r\n> three\r\n> four\r\n> five http://h/q\r\nI <b>agree</b> =E2=80=94 see http://h/a\r\n> short\r\n" +
	"--b\r\nContent-Type: image/gif; name=\"../../fish.gif\"\r\nContent-Transfer-Encoding: base64\r\n\r\nR0lGODlh\r\n" +
	"--b\r\nContent-Type: text/html\r\n\r\n<script>alert(2)</script>\r\n" +
	"--b\r\nContent-Type: text/plain; name=list.txt\r\nContent-Disposition: attachment; filename=\"list.txt\"\r\n\r\nkept\r\n--b--\r\n"

// B10: the page of an article shows its decoded headers, folded quotes, and a link for each
// attachment.
func TestArticle(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: []open.Opener{
		toy{"news", func(r *open.Call) (open.Resource, error) { return document(r, "message/rfc822", anArticle), nil }},
		toy{"http", nil},
	}})
	_, page := b.open("news:2@h")
	b.wants(page, "Jörg &lt;j@h&gt;", "Re: &lt;script&gt;alert(1)&lt;/script&gt;", "<summary>5 quoted lines</summary>", "I &lt;b&gt;agree&lt;/b&gt; — see <a", `<span class="quoted">&gt; short`, "../../fish.gif", "list.txt", "text/html")
	b.lacks(page, "<script>", "X-Trace", "preamble", "kept", "alert(2)")
	part := "/part?url=" + url.QueryEscape("news:2@h") + "&n="
	resp, text := b.get(part + "2")
	if text != "GIF89a" || !strings.HasPrefix(resp.Header.Get("Content-Disposition"), "attachment") || strings.ContainsAny(resp.Header.Get("Content-Disposition"), "/\\") {
		t.Errorf("%q %v", text, resp.Header)
	}
	resp, text = b.get(part + "2&show=1")
	if text != "GIF89a" || resp.Header.Get("Content-Type") != "image/gif" || !strings.HasPrefix(resp.Header.Get("Content-Security-Policy"), "sandbox;") {
		t.Errorf("%q %v", text, resp.Header)
	}
	resp, _ = b.get(part + "3&show=1")
	if resp.Header.Get("Content-Type") != "text/html" || !strings.HasPrefix(resp.Header.Get("Content-Security-Policy"), "sandbox allow-forms allow-top-navigation-by-user-activation;") {
		t.Errorf("%v", resp.Header)
	}
	if resp, text := b.get(part + "4"); text != "kept" || !strings.Contains(resp.Header.Get("Content-Disposition"), "list.txt") {
		t.Errorf("%q %v", text, resp.Header)
	}
	for _, n := range []string{"0", "5", "x", "-1"} {
		if resp, _ := b.get(part + n); resp.StatusCode != http.StatusNotFound {
			t.Errorf("part %s: %s", n, resp.Status)
		}
	}
}

// The page of a broken or very large message shows its readable part.
func TestHostileArticle(t *testing.T) {
	t.Parallel()
	longtest.OnlyInGate(t, "renders large messages")
	deep := "Content-Type: multipart/mixed; boundary=b\r\n\r\n"
	for range 100 {
		deep += "--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n"
	}
	shelf := map[string]string{
		"/empty":  "",
		"/header": strings.Repeat("X: y\r\n", 100_000),
		"/cut":    anArticle[:len(anArticle)-30],
		"/deep":   deep,
		"/parts":  "Content-Type: multipart/mixed; boundary=b\r\n\r\n" + strings.Repeat("--b\r\n\r\nx\r\n", 10_000) + "--b--",
		"/long":   "Subject: x\r\n\r\n" + strings.Repeat("line\r\n", 400_000),
		"/quotes": "Subject: x\r\n\r\n" + strings.Repeat("> q\r\nx\r\n", 60_000),
	}
	b := start(t, Options{Openers: []open.Opener{toy{"x", func(r *open.Call) (open.Resource, error) {
		return document(r, "message/rfc822", shelf[r.URL.Path()]), nil
	}}}})
	for path := range shelf {
		resp, page := b.open("x://h" + path)
		if resp.StatusCode != http.StatusOK || len(page) > 8<<20 {
			t.Errorf("%s: %s, %d bytes", path, resp.Status, len(page))
		}
	}
}

// The page shows the error of a part, whatever parts follow. Source: rfc2045 6.8.
func TestFaultOfAPartIsSaid(t *testing.T) {
	t.Parallel()
	text := "Content-Type: multipart/mixed; boundary=b\r\n\r\n" +
		"--b\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\nSGVsbG8s%%%\r\n" +
		"--b\r\nContent-Type: text/plain\r\n\r\nand good-bye\r\n--b--\r\n"
	b := start(t, Options{Openers: []open.Opener{toy{"x", func(r *open.Call) (open.Resource, error) {
		return document(r, "message/rfc822", text), nil
	}}}})
	_, page := b.open("x://h/")
	b.wants(page, "Hello,", "and good-bye", "The text ends here: ")
}

// F1: a link in an HTML part of a message opens a leave page, like a link of a web page. The
// saved part is unchanged.
func TestLinksOfAPartAreRewritten(t *testing.T) {
	t.Parallel()
	const html = `<a href="http://o/x" target="_blank">x</a> <img src="http://o/p.gif"> <a href="javascript:x">y</a> <a href="z">z</a>`
	b := start(t, Options{Openers: schemesOf(func(r *open.Call) (open.Resource, error) {
		return document(r, "message/rfc822", "Content-Type: text/html\r\n\r\n"+html), nil
	}, "news", "http")})
	part := "/part?url=" + url.QueryEscape("news:2@h") + "&n=1"
	_, text := b.get(part + "&show=1")
	b.wants(text, `<a target=_top href="`+leaveLink(t, b.gateway, "http://o/x")+`"`, `<img src="http://o/p.gif">`, `href="/dead/`, `to=javascript%3Ax"`, `to=z"`)
	if _, text := b.get(part); text != html {
		t.Errorf("saved: %s", text)
	}
}

// The list of newsgroups shows the description and the approximate number of articles of each
// group, and can be sorted. Source: rfc3977 7.6.3, 7.6.6.
func TestGroupList(t *testing.T) {
	t.Parallel()
	group := func(name string, n int64, about string) open.Entry {
		e := entry(name, "news:"+name)
		e.Kind, e.Group = open.KindListing, &open.Newsgroup{Low: 1, High: n, Description: about}
		return e
	}
	b := start(t, Options{Openers: []open.Opener{toy{"news", func(r *open.Call) (open.Resource, error) {
		moderated := group("rec.tea", 7, "Tea <b> \x1b[31m")
		moderated.Note = []string{"moderated"}
		l := listingOf(r, group("rec.food", 120, "Food"), moderated, entry("junk", ""))
		l.Shape = open.ShapeGroups
		return l, nil
	}}}})
	_, page := b.open("news:*")
	b.wants(page, `<td class="number">120</td><td><bdi>Food</bdi>`, `Tea &lt;b&gt;`, `<span class="badge">moderated</span>`, `<a href="/open?url=news%3Arec.food">`, "All newsgroups")
	b.lacks(page, "\x1b", ">Size<", ">Changed<")
	_, page = b.get(linkOf(t, page, "Articles"))
	if strings.Index(page, "rec.tea") > strings.Index(page, "rec.food") {
		t.Errorf("not sorted by articles: %s", body(page))
	}
}

// An article links to its groups, its parent, its thread and the articles before and
// after it. Showing it requests nothing but itself. Source: rfc5536 3.2.10.
func TestArticleLinksToItsSurroundings(t *testing.T) {
	t.Parallel()
	const text = "From: a@h\r\nSubject: Re: re: Café <b>\r\nNewsgroups: rec.food, rec.tea,,bad group\r\nReferences: <1@h> <2@h>\r\n <3@h>\r\nIn-Reply-To: <9@h>\r\n\r\nText\r\n"
	var requests []string
	open1 := func(r *open.Call) (open.Resource, error) {
		requests = append(requests, r.URL.String())
		if strings.Contains(r.URL.String(), "@") || strings.HasPrefix(r.URL.Path(), "/rec.food/") {
			return document(r, "message/rfc822", text), nil
		}
		l := listingOf(r, entry("First <one>", "news:3@h"), entry("information", ""), entry("This", "news:4@h"), entry("Re: last", "news:5@h"))
		l.Shape = open.ShapeThread
		return l, nil
	}
	news := planned{toy{"news", open1}, "news.example:119"}
	b := start(t, Options{Openers: []open.Opener{news, toy{"nntp", open1}}})
	around := func(page string) string {
		_, nav, _ := strings.Cut(page, `id="around"`)
		nav, _, _ = strings.Cut(nav, "</nav>")
		return nav
	}
	_, page := b.open("news:4@h")
	b.wants(page, `<a href="/open?url=news%3Arec.food"><bdi>rec.food</bdi></a>`, `<a href="/open?url=news%3Arec.tea">`, `3 articles before this one`, `<a href="/open?url=news%3A2%40h">`)
	b.wants(around(page), `<a href="/open?url=news%3A3%40h">Parent</a>`, `<a href="/open?url=news%3A1%40h">Start of the thread</a>`, `href="/open?url=news%3Arec.food&amp;filter=Caf%C3%A9&#43;%3Cb%3E">Articles on this subject`)
	b.lacks(around(page), "Next", "Previous", "Back to the list")

	b.open("news:rec.food")
	_, page = b.open("news:4@h")
	nav := around(page)
	b.wants(nav, `<a href="/open?url=news%3A3%40h">Previous: <bdi>First &lt;one&gt;</bdi></a>`, `<a href="/open?url=news%3A5%40h">Next: <bdi>Re: last</bdi></a>`)
	back := linkOf(t, page, "Back to the list")
	if path, fragment, _ := strings.Cut(back, "#"); fragment != "n2" {
		t.Errorf("back to %s", back)
	} else if _, list := b.get(path); !strings.Contains(list, `id="n2"`) || !strings.Contains(list, "This") {
		t.Errorf("the list has no %s: %s", fragment, body(list))
	}
	if want := []string{"news:4@h", "news:rec.food", "news:4@h"}; !slices.Equal(requests, want) {
		t.Errorf("requests %q, want %q", requests, want)
	}
	_, page = b.open("news:3@h")
	b.lacks(around(page), "Previous:")

	_, page = b.open("nntp://h:1119/rec.food/7")
	b.wants(page, `<a href="/open?url=nntp%3A%2F%2Fh%3A1119%2Frec.tea">`)
	b.wants(around(page), `<a href="/open?url=nntp%3A%2F%2Fh%3A1119%2Frec.food%2F6">Previous number</a>`, `<a href="/open?url=nntp%3A%2F%2Fh%3A1119%2Frec.food%2F8">Next number</a>`, ">Parent<")
	_, page = b.open("nntp://h/rec.food/1")
	b.lacks(around(page), "Previous number")
}

// planned is a toy whose plan contains a server, like that of openers of news.
type planned struct {
	toy
	server string
}

func (o planned) Plan(*open.Call) (open.Plan, error) { return open.Plan{Server: o.server}, nil }

// Without a news server no message-id is a link. A message that is not an article has no links
// to related articles.
func TestArticleWithoutANewsServer(t *testing.T) {
	t.Parallel()
	const text = "Subject: s\r\nNewsgroups: rec.food\r\nReferences: <1@h>\r\n\r\nText\r\n"
	letter := func(r *open.Call) (open.Resource, error) { return document(r, "message/rfc822", text), nil }
	b := start(t, Options{Openers: []open.Opener{planned{toy{"news", letter}, ""}, toy{"nntp", letter}, toy{"ftp", letter}}})
	_, page := b.open("nntp://h/rec.food/7")
	b.lacks(page, "Parent", "1%40h", "before this one")
	b.wants(page, "rec.food")
	_, page = b.open("ftp://h/a.eml")
	b.lacks(page, "Parent", `id="around"`, `url=news`)
	b.wants(page, "<bdi>rec.food</bdi>")
}

// Message-ids are read from a field with any other content, and a long list is truncated.
func TestMessageIDs(t *testing.T) {
	for field, want := range map[string]string{
		"<a@b> <c@d>":           "a@b c@d",
		"<a@b><c@d>":            "a@b c@d",
		"Your message <a@b> of": "a@b",
		"<a b@c> <d> <<e@f> <":  "",
		"":                      "",
	} {
		if got := strings.Join(messageIDs(field), " "); got != want {
			t.Errorf("messageIDs(%q) = %q, want %q", field, got, want)
		}
	}
	var long strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&long, "<%d@h>", i)
	}
	if ids := messageIDs(long.String()); len(ids) != maxReferences || ids[0] != "0@h" || ids[len(ids)-1] != "999@h" || ids[1] != fmt.Sprintf("%d@h", 1000-maxReferences+1) {
		t.Errorf("%d ids: %q", len(ids), ids)
	}
	for subject, want := range map[string]string{"Re: RE:re: a": "a", "re": "re", " b ": "b", strings.Repeat("word ", 100): strings.TrimSpace(strings.Repeat("word ", maxShown/5-1) + "word")} {
		if got := plainSubject(subject); got != want && !(len(got) > 100 && len(got) <= maxShown && strings.HasSuffix(got, "word")) {
			t.Errorf("plainSubject(%.20q) = %q, want %q", subject, got, want)
		}
	}
}

// A part of a message is shown in the frame of a page about the message.
func TestPartIsNeverAWholePage(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: schemesOf(func(r *open.Call) (open.Resource, error) {
		return document(r, "message/rfc822", "Content-Type: text/html\r\n\r\n<p>the part"), nil
	}, "news")})
	part := "/part?url=" + url.QueryEscape("news:2@h") + "&n=1&show=1"
	for dest, want := range map[string][2]string{
		"document": {`src="` + strings.ReplaceAll(part, "&", "&amp;") + `"`, "the part"},
		"iframe":   {"the part", "<iframe"},
	} {
		r, _ := http.NewRequest(http.MethodGet, b.base+part, nil)
		r.Header.Set("Sec-Fetch-Dest", dest)
		_, page := b.do(r)
		b.wants(page, want[0])
		b.lacks(page, want[1])
	}
}

// aPicture is an HTML message with pictures, one of them outside.
const aPicture = "Subject: p\r\nMessage-ID: <m@h>\r\nContent-Type: multipart/related; boundary=b\r\n\r\n" +
	"--b\r\nContent-Type: text/html\r\n\r\n<img src=\"cid:dot%25@h\"> <img src=cid:none@h> <img src=cid:twice@h> <img src=cid:script@h> <img src=\"http://o/p.gif\"> <a href=\"cid:dot%25@h\">x</a> <p style=\"background:url(cid:dot%25@h)\">\r\n" +
	"--b\r\nContent-Type: image/gif\r\nContent-ID: (c) <dot%@h>\r\nContent-Transfer-Encoding: base64\r\n\r\nR0lGODlh\r\n" +
	"--b\r\nContent-Type: image/png\r\nContent-ID: <twice@h>\r\n\r\none\r\n--b\r\nContent-Type: image/png\r\nContent-ID: <twice@h>\r\n\r\ntwo\r\n" +
	"--b\r\nContent-Type: text/html\r\nContent-ID: <script@h>\r\n\r\n<script>\r\n" +
	"--b\r\nContent-Type: image/jpeg; name=loose.jpg\r\n\r\nJPEG\r\n--b--\r\n"

// G1; rfc2392 2: an HTML message is in a frame with the pictures that its cid URLs mean.
// They are in the page itself, and nothing is loaded for them.
func TestPicturesOfAMessage(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: schemesOf(func(r *open.Call) (open.Resource, error) {
		if r.URL.Scheme() == "mid" && strings.Contains(r.URL.Path(), "/page") {
			return document(r, "text/html", `<img src="cid:dot@h"><img src="cid:page@h">`), nil
		}
		if r.URL.Scheme() == "mid" && strings.Contains(r.URL.Path(), "/") {
			return document(r, "image/gif", "GIF89a"), nil
		}
		return document(r, "message/rfc822", aPicture), nil
	}, "mid", "cid", "file", "http")})
	_, page := b.open("mid:m@h")
	frame := "/part?url=" + url.QueryEscape("mid:m@h") + "&n=1&show=html"
	b.wants(page, `<iframe class="remote" sandbox="allow-same-origin allow-forms allow-top-navigation-by-user-activation" src="/part?`, "n=1&amp;show=html", `<img src="/part?`, "n=6&amp;show=1", "loose.jpg")
	if n := strings.Count(page, "<iframe"); n != 1 {
		t.Errorf("%d frames", n)
	}
	if n := strings.Count(page, "<img src=\"/part"); n != 1 {
		t.Errorf("%d pictures beside the frame", n)
	}
	resp, text := b.get(frame)
	b.wants(text, `<img src="data:image/gif;base64,R0lGODlh">`, "<img src=cid:none@h> <img src=cid:twice@h> <img src=cid:script@h>", `<img src="http://o/p.gif">`, "background:url(data:image/gif;base64,R0lGODlh)")
	b.lacks(text, `href="data:`)
	if policy := resp.Header.Get("Content-Security-Policy"); !strings.HasPrefix(policy, "sandbox ") || !strings.Contains(policy, "/none/; media-src") {
		t.Errorf("the policy %q", policy)
	}
	_, text = b.get("/file?url=" + url.QueryEscape("mid:m@h/page@h"))
	b.wants(text, `<img src="data:image/gif;base64,R0lGODlh"><img src="cid:page@h">`)
}

// A page of a web server cannot link to a message, and a message not to a file.
func TestLinksToMessages(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: schemesOf(func(r *open.Call) (open.Resource, error) {
		if r.URL.Scheme() == "mid" {
			return document(r, "message/rfc822", "Subject: x\r\n\r\n<mid:b@h> <file:///etc/passwd>\r\n"), nil
		}
		return document(r, "text/plain", "<mid:b@h> <file:///etc/passwd>\n"), nil
	}, "mid", "file", "http")})
	_, page := b.open("http://h/")
	b.lacks(page, "/open?url=mid%3Ab", "/open?url=file%3A")
	_, page = b.open("mid:a@h")
	b.wants(page, "/open?url=mid%3Ab")
	b.lacks(page, "/open?url=file%3A")
}

// If several messages have the id, the page links to their files: earl found them itself. A
// message that does not exist is missing in the mail, and not on a server.
func TestMessagesWithOneID(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: schemesOf(func(r *open.Call) (open.Resource, error) {
		if r.URL.Path() != "twice@h" {
			return nil, fmt.Errorf("mid: %w", open.ErrNotFound)
		}
		return listingOf(r, open.Entry{Name: "Monday", Meta: open.Meta{URL: earl.RFC3986.MustParse("file:///mail/1"), Kind: open.KindDocument}}), nil
	}, "mid", "file")})
	_, page := b.open("mid:twice@h")
	b.wants(page, "/open?url=file%3A%2F%2F%2Fmail%2F1")
	_, page = b.open("mid:none@h")
	b.wants(page, "Your mail has no such message")
	b.lacks(page, "The server has nothing")
}

// The pictures of one page are limited, however often it contains them.
func TestPicturesAreLimited(t *testing.T) {
	p := readPictures(strings.NewReader(aPicture))
	if len(p) != 2 || p["twice@h"] != "" || p["dot%@h"] == "" {
		t.Errorf("pictures %q", p)
	}
	p["dot%@h"] = strings.Repeat("x", maxEmbedded/2)
	shown, n := p.embedded(), 0
	for range 5 {
		if shown("dot%@h") != "" {
			n++
		}
	}
	if n != 2 {
		t.Errorf("shown %d times", n)
	}
	large := "Content-Type: image/png\r\nContent-ID: <a>\r\n\r\n" + strings.Repeat("x", maxPictures+1)
	if p := readPictures(strings.NewReader(large)); len(p) != 0 {
		t.Errorf("%d pictures of %d bytes", len(p), len(large))
	}
}

// A message links to a draft of the answer to its author. What comes from the message is
// escaped, and a message without an address has no such link.
func TestReplyToAMessage(t *testing.T) {
	t.Parallel()
	shelf := map[string]string{
		"/plain":   "From: Joe <joe+x@h.example>\r\nSubject: re: Caf\xc3\xa9 & a=b\r\nMessage-ID: <1%2@h>\r\n\r\nx",
		"/words":   "From: =?koi8-r?B?8NLJ18XU?= <a@h.example>\r\nReply-To: b@h.example (=?koi8-r?B?8NLJ18XU?=), \"C\" <c@h.example>\r\n\r\nx",
		"/raw":     "From: \xf0\xd2 <a@h.example>\r\n\r\nx",
		"/old":     "From: a@h.example (A. Uthor)\r\n\r\nx",
		"/hostile": "From: <\"a&bcc=spy?\"@h.example>\r\nSubject: x&bcc=spy@h.example\r\n\r\nx",
		"/nobody":  "From: nobody\r\n\r\nx",
	}
	b := start(t, Options{Openers: []open.Opener{mailto.Opener{}, toy{"ftp", func(r *open.Call) (open.Resource, error) {
		return document(r, "message/rfc822", shelf[r.URL.Path()]), nil
	}}}})
	for path, want := range map[string]string{
		"/plain":   "mailto:joe%2Bx@h.example?subject=Re%3A%20Caf%C3%A9%20%26%20a%3Db&in-reply-to=%3C1%252%40h%3E",
		"/words":   "mailto:b@h.example,c@h.example?subject=Re%3A%20",
		"/raw":     "mailto:a@h.example?subject=Re%3A%20",
		"/old":     "mailto:a@h.example?subject=Re%3A%20",
		"/hostile": "mailto:a%26bcc%3Dspy%3F@h.example?subject=Re%3A%20x%26bcc%3Dspy%40h.example",
	} {
		_, page := b.open("ftp://h" + path)
		link := linkOf(t, page, "Reply by email")
		if link != "/open?url="+url.QueryEscape(want) {
			t.Errorf("%s: %s, want %s", path, link, want)
		}
		_, draft := b.get(link)
		b.wants(draft, `id="draft"`)
		b.lacks(draft, "Left out of the message")
	}
	if _, eml := b.post("/draft", url.Values{"url": {"mailto:ann@h.example"}, "to": {"ann@h.example"}, "in-reply-to": {"<1@h>"}, "do": {"save"}}); !strings.Contains(eml, "In-Reply-To: <1@h>\r\n") {
		t.Errorf("the draft does not name the message that it answers: %s", eml)
	}
	_, page := b.open("ftp://h/nobody")
	b.lacks(page, "Reply by email")
	if resp, _ := b.get("/file?url=" + url.QueryEscape("ftp://h/plain") + "&download=1"); !strings.Contains(resp.Header.Get("Content-Disposition"), "plain.eml") {
		t.Errorf("the message is saved as %s", resp.Header.Get("Content-Disposition"))
	}
}
