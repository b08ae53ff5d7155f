package z3950_test

import (
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/opentest"
	"github.com/earl-url/earl/open/z3950"
)

var update = flag.Bool("update", false, "write what came as what is wanted")

// settings returns the settings in a transcript's options section.
func settings(t testing.TB, s *opentest.Script) (o z3950.Options, r open.Request) {
	t.Helper()
	text, _ := s.File("options")
	for line := range strings.Lines(text) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch key {
		case "raw":
			o.Raw = true
		case "records":
			fmt.Sscan(value, &o.Records)
		case "message":
			fmt.Sscan(value, &o.MessageSize)
		case "use":
			fmt.Sscan(value, &o.DocIDUse)
		case "offset":
			fmt.Sscan(value, &r.Offset)
		case "end":
			fmt.Sscan(value, &r.End)
		default:
			t.Fatalf("unknown option %q", key)
		}
	}
	return o, r
}

// play opens the URL of a script at a server that sends pieces, and describes the result.
func play(t testing.TB, s *opentest.Script, p *opentest.Pieces) string {
	t.Helper()
	o, r := settings(t, s)
	client := open.New(p.Options(open.Options{}), z3950.Opener{Options: o})
	r.URL = earl.RFC3986.MustParse(s.URL)
	res, err := client.Do(t.Context(), &r)
	return report(res, err)
}

// report reads everything of a resource and describes it.
func report(res open.Resource, err error) string {
	var b strings.Builder
	if err == nil {
		m := res.Info()
		fmt.Fprintf(&b, "%s size=%d type=%s\n", m.Kind, m.Size, m.Type)
		for _, note := range m.Note {
			fmt.Fprintf(&b, "note %s\n", note)
		}
	}
	switch res := res.(type) {
	case *open.Document:
		var text []byte
		text, err = io.ReadAll(res.Body)
		res.Body.Close()
		for line := range strings.Lines(string(text)) {
			fmt.Fprintf(&b, "\t%q\n", line)
		}
	case *open.Listing:
		for e, listErr := range res.Entries {
			if err = listErr; err != nil {
				break
			}
			fmt.Fprintf(&b, "\t%s %q %s %q\n", e.Kind, e.Name, e.URL, e.Note)
		}
	case *open.Form:
		fmt.Fprintf(&b, "title %q\n", res.Title)
		for _, q := range res.Fields {
			fmt.Fprintf(&b, "\t%s %q %q %q\n", q.Name, q.Prompt, q.Default, q.Choices)
		}
		for _, e := range res.About {
			fmt.Fprintf(&b, "\tabout %q\n", e.Name)
		}
	}
	if err != nil {
		fmt.Fprintf(&b, "error %s %s: %v\n", opentest.ErrorWord(err), open.ClassOf(err), err)
		if setting := open.SettingOf(err); setting != "" {
			fmt.Fprintf(&b, "setting %s\n", setting)
		}
	}
	return b.String()
}

// G4: each recording decodes to what the server has, and each message of the client is, byte for byte,
// one that a server accepted or that was written by hand. The result does not depend on the sizes of the
// pieces in which the bytes arrive.
func TestTranscripts(t *testing.T) {
	for path, s := range opentest.Transcripts(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			for _, size := range []int{1 << 20, 1} {
				p := &opentest.Pieces{Wires: s.Wires, Size: size, Cut: -1}
				got := play(t, s, p)
				for _, fault := range p.Faults() {
					t.Error(fault)
				}
				if want, ok := s.File("want"); *update {
					opentest.Rewrite(t, path, got)
				} else if !ok || got != want {
					t.Errorf("in pieces of %d: got:\n%swant:\n%s", size, got, want)
				}
			}
		})
	}
}
