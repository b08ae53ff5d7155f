package http_test

import (
	"errors"
	"io"
	nethttp "net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/http"
)

// F5: a chain of redirects may go through a proxy on this machine, with kept
// connections or not, but reaches no address on the local network.
func TestRedirectionsByAProxyAtHome(t *testing.T) {
	t.Parallel()
	var asked []string
	s := httptest.NewServer(nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		asked = append(asked, r.RequestURI)
		for from, to := range map[string]string{"http://a.test/1": "http://b.test/2", "http://b.test/2": "http://c.test/3", "http://a.test/evil": "http://127.0.0.1:8000/admin"} {
			if r.RequestURI == from {
				nethttp.Redirect(w, r, to, nethttp.StatusFound)
				return
			}
		}
		io.WriteString(w, "object")
	}))
	defer s.Close()
	proxy, _ := url.Parse(s.URL)
	o := open.Options{LookupNetIP: public}
	opener := &http.Opener{Options: http.Options{Proxy: nethttp.ProxyURL(proxy)}}
	c := open.New(o, opener)
	defer c.Close()
	web := &nethttp.Client{Transport: http.NewRoundTripper(c, opener)}

	for range 2 { // the second time over kept connections
		res, err := c.Follow(t.Context(), earl.RFC3986.MustParse("http://a.test/1"))
		if err != nil {
			t.Fatalf("Follow: %v", err)
		}
		io.Copy(io.Discard, res.(*open.Document).Body)
		res.(*open.Document).Body.Close()
		if _, body := ask(t, web, "GET", "http://a.test/1"); body != "object" {
			t.Errorf("the http.Client gets %q", body)
		}
	}
	var refusal *open.Refusal
	if _, err := c.Follow(t.Context(), earl.RFC3986.MustParse("http://a.test/evil")); !errors.As(err, &refusal) || refusal.Name != open.GuardPrivateAddress {
		t.Errorf("Follow: %v, want the refusal of a private address", err)
	}
	if _, err := web.Get("http://a.test/evil"); !errors.As(err, &refusal) || refusal.Name != open.GuardPrivateAddress {
		t.Errorf("Get: %v, want the refusal of a private address", err)
	}
	if all := strings.Join(asked, " "); strings.Contains(all, "admin") {
		t.Errorf("the proxy received a request for %s", all)
	}
}
