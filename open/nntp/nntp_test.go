package nntp_test

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/nntp"
	"github.com/earl-url/earl/open/opentest"
)

// F7: the verbs that this package can send.
func TestNoCommandChangesAnything(t *testing.T) {
	t.Parallel()
	allowed := []string{"ARTICLE", "AUTHINFO PASS", "AUTHINFO USER", "CAPABILITIES", "GROUP", "HEAD", "LIST", "LIST NEWSGROUPS", "LISTGROUP",
		"MODE READER", "NEWSGROUPS", "OVER", "QUIT", "STARTTLS", "STAT", "XOVER"}
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var seen []string
	for _, file := range files {
		if !strings.HasSuffix(file.Name(), ".go") || strings.HasSuffix(file.Name(), "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				verb, _ := strconv.Unquote(lit.Value)
				if len(verb) >= 4 && strings.Trim(verb, "ABCDEFGHIJKLMNOPQRSTUVWXYZ ") == "" && strings.TrimSpace(verb) == verb {
					seen = append(seen, verb)
				}
			}
			return true
		})
	}
	slices.Sort(seen)
	if seen = slices.Compact(seen); !slices.Equal(seen, allowed) {
		t.Errorf("the package has the verbs %q, want %q", seen, allowed)
	}
}

// B10: the user's own server is a setting. An invalid one is reported before
// anything is dialled.
func TestServer(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ server, url, want string }{
		{"", "news:a@b.example", "error unsupported: nntp: a news URL contains no server, and no news server is set; use nntp://HOST/GROUP for a certain server (rfc1738 3.6, 3.7)\n"},
		{"http://news.example/", "news:a.b", `error other: nntp: invalid news server "http://news.example/": the scheme "http" must be nntp or nntps` + "\n"},
		{"nntp://news.example/a.b", "news:*", `error other: nntp: invalid news server "nntp://news.example/a.b": it must have only a host and a port` + "\n"},
		{"nntp://news.example?x", "news:*", `error other: nntp: invalid news server "nntp://news.example?x": it must have only a host and a port` + "\n"},
		{"nntp://alice:wonder@news.example/", "news:a.b", `error other: nntp: invalid news server "nntp://alice:xxxxx@news.example/": it must have only a host and a port` + "\n"},
		{"news example", "news:a.b", `error other: nntp: invalid news server "news example": it must be a host or a URL` + "\n"},
		{"127.1", "news:a.b", `error refusal bad-host: refused (bad-host): nntp://127.1: host "127.1" is not an IPv4 address: four groups of 0 to 255 without leading zeros (rfc1738 3.1)` + "\n"},
		{"news.example:25", "news:a.b", "error refusal bad-port-list: nntp: refused (bad-port-list): news:a.b: port 25 belongs to another protocol (rfc1738 6); allowed by Policy.AllowPorts\n"},
		{"news.example", "news:a.b%20c", "error refusal news-name: refused (news-name): news:a.b%20c: character 6: a space in the newsgroup (rfc3977 3.6, 4.1)\n"},
		{"news.example", "nntp:/a.b", "error refusal bad-host: refused (bad-host): nntp:/a.b: the URL has no host (rfc1738 3.1)\n"},
		{"news.example", "nntp://news.example/", "error other: earl: \"nntp://news.example/\": character 21"},
		{"news.example", "news:", "error other: earl: \"news:\": character 6"},
	} {
		client := open.New(open.Options{}, nntp.Opener{Options: nntp.Options{Server: test.server}})
		got := report(t, client, settings{}, test.url)
		if got != test.want && !(strings.HasPrefix(got, test.want) && !strings.HasSuffix(test.want, "\n")) {
			t.Errorf("server %q, %s: got %swant %s", test.server, test.url, got, test.want)
		}
	}
	if !errors.Is(nntp.ErrNoServer, open.ErrNoOpener) || errors.Is(nntp.ErrNoServer, open.ErrNotFound) {
		t.Error("ErrNoServer is not open.ErrNoOpener alone")
	}
}

// F3: the login is requested for the scheme, host and port of the news server,
// and for no other.
func TestLoginIsForTheServer(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"inn-login", "inn-login-article"} {
		s := opentest.Transcript(t, "testdata/"+name+".txtar")
		peer := opentest.PlayScript(t, s)
		set := settingsOf(t, s)
		want := open.Login{Scheme: "nntp", Host: "news.example:119", Prompt: "Read access denied for this article"}
		if name == "inn-login" {
			want.Host, want.Prompt = peer.Addr(), "Read access denied"
		}
		answer := set.Options.Login
		asked := 0
		set.Options.Login = func(ctx context.Context, l open.Login) (open.Login, error) {
			if asked++; l != want {
				t.Errorf("requested %+v, want %+v", l, want)
			}
			return answer(ctx, l)
		}
		report(t, peer.Client(set.Options, nntp.Opener{Options: set.opener}), set, peer.URL)
		peer.Done(t)
		if asked != 1 {
			t.Errorf("%s: asked %d times", name, asked)
		}
	}
}

// If the user cancels the login, that is the error of the open.
func TestLoginRefusedByThePerson(t *testing.T) {
	t.Parallel()
	s := opentest.Transcript(t, "testdata/inn-login-nobody.txtar")
	peer := opentest.PlayScript(t, s)
	set := settingsOf(t, s)
	mine := errors.New("not today")
	set.Options.Login = func(context.Context, open.Login) (open.Login, error) { return open.Login{}, mine }
	_, err := peer.Client(set.Options, nntp.Opener{Options: set.opener}).Open(t.Context(), edition.MustParse(peer.URL))
	if !errors.Is(err, mine) || !errors.Is(err, open.ErrLogin) {
		t.Errorf("Open: %v, want %v", err, mine)
	}
}

// F2: a login that the user enters cannot contain a line end. No part of it is
// sent.
func TestLoginSendsNoLineEnd(t *testing.T) {
	t.Parallel()
	for _, hostile := range []string{"a\r\nPOST", "a\nb", "a\x00b", "\r"} {
		for _, place := range []string{"user", "password"} {
			wire := "-- url --\nnntp://HOST/a.b\n-- wire --\nS: 200 hello\nC: MODE READER\nS: 200 hello\nC: GROUP a.b\nS: 480 who?\n"
			l := open.Login{User: earl.Some("alice"), Password: earl.NewSecret(earl.Octets(hostile))}
			if place == "user" {
				l.User = earl.Some(earl.Octets(hostile))
			} else {
				wire += "C: AUTHINFO USER alice\nS: 381 and?\n"
			}
			peer := opentest.Play(t, wire)
			o := open.Options{Login: func(context.Context, open.Login) (open.Login, error) { return l, nil }}
			_, err := peer.Client(o, nntp.Opener{}).Open(t.Context(), edition.MustParse(peer.URL))
			if !errors.Is(err, open.ErrLineBreak) {
				t.Errorf("%s %q: %v, want ErrLineBreak", place, hostile, err)
			}
			if strings.Contains(fmt.Sprintf("%v", err), "POST") {
				t.Errorf("%s %q is quoted: %v", place, hostile, err)
			}
			peer.Done(t)
		}
	}
}

// F3: if a server repeats the password, in any line and with any code, it is
// not shown. A short password is hidden only during the login.
func TestSecretIsNotShown(t *testing.T) {
	t.Parallel()
	for _, password := range []string{"wonder:land@1", "x9"} {
		for _, name := range []string{"inn-login", "inn-login-article", "inn-login-wrong"} {
			s := opentest.Transcript(t, "testdata/"+name+".txtar")
			for w, wire := range s.Wires {
				in := false // the login is done
				for i, step := range wire {
					before := !in
					in = in || strings.HasPrefix(step.Text, "281")
					if step.Op != opentest.ServerSends || !before && len(password) < 4 {
						continue
					}
					for _, text := range []string{"481 " + password, "230 " + password, password, "220 0 <a@" + password + ">", ""} {
						evil := append(slices.Clone(wire[:i+1]), opentest.Step{Op: opentest.Close})
						evil[i].Text = text + " " + password + "\r\n"
						if text == "" {
							evil[i].Text = strings.TrimSuffix(step.Text, "\r\n") + " " + password + "\r\n"
						}
						for k := range evil {
							if strings.HasPrefix(evil[k].Text, "AUTHINFO PASS") {
								evil[k].Text = "AUTHINFO PASS " + password + "\r\n"
							}
						}
						v := *s
						v.Wires = slices.Clone(s.Wires)
						v.Wires[w] = evil
						if said := everything(t, &v, password); strings.Contains(said, password) {
							t.Errorf("%s, line %d, %q: the password is in\n%s", name, step.Line, text, said)
						}
					}
				}
			}
		}
	}
}

// F3: nor is it shown in results after the open has returned: entries, and the
// errors of a listing.
func TestSecretIsNotShownInAListing(t *testing.T) {
	t.Parallel()
	const password = "wonder:land@1"
	peer := opentest.Play(t, "-- url --\nnntp://HOST/a.b\n-- wire --\n"+readerText+"C: GROUP a.b\nS: 480 who?\nC: AUTHINFO USER alice\nS: 381 and?\nC: AUTHINFO PASS "+password+
		"\nS: 281 in\nC: GROUP a.b\nS: 211 2 1 2 a.b\nC: OVER 1-2\nS: 500 no\nC: XOVER 1-2\nS: 500 no\nC: LISTGROUP\nS: 211 numbers\nS: 1\nS: 2\nS: .\n"+
		"C: HEAD 1\nS: 221 1\nS: From: "+password+"\nS: Message-ID: <a@b>\nS: .\nC: HEAD 2\nS: 403 "+password+"\nclose\n")
	o := open.Options{Login: func(_ context.Context, l open.Login) (open.Login, error) {
		l.User, l.Password = earl.Some("alice"), earl.NewSecret(password)
		return l, nil
	}}
	got := report(t, peer.Client(o, nntp.Opener{}), settings{}, peer.URL)
	if strings.Contains(got, password) || strings.Count(got, earl.Hidden) != 2 {
		t.Errorf("the password is in\n%s", got)
	}
}

// everything returns all texts of an open. Lines of the server from before the
// password is entered may contain it.
func everything(t *testing.T, s *opentest.Script, password string) string {
	peer := opentest.PlayScript(t, s)
	defer peer.Close()
	set := settingsOf(t, s)
	var mu sync.Mutex
	var b strings.Builder
	given := false
	set.Options.Login = func(_ context.Context, l open.Login) (open.Login, error) {
		l.User, l.Password, given = earl.Some("alice"), earl.NewSecret(earl.Octets(password)), true
		return l, nil
	}
	set.Options.Trace = func(e open.Event) {
		mu.Lock()
		defer mu.Unlock()
		if given {
			fmt.Fprintf(&b, "%c %s\n", e.Dir, e.Line)
		}
	}
	u := edition.MustParse(peer.URL)
	res, err := peer.Client(set.Options, nntp.Opener{Options: set.opener}).Open(t.Context(), u)
	if doc, ok := res.(*open.Document); ok {
		b.WriteString(strings.Join(doc.Note, "\n"))
		_, err = io.Copy(io.Discard, doc.Body)
		doc.Body.Close()
	}
	if err != nil && given {
		fmt.Fprintf(&b, "%v %+v %s %q", err, err, err, err)
	}
	return b.String()
}
