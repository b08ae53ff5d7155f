package nntp_test

import (
	"context"
	"errors"
	"net"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/nntp"
)

// F5: the user's own news server is a setting: it is dialled whatever URL redirected to a news
// URL. The server of an nntp URL is not.
func TestOwnServerIsDialledForReferrals(t *testing.T) {
	t.Parallel()
	here := errors.New("dialled")
	o := open.Options{DialContext: func(context.Context, string, string) (net.Conn, error) { return nil, here }}
	c := open.New(o, nntp.Opener{Options: nntp.Options{Server: "127.0.0.1"}})
	for url, dialled := range map[string]bool{"news:a@b": true, "news:comp.test": true, "nntp://127.0.0.1/comp.test": false} {
		r := &open.Request{URL: earl.RFC1738.MustParse(url), Referrers: []earl.URL{earl.RFC1738.MustParse("gopher://8.8.8.8/h")}}
		_, err := c.Do(t.Context(), r)
		var refusal *open.Refusal
		if errors.Is(err, here) != dialled || errors.As(err, &refusal) == dialled {
			t.Errorf("%s: %v, want it dialled: %v", url, err, dialled)
		}
	}
}
