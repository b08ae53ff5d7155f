package main

import (
	"context"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/google/licensecheck"
)

// component is software that a program was built from: a module, the Go library, or a
// package of npm.
type component struct {
	name, version string
	url           string // a package URL (purl)
	hash          string // the algorithm and the digest, such as "SHA-256 1f2e..."
	licenses      []string
}

// componentsOf returns what a program was built from, as the program itself records it.
func (r *release) componentsOf(program string) ([]component, error) {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return nil, err
	}
	if info.Main.Version != "v"+r.version {
		return nil, fmt.Errorf("the program has version %s, want v%s", info.Main.Version, r.version)
	}
	goVersion := strings.TrimPrefix(info.GoVersion, "go")
	all := []component{{name: "Go standard library", version: goVersion, url: "pkg:golang/std@" + goVersion}}
	dirs := []string{r.moduleDirs["std"]}
	for _, m := range info.Deps {
		if m.Replace != nil { // by a directory: it is earl itself
			continue
		}
		hash, err := digestOf("h1:", "SHA-256", m.Sum)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.Path, err)
		}
		all = append(all, component{name: m.Path, version: m.Version, hash: hash, url: "pkg:golang/" + m.Path + "@" + m.Version})
		dirs = append(dirs, r.moduleDirs[m.Path])
	}
	for i := range all {
		if err := all[i].readLicenses(dirs[i], licenseFile); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// findModules returns the directory of each module, and that of Go itself as "std". The
// programs use the same versions of the modules that both have.
func (r *release) findModules(ctx context.Context) (map[string]string, error) {
	goroot, err := output(ctx, r.src, "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	dirs := map[string]string{"std": goroot}
	for _, module := range []string{rowsDir, "."} {
		list, err := output(ctx, filepath.Join(r.src, module), "go", "list", "-m", "-f", "{{.Path}}\t{{.Dir}}", "all")
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(list) {
			if path, dir, _ := strings.Cut(strings.TrimSpace(line), "\t"); dir != "" {
				dirs[path] = dir
			}
		}
	}
	return dirs, nil
}

// findEmulator returns the packages of the terminal emulator.
func (r *release) findEmulator(ctx context.Context) (all []component, err error) {
	list, err := output(ctx, r.src, "go", "run", "./tools/fetchxterm", "-list")
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(list) {
		f := strings.Fields(line)
		if len(f) != 4 {
			return nil, fmt.Errorf("fetchxterm -list: %q: want a name, a version, a digest and the file of the license", line)
		}
		c := component{name: f[0], version: f[1], url: "pkg:npm/" + strings.Replace(f[0], "@", "%40", 1) + "@" + f[1]}
		if c.hash, err = digestOf("sha512-", "SHA-512", f[2]); err != nil {
			return nil, err
		}
		dir, name := filepath.Split(filepath.FromSlash(f[3]))
		if err := c.readLicenses(filepath.Join(r.src, dir), regexp.MustCompile("^"+regexp.QuoteMeta(name)+"$")); err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

// digestOf returns a digest in base64, after a prefix, as an algorithm and hexadecimal.
func digestOf(prefix, algorithm, digest string) (string, error) {
	text, ok := strings.CutPrefix(digest, prefix)
	data, err := base64.StdEncoding.DecodeString(text)
	if !ok || err != nil || len(data) == 0 {
		return "", fmt.Errorf("%q is not a digest that begins with %q", digest, prefix)
	}
	return algorithm + " " + hex.EncodeToString(data), nil
}

// licenseFile matches the names of license texts and notices at the top of a module.
var licenseFile = regexp.MustCompile(`(?i)^[\w-]*(licen[cs]e|copying|copyright|notice|patents)[\w-]*(\.(txt|md))?$`)

// readLicenses finds out which licenses the files in a directory are whose names match. A component without a known license is an error.
func (c *component) readLicenses(dir string, names *regexp.Regexp) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("%s: %w", c.name, err)
	}
	for _, e := range entries {
		if e.IsDir() || !names.MatchString(e.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return err
		}
		for _, m := range licensecheck.Scan(text).Match {
			if !m.IsURL && m.ID != "GooglePatentsFile" && !slices.Contains(c.licenses, m.ID) {
				c.licenses = append(c.licenses, m.ID)
			}
		}
	}
	if len(c.licenses) == 0 {
		return fmt.Errorf("%s %s: no known license in %s", c.name, c.version, dir)
	}
	slices.Sort(c.licenses)
	return nil
}

// withoutApache returns a text in which the name of a file replaces the Apache License.
// Packages for Debian must not repeat it.
func withoutApache(text []byte, file string) []byte {
	var b []byte
	end := 0
	for _, m := range licensecheck.Scan(text).Match {
		if m.ID == "Apache-2.0" && m.End-m.Start > 9000 { // not only a mention of the license
			b = append(b, text[end:m.Start]...)
			b = append(b, "(The text of the Apache License, version 2.0, is in "+file+".)\n"...)
			end = m.End
		}
	}
	return append(b, text[end:]...)
}
