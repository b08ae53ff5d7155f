package gateway

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/mailto"
)

// B9, F7: a mailto URL opens the draft of a message. The user opens it in a mail
// program or saves it, and the gateway sends nothing.
func TestDraft(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: []open.Opener{mailto.Opener{}}})
	resp, page := b.open("mailto:ann@h.example,bo@h.example?subject=a%20%3Cb%3E&cc=c@h.example&body=one%0D%0Atwo&bcc=spy@h.example&attach=/etc/passwd")
	b.wants(page, `value="ann@h.example, bo@h.example"`, `value="a &lt;b&gt;"`, `value="c@h.example"`, "one\r\ntwo</textarea>", "Left out of the message", "spy@h.example")
	if csp := resp.Header.Get("Content-Security-Policy"); !strings.Contains(csp, "form-action 'self' mailto:;") {
		t.Errorf("the form cannot open a mail program: %s", csp)
	}
	if first := strings.Index(page, ">Open in mail program</button>"); first < 0 || first > strings.Index(page, ">Save the draft</button>") {
		t.Error("the first button does not open the mail program")
	}
	form := url.Values{"url": {"mailto:ann@h.example"}, "to": {"ann@h.example"}, "subject": {"Fish"}, "text": {"First\r\nsecond"}, "do": {"save"}}
	resp, eml := b.post("/draft", form)
	if resp.Header.Get("Content-Type") != "message/rfc822" || !strings.Contains(resp.Header.Get("Content-Disposition"), "draft.eml") {
		t.Errorf("%v", resp.Header)
	}
	for _, want := range []string{"To: ann@h.example\r\n", "Subject: Fish\r\n", "X-Unsent: 1\r\n", "\r\n\r\nFirst\r\nsecond"} {
		if !strings.Contains(eml, want) {
			t.Errorf("no %q in\n%s", want, eml)
		}
	}
	form.Set("do", "open")
	resp, _ = b.post("/draft", form)
	if link := resp.Header.Get("Location"); resp.StatusCode != http.StatusSeeOther || link != "mailto:ann@h.example?subject=Fish&body=First%0D%0Asecond" {
		t.Errorf("the mail program: %s, %q", resp.Status, link)
	}
	// F2: a line end cannot add a header.
	form.Set("subject", "x\r\nBcc: spy@h.example")
	for _, do := range []string{"save", "open"} {
		form.Set("do", do)
		resp, page = b.post("/draft", form)
		if resp.StatusCode != http.StatusUnprocessableEntity || resp.Header.Get("Location") != "" {
			t.Errorf("%s with a line end in the subject: %s %s", do, resp.Status, page)
		}
		b.wants(page, "This message is not valid", "Bcc: spy@h.example")
	}
	if resp, _ := b.get("/history"); strings.Contains(resp.Header.Get("Content-Security-Policy"), "mailto:") {
		t.Error("the forms of another page may redirect to a mail program")
	}
}
