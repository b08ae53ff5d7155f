package all_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/all"
)

// A record is output that many goroutines may write.
type record struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (r *record) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.buf.Write(p)
}

// take returns what was written since the last call.
func (r *record) take() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	defer r.buf.Reset()
	return r.buf.String()
}

// show formats a value in every way that fmt has.
func (r *record) show(v any) { fmt.Fprintf(r, "%v %+v %#v %s %q\n", v, v, v, v, v) }

// randomPassword returns a password with bytes that are special in URLs and quotes.
func randomPassword(r *rand.Rand) string {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789%:@/ é\"'\\&<"
	b := make([]byte, 8+r.IntN(8))
	for i := range b {
		b[i] = letters[r.IntN(len(letters))]
	}
	return "p" + string(b) + "x"
}

// forms returns the forms of a password: unchanged, escaped as in a URL, as in a login of http,
// quoted once, and quoted twice.
func forms(password, escaped string) []string {
	quoted := quote(password)
	return []string{password, escaped, quoted, quote(quoted), hex.EncodeToString([]byte(password)), base64.StdEncoding.EncodeToString([]byte("u:" + password))}
}

// quote returns s as %q writes it, without the quotes.
func quote(s string) string {
	q := strconv.Quote(s)
	return q[1 : len(q)-1]
}

// F3: no password, from a URL or from the user, appears in an error, a trace, a log of any
// level or a name of a result, for any scheme and any end of the open.
func TestPasswordsAppearNowhere(t *testing.T) {
	s, y, gone := start(t), startToys(t), closedPort(t)
	var out record
	log := slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: slog.LevelDebug}))
	asked := "" // the password that the user enters when a login is requested
	c := open.New(open.Options{
		Policy: open.Policy{Connect: time.Second, Idle: time.Second},
		Trace:  open.Log(log),
		Login: func(_ context.Context, l open.Login) (open.Login, error) {
			if asked == "" {
				return l, errors.New("nobody is here")
			}
			return open.Login{User: earl.Field{Value: "u", Present: true}, Password: earl.NewSecret(earl.Octets(asked))}, nil
		},
	}, all.Openers()...)
	defer c.Close()
	// For each scheme: a server that refuses the login, no server, and a URL that a guard or a view
	// refuses.
	places := []string{
		"ftp://LOGIN@" + s.FTP + "/welcome.txt", "ftp://LOGIN@" + gone + "/", "ftp://LOGIN@h.test:25/", "ftp://LOGIN@127.0.0.1:99999/", "ftp://LOGIN@h.test/a%0D%0Ab", "ftps://LOGIN@" + s.FTP + "/",
		"http://LOGIN@" + s.HTTP + "/welcome.txt", "http://LOGIN@" + s.HTTP + "/none", "https://LOGIN@" + gone + "/", "https://LOGIN@" + s.HTTP + "/",
		"gopher://LOGIN@" + s.Gopher + "/1", "gopher://LOGIN@127.0.0.1:1/", "gophers://LOGIN@" + gone + "/1",
		"nntp://LOGIN@" + y.nntp + "/a.b", "nntp://LOGIN@" + gone + "/a", "nntps://LOGIN@" + gone + "/a", "news://LOGIN@" + y.nntp + "/a.b", "nntp://LOGIN@" + y.nntp + "/closed", "nntp://" + y.nntp + "/closed",
		"telnet://LOGIN@" + y.telnet + "/", "telnet://LOGIN@" + gone + "/",
		"wais://LOGIN@" + s.WAIS + "/library?semicolon", "wais://LOGIN@" + gone + "/",
		"prospero://LOGIN@" + s.Prospero + "/library", "prospero://LOGIN@" + gone + "/d",
		"file://LOGIN@localhost" + s.Dir + "/welcome.txt", "file://LOGIN@h.test/a", "mailto://LOGIN@h.test", "x-none://LOGIN@h.test/", "tn3270://LOGIN@h.test/",
		"ftp://LOGIN@h.test:port/", "ftp://LOGIN@[::1/", "http://LOGIN@h .test/", // which do not parse
	}
	// Servers that repeat what they receive after a time.
	slow := []string{"ftp://LOGIN@" + y.echo + "/a", "ftp://" + y.echo + "/a", "http://LOGIN@" + y.echo + "/", "http://" + y.echo + "/"}
	r := rand.New(rand.NewPCG(1, 2))
	passwords := 300
	if testing.Short() {
		passwords = 20
	}
	seen, opens := 0, 0
	for i := range passwords {
		password := randomPassword(r)
		escaped := string(earl.RFC3986.AppendEscape(nil, earl.Octets(password), ""))
		asked = ""
		if i%2 == 0 {
			asked = password
		}
		all := places
		if i%50 < 2 {
			all = slices.Concat(places, slow)
		}
		for _, place := range all {
			text := strings.Replace(place, "LOGIN", "u:"+escaped, 1)
			opens++
			u, err := earl.RFC3986.Parse(text)
			if err != nil {
				out.show(err)
				continue
			}
			log.Info("opened", "url", u)
			log.Error("opened", "url", slog.AnyValue(u))
			res, err := c.Follow(context.Background(), u)
			if err != nil {
				out.show(err)
				log.Warn("failed", "error", err)
				continue
			}
			m := res.Info()
			out.show(m.Note)
			out.show(m.URL.Redacted())
			if session, ok := res.(*open.Session); ok {
				out.show(session.Advice)
			}
			if err := consume(res, false); err != nil {
				out.show(err)
			}
		}
		text := out.take()
		seen += len(text)
		for _, form := range forms(password, escaped) {
			if i := strings.Index(text, form); i >= 0 {
				t.Fatalf("%q appears as %q: %s", password, form, text[max(0, i-200):i+len(form)])
			}
		}
	}
	if seen < 10_000*passwords {
		t.Errorf("only %d bytes of output were checked", seen)
	}
	t.Logf("%d passwords, %d opens, %d bytes of output", passwords, opens, seen)
}
