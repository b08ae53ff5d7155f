// Package integrations tests what runs earl inside other services: the GitHub Action, the
// pre-commit hook and the GitLab template. Each test uses a program that does on this
// machine what the service does; the step "hosts" of .ci/run installs these programs.
package integrations_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

const root = "../.."

// program returns the path of a program below $EARL_HOSTS, which .ci/install-hosts fills.
// Without $EARL_HOSTS it skips the test.
func program(t *testing.T, name string) string {
	t.Helper()
	dir := os.Getenv("EARL_HOSTS")
	if dir == "" {
		t.Skipf("no %s: $EARL_HOSTS is not set (bash .ci/run hosts sets it)", name)
	}
	path := filepath.Join(dir, "bin", name)
	if _, err := os.Stat(path); err != nil {
		t.Fatal(err)
	}
	return path
}

// buildEarl builds the command once and returns its bytes.
var buildEarl = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "earl-integrations-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "earl")
	c := exec.Command("go", "build", "-o", file, root+"/cmd/earl")
	c.Env = append(os.Environ(), buildSettings...)
	if out, err := c.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build: %w: %s", err, out)
	}
	return os.ReadFile(file)
})

// releases starts a server with release 0.1.0 of earl, built from this repository, at the
// paths of GitHub. If isChanged, the archive does not have the checksum of the release.
func releases(t *testing.T, isChanged bool) *httptest.Server {
	t.Helper()
	program(t, "act") // building earl for a test that is skipped would take a minute
	earl, err := buildEarl()
	if err != nil {
		t.Fatal(err)
	}
	name := "earl_0.1.0_" + runtime.GOOS + "_" + runtime.GOARCH + ".tar.gz"
	archive := archived(t, earl)
	sums := fmt.Sprintf("%x  %s\n%x  %s.sbom.json\n", sha256.Sum256(archive), name, sha256.Sum256(nil), name)
	if isChanged {
		archive = archived(t, append(slices.Clone(earl), 0))
	}
	const path = "/earl-url/earl/releases/"
	mux := http.NewServeMux()
	mux.HandleFunc(path+"download/v0.1.0/"+name, func(w http.ResponseWriter, _ *http.Request) { w.Write(archive) })
	mux.HandleFunc(path+"download/v0.1.0/SHA256SUMS", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, sums) })
	mux.Handle(path+"latest", http.RedirectHandler(path+"tag/v0.1.0", http.StatusFound))
	mux.HandleFunc(path+"tag/v0.1.0", func(w http.ResponseWriter, _ *http.Request) {})
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s
}

// archived returns an archive with the program, as a release has it.
func archived(t *testing.T, earl []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	w := tar.NewWriter(z)
	if err := w.WriteHeader(&tar.Header{Name: "earl", Mode: 0o755, Size: int64(len(earl))}); err != nil {
		t.Fatal(err)
	}
	for _, step := range []func() error{func() error { _, err := w.Write(earl); return err }, w.Close, z.Close} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes()
}

// broken and good are the documents of a repository, with and without a broken link.
var (
	broken = map[string]string{
		"README.md":     "# Project\n\nRead [the guide](docs/guide.md#start).\n",
		"docs/guide.md": "# Guide\n\n## Start\n\nSee [the API](api.md).\n",
	}
	good = map[string]string{
		"README.md":     "# Project\n\nRead [the guide](docs/guide.md#start).\n",
		"docs/guide.md": "# Guide\n\n## Start\n\nBack to [the start](../README.md).\n",
	}
)

// repository creates a git repository with one commit that contains the files.
func repository(t *testing.T, files ...map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for _, some := range files {
		for name, text := range some {
			file := filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, args := range [][]string{{"init", "-q", "-b", "main"}, {"add", "."}, {"-c", "user.name=a", "-c", "user.email=a@h.example", "commit", "-q", "-m", "docs"}, {"remote", "add", "origin", "https://h.example/a/docs.git"}} {
		c := exec.Command("git", args...)
		c.Dir = dir
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v: %s", args, err, out)
		}
	}
	return dir
}

// run runs a program in a directory with more environment, and returns what it writes and
// its exit status.
func run(t *testing.T, dir string, env []string, name string, args ...string) (string, int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, name, args...)
	c.Dir, c.Env = dir, append(os.Environ(), env...)
	out, err := c.CombinedOutput()
	if err != nil && c.ProcessState == nil {
		t.Fatal(err)
	}
	return string(out), c.ProcessState.ExitCode()
}

// goSettings returns the settings that let a build in another directory use the modules and
// the compiled packages of this machine.
func goSettings(t *testing.T) []string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOCACHE", "GOMODCACHE").Output()
	dirs := strings.Fields(string(out))
	if err != nil || len(dirs) != 2 {
		t.Fatalf("go env: %v: %s", err, out)
	}
	return append([]string{"GOCACHE=" + dirs[0], "GOMODCACHE=" + dirs[1]}, buildSettings...)
}

// buildSettings are those of a release. With -trimpath the directory of the source does not
// matter, so a package is compiled once.
var buildSettings = []string{"CGO_ENABLED=0", "GOFLAGS=-trimpath -buildvcs=false"}

// read returns a file of this repository.
func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// firstBlock returns the first fenced block of a document: what a reader copies.
func firstBlock(t *testing.T, document string) string {
	t.Helper()
	m := regexp.MustCompile("(?s)```yaml\n(.*?)```").FindStringSubmatch(read(t, document))
	if m == nil {
		t.Fatalf("%s has no block of YAML", document)
	}
	return m[1]
}

// contains fails the test for each text that is not in the output.
func contains(t *testing.T, out string, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if !strings.Contains(out, text) {
			t.Errorf("no %q in:\n%s", text, out)
		}
	}
}

// Every input and output has its row in the document, and every row is an input.
func TestDocumentsHaveEveryInput(t *testing.T) {
	for file, document := range map[string]string{"action.yml": ".github/action/README.md", "integrations/templates/earl-check.yml": "integrations/templates/README.md"} {
		var names, rows []string
		section := ""
		for line := range strings.Lines(strings.ReplaceAll(read(t, file), "\n    ", "\n\t\t")) {
			line = strings.TrimRight(line, "\n")
			if name := regexp.MustCompile(`^ *(inputs|outputs|runs):$|^---$`).FindString(line); name != "" {
				section = strings.TrimSpace(name)
			} else if m := regexp.MustCompile(`^(?:  |\t\t)([a-z-]+):$`).FindStringSubmatch(line); m != nil && strings.HasSuffix(section, "puts:") {
				names = append(names, m[1])
			}
		}
		for line := range strings.Lines(read(t, document)) {
			cell, _, _ := strings.Cut(strings.TrimPrefix(line, "| "), "|")
			if !strings.HasPrefix(line, "| `") {
				continue
			}
			for _, m := range regexp.MustCompile("`([a-z-]+)`").FindAllStringSubmatch(cell, -1) {
				rows = append(rows, m[1])
			}
		}
		slices.Sort(names)
		slices.Sort(rows)
		if len(names) < 5 || !slices.Equal(names, rows) {
			t.Errorf("%s has %v, and the tables of %s have %v", file, names, document, rows)
		}
	}
}
