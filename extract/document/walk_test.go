package document_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl/extract/document"
)

// tree writes files into a temporary directory.
func tree(t *testing.T, files map[string]string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// walked returns "path type" of each document found, and the paths of errors.
func walked(t *testing.T, root string, o document.WalkOptions) (list, failed []string) {
	t.Helper()
	for f, err := range document.Walk(root, o) {
		name, _ := filepath.Rel(root, f.Path)
		if name = filepath.ToSlash(name); err != nil {
			failed = append(failed, name)
			continue
		}
		list = append(list, name+" "+string(f.Type))
	}
	return list, failed
}

// In directories, files are skipped that are ignored, binary, not regular, or
// not delivered.
func TestWalk(t *testing.T) {
	dir := tree(t, map[string]string{
		".git/config":        "http://h/",
		".gitignore":         "*.o\n/build/\n!keep.o\n# http\n",
		"a.md":               "",
		"a.o":                "",
		"b/keep.o":           "",
		"b/build/c.html":     "",
		"b/.gitignore":       "!a.o\nc.txt\n",
		"b/a.o":              "",
		"b/c.txt":            "",
		"build/a.md":         "",
		"image":              "GIF89a\x00",
		"mail/cur/1.a:2,S":   "Subject: a",
		"mail/new/2.a":       "",
		"mail/tmp/3.a":       "",
		"new/x":              "",
		"page":               "<!doctype html>",
		"wide.html":          "\xFF\xFE<\x00p\x00",
		"wide.txt":           "\xFF\xFEa\x00",
		"zero-at-the-end":    strings.Repeat("a", 7999) + "\x00",
		"zero-behind-8000":   strings.Repeat("a", 8000) + "\x00",
		"sub/.git/in/a.html": "",
	})
	if runtime.GOOS != "windows" {
		if err := os.Symlink(filepath.Join(dir, "b"), filepath.Join(dir, "link")); err != nil {
			t.Fatal(err)
		}
	}
	list, failed := walked(t, dir, document.WalkOptions{})
	want := []string{".gitignore text", "a.md markdown", "b/.gitignore text", "b/a.o text", "b/keep.o text", "b/build/c.html html",
		"mail/cur/1.a:2,S mail", "mail/new/2.a mail", "new/x text", "page html", "wide.html html", "zero-behind-8000 text"}
	slices.Sort(want)
	slices.Sort(list)
	if !slices.Equal(list, want) || !slices.Equal(failed, []string{"image", "wide.txt", "zero-at-the-end"}) {
		t.Errorf("Walk found\n%q, want\n%q; failed: %q", list, want, failed)
	}
	if list, _ = walked(t, filepath.Join(dir, "b"), document.WalkOptions{}); slices.Contains(list, "c.txt text") || !slices.Contains(list, "a.o text") {
		t.Errorf("Walk below found %q", list)
	}
	if list, _ = walked(t, dir, document.WalkOptions{Ignored: true}); !slices.Contains(list, "build/a.md markdown") {
		t.Errorf("Walk with what is ignored found %q", list)
	}
}

// A repository's rules also apply if the walk begins below them.
func TestWalkBelowRules(t *testing.T) {
	dir := tree(t, map[string]string{".git/HEAD": "", ".gitignore": "a/b/x\ny\n", "a/.gitignore": "z\n", "a/b/x": "", "a/b/y": "", "a/b/z": "", "a/b/w": ""})
	if list, _ := walked(t, filepath.Join(dir, "a", "b"), document.WalkOptions{}); !slices.Equal(list, []string{"w text"}) {
		t.Errorf("Walk found %q", list)
	}
}

// If the root is a file, only this file is found. A root that does not exist is
// an error.
func TestWalkOfAFile(t *testing.T) {
	dir := tree(t, map[string]string{"a.html": "", "zero": "\x00"})
	for name, want := range map[string]error{"a.html": nil, "zero": document.ErrBinary, "none": os.ErrNotExist} {
		n := 0
		for f, err := range document.Walk(filepath.Join(dir, name), document.WalkOptions{}) {
			if n++; !errors.Is(err, want) || filepath.Base(f.Path) != name {
				t.Errorf("%s: %+v, %v", name, f, err)
			}
		}
		if n != 1 {
			t.Errorf("%s: %d times", name, n)
		}
	}
}

// The walk ends if the caller stops.
func TestWalkEndsEarly(t *testing.T) {
	dir := tree(t, map[string]string{"a/a": "", "a/b": "", "cur/x": "", "new/y": "", "tmp/z": ""})
	for range document.Walk(dir, document.WalkOptions{}) {
		break
	}
}

// Patterns written by hand, according to gitignore(5).
func TestIgnore(t *testing.T) {
	for _, c := range []struct {
		rules string
		kept  []string
	}{
		{"a", []string{"b", "d/b"}},
		{"/a", []string{"b", "d/a", "d/b"}},
		{"d/", []string{"a", "b"}},
		{"d/a", []string{"a", "b", "d/b"}},
		{"**/a", []string{"b", "d/b"}},
		{"d/**", []string{"a", "b"}},
		{"d/**\n!d/b", []string{"a", "b", "d/b"}},
		{"d\n!d/b", []string{"a", "b"}}, // a file in an ignored directory cannot be included again
		{"*\n!d/\n!d/b", []string{"d/b"}},
		{"[!b]\n!d/", []string{"b", "d/b"}},
		{"[[:alpha:]]", nil},
		{"\\a \n#b\nb\\ ", []string{"b", "d/b"}},
		{"?\n!a\n", []string{"a"}},
	} {
		dir := tree(t, map[string]string{"a": "", "b": "", "d/a": "", "d/b": "", ".gitignore": c.rules})
		var got []string
		list, _ := walked(t, dir, document.WalkOptions{})
		for _, name := range list {
			if name = strings.TrimSuffix(name, " text"); name != ".gitignore" {
				got = append(got, name)
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, c.kept) {
			t.Errorf("%q keeps %q, want %q", c.rules, got, c.kept)
		}
	}
}

// A .gitignore that is too long is ignored.
func TestIgnoreSize(t *testing.T) {
	for size, kept := range map[int]bool{1 << 20: false, 1<<20 + 1: true} {
		dir := tree(t, map[string]string{"a": "", ".gitignore": "a\n" + strings.Repeat("\n", size-2)})
		if list, _ := walked(t, dir, document.WalkOptions{}); slices.Contains(list, "a text") != kept {
			t.Errorf("%d bytes: %q", size, list)
		}
	}
}

// A .gitignore that is a symbolic link is ignored: git does not follow it
// either.
func TestIgnoreThatIsALink(t *testing.T) {
	dir := tree(t, map[string]string{"a": "", "rules": "a\n"})
	if err := os.Symlink("rules", filepath.Join(dir, ".gitignore")); err != nil {
		t.Skip(err)
	}
	if list, _ := walked(t, dir, document.WalkOptions{}); !slices.Equal(list, []string{"a text", "rules text"}) {
		t.Errorf("Walk found %q", list)
	}
}

// git has the same results for random patterns.
func TestIgnoreAgainstGit(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: runs git many times")
	}
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("no git here")
	}
	dir := tree(t, map[string]string{"a": "", "b": "", "ab": "", "d/a": "", "d/b.o": "", "d/e/a": "", "d/e/ab": "", "e/d/b.o": "", "e/a b": "", "e/#a": ""})
	run := func(args ...string) []byte {
		c := exec.Command(git, append([]string{"-C", dir, "-c", "core.excludesFile="}, args...)...)
		out, err := c.Output()
		if err != nil {
			t.Skipf("git %v: %v", args, err)
		}
		return out
	}
	run("init", "-q")
	random := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"a", "b", "ab", "d", "e", "*", "**", "/", "/", "/", "?", "!", ".o", "\\", "[ab]", "[!a]", "[^b]", "[[:alpha:]]", " ", "#", "\n", "\n", "\n"}
	for range 200 {
		for _, name := range []string{".gitignore", "d/.gitignore"} {
			var b strings.Builder
			for range 1 + random.IntN(10) {
				b.WriteString(pieces[random.IntN(len(pieces))])
			}
			if err := os.WriteFile(filepath.Join(dir, name), []byte(b.String()), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want := strings.Split(strings.TrimSuffix(string(run("ls-files", "-z", "--others", "--exclude-standard")), "\x00"), "\x00")
		var got []string
		list, _ := walked(t, dir, document.WalkOptions{})
		for _, name := range list {
			got = append(got, name[:strings.LastIndexByte(name, ' ')])
		}
		slices.Sort(want)
		slices.Sort(got)
		if got = slices.DeleteFunc(got, func(s string) bool { return s == "" }); strings.Join(got, "\n") != strings.Join(want, "\n") {
			var b bytes.Buffer
			for _, name := range []string{".gitignore", "d/.gitignore"} {
				text, _ := os.ReadFile(filepath.Join(dir, name))
				fmt.Fprintf(&b, "%s: %q ", name, text)
			}
			t.Errorf("%s: kept %q, git keeps %q", &b, got, want)
		}
	}
}

func ExampleWalk() {
	for f, err := range document.Walk("document.go", document.WalkOptions{}) {
		if err != nil {
			fmt.Println(f.Path, err)
			continue
		}
		fmt.Println(f.Path, f.Type)
	}
	// Output: document.go source
}

// An ignore file that cannot be read is an error, and the walk continues. STYLE P21.
func TestUnreadIgnoreFile(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{".gitignore": strings.Repeat("#\n", 1<<19+1), "a.md": "x", "sub/b.md": "x"} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	files, failed := 0, ""
	for f, err := range document.Walk(dir, document.WalkOptions{}) {
		if err != nil {
			failed += filepath.Base(f.Path) + ": " + err.Error()
		} else if filepath.Ext(f.Path) == ".md" {
			files++
		}
	}
	if files != 2 || failed != ".gitignore: document: an ignore file of more than 1 MiB is not read" {
		t.Errorf("%d files, %q", files, failed)
	}
}
