package mail_test

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/format/mail"
)

var update = flag.Bool("update", false, "write the golden files anew")

// from is the URL from which the messages were retrieved.
var from = mail.Options{Base: extract.BaseOf(earl.RFC3986.MustParse("http://retrieved.example/"))}

// finder returns the function that reads a file.
func finder(name string) func(io.Reader, mail.Options) iter.Seq2[extract.Match, error] {
	if strings.HasSuffix(name, ".mbox") {
		return mail.Mbox
	}
	return mail.URLs
}

// listing writes one line for each match and each error.
func listing(found iter.Seq2[extract.Match, error]) string {
	var b strings.Builder
	for m, err := range found {
		fmt.Fprintf(&b, "%d %d:%d ", m.Offset, m.Line, m.Column)
		if err != nil {
			fmt.Fprintf(&b, "error: %v\n", err)
			continue
		}
		fmt.Fprintf(&b, "%s %s", m.Kind, m.URL)
		if m.Relative {
			b.WriteString(" relative")
		}
		fmt.Fprintf(&b, " in %s from %s", m.Base.URL, m.Base.From)
		if m.Text != m.URL {
			fmt.Fprintf(&b, " as %q", m.Text)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// The results for the messages of testdata, which are written by hand, are
// those in the files next to them, which were checked by reading them. SPEC D3,
// D12, E1, E3.
func TestMessages(t *testing.T) {
	names, _ := filepath.Glob("testdata/*[lx]")
	if len(names) == 0 {
		t.Fatal("no messages")
	}
	for _, name := range names {
		message, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		got, golden := listing(finder(name)(bytes.NewReader(message), from)), name+".urls"
		if *update {
			if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
}
