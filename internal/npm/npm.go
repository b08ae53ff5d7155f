// Package npm fetches files of npm packages with the program npm. The gateway embeds such
// files, and its tests use others; the repository does not contain them. Each package is
// identified by its version and digest, so that the files never change.
package npm

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha512"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Package is one version of a package.
type Package struct {
	Name, Version string
	// Integrity is the digest of the package's file, in npm's form: "sha512-" and
	// base64.
	Integrity string
}

// ErrIntegrity is the error of a package with a wrong digest.
var ErrIntegrity = errors.New("it has another digest")

// Fetch returns files of a package, by their paths in the package. It runs npm in an empty
// directory, and runs no scripts of the package. Errors: exec.ErrNotFound if npm is not
// installed; [ErrIntegrity]; os.ErrNotExist if the package does not contain a file.
func (p Package) Fetch(ctx context.Context, paths ...string) (map[string][]byte, error) {
	packed, err := p.pack(ctx)
	if err == nil && digest(packed) != p.Integrity {
		err = ErrIntegrity
	}
	var files map[string][]byte
	if err == nil {
		files, err = unpack(packed, paths)
	}
	if err != nil {
		return nil, fmt.Errorf("npm: %s@%s: %w", p.Name, p.Version, err)
	}
	return files, nil
}

// pack returns the published file of the package.
func (p Package) pack(ctx context.Context) ([]byte, error) {
	dir, err := os.MkdirTemp("", "earl-npm-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	c := exec.CommandContext(ctx, "npm", "pack", "--silent", p.Name+"@"+p.Version)
	c.Dir = dir
	if out, err := c.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("npm pack: %w: %s", err, bytes.TrimSpace(out))
	}
	found, err := filepath.Glob(filepath.Join(dir, "*.tgz"))
	if err != nil || len(found) != 1 {
		return nil, fmt.Errorf("npm pack has left %d files, %v", len(found), err)
	}
	return os.ReadFile(found[0])
}

// digest returns the digest of a file.
func digest(file []byte) string {
	sum := sha512.Sum512(file)
	return "sha512-" + base64.StdEncoding.EncodeToString(sum[:])
}

// unpack returns files from the package's file. All of them are below one directory.
func unpack(packed []byte, paths []string) (map[string][]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for archive := tar.NewReader(z); ; {
		h, err := archive.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		if _, path, _ := strings.Cut(h.Name, "/"); h.Typeflag == tar.TypeReg && slices.Contains(paths, path) {
			if files[path], err = io.ReadAll(archive); err != nil {
				return nil, err
			}
		}
	}
	for _, path := range paths {
		if files[path] == nil {
			return nil, fmt.Errorf("%s: %w", path, os.ErrNotExist)
		}
	}
	return files, nil
}
