package gateway

import (
	"bytes"
	"html"
	"mime/multipart"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/access"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/gopher"
	"github.com/earl-url/earl/open/opentest"
)

// gopherhole starts a gopher server that serves all hosts. It responds to each selector line
// with the text in answers, and records the lines.
func gopherhole(t *testing.T, answers map[string]string, seen *strings.Builder) Options {
	t.Helper()
	o := opentest.InMemory(open.Options{}, func(conn net.Conn) {
		buf := make([]byte, 4096)
		n, _ := conn.Read(buf)
		for !bytes.HasSuffix(buf[:n], []byte("\r\n")) {
			k, err := conn.Read(buf[n:])
			if err != nil {
				return
			}
			n += k
		}
		request := string(buf[:n])
		if strings.Contains(request, "+-1\r\n") { // the answers follow, up to a dot
			for !strings.HasSuffix(request, "\r\n.\r\n") {
				k, err := conn.Read(buf)
				if err != nil {
					return
				}
				request += string(buf[:k])
			}
		}
		seen.WriteString(request)
		line, _, _ := strings.Cut(request, "\r\n")
		conn.Write([]byte(answers[line]))
	})
	return Options{Open: o, Openers: []open.Opener{gopher.Opener{}}, AllowNet: []open.Net{everyNet(t, "0.0.0.0/0"), everyNet(t, "::/0")}}
}

func everyNet(t *testing.T, s string) open.Net {
	t.Helper()
	n, err := open.ParseNet(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// B6, B7: a gopher search is a form. The URL with its answer is sent as selector TAB words.
func TestGopherSearch(t *testing.T) {
	t.Parallel()
	var seen strings.Builder
	b := start(t, gopherhole(t, map[string]string{"/find\tfish & <chips>": "0A hit\t/hit\th.test\t70\r\n.\r\n"}, &seen))
	_, page := b.open("gopher://h.test/7/find")
	b.wants(page, `action="/answer" method="GET"`, `name="answer0"`, "Words to search for")
	_, old := b.open("gopher://h.test/7/find?fish+chips")
	b.wants(old, `id="meant" href="/open?url=gopher%3A%2F%2Fh.test%2F7%2Ffind%2509fish%2520chips"`) // the form of draft1993
	resp, _ := b.get("/answer?url=" + url.QueryEscape("gopher://h.test/7/find") + "&answer0=" + url.QueryEscape("fish & <chips>"))
	to := resp.Header.Get("Location")
	if want := "/open?url=" + url.QueryEscape("gopher://h.test/7/find%09fish%20&%20%3Cchips%3E"); to != want {
		t.Fatalf("goes to %q, want %q", to, want)
	}
	_, page = b.get(to)
	b.wants(page, "A hit", "gopher%3A%2F%2Fh.test%2F0%2Fhit")
	if seen.String() != "/find\tfish & <chips>\r\n" {
		t.Errorf("sent %q", seen.String())
	}
	resp, page = b.get("/answer?url=" + url.QueryEscape("gopher://h.test/7/find") + "&answer0=" + url.QueryEscape("a\r\nb"))
	if resp.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("a line end in the words: %s", resp.Status)
	}
	b.wants(page, `id="form-fault"`)
}

// B6, B14: the page of a search has a form with the words, which opens the same URLs as the
// form of the database.
func TestSearchAgain(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ found, edition, form, words string }{
		{"gopher://h/7/find%09fish%20&%20%3Cchips%3E", "", "gopher://h/7/find", "fish & <chips>"},
		{"gopher://h/7/find%09fish%09+", "", "gopher://h/7/find%09%09+", "fish"},
		{"gopher://h/7/find?fish+pie", "draft1993", "gopher://h/7/find", "fish pie"},
		{"wais://h/db?fish+pie%2B", "", "wais://h/db", "fish pie+"},
		{"wais://h/db?caf%E9", "rfc1738", "wais://h/db", "café"},
	} {
		var asked []string
		b := start(t, Options{Openers: schemesOf(func(r *open.Call) (open.Resource, error) {
			if asked = append(asked, r.URL.String()); r.URL.String() != tt.form {
				return listingOf(r, entry("A hit", "gopher://h/0/hit")), nil
			}
			return &open.Form{
				Meta: open.Meta{URL: r.URL, Kind: open.KindForm, Size: -1}, Fields: []open.Question{{Prompt: "Words to search for"}},
				Answer: func(words []string) (earl.URL, error) { return earl.RFC3986.Parse("gopher://h/7/other%09" + words[0]) },
			}, nil
		}, "gopher", "wais")})
		edition := ""
		if tt.edition != "" {
			edition = "&edition=" + tt.edition
		}
		_, page := b.get("/open?url=" + url.QueryEscape(tt.found) + edition)
		_, form, _ := strings.Cut(page, `id="search" action="/answer"`)
		form, _, _ = strings.Cut(form, "</form>")
		form = html.UnescapeString(form)
		b.wants(form, `name="url" value="`+tt.form+`"`, `name="answer0" type="search" value="`+tt.words+`"`)
		if tt.edition != "" {
			b.wants(form, `name="edition" value="`+tt.edition+`"`)
		}
		resp, _ := b.get("/answer?url=" + url.QueryEscape(tt.form) + edition + "&answer0=pie")
		if to := resp.Header.Get("Location"); to != "/open?url="+url.QueryEscape("gopher://h/7/other%09pie") {
			t.Errorf("%s: goes to %q", tt.found, to)
		}
		if len(asked) != 2 || asked[1] != tt.form {
			t.Errorf("%s: opened %q", tt.found, asked)
		}
	}
	b := start(t, Options{Openers: schemesOf(func(r *open.Call) (open.Resource, error) { return listingOf(r), nil }, "gopher", "ftp")})
	for _, address := range []string{"gopher://h/", "gopher://h/1/a%09b", "gopher://h/7/a", "ftp://h/a?b"} {
		_, page := b.open(address)
		b.lacks(page, `id="search"`)
	}
}

// askForm is a Gopher+ item with a form: Gopher+ 1993, 2.6.
const askForm = "+-1\r\n+INFO: 0Ask\t/ask\th.test\t70\t?\r\n+ASK:\r\n Ask: Your name\tAnn\r\n AskP: A secret\r\n.\r\n"

// B8, F6: the answers to an ASK form are sent in the form of rfc1738 3.4.9, with line ends.
// Only a form of the gateway can send them, and a secret answer is not in any address.
func TestGopherAskForm(t *testing.T) {
	t.Parallel()
	var seen strings.Builder
	b := start(t, gopherhole(t, map[string]string{"/ask\t!": askForm, "/ask\t+\t1": "+-1\r\nThank you.\r\n.\r\n"}, &seen))
	_, page := b.open("gopher://h.test/0/ask%09%09?")
	b.wants(page, `method="POST"`, `type="password"`, `value="Ann"`)
	resp, _ := b.post("/answer", url.Values{"url": {"gopher://h.test/0/ask%09%09?"}, "answer0": {"Bo"}, "answer1": {secret}})
	to := resp.Header.Get("Location")
	if resp.StatusCode != http.StatusSeeOther || !strings.HasPrefix(to, "/open?visit=") {
		t.Fatalf("%s to %q", resp.Status, to)
	}
	_, page = b.get(to)
	b.wants(page, "Thank you.", "gopher://h.test/0/ask")
	b.lacks(page, secret)
	if !strings.HasSuffix(seen.String(), "/ask\t+\t1\r\n+-1\r\nBo\r\n"+secret+"\r\n.\r\n") {
		t.Errorf("sent %q", seen.String())
	}
	if strings.Contains(b.gateway.history.Newest(1)[0].URL.String(), secret) {
		t.Error("the history has it")
	}
	// Answers that the user did not give in this form are not sent.
	before := seen.Len()
	filled := "gopher://h.test/0/ask%09%09+%091%0D%0A+-1%0D%0ABo%0D%0A.%0D%0A"
	for _, path := range []string{"/open?url=" + url.QueryEscape(filled), "/open?ask=1&url=" + url.QueryEscape(filled), "/open?visit=" + access.Random()} {
		if resp, _ := b.get(path); resp.StatusCode < 400 && resp.StatusCode != http.StatusSeeOther {
			t.Errorf("%s: %s", path, resp.Status)
		}
	}
	if seen.Len() != before {
		t.Errorf("sent %q", seen.String()[before:])
	}
}

// A filled-out form without a secret has a signed address.
func TestFilledFormHasAnAddress(t *testing.T) {
	t.Parallel()
	var got []string
	b := start(t, Options{Openers: []open.Opener{toy{"gopher", func(r *open.Call) (open.Resource, error) {
		if r.Policy.Ask {
			got = append(got, r.URL.String())
			return document(r, "text/plain", "thanks"), nil
		}
		return &open.Form{Meta: open.Meta{URL: r.URL}, Fields: []open.Question{{Name: "a", Prompt: "A"}}, Answer: func(answers []string) (earl.URL, error) {
			return earl.RFC3986.Parse("gopher://h/0x%09%09+%091%0D%0A+-1%0D%0A" + url.PathEscape(answers[0]) + "%0D%0A.%0D%0A")
		}}, nil
	}}}})
	resp, _ := b.get("/answer?url=" + url.QueryEscape("gopher://h/0x%09%09?") + "&answer0=yes")
	to := resp.Header.Get("Location")
	if !strings.Contains(to, "&ask=") {
		t.Fatal(to)
	}
	_, page := b.get(to)
	b.wants(page, "thanks")
	if len(got) != 1 {
		t.Errorf("%q", got)
	}
	if resp, _ := b.get(strings.Replace(to, "yes", "no", 1)); resp.StatusCode != http.StatusForbidden {
		t.Errorf("other answers with the same sign: %s", resp.Status)
	}
}

// The file of a form is sent from memory, and is refused if it is longer than the limit.
func TestFormWithAFile(t *testing.T) {
	t.Parallel()
	var got string
	b := start(t, Options{Openers: []open.Opener{toy{"x", func(r *open.Call) (open.Resource, error) {
		return &open.Form{Meta: open.Meta{URL: r.URL}, Fields: []open.Question{{Name: "f", Prompt: "File", Input: open.InputFile}, {Name: "l", Prompt: "Lines", Input: open.InputLines}}, Answer: func(answers []string) (earl.URL, error) {
			got = strings.Join(answers, "|")
			return earl.RFC3986.MustParse("x://h/done"), nil
		}}, nil
	}}}})
	_, page := b.open("x://h/form")
	b.wants(page, `enctype="multipart/form-data"`, `type="file"`, "<textarea")
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	for name, value := range map[string]string{"form": b.gateway.keys.Sign(formPurpose, ""), "url": "x://h/form", "answer1": "one\r\ntwo"} {
		w.WriteField(name, value)
	}
	part, _ := w.CreateFormFile("answer0", "/etc/x")
	part.Write([]byte("content"))
	w.Close()
	r, _ := http.NewRequest(http.MethodPost, b.base+"/answer", &form)
	r.Header.Set("Content-Type", w.FormDataContentType())
	r.Header.Set("Origin", b.base)
	if resp, _ := b.do(r); resp.StatusCode != http.StatusSeeOther || got != "content|one\ntwo" {
		t.Errorf("%s, answers %q", resp.Status, got)
	}
}

// Answers that are too long for an address are not in any address. The gateway forgets them
// with the rest of the browser session.
func TestLongAnswersHaveNoAddress(t *testing.T) {
	t.Parallel()
	var got string
	b := start(t, Options{Openers: []open.Opener{toy{"x", func(r *open.Call) (open.Resource, error) {
		if words, ok := r.URL.Query(); ok {
			got = words
			return document(r, "text/plain", "thanks"), nil
		}
		return &open.Form{Meta: open.Meta{URL: r.URL}, Fields: []open.Question{{Name: "l", Prompt: "Lines", Input: open.InputLines}}, Answer: func(answers []string) (earl.URL, error) {
			return earl.RFC3986.Parse("x://h/form?" + answers[0])
		}}, nil
	}}}})
	post := func(n int) string {
		resp, _ := b.post("/answer", url.Values{"url": {"x://h/form"}, "answer0": {strings.Repeat("a", n)}})
		if resp.StatusCode != http.StatusSeeOther {
			t.Fatalf("%d bytes: %s", n, resp.Status)
		}
		return resp.Header.Get("Location")
	}
	if to := post(1000); !strings.HasPrefix(to, "/open?url=x") {
		t.Errorf("a short answer goes to %.100q", to)
	}
	to := post(100_000)
	if resp, page := b.get(to); resp.StatusCode != http.StatusOK || !strings.Contains(page, "thanks") || len(got) != 100_000 {
		t.Errorf("a long answer goes to %.100q: %s, %d bytes arrived", to, resp.Status, len(got))
	}
	b.post("/forget", url.Values{})
	got = ""
	for _, page := range []string{"/open", "/file", "/part", "/answer"} {
		resp, said := b.get(page + strings.TrimPrefix(to, "/open"))
		if resp.StatusCode != http.StatusGone || got != "" {
			t.Errorf("forgotten, %s: %s, %d bytes arrived", page, resp.Status, len(got))
		}
		b.wants(said, "The answers are gone", "Open the form again")
	}
}
