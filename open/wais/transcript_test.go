package wais_test

import (
	"flag"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/opentest"
	"github.com/earl-url/earl/open/wais"
)

var update = flag.Bool("update", false, "write what came as what is wanted")

// settings are the settings in a transcript's options section.
type settings struct {
	wais    wais.Options
	policy  open.Policy
	request open.Request
	edition *earl.Edition
	first   bool // report only the first entry
}

func settingsOf(t testing.TB, s *opentest.Script) settings {
	t.Helper()
	set := settings{edition: earl.RFC1738}
	if !set.edition.Valid(s.URL) { // documents with a length, and in the notation of Lynx
		set.edition = earl.RFC3986
	}
	text, _ := s.File("options")
	for line := range strings.Lines(text) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch key {
		case "plus":
			set.wais.Plus = true
		case "first":
			set.first = true
		case "entries":
			fmt.Sscan(value, &set.policy.Entries)
		case "message":
			fmt.Sscan(value, &set.wais.MessageSize)
		case "offset":
			fmt.Sscan(value, &set.request.Offset)
		case "end":
			fmt.Sscan(value, &set.request.End)
		case "edition":
			set.edition = map[string]*earl.Edition{"rfc3986": earl.RFC3986, "draft1993": earl.Draft1993}[value]
		default:
			t.Fatalf("option %q", key)
		}
	}
	return set
}

// opened opens a script's URL at a server and describes the result.
func opened(t testing.TB, s *opentest.Script, p *opentest.Pieces) string {
	t.Helper()
	set := settingsOf(t, s)
	u, err := set.edition.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	set.request.URL = u
	client := open.New(p.Options(open.Options{Policy: set.policy}), wais.Opener{Options: set.wais})
	res, err := client.Do(t.Context(), &set.request)
	return report(res, err, set.first)
}

// Each recording (those in testdata with a number) decodes to its description
// in the index, and each request is, byte for byte, one that the server
// answered (B13, B14).
func TestTranscripts(t *testing.T) {
	for path, s := range opentest.Transcripts(t) {
		for _, size := range []int{1 << 20, 1} {
			p := &opentest.Pieces{Wires: s.Wires, Size: size, Cut: -1}
			got := opened(t, s, p)
			for _, fault := range p.Faults() {
				t.Errorf("%s: %s", path, fault)
			}
			want, ok := s.File("want")
			if *update {
				opentest.Rewrite(t, path, got)
			} else if !ok || got != want {
				t.Errorf("%s in pieces of %d: got:\n%swant:\n%s", path, size, got, want)
			}
		}
	}
}

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

// report describes a resource.
func report(res open.Resource, err error, first bool) string {
	var b strings.Builder
	if err == nil {
		m := res.Info()
		fmt.Fprintf(&b, "%s size=%d type=%s\n", m.Kind, m.Size, m.Type)
		notes(&b, "", m.Note)
		err = content(&b, res, first)
	}
	if err != nil {
		fmt.Fprintf(&b, "error %s: %v\n", opentest.ErrorWord(err), err)
	}
	return b.String()
}

// content describes the contents of a resource.
func content(b *strings.Builder, res open.Resource, first bool) error {
	switch v := res.(type) {
	case *open.Document:
		defer v.Body.Close()
		body, err := io.ReadAll(v.Body)
		for line := range strings.Lines(string(body)) {
			fmt.Fprintf(b, "\t%q\n", line)
		}
		return err
	case *open.Listing:
		defer v.Close()
		for e, err := range v.Entries {
			if err != nil {
				return err
			}
			date := "-"
			if !e.Time.IsZero() {
				date = e.Time.Format("2006-01-02")
			}
			fmt.Fprintf(b, "\t%q kind=%s size=%d time=%s type=%s\n\t\t%.200s\n", e.Name, e.Kind, e.Size, date, e.Type, e.URL.String())
			notes(b, "\t\t", e.Note)
			if first {
				break
			}
		}
	case *open.Form:
		for line := range strings.Lines(v.Title) {
			fmt.Fprintf(b, "\t%q\n", line)
		}
		for _, q := range v.Fields {
			fmt.Fprintf(b, "\t%s\n", q.Prompt)
		}
		for _, e := range v.About {
			fmt.Fprintf(b, "\tabout %q kind=%s size=%d %s\n", e.Name, e.Kind, e.Size, e.URL.String())
		}
		u, err := v.Answer([]string{"fox & hen+"})
		fmt.Fprintf(b, "\t%s\n", u)
		return err
	}
	return nil
}

func notes(b *strings.Builder, indent string, list []string) {
	for _, note := range list {
		fmt.Fprintf(b, "%snote %s\n", indent, note)
	}
}
