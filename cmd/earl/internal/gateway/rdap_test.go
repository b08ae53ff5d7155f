package gateway

import (
	"strings"
	"testing"

	"github.com/earl-url/earl/open"
)

// G6, rfc9083: an RDAP response is shown as fields. Links of the web become pages of the gateway,
// and no text of the server becomes markup.
func TestRDAP(t *testing.T) {
	t.Parallel()
	const response = `{"objectClassName":"domain","ldhName":"a<b>.example","status":["active","\u202elocked"],"entities":[{"roles":["registrant"],` +
		`"vcardArray":["vcard",[["fn",{},"text","Joe <script>"],["url",{},"uri","javascript:alert(1)"]]]}],` +
		`"links":[{"rel":"self","href":"https://me:geheim@rdap.example/domain/a"},{"rel":"other","href":"file:///etc/passwd"}],` +
		`"notices":[{"title":"Terms","description":["Be <i>kind</i>."]}]}`
	b := start(t, Options{Openers: []open.Opener{library("http", map[string][2]string{
		"/domain": {"application/rdap+json; charset=utf-8", response},
		"/error":  {"application/rdap+json", `{"errorCode":404,"title":"Not found","description":["There is no such thing."]}`},
		"/broken": {"application/rdap+json", "<b>not JSON"},
	}), library("https", nil)}})
	for query, wants := range map[string][]string{
		"%2Fdomain": {
			"<h2><bdi>Domain a&lt;b&gt;.example</bdi></h2>", "<dt>status</dt><dd><bdi>active, ",
			"<h2><bdi>Registrant</bdi></h2>", "<dt>name</dt><dd><bdi>Joe &lt;script&gt;</bdi>", "<dt>page</dt><dd><bdi>javascript:alert(1)</bdi>",
			`<dt>self</dt><dd><a href="/open?url=https%3A%2F%2Fme%40rdap.example%2Fdomain%2Fa">`, "<dt>other</dt><dd><bdi>file:///etc/passwd</bdi>",
			"<h2><bdi>Notice: Terms</bdi></h2>\n<p><bdi>Be &lt;i&gt;kind&lt;/i&gt;.</bdi></p>", ">Text</a>",
		},
		"/error":            {"<h2><bdi>Error 404 Not found</bdi></h2>\n<p><bdi>There is no such thing.</bdi></p>"},
		"%2Fbroken":         {`id="text">&lt;b&gt;not JSON</div>`},
		"%2Fdomain&as=text": {`id="text">`, "&#34;objectClassName&#34;:&#34;domain&#34;"},
	} {
		_, page := b.get("/open?url=http%3A%2F%2Fh" + query)
		for _, want := range wants {
			if !strings.Contains(page, want) {
				t.Errorf("%s is without %q:\n%s", query, want, page)
			}
		}
		for _, bad := range []string{"geheim", "\u202e", "<script>", `href="javascript`, `href="file`} {
			if strings.Contains(page, bad) && !strings.Contains(query, "as=") {
				t.Errorf("%s has %q", query, bad)
			}
		}
	}
}
