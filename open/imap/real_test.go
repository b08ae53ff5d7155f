package imap_test

import (
	"crypto/tls"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/peers"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/imap"
)

// G8, rfc9051: a real dovecot lists mailboxes and messages and returns them,
// without TLS on this machine, with STARTTLS, and with TLS from the first byte.
// It marks nothing as read.
func TestRealDovecot(t *testing.T) {
	t.Parallel()
	for _, scheme := range []string{"plain", "imap", "imaps"} {
		p := peers.Dovecot(t, scheme != "plain")
		unread := filepath.Join(p.Root, "new", "786289999.m9.host")
		if err := os.WriteFile(unread, []byte("Subject: Unread\n\nx\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		client := open.New(open.Options{Login: peerLogin}, imap.Opener{Options: imap.Options{TLS: &tls.Config{RootCAs: p.Roots}}})
		defer client.Close()
		use := strings.Replace(scheme, "plain", "imap", 1)
		want := "listing size=-1 type=\n"
		for _, box := range []string{"Archive", "Archive.Y1994", "Entwürfe", "INBOX"} {
			want += fmt.Sprintf("\tlisting %q %s\n", box, p.Of(use, strings.Replace(box, "ü", "%C3%BC", 1)))
		}
		if got := report(t, client, p.Of(use, "")); got != want {
			t.Errorf("%s: the mailboxes are\n%s", scheme, got)
		}
		list := report(t, client, p.Of(use, "INBOX"))
		rows := strings.Split(list, "\n\tdocument ")
		if len(rows) != 5 || !strings.HasPrefix(rows[1], `"Unread" `) || !strings.Contains(rows[3], `"Grüße"`) || !strings.HasSuffix(rows[4], "1994-12-01T12:00:00Z\n\t\tnote from Jane Doe <jane@example.test>\n") {
			t.Fatalf("%s: the messages are\n%s", scheme, list)
		}
		for i, mail := range peers.Mails()[""] {
			var want strings.Builder
			fmt.Fprintf(&want, "document size=%d type=message/rfc822\n", len(strings.ReplaceAll(mail, "\n", "\r\n")))
			for line := range strings.Lines(mail) {
				want.WriteString("\t" + strconv.Quote(strings.TrimSuffix(line, "\n")+"\r\n") + "\n")
			}
			if got := report(t, client, strings.Fields(rows[4-i][strings.LastIndex(rows[4-i], use+"://"):])[0]); got != want.String() {
				t.Errorf("%s: message %d:\n%swant:\n%s", scheme, i+1, got, want.String())
			}
		}
		for path, want := range map[string]string{
			"Entw%C3%BCrfe":                                   "listing size=-1 type=\n\tordered\n",
			"INBOX?SUBJECT%20%22Third%22":                     "listing size=-1 type=\n\tordered\n\tdocument \"Third\" ",
			"INBOX?SUBJECT%20none":                            "listing size=-1 type=\n\tordered\n",
			"INBOX?NONSENSE":                                  "error server: imap: UID SEARCH: BAD ",
			"INBOX/;UID=2/;SECTION=2":                         "document size=12 type=\n\t\"PGI+aGk8L2I+\"\n",
			"INBOX/;UID=2/;SECTION=2.MIME":                    "document size=62 type=text/plain\n\t\"Content-Type: text/html\\r\\n\"\n",
			"INBOX/;UID=1/;PARTIAL=6.4":                       "document size=4 type=\n\t\"Jane\"\n",
			"INBOX/;UID=1/;SECTION=header.fields%20(Subject)": "document size=18 type=text/plain\n\t\"Subject: First\\r\\n\"\n",
			"INBOX/;UID=99":                                   "error not-found: imap: UID FETCH: the mailbox has no message with the UID 99\n",
			"INBOX;UIDVALIDITY=1/;UID=1":                      "error not-found: imap: EXAMINE: the URL is stale",
			"nosuch":                                          "error not-found: imap: EXAMINE: NO ",
		} {
			if got := report(t, client, p.Of(use, path)); !strings.HasPrefix(got, want) {
				t.Errorf("%s: %s: %s, want %s", scheme, path, got, want)
			}
		}
		for path, kind := range map[string]open.Kind{"": open.KindListing, "INBOX": open.KindListing, "INBOX/;UID=1": open.KindDocument} {
			if m, err := client.ProbeRequest(t.Context(), &open.Request{URL: earl.RFC3986.MustParse(p.Of(use, path))}); err != nil || m.Kind != kind || kind == open.KindDocument && m.Size != 179 {
				t.Errorf("%s: Probe(%s) = %+v, %v", scheme, path, m, err)
			}
		}
		cur, _ := filepath.Glob(filepath.Join(p.Root, "*", "786289999.m9.host*"))
		if len(cur) != 1 || strings.HasSuffix(cur[0], "S") {
			t.Errorf("%s: the unread message is %q now", scheme, cur)
		}
		if got := report(t, client, strings.Replace(p.Of(use, ""), "alice@", "alice:wrong@", 1)); !strings.HasPrefix(got, "error login: imap: LOGIN: NO [AUTHENTICATIONFAILED]") {
			t.Errorf("%s: a wrong password: %s", scheme, got)
		}
	}
}
