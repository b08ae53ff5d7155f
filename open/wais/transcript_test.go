package wais_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/transcript"
	"github.com/earl-url/earl/open/opentest"
	"github.com/earl-url/earl/open/wais"
)

var update = flag.Bool("update", false, "write what came as what is wanted")

// settings are the settings in a transcript's options section.
type settings struct {
	transcript.Settings
	wais    wais.Options
	edition *earl.Edition
	first   bool // report only the first entry
}

func settingsOf(t testing.TB, s *opentest.Script) settings {
	t.Helper()
	set := settings{edition: earl.RFC1738}
	if !set.edition.Valid(s.URL) { // documents with a length, and in the notation of Lynx
		set.edition = earl.RFC3986
	}
	set.Read(t, s, func(key, value string) bool {
		switch key {
		case "plus":
			set.wais.Plus = true
		case "first":
			set.first = true
		case "message":
			fmt.Sscan(value, &set.wais.MessageSize)
		case "edition":
			set.edition = map[string]*earl.Edition{"rfc3986": earl.RFC3986, "draft1993": earl.Draft1993}[value]
		default:
			return false
		}
		return true
	})
	return set
}

// opened opens a script's URL at a server and describes the result.
func opened(t testing.TB, s *opentest.Script, p *opentest.Pieces) string {
	t.Helper()
	set := settingsOf(t, s)
	set.Request.URL = set.edition.MustParse(s.URL)
	res, err := open.New(p.Options(set.Options), wais.Opener{Options: set.wais}).Do(t.Context(), &set.Request)
	if l, ok := res.(*open.Listing); ok && set.first {
		l.Entries = transcript.First(l.Entries)
	}
	return transcript.Describe(res, err)
}

// Each recording (those in testdata with a number) decodes to its description
// in the index, and each request is, byte for byte, one that the server
// answered (B13, B14).
func TestTranscripts(t *testing.T) { transcript.PlayPieces(t, *update, opened) }

// If a response ends early, at any byte, the open returns an error for it, or
// the result of the whole response.
func TestCutAfterEachOctet(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: plays a transcript for each byte")
	}
	for path, s := range opentest.Transcripts(t) {
		want, _ := s.File("want")
		whole := 0
		for _, wire := range s.Wires {
			for _, step := range wire {
				if step.Op == opentest.ServerSends {
					whole += len(step.Text)
				}
			}
		}
		step := 1
		if whole > 4000 { // written by hand, with many repetitions
			step = 101
		}
		for cut := 0; cut < whole; cut += step {
			p := &opentest.Pieces{Wires: s.Wires, Size: 1 << 20, Cut: cut}
			got := opened(t, s, p)
			p.Faults()
			broken := strings.Contains(got, "error cut: ") || strings.Contains(got, "error connect: ") // no server listens when the client tries without Init
			if !broken && got != want {
				t.Fatalf("%s truncated after %d bytes of %d: got:\n%swant an error or\n%s", path, cut, whole, got, want)
			}
		}
	}
}
