package npm

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"
)

// packed returns the file of a package with some files.
func packed(t *testing.T, files map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	archive := tar.NewWriter(z)
	for name, text := range files {
		if err := archive.WriteHeader(&tar.Header{Name: name, Typeflag: tar.TypeReg, Size: int64(len(text)), Mode: 0o644}); err != nil {
			t.Fatal(err)
		}
		io.WriteString(archive, text)
	}
	archive.Close()
	z.Close()
	return b.Bytes()
}

// withNPM replaces npm by a program that writes a file like npm pack, and
// records how it was called.
func withNPM(t *testing.T, file []byte) (called string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the stand-in of npm is a shell script")
	}
	dir := t.TempDir()
	called = filepath.Join(dir, "called")
	script := "#!/bin/sh\necho \"$@\" >'" + called + "'\ncp '" + dir + "/file' ./scope-name-1.2.3.tgz\n"
	if err := errors.Join(os.WriteFile(filepath.Join(dir, "npm"), []byte(script), 0o755), os.WriteFile(filepath.Join(dir, "file"), file, 0o644)); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	return called
}

// Files returns the files with the given paths, if the digest of the package is
// right.
func TestFetch(t *testing.T) {
	// printf hello | openssl dgst -sha512 -binary | base64
	if got := digest([]byte("hello")); got != "sha512-m3HSJL1i83hdltRq0+o9czGb+8KJDKra4t/3JRlnPKcjI8PZm6XBHXx6zG4UuMXaDEZjR1wuXDre9G9zvN7AQw==" {
		t.Errorf("the digest of hello is %s", got)
	}
	file := packed(t, map[string]string{"package/lib/a.js": "a", "package/LICENSE": "licence", "package/lib/b.js": "b"})
	called := withNPM(t, file)
	p := Package{Name: "@scope/name", Version: "1.2.3"}
	if files, err := p.Fetch(t.Context(), "LICENSE"); !errors.Is(err, ErrIntegrity) || files != nil {
		t.Errorf("without its digest: %q, %v", files, err)
	}
	p.Integrity = digest(file)
	files, err := p.Fetch(t.Context(), "lib/a.js", "LICENSE")
	if err != nil || len(files) != 2 || string(files["lib/a.js"]) != "a" || string(files["LICENSE"]) != "licence" {
		t.Errorf("%q, %v", files, err)
	}
	if words, _ := os.ReadFile(called); string(words) != "pack --silent @scope/name@1.2.3\n" {
		t.Errorf("npm was called with %q", words)
	}
	if _, err := p.Fetch(t.Context(), "lib/c.js"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that it has not: %v", err)
	}
}

// An invalid package is an error, and so is a missing npm.
func TestFetchFails(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	withNPM(t, []byte("no archive"))
	p := Package{Name: "name", Version: "1", Integrity: digest([]byte("no archive"))}
	if _, err := p.Fetch(ctx, "LICENSE"); !errors.Is(err, gzip.ErrHeader) {
		t.Errorf("no archive: %v", err)
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := p.Fetch(ctx, "LICENSE"); !errors.Is(err, exec.ErrNotFound) {
		t.Errorf("no npm: %v", err)
	}
}
