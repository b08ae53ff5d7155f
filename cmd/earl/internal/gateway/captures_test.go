package gateway

import (
	"net/http"
	"testing"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/nntp"
	"github.com/earl-url/earl/open/opentest"
	"github.com/earl-url/earl/open/wais"
)

// C3, B10, B14: pages made from the responses of real news and wais servers.
func TestCaptures(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		transcript string
		status     int
		want       []string
	}{
		{"nntp/testdata/inn-group.txtar", http.StatusOK, []string{"<bdi>Hello from the test tree</bdi>", `data-depth="1"`, "Re: Hello from the test tree", "from Tester &lt;tester@example.test&gt;", `href="/open?url=news%3Afirst.1%40example.test"`}},
		{"nntp/testdata/inn-article-mime.txtar", http.StatusOK, []string{`<h1 id="subject"><bdi>naïve</bdi></h1>`, "Tester &lt;tester@example.test&gt;", "<dt>Newsgroups</dt>"}},
		{"nntp/testdata/inn-article-missing.txtar", http.StatusNotFound, []string{"News articles expire"}},
		{"wais/testdata/02-search-hits.txtar", http.StatusOK, []string{"<bdi>page.html</bdi>", `<span class="score">270</span>`, "224 B", `href="/open?url=wais%3A%2F%2Fwais.example%2Fbooks%2FHTML%2F%2501`}},
		{"wais/testdata/05-retrieve-small-text.txtar", http.StatusOK, []string{`id="text"`}},
		{"wais/testdata/04-search-nodb.txtar", http.StatusNotFound, []string{"nothing at this address"}},
	} {
		t.Run(tt.transcript, func(t *testing.T) {
			p := opentest.PlayScript(t, opentest.Transcript(t, "../../../../open/"+tt.transcript))
			b := start(t, Options{
				Open:     p.Options(open.Options{}),
				Openers:  []open.Opener{nntp.Opener{Options: nntp.Options{Server: "news.example"}}, wais.Opener{}},
				AllowNet: []open.Net{everyNet(t, "127.0.0.1")},
			})
			resp, page := b.open(p.URL)
			if resp.StatusCode != tt.status {
				t.Errorf("%s", resp.Status)
			}
			b.wants(page, tt.want...)
			p.Done(t)
		})
	}
}
