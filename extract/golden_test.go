package extract_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/earl-url/earl/extract"
)

var update = flag.Bool("update", false, "rewrite the golden file")

// documents is the directory of the four sources, which may be next to a
// checkout.
const documents = "../../shared/standards"

// E7: all URLs of the source documents are in the golden file, which was
// checked by reading it. Of the wrapped ones 30 are in rfc1738, 6 of them
// broken over lines, and 27 in draft1994, 9 of them broken.
func TestSourceDocuments(t *testing.T) {
	type count struct{ wrapped, broken int }
	want := map[string]count{"rfc1738.txt": {30, 6}, "draft-1994-08.txt": {27, 9}, "draft-1993-10.txt": {}, "draft-1996-11.txt": {}}
	var out bytes.Buffer
	for _, name := range []string{"rfc1738.txt", "draft-1993-10.txt", "draft-1994-08.txt", "draft-1996-11.txt"} {
		text, err := os.ReadFile(filepath.Join(documents, name))
		if err != nil {
			t.Skipf("the source documents are not here: %v", err)
		}
		var got count
		for _, m := range all(t, string(text), extract.Options{}) {
			fmt.Fprintf(&out, "%s:%d:%d: %d %s %s %s", name, m.Line, m.Column, m.Offset, m.Kind, m.Confidence, m.URL)
			for _, a := range m.Alternatives {
				fmt.Fprintf(&out, " or %q", a)
			}
			out.WriteByte('\n')
			if m.Kind == extract.Wrapped {
				got.wrapped++
				if strings.Contains(m.Text, "\n") {
					got.broken++
				}
			}
		}
		if got != want[name] {
			t.Errorf("%s: %+v, want %+v", name, got, want[name])
		}
	}
	golden := filepath.Join("testdata", "documents.golden")
	if *update {
		if err := os.WriteFile(golden, out.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(text, out.Bytes()) {
		t.Errorf("the source documents give\n%swant\n%s", out.Bytes(), text)
	}
}
