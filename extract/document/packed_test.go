package document

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// "Ⱥ" and bytes that are not UTF-8 have more bytes in lower case. A file with
// such a name is searched like any other, in a directory and in an archive.
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
			continue // the file system does not allow such names
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

// Text and Markdown in UTF-16 or UTF-32 are not searched, and this is an error.
func TestWideTextIsAnError(t *testing.T) {
	const want = "error: UTF-16 is searched only in HTML"
	for name, in := range map[string]string{
		"UTF-16LE": "\xff\xfeh\x00", "UTF-16BE": "\xfe\xff\x00h", "no ASCII": "\xff\xfe\x4e\x4e",
		"UTF-32LE": "\xff\xfe\x00\x00h\x00\x00\x00", "UTF-32BE": "\x00\x00\xfe\xff\x00\x00\x00h",
	} {
		for _, s := range []Source{{Name: "a.txt"}, {Name: "a.md"}, {}, {Type: Text}} {
			for _, r := range []io.Reader{strings.NewReader(in), iotest.OneByteReader(strings.NewReader(in))} {
				if got := search(r, s); !slices.Equal(got, []string{want}) {
					t.Errorf("%s, %+v: %q, want %q", name, s, got, want)
				}
			}
		}
		for _, member := range []string{"a.txt", "a.md", "a.json", "a.csv", "a.yaml", "a.go", "a.tex"} {
			archive := zipOf(t, file{member, in}, file{"b.txt", text})
			if got, want := search(strings.NewReader(archive), Source{}), []string{member + ":1:1 " + want, "b.txt:1:4 http://h/a"}; !slices.Equal(got, want) {
				t.Errorf("%s in %s in an archive: %q, want %q", name, member, got, want)
			}
		}
	}
	page := "\xff\xfe<\x00a\x00 \x00h\x00r\x00e\x00f\x00=\x00x\x00>\x00"
	if got := search(strings.NewReader(page), Source{Name: "a.html"}); len(got) != 1 || strings.Contains(got[0], "error") {
		t.Errorf("a page: %q", got)
	}
	if got := search(strings.NewReader("\xff"), Source{Name: "a.txt"}); got != nil {
		t.Errorf("one byte: %q", got)
	}
}
