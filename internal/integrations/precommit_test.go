package integrations_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The hook, configured as its document says, stops a commit with a broken link, and no
// other. It is the hook of the commit that is checked out here.
func TestPreCommitHook(t *testing.T) {
	t.Parallel()
	program := program(t, "pre-commit")
	here, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	head, err := exec.Command("git", "rev-parse", "HEAD").Output()
	if err != nil {
		t.Fatal(err)
	}
	config := strings.NewReplacer("https://github.com/earl-url/earl", here, "v0.1.0", strings.TrimSpace(string(head))).Replace(firstBlock(t, "integrations/templates/pre-commit.md"))
	dir := repository(t, good, map[string]string{".pre-commit-config.yaml": config})
	env := append(goSettings(t), "PRE_COMMIT_HOME="+t.TempDir())
	if out, status := run(t, dir, env, program, "install"); status != 0 {
		t.Fatal(out)
	}
	commit := func(name, text string) (string, int) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if out, status := run(t, dir, nil, "git", "add", name); status != 0 {
			t.Fatal(out)
		}
		return run(t, dir, env, "git", "-c", "user.name=a", "-c", "user.email=a@h.example", "commit", "-m", "change")
	}
	out, status := commit("page.md", "See [the API](api.md).\n")
	if status == 0 {
		t.Error("the commit with a broken link passes")
	}
	contains(t, out, "check links", "Failed", "page.md:1:15: api.md: not-found")
	// The file with the broken link is still staged, so it is mended first.
	for _, file := range [][2]string{{"page.md", "See [the guide](docs/guide.md).\n"}, {"other.txt", "no links\n"}} {
		if out, status := commit(file[0], file[1]); status != 0 || !strings.Contains(out, "Passed") {
			t.Errorf("%s: status %d: %s", file[0], status, out)
		}
	}
}
