package gateway

import (
	"net/http/httptest"
	"strings"
	"testing"
)

// A bounce page opens its path without a click and without a script. It also has a link for
// browsers that do not do that. It shows nothing that needs a cookie.
func TestBouncePageOpensItsPath(t *testing.T) {
	g := New(Options{Hosts: []string{"127.0.0.1:1738"}})
	defer g.Close()
	w := httptest.NewRecorder()
	g.bounce(w, "/open?url=http%3A%2F%2Fh%2F%22%3E%26x")
	page := w.Body.String()
	for _, want := range []string{
		`<meta http-equiv="refresh" content="0; url=/open?url=http%3A%2F%2Fh%2F%22%3E%26x">`,
		`<a class="button" id="continue" href="/open?url=http%3A%2F%2Fh%2F%22%3E%26x">`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in %s", want, page)
		}
	}
	if strings.Contains(page, `id="address"`) || strings.Contains(page, g.keys.Sign(formPurpose, "")) {
		t.Errorf("the page has more than its link: %s", page)
	}
}
