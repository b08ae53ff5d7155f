package nntp_test

import (
	"context"
	"flag"
	"fmt"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/transcript"
	"github.com/earl-url/earl/open/nntp"
	"github.com/earl-url/earl/open/opentest"
)

var update = flag.Bool("update", false, "write what came as what is wanted")

// edition parses the URLs of the transcripts.
var edition = earl.RFC1738

// settings are the settings in a transcript's options section. The default
// server of news URLs is news.example.
type settings struct {
	transcript.Settings
	opener nntp.Options
	probe  bool
}

func settingsOf(t testing.TB, s *opentest.Script) settings {
	t.Helper()
	set := settings{opener: nntp.Options{Server: "news.example"}}
	set.Read(t, s, func(key, value string) bool {
		switch key {
		case "server":
			set.opener.Server = value
		case "security":
			set.opener.Security = nntp.Security(value)
		case "nobody":
			set.Options.Login = func(context.Context, open.Login) (open.Login, error) { return open.Login{}, nil }
		case "overview":
			fmt.Sscan(value, &set.opener.Overview)
		case "headers":
			fmt.Sscan(value, &set.opener.Headers)
		case "replyline":
			fmt.Sscan(value, &set.Options.Policy.ReplyLine)
		case "descriptions":
			set.opener.Descriptions = true
		case "probe":
			set.probe = true
		default:
			return false
		}
		return true
	})
	return set
}

// Each recording (those in testdata whose names begin with inn- and sn-)
// decodes to the server's object, and each command is, byte for byte, what
// rfc1738 3.6 and 3.7 and the servers require.
func TestTranscripts(t *testing.T) {
	transcript.Play(t, *update, func(t *testing.T, s *opentest.Script, p *opentest.Peer) string {
		set := settingsOf(t, s)
		return report(t, p.Client(set.Options, nntp.Opener{Options: set.opener}), set, p.URL)
	})
}

// report opens a URL, reads everything and describes the result.
func report(t testing.TB, client *open.Client, set settings, text string) string {
	t.Helper()
	u, err := edition.Parse(text)
	if err != nil { // nntps and IPv6
		if u, err = earl.RFC3986.Parse(text); err != nil {
			t.Fatal(err)
		}
	}
	if set.Request.URL = u; !set.probe {
		return transcript.Report(t, client, set.Request)
	}
	return transcript.DescribeMeta(client.Probe(t.Context(), u))
}
