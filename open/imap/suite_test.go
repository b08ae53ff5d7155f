package imap_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/imap"
	"github.com/earl-url/earl/open/internal/transcript"
	"github.com/earl-url/earl/open/opentest"
)

// login is a session up to the end of a login with the password of the URL, and
// examined up to an open mailbox with two messages.
const (
	login    = "S: * OK hello\nC: a CAPABILITY\nS: * CAPABILITY IMAP4rev1\nS: a OK\nC: d LOGIN \"joe\" \"" + opentest.Password + "\"\nS: d OK\n"
	examined = login + "C: f EXAMINE \"INBOX\"\nS: * 2 EXISTS\nS: * OK [UIDVALIDITY 7] x\nS: f OK\n"
	items    = "(UID RFC822.SIZE INTERNALDATE BODY.PEEK[HEADER.FIELDS (SUBJECT FROM DATE)])\n"
	fetch    = "C: h UID FETCH 1 (BODY.PEEK[])\n"
	list     = "C: i1 FETCH 1:2 " + items
)

func TestSuite(t *testing.T) {
	const url = "-- url --\nimap://joe:" + opentest.Password + "@mail.example/INBOX"
	message := url + "/;UID=1\n-- wire --\n" + examined + fetch + "S: * 1 FETCH (UID 1 BODY[] {6}\nS: a: b\nS: )\nS: h OK\nC: z LOGOUT\n"
	opentest.Run(t, imap.Opener{}, opentest.Fixture{
		Document: message,
		Listing:  url + "\n-- wire --\n" + examined + list + "S: * 1 FETCH (UID 4 RFC822.SIZE 6)\nS: * 2 FETCH (UID 5)\nS: i1 OK\nC: z LOGOUT\n",
		Login:    message,
		Endless:  url + "/;UID=1\n-- wire --\n" + examined + fetch + "S: * 1 FETCH (BODY[] {4000000000}\nflood: x\n",
		Hostile: []opentest.Hostile{
			{URL: "imap://a{}b@h.example/"}, {URL: "imap://h{}.example/"}, {URL: "imap://a@h.example/b{}"}, {URL: "imap://a@h.example/b?c{}"},
			{URL: "imap://a@h.example/b/;UID=1/;SECTION={}"}, {URL: "imap://a;AUTH={}@h.example/"},
		},
		CutShows: true,
		Policy:   policy,
	})
}

// G8, G11: the plan equals the bytes on the wire.
func TestPlanIsWire(t *testing.T) {
	for _, name := range []string{"mailboxes", "message", "section", "partial", "other-name"} {
		withPassword := strings.Replace(transcript.Text(t, name), "alice@", "alice:wonder%3Aland%401@", 1)
		opentest.PlanIsWire(t, imap.Opener{}, opentest.PlanCase{Transcript: withPassword, Options: open.Options{Policy: policy}})
	}
}

// rfc5092; rfc8314 3: what is refused before anything is sent.
func TestRefusedURLs(t *testing.T) {
	client := open.New(open.Options{Login: peerLogin}, imap.Opener{})
	for in, want := range map[string]string{
		"imap://joe;AUTH=GSSAPI@h/":                   "unsupported",
		"imap://joe@h:25/":                            "refusal bad-port-list",
		"imap://joe@h/a%0d%0az%20DELETE":              "refusal ctl-octet",
		"imap://joe@h/a;x":                            "other",
		"imap://joe@h/a?TEXT%20%7B5%7D":               "unsupported",
		"imap://joe@h/a?TEXT%20%C3%A9":                "unsupported",
		"imap://joe@h/a/;UID=1/;SECTION=1%5D%20FLAGS": "unsupported",
	} {
		_, err := client.Open(t.Context(), earl.RFC3986.MustParse(in))
		if got := opentest.ErrorWord(err); got != want {
			t.Errorf("Open(%s): %s: %v, want %s", in, got, err, want)
		}
	}
}

// A server that is not on this machine and has no TLS gets no user and no
// password. One that offers STARTTLS and then refuses it does not either.
func TestNoPasswordWithoutTLS(t *testing.T) {
	for _, row := range []struct{ wire, want string }{
		{"S: * OK\nC: a CAPABILITY\nS: a BAD\nC: z LOGOUT\n", "error server: imap: CAPABILITY: BAD"},
		{"S: * OK\nC: a CAPABILITY\nS: a OK\n", "error refusal plain-login"},
		{"S: * OK\nC: a CAPABILITY\nS: * CAPABILITY STARTTLS\nS: a OK\nC: b STARTTLS\nS: b NO not now\nC: z LOGOUT\n", "error connect: imap: STARTTLS: NO not now"},
		{"S: * OK\nC: a CAPABILITY\nS: * CAPABILITY STARTTLS\nS: a OK\nC: b STARTTLS\nS: b OK\nS: * CAPABILITY IMAP4rev1\n", "error "},
		{"S: * PREAUTH\nC: a CAPABILITY\nS: * CAPABILITY STARTTLS\nS: a OK\nC: e LIST \"\" \"*\"\nS: e OK\nC: z LOGOUT\n", "listing size=-1 type=\n"},
	} {
		peer := opentest.Play(t, "-- url --\nimap://joe@mail.example/\n-- wire --\n"+row.wire+"done\n")
		client := peer.Client(open.Options{Login: peerLogin}, imap.Opener{})
		if got := report(t, client, peer.URL); !strings.HasPrefix(got, row.want) {
			t.Errorf("got %swant %s", got, row.want)
		}
	}
}

// Hostile responses are limited, and those that were not understood are counted.
func TestHostileServers(t *testing.T) {
	const url = "-- url --\nimap://joe:" + opentest.Password + "@mail.example/INBOX"
	const search = examined + "C: g UID SEARCH ALL\n"
	for _, row := range []struct{ path, wire, want string }{
		{"", examined + list + "S: * 1 FETCH (UID 1 BODY[HEADER] {99999999}\nflood: x\n", "error protocol: imap: FETCH: the server sent an invalid response: a response of more than 1048576 bytes"},
		{"", examined + list + "S: * 1 FETCH (UID 1 X " + strings.Repeat("(", 50) + "\nS: * 2 FETCH (UID 2)\nS: i1 OK\nC: z LOGOUT\n", "listing size=-1 type=\n\tordered\n\tunread imap: FETCH: an entry was not understood: \"1 FETCH (UID 1 X ((("},
		{"", examined + list + "S: * 1 FETCH (UID one)\nS: * 2 FETCH (UID 2)\nS: i1 OK\nC: z LOGOUT\n", "it is not a FETCH response with a UID (rfc9051 7.5.2)\n\tdocument \"Message 2\" "},
		{"", examined + list + "S: * 1 FETCH (FLAGS (\\x5cSeen))\nS: * 2 FETCH (UID 2)\nS: i1 OK\nC: z LOGOUT\n", "listing size=-1 type=\n\tordered\n\tdocument \"Message 2\" "},
		{"?ALL", search + "S: * SEARCH 3 four\nS: g OK\nC: i1 UID FETCH 3 " + items + "S: * 1 FETCH (UID 3)\nS: i1 OK\nC: z LOGOUT\n", "\tunread imap: SEARCH: an entry was not understood: \"SEARCH 3 four\""},
		{"?ALL", search + "S: * SEARCH none\nS: g OK\nC: z LOGOUT\n", "\tunread imap: SEARCH: an entry was not understood: \"SEARCH none\""},
		{"", examined + list + "S: x1 OK\n", "error protocol: imap: FETCH: the server sent an invalid response: a response to another command"},
		{"", examined + list + "S: * BYE shutting down\n", "error connect: imap: FETCH: BYE shutting down"},
		{"", examined + list + "S: * 1 FETCH (UID 1\nclose\n", "error cut"},
		{"?ALL", search + "S: * ESEARCH (TAG \"g\") UID ALL 1:4294967295\n", "error protocol: imap: UID SEARCH: the server sent an invalid response: a search found more than 1000000 messages"},
		{"?ALL", search + "S: * ESEARCH (TAG \"g\") UID ALL 3:2,9\nS: g OK\nC: i1 UID FETCH 2,3,9 " + items + "S: i1 OK\nC: z LOGOUT\n", "listing size=-1 type=\n\tordered\n"},
		{"/;UID=1", examined + fetch + "S: * 1 FETCH (BODY[] {10}\nS: short\nclose\n", "error cut: imap: UID FETCH: the object was truncated: the server closed the connection inside a response"},
		{"/;UID=1", examined + fetch + "S: * 1 FETCH (FLAGS () BODY[] \"a b\")\nS: h OK\nC: z LOGOUT\n", "document size=3 type=message/rfc822\n\t\"a b\"\n"},
		{"/;UID=1", examined + fetch + "S: * 1 FETCH (BODY[] NIL)\nS: h OK\nC: z LOGOUT\n", "document size=0 type=message/rfc822\n"},
		{"/;UID=1", examined + fetch + "S: * 1 FETCH (BODY[] {0}\nS: )\nS: h NO failed\nC: z LOGOUT\n", "error server: imap: UID FETCH: NO failed"},
	} {
		peer := opentest.Play(t, url+row.path+"\n-- wire --\n"+row.wire+"done\n")
		client := peer.Client(open.Options{Policy: policy}, imap.Opener{})
		if got := report(t, client, peer.URL); !strings.Contains(got, row.want) {
			t.Errorf("%s: got %swant %s", row.wire, got, row.want)
		}
	}
}

// What a server sends before the response that completes a command is limited.
func TestEndlessResponses(t *testing.T) {
	const hello = "* OK\r\n* CAPABILITY IMAP4rev1\r\na OK\r\nd OK\r\n"
	var words strings.Builder
	for i := range 1001 {
		fmt.Fprintf(&words, " X%d", i)
	}
	for _, row := range []struct{ path, text, want string }{
		{"", "* OK\r\n* CAPABILITY" + words.String() + "\r\na OK\r\nd OK\r\n", "error protocol: imap: CAPABILITY: the server sent an invalid response: more than 1000 capabilities"},
		{"", hello + strings.Repeat("* LIST () \"/\" {900000}\r\n"+strings.Repeat("n", 900000)+"\r\n", 20) + "e OK\r\n", "error protocol: imap: LIST: the server sent an invalid response: names of mailboxes of more than 16777216 bytes"},
		{"INBOX", hello + strings.Repeat("* FLAGS ()\r\n", 10_200) + "f OK\r\n", "error protocol: imap: EXAMINE: the server sent an invalid response: more than 10100 responses to one command"},
		{"INBOX/;UID=1", hello + "f OK\r\n" + strings.Repeat("* 1 EXPUNGE\r\n", 10_200) + "h OK\r\n", "error protocol: imap: UID FETCH: the server sent an invalid response: more than 10100 responses to one command"},
	} {
		o := transcript.Saying(row.text)
		o.Policy = open.Policy{Entries: 100}
		if got := report(t, open.New(o, imap.Opener{}), "imap://joe:geheim@127.0.0.1/"+row.path); !strings.Contains(got, row.want) {
			t.Errorf("got %.300s, want %s", got, row.want)
		}
	}
}

// A mailbox with more messages than the policy allows is listed from its newest
// message, and the listing ends in an error.
func TestNewestAreListed(t *testing.T) {
	const wire = login + "C: f EXAMINE \"INBOX\"\nS: * 900 EXISTS\nS: f OK\nC: i1 FETCH 801:900 " + items + "S: * 900 FETCH (UID 900)\nS: i1 OK\n" +
		"C: i2 FETCH 781:800 " + items + "S: * 781 FETCH (UID 781)\nS: * 800 FETCH (UID 800)\nS: i2 OK\ndone\n"
	peer := opentest.Play(t, "-- url --\nimap://joe:"+opentest.Password+"@mail.example/INBOX\n-- wire --\n"+wire)
	p := policy
	p.Entries = 120
	got := report(t, peer.Client(open.Options{Policy: p}, imap.Opener{}), peer.URL)
	if !strings.Contains(got, "Message 900") || strings.Index(got, "Message 800") > strings.Index(got, "Message 781") || !strings.Contains(got, "error cut: imap: the object was truncated: more than 120 entries") {
		t.Errorf("got %s", got)
	}
}

// FuzzServer: whatever a server sends, opening ends, an error has a class, and the password
// is not shown.
func FuzzServer(f *testing.F) {
	const hello = "* OK\r\n* CAPABILITY IMAP4rev1\r\na OK\r\nd OK\r\n"
	f.Add(hello+"* LIST (\\HasNoChildren) \"/\" \"Entw&APw-rfe\"\r\n* LIST () NIL {3}\r\na/b\r\ne OK\r\n", "")
	f.Add(hello+"* 2 EXISTS\r\nf OK\r\n* 1 FETCH (UID 4 BODY[HEADER.FIELDS (SUBJECT)] {14}\r\nSubject: \x1b[2J\r\n)\r\ni1 OK\r\n", "INBOX")
	f.Add(hello+"f OK\r\n* SEARCH 1 2\r\n* ESEARCH ALL 1:3\r\ng OK\r\n* 1 FETCH (UID 4 (((\r\n", "INBOX?ALL")
	f.Add(hello+"f OK\r\n* 1 FETCH (BODY[] {2}\r\nab)\r\nh OK\r\n", "INBOX/;UID=1")
	f.Fuzz(func(t *testing.T, text, path string) {
		u, err := earl.RFC3986.Parse("imap://joe:geheim@127.0.0.1/" + path)
		if err != nil {
			return
		}
		got := report(t, open.New(transcript.Saying(text), imap.Opener{}), u.String())
		if strings.Contains(got, "error other") && !strings.Contains(got, "earl:") || strings.Contains(got, "geheim") && !strings.Contains(text+path, "geheim") {
			t.Errorf("%q gives %s", text, got)
		}
	})
}
