package ftp

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
)

var update = flag.Bool("update", false, "rewrite the want sections in testdata")

// TestTranscripts plays each script in testdata. It compares every sent byte
// and the result. The replies are those of real servers.
func TestTranscripts(t *testing.T) {
	for _, s := range scripts(t) {
		t.Run(s.name, func(t *testing.T) {
			if !strings.HasPrefix(s.src, "# ") {
				t.Error("no source in the first line")
			}
			got := ""
			for _, oneByte := range []bool{false, true} {
				synctest.Test(t, func(t *testing.T) {
					var r *result
					r, got = s.report(t.Context(), t, oneByte, -1)
					if len(r.peer.dials) > 0 {
						<-r.peer.done
					}
					for _, fault := range r.peer.failed {
						t.Errorf("one byte at a time %v: %s", oneByte, fault)
					}
					if len(r.peer.dials) == 0 && len(s.lines("wire")) > 0 {
						t.Error("nothing was dialled")
					}
				})
				if want := s.sections["want"]; got != want && !*update {
					t.Errorf("one byte at a time %v: got\n%swant\n%s", oneByte, got, want)
				}
			}
			if *update {
				s.rewrite(t, got)
			}
		})
	}
}

// rewrite puts got into the want section, which is the last.
func (s script) rewrite(t *testing.T, got string) {
	path := filepath.Join("testdata", s.name+".txtar")
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	head, _, _ := bytes.Cut(b, []byte("-- want --\n"))
	if err := os.WriteFile(path, []byte(string(head)+"-- want --\n"+got), 0o644); err != nil {
		t.Fatal(err)
	}
}
