package prospero_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/opentest"
)

var update = flag.Bool("update", false, "write what came as what is wanted")

// transcript is a file of testdata.
type transcript struct {
	path   string
	script *opentest.Script
}

// transcripts parses the files of testdata. The servers' lines were recorded
// ("S<"), or are written by hand if the first line says so.
func transcripts(t testing.TB) (all []transcript) {
	t.Helper()
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no transcripts:", err)
	}
	for _, path := range paths {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(string(b), "# ") {
			t.Errorf("%s: no source in the first line", path)
		}
		s, err := opentest.ParseScript(expand(t, string(b)))
		if err != nil {
			t.Fatal(path, err)
		}
		all = append(all, transcript{path, s})
	}
	return all
}

// url parses the URL of a transcript, in the edition that it names.
func (tr transcript) url(t testing.TB) earl.URL {
	e := earl.RFC1738
	if name, _ := tr.script.File("edition"); strings.TrimSpace(name) == "draft1993" {
		e = earl.Draft1993
	}
	u, err := e.Parse(tr.script.URL)
	if err != nil {
		t.Fatal(tr.path, err)
	}
	return u
}

// run opens the URL against the script and describes the result.
func (tr transcript) run(ctx context.Context, t testing.TB, cut int) (string, *network, *player) {
	n, p := play(t, tr.script)
	p.cut = cut
	client := n.client(open.Options{})
	got := report(ctx, client, tr.url(t))
	for _, address := range n.dialed {
		got += "dialled " + address + "\n"
	}
	if n.open != 0 {
		t.Errorf("%s: %d sockets are open", tr.path, n.open)
	}
	return got, n, p
}

// B16, B17, B33 to B35: each recording decodes to the server's object, and each
// request is, byte for byte, that of the protocol text.
func TestTranscripts(t *testing.T) {
	for _, tr := range transcripts(t) {
		t.Run(filepath.Base(tr.path), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				got, _, p := tr.run(t.Context(), t, 0)
				for _, fault := range p.faults {
					t.Error(fault)
				}
				if p.at != len(p.steps) {
					t.Errorf("the client stopped before line %d", p.steps[p.at].Line)
				}
				for i, at := range p.times {
					if at > 0 {
						got += fmt.Sprintf("datagram %d at %v\n", i+1, at)
					}
				}
				want, _ := tr.script.File("want")
				if *update {
					opentest.Rewrite(t, tr.path, got)
				} else if got != want {
					t.Errorf("got:\n%swant:\n%s", got, want)
				}
			})
		})
	}
}
