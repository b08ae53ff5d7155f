package pop_test

import (
	"context"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/peers"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/opentest"
	"github.com/earl-url/earl/open/pop"
)

var update = flag.Bool("update", false, "write what came as what is wanted")

// peerLogin answers each question for a login with that of the peers.
func peerLogin(_ context.Context, l open.Login) (open.Login, error) {
	if !l.User.Present {
		l.User = earl.Some(peers.User)
	}
	l.Password = earl.NewSecret(peers.Password)
	return l, nil
}

// report opens a URL, reads everything and describes the result.
func report(t testing.TB, client *open.Client, u string) string {
	t.Helper()
	var b strings.Builder
	res, err := client.Open(t.Context(), earl.RFC3986.MustParse(u))
	switch res := res.(type) {
	case *open.Document:
		fmt.Fprintf(&b, "document %s\n", res.Type)
		var text []byte
		text, err = io.ReadAll(res.Body)
		res.Body.Close()
		for line := range strings.Lines(string(text)) {
			fmt.Fprintf(&b, "\t%q\n", line)
		}
	case *open.Listing:
		b.WriteString("listing" + map[bool]string{true: ", in its order"}[res.Ordered] + "\n")
		var e open.Entry
		var unread open.Unread
		for e, err = range res.Entries {
			if unread.Add(err) {
				b.WriteString("\tunread " + err.Error() + "\n")
				err = nil
				continue
			}
			if err != nil {
				break
			}
			line := fmt.Sprintf("%s %q %s %d", e.Kind, e.Name, e.URL.Redacted(), e.Size)
			if !e.Time.IsZero() {
				line += e.Time.UTC().Format(" 2006-01-02")
			}
			b.WriteString("\t" + strings.Join(append([]string{line}, e.Note...), " ") + "\n")
		}
		res.Close()
	}
	if err != nil {
		fmt.Fprintf(&b, "error %s: %v\n", opentest.ErrorWord(err), err)
	}
	return b.String()
}

// policy allows what the transcripts do: a login without TLS.
var policy = open.Policy{PlainLogin: true}

// rfc1939: each recording has its result, and what is sent is, byte for byte,
// what the standard has.
func TestTranscripts(t *testing.T) {
	for path, s := range opentest.Transcripts(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			peer := opentest.PlayScript(t, s)
			client := peer.Client(open.Options{Login: peerLogin, Policy: policy}, pop.Opener{})
			got := report(t, client, peer.URL)
			peer.Done(t)
			if want, ok := s.File("want"); *update {
				opentest.Rewrite(t, path, got)
			} else if !ok || got != want {
				t.Errorf("got:\n%swant:\n%s", got, want)
			}
		})
	}
}
