package repotest

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	codeFence = regexp.MustCompile("(?ms)^```.*?^```$")
	codeSpan  = regexp.MustCompile("`([^`\n]+)`")
	filePath  = regexp.MustCompile(`^[a-z.][\w.*-]*(/[\w.*-]+)*(/|/[\w-]+|\.(go|md|txtar|sql|html|json|txt))$`)
	goName    = regexp.MustCompile(`^([a-z]\w*\.)?[A-Z]\w*(\.[A-Z]\w*)?$`)
)

// spans returns the code spans of a document of the repository, except those in
// fenced blocks and those with a NAME placeholder.
func spans(t *testing.T, document string) (list []string) {
	t.Helper()
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range codeSpan.FindAllStringSubmatch(codeFence.ReplaceAllString(string(text), ""), -1) {
		if !strings.Contains(m[1], "NAME") {
			list = append(list, m[1])
		}
	}
	return list
}

// Every path that a document names in a code span is in the repository.
func TestPathsOfDocumentsExist(t *testing.T) {
	for _, document := range []string{"ARCHITECTURE.md", "README.md", "CONTRIBUTING.md", "DEPENDENCIES.md", ".github/SECURITY.md"} {
		paths := 0
		for _, name := range spans(t, document) {
			if !filePath.MatchString(name) || strings.HasPrefix(name, "net/") {
				continue // the second condition: packages of Go
			}
			paths++
			found, err := filepath.Glob(filepath.FromSlash(strings.TrimSuffix(name, "/")))
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(name, "/") {
				found = slices.DeleteFunc(found, func(path string) bool { info, err := os.Stat(path); return err != nil || !info.IsDir() })
			}
			if len(found) == 0 {
				t.Errorf("%s: %s does not exist: correct the path", document, name)
			}
		}
		if document == "ARCHITECTURE.md" && paths < 100 {
			t.Errorf("%s: only %d paths were found: does this test still recognize them?", document, paths)
		}
	}
}

// Every Go name, and every test, that ARCHITECTURE.md names in a code span is in
// the code.
func TestGoNamesOfDocumentsExist(t *testing.T) {
	known := declared(t)
	names := 0
	for _, name := range spans(t, "ARCHITECTURE.md") {
		if !goName.MatchString(name) {
			continue
		}
		names++
		for part := range strings.SplitSeq(name, ".") {
			if !known[part] {
				t.Errorf("ARCHITECTURE.md: %s: no declaration of %s in the code", name, part)
			}
		}
	}
	if names < 40 {
		t.Errorf("only %d Go names were found: does this test still recognize them?", names)
	}
}

// declaration matches the names that a line can declare: of a function, a type, a
// field, a method of an interface.
var declaration = regexp.MustCompile(`(?m)^(?:func (?:\([^)]*\) )?|type |var |const |package |\t)(\w+(?:, \w+)*)`)

// declared returns every name that a line of the Go files declares.
func declared(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	eachGoFile(t, func(path string) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range declaration.FindAllSubmatch(text, -1) {
			for name := range strings.SplitSeq(string(m[1]), ", ") {
				names[name] = true
			}
		}
	})
	return names
}

// eachGoFile calls visit for every Go file of the repository.
func eachGoFile(t *testing.T, visit func(path string)) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == ".git"):
			return filepath.SkipDir
		case strings.HasSuffix(path, ".go"):
			visit(path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A module with a file name that Windows does not have cannot be packed, and so not be fetched.
func TestFileNamesArePortable(t *testing.T) {
	reserved := regexp.MustCompile(`(?i)^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)|[<>:"|?*\\]|[ .]$`)
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && d.Name() == ".git" {
			return fs.SkipDir
		}
		if path != "." && reserved.MatchString(d.Name()) {
			t.Errorf("%s: Windows has no such file name: rename the file", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
