package ldap_test

import (
	"context"
	"flag"
	"fmt"
	"io"
	"net/netip"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/peers"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/transcript"
	"github.com/earl-url/earl/open/ldap"
	"github.com/earl-url/earl/open/opentest"
)

var update = flag.Bool("update", false, "write what came as what is wanted")

// escapedManager is [peers.Manager] in the extension of a URL.
const escapedManager = "cn=manager%2Cdc=example%2Cdc=test"

// peerLogin answers each question for a login with the password of the peers.
func peerLogin(_ context.Context, l open.Login) (open.Login, error) {
	l.Password = earl.NewSecret(peers.Password)
	return l, nil
}

// report opens a request, reads everything and describes the result.
func report(t testing.TB, client *open.Client, r *open.Request) string {
	t.Helper()
	var b strings.Builder
	res, err := client.Do(t.Context(), r)
	switch res := res.(type) {
	case *open.Document:
		fmt.Fprintf(&b, "document size=-1\n")
		var text []byte
		text, err = io.ReadAll(res.Body)
		res.Body.Close()
		if int64(len(text)) != res.Size && r.Offset == 0 {
			t.Errorf("the document has %d bytes, and its Size is %d", len(text), res.Size)
		}
		for line := range strings.Lines(string(text)) {
			b.WriteString("\t" + line)
		}
		for _, note := range res.Note {
			b.WriteString("note " + note + "\n")
		}
	case *open.Listing:
		fmt.Fprintf(&b, "listing size=%d\n", res.Size)
		var e open.Entry
		for e, err = range res.Entries {
			if err != nil {
				break
			}
			line := fmt.Sprintf("\t%s %q %s", e.Kind, e.Name, e.URL.Redacted())
			if !e.Time.IsZero() {
				line += e.Time.UTC().Format("") // times differ from run to run
			}
			b.WriteString(strings.TrimSpace("|" + strings.Join(append([]string{line}, e.Note...), " "))[1:] + "\n")
		}
		res.Close()
	case *open.Referral:
		fmt.Fprintf(&b, "referral %s\n", res.Reason)
		for _, u := range res.Targets {
			fmt.Fprintf(&b, "\t%s\n", u.Redacted())
		}
	}
	if err != nil {
		fmt.Fprintf(&b, "error %s: %v\n", opentest.ErrorWord(err), err)
	}
	return b.String()
}

// rfc4511, rfc4516: what is sent is, byte for byte, what a real client or the
// standard has, and each recording has its result.
func TestTranscripts(t *testing.T) {
	transcript.Play(t, *update, func(t *testing.T, _ *opentest.Script, p *opentest.Peer) string {
		client := p.Client(open.Options{Login: peerLogin, Policy: open.Policy{PlainLogin: true}}, ldap.Opener{})
		return report(t, client, &open.Request{URL: earl.RFC3986.MustParse(p.URL)})
	})
}

// sent is a recording of what was sent.
type sent struct{ strings.Builder }

func (s *sent) Record(*open.Request) open.Recording      { return s }
func (s *sent) Connect(string, netip.AddrPort) open.Wire { return s }
func (s *sent) Opened(*open.Meta)                        {}
func (s *sent) Content([]byte)                           {}
func (s *sent) Done(error) error                         { return nil }
func (s *sent) Sent(p []byte)                            { s.Write(p) }
func (s *sent) Received([]byte)                          {}

// F3: a recording of a login has no password.
func TestRecordingsHaveNoPassword(t *testing.T) {
	peer := opentest.Play(t, transcript.Text(t, "login"))
	var s sent
	client := peer.Client(open.Options{Login: peerLogin, Policy: open.Policy{PlainLogin: true}, Recorder: &s}, ldap.Opener{})
	report(t, client, &open.Request{URL: earl.RFC3986.MustParse(peer.URL)})
	peer.Done(t)
	if strings.Contains(s.String(), peers.Password) || !strings.Contains(s.String(), earl.Hidden) {
		t.Errorf("the recording has %q", s.String())
	}
}
