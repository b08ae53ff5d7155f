package pop_test

import (
	"flag"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/peers"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/transcript"
	"github.com/earl-url/earl/open/opentest"
	"github.com/earl-url/earl/open/pop"
)

var update = flag.Bool("update", false, "write what came as what is wanted")

// peerLogin answers each question for a login with that of the peers.
var peerLogin = transcript.MailLogin(peers.User, peers.Password)

// report opens a URL, reads everything and describes the result.
func report(t testing.TB, client *open.Client, u string) string {
	t.Helper()
	return transcript.Report(t, client, open.Request{URL: earl.RFC3986.MustParse(u)})
}

// policy allows what the transcripts do: a login without TLS.
var policy = open.Policy{PlainLogin: true}

// rfc1939: each recording has its result, and what is sent is, byte for byte,
// what the standard has.
func TestTranscripts(t *testing.T) {
	transcript.Play(t, *update, func(t *testing.T, _ *opentest.Script, p *opentest.Peer) string {
		return report(t, p.Client(open.Options{Login: peerLogin, Policy: policy}, pop.Opener{}), p.URL)
	})
}
