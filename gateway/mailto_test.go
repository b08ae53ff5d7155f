package gateway

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/mailto"
)

// B9, F7: a mailto URL opens a letter to begin; the draft is handed over, and
// nothing is sent.
func TestLetter(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: []open.Opener{mailto.Opener{}}})
	_, page := b.open("mailto:ann@h.example,bo@h.example?subject=a%20%3Cb%3E&cc=c@h.example&body=one%0D%0Atwo&bcc=spy@h.example&attach=/etc/passwd")
	b.wants(page, `value="ann@h.example, bo@h.example"`, `value="a &lt;b&gt;"`, `value="c@h.example"`, "one\r\ntwo</textarea>", "Also in the URL", "spy@h.example", `href="mailto:ann@h.example,bo@h.example?`)
	form := url.Values{"url": {"mailto:ann@h.example"}, "to": {"ann@h.example"}, "subject": {"Fish"}, "text": {"First\r\nsecond"}, "do": {"save"}}
	resp, eml := b.post("/letter", form)
	if resp.Header.Get("Content-Type") != "message/rfc822" || !strings.Contains(resp.Header.Get("Content-Disposition"), "draft.eml") {
		t.Errorf("%v", resp.Header)
	}
	for _, want := range []string{"To: ann@h.example\r\n", "Subject: Fish\r\n", "X-Unsent: 1\r\n", "\r\n\r\nFirst\r\nsecond"} {
		if !strings.Contains(eml, want) {
			t.Errorf("no %q in\n%s", want, eml)
		}
	}
	form.Set("do", "link")
	_, page = b.post("/letter", form)
	b.wants(page, `href="mailto:ann@h.example?subject=Fish&amp;body=First%0D%0Asecond"`)
	// F2: a line end makes no header.
	form.Set("subject", "x\r\nBcc: spy@h.example")
	form.Set("do", "save")
	resp, page = b.post("/letter", form)
	if resp.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("a line end in the subject: %s %s", resp.Status, page)
	}
}
