package dict_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/dict"
	"github.com/earl-url/earl/open/opentest"
)

var update = flag.Bool("update", false, "write what came as what is wanted")

// settings returns the settings in a transcript's options section.
func settings(t testing.TB, s *opentest.Script) (o dict.Options, c open.Options, r open.Request) {
	t.Helper()
	text, _ := s.File("options")
	answer := open.Login{}
	for line := range strings.Lines(text) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch key {
		case "size":
			fmt.Sscan(value, &o.AnswerSize)
		case "line":
			fmt.Sscan(value, &o.Line)
		case "offset":
			fmt.Sscan(value, &r.Offset)
		case "end":
			fmt.Sscan(value, &r.End)
		case "entries":
			c.Policy.Entries = 2
		case "user":
			answer.User = earl.Some(earl.Octets(value))
		case "password":
			answer.Password = earl.NewSecret(earl.Octets(value))
		default:
			t.Fatalf("unknown option %q", key)
		}
	}
	if _, asked := s.File("login"); asked || answer.User.Present {
		c.Login = func(_ context.Context, l open.Login) (open.Login, error) {
			if l.Scheme != "dict" {
				t.Errorf("a login for %q", l.Scheme)
			}
			if answer.User.Present {
				l.User = answer.User
			}
			l.Password = answer.Password
			return l, nil
		}
	}
	return o, c, r
}

// G6, rfc2229 2 to 5: each request is, byte for byte, the lines of the RFC, and each recording
// of dictd gives its texts.
func TestTranscripts(t *testing.T) {
	for path, s := range opentest.Transcripts(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			peer := opentest.PlayScript(t, s)
			o, c, r := settings(t, s)
			client := peer.Client(c, dict.Opener{Options: o})
			defer client.Close()
			r.URL = earl.RFC3986.MustParse(peer.URL)
			got := strings.ReplaceAll(report(t, client, r), peer.Addr(), "HOST")
			peer.Done(t)
			if want, ok := s.File("want"); *update {
				opentest.Rewrite(t, path, got)
			} else if !ok || got != want {
				t.Errorf("got:\n%swant:\n%s", got, want)
			}
		})
	}
}

// report opens a URL, reads everything and describes the result.
func report(t testing.TB, client *open.Client, r open.Request) string {
	t.Helper()
	var b strings.Builder
	res, err := client.Do(t.Context(), &r)
	if err == nil {
		m := res.Info()
		fmt.Fprintf(&b, "%s size=%d type=%s\n", m.Kind, m.Size, m.Type)
		switch res := res.(type) {
		case *open.Document:
			var text []byte
			text, err = io.ReadAll(res.Body)
			res.Body.Close()
			for line := range strings.Lines(string(text)) {
				fmt.Fprintf(&b, "\t%q\n", line)
			}
		case *open.Listing:
			var unread open.Unread
			for e, eerr := range res.Entries {
				if unread.Add(eerr) {
					fmt.Fprintf(&b, "\tunread %v\n", eerr)
					continue
				}
				if err = eerr; err == nil {
					fmt.Fprintf(&b, "\t%q %s %s %q\n", e.Name, e.Kind, e.URL, e.Note)
				}
			}
		case *open.Form:
			fmt.Fprintf(&b, "\t%q: %q\n", res.Title, res.Fields[0].Prompt)
		}
	}
	if err != nil {
		fmt.Fprintf(&b, "error %s: %v\n", opentest.ErrorWord(err), err)
	}
	return b.String()
}

const hello = "S: 220 dict.example a server <auth> <1@dict.example>\nC: CLIENT \"earl\"\nS: 250 ok\n"

func TestSuite(t *testing.T) {
	define := "-- url --\ndict://host.example/d:a\n-- wire --\n" + hello + "C: DEFINE ! \"a\"\nS: 150 1 definitions\nS: 151 \"a\" db \"A\"\n"
	match := "-- url --\ndict://host.example/m:a\n-- wire --\n" + hello + "C: MATCH ! . \"a\"\nS: 152 2 matches\n"
	opentest.Run(t, dict.Opener{}, opentest.Fixture{
		Document:       define + "S: the text\nS: .\nS: 250 ok\ndone\nC: QUIT\nS: 221 bye\n",
		Listing:        match + "S: db \"a\"\nS: db \"b c\"\nS: .\nS: 250 ok\ndone\nC: QUIT\nS: 221 bye\n",
		Endless:        define + "flood: text\\r\\n\n",
		EndlessListing: match + "flood: db \"a\"\\r\\n\n",
		Login: "-- url --\ndict://joe:" + opentest.Password + "@host.example/d:a\n-- wire --\n" + hello +
			"C: AUTH joe ae8440ad96da56c919ca14b990be003d\nS: 230 in\nC: DEFINE ! \"a\"\nS: 150 1 definitions\nS: 151 \"a\" db \"A\"\n" +
			"S: the text\nS: .\nS: 250 ok\ndone\nC: QUIT\nS: 221 bye\n",
		CutShows: true,
		Hostile: []opentest.Hostile{
			{URL: "dict://host{}.example/d:a"},
			{URL: "dict://j{}oe@host.example/d:a"},
			{URL: "dict://joe;a{}@host.example/d:a"},
			{URL: "dict://joe:p{}@host.example/d:a"},
			{URL: "dict://host.example/d:a{}b"},
			{URL: "dict://host.example/d:a:d{}b"},
			{URL: "dict://host.example/m:a:db:s{}t"},
			{URL: "dict://host.example/m:a:db:st:1{}"},
			{URL: "dict://host.example/{}"},
		},
	})
}

// checksum is the line of a login, whose plan shows neither the user nor the checksum.
var checksum = regexp.MustCompile(`AUTH joe [0-9a-f]{32}\r\n`)

// G11: the plan equals the bytes on the wire.
func TestPlanIsWire(t *testing.T) {
	for _, name := range []string{"define", "define-nth", "match", "databases", "quoting", "login-asked", "login-url"} {
		text, err := os.ReadFile(filepath.Join("testdata", name+".txtar"))
		if err != nil {
			t.Fatal(err)
		}
		s, err := opentest.ParseScript(string(text))
		if err != nil {
			t.Fatal(err)
		}
		_, c, _ := settings(t, s)
		opentest.PlanIsWire(t, dict.Opener{}, opentest.PlanCase{Transcript: string(text), Options: c, Payload: func(write string) string {
			return checksum.ReplaceAllString(write, "AUTH "+earl.Hidden+"\r\n")
		}})
	}
}

func TestPlan(t *testing.T) {
	plan := func(in string) (open.Plan, error) {
		return dict.Opener{}.Plan(&open.Call{Request: open.Request{URL: earl.RFC3986.MustParse(in)}})
	}
	for _, row := range []struct{ src, in, want string }{
		{"rfc2229 3.2", "dict://h/d:a%20b", `CLIENT "earl"|DEFINE ! "a b"|AUTH xxxxx if the server asks|DEFINE ! "a b" again, after a login|QUIT when the session ends`},
		{"rfc2229 3.3", "dict://h/m:a:*:prefix:1", `CLIENT "earl"|MATCH * prefix "a"|AUTH xxxxx if the server asks|MATCH * prefix "a" again, after a login|QUIT when the session ends`},
		{"rfc2229 3.5.1", "dict://h", `CLIENT "earl"|SHOW DB|AUTH xxxxx if the server asks|SHOW DB again, after a login|QUIT when the session ends`},
		{"rfc2229 3.11", "dict://joe:geheim@h/d:a", `CLIENT "earl"|AUTH xxxxx|DEFINE ! "a"|QUIT when the session ends`},
	} {
		p, err := plan(row.in)
		var got []string
		for _, s := range p.Steps {
			got = append(got, strings.TrimSpace(s.Line+" "+s.When))
		}
		if err != nil || p.Server != "h:2628" || strings.Join(got, "|") != row.want {
			t.Errorf("%s: Plan(%q) = %q to %s, %v, want %q", row.src, row.in, got, p.Server, err, row.want)
		}
	}
	if p, err := plan("dict://h/d::jargon"); err != nil || p.Effect != open.EffectAsks {
		t.Errorf("Plan of a URL without a word = %+v, %v, want that it asks", p, err)
	}
	for _, row := range []struct {
		in    string
		class open.Class
	}{
		{"dict://h/d:" + strings.Repeat("a", 1100), open.ClassUnsupported}, // rfc2229 2.3
		{"dict://h/d:a:b:0", open.ClassNotFound},
		{"dict://h/d:a:b:99999999999999999999", open.ClassNotFound},
		{"dict://h/x:a", open.ClassInvalid},
		{"dict://h/d:a%0D%0Ab", open.ClassRefused},
	} {
		if _, err := plan(row.in); open.ClassOf(err) != row.class {
			t.Errorf("Plan(%.40q) = %v, want %v", row.in, err, row.class)
		}
	}
}

// A URL without a word asks for one, and sends nothing.
func TestForm(t *testing.T) {
	client := open.New(open.Options{}, dict.Opener{})
	defer client.Close()
	for in, title := range map[string]string{
		"dict://joe@h/d::jargon:2": "Look up a word in jargon",
		"dict://joe@h/d::*:2":      "Look up a word in all databases",
		"dict://joe@h/m:::exact":   "Look up a word in the first database that has it",
	} {
		res, err := client.Open(t.Context(), earl.RFC3986.MustParse(in))
		form, ok := res.(*open.Form)
		if err != nil || !ok || form.Title != title {
			t.Fatalf("Open(%q) = %v, %v, want the form %q", in, res, err, title)
		}
		u, err := form.Answer([]string{"a:b"})
		if want := strings.Replace(in, ":::", ":a%3Ab::", 1); err != nil || u.String() != strings.Replace(want, "d::", "d:a%3Ab:", 1) {
			t.Errorf("%s: the answer opens %s, %v", in, u, err)
		}
		if _, err := form.Answer([]string{" "}); err == nil {
			t.Errorf("%s: the form accepts no word", in)
		}
	}
}

// F3: a secret is sent only as a checksum, and only to a server that the user gave it for.
func TestLoginFails(t *testing.T) {
	client := open.New(open.Options{}, dict.Opener{})
	defer client.Close()
	peer := opentest.Play(t, "# F3\n-- url --\ndict://joe@HOST/d:a\n-- wire --\n"+strings.Replace(hello, " <1@dict.example>", "", 1))
	_, err := peer.Client(open.Options{}, dict.Opener{}).Open(t.Context(), earl.RFC3986.MustParse(peer.URL))
	if !errors.Is(err, open.ErrLogin) {
		t.Errorf("a user, and a server without a message-id: %v, want open.ErrLogin", err)
	}
}
