package z3950_test

import (
	"flag"
	"fmt"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/transcript"
	"github.com/earl-url/earl/open/opentest"
	"github.com/earl-url/earl/open/z3950"
)

var update = flag.Bool("update", false, "write what came as what is wanted")

// settings returns the settings in a transcript's options section.
func settings(t testing.TB, s *opentest.Script) (o z3950.Options, set transcript.Settings) {
	t.Helper()
	set.Read(t, s, func(key, value string) bool {
		switch key {
		case "raw":
			o.Raw = true
		case "records":
			fmt.Sscan(value, &o.Records)
		case "message":
			fmt.Sscan(value, &o.MessageSize)
		case "use":
			fmt.Sscan(value, &o.DocIDUse)
		default:
			return false
		}
		return true
	})
	return o, set
}

// play opens the URL of a script at a server that sends pieces, and describes the result.
func play(t testing.TB, s *opentest.Script, p *opentest.Pieces) string {
	t.Helper()
	o, set := settings(t, s)
	client := open.New(p.Options(set.Options), z3950.Opener{Options: o})
	set.Request.URL = earl.RFC3986.MustParse(s.URL)
	return transcript.Report(t, client, set.Request)
}

// G4: each recording decodes to what the server has, and each message of the client is, byte for byte,
// one that a server accepted or that was written by hand. The result does not depend on the sizes of the
// pieces in which the bytes arrive.
func TestTranscripts(t *testing.T) { transcript.PlayPieces(t, *update, play) }
