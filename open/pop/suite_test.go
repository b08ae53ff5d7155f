package pop_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/transcript"
	"github.com/earl-url/earl/open/opentest"
	"github.com/earl-url/earl/open/pop"
)

// login is a session up to the end of a login with the password of the URL.
const login = "S: +OK hello\nC: CAPA\nS: -ERR\nC: USER joe\nS: +OK\nC: PASS " + opentest.Password + "\nS: +OK\n"

func TestSuite(t *testing.T) {
	const url = "-- url --\npop://joe:" + opentest.Password + "@mail.example/"
	opentest.Run(t, pop.Opener{}, opentest.Fixture{
		Document: url + "1\n-- wire --\n" + login + "C: RETR 1\nS: +OK\nS: Subject: a\nS:\nS: ..b\nS: .\nC: QUIT\n",
		Listing:  url + "\n-- wire --\n" + login + "C: LIST\nS: +OK\nS: 1 5\nS: .\nC: UIDL\nS: +OK\nS: 1 a\nS: .\nC: TOP 1 0\nS: +OK\nS: Subject: x\nS: .\nC: QUIT\n",
		Login:    url + "1\n-- wire --\n" + login + "C: RETR 1\nS: +OK\nS: .\nC: QUIT\n",
		Endless:  url + "1\n-- wire --\n" + login + "C: RETR 1\nS: +OK\nflood: x\\r\\n\n",
		Hostile:  []opentest.Hostile{{URL: "pop://a{}b@h.example/"}, {URL: "pop://h{}.example/"}, {URL: "pop://a@h.example/;UID=a{}b"}, {URL: "pop://a;AUTH={}@h.example/"}},
		CutShows: true,
		Policy:   policy,
	})
}

// G8, G11: the plan equals the bytes on the wire.
func TestPlanIsWire(t *testing.T) {
	for _, name := range []string{"empty", "message"} {
		withPassword := strings.Replace(transcript.Text(t, name), "alice@", "alice:wonder%3Aland%401@", 1)
		opentest.PlanIsWire(t, pop.Opener{}, opentest.PlanCase{Transcript: withPassword, Options: open.Options{Policy: policy}})
	}
}

// rfc2384 4; rfc8314 3: what is refused before anything is sent.
func TestRefusedURLs(t *testing.T) {
	client := open.New(open.Options{Login: peerLogin}, pop.Opener{})
	for in, want := range map[string]string{
		"pop://joe;AUTH=GSSAPI@h/": "unsupported",
		"pop://joe@h:25/":          "refusal bad-port-list",
		"pop://joe@h/%0d%0aDELE":   "refusal ctl-octet",
		"pop://joe@h/INBOX":        "other",
	} {
		_, err := client.Open(t.Context(), earl.RFC3986.MustParse(in))
		if got := opentest.ErrorWord(err); got != want {
			t.Errorf("Open(%s): %s: %v, want %s", in, got, err, want)
		}
	}
}

// A server that is not on this machine and has no TLS gets no user and no
// password. One that offers STLS and then refuses it does not either.
func TestNoPasswordWithoutTLS(t *testing.T) {
	for _, row := range []struct{ wire, want string }{
		{"S: +OK\nC: CAPA\nS: -ERR\n", "error refusal plain-login"},
		{"S: +OK\nC: CAPA\nS: +OK\nS: STLS\nS: .\nC: STLS\nS: -ERR not now\nC: QUIT\n", "error server: pop: STLS: refused: not now"},
		{"S: +OK\nC: CAPA\nS: +OK\nS: STLS\nS: .\nC: STLS\nS: +OK\nS: +OK injected\n", "error "},
	} {
		peer := opentest.Play(t, "-- url --\npop://joe@mail.example/\n-- wire --\n"+row.wire+"done\n")
		client := peer.Client(open.Options{Login: peerLogin}, pop.Opener{})
		if got := report(t, client, peer.URL); !strings.HasPrefix(got, row.want) {
			t.Errorf("got %swant %s", got, row.want)
		}
	}
}

// Hostile lists are limited, and odd lines are left out.
func TestHostileServers(t *testing.T) {
	const url = "-- url --\npop://joe:" + opentest.Password + "@mail.example/"
	for _, row := range []struct{ path, wire, want string }{
		{"", "C: LIST\nS: +OK\nflood: 1 1\\r\\n\n", "error protocol: pop: LIST: the server sent an invalid response: more than 50 lines"},
		{"", "C: LIST\nS: +OK\nS: 1 1\nS: .\nC: UIDL\nS: +OK\nflood: 1 a\\r\\n\n", "error protocol"},
		{"", "C: LIST\nS: +OK\nS: 1 1\nS: .\nC: UIDL\nS: -ERR\nC: TOP 1 0\nS: +OK\nflood: X: y\\r\\n\n", "error protocol: pop: TOP: the server sent an invalid response: a header of more than 262144 bytes"},
		{"", "C: LIST\nS: 200 what\n", "error protocol: pop: LIST: the server sent an invalid response: a reply that begins with neither +OK nor -ERR"},
		{"1", "C: RETR 1\nS: +OK\nS: half\nclose\n", "error cut: pop: the object was truncated: the server closed the connection inside the message"},
		{"1", "C: RETR 1\nS: -ERR [SYS/TEMP] later\nC: QUIT\n", "error server: pop: RETR \"1\": refused: [SYS/TEMP] later"},
	} {
		peer := opentest.Play(t, url+row.path+"\n-- wire --\n"+login+row.wire+"done\n")
		p := policy
		p.Entries = 50
		client := peer.Client(open.Options{Policy: p}, pop.Opener{})
		if got := report(t, client, peer.URL); !strings.Contains(got, row.want) {
			t.Errorf("%s: got %swant %s", row.wire, got, row.want)
		}
	}
}

// rfc1939 5: a probe asks for the size of a message. The server's refusal means that the
// message does not exist, unless a response code says otherwise.
func TestProbe(t *testing.T) {
	for _, row := range []struct{ path, wire, want string }{
		{"", "C: QUIT\n", "listing"},
		{"1", "C: LIST 1\nS: +OK 1 120\nC: QUIT\n", "document"},
		{"9", "C: LIST 9\nS: -ERR no such message\nC: QUIT\n", "not-found"},
		{"9", "C: LIST 9\nS: -ERR [SYS/TEMP] later\nC: QUIT\n", "server"},
		{";UID=b", "C: UIDL\nS: +OK\nS: 1 a\nS: .\nC: QUIT\n", "not-found"},
		{";UID=a", "C: UIDL\nS: +OK\nS: 1 a\nS: .\nC: LIST 1\nS: +OK 1 120\nC: QUIT\n", "document"},
	} {
		peer := opentest.Play(t, "-- url --\npop://joe:"+opentest.Password+"@mail.example/"+row.path+"\n-- wire --\n"+login+row.wire+"done\n")
		client := peer.Client(open.Options{Policy: policy}, pop.Opener{})
		m, err := client.Probe(t.Context(), earl.RFC3986.MustParse(peer.URL))
		got := map[open.Kind]string{open.KindListing: "listing", open.KindDocument: "document"}[m.Kind]
		if err != nil {
			got = opentest.ErrorWord(err)
		}
		if got != row.want {
			t.Errorf("a probe of %q: %s: %v, want %s", row.path, got, err, row.want)
		}
	}
}

// Of a long line only the number and the unique-id are kept: a mailbox may have
// as many lines as a listing has entries.
func TestLongLinesAreNotKept(t *testing.T) {
	const lines = 2_000
	var text strings.Builder
	text.WriteString("+OK\r\n-ERR\r\n+OK\r\n+OK\r\n+OK\r\n")
	for i := range lines {
		fmt.Fprintf(&text, "%d 1 %s\r\n", i+1, strings.Repeat("x", 8_000))
	}
	text.WriteString(".\r\n-ERR\r\n")
	o := transcript.Saying(text.String())
	o.Policy = policy
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	res, err := open.New(o, pop.Opener{}).Open(t.Context(), earl.RFC3986.MustParse("pop://joe:geheim@127.0.0.1/"))
	if err != nil {
		t.Fatal(err)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if kept := int64(after.HeapAlloc) - int64(before.HeapAlloc); kept > lines*1_000 {
		t.Errorf("%d lines of 8000 bytes keep %d bytes", lines, kept)
	}
	res.(*open.Listing).Close()
}

// FuzzServer: whatever a server sends, opening ends, and an error has a class.
func FuzzServer(f *testing.F) {
	f.Add("+OK\r\n-ERR\r\n+OK\r\n+OK\r\n+OK\r\n1 5\r\n.\r\n+OK\r\n1 a\r\n.\r\n+OK\r\nSubject: \x1b[2J\r\n.\r\n", "")
	f.Add("+OK\r\n+OK\r\nSTLS\r\n.\r\n+OK\r\n", "")
	f.Add("+OK <a@b>\r\n-ERR\r\n+OK\r\n+OK\r\n+OK\r\n..x\r\n.\r\n", "1")
	f.Fuzz(func(t *testing.T, text, path string) {
		client := open.New(transcript.Saying(text), pop.Opener{})
		u, err := earl.RFC3986.Parse("pop://joe:geheim@127.0.0.1/" + path)
		if err != nil {
			return
		}
		got := report(t, client, u.String())
		if strings.Contains(got, "error other") && !strings.Contains(got, "earl:") || strings.Contains(got, "geheim") && !strings.Contains(text, "geheim") {
			t.Errorf("%q gives %s", text, got)
		}
	})
}
