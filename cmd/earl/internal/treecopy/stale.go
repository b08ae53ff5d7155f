package treecopy

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"github.com/earl-url/earl/cmd/earl/internal/console"
)

// deleteStale removes the files that the servers no longer have, and directories that
// become empty. It removes only regular files in the output directory that an earlier
// copy saved and that have not changed since.
func (c *Copy) deleteStale(ctx context.Context) {
	root, err := c.dir.Root()
	if err != nil {
		c.engine.Failed(ctx, c.dir.Path(), console.Local(err))
		return
	}
	list, kept := c.list.stale(c.starts, c.counts.partial.Load() > 0)
	if kept > 0 {
		c.remark("--delete: %s kept: this copy skipped files (-v lists them), so these may still be on the server", wereFiles(kept))
	}
	for _, u := range c.list.vague {
		if u.kept > 0 {
			c.engine.Failed(ctx, u.url, &unsureError{fmt.Sprintf("--delete: %s kept below it, and may still be on the server: %s", wereFiles(u.kept), u.why)})
		}
	}
	for _, name := range list {
		file := filepath.FromSlash(name)
		info, err := root.Lstat(file)
		if err == nil && !c.o.Force && c.list.files[name].Edited(info) {
			c.remark("--delete: %s is kept because you changed it after the copy; --force deletes it", name)
			continue
		}
		if err == nil && info.Mode().IsRegular() {
			if err = root.Remove(file); err == nil {
				c.counts.deleted.Add(1)
				c.detail("%s: deleted", name)
			}
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			c.engine.Failed(ctx, name, console.Local(err))
			continue
		}
		if err := c.list.record(Line{Path: name, Gone: true}); err != nil {
			c.engine.Failed(ctx, name, console.Local(err))
			return
		}
		for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
			if root.Remove(filepath.FromSlash(dir)) != nil {
				break // the directory is not empty
			}
		}
	}
}

// wereFiles returns "1 file was" or "n files were".
func wereFiles(n int) string {
	if n == 1 {
		return "1 file was"
	}
	return fmt.Sprintf("%d files were", n)
}

// summary returns a summary of a copy in one line.
func (c *Copy) summary() string {
	in := &c.counts
	var b strings.Builder
	fmt.Fprintf(&b, "saved %s, %s", console.Count(int(in.files.Load()), "file"), console.Count(int(in.bytes.Load()), "byte"))
	for _, n := range []struct {
		n    int64
		word string
	}{{in.unchanged.Load(), "unchanged"}, {in.edited.Load(), "kept"}, {in.deleted.Load(), "deleted"}, {in.failed.Load(), "failed"},
		{in.unread.Load(), "not understood"}} {
		if n.n > 0 {
			fmt.Fprintf(&b, ", %d %s", n.n, n.word)
		}
	}
	return b.String()
}
