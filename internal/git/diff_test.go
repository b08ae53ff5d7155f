package git

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// repository makes a repository with one commit of files and returns its directory.
func repository(t *testing.T, files map[string]string) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git: ", err)
	}
	dir := t.TempDir()
	do(t, dir, "init", "-q", "-b", "main")
	write(t, dir, files)
	commit(t, dir)
	return dir
}

// do runs git for a test.
func do(t *testing.T, dir string, args ...string) {
	t.Helper()
	c := exec.Command("git", append([]string{"-c", "user.name=t", "-c", "user.email=t@example", "-c", "core.autocrlf=false"}, args...)...)
	c.Dir = dir
	c.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_COMMITTER_DATE=2020-02-03T04:05:06Z")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v: %s", args, err, out)
	}
}

// commit commits everything.
func commit(t *testing.T, dir string) {
	t.Helper()
	do(t, dir, "add", "-A")
	do(t, dir, "commit", "-q", "-m", "x")
}

// write writes files.
func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// Changed, added, new and renamed lines have changes; others have none, whatever the
// lines and the names of files look like.
func TestDiffHasTheLinesOfARange(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such file names")
	}
	dir := repository(t, map[string]string{
		"a.md": "1\n2\n3\n4\n5\n", "old/moved.md": "1\n2\n3\n4\n5\n6\n7\n8\n", "gone.md": "x\n",
		"tricky.md": "-- a/x\n@@ -1 +1 @@\nkeep\n", "gen.md": "1\n2\n", ".gitattributes": "gen.md -diff\n",
	})
	write(t, dir, map[string]string{
		"a.md": "1\nTWO\n3\n5\n6\n", "new name.md": "1\n2\n", "ü\t\"q\\.md": "1\n",
		"tricky.md": "++ b/a.md\n@@ -1 +1,3 @@\nkeep\n", "gen.md": "1\nTWO\n",
	})
	os.Remove(filepath.Join(dir, "gone.md"))
	os.Mkdir(filepath.Join(dir, "docs"), 0o755)
	os.Rename(filepath.Join(dir, "old/moved.md"), filepath.Join(dir, "docs/moved.md"))
	commit(t, dir)
	c, err := Diff(t.Context(), filepath.Join(dir, "docs"), "HEAD~1..HEAD")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"a.md": "-+--+", "new name.md": "++", "ü\t\"q\\.md": "+", "docs/moved.md": "++++++++",
		"tricky.md": "++-", "gen.md": "-+", "gone.md": "-", "other.md": "-",
	} {
		got := ""
		for line := range len(want) {
			mark := "-"
			if c.Has(filepath.Join(dir, name), int64(line+1), int64(line+1)) {
				mark = "+"
			}
			got += mark
		}
		if got != want {
			t.Errorf("%q: lines %s, want %s", name, got, want)
		}
	}
	if !c.Has(filepath.Join(dir, "a.md"), 1, 2) || c.Has(filepath.Join(dir, "a.md"), 3, 4) || c.Len() != 6 {
		t.Errorf("ranges of lines are wrong, or %d files, want 6", c.Len())
	}
}

// One commit is compared with the work tree.
func TestDiffOfOneCommit(t *testing.T) {
	t.Parallel()
	dir := repository(t, map[string]string{"a.md": "1\n2\n"})
	write(t, dir, map[string]string{"a.md": "1\n2\n3"})
	c, err := Diff(t.Context(), dir, "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	if a := filepath.Join(dir, "a.md"); c.Has(a, 1, 2) || !c.Has(a, 3, 3) {
		t.Error("not line 3 alone")
	}
}

// A range is never read as an option or a path, and the error contains git's message.
func TestDiffRefusesARange(t *testing.T) {
	t.Parallel()
	dir := repository(t, map[string]string{"a.md": "1\n"})
	target := filepath.Join(dir, "written")
	for commits, want := range map[string]string{
		"":                    ErrRange.Error(),
		"--output=" + target:  ErrRange.Error(),
		"-O" + target:         ErrRange.Error(),
		"a.md":                "git: fatal: ",
		"nosuch..HEAD":        "git: fatal: ",
		"HEAD --output=x; ls": "git: fatal: ",
	} {
		_, err := Diff(t.Context(), dir, commits)
		if err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("Diff(%q): %v, want %q", commits, err, want)
		}
	}
	if _, err := os.Stat(target); err == nil {
		t.Error("git wrote a file")
	}
	if _, err := Diff(t.Context(), t.TempDir(), "HEAD"); err == nil {
		t.Error("a directory without a repository: no error")
	}
}

// Programs that the configuration of a repository specifies do not run.
func TestDiffRunsNoProgramOfARepository(t *testing.T) {
	t.Parallel()
	dir := repository(t, map[string]string{"a.md": "1\n", ".gitattributes": "*.md diff=x\n"})
	ran := filepath.Join(t.TempDir(), "ran")
	script := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(script, []byte("#!/bin/sh\necho $0 >>'"+ran+"'\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, dir, map[string]string{"a.md": "1\n2\n"})
	for _, key := range []string{"diff.external", "diff.x.command", "diff.x.textconv", "core.fsmonitor", "core.pager"} {
		do(t, dir, "config", key, script)
	}
	do(t, dir, "config", "diff.noprefix", "true")
	do(t, dir, "config", "diff.mnemonicPrefix", "true")
	do(t, dir, "config", "color.ui", "always")
	os.WriteFile(filepath.Join(dir, ".git/hooks/post-index-change"), []byte("#!/bin/sh\necho hook >>'"+ran+"'\n"), 0o755)
	c, err := Diff(t.Context(), dir, "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	if !c.Has(filepath.Join(dir, "a.md"), 2, 2) {
		t.Error("line 2 has no change")
	}
	if b, err := os.ReadFile(ran); err == nil {
		t.Errorf("a program ran: %s", b)
	}
}

// A diff is read even if its lines are longer than the part of a line that is kept.
func TestDiffReadsLongLines(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 3*maxHeader)
	d := &diffReader{root: "/r", lines: map[string][]span{}}
	text := "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1,2 @@\n-" + long + "\n+" + long + "\n+@@ -9 +9 @@\n\\ No newline at end of file\n@@ -7,0 +9 @@ " + long + "\n+y\n"
	if err := d.read(strings.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	if got := d.lines["/r/a"]; len(got) != 2 || got[0] != (span{1, 2}) || got[1] != (span{9, 9}) {
		t.Errorf("lines %v", got)
	}
	for _, bad := range []string{"@@@ -1 -1 +1 @@@\n", "diff --cc a\n", "@@ x\n", "@@ -1 +x @@\n", "+++ c/a\n", "+++ \"b/\\q\"\n"} {
		if err := new(diffReader).read(strings.NewReader(bad)); err == nil {
			t.Errorf("%q: no error", bad)
		}
	}
}

// CommitTime is the time of the last commit of a file, or zero.
func TestCommitTime(t *testing.T) {
	t.Parallel()
	dir := repository(t, map[string]string{"-a.md": "1\n"})
	if got, want := CommitTime(t.Context(), filepath.Join(dir, "-a.md")), time.Date(2020, 2, 3, 4, 5, 6, 0, time.UTC); !got.Equal(want) {
		t.Errorf("time %v, want %v", got, want)
	}
	write(t, dir, map[string]string{"b.md": "1\n"})
	if got := CommitTime(t.Context(), filepath.Join(dir, "b.md")); !got.IsZero() {
		t.Errorf("a file that git does not track: %v", got)
	}
}
