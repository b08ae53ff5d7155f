package pop_test

import (
	"crypto/tls"
	"strconv"
	"strings"
	"testing"

	"github.com/earl-url/earl/internal/peers"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/pop"
)

// G8, rfc1939: a real dovecot lists a mailbox and returns its messages, without
// TLS on this machine, with STLS, and with TLS from the first byte.
func TestRealDovecot(t *testing.T) {
	t.Parallel()
	for _, scheme := range []string{"plain", "pop", "pops"} {
		p := peers.Dovecot(t, scheme != "plain")
		client := open.New(open.Options{Login: peerLogin}, pop.Opener{Options: pop.Options{TLS: &tls.Config{RootCAs: p.Roots}}})
		defer client.Close()
		use := strings.Replace(scheme, "plain", "pop", 1)
		list := report(t, client, p.Of(use, ""))
		if strings.Count(list, "\tdocument") != 3 || !strings.Contains(list, `"Grüße"`) || !strings.Contains(list, "1994-12-01T12:00:00Z\n\t\tnote from Jane Doe <jane@example.test>") {
			t.Errorf("%s: the mailbox is\n%s", scheme, list)
		}
		mails := peers.Mails()[""]
		for i, mail := range mails {
			var want strings.Builder
			want.WriteString("document size=-1 type=message/rfc822\n")
			for line := range strings.Lines(mail) {
				want.WriteString("\t" + strconv.Quote(strings.TrimSuffix(line, "\n")+"\r\n") + "\n")
			}
			if got := report(t, client, p.Of(use, string(rune('1'+i)))); got != want.String() {
				t.Errorf("%s: message %d:\n%swant:\n%s", scheme, i+1, got, want.String())
			}
		}
		first := strings.Fields(strings.SplitAfter(list, "\n")[2])
		for _, word := range first {
			if strings.HasPrefix(word, use+"://") {
				if got := report(t, client, word); !strings.Contains(got, `"Subject: Third\r\n"`) {
					t.Errorf("%s: %s:\n%s", scheme, word, got)
				}
			}
		}
		for path, want := range map[string]string{
			"9":      "error not-found: pop: RETR \"9\": refused: There's no message 9.",
			";UID=x": "error not-found: pop: UIDL: the mailbox has no message with the unique-id \"x\"",
		} {
			if got := report(t, client, p.Of(use, path)); strings.TrimSpace(got) != want {
				t.Errorf("%s: %s: %s, want %s", scheme, path, got, want)
			}
		}
		apop := strings.Replace(p.Of(use, ""), "alice@", "alice;AUTH=+APOP@", 1)
		if got := report(t, client, apop); !strings.HasPrefix(got, "listing") {
			t.Errorf("%s: APOP: %s", scheme, got)
		}
		wrong := strings.Replace(p.Of(use, ""), "alice@", "alice:wrong@", 1)
		if got := report(t, client, wrong); !strings.HasPrefix(got, "error login: pop: PASS xxxxx: refused: [AUTH]") {
			t.Errorf("%s: a wrong password: %s", scheme, got)
		}
	}
}

// A server with a certificate that cannot be verified gets no password.
func TestRealDovecotUnverified(t *testing.T) {
	t.Parallel()
	p := peers.Dovecot(t, true)
	asked := false
	client := open.New(open.Options{Login: peerLogin, Trace: func(e open.Event) { asked = asked || strings.HasPrefix(e.Line, "USER") }}, pop.Opener{})
	defer client.Close()
	for _, scheme := range []string{"pop", "pops"} {
		if got := report(t, client, p.Of(scheme, "")); !strings.HasPrefix(got, "error connect: ") || asked {
			t.Errorf("%s: %s, a login was sent: %v", scheme, got, asked)
		}
	}
}
