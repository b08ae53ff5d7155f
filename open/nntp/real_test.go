package nntp_test

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/peers"
	"github.com/earl-url/earl/internal/protocol/article"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/nntp"
)

// ways are the ways to reach a server: plain, by STARTTLS, by TLS from the
// first byte.
func ways(p *peers.News) map[string]nntp.Options {
	trusted := &tls.Config{RootCAs: p.Roots}
	return map[string]nntp.Options{
		"plain":    {Server: p.Addr},
		"starttls": {Server: p.Addr, Security: nntp.SecurityExplicit, TLS: trusted},
		"nntps":    {Server: "nntps://" + p.TLSAddr, TLS: trusted},
	}
}

// eachWay runs a test by each of the ways to one server.
func eachWay(t *testing.T, test func(t *testing.T, p *peers.News, c *open.Client)) {
	p := peers.INN(t)
	for name, o := range ways(p) {
		t.Run(name, func(t *testing.T) {
			login := func(_ context.Context, l open.Login) (open.Login, error) {
				l.User, l.Password = earl.Some(earl.Octets(p.User)), earl.NewSecret(earl.Octets(p.Password))
				return l, nil
			}
			c := open.New(open.Options{Login: login, Trace: func(e open.Event) { t.Logf("%c: %s", e.Dir, e.Line) }}, nntp.Opener{Options: o})
			test(t, p, c)
		})
	}
}

// openText opens a URL's text under rfc3986.
func openText(t *testing.T, c *open.Client, text string) (open.Resource, error) {
	t.Helper()
	u, err := earl.RFC3986.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	t.Cleanup(cancel)
	return c.Open(ctx, u)
}

// get returns the bytes of a document.
func get(t *testing.T, c *open.Client, text string) (string, error) {
	t.Helper()
	res, err := openText(t, c, text)
	if err != nil {
		return "", err
	}
	doc, ok := res.(*open.Document)
	if !ok {
		t.Fatalf("%s is a %T", text, res)
	}
	defer doc.Body.Close()
	b, err := io.ReadAll(doc.Body)
	return string(b), err
}

// idOf returns the message-id of an article, without its angle brackets.
func idOf(text string) string {
	_, id, _ := strings.Cut(text, "Message-ID: <")
	id, _, _ = strings.Cut(id, ">")
	return id
}

// served is an article as the server sends it: it adds its own name to Path,
// and Xref.
func served(got, want string) bool {
	got = strings.Replace(got, "Path: news.example.test!", "Path: ", 1)
	head, xref, ok := strings.Cut(got, "Xref: ")
	_, rest, _ := strings.Cut(xref, "\r\n")
	return ok && head+rest == want
}

// B10, A27, F7: every article arrives complete, byte for byte, by its
// message-id.
func TestRealArticles(t *testing.T) {
	t.Parallel()
	eachWay(t, func(t *testing.T, _ *peers.News, c *open.Client) {
		for _, want := range peers.Articles() {
			if id := idOf(want); !strings.HasPrefix(id, "bulk.") || id == "bulk.7@example.test" {
				got, err := get(t, c, "news:"+strings.ReplaceAll(url.QueryEscape(id), "%40", "@"))
				if err != nil || !served(got, want) {
					t.Errorf("%s: %.300q, %v, want %.300q", id, got, err, want)
				}
			}
		}
	})
}

// B11, B29: an article is also found by its number, and its news URL is that of the same article.
func TestRealNumbers(t *testing.T) {
	t.Parallel()
	p := peers.INN(t)
	o := ways(p)
	for _, test := range []struct{ base, way string }{{"nntp://" + p.Addr, "plain"}, {"nntp://" + p.Addr, "starttls"}, {"nntps://" + p.TLSAddr, "nntps"}} {
		c := open.New(open.Options{}, nntp.Opener{Options: o[test.way]})
		res, err := openText(t, c, test.base+"/comp.infosystems.www.misc/3")
		if err != nil {
			t.Errorf("%s: %v", test.way, err)
			continue
		}
		doc := res.(*open.Document)
		b, err := io.ReadAll(doc.Body)
		doc.Body.Close()
		if err != nil || !served(string(b), peers.Articles()[2]) || doc.Type != "message/rfc822" ||
			!slices.Equal(doc.Note, []string{"news:reply/2%25x$y@example.test is the same article on every server"}) {
			t.Errorf("%s: %q, %v, notes %q", test.way, b, err, doc.Note)
		}
	}
}

// B36: missing groups and articles.
func TestRealNotHere(t *testing.T) {
	t.Parallel()
	eachWay(t, func(t *testing.T, p *peers.News, c *open.Client) {
		for _, text := range []string{"news:nosuch@example.test", "news:no.such.group", "news:COMP.INFOSYSTEMS.WWW.MISC"} {
			res, err := openText(t, c, text)
			if !errors.Is(err, open.ErrNotFound) || !strings.Contains(fmt.Sprint(err), "not on this server") {
				t.Errorf("%s: %T, %v", text, res, err)
			}
			if _, err := c.Probe(t.Context(), earl.RFC3986.MustParse(text)); !errors.Is(err, open.ErrNotFound) {
				t.Errorf("Probe(%s): %v", text, err)
			}
		}
		for text, kind := range map[string]open.Kind{"news:first.1@example.test": open.KindDocument, "news:misc.test": open.KindListing, "news:*": open.KindListing} {
			if m, err := c.Probe(t.Context(), earl.RFC3986.MustParse(text)); err != nil || m.Kind != kind {
				t.Errorf("Probe(%s) = %+v, %v", text, m, err)
			}
		}
	})
	p := peers.INN(t)
	c := open.New(open.Options{}, nntp.Opener{})
	for _, path := range []string{"/misc.test/9999", "/news.announce.newusers/1", "/no.such.group/1", "/misc.test/99999999999999999999"} {
		if _, err := openText(t, c, "nntp://"+p.Addr+path); err == nil || !errors.Is(err, open.ErrNotFound) && !strings.HasSuffix(path, "99999999") {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// B10, B11: a group is its articles in threads, "*" the groups.
func TestRealListings(t *testing.T) {
	t.Parallel()
	eachWay(t, func(t *testing.T, p *peers.News, c *open.Client) {
		rows := func(text string) (rows []string) {
			res, err := openText(t, c, text)
			if err != nil {
				t.Fatal(text, err)
			}
			for e, err := range res.(*open.Listing).Entries {
				if err != nil {
					t.Fatal(text, err)
				}
				if rows = append(rows, fmt.Sprintf("%d %s %s", e.Depth, e.Name, e.URL)); e.Kind == open.KindDocument && (e.Size < 100 || e.Time.IsZero() || e.Type != "message/rfc822") {
					t.Errorf("%s: %+v", text, e)
				}
			}
			return rows
		}
		want := []string{"0 Hello from the test tree news:first.1@example.test", "1 Re: Hello from the test tree news:reply/2%25x$y@example.test", "0 Something else news:other.7@example.test"}
		if got := rows("news:comp.infosystems.www.misc"); !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
		misc := rows("news:misc.test")
		if len(misc) != peers.Bulk+3 || misc[1] != "0 naïve news:mime.4@example.test" {
			t.Errorf("misc.test: %q", misc)
		}
		if got := rows("news:news.announce.newusers"); len(got) != 0 {
			t.Errorf("an empty group has %q", got)
		}
		groups := rows("news:*")
		for _, g := range peers.Groups() {
			if public := g[0] != "private.team"; slices.Contains(groups, "0 "+g[0]+" news:"+g[0]) != public {
				t.Errorf("news:* has %q; public %v: %s", groups, public, g[0])
			}
		}
		if got := rows("news:private.team"); !slices.Equal(got, []string{"0 members news:secret.6@example.test"}) {
			t.Errorf("with a login: %q", got)
		}
	})
}

// rfc4643: without a login, and with a wrong one.
func TestRealLoginRefused(t *testing.T) {
	t.Parallel()
	p := peers.INN(t)
	const wrong = "not-the-password"
	for _, login := range []func(context.Context, open.Login) (open.Login, error){nil, func(_ context.Context, l open.Login) (open.Login, error) {
		l.User, l.Password = earl.Some(earl.Octets(p.User)), earl.NewSecret(wrong)
		return l, nil
	}} {
		var mu sync.Mutex
		said := ""
		c := open.New(open.Options{Login: login, Trace: func(e open.Event) {
			mu.Lock()
			said += e.Line + "\n"
			mu.Unlock()
		}}, nntp.Opener{})
		_, err := openText(t, c, "nntp://"+p.Addr+"/private.team/1")
		if !errors.Is(err, open.ErrLogin) || strings.Contains(said+fmt.Sprint(err), wrong) {
			t.Errorf("%v\n%s", err, said)
		}
	}
}

// rfc4642: an untrusted certificate ends the connection before any request.
func TestRealTLSIsJudged(t *testing.T) {
	t.Parallel()
	p := peers.INN(t)
	for name, o := range ways(p) {
		if o.TLS == nil {
			continue
		}
		o.TLS = nil
		c := open.New(open.Options{}, nntp.Opener{Options: o})
		if _, err := openText(t, c, "news:misc.test"); !errors.Is(err, open.ErrConnect) {
			t.Errorf("%s: %v, want ErrConnect", name, err)
		}
	}
}

// An article of a real server as text.
func TestRealText(t *testing.T) {
	t.Parallel()
	p := peers.INN(t)
	c := open.New(open.Options{}, nntp.Opener{Options: nntp.Options{Server: p.Addr}})
	for id, want := range map[string]string{"mime.4@example.test": "Subject: naïve\n", "latin.5@example.test": "\n\ncafé\n", "first.1@example.test": "\n..\n.\nLine five.\n"} {
		res, err := openText(t, c, "news:"+id)
		if err != nil {
			t.Fatal(err)
		}
		doc := res.(*open.Document)
		var b strings.Builder
		if err := article.WriteText(&b, doc.Body, article.Limits{}); err != nil || !strings.Contains(b.String(), want) || strings.Contains(b.String(), "\r") {
			t.Errorf("%s: %q, %v", id, b.String(), err)
		}
		doc.Body.Close()
	}
}

// B10, B11, B36: an old server, which knows neither OVER nor CAPABILITIES, and
// sends 430 instead of 423.
func TestRealOldServer(t *testing.T) {
	t.Parallel()
	p := peers.SN(t)
	c := open.New(open.Options{Trace: func(e open.Event) { t.Logf("%c: %s", e.Dir, e.Line) }}, nntp.Opener{Options: nntp.Options{Server: p.Addr}})
	for _, want := range peers.Articles()[:3] {
		got, err := get(t, c, "news:"+strings.ReplaceAll(url.QueryEscape(idOf(want)), "%40", "@"))
		_, body, _ := strings.Cut(want, "\r\n\r\n")
		if err != nil || !strings.HasSuffix(got, "\r\n\r\n"+body) {
			t.Errorf("%s: %q, %v", idOf(want), got, err)
		}
	}
	res, err := openText(t, c, "nntp://"+p.Addr+"/comp.infosystems.www.misc")
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	for e, err := range res.(*open.Listing).Entries {
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, fmt.Sprintf("%d %s %s", e.Depth, e.Name, strings.TrimPrefix(e.URL.String(), "nntp://"+p.Addr)))
	}
	want := []string{"0 Hello from the test tree /comp.infosystems.www.misc/10", "1 Re: Hello from the test tree /comp.infosystems.www.misc/12", "0 Something else /comp.infosystems.www.misc/11"}
	if !slices.Equal(rows, want) {
		t.Errorf("%q, want %q", rows, want)
	}
	for _, text := range []string{"news:nosuch@example.test", "news:no.such.group", "nntp://" + p.Addr + "/misc.test/1"} {
		if res, err := openText(t, c, text); !errors.Is(err, open.ErrNotFound) {
			t.Errorf("%s: %T, %v", text, res, err)
		}
	}
}
