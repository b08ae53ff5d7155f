package outfile_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl/internal/outfile"
)

// write writes a file to its end.
func write(name, text string, o outfile.Options) error {
	f, err := outfile.Create(name, o)
	if err != nil {
		return err
	}
	defer f.Discard()
	if _, err := f.WriteString(text); err != nil {
		return err
	}
	return f.Commit()
}

// content returns the text of a file.
func content(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// names returns the names in a directory.
func names(t *testing.T, dir string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

// The earlier file stays until Commit, and after Discard.
func TestFileIsReplacedAtOnce(t *testing.T) {
	t.Parallel()
	for _, commit := range []bool{true, false} {
		dir := t.TempDir()
		name := filepath.Join(dir, "a")
		if err := os.WriteFile(name, []byte("old"), 0o640); err != nil {
			t.Fatal(err)
		}
		f, err := outfile.Create(name, outfile.Options{})
		if err != nil {
			t.Fatal(err)
		}
		f.WriteString("new")
		if got := content(t, name); got != "old" || !f.Replaces() {
			t.Errorf("before the end the file has %q", got)
		}
		want := "old"
		if commit {
			want = "new"
			if err := f.Commit(); err != nil {
				t.Fatal(err)
			}
		}
		f.Discard()
		if got := content(t, name); got != want {
			t.Errorf("commit %v: the file has %q", commit, got)
		}
		if list := names(t, dir); !slices.Equal(list, []string{"a"}) {
			t.Errorf("commit %v: the directory has %q", commit, list)
		}
	}
}

// A name can be as long as the file system allows, and have bytes of any kind.
func TestNames(t *testing.T) {
	t.Parallel()
	for _, base := range []string{"a", ".a", "-", "a b\n", strings.Repeat("n", 255), strings.Repeat("ü", 127), "a%d"} {
		dir := t.TempDir()
		if err := write(filepath.Join(dir, base), "x", outfile.Options{}); err != nil {
			t.Errorf("%q: %v", base, err)
		}
		if list := names(t, dir); !slices.Equal(list, []string{base}) {
			t.Errorf("%q: the directory has %q", base, list)
		}
	}
}

// Two programs that write a file do not disturb each other: the last one wins.
func TestTwoWriters(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	one, err := outfile.Create(name, outfile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	two, err := outfile.Create(name, outfile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	one.WriteString("one")
	two.WriteString("two")
	if err := errors.Join(two.Commit(), one.Commit()); err != nil {
		t.Fatal(err)
	}
	if got := content(t, name); got != "one" || len(names(t, dir)) != 1 {
		t.Errorf("the file has %q, the directory %q", got, names(t, dir))
	}
}

// A file of another kind is not replaced; a missing and an empty one are of every kind.
func TestKind(t *testing.T) {
	t.Parallel()
	kind := &outfile.Kind{Name: "a list", Is: func(head []byte, whole bool) bool {
		return bytes.HasPrefix(head, []byte("list")) && whole == (len(head) < 64<<10)
	}}
	for _, tt := range []struct {
		old  string
		want bool
	}{
		{"", true}, {"list of x", true}, {"list" + strings.Repeat("x", 100_000), true},
		{"other", false}, {"\x00", false}, {" list", false}, {"lis", false},
	} {
		name := filepath.Join(t.TempDir(), "a")
		if err := os.WriteFile(name, []byte(tt.old), 0o600); err != nil {
			t.Fatal(err)
		}
		checked := kind.Check(name)
		err := write(name, "list new", outfile.Options{Kind: kind})
		var other *outfile.KindError
		if tt.want != (err == nil) || tt.want != (checked == nil) || !tt.want && (!errors.As(err, &other) || !errors.As(checked, &other)) {
			t.Errorf("%.20q: %v, %v", tt.old, err, checked)
		}
		if got := content(t, name); (got == tt.old) == tt.want {
			t.Errorf("%.20q: the file has %.20q", tt.old, got)
		}
	}
	if err := kind.Check(filepath.Join(t.TempDir(), "missing")); err != nil {
		t.Errorf("a missing file: %v", err)
	}
}

// The errors have the name that the caller wrote, not the temporary one.
func TestErrorsHaveTheName(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "missing", "a")
	err := write(name, "x", outfile.Options{})
	var path *fs.PathError
	if !errors.As(err, &path) || path.Path != name || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v", err)
	}
	dir := t.TempDir()
	if err := write(dir, "x", outfile.Options{}); err == nil || len(names(t, dir)) != 0 {
		t.Errorf("a directory: %v", err)
	}
}
