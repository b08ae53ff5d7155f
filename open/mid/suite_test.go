package mid_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/mid"
	"github.com/earl-url/earl/open/nntp"
	"github.com/earl-url/earl/open/opentest"
)

const reader = `S: 200 news.example.test InterNetNews NNRP server INN 2.7.1 ready (posting ok)
C: MODE READER
S: 200 news.example.test InterNetNews NNRP server INN 2.7.1 ready (posting ok)
`

const fromNews = `# G1: the message is on a news server (rfc2392 2; rfc3977 6.2.1)
-- url --
mid:a@b.example
-- wire --
` + reader + `C: ARTICLE <a@b.example>
S: 220 0 <a@b.example> article
S: Message-ID: <a@b.example>
S: 
S: ..text
S: .
done
C: QUIT
S: 205 Bye!
`

const partFromNews = `# G1: a part of an article
-- url --
mid:a@b.example/c@d
-- wire --
` + reader + `C: ARTICLE <a@b.example>
S: 220 0 <a@b.example> article
S: Message-ID: <a@b.example>
S: Content-Type: multipart/mixed; boundary=b
S: 
S: --b
S: Content-ID: <c@d>
S: Content-Transfer-Encoding: base64
S: 
S: Li50ZXh0
S: --b--
S: .
C: QUIT
S: 205 Bye!
`

const endlessNews = `# DESIGN 4
-- url --
mid:a@b.example
-- wire --
` + reader + `C: ARTICLE <a@b.example>
S: 220 0 <a@b.example> article
flood: text\r\n
`

// newsOpener returns an opener that asks a news server.
func newsOpener() mid.Opener {
	return mid.Opener{Options: mid.Options{News: []open.Opener{nntp.Opener{Options: nntp.Options{Server: "192.0.2.1"}}}}}
}

// G1, F2, F3, DESIGN 4: the requirements of every opener.
func TestSuite(t *testing.T) {
	opentest.Run(t, newsOpener(), opentest.Fixture{
		Document: fromNews,
		Endless:  endlessNews,
		CutShows: true,
		Hostile: []opentest.Hostile{
			{URL: "mid:a{}@b.example"},
			{URL: "mid:a@b{}.example"},
			{URL: "mid:a@b.example/c{}@d"},
			{URL: "cid:c{}@d"},
		},
	})
}

// G1: what is sent to a news server is the plan.
func TestPlanIsWire(t *testing.T) {
	for _, text := range []string{fromNews, partFromNews} {
		opentest.PlanIsWire(t, newsOpener(), opentest.PlanCase{Transcript: text})
	}
}

// G1; rfc2392 2: the parts of an article, without its dots.
func TestPartFromNews(t *testing.T) {
	peer := opentest.Play(t, partFromNews)
	c := peer.Client(open.Options{}, newsOpener())
	if got := describe(c.Open(t.Context(), earl.RFC3986.MustParse(peer.URL))); got != `text/plain "..text"` {
		t.Errorf("the part is %s", got)
	}
	peer.Done(t)
}

// A news server is asked although a mailbox cannot be read, and a note says so. If the server
// does not have the message either, the error is that of the mailbox.
func TestUnreadMailboxAndNews(t *testing.T) {
	const missing = "# G1\n-- url --\nmid:a@b.example\n-- wire --\n" + reader + "C: ARTICLE <a@b.example>\nS: 430 no such article\nC: QUIT\nS: 205 Bye!\n"
	o := newsOpener()
	o.Mail = []string{filepath.Join(t.TempDir(), "none")}
	const unread = "a mailbox was not read to its end: "

	peer := opentest.Play(t, fromNews)
	res, err := peer.Client(open.Options{}, o).Open(t.Context(), earl.RFC3986.MustParse(peer.URL))
	if got := describe(res, err); got != `message/rfc822 "Message-ID: <a@b.example>\r\n\r\n.text\r\n"` {
		t.Fatalf("the message of the news server is %s: %v", got, err)
	}
	if note := strings.Join(res.Info().Note, "\n"); !strings.HasPrefix(note, unread) {
		t.Errorf("the notes are %q", note)
	}

	peer = opentest.Play(t, missing)
	_, err = peer.Client(open.Options{}, o).Open(t.Context(), earl.RFC3986.MustParse(peer.URL))
	if err == nil || !strings.HasPrefix(err.Error(), "mid: "+unread) {
		t.Errorf("a message that the news server does not have: %v", err)
	}
	peer.Done(t)
}

// A message-id that would not be one argument of a command is not sent, but found in a
// mailbox. Source: rfc3977 3.6.
func TestIDsThatNoServerHas(t *testing.T) {
	dir := write(t, map[string]string{"a": "Message-ID: <\"a b\"@c>\n\ntext"})
	o := newsOpener()
	o.Mail = []string{dir}
	peer := opentest.Play(t, fromNews)
	c := peer.Client(open.Options{}, o)
	for url, want := range map[string]string{
		"mid:%22a%20b%22@c":  "message/rfc822 \"Message-ID: <\\\"a b\\\"@c>\\n\\ntext\"",
		"mid:%22a%20c%22@c":  "refused",
		"mid:a%3E%20X@c":     "refused",
		"mid:a@b.example":    "message/rfc822 \"Message-ID: <a@b.example>\\r\\n\\r\\n.text\\r\\n\"",
		"mid:" + long + "@c": "refused",
	} {
		if got := describe(c.Open(t.Context(), earl.RFC3986.MustParse(url))); got != want {
			t.Errorf("%s is %s, want %s", url, got, want)
		}
	}
	peer.Done(t)
}

const long = "aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffgggggggggghhhhhhhhhhiiiiiiiiiijjjjjjjjjjkkkkkkkkkkllllllllll" +
	"aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffgggggggggghhhhhhhhhhiiiiiiiiiijjjjjjjjjjkkkkkkkkkkllllllllllmmmmmmmmmm"

func TestPlan(t *testing.T) {
	for _, row := range []struct {
		mail, url string
		effect    open.Effect
		path      string
	}{
		{"", "mid:a@b", open.EffectNothing, ""},
		{"", "cid:a@b", open.EffectNothing, ""},
		{"/mail", "mid:a@b", open.EffectReads, "/mail"},
	} {
		var o mid.Options
		if row.mail != "" {
			o.Mail = []string{row.mail}
		}
		plan, err := mid.Opener{Options: o}.Plan(&open.Call{Request: open.Request{URL: earl.RFC3986.MustParse(row.url)}})
		if err != nil || plan.Effect != row.effect || plan.Path != row.path || plan.Note == "" {
			t.Errorf("Plan(%s) with %q = %+v, %v", row.url, row.mail, plan, err)
		}
	}
	o := newsOpener()
	o.Mail = []string{"/mail"}
	plan, err := o.Plan(&open.Call{Request: open.Request{URL: earl.RFC3986.MustParse("mid:a@b")}})
	if err != nil || plan.Effect != open.EffectSends || plan.Server != "192.0.2.1:119" || plan.Steps[0].When == "" || plan.Note == "" {
		t.Errorf("Plan with mail and news = %+v, %v", plan, err)
	}
}
