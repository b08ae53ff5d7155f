//go:build linux

package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/earl-url/earl/internal/peers"
)

// A copy from real servers has every allowed file, byte for byte, and no file that only a
// symbolic link to another directory reaches (B21, F7).
func TestRealRecursiveCopy(t *testing.T) {
	earl := buildEarl(t)
	for name, url := range map[string]func(t *testing.T) string{
		"vsftpd":    func(t *testing.T) string { return peers.VSFTPD(t).URL("pub/") },
		"pyftpdlib": func(t *testing.T) string { return peers.PyFTPD(t).URL("pub/") },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			out, err := exec.Command(earl, "get", "-Z", "-R", "--no-config", "--output-dir", dir, url(t)).CombinedOutput()
			var ended *exec.ExitError
			if err != nil && !errors.As(err, &ended) { // some files are not readable, which is a separate error
				t.Fatal(err)
			}
			for path, text := range peers.Files() {
				rel, ok := strings.CutPrefix(path, "pub/")
				if !ok || name == "pyftpdlib" && !utf8.ValidString(rel) { // the server cannot serve it
					continue
				}
				got, err := os.ReadFile(filepath.Join(dir, rel))
				if err != nil || string(got) != text {
					t.Errorf("%s: %q, %v, want %q\n%s", rel, got, err, text, out)
				}
			}
			if _, err := os.Stat(filepath.Join(dir, "linkdir")); err == nil && name == "vsftpd" { // the other server reports a directory
				t.Error("the target directory of a link was copied")
			}
		})
	}
}
