package dict_test

import (
	"errors"
	"flag"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/dict"
	"github.com/earl-url/earl/open/internal/transcript"
	"github.com/earl-url/earl/open/opentest"
)

var update = flag.Bool("update", false, "write what came as what is wanted")

// settings returns the settings in a transcript's options section.
func settings(t testing.TB, s *opentest.Script) (o dict.Options, set transcript.Settings) {
	t.Helper()
	set.Read(t, s, func(key, value string) bool {
		switch key {
		case "size":
			fmt.Sscan(value, &o.AnswerSize)
		case "line":
			fmt.Sscan(value, &o.Line)
		default:
			return false
		}
		return true
	})
	return o, set
}

// G6, rfc2229 2 to 5: each request is, byte for byte, the lines of the RFC, and each recording
// of dictd gives its texts.
func TestTranscripts(t *testing.T) {
	transcript.Play(t, *update, func(t *testing.T, s *opentest.Script, p *opentest.Peer) string {
		o, set := settings(t, s)
		return set.Report(t, p, dict.Opener{Options: o}, earl.RFC3986)
	})
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
		text := transcript.Text(t, name)
		s, err := opentest.ParseScript(text)
		if err != nil {
			t.Fatal(err)
		}
		_, set := settings(t, s)
		opentest.PlanIsWire(t, dict.Opener{}, opentest.PlanCase{Transcript: text, Options: set.Options, Payload: func(write string) string {
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
