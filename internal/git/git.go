// Package git runs the program git to find which lines of a work tree a range of commits
// changes, and when a file was last committed.
//
//	changes, err := git.Diff(ctx, ".", "origin/main...HEAD")
//	if err != nil {
//		return err
//	}
//	if changes.Has("docs/a.md", 12, 12) {
//		// line 12 is new or changed
//	}
//
// git runs without a shell and without the programs that the configuration of a
// repository can set for a diff: external diff drivers, text converters, a file system
// monitor and hooks. It fetches nothing. Filters of a work tree (such as
// Git LFS) run as they do for every git command.
package git

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// maxMessage is how many bytes of git's error messages are kept: a few lines.
const maxMessage = 4 << 10

// command returns a git command that runs in dir.
func command(ctx context.Context, dir string, args ...string) *exec.Cmd {
	safe := []string{"--no-pager", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull, "-c", "core.quotePath=false"}
	c := exec.CommandContext(ctx, "git", append(safe, args...)...)
	c.Dir = dir
	c.Env = append(os.Environ(), "LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1", "GIT_EXTERNAL_DIFF=")
	c.WaitDelay = time.Second
	return c
}

// run runs a git command and calls read with its output. The error has the first
// line of git's message.
func run(c *exec.Cmd, read func(io.Reader) error) error {
	message := &limitedBuffer{left: maxMessage}
	c.Stderr = message
	out, err := c.StdoutPipe()
	if err != nil {
		return err
	}
	if err := c.Start(); err != nil {
		return fmt.Errorf("git: %w", err)
	}
	failed := read(out)
	io.Copy(io.Discard, out)
	if err := c.Wait(); err != nil {
		first, _, _ := strings.Cut(strings.TrimSpace(message.String()), "\n")
		return errors.New("git: " + cmp.Or(first, err.Error()))
	}
	return failed
}

// output returns what a git command prints, without blanks at both ends.
func output(c *exec.Cmd) (string, error) {
	var text string
	err := run(c, func(r io.Reader) error {
		b, err := io.ReadAll(io.LimitReader(r, 64<<10))
		text = strings.TrimSpace(string(b))
		return err
	})
	return text, err
}

// limitedBuffer keeps the first bytes that are written to it.
type limitedBuffer struct {
	bytes.Buffer
	left int
}

// Write keeps the bytes that fit. It never fails.
func (b *limitedBuffer) Write(p []byte) (int, error) {
	kept := p[:min(len(p), b.left)]
	b.left -= len(kept)
	b.Buffer.Write(kept)
	return len(p), nil
}

// CommitTime returns when the last commit that changed a file was made. It is the
// zero time for a file that git does not track, or if git is not installed.
func CommitTime(ctx context.Context, file string) time.Time {
	c := command(ctx, filepath.Dir(file), "log", "-1", "--format=%cI", "--no-ext-diff", "--no-textconv", "--", "./"+filepath.Base(file))
	text, err := output(c)
	if err != nil {
		return time.Time{}
	}
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return time.Time{}
	}
	return t
}

// realPath returns the absolute name of a file without symbolic links, if possible.
func realPath(name string) string {
	full, err := filepath.Abs(name)
	if err != nil {
		return name
	}
	if real, err := filepath.EvalSymlinks(full); err == nil {
		return real
	}
	return full
}
