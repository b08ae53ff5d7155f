package ftp_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/ftp"
	"github.com/earl-url/earl/open/opentest"
)

// A server may send more than one final reply for a transfer that it aborted.
// Such a session serves no other URL, because the reply would seem to belong to
// its command.
func TestSessionOfABrokenTransferIsNotKept(t *testing.T) {
	t.Parallel()
	for _, last := range []string{"426 aborted", "451 disk", "150 still here"} {
		peer := opentest.Play(t, "-- url --\nftp://h.test/\n-- wire --\n"+
			login+image+"C: SIZE x\nS: 502 no\nC: EPSV\nS: 229 ok (|||PORT|)\nC: RETR x\nS: 150 here\nD: part\nS: "+last+"\n"+quit+
			"-- wire --\n"+login+image+file("y", "2")+quit)
		c := peer.Client(open.Options{}, new(ftp.Opener))
		if _, err := retrieve(t.Context(), c, "ftp://h.test/x"); !errors.Is(err, open.ErrCut) {
			t.Errorf("%s: %v, want ErrCut", last, err)
		}
		if got, err := retrieve(t.Context(), c, "ftp://h.test/y"); got != "2" || err != nil {
			t.Errorf("%s: after it %q, %v, want the second object", last, got, err)
		}
		c.Close()
		peer.Done(t)
	}
}

// A client that opens URLs of many servers does not keep a session of each.
func TestKeptSessionsAreBounded(t *testing.T) {
	t.Parallel()
	s := newCounter(t)
	c := open.New(s.options(), new(ftp.Opener))
	defer c.Close()
	const users = 100
	for i := range users {
		if _, err := retrieve(t.Context(), c, fmt.Sprintf("ftp://user%d:geheim@h.test/x", i)); err != nil {
			t.Fatal(err)
		}
	}
	s.logins.Store(0)
	for i := range users {
		if _, err := retrieve(t.Context(), c, fmt.Sprintf("ftp://user%d:geheim@h.test/x", i)); err != nil {
			t.Fatal(err)
		}
	}
	if n := s.logins.Load(); n < users-32 || n == users {
		t.Errorf("%d of %d sessions were kept, want at most 32 and more than none", users-n, users)
	}
}

// F5: a session that a URL typed by the user began on this machine serves no
// redirect from outside, although login and directory are the same.
func TestSessionOfThisMachineServesNoReferral(t *testing.T) {
	t.Parallel()
	s := newCounter(t)
	c := open.New(s.options(), new(ftp.Opener))
	defer c.Close()
	const url = "ftp://u:geheim@h.test/x"
	if _, err := retrieve(t.Context(), c, url); err != nil {
		t.Fatal(err)
	}
	r := &open.Request{URL: earl.RFC1738.MustParse(url), Referrers: []earl.URL{earl.RFC1738.MustParse("gopher://8.8.8.8/h")}}
	res, err := c.Do(context.Background(), r)
	var refusal *open.Refusal
	if !errors.As(err, &refusal) || refusal.Name != open.GuardPrivateAddress {
		t.Errorf("Do: %v, %v, want the refusal of a private address", res, err)
	} else if strings.Contains(err.Error(), "data connection") {
		t.Errorf("Do: %v: commands went over the kept session", err)
	}
}
