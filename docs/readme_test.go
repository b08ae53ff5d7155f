package docs_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// readme is the README of the repository, whose console blocks are checked like
// those of the guide.
const readme = "../README.md"

// The README shows what the command prints. Its links are checked too.
func TestReadmeSaysWhatEarlDoes(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the README shows the command under a POSIX shell")
	}
	text := readmeText(t)
	if !strings.Contains(text, "\n```console\n$ earl ") {
		t.Error("README.md has no console block: is it marked?")
	}
	checkPage(t, readme, text)
	for _, m := range link.FindAllStringSubmatch(prose(text), -1) {
		if _, err := os.Stat(filepath.Join("..", filepath.FromSlash(m[1]))); err != nil {
			t.Errorf("README.md: a link to %s: %v", m[1], err)
		}
	}
}

// The program in the README compiles, and prints what its comments say.
func TestReadmeProgramRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	_, text, ok := strings.Cut(readmeText(t), "\n```go\n")
	program, _, closed := strings.Cut(text, "\n```\n")
	if !ok || !closed {
		t.Fatal("README.md has no block of Go")
	}
	dir := t.TempDir()
	file, motd := filepath.Join(dir, "main.go"), filepath.Join(dir, "motd.txt")
	for name, content := range map[string]string{file: program, motd: "Welcome.\n"} {
		if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	url := "file://" + filepath.ToSlash(motd)
	if runtime.GOOS == "windows" {
		url = "file:///" + filepath.ToSlash(motd)
	}
	out, err := exec.Command("go", "run", file, url).CombinedOutput()
	if err != nil {
		t.Fatalf("go run: %v: %s", err, out)
	}
	for _, want := range []string{"file file:///", "other.txt\n", "10 rfc1738 2.2\n", "Welcome.\n"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("the program of the README prints %q, which has no %q", out, want)
		}
	}
}

// readmeText returns the README.
func readmeText(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
