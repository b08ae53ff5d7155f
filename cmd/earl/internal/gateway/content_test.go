package gateway

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open/data"
	"github.com/earl-url/earl/open/mailserver"
)

// hostileContent is a page that tries to run scripts, to load and to move by itself.
const hostileContent = `data:text/html,<h1>hi</h1><script>alert(1)</script><meta http-equiv=refresh content="0;url=http://o/">` +
	`<a href="b">relative</a><a href="http://o/x">web</a><a href="data:text/html,z">data</a>` +
	`<iframe src="data:text/html,y"></iframe><form action="data:text/html,f"></form>`

// G8: content in a URL is shown in the sandbox of documents of other people. It runs and loads
// nothing, and no link in it opens other content.
func TestContentInASandbox(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: append(schemesOf(nil, "http", "file"), data.Opener{})})
	for _, u := range []string{hostileContent, "data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%3E%3Cscript%3Ealert(1)%3C/script%3E%3C/svg%3E"} {
		resp, page := b.get("/open?url=" + url.QueryEscape(u))
		if resp.StatusCode != http.StatusOK {
			t.Fatalf("%s: %s", u, resp.Status)
		}
		b.wants(page, `<iframe class="remote"`, `sandbox="`)
		b.lacks(page, "<script>", "allow-scripts", `href="data:`, `src="data:`)
		resp, page = b.get("/file?url=" + url.QueryEscape(u))
		policy := resp.Header.Get("Content-Security-Policy")
		if !strings.HasPrefix(policy, "sandbox") || !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "allow-scripts") || strings.Contains(policy, "script-src") {
			t.Errorf("%.40s: the policy is %s", u, policy)
		}
		b.lacks(page, `href="data:`, "/go/", "<meta http-equiv=refresh content=\"0;url=data:")
	}
	_, page := b.get("/file?url=" + url.QueryEscape(hostileContent))
	b.wants(page, `href="/dead/`, `href="/leave/`)
}

// G8: a document of a server does not redirect or link to content in a URL.
func TestContentIsNoTarget(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: append(schemesOf(nil, "http", "file"), data.Opener{})})
	for _, from := range []string{"http://o/", "data:text/html,a"} {
		for _, to := range []string{"data:text/html,b", "data:,"} {
			if path, ok := b.gateway.rewriter.LeavePath(earl.WHATWG.MustParse(from), earl.WHATWG.MustParse(to)); ok {
				t.Errorf("%s links to %s by %s", from, to, path)
			}
			if path, ok := b.gateway.rewriter.GoPath(earl.WHATWG.MustParse(to)); ok {
				t.Errorf("%s opens %s by %s", from, to, path)
			}
		}
	}
}

// The address bar contains a URL that can be opened again, unless its content is long. The title
// and the heading never contain the content.
func TestContentInTheAddressBar(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: append(schemesOf(nil, "http", "file"), data.Opener{})})
	_, page := b.get("/open?url=" + url.QueryEscape("data:text/plain,a/short/text"))
	b.wants(page, `value="data:text/plain,a/short/text"`, "<title>data:text/plain,... · earl</title>", "<bdi>data:text/plain,...</bdi>")
	_, page = b.get("/open?url=" + url.QueryEscape("data:text/plain,"+strings.Repeat("a", maxInBar)))
	b.wants(page, `id="url" name="url" type="text" value="data:text/plain,..."`)
	resp, page := b.get("/open?url=" + url.QueryEscape("data:text/plain"))
	if resp.StatusCode == http.StatusOK {
		t.Errorf("a URL without a comma: %s", resp.Status)
	}
	b.wants(page, "a comma must precede the data")
}

// G7: a message to a mail server is a draft, beside the note that its text is a command.
func TestMailserver(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: append(schemesOf(nil, "http"), mailserver.Opener{})})
	resp, page := b.get("/open?url=" + url.QueryEscape("mailserver:listserv@h.example/info/signoff%20*"))
	if resp.StatusCode != http.StatusOK {
		t.Fatal(resp.Status)
	}
	b.wants(page, "a mail server obeys the body of this message: read it before you send it", "signoff *", `value="info"`, `value="listserv@h.example"`,
		"mailto:listserv@h.example?subject=info&amp;body=signoff%20*")
}
