package desktop

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// testHandler returns a handler in a new home directory.
func testHandler(t *testing.T) *Handler {
	home := t.TempDir()
	return &Handler{DataHome: filepath.Join(home, "share"), ConfigHome: filepath.Join(home, "config"), Command: []string{"/opt/earl", "handler", "open"}}
}

// apply makes changes.
func apply(t *testing.T, changes []Change, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range changes {
		if err := c.Write(); err != nil {
			t.Fatal(err)
		}
	}
}

// Install makes the program the default, another Install changes nothing, and Remove
// leaves every list as it was, byte for byte.
func TestRemoveRestoresTheList(t *testing.T) {
	for _, list := range []string{
		"",
		"[Default Applications]\nx-scheme-handler/ftp=firefox.desktop\n",
		"[Default Applications]\nx-scheme-handler/ftp=a.desktop;b.desktop;\ntext/html=x.desktop\n\n[Added Associations]\nx-scheme-handler/ftp=c.desktop;\n",
		"# mine\n[Added Associations]\nx-scheme-handler/gopher=lagrange.desktop\n",
		"[Default Applications]\n# none\n",
		"[Default Applications]\nx-scheme-handler/ftp = spaced.desktop\r\n",
		"[Added Associations]\na/b=c.desktop\n\n[Default Applications]\ntext/html=firefox.desktop\n",
	} {
		h := testHandler(t)
		if list != "" {
			os.MkdirAll(h.ConfigHome, 0o700)
			if err := os.WriteFile(h.ListPath(), []byte(list), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		changes, err := h.Install([]string{"gopher", "ftp"})
		apply(t, changes, err)
		for _, s := range []string{"gopher", "ftp"} {
			if got, _ := h.Default(s); got != EntryName {
				text, _ := os.ReadFile(h.ListPath())
				t.Errorf("%q: the default for %s is %q in %q", list, s, got, text)
			}
		}
		if changes, err := h.Install([]string{"gopher", "ftp"}); len(changes) > 0 || err != nil {
			t.Errorf("%q: a second Install changes %v, %v", list, changes, err)
		}
		changes, err = h.Remove()
		apply(t, changes, err)
		got, err := os.ReadFile(h.ListPath())
		if string(got) != list || (err != nil) != (list == "") {
			t.Errorf("after Remove the list is %q, want %q", got, list)
		}
		if info, err := os.Stat(h.ListPath()); err == nil && info.Mode().Perm() != 0o600 {
			t.Errorf("the mode is %v", info.Mode())
		}
		if entries, _ := os.ReadDir(filepath.Join(h.DataHome, "applications")); len(entries) > 0 {
			t.Errorf("files %v are left", entries)
		}
	}
}

// A new Install keeps the schemes of the last one.
func TestInstallAddsSchemes(t *testing.T) {
	h := testHandler(t)
	changes, err := h.Install([]string{"gopher", "ftp"})
	apply(t, changes, err)
	changes, err = h.Install([]string{"mailto", "gopher"})
	apply(t, changes, err)
	for _, s := range []string{"ftp", "gopher", "mailto"} {
		if got, _ := h.Default(s); got != EntryName {
			t.Errorf("%s: %q", s, got)
		}
	}
	if got, err := h.Schemes(); err != nil || !slices.Equal(got, []string{"ftp", "gopher", "mailto"}) {
		t.Errorf("Schemes() = %q, %v", got, err)
	}
}

// A link to a list stays a link.
func TestWriteKeepsLinks(t *testing.T) {
	h := testHandler(t)
	os.MkdirAll(h.ConfigHome, 0o700)
	target := filepath.Join(t.TempDir(), "dotfiles.list")
	os.WriteFile(target, []byte("[Default Applications]\n"), 0o644)
	if err := os.Symlink(target, h.ListPath()); err != nil {
		t.Skip(err)
	}
	changes, err := h.Install([]string{"gopher"})
	apply(t, changes, err)
	if info, _ := os.Lstat(h.ListPath()); info.Mode()&os.ModeSymlink == 0 {
		t.Error("the link is gone")
	}
	if b, _ := os.ReadFile(target); !strings.Contains(string(b), EntryName) {
		t.Errorf("%s", b)
	}
}

// Source: Desktop Entry Specification 1.5, 7: quotes, backslashes and "%" are escaped.
func TestExecLine(t *testing.T) {
	for path, want := range map[string]string{
		"/usr/bin/earl":       "/usr/bin/earl handler open",
		"/opt/my earl/earl":   `"/opt/my earl/earl" handler open`,
		"/a%u/$HOME/`x`/\"\\": `"/a%%u/\\$HOME/\\` + "`x\\\\`" + `/\\"\\\\" handler open`,
		"earl":                "",
		"/a\nExec=x":          "",
	} {
		got, err := execLine([]string{path, "handler", "open"})
		if got != want || (err != nil) != (want == "") {
			t.Errorf("%q: %s, %v; want %s", path, got, err, want)
		}
	}
}
