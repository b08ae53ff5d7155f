//go:build unix

package fix_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/extract/document"
	"github.com/earl-url/earl/internal/check/fix"
	"github.com/earl-url/earl/linkcheck"
)

// planFor returns a plan that rewrites one link in a file.
func planFor(name string) *fix.Plan {
	return fix.Make(slices.Values([]linkcheck.Result{moved(old, "http://h.example/new", name, old, old, extract.Base{})}), fix.Options{Type: document.Text})
}

// Mode and owner do not change, and a symbolic link stays a symbolic link.
func TestModeOwnerAndSymlink(t *testing.T) {
	name := write(t, "a.txt", old)
	if err := os.Chmod(name, 0o751); err != nil {
		t.Fatal(err)
	}
	owner := os.Getuid()
	if owner == 0 { // root can change the owner of a file
		owner = 4711
		if err := os.Chown(name, owner, 4712); err != nil {
			t.Fatal(err)
		}
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(name, link); err != nil {
		t.Fatal(err)
	}
	apply(t, planFor(link))
	info, err := os.Lstat(link)
	if err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is %v, %v", info.Mode(), err)
	}
	if info, err = os.Stat(name); err != nil {
		t.Fatal(err)
	}
	if got := read(t, name); got != "http://h.example/new" || info.Mode().Perm() != 0o751 || int(info.Sys().(*syscall.Stat_t).Uid) != owner {
		t.Errorf("%q, mode %v, owner %d; want mode 751 and owner %d", got, info.Mode(), info.Sys().(*syscall.Stat_t).Uid, owner)
	}
}

// A file with two hard links keeps both, and its text is unchanged.
func TestHardLink(t *testing.T) {
	name := write(t, "a.txt", old)
	if err := os.Link(name, name+"2"); err != nil {
		t.Skip("no hard links: ", err)
	}
	if err := planFor(name).Apply(); err == nil || !strings.Contains(err.Error(), "several names") {
		t.Errorf("Apply = %v", err)
	}
	if got := read(t, name); got != old {
		t.Errorf("%q", got)
	}
}

// A file that is read-only is left, also by root, and a user who must not write to it
// cannot replace it.
func TestReadOnly(t *testing.T) {
	name := write(t, "a.txt", old)
	plan := planFor(name)
	if err := os.Chmod(name, 0o444); err != nil {
		t.Fatal(err)
	}
	if err := plan.Apply(); err == nil || !strings.Contains(err.Error(), "read-only") && !strings.Contains(err.Error(), "permission denied") {
		t.Errorf("Apply = %v", err)
	}
	if got := read(t, name); got != old || diff(t, plan) != "" {
		t.Errorf("%q, and the diff is %q", got, diff(t, plan))
	}
}
