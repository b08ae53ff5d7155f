package document

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Lower case has more bytes than "Ⱥ" and than bytes that are not UTF-8. A file with
// such a name is searched like any other, on its own and in an archive.
func TestNameThatIsLongerInLowerCase(t *testing.T) {
	for _, name := range []string{".ȺȺȺ", "a.\xff\xfe\xfd", "\xff.\xff", "Ⱥ.GZ\xff"} {
		if got, want := search(strings.NewReader(text), Source{Name: name}), []string{":1:4 http://h/a"}; !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
		want := []string{name + ":1:4 http://h/a"}
		for kind, archive := range map[string]string{"zip": zipOf(t, file{name, text}), "tar": tarOf(t, file{name, text})} {
			if got := search(strings.NewReader(archive), Source{Name: "a." + kind}); !slices.Equal(got, want) {
				t.Errorf("%q in %s: %q, want %q", name, kind, got, want)
			}
		}
		path := filepath.Join(t.TempDir(), name)
		if os.WriteFile(path, []byte(text), 0o666) != nil {
			continue // the file system has no such names
		}
		for f, err := range Walk(path, WalkOptions{}) {
			if f.Type != Text || err != nil {
				t.Errorf("%q: Walk yields %q, %v", name, f.Type, err)
			}
		}
	}
	if kind, inner := packedByName("Ⱥ.GZ"); kind != Gzip || inner != "Ⱥ" {
		t.Errorf("Ⱥ.GZ is %q of %q", kind, inner)
	}
}
